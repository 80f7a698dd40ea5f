"""Capabilities, calls to them, and what comes back."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from aule.contracts.errors import Problem
from aule.contracts.model import JsonObject, Model
from aule.contracts.talk.messages import Speaker
from aule.contracts.talk.sources import Passage

CapabilityName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$", max_length=100)]
"""`app.name`, exactly."""


class Effect(StrEnum):
    """What a capability does to the world; approval follows from it."""

    READ = "read"
    WRITE = "write"
    DELETE = "delete"
    EXEC = "exec"
    EXTERNAL = "external"
    NAVIGATE = "navigate"


class Approve(StrEnum):
    """When a call has to be approved: never, with its plan or alone, once in a conversation, or every time."""

    AUTO = "auto"
    PLAN = "plan"
    ONCE = "once"
    ALWAYS = "always"


class Runtime(StrEnum):
    """Where the code of a capability runs."""

    NATIVE = "native"
    """In the system's own process."""
    WASM = "wasm"
    """As a plugin's module in WebAssembly."""
    WASM_PYTHON = "wasm_python"
    """As full Python in WebAssembly."""
    INTERPRETER = "interpreter"
    BOX = "box"
    """As a program inside the walls of the box."""
    PYTHON = "python"
    """As full Python in a box of its own, which sees no file of anybody."""
    MCP = "mcp"
    """In an MCP server, a program or an address somebody set up."""
    WORKER = "worker"


SANDBOXED = frozenset({Runtime.WASM, Runtime.WASM_PYTHON, Runtime.INTERPRETER, Runtime.BOX, Runtime.PYTHON})
"""Runtimes whose code reaches nothing that it was not given."""


class Capability(Model):
    """One thing the system can do: the single source of schema, docs, form and help."""

    name: CapabilityName
    app: str
    category: str
    title: str
    titles: dict[str, str] = {}
    """The title in other languages (`pt`)."""
    description: str
    params: JsonObject
    returns: JsonObject
    effect: Effect
    targets: list[str] = []
    reversible: bool = False
    idempotent: bool = False
    anywhere: bool = False
    """Whether any machine will do: it touches no file of the project."""
    internal: bool = False
    """Whether it is a step of runs that its app starts: no agent is shown it, and nobody asks for it in words."""
    unspoken: bool = False
    """Whether agents use it, and no sentence of a person means it."""
    previewable: bool = False
    approval: Approve = Approve.AUTO
    timeout_s: float = 60
    aliases: list[str] = []
    hosts: list[str] = []
    """The hosts it reaches, where they are the same for every call."""
    project: str | None = None
    """The project it belongs to, whose agents alone are shown it; none: every project."""
    calls: list[str] = []
    """The capabilities it may call in the course of its own call: exact names, or `app.*`."""
    runtime: Runtime = Runtime.NATIVE
    """Where its code runs; `contracts.access.runtimes` says why."""
    since: str = "0.1.0"

    def title_in(self, locale: str) -> str:
        """Return the title in a language, English when there is none."""
        return self.titles.get(locale.partition("-")[0], self.title)


class Call(Model):
    """A request to use a capability with these parameters."""

    id: str
    capability: str
    params: JsonObject = {}
    bound_params: JsonObject | None = None
    idempotency_key: str
    edits: dict[str, str] = {}
    """What a person made of the text of a file, by its path, before they allowed it: that is written."""
    within: Call | None = None
    """The call in whose course a tool makes this one; once a person has decided about this one, that one goes on."""

    def understood(self, capability: str, params: JsonObject, bound: JsonObject) -> Call:
        """Return the same call by the capability's own name, with what was given and what that means."""
        return self.model_copy(update={"capability": capability, "params": params, "bound_params": bound})


class Warning(Model):
    """Something the caller should know although the call went on."""

    code: str
    message: str


class Provenance(Model):
    """Where a result came from, and how much of it there was."""

    source: str
    as_of: str | None = None
    rows: int | None = None
    query: str | None = None
    is_owners: bool = False
    """Whether the owner wrote or accepted exactly this, or an agent wrote it that had read nobody else's words."""


class Spoken(Model):
    """What a call answers in place of whoever made it: their turn ends with it."""

    text: str
    speaker: Speaker | None = None


class Result(Model):
    """What a call gave back: data, or a problem; both where it came to its end and did not succeed."""

    ok: bool
    data: Any = None
    error: Problem | None = None
    warnings: list[Warning] = []
    provenance: Provenance | None = None
    passages: list[Passage] = []
    """The passages of documents it rests on, which an answer may cite."""
    spoken: Spoken | None = None
    """The answer with which the turn ends, where the call gives one."""
    narrows: list[str] | None = None
    """The only capabilities, as patterns, that the turn may use from here on; None where the call narrows nothing."""
    changes: list[str] = []
    artifacts: list[str] = []
    duration_ms: float = 0


OnWrite = Literal["fail", "propose", "ask", "apply"]
"""What becomes of a write: refused, kept as a proposal, asked about, or done at once."""


class Policy(Model):
    """Who may do what without asking. Deny wins over ask, ask over allow."""

    allow: list[str] = Field(default=[], description="Calls that never ask: `app.name`, `app.*`, `app.name(target)`.")
    ask: list[str] = Field(default=[], description="Calls that always ask.")
    deny: list[str] = Field(default=[], description="Calls that are refused.")
    on_write: OnWrite = Field(default="ask", description="What a write does that no rule names.")


class Envelope(Model):
    """What an approval grants: these capabilities, at most so often, on these targets."""

    calls: dict[str, int] = {}
    targets: dict[str, list[Any]] = {}
    effects: list[Effect] = []
    paths: list[str] = []
    hosts: list[str] = []
    addresses: list[str] = []
    """Single addresses that may be asked for as well, exactly as they are."""
    max_cost: float | None = Field(default=None, ge=0)
