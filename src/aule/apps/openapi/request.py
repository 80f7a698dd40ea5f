"""A request: the arguments of an operation written into an address, headers and a body, as its document says. Pure."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import quote, urlencode

from aule.apps.openapi.records import Api, Operation, Param, SecurityScheme
from aule.apps.openapi.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import errors
from aule.sdk.run_time import problems_with
from aule.text.hashing import content_hash

MOST_SENT = 2_000_000
_HEADER_VALUE = re.compile(r"[\x21-\x7e]([\x20-\x7e]{0,3998}[\x21-\x7e])?")
_RESERVED = "/?:@!$'()*+,;="


@dataclass(slots=True)
class ApiRequest:
    """A request as it is sent."""

    method: str
    url: str
    headers: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    body: bytes = b""
    used: list[str] = field(default_factory=list[str])
    """The names of the secrets that go along."""


def check_arguments(operation: Operation, arguments: JsonObject, locale: str) -> None:
    """Refuse arguments that do not fit what the document says."""
    problem = next(problems_with(arguments, operation.arguments, "arguments"), None)
    if problem is not None:
        raise errors.Invalid(
            say("bad_arguments", locale, problem=problem),
            code="bad_arguments",
            field="arguments",
            candidates=list(operation.arguments.get("properties", {}))[:10],
        )


def request_of(api: Api, operation: Operation, arguments: JsonObject, locale: str) -> ApiRequest:
    """Return the request without anything secret in it."""
    check_arguments(operation, arguments, locale)
    path, query = operation.path, list[str]()
    request = ApiRequest(operation.method, "")
    cookies: list[str] = []
    for param in operation.params:
        if param.argument not in arguments:
            continue
        value = arguments[param.argument]
        match param.where:
            case "path":
                path = path.replace(f"{{{param.name}}}", _in_path(param, value, locale))
            case "query":
                query += _in_query(param, value)
            case "header":
                request.headers.append((param.name, _in_header(param, _simple(param, value, _plain), locale)))
            case "cookie":
                cookies += _in_query(param, value)
    if cookies:
        request.headers.append(("Cookie", "; ".join(cookies)))
    request.url = f"{api.base.rstrip('/')}{path}{'?' if query else ''}{'&'.join(query)}"
    _add_body(request, operation, arguments)
    return request


def sign(request: ApiRequest, api: Api, operation: Operation, secret: Callable[[str], str | None], locale: str) -> None:
    """Add who asks, by the first way of the operation's for which the owner named secrets that are set."""
    if not operation.security:
        return
    missing: list[str] = []
    for needed in operation.security:
        named = [api.secrets.get(name, "") for name in needed]
        values = [secret(name) if name else None for name in named]
        lacking = [api.secrets.get(name) or name for name, value in zip(needed, values, strict=True) if value is None]
        if lacking or any(name not in api.schemes for name in needed):
            missing += lacking
            continue
        for name, value in zip(needed, values, strict=True):
            _add_secret(request, api.schemes[name], value or "", locale)
        request.used += named
        return
    if [] in operation.security:
        return
    raise errors.Invalid(
        say("secret_missing", locale, names=", ".join(dict.fromkeys(missing))),
        code="openapi_secret_missing",
        hint=hint("secret_missing", locale, api=api.id),
        field="secrets",
    )


def _add_secret(request: ApiRequest, scheme: SecurityScheme, value: str, locale: str) -> None:
    value = value.strip()
    if scheme.kind == "basic":
        value = f"Basic {base64.b64encode(value.encode()).decode()}"
    elif scheme.kind == "bearer":
        value = f"Bearer {value}"
    if scheme.where == "query":
        joint = "&" if "?" in request.url else "?"
        request.url += f"{joint}{quote(scheme.name, safe='')}={quote(value, safe='')}"
        return
    if _HEADER_VALUE.fullmatch(value) is None:
        raise errors.Invalid(say("bad_secret", locale), code="openapi_bad_secret", field="secrets")
    if scheme.where == "cookie":
        before = [each for name, each in request.headers if name == "Cookie"]
        request.headers = [(name, each) for name, each in request.headers if name != "Cookie"]
        request.headers.append(("Cookie", "; ".join([*before, f"{scheme.name}={quote(value, safe='')}"])))
    else:
        request.headers = [(name, each) for name, each in request.headers if name.lower() != scheme.name.lower()]
        request.headers.append((scheme.name, value))


def _in_path(param: Param, value: Any, locale: str) -> str:
    """Return a value as a piece of a path that it cannot leave."""
    if param.is_json:
        text = quote(_json(value), safe="")
    elif param.style == "label":
        joint = "." if param.explode else ","
        text = f".{_simple(param, value, _quoted, joint)}"
    elif param.style == "matrix":
        text = _matrix(param, value)
    else:
        text = _simple(param, value, _quoted)
    if text in ("", ".", ".."):
        raise errors.Invalid(
            say("bad_path_value", locale, name=param.name), code="bad_arguments", field=f"arguments.{param.argument}"
        )
    return text


