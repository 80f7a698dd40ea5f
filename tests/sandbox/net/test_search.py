"""Searching over three wires, with back-off and a short memory (OS-17)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.sandbox.net.servers import HERE, Server, answer, moved, paths, serving

from aule import boot
from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError
from aule.sandbox.net.client import WebClient
from aule.sandbox.net.engines import WebHit, brave, duckduckgo, searxng
from aule.sandbox.net.search import FIRST_PAUSE_S, REMEMBERED_S, WebResults, WebSearch

DUCK = """<html><body><div id="links" class="results">
<div class="result results_links result--ad"><h2><a class="result__a" href="https://ads.test/">Buy</a></h2></div>
<div class="result results_links web-result"><h2 class="result__title">
<a class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fbread.example.org%2Fdough%3Fa%3D1&amp;rut=x">The
 <b>dough</b></a></h2><a class="result__snippet" href="x">How a <b>dough</b> rises.</a></div>
<div class="result web-result"><a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=x">Ad</a></div>
<div class="result web-result"><a class="result__a" href="//duckduckgo.com/l/?uddg=http%3A%2F%2F10.0.0.1">I</a></div>
<div class="result web-result"><a class="result__a" href="javascript:alert(1)">No</a></div>
<div class="result web-result"><a class="result__a" href="https://oven.example.org/">Oven</a></div>
</div></body></html>"""
BLOCKED = """<html><body><form id="challenge-form"><div class="anomaly-modal__title">Hm?</div></form></body></html>"""
BRAVE = {
    "web": {
        "results": [
            {
                "title": "The dough",
                "url": "https://bread.example.org/dough?a=1",
                "description": "How a dough\u202e rises.",
            },
            {"title": "Inside", "url": "http://localhost/"},
            {"title": 7, "url": None},
            "odd",
            {"title": "", "url": "https://oven.example.org"},
        ]
    }
}
SEARX = {
    "results": [{"title": "The dough", "url": "https://bread.example.org/dough?a=1", "content": "How a dough rises."}]
}
DOUGH = WebHit("The dough", "https://bread.example.org/dough?a=1", "How a dough rises.")


class Clock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC)

    def monotonic(self) -> float:
        return self.seconds

    async def sleep(self, seconds: float) -> None:
        self.seconds += seconds

    def zone(self) -> str:
        return "UTC"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def around(clock: Clock) -> Ambient:
    return replace(boot.ambient(), clock=clock)


def as_json(document: object) -> str:
    return json.dumps(document)


async def test_duckduckgo_is_read_from_its_page_without_ads_and_traps(around: Ambient) -> None:
    async with serving(answer(DUCK, type="text/html; charset=UTF-8")) as server:
        engine = duckduckgo(server.url("/html/", host="duck.test"))
        found = await WebSearch(around).search(server.client(), [engine], "how does  dough rise?")
    assert found == WebResults("DuckDuckGo", "duck.test", (DOUGH, WebHit("Oven", "https://oven.example.org/", "")), ())
    assert server.visits[0].path == "/html/?q=how+does+dough+rise%3F"


async def test_brave_is_asked_with_the_key_in_a_header(around: Ambient) -> None:
    async with serving(answer(as_json(BRAVE), type="application/json")) as server:
        engine = brave("s3cret-key", server.url("/res/v1/web/search", host="brave.test"))
        found = await WebSearch(around).search(server.client(), [engine], "dough")
    assert found.hits == (DOUGH, WebHit("https://oven.example.org/", "https://oven.example.org/", ""))
    (visit,) = server.visits
    assert visit.headers["x-subscription-token"] == "s3cret-key" and "s3cret" not in visit.path


async def test_the_owners_searxng_may_stand_on_this_machine(around: Ambient) -> None:
    """It is the owner's own setting: the plain client reaches it without being spared anything."""
    async with serving(answer(as_json(SEARX), type="application/json")) as server:
        engine = searxng(f"http://{HERE}:{server.port}/searx/")
        found = await WebSearch(around).search(WebClient(), [engine], "dough")
    assert (found.engine, found.host, found.hits) == ("SearXNG", HERE, (DOUGH,))
    assert server.visits[0].path == "/searx/search?q=dough&format=json"


