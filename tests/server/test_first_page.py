"""The first page and the first minutes: apps' news, sentences that work, the advised model, what the week took."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from aule.contracts.access.capability import Policy
from aule.contracts.news import News, NewsItem, Tone
from aule.contracts.settings import Settings
from aule.contracts.talk.catalog import MachineSize
from aule.models.local.machine import GB, Memory, machine_of, read_memory
from aule.models.providers.catalog import machine_sizes
from aule.server.app import create_app
from aule.testing import call
from aule.testing.system import System, system


@pytest.fixture
async def aule(tmp_path: Path) -> AsyncIterator[System]:
    """A system with every app of ours and no model."""
    async with system(tmp_path) as running:
        yield running


@pytest.fixture
async def api(aule: System) -> AsyncIterator[httpx.AsyncClient]:
    """Speaks to its API."""
    transport = httpx.ASGITransport(create_app(aule.kernel))
    async with httpx.AsyncClient(transport=transport, base_url="http://desk") as client:
        yield client


async def read(api: httpx.AsyncClient, path: str, **params: Any) -> Any:
    """What an address answers."""
    answer = await api.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def by_hand(api: httpx.AsyncClient, name: str, **params: Any) -> None:
    """Use a capability as the owner does with a click."""
    answer = await api.post(f"/v1/capabilities/{name}/call", json={"params": params, "locale": "en", "by_hand": True})
    assert answer.status_code == 200, answer.text


def fill(folder: Path, *names: str) -> None:
    """Put files into a folder, as another program does."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text("x = 1  # TODO\n", "utf-8")


@pytest.mark.parametrize("app", ["school", "atlas"])
async def test_an_app_that_keeps_nothing_says_so(api: httpx.AsyncClient, app: str) -> None:
    """LT-4: an empty app has no news, and Home can say the next step."""
    assert await read(api, f"/v1/apps/{app}/news") == {"items": [], "total": 0, "is_empty": True}


@pytest.mark.parametrize(
    ("app", "sample", "page"),
    [("school", "school.adicionar_amostra", "/school/"), ("atlas", "atlas.add_sample", "/atlas/")],
)
async def test_an_app_tells_what_needs_attention_in_the_persons_language(
    api: httpx.AsyncClient, app: str, sample: str, page: str
) -> None:
    """LT-4: classes and key results that need attention, the most pressing first, each with its page."""
    await by_hand(api, sample)
    told = {
        locale: News.model_validate(await read(api, f"/v1/apps/{app}/news", locale=locale))
        for locale in ("en", "pt-BR")
    }
    news = told["en"]
    assert 0 < len(news.items) <= 6 <= news.total
    tones = [item.tone for item in news.items]
    assert tones == sorted(tones, key=["danger", "attention", "ok"].index)
    assert all(item.path.startswith(page) for item in news.items)
    assert [item.detail for item in news.items] != [item.detail for item in told["pt-BR"].items]


async def test_agents_tell_what_they_propose_and_what_failed(tmp_path: Path) -> None:
    """LT-4: a proposal that waits and a turn that failed, each with the run it leads to; the failure first."""
    async with system(tmp_path, *[call("core.list_notes", {})] * 3) as aule:
        failed = await aule.ask("count")
        await aule.kernel.save_settings(Settings(policy=Policy(on_write="propose")), expected=None)
        proposed = await aule.kernel.call("core.write_file", {"path": "a.md", "content": "a\n"})
        news = await aule.kernel.apps.look(aule.kernel.apps.view("conductor", "news"), {}, locale="en")
        assert [(item.tone, item.path) for item in news.items] == [
            ("danger", f"/activity/{failed.id}"),
            ("attention", f"/activity/{proposed.run}"),
        ]


def test_the_most_pressing_news_come_first_and_the_rest_is_counted() -> None:
    """LT-4: items of one tone keep their order."""
    tones: list[Tone] = ["ok", "danger", "ok", "attention"]
    items = [NewsItem(title=str(place), tone=tone, path="/") for place, tone in enumerate(tones)]
    news = News.of(items, most=3)
    assert ([item.title for item in news.items], news.total) == (["1", "3", "0"], 4)
    with pytest.raises(ValueError, match="pattern"):
        NewsItem(title="elsewhere", path="//evil.example")


@pytest.mark.parametrize("locale", ["pt-BR", "en"])
@pytest.mark.parametrize("app", ["school", "atlas", "core"])
async def test_three_sentences_are_offered_and_each_is_understood_without_a_model(
    api: httpx.AsyncClient, app: str, locale: str
) -> None:
    """K-14: before and after the sample; each sentence asks for one thing, and nothing has to be chosen first."""
    samples = {"school": "school.adicionar_amostra", "atlas": "atlas.add_sample", "core": None}
    for round_ in ("before", "after"):
        told = await read(api, "/v1/understand/suggestions", app=app, locale=locale)
        assert told["is_empty"] is (round_ == "before" or app == "core")
        assert len(told["sentences"]) == 3
        for sentence in told["sentences"]:
            understood = (await api.post("/v1/understand", json={"words": sentence, "locale": locale})).json()
            assert understood["calls"], (sentence, understood)
            assert all(call["capability"].startswith((app, "core", "planner")) for call in understood["calls"]), (
                sentence
            )
        if samples[app] is None:
            return
        await by_hand(api, samples[app] or "")


