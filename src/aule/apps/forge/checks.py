"""What is refused before any source runs: names that deceive, schemas that cost, words that hide something."""

from __future__ import annotations

import keyword
import re
import string
from collections.abc import Iterable
from difflib import get_close_matches
from typing import cast
from urllib.parse import urlsplit

from aule.apps.forge.records import NAME, ToolDraft, ToolFetch, ToolReach
from aule.apps.forge.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import Approve, errors
from aule.sdk.descriptions import TOO_LARGE, has_hidden, schema_fault, taken_by
from aule.sdk.run_time import Capability, may_be_inner, problems_with
from aule.sdk.system import Registry

MOST_PARAMS = 30
_PARAM = re.compile(r"^[a-z][a-zA-Z0-9_]{0,39}$")
_FIXED_HOST = re.compile(r"^https?://[A-Za-z0-9.-]+(:\d{1,5})?(/|\?|$)")
PAGE = "page"


def check_name(name: str, known: Iterable[Capability], locale: str) -> None:
    """Refuse a name that is none, or that could be taken for something that is there already."""
    if re.fullmatch(NAME, name) is None or keyword.iskeyword(name):
        raise errors.Invalid(say("bad_name", locale, name=name), code="bad_name", field="name")
    other = taken_by(name, known, own=f"tool.{name}")
    if other is not None:
        raise errors.Conflict(say("name_taken", locale, name=name, other=other), code="name_taken", field="name")


def check_draft(draft: ToolDraft, locale: str) -> None:
    """Refuse a draft whose parts cannot be what they say."""
    words = {"title": draft.title, "description": draft.description}
    told = [(field, text) for field, each in words.items() for text in (each.en, each.pt)]
    told += [("tests", f"{each.title} {each.error or ''}") for each in draft.tests]
    for field, text in [*told, ("source", draft.source)]:
        if has_hidden(text):
            raise errors.Invalid(say("hidden", locale, field=field), code="hidden_characters", field=field)
    for field in ("params", "returns"):
        _check_schema(getattr(draft, field), field, locale)
    _check_params(draft, locale)
    if not draft.examples and not draft.tests:
        raise errors.Invalid(say("no_tests", locale), code="no_tests", field="tests")
    if draft.fetch is not None:
        _check_address(draft.fetch, draft.params, locale)
    if draft.fetch is not None and draft.calls:
        raise errors.Invalid(
            say("fetch_or_calls", locale),
            code="fetch_or_calls",
            field="fetch",
            hint=hint("fetch_or_calls", locale),
        )


def reach_of(draft: ToolDraft, name: str, registry: Registry, locale: str) -> list[ToolReach]:
    """Return what a tool may call and what that does; refuse what is not there, and what no tool may call."""
    known = {each.name: each for each in registry.all()}
    found: list[ToolReach] = []
    for called in dict.fromkeys(draft.calls):
        capability = known.get(called)
        if capability is None:
            near = get_close_matches(called, known, n=3)
            raise errors.NotFound(say("unknown_call", locale, name=called), candidates=near, field="calls")
        if not may_be_inner(capability) or called.startswith("forge.") or called == f"tool.{name}":
            raise errors.Invalid(say("no_inner", locale, name=called), code="not_callable", field="calls")
        asks = capability.approval is not Approve.AUTO
        _check_stand_ins(draft, capability, locale)
        found.append(ToolReach(name=called, title=capability.title_in(locale), effect=capability.effect, asks=asks))
    return found


def _check_stand_ins(draft: ToolDraft, capability: Capability, locale: str) -> None:
    """Refuse a test in which a capability takes or gives what it never does: such a test would prove nothing."""
    for each in [one for test in draft.tests for one in test.calls if one.name == capability.name]:
        sides = [("params", each.params or {}, capability.params)]
        if each.error is None and each.result is not None:
            sides.append(("result", each.result, capability.returns))
        for side, value, schema in sides:
            # A test says only what matters to it, so nothing is missed that is left out.
            if problem := next(problems_with(value, {**schema, "required": []}, side), None):
                told = say("bad_stand_in", locale, name=capability.name, problem=problem)
                raise errors.Invalid(told, code="bad_stand_in", field="tests")


def placeholders(url: str) -> list[str]:
    """Return the parameters that stand in an address; `ValueError` where one says how wide or how it is written."""
    found = [each for each in string.Formatter().parse(url) if each[1] is not None]
    if any(form or conversion for _, _, form, conversion in found):
        raise ValueError(url)
    return [name for _, name, _, _ in found if name is not None]


def climbs(path: str) -> bool:
    """Return whether a part of a path is one that clients read as the same folder or the one above."""
    return any(part in (".", "..") for part in path.split("/"))


def _check_schema(schema: JsonObject, field: str, locale: str) -> None:
    fault = schema_fault(schema, field)
    if fault == TOO_LARGE:
        raise errors.Invalid(say("large_schema", locale, field=field), code="bad_schema", field=field)
    if fault is not None:
        raise errors.Invalid(say("bad_schema", locale, fault=fault), code="bad_schema", field=field)


def _check_params(draft: ToolDraft, locale: str) -> None:
    schema = draft.params
    properties = cast("dict[str, JsonObject]", schema.get("properties", {}))
    if schema.get("type") != "object" or schema.get("additionalProperties", False) is not False:
        raise errors.Invalid(say("params_object", locale), code="bad_schema", field="params")
    if len(properties) > MOST_PARAMS or not set(schema.get("required", [])) <= set(properties):
        raise errors.Invalid(say("params_object", locale), code="bad_schema", field="params")
    for name, each in properties.items():
        if not _PARAM.match(name) or keyword.iskeyword(name) or (draft.fetch is not None and name == PAGE):
            raise errors.Invalid(say("bad_param", locale, name=name), code="bad_schema", field="params")
        if "default" in each and (problem := next(problems_with(each["default"], each, name), None)):
            raise errors.Invalid(say("bad_schema", locale, fault=problem), code="bad_schema", field="params")


def _check_address(fetch: ToolFetch, params: JsonObject, locale: str) -> None:
    """Refuse an address whose host a parameter could change, or that names what is no parameter."""
    try:
        named = placeholders(fetch.url)
    except ValueError:
        named = [""]
    known = set(cast("JsonObject", params.get("properties", {})))
    host_end = _FIXED_HOST.match(fetch.url)
    if (
        host_end is None
        or _is_odd(fetch.url)
        or not set(named) <= known
        or "{" in fetch.url[: host_end.end()]
        or "@" in fetch.url
    ):
        raise errors.Invalid(say("bad_address", locale, url=fetch.url), code="bad_address", field="fetch.url")


def _is_odd(url: str) -> bool:
    """Return whether an address is not read by everybody as it is shown."""
    return has_hidden(url) or any(each.isspace() for each in url) or climbs(urlsplit(url).path)
