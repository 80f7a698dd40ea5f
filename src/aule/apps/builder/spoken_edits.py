"""What a sentence means for one workflow: the edits it asks for, or several where a step is unclear."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from aule.apps.builder.graph_edits import (
    AddStep,
    ChangeStep,
    Connect,
    Disconnect,
    Edit,
    RenameStep,
    SetTitle,
    apply_edits,
)
from aule.apps.builder.handed_on import makes_new_version, rebindings
from aule.apps.builder.sentences import EditRequest
from aule.apps.builder.spoken_changes import (
    Refused,
    conditions,
    copy,
    new_values,
    put_before,
    refusal_of,
    seconds,
    shown,
    side_by_side,
    still_reading,
    swap,
)
from aule.apps.builder.step_flow import moved, taken_out
from aule.apps.builder.step_names import STEP_WORD, Found, find_step
from aule.apps.builder.step_references import steps_seen
from aule.apps.builder.words import say
from aule.contracts.errors import AuleError
from aule.contracts.model import JsonObject
from aule.contracts.runs.graph import Step, StepKind
from aule.contracts.runs.workflow import Workflow
from aule.sdk.workflows import form_of
from aule.text.words import fold

KEEP = "keep"
"""The label of words that want nothing changed."""
MOST_MEANINGS = 6
"""Answers that one question can have."""
_HUMAN = re.compile(
    r"\b(?:pergunta|aprovacao|confirmacao|autorizacao|question|approval|confirmation|sign-?off|decisao (?:humana|minha)"
    r"|human (?:review|approval|check)|revisao humana)\b"
)
_STEP_LEAD = re.compile(
    rf"^(?:(?:mais|um|uma|o|a|an?|the|another|one more|novo|nova|new|outro|outra)\s+)*(?:{STEP_WORD}\s*)?"
    r"(?:(?:de|do|da|para|pra|que|p/|to|that|which|for|of|called|chamad[oa])\s+)?(?:(?:um|uma|o|a|an|the)\s+)?"
)
_STEP_TAIL = re.compile(rf"\s+(?:{STEP_WORD})$")
_FLOW = re.compile(
    r"^(?:o |a |the |um |an? )*(?:fluxo|workflow|sub-?fluxo|sub-?workflow)\s+(?:de trabalho )?[\"“']?(.+?)[\"”']?$"
)
_CAPABILITY = re.compile(r"^(?:a capacidade |the capability |o |a |the )?([a-z][a-z0-9_]*\.[a-z][a-z0-9_]*)$")
_INDEFINITE = re.compile(
    r"^(?:(?:mais|so|just|ai|la) )*(?:um|uma|a|an|another|one more|nov[oa]|new|outr[oa]|alg(?:um|uma)) "
)
"""How a thing is called that is not there yet."""
_OTHER_THING = re.compile(
    r"\b(?:arquivos?|notas?(?! fisc)|pastas?|lembretes?|eventos?|compromissos?|documentos?|files?|notes?|folders?"
    r"|reminders?"
    r"|events?|documents?|artifacts?|artefatos?)\b"
)
"""Things of other apps that words may be about."""
_POSITIONAL = frozenset(
    {"pause", "show", "wait", "connect", "disconnect", "move", "skip", "retry", "limit", "swap", "side_by_side"}
)
"""Deeds that nothing but a workflow has, so that half of a step's name is enough."""
_NAMES = ("step", "source", "target", "before", "after", "first", "second")
_BARE_STEP = re.compile(rf"(?:(?:o|a|os|as|the|this|that|ess[ea]|est[ea])\s+)*{STEP_WORD}")
_IT = re.compile(r"|(?:el[ea]s?|isso|it|that|them|tudo|(?:o|a|the) (?:que (?:esta|ta) deslig\w+|one that is off))")
"""How a step is called that was spoken of before."""
_ANOTHER = re.compile(r"(?P<to>.+?) (?:e|and) (?P<step>.+?) (?:para|pra|pro|to|as) (?P<other>.+)", re.IGNORECASE)
"""A name that goes on with another step and its name."""
_LIST = re.compile(r"\s*,\s*(?:(?:e|and)\s+)?|\s+(?:e|and)\s+")
_NUMBERS: dict[str, float] = {
    **dict.fromkeys(("um", "uma", "one", "a", "an", "once"), 1),
    **dict.fromkeys(("meia", "half"), 0.5),
    **dict.fromkeys(("duas", "dois", "two", "twice", "a couple of", "um par de"), 2),
    **dict.fromkeys(("tres", "three"), 3),
    **dict.fromkeys(("quatro", "four"), 4),
    **dict.fromkeys(("cinco", "five"), 5),
    **dict.fromkeys(("seis", "six"), 6),
    **dict.fromkeys(("sete", "seven"), 7),
    **dict.fromkeys(("oito", "eight"), 8),
    **dict.fromkeys(("nove", "nine"), 9),
    **dict.fromkeys(("dez", "ten"), 10),
    **dict.fromkeys(("quinze", "fifteen"), 15),
    **dict.fromkeys(("vinte", "twenty"), 20),
    **dict.fromkeys(("trinta", "thirty"), 30),
    **dict.fromkeys(("sessenta", "sixty"), 60),
}


