"""Operations of a document: their parameters, what they send, and who may ask. Runs in a limited child."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from aule.apps.openapi.document.schemas import Document, Unfit, clean, mapping, reduced, sequence
from aule.contracts.model import JsonObject

LONGEST_SUMMARY = 400
MOST_PARAMS = 100
_STYLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "path": ("simple", ("simple", "label", "matrix")),
    "query": ("form", ("form", "spaceDelimited", "pipeDelimited", "deepObject")),
    "header": ("simple", ("simple",)),
    "cookie": ("form", ("form",)),
}
"""The usual style of a parameter by its place, and those that are known."""
_IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization"})
"""Headers that a document describes elsewhere, as OpenAPI says."""
_OUR_HEADERS = re.compile(
    r"host|cookie2?|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|via|forwarded"
    r"|accept-encoding|proxy-.*|sec-.*|x-forwarded-.*|x-real-ip|x-http-method.*|x-method-override|date|origin|referer",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_PLACE = re.compile(r"\{([^{}]+)\}")
_BODIES = (
    r"application/json(;.*)?",
    r"[a-z]+/[a-z0-9.+-]*\+json(;.*)?",
    r"application/x-www-form-urlencoded",
    r"multipart/form-data",
    r"text/plain(;.*)?",
)


@dataclass(slots=True)
class OperationReader:
    """Reads the operations of a document, each with a name of its own."""

    document: Document
    _names: set[str] = field(default_factory=set[str])

    def read(self, method: str, path: str, item: JsonObject) -> JsonObject:
        """Return an operation as it is kept; raise `Unfit` for one that cannot be called."""
        said = self.document.resolved(item[method])
        notes: set[str] = set()
        params, schemas = self._params(item, said, path, notes)
        body, body_schema = self._body(said, notes)
        if body is not None:
            argument = "body" if "body" not in schemas else "body_"
            body["argument"] = argument
            schemas[argument] = body_schema
        properties = reduced(self.document, schemas, notes)
        required = [each["argument"] for each in params if each["required"]]
        if body is not None and body["required"]:
            required.append(body["argument"])
        summary = ". ".join(
            text.rstrip(".") for each in ("summary", "description") if (text := clean(said.get(each), LONGEST_SUMMARY))
        )
        deprecated = "(Deprecated.) " if said.get("deprecated") is True else ""
        if mapping(said.get("callbacks")):
            notes.add("calls that the service makes back are not offered")
        return {
            "name": self._name(said.get("operationId"), method, path),
            "method": method.upper(),
            "path": path,
            "summary": clean(deprecated + summary, LONGEST_SUMMARY),
            "arguments": {
                "type": "object",
                "properties": properties,
                "required": required,
                "additionalProperties": False,
            },
            "params": params,
            "body": body,
            "security": self._security(said),
            "notes": sorted(notes),
        }

    def _name(self, said: Any, method: str, path: str) -> str:
        """Return a plain name that no other operation has, in the document's order."""
        by_place = f"{method}_{path}"
        for wanted in (said if isinstance(said, str) else by_place, by_place):
            name = re.sub(r"[^A-Za-z0-9-]+", "_", wanted).strip("_-")[:80] or method
            if name.casefold() not in self._names:
                break
        number = 2
        while name.casefold() in self._names:
            name = f"{name[:74]}_{number}"
            number += 1
        self._names.add(name.casefold())
        return name

    def _params(
        self, item: JsonObject, said: JsonObject, path: str, notes: set[str]
    ) -> tuple[list[JsonObject], JsonObject]:
        found: dict[tuple[str, str], JsonObject] = {}
        for each in (*sequence(item.get("parameters")), *sequence(said.get("parameters"))):
            param = self.document.resolved(each)
            found[str(param.get("in")), str(param.get("name"))] = param
        if len(found) > MOST_PARAMS:
            raise Unfit(f"it has more than {MOST_PARAMS} parameters")
        params: list[JsonObject] = []
        schemas: JsonObject = {}
        for (where, name), param in found.items():
            try:
                read, schema = _param(where, name, param)
            except Unfit as why:
                if param.get("required") is True or where == "path":
                    raise
                notes.add(f"the parameter {clean(name, 60)} was left out: {why}")
                continue
            if read is None:
                continue
            argument = name if name not in schemas else f"{name}_{where}"
            if re.fullmatch(r"[^\x00-\x1f\x7f]{1,100}", argument) is None or argument in schemas:
                raise Unfit("two of its parameters have the same name")
            schemas[argument] = _described(schema, param)
            params.append({**read, "argument": argument})
        _check_path(path, [each["name"] for each in params if each["where"] == "path"])
        return params, schemas

    def _body(self, said: JsonObject, notes: set[str]) -> tuple[JsonObject | None, Any]:
        if "requestBody" not in said:
            return None, None
        body = self.document.resolved(said["requestBody"])
        kinds = mapping(body.get("content"))
        for pattern in _BODIES:
            for kind, media in kinds.items():
                if re.fullmatch(pattern, kind, re.IGNORECASE):
                    schema = mapping(media).get("schema", {})
                    if kind == "multipart/form-data":
                        self._refuse_files(schema)
                    return {"type": kind[:100], "required": body.get("required") is True}, schema
        if body.get("required") is True or not kinds:
            raise Unfit(f"what it sends cannot be written here: {clean(', '.join(kinds), 100)}")
        notes.add(f"what it may send was left out: {clean(', '.join(kinds), 100)}")
        return None, None

    def _refuse_files(self, schema: Any) -> None:
        given = self.document.resolved(schema)
        required = sequence(given.get("required"))
        for name, each in mapping(given.get("properties")).items():
            said = self.document.resolved(each)
            is_file = said.get("format") == "binary" or "contentMediaType" in said
            if is_file and name in required:
                raise Unfit("it sends files")

    def _security(self, said: JsonObject) -> list[list[str]]:
        wanted = said.get("security", self.document.root.get("security"))
        return [[clean(name, 80) for name in mapping(each)][:10] for each in sequence(wanted)[:20]]


