"""Operations of a document: their parameters, what they send, and who may ask. Runs in a limited child."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

from aule.apps.openapi.document.schemas import Document, Unfit, clean, mapping, reduced, sequence
from aule.apps.openapi.records import BodyForm, form_of
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
_KIND = re.compile(r"[A-Za-z0-9*!#$&^_.+-]{1,60}/[A-Za-z0-9*!#$&^_.+-]{1,100}(\s*;[\x20-\x7e]{0,100})?")
_QUERY = re.compile(r"[A-Za-z0-9_.~%=&+-]{1,200}")
_FORMS: tuple[BodyForm, ...] = ("json", "form", "parts", "text", "file")
"""How bodies are written, the one that is preferred first."""
_A_FILE = "A file of the workspace, by its path."


@dataclass(slots=True)
class OperationReader:
    """Reads the operations of a document, each with a name of its own."""

    document: Document
    _names: set[str] = field(default_factory=set[str])

    def read(self, method: str, path: str, item: JsonObject) -> JsonObject:
        """Return an operation as it is kept; raise `Unfit` for one that cannot be called."""
        said = self.document.resolved(item[method])
        whole, path = path, path.partition("#")[0]  # a fragment tells operations apart, and is never sent
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
            "name": self._name(said.get("operationId"), method, whole),
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
        offered = {kind: media for kind, media in kinds.items() if _KIND.fullmatch(kind)}
        forms = {kind: self._form_of(kind, media) for kind, media in offered.items()}
        for form in _FORMS:
            for kind, media in offered.items():
                if forms[kind] == form:
                    read, schema = self._written(
                        form, self._concrete(kind, media), mapping(media).get("schema", {}), notes
                    )
                    if others := [each for each in kinds if each != kind and forms.get(each) != form]:
                        notes.add(f"it may also be sent as {clean(', '.join(others), 100)}, which is not offered")
                    named = mapping(mapping(media).get("encoding"))
                    read["indexed"] = [name for name, said in named.items() if _is_deep(said)][:100]
                    return {**read, "required": body.get("required") is True}, schema
        if body.get("required") is True or not kinds:
            raise Unfit(f"what it sends cannot be written here: {clean(', '.join(kinds), 100)}")
        notes.add(f"what it may send was left out: {clean(', '.join(kinds), 100)}")
        return None, None

    def _form_of(self, kind: str, media: Any) -> BodyForm:
        """Return how a body is written; what has fields is no file, whatever it is called."""
        form = form_of(self._concrete(kind, media))
        if form == "file" and self._fields(mapping(media).get("schema"), 0)[0]:
            return "unknown"
        return form

    def _concrete(self, kind: str, media: Any) -> str:
        """Return a kind that can be named in a request: a pattern stands for bytes or for JSON, as its schema says."""
        if kind.lower() == "application/form-data":  # some documents call forms so, and no service knows it
            return "multipart/form-data"
        if "*" not in kind:
            return kind[:100]
        if kind.startswith("text/"):
            return "text/plain"
        schema = mapping(media).get("schema")
        is_data = kind == "*/*" and schema is not None and self._file_in(schema) is None
        return "application/json" if is_data else kind[:100]

    def _written(self, form: BodyForm, kind: str, schema: Any, notes: set[str]) -> tuple[JsonObject, Any]:
        """Return how a body is written, and the schema of its argument."""
        read: JsonObject = {"type": kind, "files": []}
        match form:
            case "file":
                return read, {"type": "string", "description": f"{_A_FILE} It is sent as {kind}."}
            case "text":
                return read, {"type": "string", "description": f"The whole text, as {kind}."}
            case "parts":
                given, read["files"] = self._parts(schema)
                return read, given
            case _:
                if self._file_in(schema) == "one":
                    notes.add("its content is given as a text")
                return read, schema

    def _parts(self, schema: Any) -> tuple[JsonObject, list[str]]:
        """Return the schema of a form, its files as paths; and the names of those."""
        fields, required = self._fields(schema, 0)
        files: list[str] = []
        for name, each in list(fields.items()):
            many = self._file_in(each)
            if many is None:
                continue
            files.append(name)
            said = clean(self.document.resolved(each).get("description"), 160)
            path: JsonObject = {"type": "string", "description": f"{_A_FILE} {said}".strip()}
            fields[name] = {"type": "array", "items": path} if many == "many" else path
        return {"type": "object", "properties": fields, "required": required}, files

    def _fields(self, schema: Any, depth: int) -> tuple[JsonObject, list[Any]]:
        """Return the fields of an object, those of all its parts together."""
        given = self.document.resolved(schema)
        fields, required = dict(mapping(given.get("properties"))), sequence(given.get("required"))
        for part in sequence(given.get("allOf"))[:20] if depth < 5 else ():
            more, needed = self._fields(part, depth + 1)
            fields, required = {**more, **fields}, [*required, *needed]
        return fields, required

    def _file_in(self, schema: Any, depth: int = 0) -> Literal["one", "many"] | None:
        """Return whether a schema is of the bytes of a file, or of several."""
        try:
            given = self.document.resolved(schema)
        except Unfit:
            return None
        if given.get("format") == "binary" or ("contentMediaType" in given and "contentEncoding" not in given):
            return "one"
        if depth > 3:
            return None
        if "items" in given:
            return "many" if self._file_in(given["items"], depth + 1) == "one" else None
        choices = [*sequence(given.get("anyOf")), *sequence(given.get("oneOf")), *sequence(given.get("allOf"))][:10]
        return next((found for each in choices if (found := self._file_in(each, depth + 1)) is not None), None)

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


def _is_deep(said: Any) -> bool:
    return mapping(said).get("style") == "deepObject"


def _described(schema: Any, param: JsonObject) -> Any:
    """Return the schema of a parameter with what is said about the parameter."""
    said = param.get("description")
    return {**mapping(schema), "description": said} if said else schema


def _check_path(path: str, names: list[str]) -> None:
    """Refuse a path that is no path, or that has places nobody fills."""
    path, has_query, query = path.partition("?")
    if has_query and _QUERY.fullmatch(query) is None:
        raise Unfit("its path is not a plain path")
    if not path.startswith("/") or path.startswith("//") or re.search(r"[\x00-\x20\x7f\\?#]|[^\x00-\x7f]", path):
        raise Unfit("its path is not a plain path")
    if any(part in (".", "..", "%2e", "%2e%2e") for part in path.lower().split("/")):
        raise Unfit("its path leads out of itself")
    places = _PLACE.findall(path)
    if sorted(set(places)) != sorted(names) or len(set(places)) != len(places):
        raise Unfit("its path has places that no parameter fills, or too many")
    if "{" in _PLACE.sub("", path) or "}" in _PLACE.sub("", path):
        raise Unfit("its path has braces that mean nothing")