@dataclass(frozen=True, slots=True)
class Meaning:
    """Edits that a sentence may ask for."""

    edits: list[Edit]
    label: str
    """What a person chooses it by."""
    question: str
    """What is asked where there are several."""
    is_sure: bool
    """Whether the words name the steps of this workflow."""
    refusal: str = ""
    """Why it cannot be done, in words, where that is known."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A request about one workflow."""

    request: EditRequest
    workflow: Workflow
    known: Sequence[Workflow]
    locale: str

    @property
    def steps(self) -> list[Step]:
        return self.workflow.graph.nodes


def meanings_of(request: EditRequest, workflow: Workflow, known: Sequence[Workflow], locale: str) -> list[Meaning]:
    """Return what a request may mean for a workflow; nothing where its words are about something else."""
    said = _Said(request, workflow, known, locale)
    if (whole := _of_whole(said)) is not None:
        return whole
    if request.deed == "switch_on" and _IT.fullmatch(fold(request.parts.get("step", ""))):
        return _switched_on(said)
    names = [name for name in _NAMES if name in request.parts]
    least = 0.5 if request.deed in _POSITIONAL or _is_placed(request) else 1.0
    found = {name: find_step(request.parts[name], said.steps, least=least) for name in names}
    if not _is_meant(request, found, locale):
        return []
    meanings: list[Meaning] = []
    unclear = [name for name in names if len(found[name].steps) > 1]
    for chosen in product(*(found[name].steps for name in names)):
        by_name = dict(zip(names, chosen, strict=True))
        if request.deed == "condition":
            return _conditions(said, by_name["step"])
        if (
            request.deed == "switch_off"
            and len(found["step"].steps) == 1
            and (two := _off_or_out(said, by_name["step"]))
        ):
            return two
        edits = _edits(said, by_name)
        if edits is None:
            return []
        refusal = edits.why if isinstance(edits, Refused) else refusal_of(workflow, edits, locale)
        edits = [] if isinstance(edits, Refused) else edits
        label = " → ".join(shown(by_name[name]) for name in unclear) or request.deed
        asked = ", ".join(f"“{_bare(request.parts[name])}”" for name in unclear)
        key = "ask_which_instead" if any(found[name].is_unknown for name in unclear) else "ask_which_step"
        question = say(key, locale, said=asked)
        meanings.append(Meaning(edits, label, question, all(each.is_sure for each in found.values()), refusal))
        if len(meanings) == MOST_MEANINGS:
            break
    return meanings


