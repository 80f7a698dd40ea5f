"""Recipes as words of frames: their examples, their questions, and what their slots take out of a sentence.

A recipe of one call adds to the frame of its capability what the app's own fields leave open. A recipe that says more
than its capability does, or leads to a plan, is a frame of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from aule.contracts.access.capability import Effect
from aule.contracts.plans.recipe import Recipe, RecipeCall, Slot, SlotKind
from aule.text.words import words
from aule.understanding.alignment import LONGEST
from aule.understanding.deeds import asks, clashes, deeds_in
from aule.understanding.examples import Encodes, likeness
from aule.understanding.filling.choices import find_choices
from aule.understanding.filling.fields import Field, FieldBook, FieldKind, Frame, said_field
from aule.understanding.filling.filler import Filled, Said, fill
from aule.understanding.plan_acts import behind_plan
from aule.understanding.sentence import Wording
from aule.understanding.values.days import Sentence, day, span
from aule.understanding.values.marks import find_marks
from aule.understanding.values.numerals import counted, integer, number
from aule.understanding.vocabulary import EMPTY, VERB_OF, VERBS, Deed

_KINDS = {
    SlotKind.TEXT: "text",
    SlotKind.INTEGER: "number",
    SlotKind.NUMBER: "number",
    SlotKind.DATE: "day",
    SlotKind.DATES: "day",
    SlotKind.HOUR: "hour",
    SlotKind.PATH: "path",
    SlotKind.ARTIFACT: "name",
    SlotKind.REST: "text",
    SlotKind.MESSAGE: "message",
}
_COUNTED = (SlotKind.INTEGER, SlotKind.NUMBER)
_COUNTS = (FieldKind.NUMBER, FieldKind.CHOICE, FieldKind.PATH)
"""Kinds of values that may take the word which leads to a text."""
_FIRST, _LAST = "_first", "_last"
"""How the names of the ends of a span of days end: `{days_first}`."""


CLEAR, AHEAD = 0.6, 0.1
"""How like its examples a sentence has to be to be taken for a recipe, and how much more than for the next one."""
POSSIBLE, OFFERED = 0.48, 3
"""How like its examples a sentence has to be for a recipe to be offered, and how many are."""
DEED = 0.05
"""How much it counts that a sentence begins with a verb that does what the recipe does, or something else."""


@dataclass(frozen=True, slots=True)
class RecipeChoice:
    """What a sentence may ask for: a recipe for certain, or some to choose from."""

    meant: Recipe | None = None
    offered: tuple[Recipe, ...] = ()
    """The likeliest first."""


def frame_name(recipe: Recipe) -> str:
    """What the frame of a recipe is called: as no capability is."""
    return f"{recipe.app}.recipe_{recipe.id}"


async def choose_recipe(words: str, recipes: Sequence[Recipe], encoder: Encodes) -> RecipeChoice:
    """Which of some recipes a sentence asks for, by their examples; a question, or words that remove, make no plan."""
    words = behind_plan(words)
    wording = Wording(words[:LONGEST])
    deeds, is_question = deeds_in(wording), asks(wording)
    known = {frame_name(each): each for each in recipes if _may_fill(each, words)}
    frames = {name: _bare_frame(each, Effect.WRITE if each.plan else Effect.READ) for name, each in known.items()}
    fits = {name: each for name, each in frames.items() if not clashes(each, deeds, is_question=is_question)}
    if not fits:
        return RecipeChoice()
    like = await likeness(words, {name: each.examples for name, each in fits.items()}, encoder)
    like = {name: score + _deed_fit(deeds, fits[name]) for name, score in like.items()}
    ranked = sorted(like, key=lambda name: -like[name])
    is_clear = like[ranked[0]] >= CLEAR and all(like[ranked[0]] - like[name] >= AHEAD for name in ranked[1:2])
    offered = [known[name] for name in ranked[:OFFERED] if like[name] >= POSSIBLE]
    return RecipeChoice(known[ranked[0]] if is_clear else None, tuple(offered))


def _may_fill(recipe: Recipe, words: str) -> bool:
    """Whether a sentence says anything of what a plan is about, where it needs values that all have a known shape."""
    shapes = [slot.pattern if slot.required else None for slot in recipe.slots.values()]
    if recipe.plan is None or not shapes:
        return True
    return any(each is None or _shaped(each, words) for each in shapes)


def _deed_fit(deeds: Sequence[Deed], frame: Frame) -> float:
    """Whether a sentence begins with a verb that does the same as those of the examples."""
    own = _deeds_of(frame.examples)
    return 0.0 if not deeds or not own else DEED if deeds[0] in own else -DEED


@lru_cache(maxsize=1_000)
def _deeds_of(examples: tuple[str, ...]) -> frozenset[Deed]:
    return frozenset(deed for each in examples for deed in deeds_in(Wording(each))[:1])


def stands_alone(recipe: Recipe, own: FieldBook) -> bool:
    """Whether a recipe says more than the frame of its capability can: several calls, or values nobody has to say."""
    if recipe.plan is not None or len(recipe.calls) > 1:
        return recipe.plan is None
    is_said = all(_slot_name(value) for value in recipe.calls[0].params.values())
    return not own.params and not (is_said and all(slot.default is None for slot in recipe.slots.values()))


def recipe_book(recipes: Sequence[Recipe], own: FieldBook) -> FieldBook:
    """What recipes of one call say of their capabilities; beside an app's own book, no more than their questions."""
    examples: dict[str, list[str]] = {}
    titles: dict[str, Mapping[str, str]] = {}
    params: dict[str, Mapping[str, Any]] = {}
    required: dict[str, list[str]] = {}
    for recipe in (each for each in recipes if each.plan is None and not stands_alone(each, own)):
        call = recipe.calls[0]
        examples.setdefault(call.capability, []).extend(_examples(recipe))
        titles.setdefault(call.capability, recipe.title)
        for name, slot in _bound_slots(call, recipe).items():
            if name in own.params:
                continue
            said = {"question": slot.question} if own.params else _said(slot, recipe, str(call.params[name]))
            params.setdefault(f"{call.capability}.{name}", said)
            if slot.required and not own.params:
                required.setdefault(call.capability, []).append(name)
    return FieldBook(params=params, required=required, examples=examples, titles=titles)


