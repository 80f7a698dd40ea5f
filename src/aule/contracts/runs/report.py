"""Reports: what a run did, said in sentences of which each can be looked up."""

from __future__ import annotations

from typing import Literal

from aule.contracts.model import Model
from aule.contracts.runs.run import RunStatus, Usage


class ReportLine(Model):
    """One sentence, and where it can be looked up."""

    text: str
    step: str | None = None
    """The place of the step it is about."""
    events: list[str] = []
    """The cursors of the events that support it."""
    detail: str = ""
    """What it rests on, such as how many records and from where; shown when somebody unfolds it."""
    refs: list[str] = []
    """Things it names, to be opened: `artifact:…`, `file:…`, `change:…`."""
    unverified: list[str] = []
    """Numbers, names and titles in it that nothing in the run supports."""


class Report(Model):
    """How it went in a sentence, what was done, what came out, what did not work, and what could come next."""

    run: str
    plan: str | None = None
    title: str
    status: RunStatus
    language: str
    made_by: Literal["model", "template"]
    """A template says it when there is no model, or when a model's words could not be supported, twice."""
    opening: list[ReportLine] = []
    """One or two sentences a colleague would say."""
    done: list[ReportLine]
    results: list[ReportLine]
    failed: list[ReportLine] = []
    next: list[ReportLine] = []
    markdown: str
    usage: Usage = Usage()
    created_at: str


class ReportWritten(Model):
    """A run was reported on."""

    type: Literal["report.written"] = "report.written"
    report: Report
