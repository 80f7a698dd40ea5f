"""The few words the kernel itself says to people, in both languages."""

from __future__ import annotations

_WORDS: dict[str, dict[str, str]] = {
    "approve": {"en": "Approve", "pt": "Aprovar"},
    "deny": {"en": "Deny", "pt": "Recusar"},
    "answer": {"en": "Answer", "pt": "Responder"},
    "interrupted": {
        "en": "This answer was interrupted. What was done so far is kept.",
        "pt": "Esta resposta foi interrompida. O que já foi feito está guardado.",
    },
    "cancelled": {"en": "Stopped.", "pt": "Interrompido."},
    "new_conversation": {"en": "New conversation", "pt": "Nova conversa"},
    "undo": {"en": "Undo", "pt": "Desfazer"},
    "copy_of": {"en": "{name} (copy)", "pt": "{name} (cópia)"},
    "home": {"en": "Home", "pt": "Início"},
}


def say(key: str, locale: str, **values: str) -> str:
    """A phrase in the person's language."""
    phrase = _WORDS[key]
    return phrase.get(locale.partition("-")[0], phrase["en"]).format(**values)