def _of_whole(said: _Said) -> list[Meaning] | None:
    """Return what a request means that names no single step; None for those that do."""
    match said.request.deed:
        case "keep":
            return [Meaning([], KEEP, "", is_sure=True, refusal=say("kept", said.locale))]
        case "title":
            title = said.request.parts["to"].strip(" .")
            return [Meaning([SetTitle(type="set_title", title=title)], "title", "", is_sure=True)]
        case "param":
            asked = say("ask_which_step", said.locale, said=f"“{said.request.parts['field']}”")
            values = new_values(said.workflow, said.request.parts)[:MOST_MEANINGS]
            return [Meaning([each.edit], shown(each.step), asked, is_sure=True) for each in values]
        case _:
            several = _named_together(said)
            return None if several is None else [several]


def _off_or_out(said: _Said, step: Step) -> list[Meaning]:
    """Return the two ways to do without a step whose result others read: off, and they do not run; or removed."""
    form = form_of(said.workflow)
    edits = taken_out(form, step.id)
    forms = {str(each["id"]): each for each in form["steps"]}
    readers = [
        shown(each) for each in said.steps if each.id in {edit.id for edit in edits if isinstance(edit, ChangeStep)}
    ]
    readers = readers or [shown(each) for each in said.steps if step.id in steps_seen(forms[each.id])]
    if not readers:
        return []
    named = ", ".join(f"“{each}”" for each in readers)
    asked = say("ask_off_or_out", said.locale, step=shown(step), readers=named)
    off: list[Edit] = [_switch(step, off=True)]
    too: list[Edit] = [*off, *(_switch(each, off=True) for each in said.steps if shown(each) in readers)]
    ways = {"take_it_out": edits, "only_off": off} if len(edits) > 1 else {"only_off": off, "off_too": too}
    return [Meaning(edits, say(key, said.locale, readers=named), asked, is_sure=True) for key, edits in ways.items()]


def _conditions(said: _Said, step: Step) -> list[Meaning]:
    """Return the ways to look at a condition."""
    test = said.request.parts["test"]
    id = _free_id(test, [each.id for each in said.steps])
    asked = say("ask_who_looks", said.locale, what=test.strip(" .?"))
    ways = conditions(said.workflow, step, test, id, said.locale)
    return [Meaning(edits, label, asked, is_sure=True) for label, edits in ways.items()]


def speaks_of_other_thing(words: str) -> bool:
    """Return whether words are about things of other apps: notes, files, events."""
    return _OTHER_THING.search(fold(words)) is not None


def _is_placed(request: EditRequest) -> bool:
    """Return whether a new step is put beside others, and is not a thing of another app."""
    return request.deed in ("add", "ask") and _OTHER_THING.search(fold(request.parts.get("what", ""))) is None


def _switched_on(said: _Said) -> list[Meaning]:
    """Return the ways to switch on again what is off, where no step is named."""
    asked = say("ask_which_on", said.locale)
    off = [step for step in said.steps if step.disabled][:MOST_MEANINGS]
    return [Meaning([_switch(step, off=False)], shown(step), asked, is_sure=True) for step in off]


def _switch(step: Step, *, off: bool) -> Edit:
    return ChangeStep(type="change_step", id=step.id, fields={"disabled": True if off else None})


def _named_together(said: _Said) -> Meaning | None:
    """Return the edit of several steps that are named one after the other; None where only one is."""
    text = said.request.parts.get("step", "")
    deed = said.request.deed
    if deed not in ("remove", "switch_off", "switch_on") or (
        find_step(text, said.steps).is_sure and _LIST.search(fold(text)) is None
    ):
        return None
    pieces = [find_step(each, said.steps) for each in _LIST.split(_same_step_word(text)) if each]
    if len(pieces) < 2 or not all(each.is_sure and len(each.steps) == 1 for each in pieces):
        return None
    steps = [each.steps[0] for each in pieces]
    edits: list[Edit] = (
        _all_taken_out(said, steps) if deed == "remove" else [_switch(each, off=deed == "switch_off") for each in steps]
    )
    return Meaning(edits, deed, "", is_sure=True)


