"""Ambiguity: a parameter with several matches becomes a question, and the answer replaces the parameter.

Nothing is kept in memory meanwhile. The question names the parameter's path and the matches, so that an answer counts
for exactly that, also after a restart: the call is rebuilt from the first request and the answers so far.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, cast

from aule.contracts.access.approval import Approval, ApprovalKind, ApprovalOption, Choices
from aule.contracts.access.capability import Call
from aule.contracts.errors import Ambiguous, Match
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.context.context import Context
from aule.kernel.capabilities.gate.answers import QuestionAsked
from aule.kernel.capabilities.words import say

MOST_OPTIONS = 5
MOST_QUESTIONS = 3
"""How often one parameter is asked about; after that the call fails."""
_MATCH = "match:"
_LONGEST_ID = 150
_LONGEST_LABEL = 160


def resolved(call: Call, grants: Sequence[Approval]) -> Call:
    """Return a call with ambiguous parameters replaced by a person's answers."""
    params = call.params
    for path, value in _answers(grants):
        params = _replaced(params, path, value)
    return call if params is call.params else call.model_copy(update={"params": params})


def question_about(error: Ambiguous, context: Context, grants: Sequence[Approval]) -> QuestionAsked | None:
    """Return the question which match is meant, or None where nobody can be asked or it cannot be asked."""
    problem, call = error.problem, context.call
    path, meant = problem.field or "", [each for each in problem.matches if len(each.id) <= _LONGEST_ID][:MOST_OPTIONS]
    is_fresh = not (context.changes or context.artifacts or context.done)
    asked = sum(each == path for each, _ in _answers(grants))
    if context.run.session_id is None or not meant or not is_fresh or asked >= MOST_QUESTIONS:
        return None
    value = _found(call.params, path)
    if not isinstance(value, str | int | float):
        return None
    options = [ApprovalOption(id=f"{_MATCH}{each.id}", label=context.ports.redact(_label(each))) for each in meant]
    options.append(ApprovalOption(id="answer", label=say("answer", context.locale), input=True))
    question = context.ports.redact(say("which_one", context.locale, what=_line(str(value))))
    return QuestionAsked(Choices(question=question), options, about={path: [each.id for each in meant]})


def _answers(grants: Sequence[Approval]) -> Iterator[tuple[str, str]]:
    """Yield the paths of parameters a person was asked about, with the chosen values, in order."""
    for grant in grants:
        about = grant.binds.envelope.targets
        if grant.kind is not ApprovalKind.QUESTION or len(about) != 1 or grant.option is None:
            continue
        (path, meant), chosen = next(iter(about.items())), grant.option.removeprefix(_MATCH)
        if grant.option.startswith(_MATCH) and chosen in meant:
            yield path, chosen
        elif grant.option == "answer" and grant.answer:
            yield path, grant.answer.strip()


def _replaced(params: JsonObject, path: str, value: str) -> JsonObject:
    """Return parameters with another value at a path, without changing the original."""
    changed: JsonObject = json.loads(json.dumps(params))
    *above, last = path.split(".")
    holder: Any = _found(changed, ".".join(above)) if above else changed
    if _step(holder, last) is None:
        return params
    holder[int(last) if isinstance(holder, list) else last] = value
    return changed


def _found(params: JsonObject, path: str) -> Any:
    here: Any = params
    for step in path.split("."):
        here = _step(here, step)
    return here


def _step(here: Any, step: str) -> Any:
    """Return the value one step further along a path, or None."""
    if isinstance(here, dict):
        return cast("JsonObject", here).get(step)
    if isinstance(here, list) and step.isdecimal():
        items = cast("list[Any]", here)
        return items[int(step)] if int(step) < len(items) else None
    return None


def _label(match: Match) -> str:
    """Return a match in one line, with what it belongs to; its title was written by others."""
    where = f" — {_line(match.path)}" if match.path.strip() else ""
    status = f" ({_line(match.status)})" if match.status else ""
    return f"{_line(match.title)}{where}{status}"


def _line(text: str) -> str:
    line = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return line if len(line) <= _LONGEST_LABEL else f"{line[: _LONGEST_LABEL - 1]}…"
