"""Questions about a workflow, answered from its graph: which steps there are, what one does, what hangs on it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aule.apps.builder.step_names import has_step_word, steps_named
from aule.apps.builder.step_references import steps_seen
from aule.apps.builder.words import say
from aule.contracts.runs.graph import Step, StepKind
from aule.contracts.runs.workflow import Workflow
from aule.sdk.workflows import form_of
from aule.text.words import fold

MOST_TOLD, LONGEST_TEXT = 30, 200
"""Steps that are listed, and characters of a step's text that are shown."""
_LEAD = (
    r"^\W*(?:(?:oi|ola|hi|hello|hey|por favor|please|me|so|just|e|and|entao|so me|nao (?:mex|mud|alter)\w+(?: em|"
    r" mais)*(?: nada| isso| ainda)?"
    r"|don'?t (?:change|touch) (?:anything|it)|(?:diz|diga|fal[ae]|cont[ae]|expli[cq]\w+|mostr[ae])(?: pra mim| para"
    r" mim)?|quero saber"
    r"|queria saber|gostaria de saber|voce sabe|sabe|tell me|show me|explain(?: to me)?|(?:can|could) you tell me|i"
    r" want to know"
    r"|i(?:'d| would) like to know|do you know)[,.:;]? )*"
)
_ASKS = re.compile(
    rf"{_LEAD}(?:por ?que|pq|o que|oque|que passos?|qual|quais|quando|onde|quem|quant[oa]s?|como|pra que|para que"
    rf"|existe\b|tem algum"
    r"|why|what(?! if we)|which|where|who|when (?:do|does|did|is|will)|how|does|did|is (?!there (?:a|any) way)|are"
    r"|has|have i"
    r"|should (?:i|we)|devo|deveria eu|sera que devo|e melhor|vale a pena|is it (?:better|ok|safe))\b"
)
_HYPOTHETICAL = re.compile(
    r"\b(?:se (?:eu|a gente|nos)|if (?:i|we))\b.*\b(?:o que|quebra|acontece|muda|da (?:erro|problema)|what|break"
    r"|happen|work|still|ainda|funciona)"
    r"|\b(?:o que|what)\b.*\b(?:se (?:eu|a gente|nos)|if (?:i|we))\b"
)
_ADVICE = re.compile(rf"{_LEAD}(?:should (?:i|we)|devo|sera que devo|e melhor|vale a pena|is it (?:better|ok|safe))\b")
_HOW = re.compile(
    rf"{_LEAD}(?:como (?:eu |se |e que eu |faco (?:pra|para) |posso )|how (?:do|can|could|would|should) (?:i|you|we)"
    rf"|how to)"
)
_RESULT = re.compile(r"\{\{\s*(?:steps|tasks)\.([\w-]+)(?:\.[\w.]+)?\s*\}\}")
_WHOLE = re.compile(
    r"\b(?:fluxo|workflow|automacao|automation|flow|quadro|canvas|disso|nisso|it|this|isso|isto|aqui|here)\b"
)


_OTHER = re.compile(
    r"\b(?:rod(?:ou|ei|aram)|execu(?:tou|tei|cao|coes)|falh(?:ou|aram|as?)|ran|runs?|failed|failures?|erros?|errors?|custo|custou|cost|tokens?"
    r"|versao|versoes|versions?|historico|history|agend\w+|schedul\w+|ultima vez|last time|arquivos?|files?|notas"
    r"|notes|fluxos|workflows)\b"
)
"""Words for runs, versions, schedules and things of other apps: a graph tells nothing of them."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A workflow somebody asks about, in their language."""

    workflow: Workflow
    titles: Mapping[str, str]
    locale: str

    @property
    def steps(self) -> list[Step]:
        return self.workflow.graph.nodes

    def say(self, key: str, **values: object) -> str:
        return say(key, self.locale, **values)


