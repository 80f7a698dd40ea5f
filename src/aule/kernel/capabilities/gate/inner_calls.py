"""Inner calls at the gate: those a tool makes in the course of its own call, each on record under a key of its own.

A tool that has to wait for a person is run again from its start. Each inner call has an id made of the call it belongs
to, its number and its content: so what was made is found in the log, and another order of calls is refused.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from aule.contracts.access.agent import Conduct
from aule.contracts.access.approval import Approval, ApprovalStatus
from aule.contracts.access.capability import Call, Capability, Effect, Result
from aule.contracts.access.change import ChangeStatus
from aule.contracts.errors import (
    ApprovalRequired,
    AuleError,
    BlockedByPolicy,
    Conflict,
    Denied,
    NeedsInput,
    Refused,
    StorageFailed,
)
from aule.contracts.events.facts import (
    ApprovalDenied,
    ApprovalExpired,
    ApprovalGranted,
    ApprovalRequested,
    ApprovalSuperseded,
    CallCompleted,
    CallFailed,
    CallStarted,
    Fact,
)
from aule.contracts.runs.team import SEAT_CALLS, WAITING_CALLS
from aule.kernel.capabilities.changes.blob_refs import from_recorded
from aule.kernel.capabilities.context.inner_calls import InnerCall
from aule.kernel.capabilities.context.ports import Ports
from aule.kernel.capabilities.gate.provenance import ASK_USER
from aule.kernel.capabilities.registry import Registry
from aule.kernel.conduct.call_rules import held_after
from aule.stores.repositories.changes import Changes
from aule.text.hashing import bytes_hash, content_hash

MOST_INNER = 100
"""How many calls tools may make in the course of one call, all together."""
DEEPEST = 4
"""How many calls may be under way inside each other."""
_STRENGTH = (Effect.READ, Effect.NAVIGATE, Effect.WRITE, Effect.DELETE, Effect.EXEC, Effect.EXTERNAL)
"""Effects from the weakest on: what left the machine cannot be taken back."""
_NOT_INNER = frozenset({ASK_USER, *WAITING_CALLS, *SEAT_CALLS})
_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})
_BEYOND = frozenset({Effect.EXEC, Effect.EXTERNAL})
_PLACE, _CONTENT = 14, 12
"""Characters of an inner call's id that say which call it is, and what it is."""
_TYPES = (
    *("call.started", "call.completed", "call.failed", "approval.requested", "approval.granted", "approval.denied"),
    *("approval.expired", "approval.superseded"),
)
_Asked = ApprovalRequested | ApprovalGranted | ApprovalDenied | ApprovalExpired | ApprovalSuperseded


class InnerWaits(Exception):
    """Raised through the body of a tool whose inner call waits for a person. Only the gate catches this."""

    def __init__(self, asked: ApprovalRequired | NeedsInput) -> None:
        super().__init__(str(asked))
        self.asked = asked


def strongest(effects: Sequence[Effect]) -> Effect:
    """Return the strongest of some effects; reading, where there is none."""
    return max(effects, key=_STRENGTH.index, default=Effect.READ)


def may_be_inner(capability: Capability) -> bool:
    """Return whether a tool may call a capability at all: not what asks a person questions or waits for agents."""
    return capability.name not in _NOT_INNER and not capability.internal


def refuse_undeclared(asking: Capability, name: str) -> None:
    """Refuse an inner call that the descriptor of the calling capability does not name."""
    if not any(name == each or (each.endswith(".*") and name.startswith(each[:-1])) for each in asking.calls):
        raise Refused(
            f"{asking.name!r} may not call {name!r}: its descriptor does not name it.",
            code="undeclared_call",
            hint="Name it among the calls of the tool; a person then sees it on the card.",
        )


def _refuse_stronger(asking: Capability, wanted: Capability) -> None:
    """Refuse an inner call that does more to the world than the calling capability was approved for."""
    if _STRENGTH.index(wanted.effect) > _STRENGTH.index(asking.effect) or not may_be_inner(wanted):
        raise Refused(
            f"{asking.name!r} is declared as {asking.effect}, so it may not call {wanted.name!r} ({wanted.effect}).",
            code="undeclared_effect",
            hint="Save the tool again, so that a person sees what it does now.",
        )


@contextmanager
def inner_boundary() -> Generator[None]:
    """Turn what an inner call waits for into `InnerWaits`, so that its tool does not see it."""
    try:
        yield
    except (ApprovalRequired, NeedsInput) as asked:
        raise InnerWaits(asked) from None


@dataclass(frozen=True, slots=True)
class InnerRecord:
    """What is on record of one inner call."""

    result: Result | None = None
    asked: Approval | None = None
    grants: tuple[Approval, ...] = ()
    is_cut_off: bool = False
    """Whether it began, and nothing is known of how it ended."""

    def refuse_denied(self) -> None:
        """Refuse a call that the person said no to, or is being asked about now."""
        match None if self.asked is None else self.asked.status:
            case ApprovalStatus.PENDING if self.asked is not None:
                raise InnerWaits(ApprovalRequired(f"{self.asked.title!r} needs your approval.", subject=self.asked.id))
            case ApprovalStatus.DENIED | ApprovalStatus.EXPIRED:
                raise Denied("The person said no to this.")
            case _:
                return


