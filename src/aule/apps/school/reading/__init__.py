"""Pages of School Power, read without a run."""

from aule.apps.school.reading import (
    calendar,
    catalogs,
    class_page,
    connection_page,
    home,
    items,
    lists,
    news,
    overviews,
    register,
    search,
    student_page,
)

__all__ = [
    "calendar",
    "catalogs",
    "class_page",
    "connection_page",
    "home",
    "items",
    "lists",
    "news",
    "overviews",
    "register",
    "search",
    "student_page",
]
