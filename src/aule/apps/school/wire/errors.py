"""How the School Power wire tells what is wrong: `{error: {code, message, field}}`, whatever it is (SP-40)."""

from __future__ import annotations

from aule.contracts.errors import AuleError, Invalid, ModelUnavailable, Problem
from aule.sdk import looks_portuguese
from aule.sdk.http import BadRequest, Reply

BAD = 400
IMPOSSIBLE = 422
_SAID = {
    "approval_stale": "O plano mudou depois que você o viu. Olhe de novo e execute.",
    "approval_required": "Isto precisa da sua aprovação antes.",
    "approval_denied": "Você não aprovou, então nada foi feito.",
    "ambiguous_reference": "Há mais de um com esse nome. Diga qual.",
    "conflict": "Isto não combina com o que está lá agora. Olhe de novo.",
    "denied": "Isto não é permitido.",
    "invalid_json": "O corpo do pedido não é um JSON válido.",
    "invalid_output": "O modelo não respondeu de um jeito que dê para usar. Tente de novo ou escreva de outra forma.",
    "invalid_text": "O corpo do pedido tem caracteres que não são texto.",
    "missing_param": "Falta um dado no pedido.",
    "model_unavailable": "O modelo não está respondendo agora.",
    "timed_out": "Demorou demais e foi interrompido.",
    "too_large": "O pedido é grande demais.",
    "unsupported_media_type": "O corpo do pedido precisa ser JSON.",
}
"""What problems of the system are called on this wire, which speaks Portuguese whatever else does."""


def in_portuguese(problem: Problem) -> str:
    """What is wrong, in Portuguese; the system's own words follow where there is no sentence for it."""
    if looks_portuguese(problem.message):
        return problem.message
    if problem.code == "not_found":
        return f"Não encontrei {problem.subject!r}." if problem.subject else "Não encontrei o que foi pedido."
    if problem.code in ("invalid_param", "invalid_params"):
        return f"O valor de {problem.field!r} não serve." if problem.field else "Um valor do pedido não serve."
    return _SAID.get(problem.code, f"Não deu certo ({problem.code}): {problem.message}")


def as_reply(error: AuleError) -> Reply:
    """Return an error in the form of this wire."""
    problem = error.problem
    if isinstance(error, BadRequest):
        place = ".".join(str(part) for part in error.place if part != "body")
        why = "Falta" if error.kind == "missing" else "Não serve o valor de"
        return _told(BAD, "invalid_param", f"{why} {place or 'corpo'!r}.", place or None)
    status = BAD if isinstance(error, Invalid) else error.status
    if isinstance(error, ModelUnavailable) and problem.code == "invalid_output":
        status = IMPOSSIBLE
    return _told(status, problem.code, in_portuguese(problem), problem.field)


def _told(status: int, code: str, message: str, field: str | None) -> Reply:
    return Reply({"error": {"code": code, "message": message, "field": field}}, status)