def _all_taken_out(said: _Said, steps: Sequence[Step]) -> list[Edit]:
    """Return the edits that remove several steps; each hands on what it reads by then."""
    form = form_of(said.workflow)
    edits: list[Edit] = []
    for step in steps:
        new = taken_out(form, step.id)
        edits += new
        try:
            form = apply_edits(form, new, said.locale)
        except AuleError:
            continue  # why it cannot go is told when all of it is proposed
    return edits


def _same_step_word(text: str) -> str:
    """Return *steps 2 and 3* as *step 2 and step 3*."""
    word = re.match(rf"(?:(?:o|a|os|as|the)\s+)*({STEP_WORD})\s+(?=\d)", fold(text))
    return text if word is None else re.sub(r"(?<=, )(?=\d)|(?<=e )(?=\d)|(?<=and )(?=\d)", f"{word[1]} ", text)


def _is_meant(request: EditRequest, found: dict[str, Found], locale: str) -> bool:
    """Return whether a request is about steps: it says so, or every name in it is a step's."""
    if request.deed == "move":
        is_there = all(each.is_sure and len(each.steps) == 1 for each in found.values())
        is_there = is_there and find_step(request.parts["step"], found["step"].steps).is_sure
        return is_there and not _is_new(request.parts["step"], locale)
    if "purpose" in request.parts:
        return all(each.is_sure for each in found.values())
    if request.deed == "disconnect" and not _are_two(found, request):
        return False
    if request.deed == "add" and {"begin", "end"} & request.parts.keys() and not request.has_step_word:
        return _OTHER_THING.search(fold(request.parts["what"])) is None
    if request.deed == "add" and not found:
        return request.has_step_word
    if not request.has_step_word:
        return all(each.is_sure and len(each.steps) <= MOST_MEANINGS for each in found.values())
    return (
        all(each.is_sure for each in found.values()) or len(found) == 1 or any(each.is_sure for each in found.values())
    )


def _is_new(said: str, locale: str) -> bool:
    """Return whether a thing is not there yet: *a* is so in English, and *the* in Portuguese."""
    text = fold(said)
    return _INDEFINITE.match(text) is not None and not (locale.startswith("pt") and text.startswith("a "))


def _are_two(found: dict[str, Found], request: EditRequest) -> bool:
    """Return whether *detach this from that* names two steps, and not one that has *of* in its name."""
    bare = any(_BARE_STEP.fullmatch(fold(request.parts[name])) for name in found)
    one, other = ({step.id for step in each.steps} for each in found.values())
    return not bare and not one & other


def _edits(said: _Said, steps: dict[str, Step]) -> list[Edit] | Refused | None:
    """Return the edits of a request whose steps are known; None where the rest of it is not understood."""
    parts = said.request.parts
    match said.request.deed:
        case "connect":
            return [Connect(type="connect", source=steps["source"].id, to=steps["target"].id)]
        case "disconnect":
            return [_disconnect(steps["source"], steps["target"])]
        case "ask":
            return _add(said, steps, {"ask": _as_question(parts["question"])}, parts["question"])
        case "add":
            return _add(said, steps, None, " ".join(parts[name] for name in ("what", "purpose") if name in parts))
        case "switch_off" | "switch_on" as deed:
            return [_switch(steps["step"], off=deed == "switch_off")]
        case "remove" | "move" | "swap" | "order" | "side_by_side" | "wait" | "copy":
            return _rearranged(said, steps)
        case "rename":
            return _renamed(said, steps["step"], parts["to"])
        case _:
            fields = _changed(said.request, steps["step"], said.locale)
            return None if fields is None else [ChangeStep(type="change_step", id=steps["step"].id, fields=fields)]


