"""Trials at the gate: reading works, and every other call is only wished for. Pure."""

from __future__ import annotations

from aule.contracts.access.capability import Capability, Effect
from aule.contracts.errors import Refused
from aule.contracts.runs.run import Run
from aule.contracts.runs.trial import NO_EFFECTS, WOULD_ASK
from aule.kernel.policy import Decision, Verdict

_HINT = "Do not try it again. Answer as you would, and say what you would have done."


def refuse_effects(capability: Capability, run: Run, decided: Verdict) -> None:
    """Refuse a call of a trial that does more than read, or that a person would have to be asked about."""
    if run.trial is None:
        return
    if decided.decision is Decision.ASK:
        raise would_ask(capability.name)
    if capability.effect is not Effect.READ and decided.decision is Decision.ALLOW:
        raise no_effect(capability.name)


def refuse_in_trial(run: Run, what: str, *, asks: bool = False) -> None:
    """Refuse what a reading call does beyond reading: asking the person, or letting other agents and workflows work."""
    if run.trial is not None:
        raise would_ask(what) if asks else no_effect(what)


def no_effect(what: str) -> Refused:
    """Return the refusal of a call that a trial does not make."""
    return Refused(
        f"This is a trial: {what!r} was not called, and is on record as wished.", code=NO_EFFECTS, hint=_HINT
    )


def would_ask(what: str) -> Refused:
    """Return the refusal of a call that would have waited for the person, whom a trial never asks."""
    return Refused(
        f"This is a trial: {what!r} would wait for the person, and is on record as wished.", code=WOULD_ASK, hint=_HINT
    )
