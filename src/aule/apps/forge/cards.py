"""The card of a tool: its source, what it may reach, its limits and what came of its tests, as texts to compare."""

from __future__ import annotations

import json
from collections.abc import Sequence

from aule.apps.forge.records import ForgedTool, ToolDraft, ToolReach, ToolTestResult
from aule.apps.forge.tool_calls import failed
from aule.apps.forge.words import say
from aule.contracts.access.differences import preview
from aule.sdk import FileDiff, Patch
from aule.sdk.descriptions import one_line


def card(before: ForgedTool | None, after: ForgedTool, locale: str) -> Patch:
    """Return what a person sees before a tool is kept; failing tests come first, and nothing is left out."""
    old_tests = None if before is None else tests_text(before.results, locale)
    files = [
        preview(f"{after.name}.tests.txt", _bytes(old_tests), _bytes(tests_text(after.results, locale))),
        preview(f"{after.name}.py", _bytes(None if before is None else before.source), _bytes(after.source)),
        preview(
            f"{after.name}.txt",
            _bytes(None if before is None else facts_text(before, locale)),
            _bytes(facts_text(after, locale)),
        ),
    ]
    return _patch([each for each in files if isinstance(each, FileDiff) and each.diff])


def tests_text(results: Sequence[ToolTestResult], locale: str) -> str:
    """Return what came of the tests, those that failed first."""
    bad = failed(results)
    lines = [say("tests_head", locale, passed=len(results) - len(bad), all=len(results))]
    for each in [*bad, *(each for each in results if each.ok)]:
        key = "test_passed" if each.ok else "test_failed"
        shown = {"title": one_line(each.title), "expected": one_line(each.expected), "got": one_line(each.got)}
        lines.append(say(key, locale, **shown))
    return "\n".join(lines) + "\n"


def facts_text(tool: ForgedTool, locale: str) -> str:
    """Return what a tool is called, takes, gives, may reach and may use."""
    scope = say("scope_home", locale) if tool.project is None else say("scope_project", locale, project=tool.project)
    limits = tool.limits
    lines = [
        say("fact_name", locale, name=tool.capability),
        say(f"fact_status_{tool.status}", locale),
        say("fact_title", locale, en=one_line(tool.title.en), pt=one_line(tool.title.pt)),
        say("fact_description", locale, en=one_line(tool.description.en), pt=one_line(tool.description.pt)),
        say(f"fact_runtime_{tool.runtime}", locale),
        say("fact_reach", locale, reach=reached(tool, locale)),
        *(_call_line(each, locale) for each in tool.reach),
        say("fact_limits", locale, seconds=limits.seconds, memory=limits.memory_mb, output=limits.output_kb),
        say("fact_scope", locale, scope=scope),
        say("fact_takes", locale, schema=_json(tool.params)),
        say("fact_gives", locale, schema=_json(tool.returns)),
        *(say("fact_example", locale, params=_json(each.params), result=_json(each.result)) for each in tool.examples),
    ]
    return "\n".join(lines) + "\n"


def reached(tool: ToolDraft, locale: str) -> str:
    """Return what a tool may reach, in one line."""
    if tool.calls:
        return say("reaches_calls", locale, most=tool.limits.calls)
    return say("reaches_nothing", locale) if tool.fetch is None else say("reaches", locale, url=tool.fetch.url)


def _call_line(each: ToolReach, locale: str) -> str:
    asks = say("call_asks" if each.asks else "call_passes", locale)
    return say("fact_call", locale, name=each.name, title=each.title, effect=say(each.effect.value, locale), asks=asks)


def difference(before: ForgedTool, after: ForgedTool, locale: str) -> Patch:
    """Return what two versions of a tool have different."""
    return card(before, after, locale)


def describe_failures(results: Sequence[ToolTestResult], locale: str) -> str:
    """Return the failing tests as one text for whoever has to mend them."""
    return tests_text(failed(results), locale).partition("\n")[2].strip()


def _patch(files: Sequence[FileDiff]) -> Patch:
    return Patch(
        files=list(files), added=sum(each.added for each in files), removed=sum(each.removed for each in files)
    )


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else text.encode()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