async def test_a_project_with_files_is_told_by_its_files(aule: System, api: httpx.AsyncClient) -> None:
    """K-14: what is offered in a project names a file that is there."""
    made = (await api.post("/v1/projects", json={"name": "Forge"})).json()
    fill(Path(made["root"]), "main.py", "README.md", ".env")
    told = await read(api, "/v1/understand/suggestions", app="core", project=made["id"], locale="en")
    assert told["sentences"] == ["read the file README.md", "which files are here?", 'search for "TODO" in the files']


async def test_an_unknown_app_is_named_with_what_there_is(api: httpx.AsyncClient) -> None:
    """K-2: nothing is suggested for an app nobody has."""
    answer = await api.get("/v1/understand/suggestions", params={"app": "schol"})
    assert (answer.status_code, answer.json()["candidates"]) == (404, ["school"])


def test_each_size_of_machine_has_one_model_and_its_command() -> None:
    """K-14: 16 GB as sold are 15.5 as told; a card with more memory counts; too little is told as nothing."""

    def advised(main: float | None, card: float | None = None) -> str | None:
        memory = Memory(*(None if size is None else int(size * GB) for size in (main, card)))
        found = machine_of(memory, machine_sizes()).advised
        return None if found is None else found.command

    assert [advised(size) for size in (None, 2, 4, 7.6, 15.5, 31.2, 128)] == [
        None,
        None,
        "ollama pull qwen3:1.7b",
        "ollama pull qwen3:4b",
        "ollama pull qwen3:8b",
        "ollama pull gpt-oss:20b",
        "ollama pull qwen3:32b",
    ]
    assert advised(15.5, 24) == "ollama pull gpt-oss:20b"
    assert all(isinstance(size, MachineSize) and set(size.why) == {"en", "pt"} for size in machine_sizes())


def test_a_container_counts_what_it_may_use(tmp_path: Path) -> None:
    """K-14: a limit below what is built in is what counts; `max` is none."""
    limit = tmp_path / "sys/fs/cgroup/memory.max"
    limit.parent.mkdir(parents=True)
    limit.write_text("max\n", "ascii")
    whole = read_memory(tmp_path).main
    limit.write_text(f"{GB // 2}\n", "ascii")
    card = tmp_path / "sys/class/drm/card0/device/mem_info_vram_total"
    card.parent.mkdir(parents=True)
    card.write_text(f"{8 * GB}\n", "ascii")
    assert read_memory(tmp_path) == Memory(GB // 2, 8 * GB)
    assert whole is None or whole > GB // 2


async def test_the_machine_is_told_with_its_model(api: httpx.AsyncClient) -> None:
    """K-14: the table comes along, with the sizes of the files."""
    told = await read(api, "/v1/models/machine")
    assert [size["command"] for size in told["sizes"]][:2] == ["ollama pull qwen3:1.7b", "ollama pull qwen3:4b"]


async def test_what_the_week_took_is_counted(api: httpx.AsyncClient) -> None:
    """LT-4: tokens, cost, runs and how they ended."""
    await by_hand(api, "core.create_note", title="One", text="two")
    failed = await api.post("/v1/capabilities/core.read_file/call", json={"params": {"path": "nothing.md"}})
    assert failed.status_code == 404
    told = await read(api, "/v1/usage")
    assert told == {"days": 7, "tokens": 0, "cost": 0.0, "runs": 2, "done": 1, "failed": 1}
    assert (await api.get("/v1/usage", params={"days": 0})).status_code == 422


async def test_a_project_says_when_it_was_changed(api: httpx.AsyncClient) -> None:
    """LT-4: `updated_at` moves with an edit, and is when it was made before one."""
    made = (await api.post("/v1/projects", json={"name": "Forge"})).json()
    assert made["updated_at"] == made["created_at"]
    edited = await api.patch(
        f"/v1/projects/{made['id']}", json={"description": "Firmware"}, headers={"If-Match": '"v1"'}
    )
    assert edited.json()["updated_at"] >= made["updated_at"]
    assert (edited.status_code, edited.json()["created_at"]) == (200, made["created_at"])


async def test_the_description_is_where_tools_look_for_it(api: httpx.AsyncClient) -> None:
    """LT-4: `/openapi.json` answers as `/v1/openapi.json` does."""
    assert await read(api, "/openapi.json") == await read(api, "/v1/openapi.json")
