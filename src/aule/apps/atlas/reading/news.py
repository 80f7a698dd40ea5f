"""News of Atlas for the first page: what is at risk in the company used last, and check-ins that are due."""

from __future__ import annotations

from aule.apps.atlas.app import atlas
from aule.apps.atlas.reading.attention import attention
from aule.apps.atlas.reading.check_ins import due_list
from aule.apps.atlas.reading.scores import score
from aule.apps.atlas.reading.view_context import look
from aule.apps.atlas.rows.queries import companies, last_changed
from aule.apps.atlas.views.company_views import Attention, Why
from aule.apps.atlas.words import say
from aule.sdk import News, NewsItem, Reading

_LATE: frozenset[Why] = frozenset({"delayed", "overdue", "at_risk"})
"""Reasons that cannot wait."""
_MOST = 5
"""Items told one by one; the check-ins that are due stand in a line of their own."""


@atlas.view("news")
async def news(reading: Reading) -> News:
    """What the first page tells of a company: what is at risk, and how many check-ins are due."""
    async with reading.snapshot() as source:
        rows = await companies(source)
        moments = await last_changed(source)
    if not rows:
        return News(is_empty=True)
    latest = max(rows, key=lambda row: moments.get(row.id, ""))
    async with look(reading, latest.short) as sight:
        scores = await score(sight.source, sight.scope, sight.as_of)
        troubled = await attention(sight, scores, most=_MOST)
        due = (await due_list(sight, most=1)).total
    items = [_item(each, reading.locale) for each in troubled]
    if due:
        items.insert(0, _due(latest.short, latest.title, due, reading.locale))
    return News.of(items)


def _due(company: str, name: str, count: int, locale: str) -> NewsItem:
    title = say("news_due" if count > 1 else "news_due_one", locale, count=count)
    return NewsItem(title=title, detail=name, tone="attention", path=f"/atlas/check-in?company={company}", count=count)


def _item(each: Attention, locale: str) -> NewsItem:
    why = ", ".join(say(f"news_why_{reason}", locale) for reason in each.why)
    return NewsItem(
        title=each.title,
        detail=" · ".join(filter(None, (why, each.path[-1] if each.path else ""))),
        tone="danger" if _LATE & set(each.why) else "attention",
        path=f"/atlas/{each.id}",
        when=each.due if "overdue" in each.why else None,
    )