def _rearranged(said: _Said, steps: dict[str, Step]) -> list[Edit] | Refused | None:
    """Return the edits of a request about which steps there are and in which order."""
    workflow, locale = said.workflow, said.locale
    match said.request.deed:
        case "remove":
            return taken_out(form_of(workflow), steps["step"].id)
        case "move":
            place = {name: steps[name].id for name in ("before", "after") if name in steps}
            return moved(form_of(workflow), steps["step"].id, **place)
        case "wait":
            return put_before(workflow, steps["source"], steps["target"])
        case "order":
            return put_before(workflow, steps["first"], steps["second"])
        case "swap":
            return swap(workflow, steps["first"], steps["second"], locale)
        case "side_by_side":
            return side_by_side(workflow, steps["first"], steps["second"], locale)
        case _:
            title = say("copy_of", locale, title=shown(steps["step"]))[:200]
            return copy(workflow, steps["step"], _free_id(title, [each.id for each in said.steps]), title)


def _changed(request: EditRequest, step: Step, locale: str) -> JsonObject | None:
    """Return the fields of a step that a request changes."""
    match request.deed:
        case "pause":
            return {"interrupt": _interrupt(step, before=True)}
        case "show":
            return {"interrupt": _interrupt(step, after=True)}
        case "skip":
            return {"on_error": "skip"}
        case "repeat" | "retry" as deed:
            count = _number(request.parts["count"])
            return None if count is None else {deed: count}
        case "limit":
            count = _count(request.parts["count"])
            limit = None if count is None else seconds(count, fold(request.parts["unit"]))
            return None if limit is None else {"timeout_s": limit}
        case "no_limit":
            return {"timeout_s": None}
        case "no_retry":
            return {"retry": None}
        case "prompt":
            key = {StepKind.AGENT: "prompt", StepKind.HUMAN: "ask"}.get(step.kind)
            old = step.prompt if step.kind is StepKind.AGENT else "" if step.question is None else step.question.message
            return None if key is None else {key: still_reading(old or "", request.parts["to"], locale)}
        case _:
            return None


def _interrupt(step: Step, *, before: bool = False, after: bool = False) -> str | JsonObject:
    """Return where a person looks at a step, with the places where they did already."""
    kept = step.interrupt
    if kept is None or (not kept.message and (kept.before or before) is not (kept.after or after)):
        return "before" if before else "after"
    return {"before": kept.before or before, "after": kept.after or after, "message": kept.message}


def _disconnect(one: Step, other: Step) -> Disconnect:
    if other.id in one.dependencies:
        one, other = other, one
    return Disconnect(type="disconnect", source=one.id, to=other.id)


def _renamed(said: _Said, step: Step, to: str) -> list[Edit]:
    """Return the edits of *A to B*, and of *A to B and C to D* where C is a step as well."""
    again = _ANOTHER.match(to)
    other = None if again is None else find_step(again["step"], said.steps)
    if again is None or other is None or not other.is_sure or len(other.steps) != 1:
        return _rename(said, step, to)
    return [*_rename(said, step, again["to"]), *_renamed(said, other.steps[0], again["other"])]


def _rename(said: _Said, step: Step, to: str) -> list[Edit]:
    title = to.strip(" .")
    id = _free_id(title, [each.id for each in said.steps if each is not step])
    renamed: list[Edit] = [] if id == step.id else [RenameStep(type="rename_step", id=step.id, to=id)]
    fields: JsonObject = {"title": title}
    return [*renamed, ChangeStep(type="change_step", id=id, fields=fields)]


def _add(said: _Said, steps: dict[str, Step], doing: JsonObject | None, what: str) -> list[Edit] | None:
    """Return the edits that add what was said where it was said, and let later steps read a new version of a text."""
    bare = _bare(what)
    if not bare:
        return None
    first = [each for each in said.steps if not each.dependencies] if "begin" in said.request.parts else []
    waits = [] if first else _waits(said, steps)
    step: JsonObject = {"id": _free_id(bare, [each.id for each in said.steps]), "title": bare[:1].upper() + bare[1:200]}
    step |= doing if doing is not None else _doing(said, what, bare, waits)
    place: JsonObject = {name: steps[name].id for name in ("before", "after") if name in steps}
    if "first" in steps:
        place = {"between": [steps["first"].id, steps["second"].id]}
    elif first:
        place = {"before": first[0].id}
    if not place:
        step["depends_on"] = [each.id for each in waits]
    added = AddStep(type="add_step", step=step, **place)
    others = [Connect(type="connect", source=str(step["id"]), to=each.id) for each in first[1:]]
    return [added, *others, *_handed_on(said, added, waits)]


