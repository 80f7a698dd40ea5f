"""Descriptors that strangers wrote: read, and refused where names deceive, schemas cost or facts contradict."""

from __future__ import annotations

import json
import keyword
import re
import tomllib
from collections.abc import Iterable
from typing import cast

from pydantic import ValidationError

from aule.apps.plugins.records import DESCRIPTOR, PluginCapability, PluginDescriptor, PluginWords
from aule.apps.plugins.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import Effect, errors
from aule.sdk.descriptions import has_hidden, schema_fault, taken_by
from aule.sdk.run_time import Capability, problems_with
from aule.text.strict_json import read_json

MOST_DESCRIPTOR = 64_000
MOST_PARAMS = 30
_PARAM = re.compile(r"^[a-z][a-zA-Z0-9_]{0,39}$")
_LOCAL = (".local", ".localhost", ".internal", ".lan", ".home", ".intranet", ".corp", ".arpa", ".onion", ".invalid")
_ALLOWED = frozenset({Effect.READ, Effect.WRITE, Effect.EXTERNAL})


def read_descriptor(content: bytes, locale: str) -> PluginDescriptor:
    """Return what a `plugin.toml` says; `Invalid` with the field where it says something that cannot be."""
    if len(content) > MOST_DESCRIPTOR:
        raise _bad(say("large_descriptor", locale, most=MOST_DESCRIPTOR), "")
    try:
        told = tomllib.loads(content.decode())
    except (ValueError, RecursionError) as error:
        raise _bad(say("no_toml", locale, problem=str(error)[:200]), "") from None
    try:
        told = read_json(json.dumps(told, allow_nan=False))  # TOML has dates and numbers that JSON does not
    except (TypeError, ValueError, RecursionError) as error:
        raise _bad(say("no_data", locale, problem=str(error)[:200]), "") from None
    try:
        found = PluginDescriptor.model_validate(told)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(map(str, first["loc"]))
        raise _bad(say("bad_field", locale, field=field[:120], problem=first["msg"][:200]), field) from None
    except RecursionError:
        raise _bad(say("no_toml", locale, problem="nested"), "") from None
    _check(found, locale)
    return found


def check_names(found: PluginDescriptor, known: Iterable[Capability], locale: str) -> None:
    """Refuse capabilities whose names could be taken for something that is there already."""
    others = list(known)
    for each in found.capabilities:
        other = taken_by(each.name, others, own=each.full_name)
        if other is not None:
            raise errors.Conflict(
                say("name_taken", locale, name=each.name, other=other),
                code="name_taken",
                field="capabilities.name",
                hint=hint("name_taken", locale),
            )


def _check(found: PluginDescriptor, locale: str) -> None:
    for field, words in _words_of(found):
        if has_hidden(words.en) or has_hidden(words.pt):
            raise errors.Invalid(say("hidden", locale, field=field), code="hidden_characters", field=field)
    names = [each.name for each in found.capabilities]
    if len(set(names)) < len(names):
        raise _bad(say("twice", locale), "capabilities.name")
    for domain in found.domains:
        if domain.endswith(_LOCAL) or domain.rpartition(".")[2].isdigit():
            raise _bad(say("bad_domain", locale, domain=domain), "domains")
    for domain in found.sends:
        if domain not in found.domains:
            raise _bad(say("sends_elsewhere", locale, domain=domain), "sends")
    if bool(found.sends) is not any(each.sends for each in found.capabilities):
        raise _bad(say("sends_half", locale), "sends" if not found.sends else "capabilities.sends")
    for each in found.capabilities:
        _check_capability(each, locale)


def _check_capability(each: PluginCapability, locale: str) -> None:
    if each.effect not in _ALLOWED:
        raise _bad(say("bad_effect", locale, name=each.name, effect=each.effect.value), "capabilities.effect")
    for field in ("params", "returns"):
        schema: JsonObject = getattr(each, field)
        fault = schema_fault(schema, field)
        if fault is not None:
            raise _bad(
                say("bad_schema", locale, name=each.name, field=field, fault=fault[:200]), f"capabilities.{field}"
            )
    properties = cast("dict[str, JsonObject]", each.params.get("properties", {}))
    required = cast("list[str]", each.params.get("required", []))
    is_object = each.params.get("type") == "object" and each.params.get("additionalProperties", False) is False
    if not is_object or len(properties) > MOST_PARAMS or not set(required) <= set(properties):
        raise _bad(say("params_object", locale, name=each.name), "capabilities.params")
    for param, schema in properties.items():
        if not _PARAM.match(param) or keyword.iskeyword(param) or param == "context":
            raise _bad(say("bad_param", locale, name=each.name, param=param[:60]), "capabilities.params")
        if "default" in schema and (problem := next(problems_with(schema["default"], schema, param), None)):
            raise _bad(say("bad_schema", locale, name=each.name, field=param, fault=problem), "capabilities.params")


def _words_of(found: PluginDescriptor) -> list[tuple[str, PluginWords]]:
    own = [("title", found.title), ("description", found.description)]
    return [
        *own,
        *(("capabilities.title", each.title) for each in found.capabilities),
        *(("capabilities.description", each.description) for each in found.capabilities),
    ]


def _bad(message: str, field: str) -> errors.Invalid:
    return errors.Invalid(message, code="bad_descriptor", field=field or DESCRIPTOR)
