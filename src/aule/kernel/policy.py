"""Who may do what without asking: a pure function below the gate.

Deny wins over ask, ask over allow, and what no rule names is decided by the
capability's own need for approval. A rule is `app.name`, `app.*` or `*`, optionally
with a pattern on what is touched: `core.write_file(notes/**)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from aule.contracts.access.agent import Allowed
from aule.contracts.access.capability import Approve, Call, Capability, Effect, Envelope, Policy
from aule.contracts.errors import AuleError, Invalid
from aule.contracts.runs.team import SEAT_CALLS
from aule.sandbox.globs import Globs
from aule.sandbox.names import canonical
from aule.text.hashing import content_hash

_LOOKING = frozenset({Effect.READ, Effect.NAVIGATE})
_RULE = re.compile(r"^(?P<name>\*|[a-z][a-z0-9_]*\.(?:\*|[a-z][a-z0-9_]*))(?:\((?P<pattern>.+)\))?$")


class Decision(StrEnum):
    """What a policy says about a call."""

    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision, why in words, and the person's own rule behind it if there is one."""

    decision: Decision
    why: str
    rule: str | None = None
    note: str = ""
    """What the card should say about it, in the person's language."""
    hosts: tuple[str, ...] = ()
    """Hosts a yes would count for, in the rest of the conversation."""
    addresses: tuple[str, ...] = ()
    """Single addresses a yes would cover as well."""


def verdict(capability: Capability, params: dict[str, Any], policies: Sequence[Policy]) -> Verdict:
    """Decide a call under the owner's policy and those of the agents in charge, from the top down.

    What one denies or asks, no other can allow; without a rule of the owner's, all agents have to allow it.
    """
    touched = targets(capability, params)
    for policy in policies:
        if rule := _first(policy.deny, capability.name, touched):
            return Verdict(Decision.DENY, f"the rule {rule!r} forbids it", rule)
    if capability.effect not in _LOOKING and any(policy.on_write == "fail" for policy in policies):
        return Verdict(Decision.DENY, "having an effect is switched off here (on_write = fail)")
    for policy in policies:
        if rule := _first(policy.ask, capability.name, touched):
            return Verdict(Decision.ASK, f"the rule {rule!r} asks each time", rule)
    allowing = [_first(policy.allow, capability.name, touched, every=True) for policy in policies]
    rule = allowing[0] or (allowing[-1] if all(allowing[1:]) else None)
    if rule is not None:
        return Verdict(Decision.ALLOW, f"the rule {rule!r} allows it", rule)
    return _by_need(capability, policies)


def permitted(name: str, allowed: Allowed) -> bool:
    """Whether an agent's own list lets it use a capability at all, be it only for some targets."""
    return _allowed(name, allowed.allow) and not _listed(name, allowed.deny)


def permitted_by_all(name: str, lists: Iterable[Sequence[str]]) -> bool:
    """Whether every ancestor's list lets a sub-agent use a capability. A `!name` entry forbids."""
    return all(
        _allowed(name, [entry for entry in entries if not entry.startswith("!")])
        and not _listed(name, [entry[1:] for entry in entries if entry.startswith("!")])
        for entries in lists
    )


def permits_targets(name: str, touched: Sequence[str], lists: Iterable[Sequence[str]]) -> bool:
    """Whether every list lets a call touch what it touches: `mcp.call_tool(notes.*)` allows those targets alone.

    A `!name(pattern)` entry forbids some targets. Where an entry names the capability without a pattern, all are free.
    """
    for entries in lists:
        patterns = [found for entry in entries if (found := _pattern(name, entry)) is not None]
        forbidden = [
            found for entry in entries if entry[:1] == "!" and (found := _pattern(name, entry[1:])) is not None
        ]
        spelled = [spelling for target in touched for spelling in _spellings(target)]
        if any(_matches(each, pattern, forbidding=True) for each in spelled for pattern in forbidden):
            return False
        if not patterns or _listed(name, entries):
            continue
        if not spelled or not all(any(_matches(each, one, forbidding=False) for one in patterns) for each in spelled):
            return False
    return True


def may_use(name: str, allowed: Allowed, above: Iterable[Sequence[str]], *, is_seated: bool) -> bool:
    """Whether an agent may use a capability by its own list and by those of all it works for.

    Whoever speaks for a team may hand over although no list names that, unless one forbids it.
    """
    if name not in SEAT_CALLS:
        return permitted(name, allowed) and permitted_by_all(name, above)
    lists = [as_list(allowed), *above]
    return is_seated and permitted_by_all(name, ([*entries, name] for entries in lists))


