"""A request: the arguments of an operation written into an address, headers and a body, as its document says. Pure."""

from __future__ import annotations

import base64
import hashlib
import json
import mimetypes
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import quote, urlencode

from aule.apps.openapi.records import Api, Body, Operation, Param, SecurityScheme, form_of
from aule.apps.openapi.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import errors
from aule.sdk.run_time import problems_with

MOST_SENT = 2_000_000
LARGEST_FILES = 20_000_000
"""Bytes of all files of one request."""
_HEADER_VALUE = re.compile(r"[\x21-\x7e]([\x20-\x7e]{0,3998}[\x21-\x7e])?")
_RESERVED = "/?:@!$'()*+,;="


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file of the workspace that goes along."""

    path: str
    content: bytes

    @property
    def name(self) -> str:
        """What it is called in the request."""
        return re.sub(r'[\x00-\x1f\x7f"\\]', "_", self.path.rpartition("/")[2])

    @property
    def type(self) -> str:
        """Its kind, as its name says."""
        return mimetypes.guess_type(self.name)[0] or "application/octet-stream"


Files = Mapping[str, SentFile]
"""The files that go along, by the paths the arguments name."""


@dataclass(slots=True)
class ApiRequest:
    """A request as it is sent."""

    method: str
    url: str
    headers: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    body: bytes = b""
    shown: str = ""
    """What a person sees of the body: without the bytes of files."""
    files: list[SentFile] = field(default_factory=list[SentFile])
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


def paths_in(operation: Operation, arguments: JsonObject) -> list[str]:
    """Return the paths of the files that arguments name."""
    body = operation.body
    value = None if body is None else arguments.get(body.argument)
    if body is None or value is None:
        return []
    if form_of(body.type) == "file":
        return [str(value)]
    fields = cast("JsonObject", value) if isinstance(value, dict) else {}
    named = [fields[name] for name in body.files if name in fields]
    return [str(path) for each in named for path in (cast("list[Any]", each) if isinstance(each, list) else [each])]


def request_of(api: Api, operation: Operation, arguments: JsonObject, files: Files, locale: str) -> ApiRequest:
    """Return the request without anything secret in it; the arguments fit, and the files they name are given."""
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
    joint = "" if not query else "&" if "?" in path else "?"
    request.url = f"{api.base.rstrip('/')}{path}{joint}{'&'.join(query)}"
    _add_body(request, operation, arguments, files)
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
    if param.style == "deepObject" and isinstance(value, dict | list):
        pairs = _form({param.name: value}, [param.name])
        return [f"{quote(key, safe='[]')}={written(each)}" for key, each in pairs]
    if isinstance(value, dict):
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


def _add_body(request: ApiRequest, operation: Operation, arguments: JsonObject, files: Files) -> None:
    body = operation.body
    if body is None or body.argument not in arguments:
        return
    value, kind = arguments[body.argument], body.type
    match form_of(kind):
        case "form":
            request.body = urlencode(_form(value, body.indexed)).encode()
        case "parts":
            parts = _parts(value, body, files)
            boundary = _boundary(parts)
            kind = f"multipart/form-data; boundary={boundary}"
            request.body, request.files = (
                _multipart(parts, boundary),
                [each for _, each in parts if not isinstance(each, str)],
            )
            request.shown = "\n".join(f"{name} = {_shown_part(each)}" for name, each in parts)
        case "text":
            charset = "" if "charset" in kind.lower() else "; charset=utf-8"
            kind, request.body = f"{kind}{charset}", _plain(value).encode()
        case "file":
            sent = files[str(value)]
            kind = sent.type if "*" in kind else kind
            request.body, request.files, request.shown = sent.content, [sent], sent.path
        case _:
            request.body = _json(value).encode()
    request.shown = request.shown or request.body.decode("utf-8", "replace")
    if len(request.body) - sum(len(each.content) for each in request.files) > MOST_SENT:
        raise errors.TooLarge(f"More than {MOST_SENT} bytes cannot be sent at once.", hint="Send less at a time.")
    request.headers.append(("Content-Type", kind))


def _parts(value: Any, body: Body, files: Files) -> list[tuple[str, str | SentFile]]:
    """Return the parts of a form, with the files that its arguments name in their places."""
    fields = cast("JsonObject", value) if isinstance(value, dict) else {}
    found: list[tuple[str, str | SentFile]] = [
        *_form({name: each for name, each in fields.items() if name not in body.files}, body.indexed)
    ]
    for name in body.files:
        given = fields.get(name)
        if given is not None:
            paths = cast("list[Any]", given) if isinstance(given, list) else [given]
            found += [(name, files[str(path)]) for path in paths]
    return found


def _boundary(parts: Sequence[tuple[str, str | SentFile]]) -> str:
    """Return a line that stands in none of the parts: the hash of all of them cannot be foreseen by any."""
    whole = hashlib.sha256()
    for name, each in parts:
        whole.update(name.encode())
        whole.update(each.encode() if isinstance(each, str) else each.content)
    return f"aule-{whole.hexdigest()[:40]}"


def _shown_part(part: str | SentFile) -> str:
    return part if isinstance(part, str) else part.path


def _multipart(parts: Sequence[tuple[str, str | SentFile]], boundary: str) -> bytes:
    written: list[bytes] = []
    for name, each in parts:
        shown = re.sub(r'[\x00-\x1f\x7f"\\]', "_", name)
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{shown}"'
        if isinstance(each, str):
            written += [f"{head}\r\n\r\n{each}\r\n".encode()]
        else:
            head = f'{head}; filename="{each.name}"\r\nContent-Type: {each.type}\r\n\r\n'
            written += [head.encode(), each.content, b"\r\n"]
    return b"".join([*written, f"--{boundary}--\r\n".encode()])


def _form(value: Any, indexed: Sequence[str]) -> list[tuple[str, str]]:
    """Return the fields of a form; what is nested is named as forms of the web do: `metadata[key]`, `items[0]`.

    A list of plain values is its name several times, except in fields whose lists are numbered.
    """
    found: list[tuple[str, str]] = []

    def add(name: str, each: Any) -> None:
        if isinstance(each, dict):
            for key, inner in _pairs(each):
                add(f"{name}[{key}]" if name else key, inner)
        elif isinstance(each, list):
            for number, inner in enumerate(cast("list[Any]", each)):
                is_numbered = isinstance(inner, dict | list) or name.partition("[")[0] in indexed
                add(f"{name}[{number}]" if is_numbered else name, inner)
        else:
            found.append((name, _plain(each)))

    add("", value)
    return found


def _pairs(value: Any) -> list[tuple[str, Any]]:
    return [(str(key), each) for key, each in cast("Mapping[str, Any]", value).items()]


def _quoted(value: Any) -> str:
    return quote(_plain(value), safe="")


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
