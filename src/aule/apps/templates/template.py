"""Templates as files: what one says, and what is wrong with it. Reading one runs nothing.

    id: greet
    title: {en: Greet somebody, pt: Cumprimentar alguém}
    parameters:
      name: {type: string, title: {en: Name, pt: Nome}}
    workflow:
      steps:
        - {id: keep, capability: core.create_note, params: {title: "Hello {{inputs.name}}"}}

The workflow is a document as everywhere, but for its inputs: those are the parameters. Wherever something differs by
language, `{en: …, pt: …}` stands for one of the two.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Literal, cast

from pydantic import Field, ValidationError

from aule.contracts.errors import AuleError
from aule.contracts.model import JsonObject, Model
from aule.contracts.plans.plan import Estimate
from aule.contracts.runs.finding import Faulty, Finding
from aule.contracts.runs.graph import StateKey
from aule.contracts.runs.workflow import Workflow, WorkflowId
from aule.sdk.workflows import (
    ParsedText,
    UnreadableText,
    faults_of,
    place_of,
    problems_with,
    read_text,
    workflow_of,
)
from aule.text.messages import Language

LANGUAGES: tuple[Language, ...] = ("en", "pt")
_OF_WORKFLOW = ("state", "steps", "output", "budget", "at_once", "canvas")
"""What the workflow of a template says; everything else of it comes from the template."""


class TextInLanguages(Model):
    """A text in both languages."""

    en: str = Field(min_length=1, max_length=4_000)
    pt: str = Field(min_length=1, max_length=4_000)


class NeededThing(Model):
    """Something a template needs beside what its steps name: an image endpoint, or a program on this machine."""

    kind: Literal["images", "program"]
    name: str = Field(default="", max_length=60)
    """The program."""
    is_optional: bool = False
    note: TextInLanguages | None = None
    """What becomes of the workflow without it."""


class Template(Model):
    """A workflow to begin with, and the parameters it is made from."""

    id: WorkflowId
    title: TextInLanguages
    description: TextInLanguages
    parameters: dict[StateKey, JsonObject] = Field(default={}, max_length=40)
    """What it is made from, each with its JSON Schema."""
    needs: list[NeededThing] = Field(default=[], max_length=10)
    estimate: Estimate | None = None
    """What a run takes at most, where the author knows better than an estimate by its steps."""
    workflow: JsonObject
    """State, steps and output, as in a document."""


class BrokenTemplate(AuleError):
    """A file that is no template; `findings` says everything that is wrong with it."""

    code = "broken_template"
    status = 422
    exit_code = 2

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__("; ".join(map(str, findings[:5])), hint=findings[0].hint)
        self.findings = findings


@lru_cache(maxsize=256)  # reading YAML with its lines takes ten milliseconds and more, and a list reads every file
def read_template(text: str) -> Template:
    """Return the template a text describes; raise `BrokenTemplate` with everything that is wrong with it."""
    try:
        read = read_text(text)
    except UnreadableText as error:
        line = None if error.mark is None else error.mark.line
        raise BrokenTemplate([_finding(None, error.problem.message, error.problem.hint, line)]) from None
    except AuleError as error:  # too large, or not UTF-8
        raise BrokenTemplate([_finding(None, error.problem.message, error.problem.hint, None)]) from None
    template = _validated(read)
    if findings := list(_faults(template)):
        raise BrokenTemplate(findings)
    return template


def workflow_in(template: Template, language: Language, values: JsonObject | None = None) -> Workflow:
    """Return the workflow of a template in a language; each value becomes the default of its input, and nothing else.

    A value is data wherever it comes from: an input is looked up while a run goes on, and what is found there is never
    read for steps, names or braces again.
    """
    inputs: JsonObject = {}
    for name, schema in template.parameters.items():
        inputs[name] = in_language(schema, language)
        if values is not None and name in values:
            inputs[name] = {**inputs[name], "default": values[name]}
    value: JsonObject = {
        "id": template.id,
        "title": getattr(template.title, language)[:200],
        "description": getattr(template.description, language),
        "inputs": inputs,
        **cast("JsonObject", in_language(template.workflow, language)),
    }
    return workflow_of(ParsedText(value))


def in_language(value: Any, language: Language) -> Any:
    """Return a value in which every `{en: …, pt: …}` is what it says in a language."""
    if isinstance(value, list):
        return [in_language(each, language) for each in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    mapping = cast("JsonObject", value)
    if mapping.keys() == set(LANGUAGES):
        return in_language(mapping[language], language)
    return {name: in_language(each, language) for name, each in mapping.items()}


def _validated(read: ParsedText) -> Template:
    value: Any = read.value
    if not isinstance(value, dict):
        raise BrokenTemplate([_finding(None, "It is not an object", "Begin with `id:` and `title:`.", 1)])
    try:
        return Template.model_validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        raise BrokenTemplate([_told(read, each) for each in error.errors(include_url=False)[:20]]) from None


def _told(read: ParsedText, error: Any) -> Finding:
    place = place_of(error["loc"], read.value, error["type"])
    name = ".".join(map(str, place)) or "template"
    mark = read.mark(place)
    line = None if mark is None else mark.line
    if error["type"] == "missing":
        return _finding(name, f"{name!r} is missing", None, line)
    if error["type"] == "extra_forbidden":
        known = ", ".join(Template.model_fields)
        return _finding(name, f"{name!r} is not a key that is known here", f"It can be {known}.", line)
    return _finding(name, f"{name!r}: {error['msg']}", None, line)


def _faults(template: Template) -> Iterator[Finding]:
    """Yield what is wrong with the parameters and the workflow of a template, in each language."""
    for name in template.workflow:
        if name == "inputs":
            yield _finding("workflow.inputs", "A template has no inputs of its own", "Call them `parameters`.", None)
        elif name not in _OF_WORKFLOW:
            known = ", ".join(_OF_WORKFLOW)
            yield _finding(f"workflow.{name}", f"{name!r} does not belong there", f"It can be {known}.", None)
    found: list[Finding] = []
    for language in LANGUAGES:
        found += _faults_in(template, language)
    yield from {str(each): each for each in found}.values()  # most faults are the same in both


def _faults_in(template: Template, language: Language) -> Iterator[Finding]:
    is_sound = True
    for name, schema in template.parameters.items():
        told = in_language(schema, language)
        wrong = [*faults_of(told)]
        if not wrong and "default" in told:
            wrong = list(problems_with(told["default"], told, "its default"))
        for fault in wrong:
            is_sound = False
            yield _finding(f"parameters.{name}", f"{name!r}: {fault}", "Describe it with a JSON Schema.", None)
    if not is_sound or set(template.workflow) - set(_OF_WORKFLOW):
        return
    try:
        workflow_in(template, language)
    except Faulty as error:
        yield from error.findings
    except AuleError as error:  # it has too many steps
        yield _finding("workflow", error.problem.message, error.problem.hint, None)


def _finding(field: str | None, message: str, hint: str | None, line: int | None) -> Finding:
    return Finding(code="broken_template", step=None, field=field, message=message, hint=hint, line=line)
