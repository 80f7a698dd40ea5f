"""Workflows edited by plain words: a sentence becomes edits of the workflow that is open, or that it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from aule.apps.builder.app import builder
from aule.apps.builder.exchange import Exchange
from aule.apps.builder.sentences import LONGEST, speaks_of_time
from aule.apps.builder.spoken_edits import Meaning
from aule.apps.builder.understood import Understood, understand
from aule.apps.builder.words import say
from aule.apps.builder.workflow_questions import answer_about
from aule.contracts.runs.workflow import Workflow
from aule.sdk import Reading, SpokenCall
from aule.sdk.system import Kernel
from aule.text.words import fold

EDIT = "builder.edit_workflow"
_KIND = r"(?:fluxos?(?: de trabalho)?|workflows?|automac(?:ao|oes)|automations?)"
_PREPOSITION = r"(?:n[oea]|d[oea]|ao?|pro|pra|para o|in|of|to|from|on|for)"
_THIS = re.compile(
    rf"(?:^|,?\s+)(?:{_PREPOSITION}|n?d?n?ess[ea]|n?d?n?est[ea])(?:\s+(?:o|a|the|this|that|my|our|meu|minha|nosso))*\s+{_KIND}\b"
    r"(?:\s+(?:aberto|atual|aqui|here|that is open))?,?"
)


@builder.on_start
def start(kernel: Kernel) -> Exchange:
    """Build what reads and finds workflows; nothing is read yet."""
    return Exchange(kernel)


@builder.hears("workflow", cues=("fluxo", "fluxos", "workflow", "workflows", "automacao", "automation"))
async def hear(reading: Reading, words: str, about: str) -> SpokenCall | None:
    """Return the edit that a sentence asks for; None where it asks for none."""
    workflows = cast("Exchange", reading.own)
    known = await workflows.list()
    kind, _, id = about.partition(":")
    named, rest = _named(words, known)
    if named:
        return _call(named, rest, known, reading.locale)
    is_open = kind == "workflow" and bool(id)
    target = await workflows.find(id) if is_open else None
    if target is not None:
        if answer := answer_about(words, target, workflows.titles(reading.locale), reading.locale):
            return SpokenCall(EDIT, {}, answer=answer)
        return _call([target], _without_kind(words), known, reading.locale)
    if _THIS.search(fold(words)) is None:
        return None
    return _call(known, _without_kind(words), known, reading.locale)


def _call(targets: Sequence[Workflow], words: str, known: Sequence[Workflow], locale: str) -> SpokenCall | None:
    """Return the call for what a sentence means; with several workflows, one is asked for."""
    if len(words) > LONGEST:
        return None
    told = [(target, understand(words, target, known, locale)) for target in targets]
    found = [(target, meaning) for target, each in told for meaning in each.meanings]
    if not found:
        return _answer(*told[0], words, locale) if len(told) == 1 else None
    if len(targets) > 1:
        sure = [(target, meaning) for target, meaning in found if meaning.is_sure]
        first = {target.id: (target, meaning) for target, meaning in reversed(sure)}
        choices = {target.title: _params(target, meaning) for target, meaning in reversed(first.values())}
        return SpokenCall(EDIT, choices, say("ask_which_workflow", locale)) if choices else None
    possible = [(target, meaning) for target, meaning in found if not meaning.refusal]
    if not possible:
        return SpokenCall(EDIT, {}, answer=found[0][1].refusal)
    choices = {meaning.label: _params(target, meaning) for target, meaning in possible}
    return SpokenCall(EDIT, choices, found[0][1].question)


def _answer(workflow: Workflow, told: Understood, words: str, locale: str) -> SpokenCall | None:
    """Return what is said where an edit was asked for and not understood; None for words about something else."""
    if not told.missed:
        return None
    last = workflow.graph.nodes[-1] if workflow.graph.nodes else None
    name = "" if last is None else last.title or last.id
    key = "not_understood_part" if told.is_part else "not_understood"
    if speaks_of_time(words):
        key = "steps_do_not_wait"
    return SpokenCall(EDIT, {}, answer=say(key, locale, said=told.missed, step=name))


def _params(workflow: Workflow, meaning: Meaning) -> dict[str, object]:
    edits = [edit.model_dump(mode="json", by_alias=True, exclude_defaults=True) for edit in meaning.edits]
    return {"workflow": workflow.id, "edits": edits}


def _named(words: str, known: Sequence[Workflow]) -> tuple[list[Workflow], str]:
    """Return the workflows a sentence names beside the word *workflow*, and the sentence without that."""
    folded = fold(words)
    if len(folded) != len(words):
        return [], words
    for workflow in sorted(known, key=lambda each: -len(each.title)):
        for name in {fold(workflow.title), fold(workflow.id)}:
            around = re.compile(
                rf"(?:^|,?\s+){_PREPOSITION}(?:\s+(?:o|a|the))?\s+(?:{_KIND}\s+(?:chamad[oa]\s+|called\s+)?[\"“']?{re.escape(name)}"
                rf"[\"”']?|[\"“']?{re.escape(name)}[\"”']?\s+{_KIND})(?!\w)\s*[,:]?"
            )
            found = around.search(folded)
            if found is not None:
                alike = [each for each in known if name in (fold(each.title), fold(each.id))]
                return alike, f"{words[: found.start()]} {words[found.end() :]}".strip()
    return [], words


def _without_kind(words: str) -> str:
    """Return a sentence without *in this workflow*."""
    folded = fold(words)
    found = _THIS.search(folded) if len(folded) == len(words) else None
    return words if found is None else f"{words[: found.start()]} {words[found.end() :]}".strip()
