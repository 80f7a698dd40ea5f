"""Templates: tools that a person fills in a form. What they fill in is data, and never becomes source."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, cast

from aule.apps.forge.checks import PAGE, placeholders
from aule.apps.forge.ready_tools import READY, fill_ready, ready_tools
from aule.apps.forge.records import ToolDraft, ToolExample, ToolFetch, ToolTemplateUse, ToolTest, ToolWords
from aule.apps.forge.words import say
from aule.contracts.model import JsonObject
from aule.sdk import Model, errors
from aule.sdk.run_time import problems_with
from aule.text.messages import language_in
from aule.text.words import fold

LANGUAGES = ("en", "pt")
_TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<name>[a-z][a-z0-9_]*)|(?P<sign>[-+*/%^(),]))")
_FUNCTIONS = frozenset({"round", "min", "max", "abs", "sqrt", "floor", "ceil"})
_WORDS = frozenset({"and", "or", "not", "if", "else", "for", "in", "is", "lambda", "run", "work_out", "await", "yield"})


class ToolTemplate(Model):
    """A tool to fill in."""

    id: str
    title: ToolWords
    description: ToolWords
    tool_description: ToolWords
    fields: dict[str, JsonObject]
    """What a person fills in, each with its JSON Schema; titles in both languages."""
    labels: dict[str, dict[str, ToolWords]] = {}
    """What choices of a field are called, where they are not called what they are."""
    sample: JsonObject
    """A call to try it with."""
    params: JsonObject
    returns: JsonObject
    code: dict[str, str]
    messages: dict[str, ToolWords] = {}
    """What the tool says when something is wrong, in the language of whoever made it."""


@cache
def all_templates() -> dict[str, ToolTemplate]:
    """Return every template, by its id."""
    folder = resources.files("aule.apps.forge").joinpath("builtin")
    read = [
        ToolTemplate.model_validate(tomllib.loads(each.read_text("utf-8")))
        for each in sorted(folder.iterdir(), key=lambda each: each.name)
        if each.name.endswith(".toml") and each.name != "units.toml"
    ]
    return {each.id: each for each in read}


def template(id: str, locale: str) -> ToolTemplate:
    """Return a template by its id."""
    found = all_templates().get(id)
    if found is None:
        raise errors.NotFound(say("no_template", locale, id=id), candidates=list(all_templates()), field="template")
    return found


def fill(id: str, values: Mapping[str, Any], title: str, locale: str) -> ToolDraft:
    """Return the draft that a template makes of what a person filled in; its examples come from a trial."""
    found = template(id, locale)
    given = {name: each["default"] for name, each in found.fields.items() if "default" in each} | dict(values)
    schema: JsonObject = {
        "type": "object",
        "properties": {name: _plain(each) for name, each in found.fields.items()},
        "required": list(found.fields),
        "additionalProperties": False,
    }
    if problem := next(problems_with(given, schema), None):
        raise errors.Invalid(say("bad_value", locale, problem=problem), code="bad_value", field="values")
    words, language = title.strip(), language_in(locale)
    if id == READY:
        return _ready(given, words, locale)
    if id == "text" and given["operations"][0] == "from_base64":
        found = found.model_copy(update={"sample": {"text": "T2zDoSwgTXVuZG8gNDI="}})
    if found.messages:
        given["messages"] = {name: getattr(each, language) for name, each in found.messages.items()}
    draft = ToolDraft(
        title=found.title.model_copy(update={language: words}) if words else found.title,
        description=ToolWords(en=_filled(found, given, "en"), pt=_filled(found, given, "pt")),
        params=found.params,
        returns=found.returns,
        source=_source(found.code["source"], given),
        examples=[ToolExample(params=found.sample)] if found.sample else [],
        template=ToolTemplateUse(id=id, values={name: each for name, each in given.items() if name in found.fields}),
    )
    if id == "brazilian_number" and given["kind"] == "cnpj":
        return draft.model_copy(update={"examples": [ToolExample(params={"number": "11222333000181"})]})
    if id == "formula":
        return _formula(draft, str(given["formula"]), locale)
    return _fetching(draft, given, locale) if id == "http_fields" else draft


def in_language(found: ToolTemplate, language: str) -> JsonObject:
    """Return a template as a form shows it: titles in one language."""
    return {
        "id": found.id,
        "title": getattr(found.title, language),
        "description": getattr(found.description, language),
        "fields": {
            name: {
                **_named(found, name, language),
                "title": cast("JsonObject", each.get("title", {})).get(language, name),
            }
            for name, each in found.fields.items()
        },
        "required": [name for name, each in found.fields.items() if "default" not in each],
        "sample": found.sample,
    }


def read_formula(formula: str, locale: str) -> tuple[str, list[str]]:
    """Return a formula as Python of nothing but numbers, names and signs, and the names in it."""
    parts: list[str] = []
    names: list[str] = []
    at = 0
    text = fold(formula.strip().replace("×", "*").replace("÷", "/").replace("−", "-"))
    if "(" not in text:  # a comma stands between the values of a function, and elsewhere before decimals
        text = re.sub(r"(?<=\d),(?=\d)", ".", text)
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise _bad_formula(text[at : at + 10], locale)
        at = found.end()
        number, name, sign = found.group("number"), found.group("name"), found.group("sign")
        if name is not None and name not in _FUNCTIONS:
            if name in _WORDS:
                raise _bad_formula(name, locale)
            names.append(name)
        parts.append(number or name or ("**" if sign == "^" else sign))
    if not names or "".join(parts).count("**") > 1 or not _is_expression(" ".join(parts)):
        # A tower of powers is larger than any memory.
        raise _bad_formula(text[:20], locale)
    return " ".join(parts), list(dict.fromkeys(names))


def _ready(given: Mapping[str, Any], title: str, locale: str) -> ToolDraft:
    """Return the draft of a ready tool; a default has to fit the parameter it is for."""
    which, defaults = str(given["which"]), cast("JsonObject", given["defaults"])
    known: dict[str, JsonObject] = ready_tools()[which].params["properties"]
    for name, value in defaults.items():
        schema = known.get(name)
        problem = repr(name) if schema is None else next(problems_with(value, schema, name), None)
        if problem is not None:
            raise errors.Invalid(say("bad_value", locale, problem=problem), code="bad_value", field="values")
    return fill_ready(which, defaults, title, language_in(locale))


def _formula(draft: ToolDraft, formula: str, locale: str) -> ToolDraft:
    expression, names = read_formula(formula, locale)
    number: JsonObject = {"type": "number"}
    source = draft.source.replace("{names}", ", ".join(names)).replace("{formula}", expression)
    params: JsonObject = {"type": "object", "properties": dict.fromkeys(names, number), "required": names}
    sample = {name: place + 2 for place, name in enumerate(names)}
    return draft.model_copy(update={"source": source, "params": params, "examples": [ToolExample(params=sample)]})


def _fetching(draft: ToolDraft, given: Mapping[str, Any], locale: str) -> ToolDraft:
    try:
        names = placeholders(str(given["url"]))
    except ValueError:
        names = [""]
    if not all(re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) and name != PAGE for name in names):
        raise errors.Invalid(say("bad_address", locale, url=given["url"]), code="bad_address", field="values")
    params: JsonObject = {
        "type": "object",
        "properties": {name: {"type": "string", "minLength": 1, "maxLength": 200} for name in names},
        "required": names,
    }
    test = ToolTest(params=dict.fromkeys(names, "1"), page=str(given["answer"]))
    fetch = ToolFetch(url=str(given["url"]))
    return draft.model_copy(update={"params": params, "fetch": fetch, "examples": [], "tests": [test]})


def _source(code: str, values: Mapping[str, Any]) -> str:
    """Return the source of a template with its values as a literal: Python reads them as data, whatever they say."""
    return f"VALUES = {_literal(dict(values))}\n{code}"


def _literal(value: Any) -> str:
    return repr(value)  # which escapes what is not seen


def _filled(found: ToolTemplate, values: Mapping[str, Any], language: str) -> str:
    """Return what a tool does, in words; a choice or a unit is told by what it is called."""
    text = str(getattr(found.tool_description, language))
    yes_no = {"en": ("no", "yes"), "pt": ("não", "sim")}[language]
    for name, value in values.items():
        labels = _labels(found, name)
        each_of = cast("list[Any]", value) if isinstance(value, list) else [value]
        told = [yes_no[one] if isinstance(one, bool) else _label(labels, one, language) for one in each_of]
        text = text.replace(f"{{{name}}}", ", ".join(told)[:200])
    return text


def _label(labels: Mapping[str, ToolWords], value: Any, language: str) -> str:
    found = labels.get(str(value))
    return str(value) if found is None else str(getattr(found, language))


def _labels(found: ToolTemplate, field: str) -> Mapping[str, ToolWords]:
    if found.id == READY and field == "which":
        return {id: each.title for id, each in ready_tools().items()}
    return unit_words() if found.id == "unit_conversion" else found.labels.get(field, {})


@cache
def unit_words() -> dict[str, ToolWords]:
    """Return what each unit is called."""
    text = resources.files("aule.apps.forge").joinpath("builtin", "units.toml").read_text("utf-8")
    units = [each for kind in tomllib.loads(text).values() for each in kind.items()]
    return {name: ToolWords(en=each["en"], pt=each["pt"]) for name, each in units}


def _named(found: ToolTemplate, field: str, language: str) -> JsonObject:
    """Return the schema of a field, its choices with what they are called."""
    schema, labels = _plain(found.fields[field]), _labels(found, field)
    if "enum" in schema:
        return _choices(schema, labels, language)
    items = cast("JsonObject", schema.get("items", {}))
    return {**schema, "items": _choices(items, labels, language)} if "enum" in items else schema


def _choices(schema: JsonObject, labels: Mapping[str, ToolWords], language: str) -> JsonObject:
    told = [{"const": each, "title": _label(labels, each, language)} for each in schema["enum"]]
    return {**{name: each for name, each in schema.items() if name != "enum"}, "oneOf": told}


def _plain(schema: JsonObject) -> JsonObject:
    return {name: value for name, value in schema.items() if name != "title"}


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _bad_formula(part: str, locale: str) -> errors.Invalid:
    return errors.Invalid(say("bad_formula", locale, part=part), code="bad_formula", field="values")
