"""What a page says of itself: its title, its author, and when it was published."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, cast

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_TITLES = ("og:title", "twitter:title", "dc.title", "title")
_AUTHORS = ("author", "article:author", "dc.creator", "parsely-author")
_DATES = ("article:published_time", "og:published_time", "date", "datepublished", "dc.date", "pubdate", "publish-date")
_MOST_DATA = 400_000
"""Characters of data within a page that are looked at."""


def page_facts(tree: Any) -> dict[str, str]:
    """Return title, author and date of a page, as far as it says them."""
    told = _told(tree)
    data = list(_data(tree))
    headings = [each.text_content() for each in tree.iter("h1")]
    titles = [told.get(name, "") for name in _TITLES]
    authors = [told.get(name, "") for name in _AUTHORS]
    times = [each.get("datetime") or "" for each in tree.iter("time")]
    found = {
        "title": _first([*titles[:1], *_values(data, "headline"), *headings[:1], *titles[1:], *_title(tree)]),
        "author": _first([*_values(data, "author"), *(each for each in authors if "://" not in each)]),
        "date": _day([*_values(data, "datePublished"), *(told.get(name, "") for name in _DATES), *times]),
    }
    return {name: value for name, value in found.items() if value}


def _title(tree: Any) -> list[str]:
    return [each.text or "" for each in tree.iter("title")][:1]


def _told(tree: Any) -> dict[str, str]:
    """Return what stands in the page's head, by names in small letters."""
    found: dict[str, str] = {}
    for each in tree.iter("meta"):
        name = each.get("property") or each.get("name") or each.get("itemprop") or ""
        found.setdefault(name.lower(), each.get("content") or "")
    return found


def _data(tree: Any) -> Iterator[dict[str, Any]]:
    """Yield the things that a page describes as JSON-LD."""
    for each in tree.iter("script"):
        if each.get("type") != "application/ld+json" or len(each.text or "") > _MOST_DATA:
            continue
        try:
            waiting: list[Any] = [json.loads(each.text or "")]
        except ValueError:
            continue
        while waiting:
            one = waiting.pop(0)
            if isinstance(one, list):
                waiting = [*cast("list[Any]", one), *waiting]
            elif isinstance(one, dict):
                thing = cast("dict[str, Any]", one)
                yield thing
                waiting += [thing["@graph"]] if "@graph" in thing else []


def article_body(tree: Any) -> str:
    """Return the text that a page holds as data, for pages that scripts draw."""
    return max(_values(list(_data(tree)), "articleBody"), key=len, default="")


def _values(data: list[dict[str, Any]], name: str) -> list[str]:
    found: list[str] = []
    for each in data:
        value: Any = each.get(name)
        if isinstance(value, list) and value:
            value = cast("list[Any]", value)[0]
        if isinstance(value, dict):
            value = cast("dict[str, Any]", value).get("name")
        if isinstance(value, str):
            found.append(value)
    return found


def _first(values: list[str]) -> str:
    return next((" ".join(each.split()) for each in values if each.strip()), "")


def _day(values: list[str]) -> str:
    return next((found[0] for each in values if (found := _DATE.match(each.strip()))), "")
