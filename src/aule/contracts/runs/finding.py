"""Findings: what is wrong with a document or a graph, all of it at once and each with its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aule.contracts.errors import Invalid
from aule.contracts.model import Model

TOLD = 5
"""How many findings one error tells in words."""


class Finding(Model):
    """Something wrong with a graph: where it stands, and what to do about it."""

    code: str
    step: str | None
    field: str | None = None
    message: str
    hint: str | None = None
    line: int | None = None
    """The line of the document, when there is one."""
    column: int | None = None
    blocks: bool = True
    """Whether nothing can run because of it; else it is only worth knowing."""

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line is not None else ""
        return f"{where}{self.message}"


class Faulty(Invalid):
    """A workflow cannot run as it stands; `findings` says everything that is wrong with it."""

    code = "invalid_workflow"

    def __init__(self, what: str, findings: Sequence[Finding], **more: Any) -> None:
        told = "; ".join(str(finding) for finding in findings[:TOLD])
        rest = f"; and {len(findings) - TOLD} more" if len(findings) > TOLD else ""
        first = findings[0]
        place = ".".join(part for part in (first.step, first.field) if part) or None
        super().__init__(f"{what} cannot run as it stands: {told}{rest}", hint=first.hint, field=place, **more)
        self.findings = list(findings)
