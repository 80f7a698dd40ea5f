"""The web as capabilities meet it: documents to read, and searches, all through the one guarded client."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Unavailable
from aule.contracts.settings import Settings
from aule.sandbox.net.targets import PORTS, Target, read

if TYPE_CHECKING:
    from aule.sandbox.net.client import Client
    from aule.sandbox.net.engines import Engine
    from aule.sandbox.net.reading import Document
    from aule.sandbox.net.search import Found, Search

BRAVE_KEY = "BRAVE_API_KEY"
KEPT_S = 300.0
MOST_KEPT = 8


@dataclass(frozen=True, slots=True)
class Places:
    """Where the public engines are; only tests have others."""

    brave: str | None = None
    duckduckgo: str | None = None


class Web:
    """Reads and searches the public web. A page that was just read is kept a little, for who reads on in it."""

    def __init__(self, settings: Callable[[], Settings], secret: Callable[[str], str | None], ambient: Ambient) -> None:
        self._settings = settings
        self._secret = secret
        self._ambient = ambient
        self._client: Client | None = None
        self._search: Search | None = None
        self._places = Places()
        self._kept: dict[str, tuple[float, Document]] = {}

    def go_through(self, client: Client, places: Places | None = None) -> None:
        """Use this client from now on; a test brings one that knows its servers."""
        self._client = client
        self._places = places or Places()

    def target(self, url: str) -> Target:
        """Where an address leads, or why it may not be followed. Nothing is looked up."""
        return read(url, PORTS) if self._client is None else self._client.target(url)

    async def fetch(self, url: str) -> Document:
        """A document of the public web as text."""
        from aule.sandbox.net.client import Wish  # httpcore is loaded on first use
        from aule.sandbox.net.reading import read_document

        target, now = self.target(url), self._ambient.clock.monotonic()
        kept = self._kept.get(target.url)
        if kept is not None and now - kept[0] < KEPT_S:
            return kept[1]
        # Another site has to pass the gate by itself: a rule or a person said yes to this one.
        document = await read_document(await self._line().get(Wish(target.url, stays=True)))
        self._kept[target.url] = (now, document)
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return document

    def keeps(self, url: str) -> bool:
        """Whether a page was read a moment ago and is still here: reading it again sends nothing."""
        kept = self._kept.get(url)
        return kept is not None and self._ambient.clock.monotonic() - kept[0] < KEPT_S

    async def search(self, query: str) -> Found:
        """What the owner's search engines find."""
        from aule.sandbox.net.search import Search  # httpcore is loaded on first use

        self._search = self._search or Search(self._ambient)
        return await self._search.search(self._line(), self._engines(), query)

    def asked(self) -> list[tuple[str, str]]:
        """Who would be asked in a search, in this order: names and hosts."""
        return [(engine.name, engine.host) for engine in self._engines()]

    def _engines(self) -> list[Engine]:
        """What the owner set up comes first: their own SearXNG, Brave with a key, then DuckDuckGo, which needs none."""
        from aule.sandbox.net import engines  # httpcore is loaded on first use

        search, key = self._settings().search, self._secret(BRAVE_KEY)
        found: list[Engine] = []
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

    def _line(self) -> Client:
        from aule.sandbox.net.client import Client  # httpcore is loaded on first use

        self._client = self._client or Client()
        return self._client
