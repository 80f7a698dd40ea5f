"""Sends requests to the one server of an API, and reads its answers, which a stranger wrote."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from aule.apps.openapi.records import Api, ApiResult, form_of
from aule.apps.openapi.request import ApiRequest
from aule.apps.openapi.words import hint, say
from aule.sdk import Context, errors
from aule.sdk.services import Exchange, open_exchange, read_target
from aule.text.foreign_text import without_hidden
from aule.text.strict_json import DEEPEST, is_deeper_than

LONGEST = 60_000
"""Characters of an answer that are given back."""
LARGEST = 8_000_000
SECONDS = 60.0
_MOVED = frozenset({301, 302, 303, 307, 308})


async def answer_of(context: Context, api: Api, request: ApiRequest) -> ApiResult:
    """Send a request, and return its answer; nothing is followed elsewhere."""
    locale = context.locale
    base, target = read_target(api.base, is_own=api.local), read_target(request.url, is_own=api.local)
    if target.origin != base.origin or not target.path.startswith(base.path.rstrip("/")):
        raise errors.Refused(say("elsewhere", locale, url=target.url[:200]), code="unsafe_url")
    headers = [("Accept", "application/json, text/*;q=0.5, */*;q=0.1"), ("User-Agent", "aule"), *request.headers]
    if request.body or request.method in ("POST", "PUT", "PATCH"):
        headers.append(("Content-Length", str(len(request.body))))
    wish = Exchange(
        request.method,
        target,
        [(name, value.encode("ascii", "backslashreplace").decode()) for name, value in headers],
        request.body,
        is_own=api.local,
        is_secret=bool(request.used),
        seconds=SECONDS,
        most=LARGEST,
    )
    try:
        async with asyncio.timeout(SECONDS), open_exchange(wish) as answer:
            said = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in answer.headers}
            if answer.status in _MOVED:
                raise errors.Refused(
                    say("moved", locale, host=target.shown_host), code="moved_elsewhere", hint=hint("moved", locale)
                )
            if said.get("content-encoding", "identity") != "identity":
                raise errors.Unavailable(say("packed", locale, host=target.shown_host), code="broken_answer")
            pieces = [piece async for piece in answer.pieces()]
            status = answer.status
    except TimeoutError:
        raise errors.TimedOut(say("too_slow", locale, host=target.shown_host, seconds=f"{SECONDS:g}")) from None
    kind = said.get("content-type", "").partition(";")[0].strip().lower()
    return await _read(context, status, kind, b"".join(pieces))


async def _read(context: Context, status: int, kind: str, raw: bytes) -> ApiResult:
    if not raw.strip():
        return ApiResult(status=status)
    if kind.endswith("json") or not kind:
        data = await asyncio.to_thread(_json, raw)
        if data is not None:
            whole = json.dumps(data, ensure_ascii=False)
            if len(whole) <= LONGEST:
                return ApiResult(status=status, data=data)
            return await _long(context, status, raw, whole)
    if kind.endswith("json") or not kind or form_of(kind) == "text":
        text = raw.decode("utf-8", "replace")
        if len(text) <= LONGEST:
            return ApiResult(status=status, text=without_hidden(text))
        return await _long(context, status, raw, text)
    kept = await context.keep("answer", kind, raw)
    return ApiResult(status=status, text=f"[{kept.mime}: {kept.id}]", artifact=kept.id)


async def _long(context: Context, status: int, raw: bytes, text: str) -> ApiResult:
    """Return the beginning of an answer, and keep the whole of it as an artifact."""
    kept = await context.keep("answer.json" if text[:1] in "{[" else "answer.txt", "text/plain", raw)
    context.warn("openapi_cut", say("cut", context.locale, count=len(text) - LONGEST, artifact=kept.id))
    # What is cut off anyway is not cleaned.
    seen = without_hidden(text[:LONGEST])
    return ApiResult(status=status, text=seen, artifact=kept.id, cut=len(text) - LONGEST)


def _json(raw: bytes) -> Any:
    """Return the value of an answer, or None where it is no data that everybody else can read: then it is a text."""
    try:
        told = json.loads(raw, parse_constant=_no_number)
        json.dumps(told, ensure_ascii=False).encode()  # half a character is none
    except (ValueError, RecursionError):
        return None
    return None if is_deeper_than(told, DEEPEST) else told


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")
