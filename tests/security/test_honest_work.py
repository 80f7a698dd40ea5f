"""Ten more ordinary stories, as people do who never saw the code, and how many cards each of them takes.

The first number are the cards the same story took when one yes counted for every address: 26 in all, 20 now.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.security.test_question_counts import World, world

from aule.contracts.runs.run import RunKind
from aule.contracts.runs.schedule import Schedule
from aule.kernel.capabilities.gate.caller import ByHand
from aule.stores.repositories.runs import Which
from aule.testing import call, say


async def a_teacher_researches_a_topic(world: World) -> None:
    """Search, read two results, write the activity down."""
    found = call("core.web_search", {"query": "photosynthesis experiment year 7"})
    pages = [world.fetch("/bread", host=f"s{number}.test") for number in (0, 2)]
    note = call("core.create_note", {"title": "Leaves in the light", "text": "1. Cover half a leaf."})
    await world.ask("look for a photosynthesis experiment for year 7 and write an activity", found, *pages, note)


async def a_manager_asks_atlas_and_looks_something_up(world: World) -> None:
    await world.by_agent("how do we stand?", "atlas")
    await world.ask("what is the rate of inflation?", call("core.web_search", {"query": "inflation rate"}))


async def a_developer_reads_docs_beside_own_files(world: World) -> None:
    """The file came from nowhere anybody knows, so each page asks."""
    (world.aule.workspace / "app.py").write_text("import asyncio\n")
    talk = await world.ask("look at app.py", call("core.read_file", {"path": "app.py"}))
    pages = [world.fetch(f"/3/library/asyncio-{name}.html") for name in ("task", "queue")]
    edit = call("core.edit_file", {"path": "app.py", "search": "import asyncio\n", "replace": "import sys\n"})
    await world.ask("read the docs and mend it", *pages, edit, talk=talk)


async def a_developer_reads_docs_first(world: World) -> None:
    names = ("task", "queue", "stream", "subprocess", "sync")
    pages = [world.fetch(f"/3/library/asyncio-{name}.html") for name in names]
    talk = await world.ask("read the asyncio docs of docs.test", *pages)
    await world.ask(
        "write an example", call("core.write_file", {"path": "x.py", "content": "import asyncio"}), talk=talk
    )


async def a_schedule_reads_the_same_three_pages(world: World) -> None:
    prompt = f"what is new on {world.url('/news')}, {world.url('/bread')} and {world.url('/rain')}?"
    schedule = {"id": "new", "title": "Morning", "prompt": prompt, "project": "home", "cron": "0 7 * * *"}
    await world.aule.kernel.schedules.create(Schedule.model_validate(schedule))
    for day in (2, 3, 4):
        world.aule.model.add(*(world.fetch(path) for path in ("/news", "/bread", "/rain")), say("It rains."))
        world.clock.at = datetime(2026, 3, day, 7, 0, tzinfo=UTC)
        await world.aule.kernel.ticker.look()
        runs = await world.aule.kernel.runs.list(Which(kind=RunKind.SCHEDULE), limit=10)
        await world.settle(await world.aule.until_still(runs.items[0].id))


async def a_student_follows_five_links(world: World) -> None:
    talk = await world.ask(f"read {world.url('/history')}", world.fetch("/history"))
    for topic in ("rome", "egypt", "greece", "persia", "china"):
        await world.ask(f"and {topic}?", world.fetch(f"/history/{topic}"), talk=talk)


async def a_shopper_searches_twice(world: World) -> None:
    first = [call("core.web_search", {"query": "rye flour"}), world.fetch("/bread", host="s0.test")]
    second = [call("core.web_search", {"query": "wheat flour"}), world.fetch("/bread", host="s1.test")]
    talk = await world.ask("where is rye flour cheap?", *first)
    await world.ask("and wheat?", *second, talk=talk)


async def a_cook_whose_taste_is_remembered(world: World) -> None:
    await world.aule.kernel.call("core.memory_save", {"content": "I like rye bread"}, by_hand=ByHand())
    await world.ask("find a rye bread recipe on docs.test", world.fetch("/recipes"), world.fetch("/recipes/rye"))


async def a_writer_goes_on_with_own_text(world: World) -> None:
    """What an agent wrote that had heard only the person is theirs."""
    writing = call("core.write_file", {"path": "essay.md", "content": "Bread is old."})
    await world.ask("begin an essay: bread is old", writing)
    await world.ask("go on with essay.md", call("core.read_file", {"path": "essay.md"}), world.fetch("/history"))


async def a_reader_reads_a_long_page_twice(world: World) -> None:
    talk = await world.ask(f"sum up {world.url('/long')}", world.fetch("/long", max_chars=400))
    await world.ask("go on", world.fetch("/long", max_chars=400, start=400), talk=talk)
    await world.ask("look at the start again", world.fetch("/long", max_chars=400), talk=talk)


BEFORE_AND_NOW: dict[Callable[[World], Awaitable[None]], tuple[int, int]] = {
    a_teacher_researches_a_topic: (3, 3),
    a_manager_asks_atlas_and_looks_something_up: (1, 1),
    a_developer_reads_docs_beside_own_files: (3, 3),
    a_developer_reads_docs_first: (2, 2),
    a_schedule_reads_the_same_three_pages: (9, 3),
    a_student_follows_five_links: (1, 1),
    a_shopper_searches_twice: (2, 2),
    a_cook_whose_taste_is_remembered: (2, 2),
    a_writer_goes_on_with_own_text: (2, 2),
    a_reader_reads_a_long_page_twice: (1, 1),
}


@pytest.mark.parametrize("story", BEFORE_AND_NOW, ids=lambda story: story.__name__)
async def test_no_honest_story_asks_more_than_before(story: Callable[[World], Awaitable[None]], tmp_path: Path) -> None:
    before, now = BEFORE_AND_NOW[story]
    async with world(tmp_path) as played:
        await story(played)
        assert len(played.cards) == now <= before, played.cards
