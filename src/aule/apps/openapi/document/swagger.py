"""Translates documents of Swagger 2.0 to OpenAPI 3: addresses, ways to sign in, and operations one by one.

What its references lead to stays where it is, so `#/definitions/…` is followed as in any document.
"""

from __future__ import annotations

from typing import Any

from aule.apps.openapi.document.schemas import Document, Unfit, clean, mapping, sequence
from aule.contracts.model import JsonObject

_BESIDE = ("name", "in", "required", "description", "allowEmptyValue", "collectionFormat")
"""What is said of a parameter itself; all else is its schema."""
_STYLES = {"ssv": "spaceDelimited", "pipes": "pipeDelimited"}
_FORM, _PARTS = "application/x-www-form-urlencoded", "multipart/form-data"


def servers_of(root: JsonObject) -> list[JsonObject]:
    """Return the address of a document, or its path where it names no host."""
    host, path = root.get("host"), root.get("basePath")
    below = path if isinstance(path, str) and path.startswith("/") else "/"
    if not isinstance(host, str) or not host:
        return [{"url": below}]
    schemes = [each for each in sequence(root.get("schemes")) if each in ("https", "http")]
    scheme = "https" if "https" in schemes or not schemes else "http"
    return [{"url": f"{scheme}://{host}{below}"}]


def schemes_of(root: JsonObject) -> JsonObject:
    """Return the ways to sign in."""
    found: JsonObject = {}
    for name, each in mapping(root.get("securityDefinitions")).items():
        said = mapping(each)
        found[name] = {"type": "http", "scheme": "basic"} if said.get("type") == "basic" else said
    return found


def operation_of(document: Document, item: JsonObject, method: str) -> JsonObject:
    """Return an operation with its parameters and its body, as OpenAPI 3 would say it."""
    said = document.resolved(item[method])
    params: dict[tuple[str, str], JsonObject] = {}
    for each in (*sequence(item.get("parameters")), *sequence(said.get("parameters"))):
        param = document.resolved(each)
        params[str(param.get("in")), str(param.get("name"))] = param
    made = {name: each for name, each in said.items() if name not in ("parameters", "consumes", "produces", "schemes")}
    made["parameters"] = [_param(each) for (where, _), each in params.items() if where not in ("body", "formData")]
    kinds = [each for each in sequence(said.get("consumes", document.root.get("consumes"))) if isinstance(each, str)]
    bodies = [each for (where, _), each in params.items() if where == "body"]
    fields = [each for (where, _), each in params.items() if where == "formData"]
    if len(bodies) > 1 or (bodies and fields):
        raise Unfit("it sends two bodies")
    if bodies:
        schema = bodies[0].get("schema", {})
        content = {kind: {"schema": schema} for kind in kinds or ["application/json"]}
        made["requestBody"] = {"required": bodies[0].get("required") is True, "content": content}
    elif fields:
        made["requestBody"] = _form(fields, kinds)
    return made


def _param(param: JsonObject) -> JsonObject:
    schema = {name: each for name, each in param.items() if name not in _BESIDE}
    made: JsonObject = {name: param[name] for name in ("name", "in", "required", "description") if name in param}
    where, written = param.get("in"), param.get("collectionFormat", "csv")
    if param.get("type") == "array" and where == "query":
        made |= {"style": _STYLES.get(str(written), "form"), "explode": written == "multi"}
    if written == "tsv":
        raise Unfit(f"the parameter {clean(param.get('name'), 60)} is written with tabs")
    return {**made, "schema": schema}


def _form(fields: list[JsonObject], kinds: list[str]) -> JsonObject:
    properties: JsonObject = {}
    for each in fields:
        schema: dict[str, Any] = {name: value for name, value in each.items() if name not in _BESIDE}
        if schema.get("type") == "file":
            schema = {"type": "string", "format": "binary"}
        if "description" in each:
            schema["description"] = each["description"]
        properties[str(each.get("name"))] = schema
    required = [str(each.get("name")) for each in fields if each.get("required") is True]
    has_files = any(each.get("type") == "file" for each in fields)
    kind = _PARTS if has_files or (_PARTS in kinds and _FORM not in kinds) else _FORM
    schema = {"type": "object", "properties": properties, "required": required}
    return {"required": bool(required), "content": {kind: {"schema": schema}}}