@pytest.mark.parametrize(
    "where", ["http://169.254.169.254", "http://[fe80::1]", "http://0.0.0.0", "http://224.0.0.1:80"]
)
async def test_a_searxng_is_never_a_clouds_metadata(where: str, around: Ambient) -> None:
    with pytest.raises(AuleError) as caught:
        await WebSearch(around).search(WebClient(), [searxng(where)], "dough")
    assert caught.value.problem.code == "private_address"


@pytest.mark.parametrize("where", ["file:///etc", "http://user@host/", "ftp://x", "searx", "http://a b/"])
def test_a_searxng_has_a_plain_address(where: str) -> None:
    with pytest.raises(AuleError) as caught:
        searxng(where)
    assert caught.value.problem.code == "invalid_url"


async def test_a_searxng_that_sends_elsewhere_is_not_followed(around: Ambient) -> None:
    """What the owner allowed is that server, not wherever it leads."""
    async with serving(answer("secret")) as inside, serving(answer()) as server:
        server.reply = paths({"": moved(f"http://{HERE}:{inside.port}/")})
        with pytest.raises(AuleError):
            await WebSearch(around).search(WebClient(), [searxng(f"http://{HERE}:{server.port}")], "dough")
        assert inside.connections == 0


async def test_a_searxng_without_json_is_told_what_to_change(around: Ambient) -> None:
    async with serving(answer(status=403)) as server:
        with pytest.raises(AuleError) as caught:
            await WebSearch(around).search(WebClient(), [searxng(f"http://{HERE}:{server.port}")], "dough")
    assert "JSON" in caught.value.problem.message


async def test_the_next_engine_is_asked_when_one_fails_and_that_is_told(around: Ambient) -> None:
    async with (
        serving(answer("nonsense", type="application/json")) as broken,
        serving(answer(DUCK, type="text/html")) as duck,
    ):
        engines = [brave("k", broken.url()), duckduckgo(duck.url(host="duck.test"))]
        found = await WebSearch(around).search(broken.client(duck), engines, "dough")
    assert (found.engine, found.failed) == (
        "DuckDuckGo",
        ("Brave: 'page.test' answered in a way that is not understood.",),
    )


@pytest.mark.parametrize(
    "blocked", [answer(BLOCKED, type="text/html"), answer(DUCK, status=202, type="text/html"), answer(status=429)]
)
async def test_an_engine_that_had_enough_is_left_alone_for_longer_and_longer(
    blocked, around: Ambient, clock: Clock
) -> None:  # type: ignore[no-untyped-def]
    search = WebSearch(around)
    async with serving(blocked) as server:

        async def ask() -> int:
            with pytest.raises(AuleError) as caught:
                await search.search(server.client(), [duckduckgo(server.url())], "dough")
            assert caught.value.problem.code == "search_failed"
            return server.connections

        assert [await ask(), await ask()] == [1, 1]
        clock.seconds += FIRST_PAUSE_S + 1
        assert [await ask(), await ask()] == [2, 2]
        clock.seconds += FIRST_PAUSE_S + 1
        assert await ask() == 2
        clock.seconds += FIRST_PAUSE_S
        assert await ask() == 3


async def test_an_answer_is_remembered_for_a_while(around: Ambient, clock: Clock) -> None:
    search = WebSearch(around)
    async with serving(answer(as_json(BRAVE), type="application/json")) as server:
        engine = brave("k", server.url())

        async def ask(query: str) -> int:
            await search.search(server.client(), [engine], query)
            return server.connections

        assert [await ask("dough"), await ask(" Dough "), await ask("bread")] == [1, 1, 2]
        clock.seconds += REMEMBERED_S + 1
        assert await ask("dough") == 3
        for number in range(80):
            await ask(f"question {number}")
        assert len(search._answers) == 64


async def test_nobody_answering_names_everybody(around: Ambient) -> None:
    async with serving(answer(status=500)) as server:
        with pytest.raises(AuleError) as caught:
            await WebSearch(around).search(server.client(), _all(server), "dough")
    assert all(name in caught.value.problem.message for name in ("SearXNG", "Brave", "DuckDuckGo"))
    assert caught.value.problem.code == "search_failed"


def _all(server: Server):  # type: ignore[no-untyped-def]
    return [searxng(f"http://{HERE}:{server.port}"), brave("k", server.url()), duckduckgo(server.url())]
