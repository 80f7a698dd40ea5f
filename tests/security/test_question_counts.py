"""Honest work is asked about seldom: ten ordinary stories, and how many cards each of them takes.

`BEFORE` are the cards the same stories took when one yes counted for every address. No story may take more.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.kernel.mornings import Hands
from tests.sandbox.net.servers import HERE, Server, answer, page, paths, serving

from aule import boot
from aule.contracts.ambient import Ambient
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.contracts.runs.schedule import Schedule
from aule.contracts.settings import Settings, WebSearch
from aule.stores.repositories.runs import Which
from aule.testing import call, say
from aule.testing.scripted_model import Response
from aule.testing.system import System, system

PAGE = "Dough rises over the night. " * 40


@dataclass(slots=True)
class World:
    """A system, its web, and a person who says yes to everything and counts."""

    aule: System
    server: Server
    clock: Hands
    cards: list[str] = field(default_factory=list[str])

    def url(self, path: str, host: str = "docs.test") -> str:
        return self.server.url(path, host=host)

    def fetch(self, path: str, host: str = "docs.test", **more: int) -> Response:
        return call("core.web_fetch", {"url": self.url(path, host), **more})

    async def ask(self, words: str, *script: Response, talk: Run | None = None) -> Run:
        self.aule.model.add(*script, say("Done."))
        more = {} if talk is None else {"conversation_id": talk.session_id}
        return await self.settle(await self.aule.ask(words, **more))

    async def by_agent(self, words: str, agent: str, *script: Response) -> Run:
        self.aule.model.add(*script, say("Done."))
        return await self.settle(await self.aule.ask(words, agent=agent))

    async def settle(self, run: Run) -> Run:
        """Say yes until a run has ended."""
        while run.status is RunStatus.WAITING:
            card = await self.aule.pending()
            self.cards.append(card.title)
            await self.aule.decide()
            run = await self.aule.until_still(run.id)
        assert run.status is RunStatus.DONE, run
        return run


async def search_and_read_three_pages(world: World) -> None:
    found = [call("core.web_search", {"query": "rye bread"})]
    await world.ask(
        "search the web for rye bread and read the first three results",
        *found,
        *(world.fetch("/bread", host=f"s{number}.test") for number in range(3)),
    )


async def read_a_named_page(world: World) -> None:
    await world.ask(f"read {world.url('/guide')} and tell me what is new", world.fetch("/guide"))


async def summarise_a_file(world: World) -> None:
    (world.aule.workspace / "report.md").write_text("Sales went up.")
    await world.ask("summarise report.md", call("core.read_file", {"path": "report.md"}))


async def compare_a_file_with_a_long_page(world: World) -> None:
    (world.aule.workspace / "draft.md").write_text("Dough rests.")
    parts = [world.fetch("/guide", max_chars=400, start=start) for start in (0, 400, 800)]
    reading = call("core.read_file", {"path": "draft.md"})
    await world.ask(f"compare draft.md with {world.url('/guide')}", reading, *parts)


async def keep_a_note_of_a_page(world: World) -> None:
    note = call("core.create_note", {"title": "Bread", "text": "Dough rises."})
    await world.ask(f"make a note of {world.url('/guide')}", world.fetch("/guide"), note)


async def read_a_page_every_morning(world: World) -> None:
    schedule = {"id": "new", "title": "News", "prompt": f"what is new on {world.url('/news')}?", "project": "home"}
    await world.aule.kernel.schedules.create(Schedule.model_validate({**schedule, "cron": "0 7 * * *"}))
    for day in (2, 3, 4):
        world.aule.model.add(world.fetch("/news"), say("It rains."))
        world.clock.at = datetime(2026, 3, day, 7, 0, tzinfo=UTC)
        await world.aule.kernel.ticker.look()
        runs = await world.aule.kernel.runs.list(Which(kind=RunKind.SCHEDULE), limit=10)
        await world.settle(await world.aule.until_still(runs.items[0].id))


async def research_by_a_sub_agent(world: World) -> None:
    brief = {"briefs": [{"task": "read two pages of docs.test about bread"}]}
    answers = [world.fetch("/one"), world.fetch("/two"), say("Dough rises.")]
    await world.ask("read the guide", world.fetch("/guide"))
    world.cards.clear()  # the one for docs.test is the story of the named page
    talk = await world.ask("first, the guide again", world.fetch("/guide"))
    await world.ask("let somebody research bread", call("core.delegate", brief), *answers, talk=talk)


async def follow_three_links(world: World) -> None:
    links = [world.fetch(path) for path in ("/guide", "/one", "/two", "/three")]
    await world.ask(f"read {world.url('/guide')} and the pages it links to", *links)


async def keep_a_page_as_a_file(world: World) -> None:
    kept = call("core.write_file", {"path": "guide.md", "content": "Dough rises."})
    await world.ask(f"keep {world.url('/guide')} for me", world.fetch("/guide"), kept)


async def go_on_the_next_day(world: World) -> None:
    talk = await world.ask(f"read {world.url('/guide')}", world.fetch("/guide"))
    await world.ask("what else do they say?", world.fetch("/one"), talk=talk)
    await world.ask("and the last page?", world.fetch("/two"), world.fetch("/three"), talk=talk)


BEFORE_AND_NOW: dict[Callable[[World], Awaitable[None]], tuple[int, int]] = {
    search_and_read_three_pages: (2, 2),
    read_a_named_page: (1, 1),
    summarise_a_file: (0, 0),
    compare_a_file_with_a_long_page: (3, 1),
    keep_a_note_of_a_page: (2, 2),
    read_a_page_every_morning: (3, 1),
    research_by_a_sub_agent: (1, 1),
    follow_three_links: (1, 1),
    keep_a_page_as_a_file: (2, 2),
    go_on_the_next_day: (1, 1),
}


@asynccontextmanager
async def world(path: Path) -> AsyncGenerator[World]:
    hits = [{"title": f"Hit {n}", "url": f"http://s{n}.test:PORT/bread", "content": "x"} for n in range(5)]
    clock, around = Hands(), boot.ambient()
    ambient = Ambient(clock, around.ids, around.dice)
    async with serving(paths({"": page(PAGE)})) as server:
        found = json.dumps({"results": hits}).replace("PORT", str(server.port))
        async with (
            serving(answer(found, type="application/json")) as searx,
            system(path, ambient=ambient, recover=False) as aule,
        ):
            aule.kernel.web.go_through(server.client())
            aule.kernel.settings.write(Settings(search=WebSearch(searxng_url=f"http://{HERE}:{searx.port}")))
            yield World(aule, server, clock)


@pytest.mark.parametrize("story", BEFORE_AND_NOW, ids=lambda story: story.__name__)
async def test_no_ordinary_story_asks_more_than_before(
    story: Callable[[World], Awaitable[None]], tmp_path: Path
) -> None:
    before, now = BEFORE_AND_NOW[story]
    async with world(tmp_path) as played:
        await story(played)
        assert len(played.cards) == now <= before, played.cards


def test_all_stories_together_ask_less_than_before() -> None:
    before, now = (sum(counts) for counts in zip(*BEFORE_AND_NOW.values(), strict=True))
    assert (before, now) == (16, 12)
