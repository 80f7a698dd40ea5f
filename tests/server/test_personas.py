"""Personas over HTTP: made, edited and sent under their own names and the short ones."""

from __future__ import annotations

from typing import Any

import pytest
from dirty_equals import IsPartialDict, IsStr
from tests.server.conftest import System

HERE = "/v1/personas"


async def made(system: System, **fields: Any) -> dict[str, Any]:
    """Return a persona that was just made."""
    answer = await system.client.post(HERE, json={"name": "Analyst", **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_a_persona_is_made_and_edited_by_its_short_names(system: System) -> None:
    """LT-2: one PATCH, without a version; what is left out stays."""
    persona = await made(
        system,
        system_prompt="You are a data analyst.",
        icon="chart",
        color="cyan",
        allowed_tools=["web_search", "core.read_file"],
        model_override="qwen2.5-coder:3b",
    )
    assert persona == IsPartialDict(
        system_prompt="You are a data analyst.",
        persona_text="You are a data analyst.",
        allowed_tools=["core.web_search", "core.read_file"],
        model_override="qwen2.5-coder:3b",
        is_builtin=False,
        color="cyan",
        created_at=IsStr(),
        updated_at=persona["created_at"],
    )
    edited = await system.client.patch(
        f"{HERE}/{persona['id']}", json={"system_prompt": "Count twice.", "color": "rose"}
    )
    after = edited.json()
    assert (edited.status_code, edited.headers["etag"]) == (200, '"v2"')
    assert after == {
        **persona,
        "system_prompt": "Count twice.",
        "persona_text": "Count twice.",
        "color": "rose",
        "version": 2,
        "updated_at": IsStr(),
    }
    everything = (await system.client.patch(f"{HERE}/{persona['id']}", json={"allowed_tools": []})).json()
    assert (everything["allowed_tools"], everything["capabilities"]["allow"]) == ([], ["*"])


async def test_the_four_built_in_personas_have_the_colours_and_icons_of_the_original(system: System) -> None:
    """LT-2: and they cannot be edited or deleted, only cloned."""
    listed = {each["id"]: each for each in (await system.client.get(HERE)).json()["items"]}
    assert {
        id: (listed[id]["color"], listed[id]["icon"]) for id in ("assistant", "researcher", "creator", "coder")
    } == {
        "assistant": ("blue", "bot"),
        "researcher": ("emerald", "search"),
        "creator": ("violet", "palette"),
        "coder": ("amber", "code"),
    }
    assert all(listed[id]["is_builtin"] for id in ("assistant", "researcher", "creator", "coder"))
    refused = await system.client.patch(f"{HERE}/coder", json={"name": "Mine"})
    assert (refused.status_code, refused.json()["code"]) == (403, "builtin")


async def test_a_persona_that_is_sent_back_whole_is_taken_under_either_name(system: System) -> None:
    """LT-2: of two names for one field, the one that was edited counts; two different edits are refused."""
    persona = await made(system, persona_text="First", model_override="ollama/llama3.2")
    assert persona["model"] == IsPartialDict(provider="ollama", id="llama3.2")
    here = f"{HERE}/{persona['id']}"
    short = (await system.client.put(here, json={**persona, "system_prompt": "Second"})).json()
    assert (short["persona_text"], short["model"]) == ("Second", persona["model"])
    own = (await system.client.put(here, json={**short, "persona_text": "Third"})).json()
    assert own["system_prompt"] == "Third"
    both = await system.client.put(here, json={**own, "persona_text": "A", "system_prompt": "B"})
    assert (both.status_code, both.json()["field"]) == (422, "system_prompt")


@pytest.mark.parametrize(
    "edit", [{"color": "pink"}, {"unknown": 1}, {"name": "  "}, {"allowed_tools": "all"}, {"id": "x"}]
)
async def test_an_edit_that_makes_no_sense_is_refused(system: System, edit: dict[str, Any]) -> None:
    persona = await made(system)
    assert (await system.client.patch(f"{HERE}/{persona['id']}", json=edit)).status_code == 422
    assert (await system.client.get(f"{HERE}/{persona['id']}")).json() == persona


async def test_what_nobody_else_changed_is_edited_and_deleted_without_a_version(system: System) -> None:
    """LT-3: one request for an edit, one for a deletion; the deletion can be undone."""
    persona = await made(system)
    here = f"{HERE}/{persona['id']}"
    assert (await system.client.put(here, json={**persona, "name": "Anna"})).json()["version"] == 2
    removed = (await system.client.delete(here)).json()
    assert (await system.client.get(here)).status_code == 404
    undone = await system.client.post(f"/v1/changes/{removed['change']}/undo")
    assert undone.status_code == 200, undone.text
    assert (await system.client.get(here)).json()["name"] == "Anna"
