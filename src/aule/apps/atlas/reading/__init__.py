"""What Atlas shows of a company, to people and to agents alike. Importing it registers all of it."""

from aule.apps.atlas.reading import (
    answers,
    check_ins,
    compare,
    cycle,
    dashboard,
    global_search,
    governance,
    insights,
    log,
    news,
    pages,
    report,
    search,
    tree,
    trend,
)

__all__ = [
    "answers",
    "check_ins",
    "compare",
    "cycle",
    "dashboard",
    "global_search",
    "governance",
    "insights",
    "log",
    "news",
    "pages",
    "report",
    "search",
    "tree",
    "trend",
]
