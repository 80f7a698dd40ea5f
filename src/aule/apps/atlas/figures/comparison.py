"""What changed between two dates: which items went forward and which back (AT B.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from aule.apps.atlas.figures.numbers import shown
from aule.apps.atlas.figures.status import band
from aule.apps.atlas.views.company_views import Difference, Item

Figure = Decimal | float | None
MOST = 20
"""Items that are told in each direction, the largest changes first."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What went forward and what went back."""

    improved: list[Difference]
    worsened: list[Difference]


def difference(item: Item, before: Figure, after: Figure) -> Difference:
    """Return how one item's progress changed; the figures that are shown are the ones that are subtracted."""
    was, has_become = shown(before), shown(after)
    delta = None
    if was is not None and has_become is not None:
        delta = float(Decimal(repr(has_become)) - Decimal(repr(was)))
    return Difference(
        id=item.id,
        kind=item.kind,
        title=item.title,
        path=item.path,
        status=item.status,
        progress=has_become,
        band=band(has_become),
        before=was,
        after=has_become,
        delta=delta,
    )


def compare(
    items: Iterable[Item], before: Mapping[str, Figure], after: Mapping[str, Figure], most: int = MOST
) -> Compared:
    """Return what changed most, by the items' ids; a first value is an improvement, a lost one is not."""
    found = [difference(item, before.get(item.id), after.get(item.id)) for item in items]
    return Compared(
        improved=sorted((each for each in found if _rank(each) > 0), key=lambda each: (-_rank(each), each.id))[:most],
        worsened=sorted((each for each in found if _rank(each) < 0), key=lambda each: (_rank(each), each.id))[:most],
    )


def _rank(each: Difference) -> float:
    """Return how far it went: with no value on one side, all of what is on the other."""
    if each.delta is not None:
        return each.delta
    return (each.after or 0) - (each.before or 0)
