"""Plugins over HTTP: found in their folder, inert until approved, called, changed, disabled, removed, uploaded."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.apps.plugins.builders import asking, descriptor, examples, program, put, saying, words, zipped
from tests.sandbox.box.levels import until
from tests.sandbox.net.servers import page, paths, serving
from tests.server.conftest import System

from aule.apps.plugins.start import Plugins

ENDLESS = program("(loop $again (br $again))")


def place(system: System) -> Path:
    """Return the folder of plugins."""
    return system.kernel.documents.home.path / "plugins"


async def approve(system: System, name: str) -> dict[str, Any]:
    """Look at the card of a plugin and approve it."""
    card = await system.client.get(f"/v1/plugins/{name}/card?locale=en")
    assert card.status_code == 200, card.json()
    made = await system.client.post(f"/v1/plugins/{name}/approve?locale=en", json={"seen": card.json()["content_hash"]})
    assert made.status_code == 200, made.json()
    return made.json()


async def state(system: System, name: str) -> str:
    """Return how a plugin stands."""
    return (await system.client.get(f"/v1/plugins/{name}")).json()["state"]


async def call(system: System, name: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
    """Call a capability of a plugin by hand; return what came of it."""
    body = {"params": params or {}, "by_hand": True}
    shown = await system.client.post(f"/v1/capabilities/plugin.{name}/preview", json={"params": params or {}})
    if shown.status_code == 200:
        body["seen"] = shown.json()["content_hash"]
    called = (await system.client.post(f"/v1/capabilities/plugin.{name}/call", json=body)).json()
    failed = called.get("result", {}).get("error")
    return called if failed is None else failed


async def data(system: System, name: str, params: dict[str, Any] | None = None) -> Any:
    """Call a capability of a plugin and return its result."""
    called = await call(system, name, params)
    assert "result" in called, called
    return called["result"]["data"]


async def test_a_plugin_on_disk_is_listed_and_inert_until_it_is_approved(system: System, tmp_path: Path) -> None:
    """TL-1, TL-3, OS-14: the examples of the seed are built, dropped in, approved by hash and called."""
    built = examples()
    for name in ("celsius_to_fahrenheit", "text_to_base64", "address_to_json"):
        built.build(name, place(system))
    listed = (await system.client.get("/v1/plugins?locale=pt-BR")).json()["items"]
    assert [(each["name"], each["state"], each["title"]) for each in listed] == [
        ("address_to_json", "new", "Endereço em JSON"),
        ("celsius_to_fahrenheit", "new", "Celsius em Fahrenheit"),
        ("text_to_base64", "new", "Texto em Base64"),
    ]
    assert (await call(system, "text_to_base64", {"text": "a"}))["code"] == "unknown_capability"
    for each in listed:
        assert (await approve(system, each["name"]))["state"] == "enabled"
    given = [await data(system, "celsius_to_fahrenheit", {"celsius": each}) for each in (37, -40, 0, 36.6, 1e3)]
    assert given == [98.6, -40, 32, 97.88, 1832]
    texts = ["", "a", "olá", 'say "hi"\n\\', "🙂" * 1000]
    encoded = [await data(system, "text_to_base64", {"text": each}) for each in texts]
    assert encoded[:4] == ["", "YQ==", "b2zDoQ==", "c2F5ICJoaSIKXA=="]
    assert len(encoded[4]) == 5336
    assert await data(system, "address_to_json", {"address": "Rua São João, 12 - Centro, Olinda - PE"}) == {
        "street": "Rua São João",
        "number": "12",
        "district": "Centro",
        "city": "Olinda",
        "state": "PE",
    }
    failed = await call(system, "address_to_json", {"address": "nowhere"})
    assert failed["code"] == "plugin_exit"
    log = (await system.client.get("/v1/plugins/address_to_json/log")).json()["lines"]
    assert "not an address: street, number - district, city - UF" in log[0]["message"]


async def test_a_changed_file_is_not_run_until_its_difference_was_approved(system: System) -> None:
    """TL-1: neither a changed module nor a changed descriptor runs; the card shows what is different."""
    told = descriptor()
    put(place(system), told, saying("1"))
    await approve(system, "echo_it")
    assert await data(system, "echo_it") == 1
    put(place(system), told, saying("2"))
    assert (await call(system, "echo_it"))["code"] == "plugin_changed"
    assert await state(system, "echo_it") == "changed"
    refused = await system.client.post("/v1/plugins/echo_it/enable")
    assert (refused.status_code, refused.json()["code"]) == (409, "stale")
    card = (await system.client.get("/v1/plugins/echo_it/card?locale=en")).json()
    late = {"seen": card["content_hash"]}
    put(place(system), {**told, "version": "1.1.0", "domains": ["example.org"]}, saying("3"))
    swapped = await system.client.post("/v1/plugins/echo_it/approve?locale=en", json=late)
    assert swapped.status_code == 409
    card = (await system.client.get("/v1/plugins/echo_it/card?locale=en")).json()
    shown = card["preview"]["files"][0]["diff"]
    assert "-Sites it may fetch from: nothing" in shown
    assert "+Sites it may fetch from: example.org" in shown
    assert "-Capability: plugin.echo_it (effect: read)" in shown
    await approve(system, "echo_it")
    assert await data(system, "echo_it") == 3
    put(place(system), told, saying("1"))
    assert (await call(system, "echo_it"))["code"] == "plugin_changed"


async def test_disabling_ends_running_calls_and_reloading_lets_them_finish(system: System) -> None:
    """TL-1: hot load and reload while calls run; nothing mixes old code and new."""
    http, own = system.client, await _own(system)
    told = descriptor(limits={"seconds": 3})
    put(place(system), told, ENDLESS)
    await approve(system, "echo_it")
    running = asyncio.create_task(call(system, "echo_it"))
    await until(lambda: own.box.is_running("echo_it"))
    assert (await http.post("/v1/plugins/echo_it/disable")).json()["state"] == "disabled"
    assert (await asyncio.wait_for(running, 5))["code"] == "tool_stopped"
    assert (await call(system, "echo_it"))["code"] == "unknown_capability"
    assert (await http.post("/v1/plugins/echo_it/enable")).json()["state"] == "enabled"
    running = asyncio.create_task(call(system, "echo_it"))
    await until(lambda: own.box.is_running("echo_it"))
    put(place(system), told, saying("2"))
    await approve(system, "echo_it")
    assert await data(system, "echo_it") == 2
    assert (await asyncio.wait_for(running, 10))["code"] == "plugin_time"
    assert (await http.post("/v1/plugins/echo_it/reload")).json()["state"] == "enabled"
    assert await data(system, "echo_it") == 2


async def test_calls_while_a_module_is_replaced_are_answered_by_one_version_or_told_why_not(system: System) -> None:
    """TL-1: a storm of calls while another module is put there and approved, again and again; nothing is mixed."""

    def version(number: int) -> tuple[dict[str, Any], bytes]:
        returns = {"type": "array", "items": {"const": number}}
        told = descriptor(version=f"{number}.0.0", capability={"returns": returns})
        return told, saying(f"[{number}, {number}, {number}]")

    put(place(system), *version(1))
    await approve(system, "echo_it")
    answers: list[Any] = []
    is_over = asyncio.Event()

    async def call_on() -> None:
        while not is_over.is_set():
            called = await call(system, "echo_it")
            answers.append(called["result"]["data"] if "result" in called else called["code"])

    calling = [asyncio.create_task(call_on()) for _ in range(6)]
    for number in range(2, 6):
        before = len(answers)
        await until(lambda least=before + 8: len(answers) >= least)
        put(place(system), *version(number))
        await approve(system, "echo_it")
        assert await data(system, "echo_it") == [number] * 3
    is_over.set()
    await asyncio.gather(*calling)
    given: list[Any] = [[number] * 3 for number in range(1, 6)]
    told = ["plugin_changed", "stale", "bad_descriptor"]  # the last one while a file is half written
    assert [each for each in answers if each not in given + told] == []
    assert [each for each in given if each not in answers] == []


async def test_an_archive_is_shown_before_it_is_taken_into_use_and_removed_whole(system: System) -> None:
    """TL-1: upload, card, add, update from another archive, remove."""
    http = system.client
    sent = await http.post("/v1/plugins?name=a.zip", content=zipped(descriptor(), saying("1"), {"README.md": b"hi"}))
    assert sent.status_code == 202, sent.json()
    assert (await http.get("/v1/plugins")).json()["items"] == []
    added = {"artifact": sent.json()["artifact"], "seen": sent.json()["card"]["content_hash"]}
    made = await http.post("/v1/plugins/add", json=added)
    assert (made.status_code, made.json()["state"]) == (201, "enabled"), made.json()
    assert sorted(each.name for each in (place(system) / "echo_it").iterdir()) == ["plugin.toml", "plugin.wasm"]
    assert await data(system, "echo_it") == 1
    sent = await http.post("/v1/plugins?name=a.zip", content=zipped(descriptor(version="2.0.0"), saying("2")))
    added = {"artifact": sent.json()["artifact"], "seen": sent.json()["card"]["content_hash"]}
    assert (await http.post("/v1/plugins/add", json=added)).json()["version"] == "2.0.0"
    assert await data(system, "echo_it") == 2
    assert (await http.delete("/v1/plugins/echo_it")).json() == {"name": "echo_it"}
    assert [each for each in place(system).rglob("*") if each.is_file()] == []
    assert (await http.get("/v1/plugins/echo_it")).json()["code"] == "plugin_missing"
    assert (await call(system, "echo_it"))["code"] == "unknown_capability"


async def test_undoing_the_approval_makes_a_plugin_inert_again(system: System) -> None:
    """TL-1: what was approved can be taken back; the files stay."""
    put(place(system), descriptor(), saying("1"))
    await approve(system, "echo_it")
    changes = (await system.client.get("/v1/changes")).json()["items"]
    await system.kernel.undo(f"change:{changes[0]['id']}")
    assert await state(system, "echo_it") == "new"
    assert (await call(system, "echo_it"))["code"] == "unknown_capability"


async def test_a_page_of_a_declared_site_is_fetched_logged_and_measured(system: System) -> None:
    """TL-2, TL-3: http_fetch through the guarded client, aule.log, aule.metric in the table of metrics."""
    pages = {"/": page("<html><title>Not&iacute;cias</title></html>")}
    async with serving(paths(pages)) as server:
        system.kernel.web.go_through(server.client())
        folder = examples().build("page_title", place(system))
        told = (folder / "plugin.toml").read_text("utf-8").replace("example.org", "news.test")
        (folder / "plugin.toml").write_text(told, "utf-8")
        await approve(system, "page_title")
        called = await call(system, "page_title", {"url": server.url(host="news.test")})
        assert called["result"]["data"] == "Not&iacute;cias", called
        other = await call(system, "page_title", {"url": server.url(host="other.test")})
        assert other["code"] == "plugin_exit"
    lines = (await system.client.get("/v1/plugins/page_title/log")).json()["lines"]
    assert [each["message"].partition(":")[0] for each in lines] == ["a page was read", "page_title"]
    assert "undeclared_domain" in lines[1]["message"]
    events = await system.kernel.journal.read(None, run=called["run"], types=["metric.recorded"])
    assert [(each.data.name, each.data.value) for each in events] == [("page_title.pages.read", 1)]  # pyright: ignore
    trace = (await system.client.get(f"/v1/runs/{called['run']}/trace")).json()
    assert "'aule.runtime': 'wasm'" in str(trace)


async def test_a_secret_is_told_only_where_declared_and_struck_from_what_comes_back(system: System) -> None:
    """TL-2: declared names, the owner's consent on the card, never in results or logs."""
    system.kernel.secrets.set("WEATHER_KEY", "s3cret-w3ather-key")
    put(place(system), descriptor(secrets=["WEATHER_KEY"]), asking("secret_get", '{"name": "WEATHER_KEY"}'))
    card = (await system.client.get("/v1/plugins/echo_it/card?locale=en")).json()
    assert "+Secrets it may read: WEATHER_KEY" in card["preview"]["files"][0]["diff"]
    await approve(system, "echo_it")
    assert await data(system, "echo_it") == {"ok": True, "value": "•••"}


