"""Calls of tools made here: each in the source box, its result held against the schema that was approved."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, urlsplit

from aule.apps.forge.checks import PAGE, climbs, placeholders
from aule.apps.forge.records import ToolDraft, ToolExample, ToolTest, ToolTestResult
from aule.apps.forge.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import errors
from aule.sdk.descriptions import value_fault
from aule.sdk.run_time import problems_with
from aule.sdk.source import CallAnswer, SourceAnswer, SourceBox, SourceCall, WishedCall

MOST_SHOWN = 300
"""Characters of a value that a test result tells."""
MOST_PAGE = 500_000
MOST_SECONDS = 20
"""Seconds that all tests of a tool may take together."""


def address_of(draft: ToolDraft, params: JsonObject, locale: str) -> str:
    """Return the address a call reads; values of parameters cannot leave the place they were given."""
    assert draft.fetch is not None
    named = placeholders(draft.fetch.url)
    made = draft.fetch.url.format(**{name: quote(_plain(params.get(name, "")), safe="") for name in named})
    if climbs(urlsplit(made).path):
        raise errors.Invalid(say("bad_value", locale, problem=made[:200]), code="bad_value", field="params")
    return made


Answers = Callable[[WishedCall, int], Awaitable[CallAnswer]]
"""Makes the calls that the source of a tool wishes for, each with its number."""


@dataclass(frozen=True, slots=True)
class Stand:
    """What stands still while a tool that calls others is run again and again: its clock and its chance."""

    moment: str
    seed: str


async def run_tool(
    box: SourceBox,
    draft: ToolDraft,
    params: JsonObject,
    *,
    tag: str,
    locale: str,
    calling: tuple[Answers, Stand] | None = None,
) -> Any:
    """Return what a tool gives back; raise what went wrong, in the words of the caller's language."""
    call = _source_call(draft, params)
    if calling is None:
        answer = await box.run(call, tag)
    else:
        answers, stand = calling
        call = replace(call, is_fixed=True, moment=stand.moment, seed=stand.seed)
        answer = await _run_with_calls(box, call, answers, draft.limits.calls, tag)
    if answer.outcome == "call":
        told = say("too_many_calls", locale, most=draft.limits.calls)
        raise errors.Unsuccessful(told, given=None, code="too_many_calls")
    if answer.outcome != "done":
        raise errors.Unsuccessful(_reason(answer, locale), given=None, code=f"tool_{answer.outcome}")
    if problem := value_fault(answer.result, draft.returns):
        raise errors.Unsuccessful(
            say("wrong_result", locale, problem=problem),
            given=None,
            code="tool_result",
            hint=hint("wrong_result", locale),
        )
    return answer.result


async def _run_with_calls(box: SourceBox, call: SourceCall, answers: Answers, most: int, tag: str) -> SourceAnswer:
    """Run source from its start, with one more answer each time, until it comes to its end or wants too many."""
    known: list[CallAnswer] = []
    while True:
        answer = await box.run(replace(call, answers=tuple(known)), tag)
        if answer.wished is None or len(known) == most:
            return answer
        known.append(await answers(answer.wished, len(known) + 1))


async def run_tests(box: SourceBox, draft: ToolDraft, locale: str, now: Callable[[], float]) -> list[ToolTestResult]:
    """Return what came of each example and test; clock and chance stand still meanwhile."""
    results: list[ToolTestResult] = []
    began = now()
    for test in tests_of(draft):
        if now() - began > MOST_SECONDS:
            title, got = test.title or _shown(test.params), say("not_run", locale, seconds=MOST_SECONDS)
            results.append(ToolTestResult(title=title, ok=False, outcome="time", expected="", got=got))
        else:
            results.append(await _run_test(box, draft, test, locale))
    return results


async def first_results(box: SourceBox, draft: ToolDraft, locale: str) -> list[Any]:
    """Return what each example and test gives, where nobody said what it should give; raise what goes wrong."""
    found: list[Any] = []
    for test in tests_of(draft):
        if test.error is not None or test.result is not None:  # somebody said what comes of it
            found.append(test.result)
            continue
        given = {**test.params, PAGE: test.page or ""} if draft.fetch is not None else test.params
        answer = await box.run(_source_call(draft, given, is_fixed=True), "tests")
        if answer.outcome != "done":
            raise errors.Invalid(_reason(answer, locale), code=f"tool_{answer.outcome}", field="values")
        found.append(answer.result)
    return found


def tests_of(draft: ToolDraft) -> list[ToolTest]:
    """Return the tests of a tool: its examples come first."""
    return [*(_test(each) for each in draft.examples), *draft.tests]


