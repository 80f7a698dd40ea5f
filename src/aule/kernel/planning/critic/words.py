"""The few words that are put into findings, in both languages."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "did_you_mean": (" Did you mean {name!r}?", " Você quis dizer {name!r}?"),
    "modify": ("change", "alterar"),
    "delete": ("delete", "apagar"),
    "step": ("Step {id!r}", "O passo {id!r}"),
    "validation_of": ("The validation of step {id!r}", "A validação do passo {id!r}"),
    "criterion": ("The success criterion {text!r}", "O critério de sucesso {text!r}"),
    "goal": ("The goal", "O objetivo"),
    "title": ("The title", "O título"),
    "context": ("The context", "O contexto"),
    "risks": ("A risk", "Um risco"),
    "success_criteria": ("A success criterion", "Um critério de sucesso"),
    "clarifications": ("A question", "Uma pergunta"),
    "question": ("The question {id!r}", "A pergunta {id!r}"),
    "remark": ("The finding {id}", "A observação {id}"),
    "a_gate": ("an approval right before it", "uma aprovação logo antes"),
    "a_risk": ("a risk", "um risco registrado"),
    "and": (" and ", " e "),
    "or": (" or ", " ou "),
    "deletes": ("deletes", "apaga"),
    "risk_of": ("Step {id!r} cannot simply be taken back: {what}.", "O passo {id!r} não se desfaz facilmente: {what}."),
    "gate_helps": (
        "A person looks at it and approves it right before it runs.",
        "Uma pessoa confere e aprova logo antes de executar.",
    ),
    "went_on": ("Accepted by the person: {advice}", "Aceito pela pessoa: {advice}"),
    "nothing": ("nothing", "nada"),
    "expected": ("it takes {wanted}, not {given}.", "espera {wanted}, e não {given}."),
    "string": ("a text", "um texto"),
    "integer": ("a whole number", "um número inteiro"),
    "number": ("a number", "um número"),
    "boolean": ("true or false", "verdadeiro ou falso"),
    "array": ("a list", "uma lista"),
    "object": ("an object", "um objeto"),
    "key": ("private key", "chave privada"),
    "token": ("access token", "token de acesso"),
    "password": ("password", "senha"),
}


def is_portuguese(language: str) -> bool:
    """Whether a plan speaks Portuguese; every other one is told of in English."""
    return language.lower().startswith("pt")


def word(key: str, language: str, **values: object) -> str:
    """A few words inside a finding, in the plan's language."""
    return WORDS[key][is_portuguese(language)].format(**values)
