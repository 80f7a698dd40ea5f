"""The few words the kernel itself says to people, in both languages."""

from __future__ import annotations

_WORDS: dict[str, dict[str, str]] = {
    "approve": {"en": "Approve", "pt": "Aprovar"},
    "deny": {"en": "Deny", "pt": "Recusar"},
    "answer": {"en": "Answer", "pt": "Responder"},
    "rule_asks": {"en": "Your rule {rule} asks each time.", "pt": "Sua regra {rule} pede confirmação sempre."},
    "skip": {"en": "Skip", "pt": "Pular"},
    "retry": {"en": "Do it again", "pt": "Refazer"},
    "abort": {"en": "Stop the run", "pt": "Parar a execução"},
    "done": {"en": "It was done", "pt": "Foi feito"},
    "go_on": {"en": "Go on", "pt": "Continuar"},
    "begin": {"en": "Begin", "pt": "Começar"},
    "asked_before": {"en": "Begin {step!r}?", "pt": "Começar {step!r}?"},
    "asked_after": {"en": "Is the result of {step!r} right?", "pt": "O resultado de {step!r} está certo?"},
    "asked_unknown": {
        "en": "The system stopped during {step!r}. What became of it?",
        "pt": "O sistema parou durante {step!r}. O que aconteceu?",
    },
    "asked_replan": {"en": "{step!r} failed. How should it go on?", "pt": "{step!r} falhou. Como continuar?"},
    "ended_well": {"en": "“{title}” is done.", "pt": "“{title}” terminou."},
    "ended_badly": {"en": "“{title}” did not go well. {why}", "pt": "“{title}” não deu certo. {why}"},
    "undo": {"en": "Undo", "pt": "Desfazer"},
    "home": {"en": "Home", "pt": "Início"},
}


def say(key: str, locale: str, **values: str) -> str:
    """A phrase in the person's language."""
    phrase = _WORDS[key]
    return phrase.get(locale.partition("-")[0], phrase["en"]).format(**values)
