"""Drafts of tools: by a template, by a sentence, by a model, or as they stand; tested, and nothing is kept."""

from __future__ import annotations

from typing import Annotated, Any, cast

from pydantic import Field, ValidationError

from aule.apps.forge.app import forge
from aule.apps.forge.cards import describe_failures
from aule.apps.forge.checks import check_draft, check_name, reach_of
from aule.apps.forge.records import ToolDraft, ToolExample, ToolName, ToolTestResult
from aule.apps.forge.sentences import read_sentence, why_not
from aule.apps.forge.start import Forge, Tell
from aule.apps.forge.templates import fill
from aule.apps.forge.tool_calls import failed, first_results
from aule.apps.forge.words import hint, say
from aule.contracts.model import JsonObject
from aule.sdk import Context, Effect, Model, errors, marked
from aule.sdk.source import SourceRuntime

ROUNDS = 3
"""How often a model writes a tool: once, and twice to mend it."""


class DraftedTool(Model):
    """A tool that could be kept, and what came of its tests."""

    name: ToolName
    tool: ToolDraft
    results: list[ToolTestResult]
    ok: bool
    """Whether every test passed."""
    by: str
    """Who wrote it: `template`, `model` or `hand`."""
    rounds: int = 0
    """How often a model had to mend it."""


class ModelTool(ToolDraft):
    """A tool as a model writes it."""

    name: ToolName


@forge.capability(
    effect=Effect.READ,
    title={"en": "Draft a tool", "pt": "Rascunhar uma ferramenta"},
    category="tools",
    unspoken=True,
    anywhere=True,
    timeout_s=600,
)
async def draft_tool(
    context: Context,
    request: Annotated[str, Field(min_length=4, max_length=4_000, description="What it should do.")],
    runtime: Annotated[SourceRuntime, Field(description="What a model writes it for.")] = "interpreter",
) -> DraftedTool:
    """Draft a tool from a sentence, by a template or by a model, and run its tests; `create_tool` keeps it."""
    read = read_sentence(request)
    if read is not None:
        return await fill_draft(_own(context), read.name, read.template, read.values, (read.title, context.locale))
    if not context.ports.has_model(context.choice):
        raise no_rule_for(request, context.locale)
    return await _by_model(context, request, runtime)


@forge.capability(
    effect=Effect.READ,
    title={"en": "Fill in a tool template", "pt": "Preencher um modelo de ferramenta"},
    category="tools",
    unspoken=True,
    anywhere=True,
    timeout_s=120,
)
async def fill_template(
    context: Context,
    name: Annotated[ToolName, Field(description="What the tool is to be called.")],
    template: Annotated[
        str,
        Field(max_length=60, description="text, regular_expression, unit_conversion, table, http_fields or formula."),
    ],
    values: Annotated[dict[str, Any], Field(description="What is filled in.")],
    title: Annotated[str, Field(max_length=200, description="What people call it.")] = "",
) -> DraftedTool:
    """Draft a tool from a template, without a model, and run its tests; `create_tool` keeps it."""
    return await fill_draft(_own(context), name, template, values, (title, context.locale))


def no_rule_for(request: str, locale: str) -> errors.Invalid:
    """Return the refusal of a sentence that no rule reads, with what can be done instead."""
    why = why_not(request)
    key = f"no_model_{why}" if why else "no_model"
    return errors.Invalid(say(key, locale), code="no_model_for_tool", hint=hint(key, locale))


def _unheard(message: str) -> None:
    """Tell nobody: an answer to a request has no place for what happens before it."""


async def fill_draft(own: Forge, name: str, template: str, values: JsonObject, said: tuple[str, str]) -> DraftedTool:
    """Return the draft a template makes; results of its examples are those of a first call, for a person to look at."""
    title, locale = said
    draft = fill(template, values, title, locale)
    results = await first_results(own.box, draft, locale)
    draft = draft.model_copy(
        update={
            "examples": [ToolExample(params=each.params, result=results.pop(0)) for each in draft.examples],
            "tests": [each.model_copy(update={"result": results.pop(0)}) for each in draft.tests],
        }
    )
    return await test_draft(own, name, draft, locale, by="template")


async def test_draft(
    own: Forge, name: str, draft: ToolDraft, locale: str, *, by: str = "hand", tell: Tell = _unheard
) -> DraftedTool:
    """Return a draft with what comes of its tests; refuse what could not be kept."""
    check_name(name, own.kernel.registry.all(), locale)
    check_draft(draft, locale)
    reach_of(draft, name, own.kernel.registry, locale)
    results = await own.test(draft, locale, tell)
    return DraftedTool(name=name, tool=draft, results=results, ok=not failed(results), by=by)


async def _by_model(context: Context, request: str, runtime: SourceRuntime) -> DraftedTool:
    """Let a model write a tool, and mend it at most twice; tests that still fail are shown."""
    words = say("write_tool", "en", request=marked("request", request))
    if runtime != "interpreter":
        words = f"{words}\n\n{say(f'write_{runtime}', 'en')}"
    drafted: DraftedTool | None = None
    problem = ""
    for number in range(ROUNDS):
        asked = words if not problem else f"{words}\n\n{say('mend_tool', 'en', problem=marked('tests', problem))}"
        written = await context.think(say("writes", context.locale), asked, _SHAPE, _read)
        draft = ToolDraft(**{name: getattr(written, name) for name in ToolDraft.model_fields if name != "template"})
        draft = draft.model_copy(update={"runtime": runtime})
        try:
            own, tell = _own(context), context.progress
            drafted = await test_draft(own, written.name, draft, context.locale, by="model", tell=tell)
        except (errors.Invalid, errors.Conflict) as error:
            problem = str(error)
            continue
        drafted = drafted.model_copy(update={"rounds": number})
        if drafted.ok:
            return drafted
        problem = f"{drafted.tool.source}\n\n{describe_failures(drafted.results, 'en')}"
    if drafted is None:
        raise errors.Unsuccessful(say("not_written", context.locale, problem=problem), given=None, code="not_written")
    return drafted


def _read(answer: JsonObject) -> ModelTool:
    try:
        return ModelTool.model_validate(answer)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None


_WORDS_SHAPE: JsonObject = {
    "type": "object",
    "properties": {"en": {"type": "string"}, "pt": {"type": "string"}},
    "required": ["en", "pt"],
    "additionalProperties": False,
}
_SHAPE: JsonObject = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "title": _WORDS_SHAPE,
        "description": _WORDS_SHAPE,
        "params": {"type": "object"},
        "returns": {"type": "object"},
        "source": {"type": "string"},
        "tests": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["name", "title", "description", "params", "returns", "source", "tests"],
}


def _own(context: Context) -> Forge:
    return cast("Forge", context.own)