def example_of(draft: ToolDraft) -> str:
    """Return the values of a tool's first test, as a person would say them."""
    first = next(iter(tests_of(draft)), None)
    given = {} if first is None else first.params
    needed = draft.params.get("required", [])
    shown = {name: given[name] for name in needed if name in given} or given
    told = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in shown.values()]
    return told[0].strip() if len(told) == 1 else "; ".join(map("{}={}".format, shown, told))


def failed(results: Sequence[ToolTestResult]) -> list[ToolTestResult]:
    """Return the tests that failed."""
    return [each for each in results if not each.ok]


async def _run_test(box: SourceBox, draft: ToolDraft, test: ToolTest, locale: str) -> ToolTestResult:
    title = test.title or _shown(test.params)
    expected = say("an_error", locale, words=test.error) if test.error is not None else _shown(test.result)
    if problem := next(problems_with(test.params, draft.params, "params"), None):
        return ToolTestResult(title=title, ok=False, outcome="error", expected=expected, got=problem[:MOST_SHOWN])
    params = {**_defaults(draft), **test.params}
    given = {**params, PAGE: test.page or ""} if draft.fetch is not None else params
    stand_ins = StandIns(draft, test, locale)
    call = _source_call(draft, given, is_fixed=True)
    answer = await _run_with_calls(box, call, stand_ins.answer, draft.limits.calls, "tests")
    ok, got = _judged(draft, test, answer, locale)
    if (fault := stand_ins.fault(answer)) is not None:
        ok, got = False, fault
    return ToolTestResult(
        title=title, ok=ok, outcome=answer.outcome, expected=expected, got=got[:MOST_SHOWN], line=answer.line
    )


class StandIns:
    """The answers of a test to calls of other capabilities: nothing is called, and so nothing happens."""

    def __init__(self, draft: ToolDraft, test: ToolTest, locale: str) -> None:
        self._left = list(test.calls)
        self._named = draft.calls
        self._locale = locale
        self._fault: str | None = None

    async def answer(self, wished: WishedCall, number: int) -> CallAnswer:
        """Return the first answer that is left for such a call; none is a fault of the test."""
        del number
        for each in self._left:
            if each.name == wished.name and (each.params is None or _same(each.params, wished.params)):
                self._left.remove(each)
                return CallAnswer(wished, each.result, each.error)
        key = "no_stand_in" if wished.name in self._named else "undeclared_call"
        told = say(key, self._locale, name=wished.name, params=_shown(wished.params))
        self._fault = self._fault or told
        return CallAnswer(wished, error=told)

    def fault(self, answer: SourceAnswer) -> str | None:
        """Return what is wrong with the calls that were made: one without an answer, too many, or too few."""
        if self._fault is not None:
            return self._fault
        if answer.outcome == "call":
            return say("endless_calls", self._locale)
        if self._left and answer.outcome == "done":
            return say("not_called", self._locale, name=self._left[0].name)
        return None


def _judged(draft: ToolDraft, test: ToolTest, answer: SourceAnswer, locale: str) -> tuple[bool, str]:
    """Return whether an answer is the expected one, and what it was."""
    if answer.outcome != "done":
        is_wanted = answer.outcome == "error" and test.error is not None and test.error in answer.message
        return is_wanted, _reason(answer, locale)
    if test.error is not None:
        return False, _shown(answer.result)
    if problem := value_fault(answer.result, draft.returns):
        return False, say("wrong_result", locale, problem=problem)
    return _same(answer.result, test.result), _shown(answer.result)


def _source_call(draft: ToolDraft, params: JsonObject, *, is_fixed: bool = False) -> SourceCall:
    limits = draft.limits
    return SourceCall(
        draft.source,
        params,
        limits.seconds,
        limits.memory_mb * 1024 * 1024,
        limits.output_kb * 1024,
        is_fixed=is_fixed,
        may_call=bool(draft.calls),
        runtime=draft.runtime,
    )


def _reason(answer: SourceAnswer, locale: str) -> str:
    where = "" if answer.line is None else say("line", locale, line=answer.line)
    # What an author raised in words needs no name of its kind.
    return say(f"outcome_{answer.outcome}", locale, message=answer.message.removeprefix("ValueError: "), where=where)


def _same(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal; 1 and 1.0 are, 1 and true are not, and rounding is forgiven."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return type(one) is type(other) and one == other  # pyright: ignore[reportUnknownArgumentType]


def _test(example: ToolExample) -> ToolTest:
    return ToolTest(params=example.params, result=example.result)


def _defaults(draft: ToolDraft) -> JsonObject:
    properties: dict[str, JsonObject] = draft.params.get("properties", {})
    return {name: each["default"] for name, each in properties.items() if "default" in each}


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)[:MOST_SHOWN]
