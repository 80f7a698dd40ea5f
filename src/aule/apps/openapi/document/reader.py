"""Reads one OpenAPI document in a limited child: tells what it says, operation by operation, and what is left out.

Nothing is fetched: references are followed inside the document alone, which may be an archive of several files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from aule.apps.openapi.document import swagger
from aule.apps.openapi.document.files import LARGEST, DocumentFiles, Unreadable, files_of
from aule.apps.openapi.document.operations import OperationReader
from aule.apps.openapi.document.schemas import Document, Unfit, clean, mapping, sequence
from aule.contracts.model import JsonObject

MOST_OPERATIONS = 5_000
MOST_LEFT_OUT = 2_000
_METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")
_OFFERED = frozenset({"get", "head", "post", "put", "patch", "delete"})
_VARIABLE = re.compile(r"\{([^{}]*)\}")


def tell(file: BinaryIO, argument: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the facts of a document, then each operation, and each part that is left out; or why there are none."""
    try:
        raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise Unreadable("too_large", str(LARGEST // 1_000_000))
        files = files_of(raw, str(argument.get("first", "")))
        document = Document(_root(files), files.file)
        yield {"facts": _facts(document, files.notes)}
        yield from _operations(document)
    except Unreadable as error:
        yield {"problem": error.key, "detail": error.detail}
    except RecursionError:
        yield {"problem": "too_deep", "detail": ""}


def _root(files: DocumentFiles) -> JsonObject:
    """Return the first file of a document, in a version that is read."""
    found = files.root()
    if not found:
        raise Unreadable("no_document")
    if "swagger" in found and "openapi" not in found:
        if str(found["swagger"]) not in ("2.0", "2"):
            raise Unreadable("old_version", clean(str(found["swagger"]), 20))
        components = {"securitySchemes": swagger.schemes_of(found)}
        return {**found, "swagger": "2.0", "servers": swagger.servers_of(found), "components": components}
    said = found.get("openapi")
    if not isinstance(said, str) or re.fullmatch(r"3\.[012]\.\d{1,3}(-[a-z0-9.]{1,20})?", said) is None:
        raise Unreadable("unknown_version", clean(str(said), 20))
    return found


def _facts(document: Document, notes: Iterable[str]) -> JsonObject:
    root = document.root
    info = mapping(root.get("info"))
    schemes, left_out = _schemes(document)
    left_out += [_left("…", each) for each in sorted(notes)]
    for name in ("webhooks", "x-webhooks"):
        left_out += [
            _left(f"{name}: {each}", "calls that the service makes are not offered") for each in _keys(root, name)
        ]
    return {
        "title": clean(info.get("title"), 120),
        "version": clean(str(info.get("version", "")), 40),
        "openapi": f"{root['swagger']} (Swagger)" if "swagger" in root else root["openapi"],
        "servers": [found for each in sequence(root.get("servers"))[:20] if (found := server_url(each))],
        "schemes": schemes,
        "left_out": left_out[:MOST_LEFT_OUT],
    }


def _schemes(document: Document) -> tuple[JsonObject, list[JsonObject]]:
    """Return the ways to say who asks that are known here, and those that are not."""
    found: JsonObject = {}
    left_out: list[JsonObject] = []
    listed = mapping(mapping(document.root.get("components")).get("securitySchemes"))
    for name, each in list(listed.items())[:50]:
        try:
            found[clean(name, 80)] = _scheme(document.resolved(each))
        except Unfit as why:
            left_out.append(_left(f"securitySchemes: {clean(name, 80)}", str(why)))
    return found, left_out


def _scheme(said: JsonObject) -> JsonObject:
    match said.get("type"), str(said.get("scheme", "")).lower():
        case "apiKey", _:
            where, name = said.get("in"), said.get("name")
            if where not in ("header", "query", "cookie") or not isinstance(name, str):
                raise Unfit("it does not say where the key goes")
            if re.fullmatch(r"[A-Za-z0-9_.\-\[\]]{1,100}", name) is None or (where != "query" and "[" in name):
                raise Unfit("its name is not a plain name")
            return {"kind": "key", "where": where, "name": name}
        case ("http", "bearer") | ("oauth2", _) | ("openIdConnect", _):
            return {"kind": "bearer"}
        case "http", "basic":
            return {"kind": "basic"}
        case kind, scheme:
            raise Unfit(f"signing in by {clean(f'{kind} {scheme}', 60)} is not supported")


def server_url(said: Any) -> str:
    """Return the address a document names, its variables filled with what they are by default."""
    server = mapping(said)
    variables = mapping(server.get("variables"))

    def filled(match: re.Match[str]) -> str:
        return str(mapping(variables.get(match[1])).get("default", ""))[:200]

    url = server.get("url")
    return _VARIABLE.sub(filled, url)[:2_000] if isinstance(url, str) else ""


def _operations(document: Document) -> Iterator[dict[str, Any]]:
    reader = OperationReader(document)
    count = left_out = 0
    for path, given in mapping(document.root.get("paths")).items():
        try:
            item = document.resolved(given)
        except Unfit as why:
            yield {"left_out": _left(path, str(why))}
            continue
        for method in _METHODS:
            if method not in item:
                continue
            shown = f"{method.upper()} {clean(path, 200)}"
            if count >= MOST_OPERATIONS or left_out >= MOST_LEFT_OUT:
                yield {"left_out": _left("…", f"more than {MOST_OPERATIONS} operations are not taken")}
                return
            try:
                if method not in _OFFERED:
                    raise Unfit("this method tells about the service, and is not offered")
                server = next(iter(sequence(mapping(item[method]).get("servers"))), None) or next(
                    iter(sequence(item.get("servers"))), None
                )
                operation = reader.read(method, path, _as_now(document, item, method))
                count += 1
                yield {"operation": operation, "server": server_url(server) if server is not None else ""}
            except Unfit as why:
                left_out += 1
                yield {"left_out": _left(shown, str(why))}


def _as_now(document: Document, item: JsonObject, method: str) -> JsonObject:
    """Return what is said at a path, an operation of Swagger 2.0 as OpenAPI 3 would say it."""
    if "swagger" not in document.root:
        return item
    return {"servers": item.get("servers"), method: swagger.operation_of(document, item, method)}


def _keys(root: JsonObject, name: str) -> list[str]:
    return [clean(key, 80) for key in list(mapping(root.get(name)))[:200]]


def _left(name: str, why: str) -> JsonObject:
    return {"name": clean(name, 240), "why": clean(why, 300)}