def as_list(allowed: Allowed) -> list[str]:
    """An agent's list in the form runs carry it."""
    return [*allowed.allow, *(f"!{name}" for name in allowed.deny)]


def targets(capability: Capability, params: dict[str, Any]) -> list[str]:
    """What a call touches: the values of the parameters its capability declares as targets."""
    found: list[str] = []
    for name in capability.targets:
        value = params.get(name)
        found += [str(item) for item in value] if isinstance(value, list) else [str(value)] if value is not None else []  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return found


def covered(envelope: Envelope, capability: Capability, call: Call, made: int) -> bool:
    """Whether a call is one of those a person allowed beforehand; `made` is how many of them there were before it.

    A parameter that says what is touched has to be one of the values that were seen. Where none says so, anything
    might: then all that is given has to be as it was seen.
    """
    if capability.effect in _LOOKING or made >= envelope.calls.get(capability.name, 0):
        return False  # looking is never counted, so no number of looks can be allowed
    seen, bound = envelope.targets, call.bound_params or {}
    if not capability.targets:
        return _was_seen(call.params, seen.get(capability.name, []))
    return all(
        _was_seen(bound.get(name), seen.get(target_key(capability.name, name), [])) for name in capability.targets
    )


def _was_seen(value: Any, seen: Sequence[Any]) -> bool:
    """Whether a value is one of some, as JSON: 1 is not true."""
    return any(value == each and content_hash(value) == content_hash(each) for each in seen)


def target_key(capability: str, param: str) -> str:
    """How an envelope names a parameter that says what is touched."""
    return f"{capability}.{param}"


def _by_need(capability: Capability, policies: Sequence[Policy]) -> Verdict:
    match capability.approval:
        case Approve.AUTO:
            return Verdict(Decision.ALLOW, f"{capability.effect} needs no approval here")
        case Approve.PLAN:
            if policies and policies[0].on_write == "apply" and capability.reversible:
                return Verdict(Decision.ALLOW, "reversible writes are applied at once (on_write = apply)")
            return Verdict(Decision.ASK, f"a {capability.effect} outside an approved plan asks")
        case Approve.ONCE:
            return Verdict(Decision.ASK, f"{capability.effect} asks once in a conversation")
        case Approve.ALWAYS:
            return Verdict(Decision.ASK, f"{capability.effect} asks each time")


def _first(rules: Sequence[str], name: str, touched: Sequence[str], *, every: bool = False) -> str | None:
    """The first rule that speaks about this call. An allowing pattern must cover every target, a forbidding one any."""
    for rule in rules:
        match = _RULE.match(rule)
        if match is None:
            # A rule nobody can read must never open a door; where it forbids, it forbids everything.
            if every:
                continue
            return rule
        if not _named(name, match["name"]):
            continue
        pattern = match["pattern"]
        if pattern is None:
            return rule
        covers = all if every else any
        spelled = [spelling for target in touched for spelling in _spellings(target)]
        if spelled and covers(_matches(spelling, pattern, forbidding=not every) for spelling in spelled):
            return rule
    return None


def _spellings(target: str) -> list[str]:
    """A target as it was given and, where it may be a path, as the workspace is going to read it."""
    if "://" in target:
        return [target]
    try:
        return list({target: None, canonical(target): None})
    except AuleError:
        return [target, ""]  # no pattern covers nothing, so what cannot be read as a path is never allowed by one


def _matches(target: str, pattern: str, *, forbidding: bool) -> bool:
    """Whether a target fits a pattern; one nobody can read forbids and never allows. Only a ban sees hidden names."""
    try:
        return Globs([pattern], hidden=forbidding).match(target)
    except Invalid:
        return forbidding


def _listed(name: str, entries: Sequence[str]) -> bool:
    return any(_named(name, entry) for entry in entries)


def _allowed(name: str, entries: Sequence[str]) -> bool:
    return _listed(name, entries) or any(_pattern(name, entry) is not None for entry in entries)


def _pattern(name: str, entry: str) -> str | None:
    """Return the pattern that an entry of an agent's list has for a capability; None where it has none."""
    match = _RULE.match(entry) if entry.endswith(")") else None
    return match["pattern"] if match is not None and _named(name, match["name"]) else None


def _named(name: str, entry: str) -> bool:
    return entry in ("*", name) or (entry.endswith(".*") and name.startswith(entry[:-1]))
