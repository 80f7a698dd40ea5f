"""Citations: the passages of documents that an initiative or a key result comes from, as its row holds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.views.company_views import CitedPassage

SOURCES = "sources"


def cited_in(record: Mapping[str, Any]) -> list[CitedPassage]:
    """Return the passages of a row; what an import left there that is none of ours is not shown, and stays."""
    given = record.get(SOURCES)
    return [_passage(each) for each in given if _is_passage(each)] if exact.is_list(given) else []


def _is_passage(value: Any) -> bool:
    return exact.is_object(value) and isinstance(value.get("document"), str) and isinstance(value.get("passage"), str)


def _passage(value: Mapping[str, Any]) -> CitedPassage:
    page, path = value.get("page"), str(value.get("path") or "")
    return CitedPassage(
        document=value["document"],
        title=str(value.get("title") or ""),
        passage=value["passage"],
        page=int(page) if exact.is_number(page) else None,
        section=str(value.get("section") or ""),
        path=path if path.startswith("/knowledge/") else "",
    )
