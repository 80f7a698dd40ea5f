"""What sentences about order, limits, values and conditions come to: the edits they ask for, or why they cannot be."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aule.apps.builder import step_flow
from aule.apps.builder.graph_edits import AddStep, ChangeStep, Connect, Disconnect, Edit, MoveStep, apply_edits
from aule.apps.builder.step_names import are_related, find_step
from aule.apps.builder.words import say
from aule.contracts.errors import AuleError
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Step, StepKind
from aule.contracts.runs.workflow import Workflow
from aule.sdk.workflows import form_of
from aule.text.words import fold, words

LONGEST_S = 86_400
_SECONDS = {"s": 1, "m": 60, "h": 3_600}
_READS = re.compile(r"\{\{[^{}]*\}\}")
_VALUES = tuple(
    frozenset(group.split())
    for group in (
        "query consulta busca pesquisa termo search assunto",
        "path caminho arquivo file filename destino",
        "content conteudo texto text",
        "url endereco link site address pagina page",
        "title titulo nome name",
        "folder pasta",
    )
)
"""Words for values that steps commonly have, each group one meaning."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why something that was asked for cannot be done, in words."""

    why: str


@dataclass(frozen=True, slots=True)
class NewValue:
    """A value of a step that a sentence changes."""

    step: Step
    edit: Edit


def swap(workflow: Workflow, one: Step, other: Step, locale: str) -> list[Edit] | Refused:
    """Return the edits by which two steps change places."""
    edits = step_flow.swapped(form_of(workflow), one.id, other.id)
    if edits is None:
        return Refused(say("not_in_a_row", locale, step=shown(one), other=shown(other)))
    return edits


def put_before(workflow: Workflow, one: Step, other: Step) -> list[Edit]:
    """Return the edits by which one step comes before another."""
    form = form_of(workflow)
    if other.id in step_flow.before(form, one.id):
        return step_flow.moved(form, one.id, before=other.id)
    return [Connect(type="connect", source=one.id, to=other.id)]


def side_by_side(workflow: Workflow, one: Step, other: Step, locale: str) -> list[Edit] | Refused:
    """Return the edits by which two steps no longer wait for each other."""
    form = form_of(workflow)
    if not ({one.id} & step_flow.before(form, other.id) or {other.id} & step_flow.before(form, one.id)):
        return Refused(say("side_by_side_already", locale, step=shown(one), other=shown(other)))
    edits = step_flow.set_side_by_side(form, one.id, other.id)
    return edits or Refused(say("cannot_be_side_by_side", locale, step=shown(one), other=shown(other)))


def copy(workflow: Workflow, step: Step, id: str, title: str) -> list[Edit]:
    """Return the edit that adds a step once more."""
    return [step_flow.copied(form_of(workflow), step.id, id, title)]


def seconds(count: float, unit: str) -> float | None:
    """Return a span of time in seconds; None where a step cannot be given so much or so little."""
    found = count * _SECONDS[unit[:1]]
    return found if 0 < found <= LONGEST_S else None


def conditions(workflow: Workflow, step: Step, test: str, id: str, locale: str) -> dict[str, list[Edit]]:
    """Return the ways to let a step run only where something holds, by who looks at it: a person or an agent."""
    yes, no = say("yes", locale), say("no", locale)
    holds = f"steps.{id}.result == {json.dumps(yes, ensure_ascii=False)}"
    when = holds if step.when is None else f"({step.when}) and {holds}"
    seen = [f"{{{{steps.{name}.result}}}}" for name in step.dependencies]
    what = test.strip(" .?")
    title = (what[:1].upper() + what[1:])[:200]
    asked: JsonObject = {"ask": say("asks_condition", locale, what=what), "options": [yes, no], "free_text": False}
    told = "\n\n".join([say("agent_condition", locale, what=what, yes=yes, no=no), *seen])
    return {
        say(key, locale): [
            AddStep(type="add_step", step={"id": id, "title": title, **doing}, before=step.id),
            ChangeStep(type="change_step", id=step.id, fields={"when": when}),
        ]
        for key, doing in (("by_person", asked), ("by_agent", {"prompt": told}))
    }


def new_values(workflow: Workflow, parts: Mapping[str, str]) -> list[NewValue]:
    """Return the values of steps that a sentence may change, by what they and their steps are called."""
    said = parts.get("step")
    steps = [each for each in workflow.graph.nodes if each.kind is StepKind.CALL and each.call is not None]
    if said is not None:
        named = find_step(said, workflow.graph.nodes)
        by_capability = [each for each in steps if _speaks_of(said, each)]
        steps = [each for each in steps if each in named.steps] if named.is_sure else by_capability
    found: list[NewValue] = []
    for step in steps:
        params = {} if step.call is None else step.call.params
        names = [name for name in params if _is_called(parts["field"], name)]
        value = None if len(names) != 1 else _value_like(params[names[0]], parts["to"])
        if value is not None:
            fields: JsonObject = {"params": {**params, names[0]: value}}
            found.append(NewValue(step, ChangeStep(type="change_step", id=step.id, fields=fields)))
    return found


def still_reading(old: str, new: str, locale: str) -> str:
    """Return a new text of a step that reads what the old one read; one that says itself what it reads stays as is."""
    read = list(dict.fromkeys(_READS.findall(old)))
    if not read or _READS.search(new):
        return new
    return "\n\n".join([new, say("results_so_far", locale), *read])


def refusal_of(workflow: Workflow, edits: Sequence[Edit], locale: str) -> str:
    """Return why edits leave a step without what it reads; nothing where they do not."""
    form = form_of(workflow)
    if step_flow.unmet(form) is not None:
        return ""
    try:
        found = step_flow.unmet(apply_edits(form, edits, locale))
    except AuleError:
        return ""  # why they cannot be made is told when they are proposed
    if found is None:
        return ""
    titles = {each.id: shown(each) for each in workflow.graph.nodes}
    reader, step = (titles.get(id, id) for id in found)
    is_move = any(isinstance(each, MoveStep) for each in edits)
    key = (
        "reads_later" if is_move else "reads_unlinked" if any(isinstance(e, Disconnect) for e in edits) else "reads_it"
    )
    return say(key, locale, step=step, reader=reader)


def shown(step: Step) -> str:
    """Return what a person sees of a step's name."""
    return step.title or step.id


def _speaks_of(said: str, step: Step) -> bool:
    """Return whether words name the capability of a step."""
    names = re.split(r"[._]", "" if step.call is None else step.call.capability)
    return any(are_related(word, each) for word in words(fold(said)) for each in names)


def _is_called(said: str, name: str) -> bool:
    word = fold(said).strip()
    return word == name or any(word in group and name in group for group in _VALUES)


def _value_like(old: object, said: str) -> str | float | None:
    """Return what was said as a value of the same kind as the one before; None where it is none."""
    if isinstance(old, str):
        return said.strip()
    if isinstance(old, bool) or not isinstance(old, int | float):
        return None
    try:
        return type(old)(said.replace(",", "."))
    except ValueError:
        return None
