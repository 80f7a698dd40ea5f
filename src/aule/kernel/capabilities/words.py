"""The few words the kernel itself says to people, in both languages."""

from __future__ import annotations

_WORDS: dict[str, dict[str, str]] = {
    "approve": {"en": "Approve", "pt": "Aprovar"},
    "deny": {"en": "Deny", "pt": "Recusar"},
    "answer": {"en": "Answer", "pt": "Responder"},
    "rule_asks": {"en": "Your rule {rule} asks each time.", "pt": "Sua regra {rule} pede confirmação sempre."},
    "undo": {"en": "Undo", "pt": "Desfazer"},
    "home": {"en": "Home", "pt": "Início"},
}


def say(key: str, locale: str, **values: str) -> str:
    """A phrase in the person's language."""
    phrase = _WORDS[key]
    return phrase.get(locale.partition("-")[0], phrase["en"]).format(**values)
