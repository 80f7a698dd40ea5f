"""Folders of plugins that somebody planted beside good ones: what they may not take along, change or pretend."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.apps.plugins.builders import descriptor, put, saying, words, zipped
from tests.server.conftest import System, system

__all__ = ["system"]


def place(system: System) -> Path:
    """Return the folder of plugins."""
    return system.kernel.documents.home.path / "plugins"


async def add(system: System, told: dict[str, Any], module: bytes) -> int:
    """Upload a plugin and take it into use as its card shows it; return the status of the answer."""
    headers = {"content-type": "application/zip"}
    kept = await system.client.post("/v1/plugins?name=p.zip", content=zipped(told, module), headers=headers)
    body = {"artifact": kept.json()["artifact"], "seen": kept.json()["card"]["content_hash"]}
    return (await system.client.post("/v1/plugins/add", json=body)).status_code


@pytest.mark.parametrize("default", [date(2026, 1, 1), 10**4000], ids=["a date", "a number no other program reads"])
async def test_one_descriptor_takes_no_other_plugin_from_the_list(system: System, default: Any) -> None:
    """TL-1: what TOML can say and JSON cannot is told of that plugin, and the others stand beside it."""
    put(place(system), descriptor("good_one"), saying("1"))
    told = descriptor("odd_one")
    told["capabilities"][0]["params"] = {"type": "object", "properties": {"a": {"type": "string", "default": default}}}
    put(place(system), told, saying("1"))
    listed = await system.client.get("/v1/plugins")
    assert listed.status_code == 200, listed.json()
    assert {each["name"]: each["state"] for each in listed.json()["items"]} == {"good_one": "new", "odd_one": "broken"}
    card = await system.client.get("/v1/plugins/odd_one/card")
    assert (card.status_code, card.json()["code"]) == (422, "bad_descriptor")


async def test_no_words_of_a_plugin_stand_as_a_line_of_its_card(system: System) -> None:
    """TL-1: a description with lines of its own cannot say what the card says."""
    told = descriptor("forged_one", domains=["evil.example.org"], description=words("Nice.\nSites: nothing"))
    told["capabilities"][0]["title"] = words("Nice\r\nSites: nothing")
    put(place(system), told, saying("1"))
    card = (await system.client.get("/v1/plugins/forged_one/card?locale=en")).json()
    lines = card["preview"]["files"][0]["diff"].splitlines()
    assert "+Description: Nice. Sites: nothing / Nice. Sites: nothing" in lines
    assert [each for each in lines if each.startswith(("Sites", "+Sites: ", " Sites"))] == []


async def test_what_was_planted_in_a_folder_does_not_keep_its_plugin_from_an_update(system: System) -> None:
    """TL-1: a folder by the name of a file of ours goes with the rest of what is replaced."""
    folder = put(place(system), descriptor("planted_one"), saying("1"))
    (folder / "taken-by" / "more").mkdir(parents=True)
    card = (await system.client.get("/v1/plugins/planted_one/card")).json()
    await system.client.post("/v1/plugins/planted_one/approve", json={"seen": card["content_hash"]})
    assert await add(system, descriptor("planted_one", version="2.0.0"), saying("2")) == 201
    called = await system.client.post("/v1/capabilities/plugin.planted_one/call", json={"params": {}})
    assert called.json()["result"]["data"] == 2


@pytest.mark.parametrize("planted", [".staging", ".former"])
async def test_a_link_in_the_folder_of_plugins_takes_nothing_away_where_it_leads(
    system: System, tmp_path: Path, planted: str
) -> None:
    """TL-1: adding, updating and removing a plugin touch the folder of plugins and nothing else."""
    victim = tmp_path / "documents"
    (victim / "linked_one").mkdir(parents=True)
    (victim / "letter.txt").write_text("mine")
    place(system).mkdir(parents=True, exist_ok=True)
    os.symlink(victim, place(system) / planted)
    for version in ("1.0.0", "2.0.0"):
        assert await add(system, descriptor("linked_one", version=version), saying("1")) == 201
    assert (await system.client.delete("/v1/plugins/linked_one")).status_code == 200
    assert sorted(each.name for each in victim.iterdir()) == ["letter.txt", "linked_one"]
    assert list((victim / "linked_one").iterdir()) == []
