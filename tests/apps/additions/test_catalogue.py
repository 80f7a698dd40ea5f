"""The catalogue over HTTP: what comes with the system, sources of the owner, adding, updating, removing, signatures."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.apps.additions.shops import (
    Shop,
    Signer,
    add,
    add_source,
    detail,
    entry,
    opened,
    refresh,
    seen,
    states,
    tool_file,
)
from tests.sandbox.net.servers import page, paths, serving
from tests.server.conftest import System

KINDS = {"agent", "app", "mcp", "model", "template", "tool", "worker"}


async def test_everything_in_the_built_in_index_can_be_added_and_taken_away_again(system: System) -> None:
    """TL-31: it works offline, no entry lies, and each addition is a change of the app it is for."""
    listed = (await system.client.get("/v1/catalogue?locale=pt-BR")).json()
    assert {each["kind"] for each in listed["kinds"]} >= KINDS
    told = {each["kind"]: each["how"] for each in listed["kinds"]}
    assert told["worker"] == "Trabalhadores para tarefas pesadas ainda não podem ser adicionados."
    offered = [each for each in listed["items"] if each["source"] == "aule"]
    assert {each["kind"] for each in offered} >= {"agent", "mcp", "template", "tool"}
    assert {each["state"] for each in offered} == {"available"}
    changes: list[str] = []
    for each in offered:
        assert each["reaches"] and each["effects"], each["id"]
        made = await add(system, each["id"])
        assert (made["entry"]["state"], made["entry"]["is_removable"]) == ("added", True), each["id"]
        changes.append(made["change"])
    tools = (await system.client.get("/v1/tools")).json()["items"]
    assert {each["status"] for each in tools} == {"active"}
    servers = (await system.client.get("/v1/mcp/servers")).json()["items"]
    assert {(each["status"], each["origin"]) for each in servers} == {("draft", "imported")}
    for change in changes:
        await system.kernel.undo(f"change:{change}")
    assert set((await states(system, "aule")).values()) == {"available"}


async def test_what_is_here_stands_in_the_catalogue_and_what_is_removed_comes_back_with_undo(system: System) -> None:
    """TL-31: built-in things are told as such; removing is the owning app's own capability."""
    await add(system, "aule/tool/format_cpf")
    here = await detail(system, "here/app/forge")
    assert (here["is_built_in"], here["remove"]) == (True, None)
    found = await detail(system, "aule/tool/format_cpf")
    assert found["remove"] == {"capability": "forge.revoke_tool", "params": {"name": "format_cpf"}}
    gone = await system.client.post(
        "/v1/catalogue/entries/aule/tool/format_cpf/remove",
        json={"seen": await seen(system, found["remove"]), "locale": "en"},
    )
    assert (gone.status_code, gone.json()["entry"]["state"]) == (200, "available")
    await system.kernel.undo(f"change:{gone.json()['change']}")
    assert (await states(system, "aule"))["tool/format_cpf"] == "added"


async def test_an_update_shows_its_difference_and_only_its_own_source_has_one(system: System, tmp_path: Path) -> None:
    """TL-31: old and new descriptor; another source with that name is told as another thing; own edits are kept."""
    shop = Shop(tmp_path / "shop")
    shop.tool("ours")
    assert (await opened(system, "shop", shop))["new"] == ["tool/ours"]
    await add(system, "shop/tool/ours")
    other = Shop(tmp_path / "other")
    other.tool("ours", tool_file("ours", "def run():\n    return 1  # theirs\n"), version="9.0.0")
    await opened(system, "other", other)
    assert (await states(system, "other"))["tool/ours"] == "differs"

    shop.tool("ours", tool_file("ours", "def run():\n    one = 1\n    return one\n"), version="1.1.0")
    assert (await refresh(system, "shop")).json()["changed"] == ["tool/ours"]
    found = await detail(system, "shop/tool/ours")
    assert (found["state"], found["notes"]) == ("update", [])
    assert "-    return 1" in found["difference"] and "+    one = 1" in found["difference"]
    made = await add(system, "shop/tool/ours")
    assert made["entry"]["state"] == "added"
    assert (await system.client.get("/v1/tools/ours")).json()["version"] == 2

    tool = (await system.client.get("/v1/tools/ours")).json()
    own = {name: tool[name] for name in ("title", "description", "params", "returns", "tests")}
    edited = await system.client.put("/v1/tools/ours", json={**own, "source": "def run():\n    return 2 - 1\n"})
    assert edited.status_code == 200, edited.json()
    after = await detail(system, "shop/tool/ours")
    assert (after["state"], "was edited" in after["why"]) == ("differs", True)


async def test_of_two_windows_that_add_the_same_entry_one_adds_it(system: System, tmp_path: Path) -> None:
    """TL-31: a yes is to a card; the second card is of a world that is gone."""
    shop = Shop(tmp_path / "shop")
    shop.tool("ours")
    await opened(system, "shop", shop)
    for id in ("shop/tool/ours", "aule/agent/tutor", "aule/template/weekly-review", "aule/mcp/time"):
        found = await detail(system, id)
        body = {"seen": await seen(system, found["add"]), "locale": "en"}
        answers = await asyncio.gather(
            *(system.client.post(f"/v1/catalogue/entries/{id}/add", json=body) for _ in range(2))
        )
        assert sorted(each.status_code for each in answers) == [200, 409], [each.json() for each in answers]
    agents = (await system.client.get("/v1/agents")).json()["items"]
    assert [each["id"] for each in agents if each["id"].startswith("tutor")] == ["tutor"]


