"""Results that a new step hands on: steps that come after it read its version instead of the one before it.

A step in which an agent makes a new version of a text (a review, a translation, a correction) hands that version on:
later steps that read the whole result before it read its result instead. Every other step hands nothing on: a question
to a person, a check, a count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from aule.apps.builder.graph_edits import AddStep, ChangeStep, Edit, SetOutput, dependencies_of
from aule.contracts.model import JsonObject
from aule.text.words import fold

_NEW_VERSION = re.compile(
    r"\b(?:revis(?!it)\w*|corri[gj]\w*|corre[cç]\w*|traduz\w*|traduc\w*|edit\w*|reescr\w*|reform\w*|melhor\w*|simplific\w*"
    r"|encurt\w*|form[ai]t\w*|anonim\w*|polish\w*|review\w*|proofread\w*|correct\w*|translat\w*|rewrit\w*|rephras\w*|improv\w*"
    r"|simplif\w*|shorten\w*|format\w*|copy-?edit\w*|clean\w* up)"
)
_READERS = ("params", "prompt", "ask", "inputs", "for_each", "interrupt")
"""Fields by which a step reads results; a condition keeps what it compares."""


def makes_new_version(what: str) -> bool:
    """Return whether what a step is asked to do gives a new version of what it reads."""
    return _NEW_VERSION.search(fold(what)) is not None


def rebindings(form: JsonObject, added: AddStep, source: str) -> list[Edit]:
    """Return the edits that let later steps read a new step's result instead of the whole result of `source`."""
    steps = cast("list[JsonObject]", form["steps"])
    return rebound_readers(form, _followers(steps, added, source), source, str(added.step["id"]))


def rebound_readers(form: JsonObject, begin: Sequence[str] | None, source: str, new: str) -> list[Edit]:
    """Return the edits by which steps read the result of `new` instead of the whole result of `source`.

    They are those that begin with some steps and all after them; without such a beginning, all that read it.
    """
    steps = cast("list[JsonObject]", form["steps"])
    [before] = [step for step in steps if step.get("id") == source]
    key = key_of(before)
    found: list[Edit] = []
    readers = [each for each in steps if each is not before] if begin is None else _after(steps, begin)
    for step in readers:
        if changed := rebound_fields(step, source, key, new):
            found.append(ChangeStep(type="change_step", id=str(step.get("id")), fields=changed))
    output = form.get("output")
    if output is not None and (rebound := _rebound(output, source, key, new)) != output:
        found.append(SetOutput(type="set_output", output=rebound))
    return found


def rebound_fields(step: JsonObject, source: str, key: str | None, new: str) -> JsonObject:
    """Return the fields of a step that read the whole result of `source`, as they read that of `new`."""
    fields = {name: step[name] for name in _READERS if name in step}
    return {name: value for name, old in fields.items() if (value := _rebound(old, source, key, new)) != old}


def key_of(step: JsonObject) -> str | None:
    """Return the shared key that holds the whole result of a step."""
    written = cast("list[str] | str", step.get("writes") or [])
    names = [written] if isinstance(written, str) else written
    return names[0] if len(names) == 1 else None  # with several, each has a part of the result


def _followers(steps: Sequence[JsonObject], added: AddStep, source: str) -> list[str]:
    """Return the steps that will wait for a new one."""
    if added.before is not None:
        return [added.before]
    if added.between is not None:
        return [added.between[1]]
    return [str(step.get("id")) for step in steps if source in dependencies_of(step)] if added.after is not None else []


def _after(steps: Sequence[JsonObject], begin: Sequence[str]) -> Iterator[JsonObject]:
    """Yield steps and all that wait for them, in the order of the document."""
    names = set(begin)
    grown = True
    while grown:
        more = {str(step.get("id")) for step in steps if names & set(dependencies_of(step))} - names
        grown = bool(more)
        names |= more
    yield from (step for step in steps if step.get("id") in names)


def _rebound(value: Any, source: str, key: str | None, new: str) -> Any:
    """Return a value in which whole results of a step are those of another one; parts of results stay."""
    match value:
        case str():
            roots = [rf"(?:steps|tasks)\.{re.escape(source)}\.result", *([rf"state\.{re.escape(key)}"] if key else [])]
            return re.sub(rf"(\{{\{{\s*)(?:{'|'.join(roots)})(\s*\}}\}})", rf"\g<1>steps.{new}.result\2", value)
        case list():
            return [_rebound(each, source, key, new) for each in cast("list[Any]", value)]
        case {"$from": str(path), **rest} if not rest:
            is_whole = path in (f"{source}.result", f"steps.{source}.result", *([f"state.{key}"] if key else []))
            return {"$from": f"{'steps.' * path.startswith('steps.')}{new}.result"} if is_whole else value
        case dict():
            return {name: _rebound(each, source, key, new) for name, each in cast("JsonObject", value).items()}
        case _:
            return value