def _matrix(param: Param, value: Any) -> str:
    name = _quoted(param.name)
    if isinstance(value, dict) and param.explode:
        return "".join(f";{_quoted(key)}={_quoted(each)}" for key, each in _pairs(value))
    if isinstance(value, list) and param.explode:
        return "".join(f";{name}={_quoted(each)}" for each in cast("list[Any]", value))
    return f";{name}={_simple(param, value, _quoted)}"


def _simple(param: Param, value: Any, written: Callable[[Any], str], joint: str = ",") -> str:
    if param.is_json:
        return _json(value)
    if isinstance(value, list):
        return joint.join(written(each) for each in cast("list[Any]", value))
    if isinstance(value, dict):
        sign = "=" if param.explode else joint
        return joint.join(f"{written(key)}{sign}{written(each)}" for key, each in _pairs(value))
    return written(value)


def _in_query(param: Param, value: Any) -> list[str]:
    name = quote(param.name, safe="[]")
    safe = _RESERVED if param.keeps_reserved else ""

    def written(each: Any) -> str:
        return quote(_plain(each), safe=safe)

    if param.is_json:
        return [f"{name}={quote(_json(value), safe='')}"]
    if isinstance(value, dict):
        if param.style == "deepObject":
            return [f"{name}{quote(f'[{key}]', safe='[]')}={written(each)}" for key, each in _pairs(value)]
        if param.explode:
            return [f"{_quoted(key)}={written(each)}" for key, each in _pairs(value)]
        return [f"{name}={','.join(f'{_quoted(key)},{written(each)}' for key, each in _pairs(value))}"]
    if isinstance(value, list):
        items = [written(each) for each in cast("list[Any]", value)]
        if param.explode and param.style == "form":
            return [f"{name}={each}" for each in items]
        joint = {"spaceDelimited": "%20", "pipeDelimited": "%7C"}.get(param.style, ",")
        return [f"{name}={joint.join(items)}"]
    return [f"{name}={written(value)}"]


def _in_header(param: Param, value: str, locale: str) -> str:
    if value and _HEADER_VALUE.fullmatch(value) is None:
        raise errors.Invalid(
            say("bad_header_value", locale, name=param.name),
            code="bad_arguments",
            field=f"arguments.{param.argument}",
        )
    return value


def _add_body(request: ApiRequest, operation: Operation, arguments: JsonObject) -> None:
    body = operation.body
    if body is None or body.argument not in arguments:
        return
    value, kind = arguments[body.argument], body.type
    match kind.partition(";")[0].strip().lower():
        case "application/x-www-form-urlencoded":
            request.body = urlencode(_form(value)).encode()
        case "multipart/form-data":
            boundary = f"aule-{content_hash(value)[-32:]}"
            kind = f"multipart/form-data; boundary={boundary}"
            request.body = _multipart(_form(value), boundary)
        case "text/plain":
            kind, request.body = "text/plain; charset=utf-8", _plain(value).encode()
        case _:
            request.body = _json(value).encode()
    if len(request.body) > MOST_SENT:
        raise errors.TooLarge(f"More than {MOST_SENT} bytes cannot be sent at once.", hint="Send less at a time.")
    request.headers.append(("Content-Type", kind))


def _form(value: Any) -> list[tuple[str, str]]:
    """Return the fields of a form; what is nested is named as forms of the web do: `metadata[key]`, `items[0]`."""
    found: list[tuple[str, str]] = []

    def add(name: str, each: Any) -> None:
        if isinstance(each, dict):
            for key, inner in _pairs(each):
                add(f"{name}[{key}]" if name else key, inner)
        elif isinstance(each, list):
            for number, inner in enumerate(cast("list[Any]", each)):
                add(f"{name}[{number}]" if isinstance(inner, dict | list) else name, inner)
        else:
            found.append((name, _plain(each)))

    add("", value)
    return found


def _multipart(fields: list[tuple[str, str]], boundary: str) -> bytes:
    lines: list[str] = []
    for name, value in fields:
        shown = re.sub(r'[\r\n"\\]', "_", name)
        lines += [f"--{boundary}", f'Content-Disposition: form-data; name="{shown}"', "", value]
    return "\r\n".join([*lines, f"--{boundary}--", ""]).encode()


def _pairs(value: Any) -> list[tuple[str, Any]]:
    return [(str(key), each) for key, each in cast("Mapping[str, Any]", value).items()]


def _quoted(value: Any) -> str:
    return quote(_plain(value), safe="")


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
