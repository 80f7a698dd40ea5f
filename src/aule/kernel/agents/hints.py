"""Hints: what the front understands of somebody's words, given to a full model as a guess.

A hint stands beside the words it is about, at the end of a prompt: the text before it stays the same, so that prompt
caches keep working. It has names and no ids, and there is none where the front is not sure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from aule.contracts.talk.brain import Attached, Name, Standing
from aule.contracts.talk.understanding import Understood, UnderstoodCall, Verdict
from aule.text.words import headline, tokens

MOST_TOKENS = 120
SURE = 0.4
"""The probability from which a reading is given to a full model."""
LIKELY = 0.25
"""The share of a trained capability from which words are worth being understood for a hint.

Of 857 requests 479 get a hint, all of them above it; 305 stay below it, 259 of the 276 that nothing here can do.
"""
LONGEST_VALUE = 60
MOST_LISTED = 3
REF, TITLE = "aule:guess", "how these words may be meant"
_HEAD = "A guess made by rules before you were asked. It may be wrong: the words themselves count."


def hint(told: Understood, standing: Standing, names: Sequence[Name]) -> Attached | None:
    """Return the hint for some words; None where nothing is sure."""
    wanted = [each for each in told.calls if each.share >= SURE]
    if told.decision not in (Verdict.DO, Verdict.ASK) or not wanted or len(wanted) < len(told.calls):
        return None
    titles = {each.id: each.title for each in names if each.id}
    lines = [_HEAD, *(f"- {_wanted(each, titles)}" for each in wanted), *_before(standing)]
    kept: list[str] = []
    for line in lines:
        if tokens("\n".join([*kept, line])) > MOST_TOKENS:
            break
        kept.append(line)
    return Attached(REF, TITLE, "\n".join(kept)) if len(kept) > 1 else None


def frames_of(told: Understood | None) -> list[str]:
    """Return the capabilities that may be meant, the likeliest first; none for small talk or unknown wishes."""
    if told is None or told.decision in (Verdict.OUTSIDE, Verdict.TALK):
        return []
    return list(dict.fromkeys(each.capability for each in (*told.calls, *told.others)))


def _wanted(call: UnderstoodCall, titles: Mapping[str, str]) -> str:
    """Return a reading in one line: its title, its tool, and its values by name."""
    values = "; ".join(f"{each.label}: {_shown(each.value, titles)}" for each in call.values)
    missing = f" (not said: {call.missing})" if call.missing else ""
    return f"{call.title} [{call.capability.replace('.', '__', 1)}] {values}".rstrip() + missing


def _before(standing: Standing) -> list[str]:
    """Return what the conversation was about before, as far as words may refer to it."""
    found: list[str] = []
    if standing.focus:
        spoken = "; ".join(f"{kind}: {headline(title, LONGEST_VALUE)}" for kind, title in standing.focus.items())
        found.append(f"Spoken of before: {spoken}")
    if standing.listed:
        listed = "; ".join(headline(title, LONGEST_VALUE) for title in standing.listed[:MOST_LISTED])
        found.append(f"Listed before, first: {listed}")
    if standing.plan:
        found.append("A plan waits for the person's decision.")
    return found


def _shown(value: Any, titles: Mapping[str, str]) -> str:
    match value:
        case str():
            return headline(titles.get(value, value), LONGEST_VALUE)
        case list():
            return headline(", ".join(_shown(each, titles) for each in cast("list[Any]", value)), LONGEST_VALUE)
        case _:
            return headline(json.dumps(value, ensure_ascii=False, default=str), LONGEST_VALUE)
