"""Policy decision: what policies say about a call within the run's bounds, which only narrow. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from aule.contracts.access.capability import Approve, Capability, Effect, OnWrite, Policy
from aule.contracts.model import JsonObject
from aule.kernel.bounds import ON_WRITE, WITHOUT_WRITING, Bound, strictest
from aule.kernel.policy import Decision, Verdict, verdict

FILES = "files"
"""The category of capabilities that write project files, which a scope can limit."""
_WRITING = frozenset({Effect.WRITE, Effect.DELETE})


def on_write_of(bound: Bound, policies: Sequence[Policy]) -> OnWrite | None:
    """Return whether writes are made, proposed or refused, by the strictest of bounds and policies; None: unsaid."""
    if not any(policy.on_write == "propose" for policy in policies):
        return bound.on_write
    return strictest([bound.on_write, "propose"], ON_WRITE)


def decide(capability: Capability, params: JsonObject, policies: Sequence[Policy], bound: Bound) -> Verdict:
    """Decide a call under policies and bounds: what a policy refuses stays refused."""
    decided = verdict(capability, params, policies)
    if decided.decision is Decision.DENY:
        return decided
    if capability.effect is Effect.EXEC and not bound.is_free:
        return _command(decided, bound)
    on_write = on_write_of(bound, policies)
    if on_write is None or not is_writing(capability):
        return decided
    return _write(decided, capability, bound, on_write)


def is_writing(capability: Capability) -> bool:
    """Return whether bounds count a capability as writing; one that never needs approval does not count."""
    return capability.effect in _WRITING and capability.approval is not Approve.AUTO


def _command(decided: Verdict, bound: Bound) -> Verdict:
    match bound.exec:
        case "sandbox":
            return decided if decided.rule is not None else Verdict(Decision.ALLOW, "commands run in the box here")
        case "ask":
            return decided if decided.decision is Decision.ASK else Verdict(Decision.ASK, "each command asks here")
        case _:
            return Verdict(Decision.DENY, "running commands is switched off here (exec = off)")


def _write(decided: Verdict, capability: Capability, bound: Bound, on_write: OnWrite) -> Verdict:
    if on_write in WITHOUT_WRITING:
        return Verdict(Decision.ALLOW, f"nothing is written here (on_write = {on_write})")
    if decided.decision is Decision.ASK and decided.rule is not None:
        return decided
    if on_write == "apply" and capability.reversible and capability.category == FILES:
        return Verdict(Decision.ALLOW, "writes in scope are done at once here (on_write = apply)")
    if on_write == "ask" and (decided.rule is None or bound.protected):
        return Verdict(Decision.ASK, "each write asks here (on_write = ask)")
    return decided