async def test_a_source_that_is_signed_stays_signed(system: System, tmp_path: Path) -> None:
    """TL-31: the first key is kept; no signature, another key, another content or another comment is refused."""
    ours, theirs, shop = Signer(), Signer(), Shop(tmp_path / "shop")
    shop.head["key"] = ours.public
    shop.tool("ours")
    shop.sign(ours)
    assert (await opened(system, "shop", shop))["signature"] == "signed"
    [_, source] = (await system.client.get("/v1/catalogue/sources")).json()["items"]
    assert (source["key"], source["key_from"], source["comment"]) == (ours.public, "source", "timestamp:1")

    async def code() -> str:
        told = await refresh(system, "shop")
        return "ok" if told.status_code == 200 else told.json()["code"]

    file = shop.folder / "catalogue.json.minisig"
    good = file.read_text()
    file.unlink()
    assert await code() == "signature_missing"
    file.write_text(theirs.sign((shop.folder / "catalogue.json").read_bytes()))
    assert await code() == "signature_wrong"
    shop.head["key"] = theirs.public
    shop.write()
    shop.sign(theirs)
    assert await code() == "signature_wrong", "a key that the source names later changes nothing"
    shop.head["key"] = ours.public
    shop.tool("more")
    file.write_text(good)
    assert await code() == "signature_wrong"
    shop.sign(ours, prehashed=False)
    assert await code() == "ok"
    file.write_text(file.read_text().replace("timestamp:1", "timestamp:2"))
    assert await code() == "signature_wrong"
    for broken in ("", "x", "untrusted comment:\n!\ntrusted comment: \n!\n", "a\n" * 4, "\udcff".join("ab")):
        file.write_bytes(broken.encode("utf-8", "surrogateescape"))
        assert await code() == "signature_wrong", broken
    assert (await states(system, "shop"))["tool/more"] == "available", "what was known is kept"


async def test_an_index_behind_an_address_comes_with_its_files_and_is_asked_only_by_the_owner(
    system: System, tmp_path: Path
) -> None:
    """TL-31: nothing is fetched by itself; a file that is here is not fetched again; undo works."""
    shop = Shop(tmp_path / "shop")
    shop.tool("ours")
    index, file = shop.write(), (shop.folder / "tools/ours.tool.json").read_bytes()
    pages = {
        "/s/catalogue.json": page(index, type="application/json"),
        "/s/tools/ours.tool.json": page(file, type="application/json"),
        "": page(b"no", status=404),
    }
    async with serving(paths(pages)) as server:
        made = await add_source(system, "web", f"http://127.0.0.1:{server.port}/s/", local=True)
        assert (made.status_code, server.visits) == (201, [])
        await system.client.get("/v1/catalogue")
        assert server.visits == []
        assert (await refresh(system, "web")).json()["new"] == ["tool/ours"]
        assert [each.path for each in server.visits] == [
            "/s/catalogue.json",
            "/s/catalogue.json.minisig",
            "/s/tools/ours.tool.json",
        ]
        assert not {"cookie", "authorization", "referer"} & {name for each in server.visits for name in each.headers}
        assert (await refresh(system, "web")).json()["new"] == []
        assert len(server.visits) == 5
    await add(system, "web/tool/ours")
    gone = await system.client.delete("/v1/catalogue/sources/web")
    assert await states(system, "web") == {}
    await system.kernel.undo(f"change:{gone.json()['change']}")
    assert (await states(system, "web"))["tool/ours"] == "added"


async def test_only_the_owner_says_where_additions_come_from(system: System, tmp_path: Path) -> None:
    """TL-31: no workflow adds a source, and an agent only looks."""
    evil = {"id": "a", "capability": "additions.add_source", "params": {"source": "evil", "address": str(tmp_path)}}
    kept = await system.client.post("/v1/workflows", json={"id": "evil", "title": "Evil", "steps": [evil]})
    assert kept.status_code == 201, kept.json()
    ran = await system.client.post("/v1/workflows/evil/run", json={})
    assert ran.status_code != 500, ran.json()
    assert len((await system.client.get("/v1/catalogue/sources")).json()["items"]) == 1
    found = await system.client.post("/v1/capabilities/additions.find_entries/call", json={"params": {"query": "cpf"}})
    data: dict[str, Any] = found.json()["result"]["data"]
    assert [each["id"] for each in data["items"]] == ["aule/tool/format_cpf"]


async def test_entries_of_a_kind_whose_app_comes_later_are_kept(system: System, tmp_path: Path) -> None:
    """TL-31: unknown kinds and keys are kept and told, and nothing of them is added."""
    shop = Shop(tmp_path / "shop", [entry("hologram", "x"), {**entry("tool", "y"), "run": "rm -rf /"}, 7])
    shop.head["mirrors"] = ["https://example.org"]
    assert (await opened(system, "shop", shop))["entries"] == 3
    found = (await system.client.get("/v1/catalogue?locale=en")).json()["items"]
    mine = [each for each in found if each["source"] == "shop"]
    assert [each["state"] for each in mine] == ["unknown", "unknown", "refused"]
    assert "(run)" in mine[1]["why"]
    assert '"run": "rm -rf /"' in (await detail(system, "shop/tool/y"))["said"]
    [_, source] = (await system.client.get("/v1/catalogue/sources")).json()["items"]
    assert (source["notes"], source["not_usable"]) == (["mirrors"], 3)