def answer_about(words: str, workflow: Workflow, titles: Mapping[str, str], locale: str) -> str:
    """Return the answer to a question about a workflow; nothing for words that ask nothing about it.

    `titles` has what the capabilities that steps use are called.
    """
    asked = _Asked(workflow, titles, locale)
    folded = fold(" ".join(words.split()))
    is_supposed = _HYPOTHETICAL.search(folded) is not None or _ADVICE.match(folded) is not None
    if (not is_supposed and _ASKS.match(folded) is None) or _OTHER.search(folded) is not None:
        return ""
    named = steps_named(words, workflow.graph.nodes)
    is_whole = has_step_word(words) or _WHOLE.search(folded) is not None
    if not named and not is_whole:
        return ""
    if _HOW.match(folded) is not None:
        last = workflow.graph.nodes[-1]
        return say("tells_how", locale, step=last.title or last.id)
    told = [_step(each, asked) for each in named[:3]] or [_workflow(asked)]
    return " ".join([*told, *([say("tells_unchanged", locale)] if is_supposed else [])])


def _workflow(about: _Asked) -> str:
    steps = about.steps
    listed = "; ".join(f"{number}. {each.title or each.id}" for number, each in enumerate(steps[:MOST_TOLD], 1))
    asked = [each for each in steps if _is_asked(each)]
    off = [each for each in steps if each.disabled]
    parts = [
        about.say(
            "tells_one" if len(steps) == 1 else "tells_workflow",
            title=about.workflow.title,
            count=len(steps),
            steps=listed,
        ),
        about.say("tells_asks", steps=_names(asked)) if asked else about.say("tells_asks_nobody"),
        about.say("tells_off", steps=_names(off)) if off else "",
    ]
    return " ".join(each for each in parts if each)


def _step(step: Step, about: _Asked) -> str:
    steps = about.steps
    name = step.title or step.id
    reading = {str(each["id"]) for each in form_of(about.workflow)["steps"] if step.id in steps_seen(each)}
    earlier = [each for each in steps if each.id in step.dependencies]
    later = [each for each in steps if step.id in each.dependencies]
    readers = [each for each in steps if each.id in reading]
    parts = [
        about.say("tells_step", step=name, number=steps.index(step) + 1, count=len(steps)),
        _doing(step, about),
        about.say("tells_before", steps=_names(earlier)) if earlier else about.say("tells_first"),
        about.say("tells_after", steps=_names(later)) if later else about.say("tells_last"),
        about.say("tells_readers", steps=_names(readers)) if readers else "",
        *_conduct(step, about),
    ]
    return " ".join(each for each in parts if each)


def _conduct(step: Step, about: _Asked) -> list[str]:
    """Return how a step is run: whether somebody is asked, how long it may take, how often it is tried."""
    limit, retry = step.timeout_s, step.retry
    return [
        about.say("tells_asked" if _is_asked(step) else "tells_not_asked"),
        about.say("tells_is_off") if step.disabled else "",
        "" if limit is None else about.say("tells_limit", seconds=f"{limit:g}"),
        "" if retry is None else about.say("tells_retry", count=retry.max),
    ]


def _doing(step: Step, about: _Asked) -> str:
    match step.kind:
        case StepKind.CALL:
            return about.say("tells_call", what=_used(step, about))
        case StepKind.AGENT:
            return about.say("tells_agent", what=_short(step.prompt or "", about))
        case StepKind.HUMAN:
            return about.say("tells_human", what=_short("" if step.question is None else step.question.message, about))
        case StepKind.CONDITION:
            return about.say("tells_condition", what=step.when or "")
        case StepKind.WORKFLOW:
            return about.say("tells_inside")


def _is_asked(step: Step) -> bool:
    return step.kind is StepKind.HUMAN or step.interrupt is not None


def _used(step: Step, about: _Asked) -> str:
    name = "" if step.call is None else step.call.capability
    return about.titles.get(name, name)


def _short(text: str, about: _Asked) -> str:
    """Return the beginning of a text, with the titles of the steps whose results stand in it."""
    titles = {each.id: each.title or each.id for each in about.steps}
    line = _RESULT.sub(lambda found: f"[{titles.get(found[1], found[1])}]", " ".join(text.split()))
    return line if len(line) <= LONGEST_TEXT else f"{line[: LONGEST_TEXT - 1]}…"


def _names(steps: Sequence[Step]) -> str:
    return ", ".join(f"“{each.title or each.id}”" for each in steps)
