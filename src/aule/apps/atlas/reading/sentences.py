"""What agents and recipes say about a company, in the reader's language; every figure is handed in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from aule.apps.atlas.figures.months import read_day
from aule.apps.atlas.rows.titles import safe
from aule.apps.atlas.views.company_views import Attention, Comparison, Difference, Due, Hits, Item, PillarCard, Totals
from aule.apps.atlas.views.governance_views import InsightCard, MeetingCard
from aule.apps.atlas.views.report_words import words_of
from aule.apps.atlas.words import MESSAGES, say

_MOST = 20
_LAST = 5
"""Meetings that were, of which so many are told."""
_MEASURED = frozenset({"pillar", "objective", "key_result", "initiative", "project"})
"""What has a progress."""


class Sentences:
    """Sentences in one language."""

    def __init__(self, locale: str) -> None:
        self._locale = locale
        self._words = words_of(locale)

    def summary(
        self, company: str, progress: float | None, totals: Totals, pillars: Sequence[PillarCard], asking: int
    ) -> str:
        """Return how a company is doing."""
        lines = [f"**{safe(company)}: {self._words.percent(progress)}**", "", self._words.totals(totals), ""]
        lines += [f"- {self._named(each)}: {self._words.percent(each.progress)}" for each in pillars[:_MOST]]
        if asking:
            lines += ["", MESSAGES.say_count("ask_for_attention", asking, self._locale)]
        return "\n".join(lines)

    def attention(self, items: Sequence[Attention]) -> str:
        """Return what asks for attention, and why."""
        if not items:
            return self._words.say("nothing")
        return "\n".join(f"- {self._named(each)}: {self._why(each)}" for each in items)

    def insights(self, items: Sequence[InsightCard]) -> str:
        """Return the open insights, and what each of them says."""
        if not items:
            return say("no_open_insight", self._locale)
        lines = [
            f"- {self._named(each)}" + (f": {safe(each.description)}" if each.description else "") for each in items
        ]
        return "\n".join([*lines[:_MOST], *self._more(len(lines) - _MOST)])

    def meetings(self, ahead: Sequence[MeetingCard], past: Sequence[MeetingCard]) -> str:
        """Return the meetings to come, and the last ones that were."""
        if not ahead and not past:
            return say("no_meeting_yet", self._locale)
        lines = [self._meeting(each) for each in ahead[:_MOST]]
        if not ahead:
            lines.append(say("no_meeting_planned", self._locale))
        if past:
            lines += [
                "",
                say("past_meetings", self._locale),
                *(self._meeting(each) for each in past[:_LAST]),
            ]
        return "\n".join([*lines, *self._more(len(ahead) + len(past) - min(len(ahead), _MOST) - min(len(past), _LAST))])

    def due(self, items: Sequence[Due], total: int) -> str:
        """Return which check-ins are due."""
        if not items:
            return say("no_stale_key_result", self._locale)
        head = MESSAGES.say_count("key_results_due", total, self._locale)
        lines = [f"- {self._named(each)}: {self._since(each)}" for each in items[:_MOST]]
        return "\n".join([head, *lines, *self._more(total - len(lines))])

    def hits(self, found: Hits, q: str) -> str:
        """Return what a search found."""
        if not found.items:
            return say("nothing_found_for", self._locale, q=q)
        lines = [f"- {self._line(each)}" for each in found.items]
        return "\n".join([*lines, *self._more(found.total - len(lines))])

    def item(self, item: Item, children: Sequence[Item], facts: Sequence[str] = ()) -> str:
        """Return one item and what belongs to it."""
        lines = [f"**{self._line(item)}**", *facts, *(f"- {self._line(each)}" for each in children[:_MOST])]
        return "\n".join([*lines, *self._more(len(children) - _MOST)])

    def figures(self, current: float | None, target: float | None, unit: str | None) -> str:
        """Return where a key result stands."""
        here, there = self._figure(current), self._figure(target)
        of = f" {safe(unit)}" if unit else ""
        return say("current_and_target", self._locale, here=here, of=of, there=there)

    def compared(self, found: Comparison) -> str:
        """Return what changed between two days."""
        since, until = (self._words.day(date.fromisoformat(each)) for each in (found.since, found.until))
        span = say("from_to", self._locale, since=since, until=until)
        lines = [f"{span}: {self._words.percent(found.before)} → {self._words.percent(found.after)}"]
        lines += self._moved(self._words.say("improved"), found.improved)
        lines += self._moved(self._words.say("worsened"), found.worsened)
        if found.made:
            lines += ["", say("changes_made", self._locale), *(f"- {self._line(each)}" for each in found.made)]
        if found.finished:
            title = say("changes_finished", self._locale)
            lines += ["", title, *(f"- {self._line(each)}" for each in found.finished)]
        if len(lines) == 1:
            lines.append(say("nothing_changed", self._locale))
        return "\n".join(lines)

    def _meeting(self, card: MeetingCard) -> str:
        day = self._words.day(date.fromisoformat(card.date)) if card.date and read_day(card.date) else ""
        parts = [self._named(card), " ".join(filter(None, (day, card.time))), safe(card.location or "")]
        return "- " + " · ".join(filter(None, parts))

    def _why(self, item: Attention) -> str:
        reasons = ", ".join(self._words.reasons[why] for why in item.why)
        return reasons if item.progress is None else f"{reasons}; {self._words.percent(item.progress)}"

    def _figure(self, value: float | None) -> str:
        return self._words.say("no data") if value is None else self._words.number(value)

    def _moved(self, title: str, items: Sequence[Difference]) -> list[str]:
        if not items:
            return []
        told = [
            f"- {self._named(each)}: {self._words.percent(each.before)} → {self._words.percent(each.after)}"
            for each in items
        ]
        return ["", f"**{title}**", *told]

    def _line(self, item: Item) -> str:
        parts = [self._named(item)]
        parts += [self._words.status(item.status)] if item.status else []
        parts += [self._words.percent(item.progress)] if item.kind in _MEASURED else []
        return " · ".join(parts)

    def _named(self, item: Item) -> str:
        return f"{safe(item.title)} ({item.id})"

    def _since(self, due: Due) -> str:
        if due.days is None:
            return say("never", self._locale)
        return MESSAGES.say_count("days_ago", due.days, self._locale)

    def _more(self, count: int) -> list[str]:
        return [say("and_more", self._locale, count=count)] if count > 0 else []
