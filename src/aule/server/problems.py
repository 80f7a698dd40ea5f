"""Errors on the wire: `application/problem+json` (RFC 9457), our fields beside the standard ones.

Plain data and no framework, so that the light front can refuse a request without loading one.
"""

from __future__ import annotations

from http import HTTPStatus

from aule.contracts.errors import AuleError, Match, Problem
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.finding import Faulty, Finding

MEDIA_TYPE = "application/problem+json"


class ProblemDetails(Model):
    """What went wrong, for people (`detail`, `hint`) and for programs (`code`, `field`, `subject`)."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    hint: str | None = None
    field: str | None = None
    candidates: list[str] = []
    matches: list[Match] = []
    """What may be meant, where it is not clear which."""
    recoverable: bool = True
    subject: str | None = None
    """The id of what has to be decided or looked at (an approval, a run)."""


class ClashDetails(ProblemDetails):
    """An edit that clashes with somebody else's."""

    current: int
    """The version there is now."""
    values: list[JsonObject]
    """Each field both changed, with `base`, `theirs` and `mine`."""


class FaultyDetails(ProblemDetails):
    """A workflow, or a part of one, that cannot run as it stands."""

    findings: list[Finding]
    """Everything that is wrong with it, each with its step."""


def details(problem: Problem, status: int) -> ProblemDetails:
    """A problem as it is told over HTTP."""
    fields = problem.model_dump(exclude={"message"})
    return ProblemDetails(title=title(status), status=status, detail=problem.message, **fields)


def details_of(error: AuleError) -> ProblemDetails:
    """An error as it is told over HTTP."""
    told = details(error.problem, error.status)
    if isinstance(error, Faulty):
        return FaultyDetails(**told.model_dump(), findings=error.findings)
    return told if error.both is None else ClashDetails(**told.model_dump(), **error.both.model_dump())


def title(status: int) -> str:
    """The standard words for a status."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"
