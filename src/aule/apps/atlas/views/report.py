"""The status report of a company, as Markdown. Every figure in it is one that was looked up.

Titles are text somebody wrote: whatever Markdown could read into them is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from aule.apps.atlas.figures.months import read_day, read_month
from aule.apps.atlas.rows.titles import one_line, safe
from aule.apps.atlas.views.company_views import Attention, Cycle, Difference, Item, KeyResultCard, PillarCard, Totals
from aule.apps.atlas.views.report_words import Words, words_of


@dataclass(frozen=True, slots=True)
class ObjectivePart:
    """An objective and its key results."""

    item: Item
    pillar: str
    """The short id of its pillar."""
    key_results: Sequence[KeyResultCard] = ()
    owner: str | None = None
    due: str | None = None
    more: int = 0
    """Key results that are left out."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What changed since a day."""

    since: str
    before: float | None
    after: float | None
    improved: Sequence[Difference] = ()
    worsened: Sequence[Difference] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What a report is made of, all of it looked up."""

    company: str
    as_of: date
    progress: float | None
    totals: Totals
    pillars: Sequence[PillarCard]
    objectives: Sequence[ObjectivePart]
    attention: Sequence[Attention] = ()
    cycle: Cycle | None = None
    expected: float | None = None
    changes: Changes | None = None
    rows: int = 0
    """How many rows it was worked out from."""
    omitted: int = 0
    """Objectives that are left out."""


def title_of(report: Report, locale: str) -> str:
    """Return the title of a report."""
    return words_of(locale).say("title", one_line(report.company))


def write_report(report: Report, locale: str) -> str:
    """Return the report as Markdown, in the language of the reader."""
    words = words_of(locale)
    sections = [
        _head(report, words),
        _pillars(report, words),
        _attention(report, words),
        _changes(report.changes, words) if report.changes is not None else (),
        _objectives(report, words),
        [f"*{words.say('source', words.count('row', report.rows), words.day(report.as_of))}*"],
    ]
    return "\n\n".join("\n".join(lines) for section in sections if (lines := list(section))) + "\n"


def _head(report: Report, words: Words) -> Iterator[str]:
    yield f"# {words.say('title', safe(report.company))}"
    yield ""
    when = words.say("as of", words.day(report.as_of))
    if report.cycle is not None:
        span = words.say("span", _day(report.cycle.start, words), _day(report.cycle.end, words))
        when = f"{safe(report.cycle.name)} ({span}) · {when}"
    yield when
    yield ""
    planned = "" if report.expected is None else f" ({words.say('expected', words.percent(report.expected))})"
    yield f"**{words.say('progress')}: {words.percent(report.progress)}**{planned}"
    yield ""
    yield words.totals(report.totals)


def _pillars(report: Report, words: Words) -> Iterator[str]:
    if not report.pillars:
        return
    yield f"## {words.say('pillars')}"
    yield ""
    yield from _table(
        [words.say("pillar"), words.say("progress"), words.say("objectives"), "KRs"],
        [
            [_named(each), words.percent(each.progress), words.number(each.objectives), words.number(each.key_results)]
            for each in report.pillars
        ],
    )


def _attention(report: Report, words: Words) -> Iterator[str]:
    yield f"## {words.say('attention')}"
    yield ""
    if not report.attention:
        yield words.say("nothing")
    for each in report.attention:
        why = ", ".join(words.reasons[reason] for reason in each.why)
        said = [why]
        if each.progress is not None:
            said.append(words.say("its progress", words.percent(each.progress)))
        if each.due:
            said.append(words.say("due", _day(each.due, words)))
        if each.last_value_in:
            said.append(words.say("last value in", _month(each.last_value_in, words)))
        yield f"- **{_named(each)}**: {'; '.join(said)}"


def _changes(changes: Changes, words: Words) -> Iterator[str]:
    yield f"## {words.say('changed', _day(changes.since, words))}"
    yield ""
    yield f"{words.say('progress')}: {words.percent(changes.before)} → {words.percent(changes.after)}"
    for title, found in (("improved", changes.improved), ("worsened", changes.worsened)):
        if found:
            yield ""
            yield f"**{words.say(title)}**"
            yield ""
        for each in found:
            yield f"- {_named(each)}: {words.percent(each.before)} → {words.percent(each.after)}"


def _objectives(report: Report, words: Words) -> Iterator[str]:
    titles = {pillar.id: safe(pillar.title) for pillar in report.pillars}
    parts: dict[str, list[ObjectivePart]] = {id: [] for id in titles}
    for part in report.objectives:
        parts.setdefault(part.pillar if part.pillar in titles else "", []).append(part)
    for pillar, inside in parts.items():
        if inside:
            yield f"## {titles.get(pillar) or words.say('no pillar')}"
        for part in inside:
            yield ""
            yield from _objective(part, words)
        if inside:
            yield ""
    if report.omitted:
        yield words.say("more", words.count("objective", report.omitted))


def _objective(part: ObjectivePart, words: Words) -> Iterator[str]:
    yield f"### {_named(part.item)} — {words.percent(part.item.progress)}"
    said = [safe(words.status(part.item.status))] if part.item.status else []
    said += [words.say("owner", safe(part.owner))] if part.owner else []
    said += [words.say("due", _day(part.due, words))] if part.due else []
    if said:
        yield ""
        yield " · ".join(said)
    yield ""
    if not part.key_results:
        yield words.say("no key results")
        return
    yield from _table(
        ["KR", words.say("current"), words.say("target"), words.say("progress"), words.say("last value")],
        [
            [
                _named(each),
                _amount(each.current, each.unit, words),
                _amount(each.target, each.unit, words),
                words.percent(each.progress),
                _month(each.last_value_in, words) if each.last_value_in else "—",
            ]
            for each in part.key_results
        ],
    )
    if part.more:
        yield ""
        yield words.say("more", words.count("KR", part.more))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join(' --- ' if place == 0 else ' ---: ' for place in range(len(head)))}|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _named(item: Item) -> str:
    return f"{safe(item.title)} ({item.id})"


def _amount(value: float | None, unit: str | None, words: Words) -> str:
    if value is None:
        return "—"
    figure = words.number(value)
    match unit:
        case None | "":
            return figure
        case "R$" | "US$" | "$" | "€":
            return f"{unit} {words.money(value)}"
        case "%":
            return f"{figure}%"
        case _:
            return f"{figure} {safe(unit)}"


def _day(text: str, words: Words) -> str:
    day = read_day(text)
    return safe(text) if day is None else words.day(day)


def _month(key: str, words: Words) -> str:
    month = read_month(key)
    return safe(key) if month is None else words.month(month)
