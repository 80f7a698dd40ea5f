"""What a tool made here is: words, schemas, source, examples, tests, limits, and what it may reach."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from aule.contracts.access.capability import CapabilityName
from aule.contracts.model import JsonObject
from aule.sdk import Effect, Model
from aule.sdk.source import Outcome, SourceRuntime
from aule.text.hashing import content_hash

NAME = r"^[a-z][a-z0-9_]{1,39}$"
ToolName = Annotated[str, StringConstraints(pattern=NAME)]
Status = Literal["active", "draft", "revoked"]
"""Usable, kept while its tests fail, or taken out of use."""
Origin = Literal["hand", "agent", "template", "file"]
MOST_SOURCE = 40_000
MOST_TESTS = 50


class ToolWords(Model):
    """A text in both languages."""

    en: Annotated[str, StringConstraints(min_length=1, max_length=1_000, strip_whitespace=True)]
    pt: Annotated[str, StringConstraints(min_length=1, max_length=1_000, strip_whitespace=True)]


class ToolExample(Model):
    """A call and what comes of it; each example is also a test."""

    params: JsonObject
    result: Any = None


class ToolStandIn(Model):
    """What a call of another capability gives in a test, where nothing is really called."""

    name: CapabilityName
    params: JsonObject | None = None
    """What it has to be called with; none: with anything."""
    result: Any = None
    error: str | None = Field(default=None, max_length=500)
    """The words with which it fails, where it fails."""


class ToolTest(Model):
    """A call, and the result or the error that is expected of it."""

    title: str = Field(default="", max_length=200)
    params: JsonObject
    page: str | None = Field(default=None, max_length=100_000)
    """What the address answers in this test, where the tool reads one."""
    result: Any = None
    error: str | None = Field(default=None, max_length=500)
    """Words that the error has to hold; then no result is expected."""
    calls: list[ToolStandIn] = Field(default=[], max_length=50)
    """What its calls of other capabilities give; each has to be made, and no other."""


class ToolLimits(Model):
    """How much a call may take at most."""

    seconds: float = Field(default=2, ge=0.05, le=10)
    memory_mb: int = Field(default=64, ge=4, le=256)
    output_kb: int = Field(default=64, ge=1, le=512)
    calls: int = Field(default=10, ge=1, le=50)
    """Calls of other capabilities, where it makes any."""


class ToolFetch(Model):
    """The one address a tool reads before its source runs; parameters stand in braces in its path or query."""

    url: str = Field(min_length=10, max_length=1_000)


class ToolTemplateUse(Model):
    """The template a tool was made from, and what was filled in."""

    id: str = Field(max_length=60)
    values: dict[str, Any] = {}


class ToolDraft(Model):
    """A tool as people and models write it."""

    title: ToolWords
    description: ToolWords
    params: JsonObject = Field(description="JSON Schema of an object: what `run` is called with, by name.")
    returns: JsonObject = Field(description="JSON Schema of what `run` returns.")
    source: str = Field(
        min_length=1,
        max_length=MOST_SOURCE,
        description="Small Python that defines `def run(...)`; no files, no network, part of the standard library.",
    )
    examples: list[ToolExample] = Field(default=[], max_length=20)
    tests: list[ToolTest] = Field(default=[], max_length=MOST_TESTS)
    limits: ToolLimits = ToolLimits()
    fetch: ToolFetch | None = Field(
        default=None, description="An address that is read first; `run` gets its text as the parameter `page`."
    )
    calls: list[CapabilityName] = Field(
        default=[],
        max_length=10,
        description="Exact names of capabilities the source may call as `call(name, {...})`; a person sees them.",
    )
    runtime: SourceRuntime = Field(
        default="interpreter",
        description="`interpreter`: small Python; `wasm_python`: full Python in WebAssembly; "
        "`native`: full Python in a box of its own, which asks.",
    )
    template: ToolTemplateUse | None = None


class ToolTestResult(Model):
    """What came of one test."""

    title: str
    ok: bool
    outcome: Outcome
    expected: str
    got: str
    line: int | None = None


class ToolReach(Model):
    """A capability that a tool may call, as it was when the tool was saved."""

    name: CapabilityName
    title: str
    effect: Effect
    asks: bool
    """Whether a person is asked about it."""


class ForgedTool(ToolDraft):
    """A tool as it is kept."""

    name: ToolName
    version: int = Field(ge=1)
    status: Status
    origin: Origin
    project: str | None = None
    """The project it belongs to; none: every project may use it."""
    hash: str
    """Of everything that decides what it does."""
    results: list[ToolTestResult] = []
    """What came of its tests when it was saved."""
    reach: list[ToolReach] = []
    """The capabilities it may call, with what they do."""
    created_at: str
    updated_at: str

    @property
    def capability(self) -> str:
        """The name under which it is called."""
        return f"tool.{self.name}"


def draft_of(tool: ToolDraft) -> ToolDraft:
    """Return what people wrote of a tool, without what was added when it was kept."""
    return ToolDraft(**{name: getattr(tool, name) for name in ToolDraft.model_fields})


def hash_of(name: str, draft: ToolDraft) -> str:
    """Return the hash of a tool: another one means that it may do something else."""
    told = draft_of(draft).model_dump(mode="json", exclude={"template"})
    # What is new and unused is left out, so that hashes of earlier tools stay.
    if not draft.calls:
        for each in [told, told["limits"], *told["tests"]]:
            each.pop("calls", None)
    if draft.runtime == "interpreter":
        del told["runtime"]
    return content_hash({"name": name, **told})
