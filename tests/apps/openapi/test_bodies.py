"""What operations send: files of the workspace, forms, XML and other texts; through the gate, as the card showed it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tests.apps.mcp_servers.benches import Bench
from tests.apps.openapi.documents import StandIn, library
from tests.apps.openapi.test_apis import bench, bring, kept, service, use

__all__ = ["bench", "service"]

PICTURE = b"\x89PNG\r\n\x1a\n\x00\xff"
FILE = {"type": "string", "format": "binary"}


def sending(**operations: Any) -> dict[str, Any]:
    """Return a document with operations that send these bodies, by their kinds."""
    document = library()
    document["security"] = []
    for name, content in operations.items():
        document["paths"][f"/{name}"] = {
            "post": {
                "operationId": name,
                "requestBody": {"required": True, "content": content},
                "responses": {"200": {"description": "Kept."}},
            }
        }
    return document


def project_of(bench: Bench) -> Path:
    """Return the folder of the first project, with a picture and a text in it."""
    folder = bench.aule.kernel.documents.home.path / "projects" / "home"
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    (folder / "pictures" / 'a "b".png').write_bytes(PICTURE)
    (folder / "note.txt").write_text("Olá\n")
    return folder


async def test_a_file_is_named_on_the_card_with_its_hash_and_sent_as_it_is(bench: Bench, service: StandIn) -> None:
    """TL-22: bytes of a workspace file as the body; a yes is to this content, and another one asks again."""
    folder = project_of(bench)
    document = sending(
        raw={"application/octet-stream": {"schema": FILE}},
        cover={"image/*": {"schema": FILE}},
        scan={"application/pdf": {}},
    )
    _, made = await bring(bench, document, service)
    assert [each["name"] for each in made["left_out"]] == ["securitySchemes: old", "GET /covers"]
    path = 'pictures/a "b".png'
    sent = await use(bench, "library.raw", {"body": path}, by="openapi.send")
    digest = hashlib.sha256(PICTURE).hexdigest()
    told = dict(sent["card"])
    assert (told["O que é enviado"], told["Arquivo que é enviado"]) == (path, f"{path} (10 bytes, sha256 {digest})")
    await use(bench, "library.cover", {"body": path}, by="openapi.send")
    raw, cover = service.asked
    assert raw["body"].encode("utf-8", "surrogateescape") == PICTURE
    assert (raw["headers"]["Content-Type"], cover["headers"]["Content-Type"]) == (
        "application/octet-stream",
        "image/png",
    )
    params = {"operation": "library.raw", "arguments": {"body": "note.txt"}}
    shown = (await bench.client.post("/v1/capabilities/openapi.send/preview", json={"params": params})).json()
    (folder / "note.txt").write_text("Another text\n")
    body = {"params": params, "by_hand": True, "seen": shown["content_hash"]}
    late = await bench.client.post("/v1/capabilities/openapi.send/call", json=body)
    assert (late.status_code, late.json()["code"], len(service.asked)) == (409, "approval_stale", 2)


async def test_forms_carry_fields_and_files_together(bench: Bench, service: StandIn) -> None:
    """TL-22: one file or several, also where a part or a choice of the schema says so; fields beside them."""
    project_of(bench)
    upload = {
        "allOf": [
            {"type": "object", "required": ["title"], "properties": {"title": {"type": "string"}}},
            {
                "type": "object",
                "properties": {
                    "cover": {"oneOf": [FILE, {"type": "string"}], "description": "The cover."},
                    "pages": {"type": "array", "items": FILE},
                    "tags": {"type": "object", "additionalProperties": {"type": "string"}},
                    "scan": {"type": "string", "contentMediaType": "image/png"},
                },
            },
        ]
    }
    await bring(bench, sending(upload={"multipart/form-data": {"schema": upload}}), service)
    [found] = (await bench.get("/v1/openapi/library/operations?query=upload"))["items"]
    fields = found["arguments"]["properties"]["body"]["properties"]
    assert fields["cover"]["description"] == "A file of the workspace, by its path. The cover."
    assert fields["pages"]["items"]["description"] == "A file of the workspace, by its path."
    body = {"title": "Um — dois", "cover": 'pictures/a "b".png', "pages": ["note.txt", "note.txt"], "tags": {"a": "1"}}
    sent = await use(bench, "library.upload", {"body": body}, by="openapi.send")
    shown = dict(sent["card"])["O que é enviado"]
    assert shown.splitlines() == [
        "title = Um — dois",
        "tags[a] = 1",
        'cover = pictures/a "b".png',
        "pages = note.txt",
        "pages = note.txt",
    ]
    [asked] = service.asked
    boundary = asked["headers"]["Content-Type"].partition("boundary=")[2]
    raw = asked["body"].encode("utf-8", "surrogateescape")
    parts = raw.split(f"--{boundary}".encode())
    assert (parts[0], parts[-1], len(parts)) == (b"", b"--\r\n", 7)
    assert parts[1] == '\r\nContent-Disposition: form-data; name="title"\r\n\r\nUm — dois\r\n'.encode()
    assert parts[3] == (
        b'\r\nContent-Disposition: form-data; name="cover"; filename="a _b_.png"\r\nContent-Type: image/png\r\n\r\n'
        + PICTURE
        + b"\r\n"
    )


async def test_lists_that_a_document_wants_numbered_are_numbered(bench: Bench, service: StandIn) -> None:
    """TL-22: as payment services have it: `expand[0]` in forms and queries, and in what is nested; others repeat."""
    form = {"type": "object", "properties": {"expand": {}, "items": {}, "tags": {}}}
    numbered = {"style": "deepObject", "explode": True}
    kind = "application/x-www-form-urlencoded"
    document = sending(pay={kind: {"schema": form, "encoding": {"expand": numbered, "items": numbered}}})
    document["paths"]["/pay"]["post"]["parameters"] = [{"name": "only", "in": "query", "schema": {}, **numbered}]
    await bring(bench, document, service)
    body = {"expand": ["a", "b.c"], "items": [{"price": "p1", "taxes": ["t1"]}], "tags": ["x", "y"]}
    await use(bench, "library.pay", {"only": ["m", {"n": [1]}], "body": body}, by="openapi.send")
    [asked] = service.asked
    assert unquote(asked["path"]) == "/v2/pay?only[0]=m&only[1][n][0]=1"
    assert unquote(asked["body"]).split("&") == [
        *("expand[0]=a", "expand[1]=b.c", "items[0][price]=p1", "items[0][taxes][0]=t1", "tags=x", "tags=y")
    ]


async def test_xml_and_other_texts_are_sent_as_they_are_given_and_read_as_text(bench: Bench, service: StandIn) -> None:
    """TL-22: the text is the argument; an answer in XML comes back as text."""
    said = "<book><title>Iracema &amp; co</title></book>"
    document = sending(
        xml={"application/xml": {"schema": {"$ref": "#/components/schemas/Book"}}}, yaml={"application/yaml": {}}
    )
    await bring(bench, document, service)
    sent = await use(bench, "library.xml", {"body": said}, by="openapi.send")
    await use(bench, "library.yaml", {"body": "a: 1\n"}, by="openapi.send")
    assert [(each["body"], each["headers"]["Content-Type"]) for each in service.asked] == [
        (said, "application/xml; charset=utf-8"),
        ("a: 1\n", "application/yaml; charset=utf-8"),
    ]
    assert dict(sent["card"])["O que é enviado"] == said
    answer = (await use(bench, "library.books_list", {"shelf": "xml"}))["result"]["data"]
    assert (answer["text"], answer["data"]) == ("<books><title>Iracema</title></books>", None)


async def test_no_file_of_secrets_of_elsewhere_or_too_large_is_sent(bench: Bench, service: StandIn) -> None:
    """TL-22: paths that lead out, links, keys and what is larger than is sent are refused on the card already."""
    folder = project_of(bench)
    (folder / ".env").write_text("KEY=1")
    (folder / "link.txt").symlink_to("/etc/passwd")
    (folder / "large.bin").write_bytes(b"x" * 20_000_001)
    parts = {"type": "object", "properties": {"file": FILE}}
    document = sending(raw={"application/octet-stream": {}}, parts={"multipart/form-data": {"schema": parts}})
    await bring(bench, document, service)
    for path in (
        ".env",
        "../home/note.txt",
        "/etc/passwd",
        "link.txt",
        "none.txt",
        "large.bin",
        ".git/config",
        "pictures",
    ):
        for operation, body in (("raw", path), ("parts", {"file": path})):
            told = await use(bench, f"library.{operation}", {"body": body}, 403, 404, 413, 422, 400, by="openapi.send")
            assert "result" not in told, path
    assert service.asked == []


async def test_a_body_that_is_none_of_these_is_left_out_and_told(bench: Bench, service: StandIn) -> None:
    """TL-22: other forms of parts, fields under the name of a file, two kinds of which one is offered."""
    fields = {"schema": {"type": "object", "properties": {"a": {"type": "string"}}}}
    document = sending(
        related={"multipart/related": {}},
        odd={"application/x-odd": fields},
        both={"application/xml": fields, "application/json": fields},
        any={"*/*": fields},
        form={"application/form-data": fields},
    )
    await bring(bench, document, service)
    told = (await bench.get("/v1/openapi/library"))["left_out"]
    assert [each["name"] for each in told if each["name"] in ("POST /related", "POST /odd")] == [
        "POST /related",
        "POST /odd",
    ]
    items = {each["path"]: each for each in (await bench.get("/v1/openapi/library/operations?limit=100"))["items"]}
    assert items["/both"]["notes"] == ["it may also be sent as application/xml, which is not offered"]
    await use(bench, "library.any", {"body": {"a": "1"}}, by="openapi.send")
    await use(bench, "library.form", {"body": {"a": "1"}}, by="openapi.send")
    kinds = [each["headers"]["Content-Type"].partition(";")[0] for each in service.asked]
    assert kinds == ["application/json", "multipart/form-data"]
    assert json.loads(service.asked[0]["body"]) == {"a": "1"}
    assert await kept(bench, document)
