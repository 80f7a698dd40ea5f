"""Documents of web APIs: imported as they were seen, their operations found and used through the gate (TL-22)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.apps.mcp_servers.benches import Bench
from tests.apps.mcp_servers.benches import bench as run_bench
from tests.apps.openapi.documents import StandIn, library, stand_in

from aule.contracts.runs.run import RunStatus
from aule.kernel.agents.tools import tool_tokens
from aule.testing import call, say

SECRETS = {"key": "LIBRARY_KEY", "login": "LIBRARY_LOGIN"}


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    """A system with a scripted model."""
    async with run_bench(tmp_path / "home") as made:
        yield made


@pytest.fixture
def service() -> Iterator[StandIn]:
    """The stand-in for the service."""
    with stand_in() as made:
        yield made


async def kept(bench: Bench, document: Any, name: str = "library.json") -> str:
    """Keep a document as an artifact, and return its id."""
    text = document if isinstance(document, str) else json.dumps(document)
    answer = await bench.client.post("/v1/artifacts", params={"name": name}, content=text.encode())
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def bring(bench: Bench, document: Any, service: StandIn, *, id: str = "library", **more: Any) -> Any:
    """Import a document as it is shown, and return the card and what came of it."""
    artifact = await kept(bench, document)
    body = {"id": id, "artifact": artifact, "base": service.url, "local": True, "secrets": SECRETS, **more}
    card = await bench.post("/v1/openapi/preview", body)
    return card, await bench.post("/v1/openapi", {**body, "seen": card["content_hash"]}, status=201)


async def use(bench: Bench, operation: str, arguments: Any, *statuses: int, by: str = "openapi.ask") -> Any:
    """Use an operation by hand, as the owner who saw what is sent."""
    params = {"operation": operation, "arguments": arguments}
    shown = await bench.client.post(f"/v1/capabilities/{by}/preview", json={"params": params})
    if shown.status_code != 200:
        assert shown.status_code in statuses, shown.text
        return shown.json()
    body = {"params": params, "by_hand": True, "seen": shown.json()["content_hash"]}
    called = await bench.client.post(f"/v1/capabilities/{by}/call", json=body)
    assert called.status_code in (statuses or (200,)), called.text
    return {**called.json(), "card": shown.json()["preview"]["rows"]}


async def test_a_document_is_seen_imported_and_used(bench: Bench, service: StandIn) -> None:
    """TL-22: what it brings and leaves out is shown; nothing is sent for that; requests are as the document says."""
    bench.aule.kernel.secrets.set("LIBRARY_KEY", "k&y-1")
    card, made = await bring(bench, library(), service)
    assert service.asked == []
    assert (made["title"], made["operations"], made["base"], made["unset"]) == (
        "Library",
        4,
        service.url,
        ["LIBRARY_LOGIN"],
    )
    assert [each["name"] for each in made["left_out"]] == ["securitySchemes: old", "POST /scan", "GET /covers"]
    assert [each["op"] for each in card["preview"]["records"]] == ["create"] * 5
    assert "LIBRARY_LOGIN" in " ".join(card["preview"]["warnings"])
    arguments = {
        "shelf": "a/b ç",
        "tags": ["new", "old & good"],
        "ids": [1, 2],
        "by": {"author": "Alencar"},
        "limit": 5,
        "X-Trace": "t1",
        "view": "short",
    }
    called = await use(bench, "library.books_list", arguments)
    assert called["result"]["data"]["data"]["books"] == [{"title": "Iracema"}]
    assert called["result"]["provenance"]["source"] == "openapi:library.books_list"
    [asked] = service.asked
    assert asked["path"] == (
        "/v2/shelves/a%2Fb%20%C3%A7/books?tags=new&tags=old%20%26%20good&ids=1,2&by%5Bauthor%5D=Alencar&limit=5"
        "&api_key=k%26y-1"
    )
    assert (asked["headers"]["X-Trace"], asked["headers"]["Cookie"]) == ("t1", "view=short")
    assert "k&y-1" not in json.dumps(called) and "k%26y" not in json.dumps(called["card"])
    assert "key ← LIBRARY_KEY" in [value for _, value in called["card"]]


async def test_what_is_sent_fits_the_document_and_says_who_asks(bench: Bench, service: StandIn) -> None:
    """TL-22: JSON and form bodies, and who asks; arguments that do not fit and missing secrets send nothing."""
    bench.aule.kernel.secrets.set("LIBRARY_KEY", "key-1")
    bench.aule.kernel.secrets.set("LIBRARY_LOGIN", "ana:s3")
    await bring(bench, library(), service)
    book = {"shelf": "a", "body": {"title": "Iracema", "pages": None, "follows": {"title": "O Guarani"}}}
    await use(bench, "library.books_add", book, by="openapi.send")
    await use(bench, "library.search", {"body": {"q": "sea & sky", "in": ["a", "b"]}}, by="openapi.send")
    await use(bench, "library.whoami", {})
    added, searched, told = service.asked
    assert json.loads(added["body"]) == book["body"] and added["path"] == "/v2/shelves/a/books?api_key=key-1"
    assert (searched["path"], searched["body"]) == ("/v2/search", "q=sea+%26+sky&in=a&in=b")
    assert told["headers"]["Authorization"] == "Basic YW5hOnMz"
    assert (await use(bench, "library.books_add", {"shelf": "a"}, 422, by="openapi.send"))["code"] == "bad_arguments"
    assert (await use(bench, "library.books_list", {"shelf": "a", "limit": 99}, 422))["code"] == "bad_arguments"
    assert (await use(bench, "library.books_list", {"shelf": ".."}, 422))["code"] == "bad_arguments"
    assert (await use(bench, "library.books_list", {"shelf": "a", "X-Trace": "a\r\nb: c"}, 422))[
        "code"
    ] == "bad_arguments"
    assert (await use(bench, "library.books_add", book, 422))["code"] == "openapi_other_call"
    assert (await use(bench, "library.books", {}, 404))["candidates"][0].startswith("library.books_")
    bench.aule.kernel.secrets.delete("LIBRARY_LOGIN")
    assert (await use(bench, "library.whoami", {}, 422))["code"] == "openapi_secret_missing"
    assert len(service.asked) == 3


async def test_a_key_is_sent_where_the_document_does_not_say_that_one_is_wanted(bench: Bench, service: StandIn) -> None:
    """TL-22: the owner says how; it stands on the cards, and a document with ways of its own takes no other."""
    bench.aule.kernel.secrets.set("LIBRARY_KEY", "key-1")
    silent = library()
    del silent["security"], silent["components"]["securitySchemes"], silent["paths"]["/me"]["get"]["security"]
    card, _ = await bring(bench, silent, service, secrets={})
    assert "bearer=" in " ".join(card["preview"]["warnings"])
    assert "Authorization" not in (await asked_by(bench, service))
    card, made = await bring(bench, silent, service, secrets={"bearer": "LIBRARY_KEY"})
    assert (made["secrets"], made["unset"]) == ({"bearer": "LIBRARY_KEY"}, [])
    assert (await asked_by(bench, service))["Authorization"] == "Bearer key-1"
    artifact = await kept(bench, silent)
    both = {"bearer": "LIBRARY_KEY", "basic": "LIBRARY_KEY"}
    for document, secrets in [(artifact, both), (await kept(bench, library()), {"bearer": "LIBRARY_KEY"})]:
        body = {"id": "library", "artifact": document, "base": service.url, "local": True, "secrets": secrets}
        refused = await bench.post("/v1/openapi/preview", body, status=422)
        assert refused["code"] == "openapi_unknown_scheme"


async def asked_by(bench: Bench, service: StandIn) -> dict[str, str]:
    """Return the headers of a request."""
    await use(bench, "library.whoami", {})
    return service.asked[-1]["headers"]


async def test_answers_are_cut_not_followed_and_hold_no_secret(bench: Bench, service: StandIn) -> None:
    """TL-22: a redirect is not followed, an error is a failure with its data, a long answer is kept whole beside."""
    bench.aule.kernel.secrets.set("LIBRARY_KEY", "key-123456")
    await bring(bench, library(), service)
    moved = await use(bench, "library.books_list", {"shelf": "away"}, 403)
    assert moved["code"] == "moved_elsewhere"
    gone = (await use(bench, "library.books_list", {"shelf": "gone"}))["result"]
    assert (gone["ok"], gone["error"]["code"], gone["data"]["status"]) == (False, "openapi_status", 404)
    large = (await use(bench, "library.books_list", {"shelf": "large"}))["result"]
    assert large["data"]["cut"] > 0 and large["data"]["artifact"] in large["artifacts"]
    echoed = (await use(bench, "library.books_list", {"shelf": "echo"}))["result"]
    assert "key-123456" not in json.dumps(echoed)


async def test_a_changed_document_asks_again_and_shows_the_difference(bench: Bench, service: StandIn) -> None:
    """TL-22: the whole document is pinned; only a card of exactly the new one changes what is used; undo goes back."""
    _, first = await bring(bench, library(), service)
    changed = library()
    del changed["paths"]["/search"]
    changed["paths"]["/shelves/{shelf}/books"]["get"]["summary"] = "List and delete the books of a shelf."
    artifact = await kept(bench, changed)
    body = {"id": "library", "artifact": artifact, "base": service.url, "local": True, "secrets": SECRETS}
    card = (await bench.post("/v1/openapi/preview", body))["preview"]
    shown = {each.get("id"): each for each in card["records"]}
    assert shown["search"]["op"] == "delete"
    [difference] = shown["books_list"]["fields"]
    assert (difference["before"], difference["after"]) == (
        "List the books of a shelf",
        "List and delete the books of a shelf",
    )
    assert {each["name"] for each in shown["library"]["fields"]} == {"document"}
    refused = await bench.client.post("/v1/openapi", json={**body, "seen": "sha256:of-another-card"})
    assert refused.status_code == 409
    assert (await bench.get("/v1/openapi/library"))["document"] == first["document"]
    _, second = await bring(bench, changed, service)
    assert (second["operations"], second["created_at"]) == (3, first["created_at"])
    removed = (await bench.client.delete("/v1/openapi/library")).json()
    assert (await bench.get("/v1/openapi"))["items"] == []
    await bench.post(f"/v1/changes/{removed['change']}/undo")
    assert (await bench.get("/v1/openapi/library/operations?query=books"))["total"] == 2


async def test_an_agent_finds_an_operation_asks_and_uses_it(bench: Bench, service: StandIn) -> None:
    """TL-22: a search and two calls stand for all operations; asking an API asks once, sending each time."""
    listing = call("openapi.ask", {"operation": "library.books_list", "arguments": {"shelf": "a"}})
    adding = call(
        "openapi.send", {"operation": "library.books_add", "arguments": {"shelf": "a", "body": {"title": "X"}}}
    )
    bench.aule.kernel.secrets.set("LIBRARY_KEY", "key-1")
    await bring(bench, library(), service)
    bench.aule.model.add(
        listing, listing, call("openapi.find_operations", {"query": "add a book"}), adding, adding, say(".")
    )
    run = await bench.aule.ask("Which books are on shelf a?")
    assert run.status is RunStatus.WAITING
    assert service.asked == []
    await bench.aule.decide()
    assert [each["method"] for each in service.asked] == ["GET", "GET"], "the second one was not asked about"
    await bench.aule.decide()
    run = await bench.aule.decide()
    assert run.status is RunStatus.DONE
    assert [each["method"] for each in service.asked] == ["GET", "GET", "POST", "POST"]
    tools = [each for each in bench.aule.kernel.capabilities() if each.app == "openapi" and not each.internal]
    assert sum(map(tool_tokens, tools)) <= 500


async def test_no_agent_imports_a_document(bench: Bench, service: StandIn) -> None:
    """TL-22: what can be reached is set up by the owner's hand alone."""
    artifact = await kept(bench, library())
    wish = {"id": "library", "api": {"artifact": artifact, "base": service.url, "local": True}}
    bench.aule.model.add(call("openapi.import_api", wish), say("No."))
    await bench.aule.ask("Import it")
    assert (await bench.get("/v1/openapi"))["items"] == []