async def test_values_are_kept_for_each_plugin_and_written_with_its_result(system: System) -> None:
    """TL-2: kv_get, kv_set, kv_delete; one plugin does not see another's, and a failed call keeps nothing."""
    kv = {"kv": True}
    put(place(system), descriptor("setter", **kv), asking("kv_set", '{"key": "a", "value": {"n": 1}}'))
    put(place(system), descriptor("other", **kv), asking("kv_get", '{"key": "a"}'))
    await approve(system, "setter")
    await approve(system, "other")
    assert await data(system, "setter") == {"ok": True, "value": None}
    assert await data(system, "other") == {"ok": True, "value": None}
    put(place(system), descriptor("setter", **kv), asking("kv_get", '{"key": "a"}'))
    await approve(system, "setter")
    assert await data(system, "setter") == {"ok": True, "value": {"n": 1}}
    assert (await system.client.get("/v1/plugins/setter")).json()["kv_bytes"] == 9
    failing = program(
        "(drop (call $kv_delete (i32.const 1024) (i32.const 12))) unreachable", "kv_delete", data='{"key": "a"}'
    )
    put(place(system), descriptor("setter", **kv), failing)
    await approve(system, "setter")
    assert (await call(system, "setter"))["code"] == "plugin_trap"
    assert (await system.client.get("/v1/plugins/setter")).json()["kv_bytes"] == 9


async def test_two_calls_of_a_plugin_that_counts_do_not_lose_one(system: System) -> None:
    """TL-2: calls of a plugin that keeps values follow each other."""
    both = [descriptor("counter", kv=True), saying("1")]
    put(place(system), *both)
    await approve(system, "counter")
    given = await asyncio.gather(*(data(system, "counter") for _ in range(6)))
    assert given == [1] * 6


async def test_a_plugin_speaks_both_languages(system: System) -> None:
    """TL-1: titles in pt and en, and problems in the person's language."""
    put(place(system), descriptor(title={"en": "Echo", "pt": "Eco"}, description=words("x")), ENDLESS)
    assert (await system.client.get("/v1/plugins/echo_it?locale=pt-BR")).json()["title"] == "Eco"
    missing = await system.client.get("/v1/plugins/nobody?locale=pt-BR")
    assert missing.json()["detail"] == "Não há o plugin 'nobody'."


async def _own(system: System) -> Plugins:
    await system.kernel.loads.load("plugins")
    return system.kernel.part(Plugins)
