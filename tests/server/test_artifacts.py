"""Artifacts over HTTP: added as they arrive, shown without ever acting in our name, given in parts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from tests.server.conftest import System

from aule.server.body_limit import MAX_UPLOAD
from aule.server.content import FRAMED, NOTHING, STYLED
from aule.text.hashing import bytes_hash

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(200))
PDF = b"%PDF-1.7\n" + b"x" * 50
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>'
HTML = b"<!doctype html><script>fetch('/v1/settings')</script>"


async def add(client: httpx.AsyncClient, name: str, content: bytes, mime: str | None = None, **query: str) -> Any:
    headers = {} if mime is None else {"Content-Type": mime}
    answer = await client.post("/v1/artifacts", params={"name": name, **query}, content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_an_upload_is_an_artifact_that_can_be_found_renamed_deleted_and_brought_back(system: System) -> None:
    """OS-6, OS-9b: a file dropped into the desktop."""
    client = system.client
    made = await add(client, "../fotos/gato.png", PNG, "image/jpeg")
    facts = {"name": "gato.png", "type": "image", "mime": "image/png", "size": len(PNG), "sha256": bytes_hash(PNG)}
    assert facts.items() <= made.items() and (made["made_by"], made["run"], made["call"]) == (None, None, None)
    assert (await client.get(f"/v1/artifacts/{made['id']}/content")).content == PNG
    renamed = (await client.patch(f"/v1/artifacts/{made['id']}", json={"name": "cat\u202e.png"})).json()
    assert (renamed["name"], renamed["type"]) == ("cat.png", "image")
    listed = (await client.get("/v1/artifacts", params={"type": "image,pdf"})).json()["items"]
    assert [item["id"] for item in listed] == [made["id"]]
    assert (await client.get("/v1/artifacts", params={"type": "text"})).json()["items"] == []
    removed = (await client.delete(f"/v1/artifacts/{made['id']}")).json()
    assert (await client.get(f"/v1/artifacts/{made['id']}/content")).status_code == 404
    assert (await client.patch(f"/v1/artifacts/{made['id']}", json={"name": "x"})).status_code == 404
    assert (await client.post(f"/v1/changes/{removed['change']}/undo")).status_code == 200
    assert (await client.get(f"/v1/artifacts/{made['id']}/content")).content == PNG
    ops = [change["op"] for change in (await client.get("/v1/changes")).json()["items"]]
    assert ops == ["undo", "delete", "edit", "create"]


async def test_a_name_decides_how_a_text_is_read(system: System) -> None:
    made = await add(system.client, "plan.txt", b"# Plan")
    assert made["type"] == "text"
    renamed = (await system.client.patch(f"/v1/artifacts/{made['id']}", json={"name": "plan.md"})).json()
    assert (renamed["type"], renamed["mime"]) == ("markdown", "text/markdown")


@pytest.mark.parametrize(
    ("name", "claimed", "content", "mime", "inline", "policy"),
    [
        ("a.png", "image/png", PNG, "image/png", True, NOTHING),
        ("a.html", "text/html", HTML, "text/plain; charset=utf-8", True, NOTHING),
        ("a.png", "image/png", HTML, "text/plain; charset=utf-8", True, NOTHING),
        ("a.pdf", "application/pdf", HTML, "text/plain; charset=utf-8", True, NOTHING),
        ("a.js", "text/javascript", b"alert(1)", "text/plain; charset=utf-8", True, NOTHING),
        ("a.json", "application/json", b"{}", "text/plain; charset=utf-8", True, NOTHING),
        ("a.svg", "image/svg+xml", SVG, "image/svg+xml", False, STYLED),
        ("a.svg", "image/svg+xml", HTML, "text/plain; charset=utf-8", True, NOTHING),
        ("a.xhtml", "application/xhtml+xml", SVG, "text/plain; charset=utf-8", True, NOTHING),
        ("a.pdf", "text/html", PDF, "application/pdf", True, FRAMED),
        ("a.mp3", "audio/mpeg", b"ID3\x04\0\0\0", "audio/mpeg", True, NOTHING),
        ("a.webm", "text/html", b"\x1a\x45\xdf\xa3\x9fB\x82\x84webm", "video/webm", True, NOTHING),
        ("a.swf", "application/x-shockwave-flash", b"CWS\x09\0\0\0\0", "application/octet-stream", False, NOTHING),
        ("a", "text/html; charset=utf-7", b"+ADw-script+AD4-", "text/plain; charset=utf-8", True, NOTHING),
    ],
)
async def test_nothing_that_is_shown_can_act(
    system: System, name: str, claimed: str, content: bytes, mime: str, inline: bool, policy: str
) -> None:
    """S8: a content is shown as what it is, may load and run nothing, and says so itself."""
    made = await add(system.client, name, content, claimed)
    answer = await system.client.get(f"/v1/artifacts/{made['id']}/content")
    told = answer.headers
    assert (told["content-type"], told["content-security-policy"]) == (mime, policy)
    assert told["content-disposition"].startswith("inline" if inline else "attachment")
    assert told["x-content-type-options"] == "nosniff" and told["cross-origin-resource-policy"] == "same-origin"
    assert told["x-frame-options"] == ("SAMEORIGIN" if policy == FRAMED else "DENY")
    assert "'unsafe-eval'" not in policy and "script-src" not in policy and "default-src 'none'" in policy
    saved = await system.client.get(f"/v1/artifacts/{made['id']}/content", params={"download": True})
    assert saved.headers["content-disposition"].startswith("attachment") and saved.content == content


async def test_a_part_of_a_content_is_given_on_request(system: System) -> None:
    """OS-6: a film is watched without being loaded whole, a thumbnail of a text reads its first lines."""
    made = await add(system.client, "a.bin", bytes(range(100)))
    at = f"/v1/artifacts/{made['id']}/content"

    async def part(asked: str, **more: str) -> tuple[int, bytes, str | None]:
        answer = await system.client.get(at, headers={"Range": asked, **more})
        return answer.status_code, answer.content, answer.headers.get("content-range")

    assert await part("bytes=0-9") == (206, bytes(range(10)), "bytes 0-9/100")
    assert await part("bytes=90-") == (206, bytes(range(90, 100)), "bytes 90-99/100")
    assert await part("bytes=-5") == (206, bytes(range(95, 100)), "bytes 95-99/100")
    assert await part("bytes=95-500") == (206, bytes(range(95, 100)), "bytes 95-99/100")
    assert await part("bytes=-500") == (206, bytes(range(100)), "bytes 0-99/100")
    for odd in ("bytes=5-2", "bytes=0-1,3-4", "lines=1-2", "bytes=-", "bytes=a-b", "bytes=1-2;"):
        assert await part(odd) == (200, bytes(range(100)), None)
    status, _, told = await part("bytes=100-")
    assert (status, told) == (416, "bytes */100")
    assert (await part("bytes=-0"))[0] == 416
    tag = f'"{made["sha256"]}"'
    assert (await part("bytes=0-9", **{"If-Range": tag}))[0] == 206
    assert (await part("bytes=0-9", **{"If-Range": '"other"'}))[0] == 200


async def test_what_somebody_has_is_not_sent_again(system: System) -> None:
    made = await add(system.client, "a.png", PNG)
    at, tag = f"/v1/artifacts/{made['id']}/content", f'"{made["sha256"]}"'
    for held in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        answer = await system.client.get(at, headers={"If-None-Match": held})
        assert (answer.status_code, answer.content) == (304, b"")
    assert (await system.client.get(at, headers={"If-None-Match": '"x"'})).status_code == 200
    looked = await system.client.head(at)
    assert (looked.status_code, looked.content, looked.headers["content-length"]) == (200, b"", str(len(PNG)))
    assert (looked.headers["etag"], looked.headers["accept-ranges"]) == (tag, "bytes")


async def test_a_damaged_content_is_refused_not_shown(system: System) -> None:
    made = await add(system.client, "a.txt", b"as it was")
    path = system.kernel.blobs.path(made["sha256"])
    path.write_bytes(b"otherwise")
    answer = await system.client.get(f"/v1/artifacts/{made['id']}/content", headers={"Range": "bytes=0-3"})
    assert (answer.status_code, answer.json()["code"]) == (500, "corrupt")


async def test_an_upload_may_be_large_and_no_larger(system: System) -> None:
    """A large one is never held in memory; one that is too large leaves nothing behind."""

    async def pieces(count: int) -> AsyncIterator[bytes]:
        for _ in range(count):
            yield b"x" * (1024 * 1024)

    whole = await system.client.post("/v1/artifacts", params={"name": "a.txt"}, content=pieces(9))
    assert (whole.status_code, whole.json()["size"]) == (201, 9 * 1024 * 1024)
    declared = await system.client.post("/v1/artifacts", params={"name": "a"}, headers={"Content-Length": str(10**9)})
    assert (declared.status_code, declared.json()["code"]) == (413, "too_large")
    assert declared.json()["hint"]
    growing = await system.client.post("/v1/artifacts", params={"name": "a"}, content=pieces(MAX_UPLOAD // 2**20 + 1))
    assert (growing.status_code, growing.json()["code"]) == (413, "too_large")
    waiting = system.kernel.blobs.path("0" * 64).parent.parent / ".incoming"
    assert list(waiting.iterdir()) == []
    assert len((await system.client.get("/v1/artifacts")).json()["items"]) == 1


async def test_an_upload_that_breaks_off_leaves_nothing(system: System) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b"half"
        raise OSError("the cable")

    with pytest.raises(OSError, match="cable"):
        await system.kernel.uploads.add("a.txt", pieces())
    waiting = system.kernel.blobs.path("0" * 64).parent.parent / ".incoming"
    assert list(waiting.iterdir()) == []
    (waiting / "left-by-a-crash").write_bytes(b"half")
    system.kernel.blobs.sweep()
    assert list(waiting.iterdir()) == []
    assert (await system.kernel.artifacts.list()).items == []


@pytest.mark.parametrize(
    ("query", "content", "status", "code"),
    [
        ({"name": "a.txt"}, b"", 422, "empty_file"),
        ({}, b"x", 422, "invalid"),
        ({"name": "a.txt", "project": "nowhere"}, b"x", 404, "not_found"),
        ({"name": "x" * 1_001}, b"x", 422, "invalid"),
    ],
)
async def test_what_cannot_be_added_is_refused(
    system: System, query: dict[str, str], content: bytes, status: int, code: str
) -> None:
    answer = await system.client.post("/v1/artifacts", params=query, content=content)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_the_same_content_is_kept_once_and_uploads_do_not_disturb_each_other(system: System) -> None:
    made = await asyncio.gather(*(add(system.client, f"{number}.png", PNG) for number in range(8)))
    assert {each["sha256"] for each in made} == {bytes_hash(PNG)}
    assert len({each["id"] for each in made}) == 8


async def test_files_of_a_project_are_found_by_a_few_letters(system: System) -> None:
    root = system.kernel.workspaces.of(await system.kernel.projects.get("home")).root
    (root / "notes").mkdir()
    (root / "notes" / "Plano de aula.md").write_text("x")
    (root / "b.md").write_text("")
    found = (await system.client.get("/v1/projects/home/files", params={"q": "plan aul"})).json()
    assert found == [{"path": "notes/Plano de aula.md", "size": 1}]
    assert len((await system.client.get("/v1/projects/home/files")).json()) == 2
    assert (await system.client.get("/v1/projects/none/files")).status_code == 404
