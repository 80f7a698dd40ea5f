"""Where a school's data come from: the tables here, or another platform over HTTP; capabilities cannot tell (SP-50).

What can be read is declared once, by `queries.SchoolQueries`; `resolver.Resolved` adds what people call things, and
`api_wrapper.remote.RemoteQueries` answers the same reads from a platform. The two sources below add writing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from aule.apps.school.api_wrapper.fonte import fonte_ligada
from aule.apps.school.embedded import Embedded
from aule.apps.school.queries import FIRST_DAY, LAST_DAY, Filtro

if TYPE_CHECKING:
    from aule.apps.school.api_wrapper.rest import RestSource
    from aule.sdk import Context

__all__ = ["FIRST_DAY", "LAST_DAY", "Embedded", "Filtro", "SchoolSource", "embedded", "source_of"]

SchoolSource: TypeAlias = "Embedded | RestSource"
"""What capabilities read a school with, and write it. What is said to it is an id or a name (SP-1)."""


async def source_of(context: Context) -> SchoolSource:
    """Return where the data of this call come from: the platform that is connected, or the tables here."""
    fonte = await fonte_ligada(context)
    if fonte is None:
        return Embedded(context)
    from aule.apps.school.api_wrapper.rest import RestSource  # only where a platform is connected

    return RestSource(context, fonte)


def embedded(context: Context) -> Embedded:
    """Return the tables here, whatever else is connected."""
    return Embedded(context)
