"""Loading: a run as its facts tell it, ready to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_args

from aule.contracts.access.approval import Approval, ApprovalStatus
from aule.contracts.access.capability import Result
from aule.contracts.errors import Corrupt
from aule.contracts.events.facts import (
    ApprovalDenied,
    ApprovalGranted,
    ApprovalRequested,
    ApprovalSuperseded,
    CallCompleted,
    CallFailed,
    CallStarted,
    Fact,
)
from aule.contracts.events.steps import (
    RunPlanned,
    StepCompleted,
    StepExpanded,
    StepFact,
    StepFailed,
    StepInterrupted,
    StepOpened,
    StepSkipped,
)
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.changes.blob_refs import from_recorded, to_recorded, to_recorded_params
from aule.kernel.engine.graphs.envelope import as_allowed, as_derived
from aule.kernel.engine.progress import Node, Progress
from aule.kernel.journal import Journal
from aule.stores.home.blobs import Blobs
from aule.stores.log.call_rows import ATTEMPT
from aule.stores.log.events import LOG_START, Events, Filter
from aule.stores.log.run_history import RunHistories
from aule.stores.repositories.runs import Runs
from aule.stores.source import Source
from aule.text.hashing import bytes_hash

_STEP_FACTS = get_args(StepFact)
_CALL_FACTS = (CallStarted, CallCompleted, CallFailed)
_ASK_FACTS = (ApprovalRequested, ApprovalGranted, ApprovalDenied, ApprovalSuperseded)
TYPES = frozenset(str(fact.model_fields["type"].default) for fact in (*_STEP_FACTS, *_CALL_FACTS, *_ASK_FACTS))
"""The kinds of facts a run is loaded from."""
_REQUESTED = "approval.requested"
_MAY_BE_LARGE = frozenset({StepCompleted, StepFailed, StepSkipped, StepInterrupted, StepOpened, StepExpanded})
Ended = StepCompleted | StepFailed | StepSkipped | StepInterrupted
"""Facts that may hold what came of a step, or name the call that does."""
EndedFact = TypeVar("EndedFact", bound=Ended)


@dataclass(slots=True)
class RunState:
    """A run, what it is to do, how far it has come, and what its calls came to."""

    run: Run
    graph: Graph
    inputs: JsonObject
    progress: Progress
    blobs: Blobs
    """Where large values are."""
    begun: set[str] = field(default_factory=set[str])
    """Calls that began."""
    results: dict[str, Result] = field(default_factory=lambda: {})
    approvals: dict[str, Approval] = field(default_factory=lambda: {})
    """What was asked of a person for a call, by the call."""
    grants: dict[str, list[Approval]] = field(default_factory=lambda: {})
    """What a person said yes to, or answered, by the call."""
    decided: dict[str, Approval] = field(default_factory=lambda: {})
    """What a person decided, by the approval."""
    project: Project | None = None
    """Where it works, as of when it was loaded."""

    def take(self, facts: Iterable[Fact]) -> RunState:
        """Take in what happened."""
        for fact in facts:
            if (take := _TAKES.get(type(fact))) is not None:
                take(self, fact)
        return self

    def begin_call(self, fact: CallStarted) -> None:
        """A call began."""
        self.begun.add(fact.id)

    def end_call(self, fact: CallCompleted | CallFailed) -> None:
        """A call ended."""
        result = fact.result
        data = from_recorded(result.data, self.blobs)
        self.results[fact.id] = result if data is result.data else result.model_copy(update={"data": data})

    def end_step(self, fact: Ended) -> None:
        """A step is done, or failed; what came of it stands in its call, where it made one."""
        if fact.call is not None:
            self.progress.apply(fact.model_copy(update={"result": self.results[fact.call].data}))
        else:
            self.progress.apply(as_it_was(fact, self.blobs))

    def take_approval(self, approval: Approval) -> None:
        """Take in what was asked of a person, or what they decided."""
        if approval.status is not ApprovalStatus.PENDING:
            self.decided[approval.id] = approval
        if approval.resumes is None:
            return
        call = approval.resumes.id
        self.approvals[call] = approval
        if approval.status is ApprovalStatus.GRANTED:
            self.grants.setdefault(call, []).append(approval)


async def load(run: str, journal: Journal, blobs: Blobs) -> RunState:
    """A run with everything that happened in it so far."""
    await journal.flush()
    return await load_from(journal.source, await Runs(journal.source).get(run), blobs)


async def load_from(source: Source, run: Run, blobs: Blobs) -> RunState:
    """A run that is known as it stands now, with everything that a database, or a transaction, says of it."""
    history = await RunHistories(source, TYPES, _matters).get(run.id)
    graph = history.graph
    if graph is None:
        raise Corrupt(f"The run {run.id!r} has no graph", hint="It was left as it is.")
    if run.plan is not None:
        run = as_derived(run, await _graphs_of(run.id, source))
    loaded = RunState(as_allowed(run, graph), graph, history.inputs, Progress(graph, history.inputs), blobs)
    loaded.project = history.project
    return loaded.take(history.facts)


_TAKES: Mapping[type[Fact], Callable[[RunState, Any], None]] = {
    **dict.fromkeys(_STEP_FACTS, lambda loaded, fact: loaded.progress.apply(fact)),
    **dict.fromkeys(_ASK_FACTS, lambda loaded, fact: loaded.take_approval(fact.approval)),
    **dict.fromkeys(
        (StepOpened, StepExpanded), lambda loaded, fact: loaded.progress.apply(as_it_was(fact, loaded.blobs))
    ),
    **dict.fromkeys((StepCompleted, StepFailed, StepSkipped, StepInterrupted), RunState.end_step),
    CallStarted: RunState.begin_call,
    CallCompleted: RunState.end_call,
    CallFailed: RunState.end_call,
}
"""What is done with each kind of fact; asking what a fact is by its ancestors takes five times as long."""


def _matters(type_: str, text: str) -> bool:
    """Whether a fact has to be read: a question that is about no call is told by its step as well."""
    return type_ != _REQUESTED or '"call":' in text


async def _graphs_of(run: str, source: Source) -> list[RunPlanned]:
    """All graphs a run had, the first one first."""
    events = await Events(source).read(LOG_START, Filter(run=run, types=("run.planned",)))
    return [event.data for event in events if isinstance(event.data, RunPlanned)]


def as_recorded(fact: StepFact, blobs: Blobs) -> StepFact:
    """A fact as it is recorded: what is large in it is kept once, and only referred to."""
    if type(fact) not in _MAY_BE_LARGE:
        return fact
    match fact:
        case StepCompleted() | StepFailed() | StepSkipped() | StepInterrupted():
            kept = to_recorded(fact.result, blobs)
            return fact if kept is fact.result else fact.model_copy(update={"result": kept})
        case StepOpened():
            return fact.model_copy(update={"inputs": to_recorded_params(fact.inputs, blobs)})
        case StepExpanded():
            return fact.model_copy(update={"items": [to_recorded(item, blobs) for item in fact.items]})
        case _:
            return fact


def in_call(fact: EndedFact, step: str | None, call: str | None) -> EndedFact:
    """What became of a step, as it is recorded when a call has its result: that is kept there, once."""
    has_result = fact.result is not None or isinstance(fact, StepCompleted)
    if call is None or fact.step != step or not has_result:
        return fact
    return fact.model_copy(update={"result": None, "call": call})


def as_it_was(fact: Ended | StepOpened | StepExpanded, blobs: Blobs) -> StepFact:
    """A recorded fact with all that it refers to."""
    match fact:
        case StepCompleted() | StepFailed() | StepSkipped() | StepInterrupted():
            result = from_recorded(fact.result, blobs)
            return fact if result is fact.result else fact.model_copy(update={"result": result})
        case StepOpened():
            return fact.model_copy(
                update={"inputs": {name: from_recorded(each, blobs) for name, each in fact.inputs.items()}}
            )
        case StepExpanded():
            return fact.model_copy(update={"items": [from_recorded(item, blobs) for item in fact.items]})


def call_id(run: str, node: Node) -> str:
    """The id of the call that a step's present attempt makes, always the same; only its end counts the attempts."""
    return f"{calls_of(run, node.place)}{node.attempt % 16**ATTEMPT:0{ATTEMPT}x}"


def calls_of(run: str, place: str) -> str:
    """What the ids of all calls begin with that attempts at a step make."""
    return f"call_{bytes_hash(f'{run}/{place}'.encode())[: 26 - ATTEMPT]}"


def child_id(run: str, place: str, attempt: int) -> str:
    """The id of the run in which an agent carries out an attempt at a step."""
    return f"run_{bytes_hash(f'{run}/{place}#{attempt}'.encode())[:26]}"
