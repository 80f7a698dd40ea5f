"""Agents over HTTP: made, edited, gone back to, copied, and brought along as files."""

from __future__ import annotations

from typing import Any

import pytest
from dirty_equals import IsPartialDict, IsStr
from tests.apps.studio.files import AGENTS, GREEDY, SKILL, SPEC
from tests.server.conftest import System

HERE = "/v1/agents"
RULES = [
    {"rule": "never", "what": "effect:delete"},
    {"rule": "language", "language": "en", "asked": ""},
    {"rule": "said", "when": "", "do": "Be kind."},
]


async def made(system: System, **fields: Any) -> dict[str, Any]:
    """Return an agent that was just made."""
    answer = await system.client.post(HERE, json={"name": "Reviewer", **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def brought(system: System, content: str, filename: str = "", **query: str) -> dict[str, Any]:
    """Return an agent that was just imported."""
    answer = await system.client.post(f"{HERE}/import", json={"content": content, "filename": filename}, params=query)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_an_agent_is_made_edited_replaced_and_deleted(system: System) -> None:
    """ST-1: the same stored thing as a persona, under the names of its definition."""
    agent = await made(
        system, system_prompt="You review.", tools=["core.read_file"], guidelines=RULES, persona_id="researcher"
    )
    assert agent == IsPartialDict(
        id="reviewer",
        tools=["core.read_file"],
        guidelines=RULES,
        persona_id="researcher",
        version=1,
        created_at=IsStr(),
    )
    persona = (await system.client.get("/v1/personas/reviewer")).json()
    assert (persona["persona_text"], persona["guidelines"]) == ("You review.", RULES)
    patched = await system.client.patch(f"{HERE}/reviewer", json={"description": "Reads"}, headers={"If-Match": '"v1"'})
    assert patched.json() == {**agent, "description": "Reads", "version": 2, "updated_at": IsStr()}
    late = await system.client.patch(f"{HERE}/reviewer", json={"name": "Late"}, headers={"If-Match": '"v1"'})
    assert (late.status_code, late.json()["code"]) == (412, "stale")
    replaced = (await system.client.put(f"{HERE}/reviewer", json={"system_prompt": "Anew."})).json()
    assert (replaced["tools"], replaced["guidelines"], replaced["description"]) == (["*"], [], "")
    removed = (await system.client.delete(f"{HERE}/reviewer")).json()
    assert (await system.client.get(f"{HERE}/reviewer")).status_code == 404
    undone = await system.client.post(f"/v1/changes/{removed['change']}/undo")
    assert undone.status_code == 200, undone.text
    assert (await system.client.get(f"{HERE}/reviewer")).json()["system_prompt"] == "Anew."
    refused = await system.client.patch(f"{HERE}/coder", json={"name": "Mine"})
    assert (refused.status_code, refused.json()["code"]) == (403, "builtin")


async def test_who_replaces_a_persona_without_knowing_rules_keeps_them(system: System) -> None:
    """ST-1: a persona is an agent seen simply, and no way to lose a guideline."""
    await made(system, guidelines=RULES, interrupts=[{"moment": "after", "what": "*"}], tools=[])
    persona = (await system.client.get("/v1/personas/reviewer")).json()
    simple = {name: persona[name] for name in ("id", "name", "persona_text", "allowed_tools", "capabilities")}
    answer = await system.client.put("/v1/personas/reviewer", json={**simple, "name": "Renamed"})
    assert answer.status_code == 200, answer.text
    agent = (await system.client.get(f"{HERE}/reviewer")).json()
    assert (agent["name"], agent["guidelines"], len(agent["interrupts"]), agent["tools"]) == ("Renamed", RULES, 1, [])


@pytest.mark.parametrize(
    "rule",
    [
        {"rule": "never", "what": "everything"},
        {"rule": "files", "paths": ["../out"]},
        {"rule": "files", "paths": []},
        {"rule": "invented"},
        {"rule": "length", "words": 0},
    ],
)
async def test_a_rule_that_cannot_be_checked_is_refused(system: System, rule: dict[str, Any]) -> None:
    """ST-1: the grammar is closed."""
    answer = await system.client.post(HERE, json={"name": "Odd", "guidelines": [rule]})
    assert answer.status_code in (400, 422), answer.text


async def test_an_agent_goes_back_to_a_version_and_that_can_be_undone(system: System) -> None:
    """ST-1: versions are listed with who made them, read, and restored."""
    await made(system, system_prompt="One", guidelines=RULES)
    await system.client.patch(f"{HERE}/reviewer", json={"system_prompt": "Two", "guidelines": []})
    listed = (await system.client.get(f"{HERE}/reviewer/versions")).json()["items"]
    assert [(each["version"], each["is_current"], each["by"]["id"]) for each in listed] == [
        (2, True, "owner"),
        (1, False, "owner"),
    ]
    assert (await system.client.get(f"{HERE}/reviewer/versions/1")).json()["system_prompt"] == "One"
    restored = (await system.client.post(f"{HERE}/reviewer/versions/1/restore")).json()
    assert (restored["system_prompt"], restored["guidelines"], restored["version"]) == ("One", RULES, 3)
    latest = (await system.client.get(f"{HERE}/reviewer/versions")).json()["items"][0]
    await system.client.post(f"/v1/changes/{latest['change']}/undo")
    assert (await system.client.get(f"{HERE}/reviewer")).json()["system_prompt"] == "Two"
    assert (await system.client.get(f"{HERE}/reviewer/versions/9")).status_code == 404
    copy = (await system.client.post(f"{HERE}/reviewer/clone", json={"name": "Copy"})).json()
    assert (copy["id"], copy["system_prompt"]) == ("copy", "Two")


async def test_a_skill_is_imported_with_no_more_tools_than_it_names(system: System) -> None:
    """ST-1: `allowed-tools` narrows, what has no meaning here is kept or told, and nothing is run."""
    found = await brought(system, SKILL, "skills/release-notes/SKILL.md", locale="pt-BR")
    assert (found["format"], found["agent"]["tools"]) == (
        "skill_md",
        ["core.read_file", "core.grep_search", "core.web_fetch"],
    )
    assert found["agent"]["kept"] == IsPartialDict(
        license="Apache-2.0", compatibility="Needs git and a network", metadata={"author": "a-team", "version": "1.2"}
    )
    told = " ".join(found["notes"])
    assert all(each in told for each in ("Bash(git log:*)", "Telescope", "license", "nada foi executado"))
    written = (await system.client.get(f"{HERE}/release-notes/export", params={"format": "skill_md"})).json()
    again = await brought(system, written["content"], written["filename"])
    assert {**again["agent"], "id": "", "created_at": "", "updated_at": ""} == {
        **found["agent"],
        "id": "",
        "name": "release-notes",
        "created_at": "",
        "updated_at": "",
    }


async def test_agents_md_is_imported_as_it_stands(system: System) -> None:
    """ST-1: it has no front matter, and names no tools."""
    found = await brought(system, AGENTS, "AGENTS.md")
    assert (found["format"], found["agent"]["name"]) == ("agents_md", "Orchard")
    assert found["agent"]["system_prompt"] == AGENTS.strip()
    written = (await system.client.get(f"{HERE}/orchard/export", params={"format": "agents_md"})).json()
    assert (written["filename"], written["content"]) == ("AGENTS.md", AGENTS)


async def test_an_open_agent_spec_is_imported_without_its_address_and_key(system: System) -> None:
    """ST-1: its model and its remote tools are told; its key is not even kept."""
    found = await brought(system, SPEC, "agent.yaml")
    agent = found["agent"]
    assert (found["format"], agent["tools"], agent["name"]) == ("agent_spec", ["core.read_file"], "Invoice helper")
    assert "very-secret" not in str(found)
    assert [each for each in found["notes"] if "pay_invoice" in each or "big-model" in each or "address" in each]
    written = (await system.client.get(f"{HERE}/{agent['id']}/export", params={"format": "agent_spec"})).json()
    again = (await brought(system, written["content"], "x.yaml"))["agent"]
    assert (again["kept"]["inputs"], again["tools"]) == (agent["kept"]["inputs"], agent["tools"])


async def test_our_own_markdown_comes_back_whole_but_for_rights_to_act_unasked(system: System) -> None:
    """ST-1: rules come back exactly; what would let it do more without asking is told, and left out."""
    greedy = await brought(system, GREEDY, "greedy.agent.md")
    agent = greedy["agent"]
    assert agent["policy"] == {"allow": [], "ask": ["core.write_file"], "deny": ["core.exec"], "on_write": "ask"}
    assert (agent["budget"]["max_cost"], agent["guidelines"][0]["rule"]) == (1.0, "never")
    assert len(greedy["notes"]) == 2
    full = await made(
        system,
        name="Whole: “ão”",
        system_prompt="# One\n\n---\n\nnot: front matter",
        tools=["core.read_file", "core.write_file"],
        denied_tools=["core.exec"],
        guidelines=RULES,
        interrupts=[{"moment": "before", "what": "core.*", "message": "Posso?"}],
        color="rose",
    )
    written = (await system.client.get(f"{HERE}/{full['id']}/export")).json()
    again = await brought(system, written["content"], written["filename"])
    same = ("name", "system_prompt", "tools", "denied_tools", "guidelines", "interrupts", "color", "policy", "budget")
    assert {name: again["agent"][name] for name in same} == {name: full[name] for name in same}
    assert again["notes"] == []


@pytest.mark.parametrize(
    ("content", "filename", "status"),
    [
        ("---\nname: [unclosed\n---\nx", "SKILL.md", 400),
        ("---\n- a\n- list\n---\nx", "SKILL.md", 400),
        ("---\nname: &a [*a]\n---\nx", "SKILL.md", 400),
        ("---\nname: !!python/object/apply:os.system [ls]\n---\nx", "SKILL.md", 400),
        ("---\naule_agent: 1\nname: X\nguidelines: [{rule: never, what: all}]\n---\nx", "x.md", 400),
        ("component_type: Flow\nname: x", "x.yaml", 400),
        ('{"component_type": "Agent", "name"', "x.json", 400),
        ("Bell \x07", "AGENTS.md", 400),
        ("   \n", "AGENTS.md", 400),
        ("x" * 61_000, "AGENTS.md", 413),
        ("x" * 300_000, "AGENTS.md", 413),
    ],
)
async def test_a_hostile_file_is_refused_with_a_reason_and_makes_nothing(
    system: System, content: str, filename: str, status: int
) -> None:
    """ST-1: importing executes nothing, and half an agent is none."""
    before = (await system.client.get(HERE)).json()["items"]
    answer = await system.client.post(f"{HERE}/import", json={"content": content, "filename": filename})
    assert answer.status_code in (status, 422), answer.text
    assert answer.json()["detail"] if "detail" in answer.json() else answer.json()["message"]
    assert (await system.client.get(HERE)).json()["items"] == before


async def test_a_draft_of_an_import_saves_nothing(system: System) -> None:
    """ST-1: one can look first."""
    body = {"content": SKILL, "filename": "SKILL.md", "is_draft": True}
    looked = (await system.client.post(f"{HERE}/import", json=body)).json()
    assert looked["agent"]["name"] == "release-notes"
    assert (await system.client.get(f"{HERE}/release-notes")).status_code == 404


FLOW: dict[str, Any] = {
    "inputs": {"request": {"type": "string"}},
    "nodes": [
        {"id": "now", "kind": "call", "call": {"capability": "core.now"}},
        {"id": "ask", "kind": "human", "dependencies": ["now"], "question": {"message": "Is that so?"}},
    ],
    "output": "{{steps.ask.result}}",
}


def steps_of(agent: dict[str, Any]) -> list[str]:
    """Return the ids of the steps of an agent's flow."""
    return [step["id"] for step in (agent["flow_graph"] or {"nodes": []})["nodes"]]


async def test_a_flow_is_saved_versioned_copied_removed_and_brought_back(system: System) -> None:
    """ST-1: the flow is part of the agent, wherever the agent is edited."""
    agent = await made(system, flow_graph=FLOW)
    assert steps_of(agent) == ["now", "ask"]
    persona = (await system.client.get("/v1/personas/reviewer")).json()
    seen_simply = {key: persona[key] for key in persona if key != "flow_graph"}
    kept = await system.client.put("/v1/personas/reviewer", json={**seen_simply, "description": "Asks"})
    assert steps_of(kept.json()) == ["now", "ask"]
    copy = (await system.client.post(f"{HERE}/reviewer/clone", json={"name": "Copy"})).json()
    assert steps_of(copy) == ["now", "ask"]
    without = (await system.client.patch(f"{HERE}/reviewer", json={"flow_graph": None})).json()
    assert (without["flow_graph"], without["description"], without["version"]) == (None, "Asks", 3)
    versions = (await system.client.get(f"{HERE}/reviewer/versions")).json()["items"]
    await system.client.post(f"/v1/changes/{versions[0]['change']}/undo")
    assert steps_of((await system.client.get(f"{HERE}/reviewer")).json()) == ["now", "ask"]
    await system.client.patch(f"{HERE}/reviewer", json={"flow_graph": None})
    back = (await system.client.post(f"{HERE}/reviewer/versions/1/restore")).json()
    assert steps_of(back) == ["now", "ask"]


async def test_a_flow_that_cannot_run_is_refused_with_its_place(system: System) -> None:
    """ST-1: everything that is wrong is told before anything is saved."""
    wrong = {"nodes": [{"id": "me", "kind": "agent", "agent": "reviewer", "prompt": "again"}]}
    await made(system)
    looked = await system.client.post(f"{HERE}/flow/check", json={"agent": "reviewer", "flow_graph": wrong})
    assert looked.json() == {"ok": False, "findings": [IsPartialDict(code="flow_in_flow", step="me", field="agent")]}
    refused = await system.client.patch(f"{HERE}/reviewer", json={"flow_graph": wrong})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_workflow")
    fine = await system.client.post(f"{HERE}/flow/check", json={"flow_graph": FLOW})
    assert fine.json() == {"ok": True, "findings": []}


async def test_a_flow_comes_along_in_our_file_and_brings_no_rights(system: System) -> None:
    """ST-1: our Markdown has all of it; grants do not come back, and other formats say that they cannot hold it."""
    granting = {**FLOW, "nodes": [{**FLOW["nodes"][0], "grants": {"calls": {"core.delete_file": 9}}}, FLOW["nodes"][1]]}
    await made(system, flow_graph=granting)
    file = (await system.client.get(f"{HERE}/reviewer/export")).json()
    read = await brought(system, file["content"], file["filename"], locale="en")
    assert steps_of(read["agent"]) == ["now", "ask"]
    assert [step["grants"] for step in read["agent"]["flow_graph"]["nodes"]] == [None, None]
    assert "What steps of the flow would do without asking was not taken over." in read["notes"]
    spec = (await system.client.get(f"{HERE}/reviewer/export", params={"format": "agent_spec", "locale": "en"})).json()
    assert "This format has no place for the agent's flow." in spec["notes"]


async def test_a_flow_of_a_file_that_cannot_run_here_is_kept_aside(system: System) -> None:
    """ST-1: the agent is there without it, and the person is told why."""
    await made(system, flow_graph=FLOW)
    file = (await system.client.get(f"{HERE}/reviewer/export")).json()["content"]
    read = await brought(system, file.replace("core.now", "core.fly"), "a.agent.md", locale="en")
    assert read["agent"]["flow_graph"] is None
    assert read["agent"]["kept"]["flow_graph"]["nodes"][0]["call"] == {"capability": "core.fly"}
    assert any("The flow cannot run here" in note for note in read["notes"])
