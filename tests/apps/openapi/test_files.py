"""Documents of several files, and documents of Swagger 2.0 (TL-22)."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from typing import Any

from tests.apps.mcp_servers.benches import Bench
from tests.apps.openapi.documents import StandIn, library
from tests.apps.openapi.test_apis import bench, bring, service, use
from tests.cli.command_line import CommandLine
from tests.sandbox.net.servers import moved, page, paths, serving

from aule.apps.openapi.document.files import place_of
from aule.apps.openapi.document.reader import tell
from aule.apps.openapi.document.references import packed, places_in
from aule.sdk.archives import pack

__all__ = ["bench", "service"]

FILES: dict[str, str] = {
    "openapi.yaml": """
openapi: 3.0.3
info: {title: Parts, version: "1"}
servers: [{url: https://parts.example/v1}]
paths:
  /pets: {$ref: paths/pets.yaml}
  /owners:
    get: {$ref: 'paths/owners.yaml#/list'}
  /away:
    get:
      operationId: away
      parameters: [{$ref: "https://evil.example/p.yaml#/a"}]
      responses: {}
components:
  schemas:
    Tag: {type: string, maxLength: 5}
""",
    "paths/pets.yaml": """
get:
  operationId: pets
  parameters: [{$ref: ../shared/params.yaml#/limit}, {$ref: '#/parts/0'}]
  responses: {}
post:
  operationId: add_pet
  requestBody:
    required: true
    content: {application/json: {schema: {$ref: ../shared/pet.json}}}
  responses: {}
parts:
  - {name: tag, in: query, schema: {$ref: '../openapi.yaml#/components/schemas/Tag'}}
""",
    "paths/owners.yaml": "list: {operationId: owners, responses: {}}\n",
    "shared/params.yaml": "limit: {name: limit, in: query, schema: {type: integer, maximum: 9}}\n",
    "shared/pet.json": json.dumps(
        {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "of": {"$ref": "pet.json"}}}
    ),
}


def told(raw: bytes, **argument: str) -> dict[str, Any]:
    """Return what the reader tells of a document, read in this process."""
    lines = list(tell(io.BytesIO(raw), argument))
    return {
        "problem": next((line["problem"] for line in lines if "problem" in line), None),
        "operations": {line["operation"]["name"]: line["operation"] for line in lines if "operation" in line},
        "left_out": {line["left_out"]["name"]: line["left_out"]["why"] for line in lines if "left_out" in line},
        "facts": next((line["facts"] for line in lines if "facts" in line), None),
    }


def raw_files(**more: str) -> dict[str, bytes]:
    """Return the files of the document, some of them others."""
    return {path: text.encode() for path, text in {**FILES, **more}.items()}


def tarred(files: dict[str, bytes], folder: str = "") -> bytes:
    """Return files as a tar.gz."""
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz") as archive:
        for path, content in files.items():
            entry = tarfile.TarInfo(folder + path)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return held.getvalue()


def check(found: dict[str, Any]) -> None:
    """Look whether all of the document was read."""
    assert list(found["operations"]) == ["pets", "add_pet", "owners"]
    pets = found["operations"]["pets"]["arguments"]["properties"]
    assert pets == {"limit": {"type": "integer", "maximum": 9}, "tag": {"type": "string", "maxLength": 5}}
    pet = found["operations"]["add_pet"]["arguments"]["properties"]["body"]
    assert pet["properties"]["of"]["properties"]["name"] == {"type": "string"}
    assert "evil.example" in found["left_out"]["GET /away"]


def test_an_archive_is_read_as_one_document_whichever_form_it_has() -> None:
    """TL-22: zip and tar, in a folder or not; references within files, up, down and back; elsewhere is told."""
    for raw in (
        pack(raw_files()),
        pack(raw_files(), "my-api"),
        tarred(raw_files(), "./"),
        packed(raw_files(), "openapi.yaml", ""),
    ):
        check(told(raw))


def test_an_archive_that_attacks_is_refused_or_its_parts_are_left_out() -> None:
    """TL-22: paths that lead out, circles over files, bombs, several documents; nothing beside the archive is read."""
    assert told(pack({"a.txt": b"x"}))["problem"] == "no_document"
    two = {"a/openapi.yaml": FILES["openapi.yaml"].encode(), "b/openapi.yaml": FILES["openapi.yaml"].encode()}
    assert told(pack(two))["problem"] == "many_documents"
    assert told(pack(two), first="b/openapi.yaml")["facts"]["title"] == "Parts"
    assert told(pack(two), first="c.yaml")["problem"] == "no_first_file"
    assert told(pack({"openapi.yaml": b"x" * 30_000_000}))["problem"] == "bad_archive"
    circle = raw_files(**{"paths/owners.yaml": "list: {$ref: 'owners.yaml#/list'}\n"})
    assert "circle" in told(pack(circle))["left_out"]["GET /owners"]
    for path in ("../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "//evil.example/x", "paths\\\\owners.yaml"):
        lost = raw_files(**{"openapi.yaml": FILES["openapi.yaml"].replace("paths/owners.yaml#/list", path)})
        assert "elsewhere" in told(pack(lost))["left_out"]["GET /owners"], path
    broken = raw_files(**{"paths/owners.yaml": "list: [\n"})
    assert told(pack(broken))["problem"] == "no_yaml"
    scalar = raw_files(**{"paths/owners.yaml": "7\n"})
    assert "nowhere" in told(pack(scalar))["left_out"]["GET /owners"]


def test_references_lead_to_places_below_one_address_only() -> None:
    """TL-22: what is brought is named by its place; other hosts, schemes and ways out are no places."""
    origin = "https://a.example"
    cases = {
        ("b.yaml", "v1/openapi.yaml", ""): "v1/b.yaml",
        ("../b.yaml", "v1/openapi.yaml", ""): "b.yaml",
        ("../../b.yaml", "v1/openapi.yaml", ""): None,
        ("/b.yaml", "v1/openapi.yaml", ""): None,
        ("/b.yaml", "v1/openapi.yaml", origin): "b.yaml",
        ("https://a.example/c/b.yaml", "v1/openapi.yaml", origin): "c/b.yaml",
        ("https://a.example.evil/c.yaml", "openapi.yaml", origin): None,
        ("http://a.example/c.yaml", "openapi.yaml", origin): None,
        ("//evil.example/c.yaml", "openapi.yaml", origin): None,
        ("javascript:alert(1)", "openapi.yaml", origin): None,
    }
    assert {case: place_of(*case) for case in cases} == cases
    said = b'{"a": {"$ref": "x.json#/a"}, "b": {"$ref": "#/a"}}\n$ref: y.yaml\n- {$ref: \'z z.yaml\'}\n$ref: "#/b"\n'
    assert places_in(said, "openapi.yaml", "") == ["x.json", "y.yaml", "z z.yaml"]


async def test_a_document_at_an_address_brings_the_files_it_refers_to(bench: Bench, service: StandIn) -> None:
    """TL-22: all from one address, fetched once, read together and pinned by one hash; what is missing is told."""
    files = raw_files(
        **{"paths/owners.yaml": "list: {$ref: none.yaml}\n", "shared/params.yaml": "limit: {$ref: away.yaml}"}
    )
    pages = {f"/spec/{path}": page(content, type="text/plain") for path, content in files.items()}
    pages["/spec/shared/away.yaml"] = moved("http://other.test/away.yaml")
    async with serving(paths({**pages, "": page(b"no", status=404)})) as server:
        bench.aule.kernel.web.go_through(server.client())
        url = server.url("/spec/openapi.yaml")
        called = await bench.client.post("/v1/openapi/fetch", json={"url": url})
        assert called.status_code == 200, called.text
        asked = [each.path for each in server.visits]
    assert sorted(asked) == sorted(
        [*(f"/spec/{path}" for path in files), "/spec/paths/none.yaml", "/spec/shared/away.yaml"]
    )
    body = {"id": "parts", "artifact": called.json()["artifact"], "base": service.url, "local": True, "source": url}
    card = await bench.post("/v1/openapi/preview", body)
    made = await bench.post("/v1/openapi", {**body, "seen": card["content_hash"]}, status=201)
    assert (made["operations"], [each["name"] for each in made["left_out"]]) == (
        1,
        ["GET /pets", "GET /owners", "GET /away"],
    )
    await use(bench, "parts.add_pet", {"body": {"name": "Rex"}}, by="openapi.send")
    assert json.loads(service.asked[0]["body"]) == {"name": "Rex"}


def test_a_document_and_the_files_beside_it_are_imported_at_the_command_line(here: CommandLine, tmp_path: Path) -> None:
    """TL-22: the command line packs what lies in the folder of the document and below, and nothing else."""
    (tmp_path / "secret.yaml").write_text("a: {type: string}\n")
    folder = tmp_path / "spec"
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text.replace("evil.example/p.yaml", "x/../../secret.yaml"))
    made = here.run("openapi", "import", "parts", str(folder / "openapi.yaml"), "--yes", "--json")
    assert made.code == 0, made.out
    told = json.loads(made.out)
    assert (told["operations"], [each["name"] for each in told["left_out"]]) == (3, ["GET /away"])


OLD: dict[str, Any] = {
    "swagger": "2.0",
    "info": {"title": "Old", "version": "1"},
    "host": "old.example",
    "basePath": "/api",
    "schemes": ["http", "https"],
    "consumes": ["application/json"],
    "securityDefinitions": {
        "login": {"type": "basic"},
        "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "token": {"type": "oauth2", "flow": "implicit", "authorizationUrl": "https://x", "scopes": {}},
    },
    "security": [{"key": []}],
    "parameters": {"id": {"name": "id", "in": "path", "required": True, "type": "integer", "minimum": 1}},
    "paths": {
        "/pets/{id}": {
            "parameters": [{"$ref": "#/parameters/id"}],
            "get": {
                "operationId": "getPet",
                "parameters": [
                    {"name": "a", "in": "query", "type": "array", "items": {"type": "string"}},
                    {"name": "b", "in": "query", "type": "array", "items": {}, "collectionFormat": "multi"},
                    {"name": "c", "in": "query", "type": "array", "items": {}, "collectionFormat": "pipes"},
                ],
                "responses": {},
            },
            "put": {
                "operationId": "putPet",
                "parameters": [
                    {"name": "pet", "in": "body", "required": True, "schema": {"$ref": "#/definitions/Pet"}}
                ],
                "responses": {},
            },
            "post": {
                "operationId": "photo",
                "consumes": ["multipart/form-data"],
                "parameters": [
                    {"name": "photo", "in": "formData", "type": "file", "required": True},
                    {"name": "note", "in": "formData", "type": "string"},
                ],
                "responses": {},
            },
            "delete": {
                "operationId": "tabs",
                "parameters": [{"name": "t", "in": "query", "type": "array", "collectionFormat": "tsv"}],
                "responses": {},
            },
        },
        "/login": {
            "post": {
                "operationId": "login",
                "security": [{"login": []}],
                "parameters": [{"name": "user", "in": "formData", "type": "string", "required": True}],
                "responses": {},
            }
        },
    },
    "definitions": {"Pet": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 9}}}},
}


async def test_a_document_of_swagger_2_is_read_as_the_same_in_openapi_3(bench: Bench, service: StandIn) -> None:
    """TL-22: addresses, sign-in, parameters, lists, bodies, forms and files; what cannot be written is told."""
    facts = told(json.dumps(OLD).encode())["facts"]
    assert (facts["openapi"], facts["servers"]) == ("2.0 (Swagger)", ["https://old.example/api"])
    assert {name: each["kind"] for name, each in facts["schemes"].items()} == {
        "login": "basic",
        "key": "key",
        "token": "bearer",
    }
    bench.aule.kernel.secrets.set("OLD_KEY", "k-1")
    bench.aule.kernel.secrets.set("OLD_LOGIN", "ana:s3")
    _, made = await bring(bench, OLD, service, id="old", secrets={"key": "OLD_KEY", "login": "OLD_LOGIN"})
    assert [each["name"] for each in made["left_out"]] == ["DELETE /pets/{id}"]
    folder = bench.aule.kernel.documents.home.path / "projects" / "home"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rex.txt").write_text("Rex")
    await use(bench, "old.getPet", {"id": 1, "a": ["x", "y"], "b": [1, 2], "c": [3, 4]})
    await use(bench, "old.putPet", {"id": 1, "body": {"name": "Rex"}}, by="openapi.send")
    await use(bench, "old.photo", {"id": 1, "body": {"photo": "rex.txt", "note": "n"}}, by="openapi.send")
    await use(bench, "old.login", {"body": {"user": "ana"}}, by="openapi.send")
    got, put, photo, login = service.asked
    assert (got["path"], got["headers"]["X-Key"]) == ("/v2/pets/1?a=x,y&b=1&b=2&c=3%7C4", "k-1")
    assert json.loads(put["body"]) == {"name": "Rex"}
    assert 'filename="rex.txt"' in photo["body"] and "\r\n\r\nRex\r\n" in photo["body"]
    assert (login["body"], login["headers"]["Authorization"]) == ("user=ana", "Basic YW5hOnMz")
    assert (await use(bench, "old.getPet", {"id": 0}, 422))["code"] == "bad_arguments"


def test_what_real_documents_do_beside_the_rules_is_read() -> None:
    """TL-22: fragments that tell operations apart, a query that belongs to the path, control characters in texts."""
    document = library()
    document["paths"] = {
        "/files#add": {"put": {"responses": {}}},
        "/files#remove": {"put": {"responses": {}}},
        "/answers?beta=true": {"post": {"responses": {}}},
    }
    found = told(json.dumps(document).encode())["operations"]
    assert {name: each["path"] for name, each in found.items()} == {
        "put_files_add": "/files",
        "put_files_remove": "/files",
        "post_answers_beta_true": "/answers?beta=true",
    }
    text = 'openapi: 3.0.0\ninfo: {title: "A\x9f b"}\npaths: {/x: {get: {responses: {}}}}\n'
    read = told(text.encode())
    assert (list(read["operations"]), read["facts"]["title"]) == (["get_x"], "A b")
    assert read["facts"]["left_out"][0]["why"] == "1 control characters were taken out of it"
