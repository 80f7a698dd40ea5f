"""The web for capabilities: reads documents and searches, all through the guarded client."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Unavailable
from aule.contracts.settings import Settings
from aule.sandbox.net.targets import PORTS, Target, read

if TYPE_CHECKING:
    from aule.sandbox.net.client import Fetched, Sending, WebClient
    from aule.sandbox.net.engines import SearchEngine
    from aule.sandbox.net.page_text import WebDocument
    from aule.sandbox.net.search import WebResults, WebSearch

BRAVE_KEY = "BRAVE_API_KEY"
KEPT_S = 300.0
MOST_KEPT = 8
DOWNLOAD_S = 100.0
"""Seconds a file may take to arrive."""


@dataclass(frozen=True, slots=True)
class EngineAddresses:
    """Addresses of the public engines; only tests have others."""

    brave: str | None = None
    duckduckgo: str | None = None


class Web:
    """Reads and searches the public web. A page is cached for a short while, for reading on."""

    def __init__(self, settings: Callable[[], Settings], secret: Callable[[str], str | None], ambient: Ambient) -> None:
        self._settings = settings
        self._secret = secret
        self._ambient = ambient
        self._client: WebClient | None = None
        self._search: WebSearch | None = None
        self._places = EngineAddresses()
        self._kept: dict[str, tuple[float, WebDocument]] = {}

    def go_through(self, client: WebClient, places: EngineAddresses | None = None) -> None:
        """Use this client from now on; tests pass one that knows their servers."""
        self._client = client
        self._places = places or EngineAddresses()

    def target(self, url: str) -> Target:
        """Return the target of an address, or raise why it may not be fetched. No name is resolved."""
        return read(url, PORTS) if self._client is None else self._client.target(url)

    async def fetch(self, url: str) -> WebDocument:
        """Return a document of the public web as text."""
        from aule.sandbox.net.client import WebRequest  # httpcore is loaded on first use
        from aule.sandbox.net.page_text import read_document

        target, now = self.target(url), self._ambient.clock.monotonic()
        kept = self._kept.get(target.url)
        if kept is not None and now - kept[0] < KEPT_S:
            return kept[1]
        # Another site needs its own approval: a rule or a person allowed only this one.
        document = await read_document(await self._line().get(WebRequest(target.url, stays=True)))
        self._kept[target.url] = (now, document)
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return document

    async def download(
        self,
        url: str,
        max_bytes: int,
        *,
        headers: tuple[tuple[str, str], ...] = (),
        hosts: Collection[str] | None = None,
        sent: Sending | None = None,
    ) -> Fetched:
        """Return a file of the public web as it is, whatever its type, of at most so many bytes.

        Where `hosts` are given, no other is asked, also after a redirect. Where something is sent, what the server
        answers to it is returned, and no redirect is followed.
        """
        from aule.sandbox.net.client import Caps, WebRequest  # httpcore is loaded on first use

        caps = Caps(seconds=DOWNLOAD_S, wire=max_bytes, content=max_bytes)
        request = WebRequest(
            self.target(url).url,
            accept="*/*",
            types=None,
            headers=headers,
            stays=hosts is None,
            hosts=hosts,
            caps=caps,
            sent=sent,
        )
        return await self._line().get(request)

    def keeps(self, url: str) -> bool:
        """Return whether a page is cached, so that reading it again sends nothing."""
        kept = self._kept.get(url)
        return kept is not None and self._ambient.clock.monotonic() - kept[0] < KEPT_S

    async def search(self, query: str) -> WebResults:
        """Return what the owner's search engines find."""
        from aule.sandbox.net.search import WebSearch  # httpcore is loaded on first use

        self._search = self._search or WebSearch(self._ambient)
        return await self._search.search(self._line(), self._engines(), query)

    def asked(self) -> list[tuple[str, str]]:
        """Return names and hosts of the engines that would be asked, in order."""
        return [(engine.name, engine.host) for engine in self._engines()]

    def _engines(self) -> list[SearchEngine]:
        """Return the engines: the owner's SearXNG, Brave with a key, then DuckDuckGo, which needs none."""
        from aule.sandbox.net import engines  # httpcore is loaded on first use

        search, key = self._settings().search, self._secret(BRAVE_KEY)
        found: list[SearchEngine] = []
        if search.searxng_url and search.engine in ("auto", "searxng"):
            found.append(engines.searxng(search.searxng_url))
        if key and search.engine in ("auto", "brave"):
            found.append(engines.brave(key, self._places.brave or engines.BRAVE))
        if search.engine in ("auto", "duckduckgo"):
            found.append(engines.duckduckgo(self._places.duckduckgo or engines.DUCKDUCKGO))
        if not found:
            raise Unavailable(
                f"The search engine {search.engine!r} is not set up.",
                code="search_failed",
                hint="Give its address or key in Settings, Search, or choose another one.",
            )
        return found

    def _line(self) -> WebClient:
        from aule.sandbox.net.client import WebClient  # httpcore is loaded on first use

        self._client = self._client or WebClient()
        return self._client