def _param(where: str, name: str, param: JsonObject) -> tuple[JsonObject | None, Any]:
    if where not in _STYLES:
        raise Unfit(f"a parameter stands in {clean(where, 40)!r}")
    if where == "header":
        if name.lower() in _IGNORED_HEADERS:
            return None, None
        if _TOKEN.fullmatch(name) is None or _OUR_HEADERS.fullmatch(name):
            raise Unfit(f"the header {clean(name, 60)!r} is not written by documents")
    if where == "cookie" and _TOKEN.fullmatch(name) is None:
        raise Unfit("the name of a cookie is not a plain name")
    usual, known = _STYLES[where]
    style = param.get("style", usual)
    if style not in known:
        raise Unfit(f"the style {clean(str(style), 40)!r} of a parameter is not known")
    content = mapping(param.get("content"))
    kind = next(iter(content), "")
    if content and "json" not in kind:
        raise Unfit(f"a parameter is written as {clean(kind, 60)}")
    schema = mapping(content[kind]).get("schema", {}) if content else param.get("schema", {})
    explode = param.get("explode", style in ("form", "deepObject"))
    read: JsonObject = {
        "name": name,
        "where": where,
        "style": style,
        "explode": explode is True,
        "required": param.get("required") is True or where == "path",
        "is_json": bool(content),
        "keeps_reserved": param.get("allowReserved") is True,
    }
    return read, schema


def _described(schema: Any, param: JsonObject) -> Any:
    """Return the schema of a parameter with what is said about the parameter."""
    said = param.get("description")
    return {**mapping(schema), "description": said} if said else schema


def _check_path(path: str, names: list[str]) -> None:
    """Refuse a path that is no path, or that has places nobody fills."""
    if not path.startswith("/") or path.startswith("//") or re.search(r"[\x00-\x20\x7f\\?#]|[^\x00-\x7f]", path):
        raise Unfit("its path is not a plain path")
    if any(part in (".", "..", "%2e", "%2e%2e") for part in path.lower().split("/")):
        raise Unfit("its path leads out of itself")
    places = _PLACE.findall(path)
    if sorted(set(places)) != sorted(names) or len(set(places)) != len(places):
        raise Unfit("its path has places that no parameter fills, or too many")
    if "{" in _PLACE.sub("", path) or "}" in _PLACE.sub("", path):
        raise Unfit("its path has braces that mean nothing")
