"""What Atlas shows of a company, to people and to agents alike. Importing it registers all of it."""

from aule.apps.atlas.reading import (
    asking,
    check_ins,
    compare,
    cycle,
    dashboard,
    finding,
    governance,
    insights,
    log,
    pages,
    report,
    search,
    tree,
    trend,
)

__all__ = [
    "asking",
    "check_ins",
    "compare",
    "cycle",
    "dashboard",
    "finding",
    "governance",
    "insights",
    "log",
    "pages",
    "report",
    "search",
    "tree",
    "trend",
]
