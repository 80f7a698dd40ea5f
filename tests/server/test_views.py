"""What apps show: typed, with an ETag, read without a run; and files sent as they are made."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.kernel.club import open_club

from aule.contracts.model import Model
from aule.sdk import App, Download, Reading
from aule.server.app import create_app
from aule.testing.system import System, system

ROSTER = "/v1/apps/club/roster"


@pytest.fixture
async def aule(tmp_path: Path) -> AsyncIterator[System]:
    """A system with a club in it."""
    async with system(tmp_path, apps=[open_club("Ana", "Bia").app]) as running:
        yield running


def client(aule: System) -> httpx.AsyncClient:
    """Speaks to the API of a system."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(create_app(aule.kernel)), base_url="http://club")


async def test_a_view_is_read_with_its_parameters_and_leaves_no_trace(aule: System) -> None:
    """K-2, K-10: `GET /v1/apps/{app}/{view}`; an ETag of the very answer, and no run."""
    before = await aule.types()
    async with client(aule) as api:
        answer = await api.get(ROSTER, params={"limit": 1, "only": ["Bia", "Eva"], "locale": "en"})
        told = answer.json()
        assert (told["names"], told["settings"], told["locale"]) == (["Bia"], {"limit": 1}, "en")
        first = await api.get(ROSTER)
        tag = first.headers["etag"]
        same = await api.get(ROSTER, headers={"If-None-Match": f'"other", {tag}'})
        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
        other = await api.get(ROSTER, params={"limit": 1}, headers={"If-None-Match": tag})
        assert (other.status_code, other.headers["etag"] != tag) == (200, True)
        assert first.json()["locale"] == "pt-BR"
    assert await aule.types() == before


HOSTILE = [
    ("limit=much", "invalid_param", "limit"),
    ("limit=1&limit=2", "invalid_param", "limit"),
    ("limit=99999999999999999999999", "invalid_param", "limit"),
    ("limt=1", "unknown_param", "limt"),
    ("only=%00", "invalid_param", "only"),
    ("only=" + "x" * 2_001, "invalid_param", "only"),
    ("locale=xx", "invalid", "locale"),
]


async def test_what_is_asked_wrongly_is_a_problem_that_names_what_there_is(aule: System) -> None:
    """K-13: hostile parameters, and apps and views nobody has."""
    async with client(aule) as api:
        for query, code, field in HOSTILE:
            answer = await api.get(f"{ROSTER}?{query}")
            problem = answer.json()
            assert (answer.status_code, problem["code"], problem["field"]) == (422, code, field), query
            assert answer.headers["content-type"] == "application/problem+json"
        missing = await api.get("/v1/apps/club/rooster")
        assert (missing.status_code, missing.json()["candidates"]) == (404, ["roster"])
        nowhere = await api.get("/v1/apps/clob/roster")
        assert (nowhere.status_code, nowhere.json()["candidates"]) == (404, ["club", "core"])


async def test_apps_are_listed_and_files_are_sent_as_they_are_made(aule: System) -> None:
    async with client(aule) as api:
        apps = {each["id"]: each for each in (await api.get("/v1/apps")).json()["items"]}
        club = apps["club"]
        assert (club["name"], club["names"], club["agents"]) == ("Club", {"pt": "Clube"}, ["keeper"])
        assert "club.remove" in club["capabilities"] and "core" in apps
        assert [(each["name"], each["is_download"]) for each in club["views"]] == [("cards", True), ("roster", False)]
        answer = await api.get("/v1/apps/club/cards")
        assert (answer.text, answer.headers["content-type"]) == ("Ana\nBia\n", "text/plain; charset=utf-8")
        assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''cards%20of%20%C3%A9.txt"
        assert answer.headers["x-content-type-options"] == "nosniff"
        broken = await api.get("/v1/apps/club/cards", params={"broken": "true"})
        assert (broken.status_code, broken.json()["code"]) == (404, "not_found")


async def test_a_call_by_hand_and_its_preview_come_in_over_http(aule: System) -> None:
    """K-3: the flat fields of the body; the preview tells the hash."""
    async with client(aule) as api:
        wanted = {"params": {"name": "m-1"}, "locale": "en"}
        shown = (await api.post("/v1/capabilities/club.remove/preview", json=wanted)).json()
        assert shown["preview"]["confirm"] == "Ana"
        hand = {**wanted, "by_hand": True, "seen": shown["content_hash"]}
        refused = await api.post("/v1/capabilities/club.remove/call", json=hand)
        assert (refused.status_code, refused.json()["code"]) == (422, "confirmation_mismatch")
        without_hand = {**hand, "by_hand": False, "confirm": "Ana"}
        asked = await api.post("/v1/capabilities/club.remove/call", json=without_hand)
        assert (asked.status_code, asked.json()["code"]) == (409, "approval_required")
        done = await api.post("/v1/capabilities/club.remove/call", json={**hand, "confirm": "ana"})
        assert (done.status_code, done.json()["result"]["data"]) == (200, "Ana")

    _are_described(aule)


def _are_described(aule: System) -> None:
    """Two apps may call something `Settings`; nobody's names change because of that."""
    document: dict[str, Any] = create_app(aule.kernel).openapi()
    operation = document["paths"][ROSTER]["get"]
    answer = operation["responses"]["200"]["content"]["application/json"]["schema"]
    assert (operation["operationId"], answer) == ("clubRoster", {"$ref": "#/components/schemas/ClubRoster"})
    assert [each["name"] for each in operation["parameters"]] == ["limit", "only", "locale"]
    assert {"ClubRoster", "ClubSettings", "Settings", "SettingsInput"} <= set(document["components"]["schemas"])


def test_what_cannot_be_a_view_is_refused_when_it_is_declared() -> None:
    app = App("odd")

    class Seen(Model):
        """Something."""

    async def silent(reading: Reading) -> Seen:
        return Seen()

    async def shapeless(reading: Reading):  # type: ignore[no-untyped-def]
        """Says nothing of what it gives."""

    async def blind() -> Seen:
        """Reads nothing."""
        return Seen()

    async def languages(reading: Reading, locale: str = "") -> Seen:
        """Takes what it is given already."""
        return Seen()

    async def file(reading: Reading) -> Download:
        """A file as a view."""
        raise NotImplementedError

    for function in (silent, shapeless, blind, languages, file):
        hints = {"reading": Reading, "locale": str, "return": Download if function is file else Seen}
        function.__annotations__ = {name: hints[name] for name in function.__annotations__}
        with pytest.raises(TypeError):
            app.view("odd")(function)
    with pytest.raises(ValueError, match="no name of a view"):
        app.view("Odd.csv")(blind)
