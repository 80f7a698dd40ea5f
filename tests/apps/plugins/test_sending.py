"""Plugins that send something: declared, asked for each time, to one server, and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.apps.plugins.builders import asking, descriptor, put
from tests.apps.plugins.components import asks
from tests.sandbox.net.servers import Server, moved, page, paths, serving
from tests.security.test_hostile_plugins import put_and_approve

from aule.contracts.errors import AuleError
from aule.sdk import Approve, Effect
from aule.sdk.http import ByHand
from aule.testing.system import System, system

SENDS: dict[str, Any] = {"domains": ["news.test", "other.test"], "sends": ["news.test"], "capability": {"sends": True}}
Builder = Callable[[str, str], bytes]
MODULES: dict[str, Builder] = {"module": asking, "component": lambda function, asked: asks("http-fetch", asked)}


def fetch(url: str, **more: Any) -> str:
    """Return a request for a fetch."""
    return json.dumps({"url": url, **more})


async def sent(aule: System, asked: str, told: dict[str, Any] | None = None, made: Builder = asking) -> dict[str, Any]:
    """Approve a plugin that makes one fetch, call it by hand, and return what its host answered."""
    await put_and_approve(aule, descriptor("sender", **(told or SENDS)), made("http_fetch", asked))
    shown = await aule.kernel.preview("plugin.sender", {})
    called = await aule.kernel.call("plugin.sender", {}, by_hand=ByHand(seen=shown.content_hash))
    assert called.result.ok, called.result.error
    return called.result.data


@pytest.mark.parametrize("form", MODULES)
async def test_a_plugin_sends_to_a_declared_site_and_reads_the_answer(tmp_path: Path, form: str) -> None:
    """TL-2: method, headers and body arrive as they were asked for; the answer comes back whatever its status."""
    made = page('{"id": 7}', status=422, type="application/json")
    async with system(tmp_path) as aule, serving(paths({"/notes": made})) as server:
        aule.kernel.web.go_through(server.client())
        body, headers = '{"text": "olá"}', {"Content-Type": "application/json", "X-Kind": "note"}
        asked = fetch(server.url("/notes", host="news.test"), method="POST", headers=headers, body=body)
        told = await sent(aule, asked, made=MODULES[form])
        answer = told if form == "component" else told["value"]
        assert (answer["status"], answer["text"]) == (422, '{"id": 7}')
        visit = server.visits[0]
        assert (visit.method, visit.path, visit.body.decode()) == ("POST", "/notes", body)
        assert (visit.headers["content-type"], visit.headers["x-kind"]) == ("application/json", "note")
        lines = (await aule.kernel.call("plugins.plugin_log", {"name": "sender"})).result.data["lines"]
        assert lines[-1]["message"] == "POST para news.test: 16 bytes enviados, e a resposta foi 422."


async def test_a_capability_that_sends_is_external_asks_each_time_and_says_so(tmp_path: Path) -> None:
    """TL-2: the card names the sites and the capabilities; without a person nothing is sent."""
    async with system(tmp_path) as aule, serving(paths({"": page("ok")})) as server:
        aule.kernel.web.go_through(server.client())
        asked = fetch(server.url(host="news.test"), method="DELETE")
        put(aule.home.path / "plugins", descriptor("sender", **SENDS), asking("http_fetch", asked))
        card = (await aule.kernel.preview("plugins.approve_plugin", {"name": "sender"})).model_dump_json()
        assert "Sites para onde pode enviar algo: news.test" in card
        assert "Envia: sim (POST, PUT, PATCH, DELETE); cada chamada é perguntada" in card
        await put_and_approve(aule, descriptor("sender", **SENDS), asking("http_fetch", asked))
        offered = aule.kernel.registry.get("plugin.sender")
        assert (offered.effect, offered.approval) == (Effect.EXTERNAL, Approve.ALWAYS)
        rows = (await aule.kernel.preview("plugin.sender", {})).preview.model_dump()["rows"]
        assert ["Site para onde pode enviar", "news.test"] in rows
        with pytest.raises(AuleError) as refused:
            await aule.kernel.call("plugin.sender", {})
        assert refused.value.problem.code == "approval_required"
        assert server.visits == []


def _cases(server: Server) -> dict[str, tuple[dict[str, Any], str, str]]:
    here = server.url(host="news.test")
    two = [{"name": each, "sends": each == "other_it"} for each in ("sender", "other_it")]
    base = descriptor("sender")["capabilities"][0]
    halved = {**SENDS, "capabilities": [{**base, **each} for each in two]}
    halved.pop("capability")
    return {
        "a site it only reads": (SENDS, fetch(server.url(host="other.test"), method="POST"), "undeclared_sending"),
        "a site that is not declared": (
            SENDS,
            fetch(server.url(host="third.test"), method="POST"),
            "undeclared_domain",
        ),
        "another capability's right": (halved, fetch(here, method="POST"), "undeclared_sending"),
        "this machine": (SENDS, fetch("http://127.0.0.1/", method="POST"), "unsafe_url"),
        "too large a body": (SENDS, fetch(here, method="PUT", body="x" * 500_001), "large_body"),
        "a length of its own": (SENDS, fetch(here, method="PUT", headers={"Content-Length": "1"}), "bad_header"),
        "a second request in a header": (
            SENDS,
            fetch(here, method="PUT", headers={"X": "a\r\n\r\nPOST / HTTP/1.1"}),
            "bad_header",
        ),
        "a redirect": (
            SENDS,
            fetch(server.url("/moved", host="news.test"), method="POST", body="x"),
            "moved_elsewhere",
        ),
        "a redirect to itself": (
            SENDS,
            fetch(server.url("/again", host="news.test"), method="POST"),
            "moved_elsewhere",
        ),
        "an endless answer": (SENDS, fetch(server.url("/much", host="news.test"), method="POST"), "too_large"),
    }


async def test_what_is_sent_goes_nowhere_else(tmp_path: Path) -> None:
    """TL-2: other sites, other capabilities, private addresses, headers, sizes, redirects and floods are refused."""
    async with serving(paths({"": page("x")})) as server:
        pages = {
            "/moved": moved("http://other.test/", status=307),
            "/again": moved(server.url("/", host="news.test"), status=308),
            "/much": page(b"x" * 600_000),
            "": page("x"),
        }
        server.reply = paths(pages)
        for number, (attack, (told, asked, code)) in enumerate(_cases(server).items()):
            async with system(tmp_path / str(number)) as aule:
                aule.kernel.web.go_through(server.client())
                answer = await sent(aule, asked, told)
                assert (answer["ok"], answer.get("code")) == (False, code), attack
    assert {each.path for each in server.visits} == {"/moved", "/again", "/much"}
    assert [each.body for each in server.visits if each.path == "/moved"] == [b"x"]


async def test_after_a_secret_was_read_nothing_is_sent_in_the_open(tmp_path: Path) -> None:
    """TL-2: with a secret in hand, a plugin sends by https alone."""
    from tests.apps.plugins.builders import program

    async with system(tmp_path) as aule, serving(paths({"": page("x")})) as server:
        aule.kernel.web.go_through(server.client())
        aule.kernel.secrets.set("WEATHER_KEY", "s3cret-w3ather-key")
        secret, asked = '{"name": "WEATHER_KEY"}', fetch(server.url(host="news.test"), method="POST", body="x")
        body = (
            f"(drop (call $secret_get (i32.const 1024) (i32.const {len(secret)})))"
            f"(call $ask (call $http_fetch (i32.const {1024 + len(secret)}) (i32.const {len(asked)})))"
        )
        module = program(body, "secret_get", "http_fetch", data=secret + asked)
        told = await sent(aule, "", {**SENDS, "secrets": ["WEATHER_KEY"]}, made=lambda *_: module)
        assert told["code"] == "secret_in_the_open"
        assert server.visits == []