@dataclass(slots=True)
class InnerCalls:
    """The inner calls in the course of one call: those on record, and those made now."""

    root: Call
    run: str
    ports: Ports
    _records: dict[str, list[Fact]] | None = None
    _made: set[str] = field(default_factory=set[str])

    def call_of(self, asking: Call, wish: InnerCall) -> Call:
        """Return an inner call; its id is always the same for the same wish."""
        place = bytes_hash(f"{asking.id}/{wish.number}".encode())[:_PLACE]
        content = content_hash([wish.maker, wish.capability, wish.params])
        return Call(
            id=f"call_{place}{bytes_hash(content.encode())[:_CONTENT]}",
            capability=wish.capability,
            params=wish.params,
            idempotency_key=f"{asking.idempotency_key}/{wish.number}",
            within=self.root.model_copy(update={"bound_params": None}),
        )

    async def refusal(
        self,
        call: Call,
        known: InnerRecord,
        asking: Capability,
        registry: Registry,
        around: tuple[Sequence[str], Sequence[Conduct]],
    ) -> AuleError | None:
        """Return why a call is not made, or None; `around` are the calls above it and the rules of the agents."""
        above, conducts = around
        try:
            self._admit(call, above)
            wanted = registry.get(call.capability)
            _refuse_stronger(asking, wanted)
            _refuse_held(wanted, conducts)
            if known.is_cut_off and not await self._may_make_again(call, wanted):
                raise _cut_off(wanted.name)
        except StorageFailed:
            raise
        except AuleError as error:
            return error
        return None

    def _admit(self, call: Call, above: Sequence[str]) -> None:
        """Refuse a tool that calls itself, also by way of others, and more calls than may be made."""
        self._made.add(call.id)
        if call.capability in above:
            ring = " → ".join([*above[above.index(call.capability) :], call.capability])
            told = f"{call.capability!r} would call itself: {ring}."
            raise Refused(told, code="call_ring", hint="Take the call out of the tool.")
        if len(above) > DEEPEST:
            raise Refused(f"Tools call tools more than {DEEPEST} deep here.", code="too_deep")
        if len(self._made) > MOST_INNER:
            raise Refused(f"More than {MOST_INNER} calls in the course of one call.", code="too_many_calls")

    async def on_record(self, call: Call) -> InnerRecord:
        """Return what is on record of a call; raise `Conflict` where another one was made in its place."""
        records = await self._read()
        place = call.id[:-_CONTENT]
        if any(id.startswith(place) and id != call.id for id in records):
            raise Conflict(
                f"Run again, the tool calls {call.capability!r} where it called something else before.",
                code="tool_replay",
                hint="Nothing more was called. A tool has to make the same calls in the same order each time.",
            )
        return self._record_of(records.get(call.id, []))

    async def _may_make_again(self, call: Call, capability: Capability) -> bool:
        """Return whether a call that was cut off may be made again: it only looks, knows its key, or did nothing."""
        if capability.effect in _LOOKING or capability.idempotent:
            return True
        if not capability.reversible or capability.effect in _BEYOND:
            return False
        made = await Changes(self.ports.journal.source).of_run(self.run)
        return all(each.status is ChangeStatus.VOID for each in made if each.call == call.id)

    async def _read(self) -> dict[str, list[Fact]]:
        """Return what the log says of every call of the run, read once."""
        if self._records is None:
            self._records = {}
            await self.ports.journal.flush()
            for event in await self.ports.journal.read(None, run=self.run, types=_TYPES):
                id = _call_of(event.data)
                if id is not None:
                    self._records.setdefault(id, []).append(event.data)
        return self._records

    def _record_of(self, facts: Sequence[Fact]) -> InnerRecord:
        asked: dict[str, Approval] = {}
        for fact in facts:
            if isinstance(fact, CallCompleted | CallFailed):
                data = from_recorded(fact.result.data, self.ports.blobs)
                return InnerRecord(result=fact.result.model_copy(update={"data": data}))
            if isinstance(fact, _Asked):
                asked[fact.approval.id] = fact.approval
        latest = next(reversed(asked.values()), None)
        grants = tuple(each for each in asked.values() if each.status is ApprovalStatus.GRANTED)
        return InnerRecord(None, latest, grants, is_cut_off=bool(facts) and isinstance(facts[-1], CallStarted))


def _refuse_held(capability: Capability, conducts: Sequence[Conduct]) -> None:
    """Refuse an inner call whose result an agent's rules show to a person first: a tool cannot wait for that."""
    if held_after(capability, conducts) is not None:
        raise BlockedByPolicy(
            f"{capability.name!r} was not called: its result has to be seen by a person first.",
            hint="Call it by itself.",
        )


def _cut_off(capability: str) -> Conflict:
    """Return the error of an inner call that began before a stop, and is not made again."""
    return Conflict(
        f"The system stopped during {capability!r}, so it was not made a second time.",
        code="interrupted",
        hint="Look before doing it again.",
    )


def asks_in_course(call: Call) -> Refused:
    """Return the error of an inner call that has a question of its own: a tool cannot wait for the answer."""
    return Refused(
        f"{call.capability!r} has a question, which a tool cannot wait for.",
        code="asks_question",
        hint="Say exactly what is meant, or call it by itself.",
    )


def _call_of(fact: Fact) -> str | None:
    if isinstance(fact, CallStarted | CallCompleted | CallFailed):
        return fact.id
    if isinstance(fact, _Asked):
        return None if fact.approval.call is None else fact.approval.call.id
    return None
