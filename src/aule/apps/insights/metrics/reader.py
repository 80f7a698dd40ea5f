"""Reading metrics: the ledger is brought up to date first, then figures are added up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from aule.apps.insights import queries
from aule.apps.insights.metrics import summary as sums
from aule.apps.insights.metrics.ledger import Ledger
from aule.sdk.system import Kernel


@dataclass(slots=True)
class Metrics:
    """Answers questions about figures."""

    kernel: Kernel
    ledger: Ledger

    async def summary(
        self, first: date | None, last: date | None, group: sums.Grouping, key: str | None = None
    ) -> sums.Summary:
        """Return what happened in some days, by what is asked; with a key, only that one."""
        is_complete = await self.ledger.catch_up()
        source, now = self.kernel.database, self.kernel.ambient.clock.now()
        first, last = sums.range_of(first, last, now.date())
        where = {"first": first.isoformat(), "last": last.isoformat()}
        whole = (
            {**where, "grouping": "day"} if key is None or group == "day" else {**where, "grouping": group, "key": key}
        )
        by_day = await queries.figures(source, "day", whole)
        series = sums.series_of(by_day, first, last)
        if group == "day":
            groups = [
                sums.GroupFigures(key=each.day, label=each.day, **each.model_dump(exclude={"day"})) for each in series
            ]
        else:
            groups = await sums.groups_of(source, group, where if key is None else {**where, "key": key})
        return sums.Summary(
            first=where["first"],
            last=where["last"],
            group=group,
            key=key,
            totals=sums.total_of(by_day.values()),
            groups=await self._labelled(group, groups),
            series=series,
            as_of=await queries.read_at(source, queries.LEDGER) or self.kernel.ambient.timestamp(),
            is_complete=is_complete,
        )

    async def _labelled(self, group: str, groups: list[sums.GroupFigures]) -> list[sums.GroupFigures]:
        """Return groups with the names that people know them by."""
        return groups
