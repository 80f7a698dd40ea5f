"""Search engines: how each is asked, and how its answer is read."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode

from aule.contracts.errors import AuleError, Unavailable
from aule.sandbox.net.answers import TooOften
from aule.sandbox.net.charsets import clean, text_of
from aule.sandbox.net.client import PAGES, Fetched, WebClient, WebRequest
from aule.sandbox.net.page_text import ask_reader
from aule.sandbox.net.targets import read

BRAVE = "https://api.search.brave.com/res/v1/web/search"
DUCKDUCKGO = "https://html.duckduckgo.com/html/"
MOST = 20
"""Results of one search at most."""
_WIDTH = 500
_JSON = frozenset({"application/json"})


@dataclass(frozen=True, slots=True)
class WebHit:
    """One search result. Its text was written by a stranger."""

    title: str
    url: str
    snippet: str


@dataclass(frozen=True, slots=True)
class SearchEngine:
    """A search engine that can be asked."""

    name: str
    host: str
    ask: Callable[[WebClient, str], Awaitable[list[WebHit]]]


def searxng(base: str) -> SearchEngine:
    """Return the owner's own SearXNG; it may be on this machine or in a private network."""
    place = read(base.rstrip("/") + "/search", own=True)

    async def ask(client: WebClient, query: str) -> list[WebHit]:
        url = f"{place.url}?{urlencode({'q': query, 'format': 'json'})}"
        try:
            fetched = await client.get(WebRequest(url, accept="application/json", types=_JSON, is_own=True))
        except Unavailable as error:
            if error.problem.code != "http_status":
                raise
            raise Unavailable(
                f"SearXNG at {place.authority!r} does not answer with JSON.",
                code="search_failed",
                hint="Allow the format `json` under `search.formats` in its settings.yml.",
            ) from error
        return _hits(client, _listed(fetched, "results"), "content")

    return SearchEngine("SearXNG", place.host, ask)


def brave(key: str, url: str = BRAVE) -> SearchEngine:
    """Return Brave's search, with the owner's key."""

    async def ask(client: WebClient, query: str) -> list[WebHit]:
        headers = (("X-Subscription-Token", key),)
        address = f"{url}?{urlencode({'q': query, 'count': MOST, 'text_decorations': 'false'})}"
        wish = WebRequest(address, accept="application/json", types=_JSON, headers=headers, stays=True)
        fetched = await client.get(wish)
        return _hits(client, _listed(fetched, "web", "results"), "description")

    return SearchEngine("Brave", _host(url), ask)


def duckduckgo(url: str = DUCKDUCKGO) -> SearchEngine:
    """Return DuckDuckGo's page for browsers without scripts; it needs no key and allows few searches."""
    host = _host(url)

    async def ask(client: WebClient, query: str) -> list[WebHit]:
        # The person allowed this engine to receive the query, and no redirect target.
        wish = WebRequest(f"{url}?{urlencode({'q': query})}", accept="text/html", types=PAGES, stays=True)
        fetched = await client.get(wish)
        page = text_of(fetched.content, fetched.charset, is_page=True)
        answer = await ask_reader({"do": "duckduckgo", "html": page})
        if fetched.status == 202 or answer["too_often"]:
            raise TooOften(host)
        if not answer["understood"]:
            raise _unknown(host)
        found = [{**each, "url": _unwrapped(each["url"])} for each in answer["results"]]
        return _hits(client, found, "snippet")

    return SearchEngine("DuckDuckGo", host, ask)


def _listed(fetched: Fetched, *path: str) -> list[Any]:
    """Return a list inside a JSON answer."""
    try:
        found = json.loads(fetched.content)
        for name in path:
            found = found.get(name, {} if name != path[-1] else [])
    except (ValueError, AttributeError, RecursionError):
        raise _unknown(fetched.host) from None
    if not isinstance(found, list):
        raise _unknown(fetched.host)
    return found  # pyright: ignore[reportUnknownVariableType]


def _hits(client: WebClient, found: list[Any], snippet: str) -> list[WebHit]:
    """Return the results that this client can open."""
    hits: dict[str, WebHit] = {}
    for each in found:
        if not isinstance(each, dict):
            continue
        title, url, text = (_line(each.get(name)) for name in ("title", "url", snippet))  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
        try:
            place = client.target(url).url
        except AuleError:  # no address that could ever be opened
            continue
        hits.setdefault(place, WebHit(title[:_WIDTH] or place, place, text[:_WIDTH]))
    return list(hits.values())[:MOST]


def _line(value: object) -> str:
    return " ".join(clean(value).split()) if isinstance(value, str) else ""


def _unwrapped(href: str) -> str:
    """Return the target of a result without DuckDuckGo's redirect."""
    address, _, query = href.partition("?")
    if address.endswith("duckduckgo.com/l/"):
        return next(iter(parse_qs(query, max_num_fields=20).get("uddg", [])), "")
    return "" if address.endswith("duckduckgo.com/y.js") else href


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0].partition(":")[0]


def _unknown(host: str) -> Unavailable:
    return Unavailable(
        f"{host!r} answered in a way that is not understood.",
        code="search_failed",
        hint="Try again later, or set up another search engine in Settings.",
    )