def recipe_frame(recipe: Recipe, effect: Effect) -> Frame:
    """The frame of a recipe that stands alone, or of a plan: a field for each of its slots."""
    fields = tuple(_field(name, slot, recipe) for name, slot in recipe.slots.items())
    return replace(_bare_frame(recipe, effect), fields=fields)


def _bare_frame(recipe: Recipe, effect: Effect) -> Frame:
    titles = {"en": recipe.id, **recipe.title}
    return Frame(frame_name(recipe), recipe.app, effect, titles, (), examples=tuple(_examples(recipe)))


def read_slots(recipe: Recipe, sentence: Sentence) -> dict[str, Any]:
    """The value of each slot that a sentence fills; a default only where nothing was said."""
    wording = Wording(sentence.text)
    said = Said(wording, find_marks(wording, sentence.today, day_first=sentence.day_first), sentence.today)
    frame = recipe_frame(recipe, Effect.WRITE)
    filled = fill(frame, said)
    found = {**_texts_behind_counts(frame, said, filled), **filled.values}
    for name, slot in recipe.slots.items():
        if slot.pattern is not None and not slot.choices and (value := _shaped(slot.pattern, sentence.text)):
            found[name] = value  # two such values may share words: `a atividade X na aula Y`
        elif slot.kind is SlotKind.INTEGER and slot.markers and name not in found:
            found[name] = counted(sentence.text, slot.markers)
        elif slot.choices and name not in found:  # the year of a class may be said by the class: `6º ano B`
            chosen = find_choices(cast("Field", frame.field(name)), wording, (), said.marks)
            found[name] = chosen[0].value if chosen else None
    unsaid = {name: slot.default for name, slot in recipe.slots.items() if not slot.required}
    return unsaid | {name: value for name, value in found.items() if value is not None}


def _texts_behind_counts(frame: Frame, said: Said, filled: Filled) -> dict[str, Any]:
    """Texts whose leading word counts something, or says its kind, as well: `3 atividades de frações`."""
    others = [each for each in frame.fields if each.kind in _COUNTS]
    again = fill(replace(frame, fields=tuple(each for each in frame.fields if each not in others)), said)
    chosen = [place for each in others if each.kind is FieldKind.CHOICE for place in filled.places.get(each.name, ())]
    found: dict[str, Any] = {}
    for name, value in again.values.items():
        start, end = again.places[name][0]
        if any(start < last and first < end and first <= start for first, last in chosen):
            continue
        end = min((first for first, _ in chosen if first > start), default=end)
        left = [word for word in said.wording.words if start <= word.start and word.end <= end]
        while left and left[-1].folded in EMPTY:
            left.pop()
        is_cut = bool(left) and end < again.places[name][0][1]
        found[name] = said.wording.text[start : left[-1].end] if is_cut else value
    return found


def _shaped(pattern: str, text: str) -> str | None:
    """The first thing in a text that looks like this."""
    found = re.search(pattern, text[:LONGEST], re.IGNORECASE)
    return None if found is None else " ".join((next(filter(None, found.groups()), None) or found[0]).split())


def read_answer(slot: Slot, sentence: Sentence) -> Any:
    """The value in an answer to a slot's own question; words count as they are."""
    text = sentence.text.strip()
    if slot.choices:
        said = {value: [value, *told] for value, told in slot.choices.items()}
        chosen = find_choices(said_field("", {"kind": "choice", "choices": said}, {}, FieldBook()), Wording(text), ())
        return chosen[0].value if chosen else text or None
    match slot.kind:
        case SlotKind.INTEGER:
            return integer(text)
        case SlotKind.NUMBER:
            return number(text, comma=sentence.day_first)
        case SlotKind.DATE:
            return day(sentence)
        case SlotKind.DATES:
            return span(sentence)
        case _:
            return text


