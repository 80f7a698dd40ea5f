"""The insights of a company, each with the figures it goes by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from aule.apps.atlas.app import atlas
from aule.apps.atlas.capabilities.insight_rules import SEVERITIES
from aule.apps.atlas.reading.pages import items
from aule.apps.atlas.reading.sentences import Sentences
from aule.apps.atlas.reading.view_context import ViewContext, item, look, words
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import BY_NOUN, INSIGHTS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.views.company_views import Item
from aule.apps.atlas.views.governance_views import Evidence, InsightCard, Insights
from aule.sdk import Context, Effect, Model, Reading

MOST = 200


class Listed(Model):
    """The open insights of a company, in words and one by one."""

    text: str
    insights: list[InsightCard]


@atlas.view("insights")
async def insights(reading: Reading, company: str = "", status: str = "active") -> Insights:
    """The insights of a company in a status, the most severe first."""
    async with look(reading, company) as sight:
        return await insights_of(sight, status)


@atlas.capability(
    effect=Effect.READ, category="strategy", anywhere=True, title={"en": "List insights", "pt": "Listar insights"}
)
async def list_insights(
    context: Context, company: Annotated[str, "The company's id or name; left out: the only or last one."] = ""
) -> Listed:
    """List the open insights of a company, the most severe first, each with the figures it goes by."""
    async with look(context.reading, company) as sight:
        found = await insights_of(sight, "active")
        return Listed(text=Sentences(context.locale).insights(found.insights), insights=found.insights)


async def insights_of(sight: ViewContext, status: str) -> Insights:
    """Return the insights of a company in a status."""
    rows = await sight.queries.of_kind(INSIGHTS)
    wanted = [row for row in rows if (row.status or "active") == status]
    wanted.sort(key=lambda row: (-_rank(row.record.get("severity")), row.position))
    counted = [row.status for row in rows]
    return Insights(
        company=sight.company,
        insights=[await _card(sight, row) for row in wanted[:MOST]],
        dismissed=counted.count("dismissed"),
        resolved=counted.count("resolved"),
    )


async def _card(sight: ViewContext, row: Row) -> InsightCard:
    record = row.record
    metadata: Mapping[str, Any] = record["metadata"] if exact.is_object(record.get("metadata")) else {}
    source = metadata.get("source")
    return InsightCard(
        **item(row, {}).model_dump(exclude={"status"}),
        status=row.status or "active",
        description=words(record.get("description")),
        insight_type=words(record.get("insight_type")) or "info",
        severity=words(record.get("severity")) or "medium",
        category=words(record.get("category")) or "",
        source=source if source in ("figures", "agent", "person") else "import",
        rule=words(metadata.get("rule")),
        evidence=_evidence(metadata.get("evidence")),
        about=await _about(sight, record),
        confirmed_by=words(record.get("confirmed_by")),
        confirmed_at=words(record.get("confirmed_at")),
        created_at=words(record.get("created_at")),
        stamp=row.stamp,
    )


async def _about(sight: ViewContext, record: Mapping[str, Any]) -> Item | None:
    kind, id = BY_NOUN.get(str(record.get("related_entity_type"))), record.get("related_entity_id")
    row = await sight.queries.row(kind.table, id) if kind is not None and isinstance(id, str) else None
    return None if row is None else (await items(sight, [row]))[0]


def _evidence(given: Any) -> list[Evidence]:
    """Return the figures of an insight; what others wrote there and is no figure is left to the row."""
    if not exact.is_list(given):
        return []
    told: list[Evidence] = []
    for each in given:
        if not exact.is_object(each) or not isinstance(each.get("item"), str):
            continue
        value = exact.plain(each.get("value"))
        told.append(
            Evidence(
                item=str(each["item"]),
                title=words(each.get("title")) or "",
                figure=words(each.get("figure")) or "",
                value=value if isinstance(value, str | int | float) and not isinstance(value, bool) else None,
                unit=words(each.get("unit")),
            )
        )
    return told


def _rank(severity: Any) -> int:
    return SEVERITIES.index(severity) if severity in SEVERITIES else 0