def _handed_on(said: _Said, added: AddStep, waits: Sequence[Step]) -> list[Edit]:
    """Return the edits by which later steps read what a new step makes of the one text before it."""
    texts = [each for each in waits if each.kind is StepKind.AGENT]
    if "prompt" not in added.step or len(texts) != 1 or not makes_new_version(str(added.step["title"])):
        return []
    return rebindings(form_of(said.workflow), added, texts[0].id)


def _waits(said: _Said, steps: dict[str, Step]) -> list[Step]:
    """Return the steps that a new one will wait for: its results can be looked at."""
    if (after := steps.get("after") or steps.get("first")) is not None:
        return [after]
    if (before := steps.get("before")) is not None:
        return [each for each in said.steps if each.id in before.dependencies]
    used = {name for each in said.steps for name in each.dependencies}
    return [each for each in said.steps if each.id not in used]


def _doing(said: _Said, what: str, bare: str, waits: Sequence[Step]) -> JsonObject:
    """Return what a new step does: runs a workflow, calls a capability, asks a person, or asks an agent."""
    folded = fold(what).strip(" .")
    flow = _FLOW.match(folded)
    wanted = flow[1] if flow is not None else folded
    for workflow in said.known:
        if wanted in (fold(workflow.title), workflow.id) and workflow.id != said.workflow.id:
            return {"workflow": workflow.id}
    if (capability := _CAPABILITY.match(folded)) is not None:
        return {"capability": capability[1]}
    if _HUMAN.search(folded) is not None:
        return {"ask": say("asks_before_going_on", said.locale, what=bare)}
    texts = [each for each in waits if each.kind is StepKind.AGENT]
    is_text = len(texts) == 1 and makes_new_version(bare)
    seen = [
        f"{shown(each)}: {{{{{_read_from(each)}}}}}"
        for each in (texts if is_text else waits)
        if each.kind is not StepKind.CONDITION
    ]
    prompt = say("makes_version" if is_text else "does_step", said.locale, what=bare)
    return {"prompt": "\n\n".join([prompt, *([say("results_so_far", said.locale)] if seen else []), *seen])}


def _read_from(step: Step) -> str:
    """Return where the result of a step is read: what it shares, which a person may have corrected, or the result."""
    return f"state.{step.writes[0]}" if len(step.writes) == 1 else f"steps.{step.id}.result"


def _bare(what: str) -> str:
    """Return what was said without *a step that*, and without quotes."""
    text = what.strip(" .,;:\"'“”")
    folded = fold(text)
    if len(folded) != len(text):
        return text
    lead = _STEP_LEAD.match(folded)
    begin = lead.end() if lead is not None and lead.end() < len(text) else 0
    tail = _STEP_TAIL.search(folded)
    end = tail.start() if tail is not None and tail.start() > begin else len(text)
    return text[begin:end].strip(" .,;:\"'“”") or text


def _as_question(text: str) -> str:
    said = text.strip(" .?")
    return f"{said[:1].upper()}{said[1:]}?"


def _number(said: str) -> int | None:
    number = _count(said)
    return int(number) if number is not None and 1 <= number <= 20 else None


def _count(said: str) -> float | None:
    """Return a number that was said as digits or as a word."""
    return int(said) if said.isdecimal() and len(said) <= 5 else _NUMBERS.get(fold(said))


def _free_id(title: str, taken: Sequence[str]) -> str:
    """Return an id that a title suggests and that no step has."""
    words = re.sub(r"[^a-z0-9]+", "_", fold(title)).strip("_")[:40].strip("_") or "step"
    id, number = words, 2
    while id in taken:
        id, number = f"{words}_{number}", number + 1
    return id
