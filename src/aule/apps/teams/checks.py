"""Whether a team makes sense: what is wrong with it, told with the field it stands in. Pure."""

from __future__ import annotations

from collections import Counter

from aule.apps.teams.conditions import read_condition
from aule.apps.teams.records import HandoffRule, TeamDraft
from aule.apps.teams.words import hint, say
from aule.sdk import errors


def check_team(team: TeamDraft, locale: str) -> None:
    """Raise what is wrong with a team."""
    members = [each.agent for each in team.agents]
    twice = next((agent for agent, count in Counter(members).items() if count > 1), None)
    if twice is not None:
        raise _wrong("twice", "agents", locale, agent=twice)
    reviewer = None if team.review is None else team.review.reviewer
    if reviewer is not None and reviewer not in members:
        raise _wrong("no_member", "review.reviewer", locale, agent=reviewer)
    if members == [reviewer]:
        raise _wrong("only_reviewer", "review.reviewer", locale, agent=reviewer)
    for place, agent in enumerate(team.fallback):
        if agent not in members:
            raise _wrong("no_member", f"fallback.{place}", locale, agent=agent)
    for place, rule in enumerate(team.handoff_rules):
        _check_rule(rule, place, members, locale)


def _check_rule(rule: HandoffRule, place: int, members: list[str], locale: str) -> None:
    where = f"handoff_rules.{place}"
    for field, agent in (("from_agent", rule.from_agent), ("to_agent", rule.to_agent)):
        if agent not in members:
            raise _wrong("no_member", f"{where}.{field}", locale, agent=agent)
    if rule.from_agent == rule.to_agent:
        raise _wrong("to_itself", f"{where}.to_agent", locale, agent=rule.to_agent)
    if not rule.condition.strip():
        return
    try:
        read_condition(rule.condition)
    except errors.Invalid as error:
        raise errors.Invalid(str(error), hint=error.problem.hint, field=f"{where}.condition") from None


def _wrong(key: str, field: str, locale: str, **values: object) -> errors.Invalid:
    return errors.Invalid(say(key, locale, **values), hint=hint(key, locale, **values), field=field, code=key)