def with_ends(recipe: Recipe, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of slots, with the first and the last of several days under names of their own."""
    found = dict(values)
    for name in (name for name, slot in recipe.slots.items() if slot.kind is SlotKind.DATES):
        first, _, last = str(values.get(name) or "").partition("..")
        found |= {f"{name}{_FIRST}": first or None, f"{name}{_LAST}": last or first or None}
    return found


def calls_of(recipe: Recipe, values: Mapping[str, Any]) -> list[RecipeCall]:
    """The calls of a recipe with values in the place of its slots, and defaults where nothing was said."""
    given = with_ends(recipe, {name: slot.default for name, slot in recipe.slots.items()} | dict(values))
    return [RecipeCall(capability=call.capability, params=_bound(call.params, given)) for call in recipe.calls]


def slots_of(recipe: Recipe, params: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the slots of a recipe of one call, read back from the call's parameters."""
    return {_slot_name(slot): params.get(name) for name, slot in recipe.calls[0].params.items() if _slot_name(slot)}


def _bound_slots(call: RecipeCall, recipe: Recipe) -> dict[str, Slot]:
    """The slots that fill whole parameters of a call."""
    named = {name: _slot_name(value).removesuffix(_FIRST).removesuffix(_LAST) for name, value in call.params.items()}
    return {name: recipe.slots[slot] for name, slot in named.items() if slot in recipe.slots}


def _slot_name(value: Any) -> str:
    text = str(value)
    return text[1:-1] if text.startswith("{") and text.endswith("}") else ""


def _field(name: str, slot: Slot, recipe: Recipe) -> Field:
    found = said_field(name, _said(slot, recipe, ""), {}, FieldBook())
    return replace(found, is_required=slot.required)


def _said(slot: Slot, recipe: Recipe, bound: str) -> dict[str, Any]:
    """What a slot says of a field, in the words of a field book."""
    said: dict[str, Any] = {"kind": _KINDS[slot.kind], "question": slot.question}
    said["nouns" if slot.kind in _COUNTED else "before"] = slot.markers
    if slot.kind is SlotKind.REST and recipe.plan is None:
        said |= {"whole": True, "main": True, "behind_colon": True}
        said |= {"ignore": _own_words(recipe), "verbs": _verbs(recipe)}
        said["before"] = [f"{marker}{that}" for marker in slot.markers for that in ("", " que", " that")]
    elif slot.kind is SlotKind.TEXT and not slot.required and _has_rest(recipe):
        said["nouns"] = slot.markers  # a quotation that nothing announces is for the text
    if slot.kind is SlotKind.PATH:  # a path stands behind a noun, not behind `in`
        said["before"] = [marker for marker in slot.markers if not EMPTY.issuperset(words(marker))]
    if slot.kind is SlotKind.INTEGER and not slot.markers:
        said["main"] = True
    if slot.kind is SlotKind.ARTIFACT:
        said["of"] = "artifact"
    if bound.endswith((f"{_FIRST}}}", f"{_LAST}}}")):
        said["kind"] = "first_day" if bound.endswith(f"{_FIRST}}}") else "last_day"
    if slot.choices:
        said |= {"kind": "choice", "choices": {value: [value, *told] for value, told in slot.choices.items()}}
    elif slot.pattern is not None:
        said |= {"kind": "code", "pattern": slot.pattern}
    return said


def _has_rest(recipe: Recipe) -> bool:
    return any(slot.kind is SlotKind.REST for slot in recipe.slots.values())


def _examples(recipe: Recipe) -> list[str]:
    return [sentence for said in recipe.examples.values() for sentence in said]


def _own_words(recipe: Recipe) -> list[str]:
    """Words that several examples share: they are the recipe's, and no text of the person's."""
    seen = Counter(word for sentence in _examples(recipe) for word in set(words(sentence.partition(":")[0])))
    return [word for word, count in seen.items() if count > 1]


def _verbs(recipe: Recipe) -> str:
    """The verbs with which examples begin, and those that do the same, each as the form that it is."""
    first = {said[0] for sentence in _examples(recipe) if (said := words(sentence))}
    alike = {word for each in first if each in VERB_OF for word in VERBS[VERB_OF[each]]}
    return "|".join(f"{word}." for word in sorted(first | alike))


def _bound(value: Any, values: Mapping[str, Any]) -> Any:
    match value:
        case str():
            return values.get(_slot_name(value)) if _slot_name(value) else value
        case dict():
            found = {key: _bound(each, values) for key, each in cast("dict[str, Any]", value).items()}
            return {key: each for key, each in found.items() if each is not None}
        case list():
            return [_bound(each, values) for each in cast("list[Any]", value)]
        case _:
            return value
