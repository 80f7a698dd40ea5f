"""Slots: typed values taken out of a sentence. What is not plainly there is not guessed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from aule.contracts.brain import Attached
from aule.contracts.recipe import Recipe, Slot, SlotKind
from aule.contracts.text import fold, words
from aule.models.language import Language, stem
from aule.models.phrases import phrase
from aule.understanding.alignment import LONGEST as MARKED
from aule.understanding.alignment import QUOTED, align
from aule.understanding.values.days import Days, Sentence, day, find_days, span
from aule.understanding.values.hours import hour
from aule.understanding.values.numerals import counted, integer, number
from aule.understanding.vocabulary import EMPTY, NOT_NAMES, VERB_OF

LONGEST_NAME = 200
"""Characters of what is called by a name behind a colon; more is a text."""
COLON = re.compile(r":(?!\d\d\b)(?!//)")
PATH = re.compile(r"(?<![\w/.])((?:[\w.-]+/)+[\w.-]*|[\w-][\w.-]*\.[A-Za-z]\w{0,7})(?![\w/])")
CLAUSE = re.compile(r"\W*(?:\w+\W+){1,5}?(?:que|that)\s+(.+)", re.IGNORECASE | re.DOTALL)
DANGLING = re.compile(r"(?<!\s)\s+(?:com|contendo|dizendo|with|containing|saying)\s*$", re.IGNORECASE)
"""Words that lead over to what follows a colon; they belong to neither side."""
CONNECTOR = re.compile(
    r"^\W*(?:(?:que|that|de|do|da|to|about|sobre|aí|isso|isto|this|it|down|uma?|an?)\b\W*)+", re.IGNORECASE
)


def fill(recipe: Recipe, sentence: Sentence) -> dict[str, Any]:
    """Every slot of the recipe that the sentence fills; a default only where nothing was said."""
    quotations = _quotations(recipe, sentence.text)
    stops = [word for slot in recipe.slots.values() for word in (*slot.markers, *slot.stops)]
    filled: dict[str, Any] = {}
    for name, slot in recipe.slots.items():
        value = quotations.get(name) or _find(slot, sentence, stops, recipe)
        if value is not None:
            filled[name] = value
        elif not slot.required:
            filled[name] = slot.default
    return filled


def _quotations(recipe: Recipe, text: str) -> dict[str, str]:
    """Quotations in the order of the slots that take words; where there are too few, required slots come first."""
    quoted = [quotation for quotation in _quoted(text) if not PATH.fullmatch(quotation)]
    rest_follows_colon = bool(COLON.search(QUOTED.sub(" ", text)))
    takers = [
        (name, slot)
        for name, slot in recipe.slots.items()
        if slot.kind in (SlotKind.TEXT, SlotKind.ARTIFACT) or (slot.kind is SlotKind.REST and not rest_follows_colon)
    ]
    if len(quoted) < len(takers):
        takers.sort(key=lambda taker: not taker[1].required)
    return {name: quotation for (name, _), quotation in zip(takers, quoted, strict=False)}


def _quoted(text: str) -> list[str]:
    return [next(group for group in match.groups() if group) for match in QUOTED.finditer(text)]


def answer(slot: Slot, sentence: Sentence) -> Any:
    """The value in an answer to the slot's own question: the whole of it counts."""
    text = sentence.text.strip()
    if slot.choices:
        return _chosen(slot, text) or text or None
    match slot.kind:
        case SlotKind.TEXT | SlotKind.REST | SlotKind.ARTIFACT | SlotKind.MESSAGE:
            return text.strip("\"'“”‘’`") or None
        case SlotKind.PATH:
            found = path(text)
            return found or (text if text and " " not in text else None)
        case SlotKind.INTEGER:
            return integer(text)
        case SlotKind.NUMBER:
            return number(text, comma=sentence.day_first)
        case SlotKind.DATE | SlotKind.DATES | SlotKind.HOUR:
            return _when(slot.kind, sentence)


def _when(kind: SlotKind, sentence: Sentence) -> str | None:
    """The day, the days or the time of day that a sentence names."""
    if kind is SlotKind.HOUR:
        return hour(sentence.text)
    return day(sentence) if kind is SlotKind.DATE else span(sentence)


def attach(recipe: Recipe, filled: dict[str, Any], attached: Sequence[Attached]) -> None:
    """Fill what the words left open with what is attached, where only one thing can be meant."""
    artifacts = [
        ref.removeprefix("artifact:") for ref in (each.ref for each in attached) if ref.startswith("artifact:")
    ]
    paths = [each.path for each in attached if each.path is not None]
    for name, slot in recipe.slots.items():
        meant = {SlotKind.ARTIFACT: artifacts, SlotKind.PATH: paths}.get(slot.kind, [])
        if filled.get(name) is None and len(meant) == 1:
            filled[name] = meant[0]


def takes_attached(recipe: Recipe) -> bool:
    """Whether what is attached can fill one of its slots."""
    return any(slot.kind in (SlotKind.ARTIFACT, SlotKind.PATH) for slot in recipe.slots.values())


def with_ends(recipe: Recipe, filled: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in, with the first and the last of several days under names of their own."""
    found = dict(filled)
    for name in (name for name, slot in recipe.slots.items() if slot.kind is SlotKind.DATES):
        first, _, last = str(filled.get(name) or "").partition("..")
        found |= {f"{name}_first": first or None, f"{name}_last": last or first or None}
    return found


def doubts(recipe: Recipe, sentence: Sentence, language: Language) -> list[str]:
    """Say how days that may mean others as well were taken: `sexta que vem` is this week's Friday, or the next."""
    kinds = {slot.kind for slot in recipe.slots.values()}
    if kinds.isdisjoint({SlotKind.DATE, SlotKind.DATES}):
        return []
    return [
        phrase(
            "days_taken",
            language,
            words=sentence.text[each.start : each.end].strip(),
            days=_in_words(each, language),
            other=_in_words(replace(each, first=each.others[0][0], last=each.others[0][1]), language),
        )
        for each in find_days(sentence)
        if each.others and not each.is_open
    ]


def _in_words(days: Days, language: Language) -> str:
    written = [f"{each:%d/%m/%Y}" if language == "pt" else each.isoformat() for each in (days.first, days.last)]
    return written[0] if days.first == days.last else " – ".join(written)


def missing(recipe: Recipe, filled: dict[str, Any]) -> str | None:
    """The first required slot without a value."""
    return next((name for name, slot in recipe.slots.items() if slot.required and filled.get(name) is None), None)


def skeleton(text: str) -> str:
    """The sentence without what fills its slots: quotes, what follows a colon, paths, numbers."""
    head = COLON.split(QUOTED.sub(" ", text), maxsplit=1)[0]
    bare = re.sub(r"\d+", " ", PATH.sub(" ", head))
    return " ".join(bare.split()) or text


def _find(slot: Slot, sentence: Sentence, stops: Sequence[str], recipe: Recipe) -> Any:
    text = sentence.text
    if slot.choices or slot.pattern is not None:
        return _chosen(slot, text) if slot.choices else _shaped(slot.pattern or "", text)
    match slot.kind:
        case SlotKind.INTEGER:
            return counted(text, slot.markers) if slot.markers else integer(text)
        case SlotKind.DATE | SlotKind.DATES | SlotKind.HOUR:
            return _when(slot.kind, sentence)
        case SlotKind.NUMBER:
            return number(text, slot.markers, comma=sentence.day_first)
        case SlotKind.PATH:
            marked = after(text, slot.markers, stops)
            return path(text) or path(marked or "") or _name(marked)
        case SlotKind.TEXT | SlotKind.ARTIFACT:
            head, *tail = COLON.split(text, maxsplit=1)
            found = next((each for each in _behind_each(head, slot, stops) if not _is_chosen(each, recipe)), None)
            return _behind_colon(slot, head, tail[0], stops, recipe) if found is None and tail else found
        case SlotKind.REST:
            return rest(text, slot, recipe)
        case SlotKind.MESSAGE:
            return text


def path(text: str) -> str | None:
    """The one path or file name in a text."""
    for candidate in _quoted(text):
        if PATH.fullmatch(candidate):
            return candidate
    bare = re.sub(r"(?<!\w)\w+://\S+", " ", QUOTED.sub(" ", text))
    found = [match[1].rstrip(".") for match in PATH.finditer(bare)]
    return found[0] if len(set(found)) == 1 else None


def _chosen(slot: Slot, text: str) -> str | None:
    """The choice whose words stand in a text; the longest of them counts."""
    said = f" {' '.join(words(text[:MARKED]))} "
    spoken = [(word, choice) for choice, known in slot.choices.items() for word in (choice, *known)]
    for word, choice in sorted(spoken, key=lambda each: -len(each[0])):
        if f" {' '.join(words(word))} " in said:
            return choice
    return None


def _shaped(pattern: str, text: str) -> str | None:
    """The first thing in a text that looks like this."""
    found = re.search(pattern, text[:MARKED], re.IGNORECASE)
    return None if found is None else " ".join((next(filter(None, found.groups()), None) or found[0]).split())


def _is_chosen(text: str, recipe: Recipe) -> bool:
    """Whether words say nothing but what another slot chooses: `matemática` is no theme where it is the subject."""
    bare = " ".join(words(text))
    return any(
        bare == " ".join(words(word))
        for slot in recipe.slots.values()
        for choice, known in slot.choices.items()
        for word in (choice, *known)
    )


def _behind_each(text: str, slot: Slot, stops: Sequence[str]) -> list[str]:
    """What stands behind each of a slot's markers, the longest marker first."""
    found = [after(text, [marker], stops) for marker in sorted(slot.markers, key=len, reverse=True)]
    return [each for each in found if each is not None]


def after(text: str, markers: Sequence[str], stops: Sequence[str] = ()) -> str | None:
    """What stands behind a marker word, up to a colon, a comma or the next marker."""
    for marker in sorted(markers, key=len, reverse=True):
        # In `kr-11` there is no word `kr`.
        match = re.search(rf"(?<!\w){re.escape(fold(marker))}(?!\w|-\d)", align(text))
        if match is None:
            continue
        value = COLON.split(text[match.end() :], maxsplit=1)[0]
        others = [re.escape(fold(stop)) for stop in stops if fold(stop) != fold(marker)]
        if others and (stop := re.search(rf"(?<!\w)(?:{'|'.join(others)})(?!\w|-\d)", align(value))):
            value = value[: stop.start()] or value[stop.end() :]
        value = DANGLING.sub("", value.split(",")[0]).strip(" \t\n.!?\"'“”‘’`")
        if value:
            return value
    return None


def _behind_colon(slot: Slot, head: str, tail: str, stops: Sequence[str], recipe: Recipe) -> str | None:
    """Words that are needed and stand behind a colon: `new pillar: People`."""
    kinds = [other.kind for other in recipe.slots.values()]
    if not slot.required or slot.kind is not SlotKind.TEXT or SlotKind.REST in kinds:
        return None
    if value := after(f"{head} {tail}", slot.markers, stops):
        return value
    is_first = next(other for other in recipe.slots.values() if other.kind is SlotKind.TEXT) is slot
    said = tail.strip()
    return said if is_first and len(said) <= LONGEST_NAME and re.search(r"[^\W\d]", said) else None


def rest(text: str, slot: Slot, recipe: Recipe) -> str | None:
    """What follows the first colon, a marker, or the verb and its noun."""
    head, *tail = COLON.split(text, maxsplit=1)
    if tail and tail[0].strip():
        return tail[0].strip()
    if slot.markers and (value := _behind(head, slot.markers)):
        return value
    if clause := CLAUSE.match(head):
        return clause[1].strip(" \t\n?!") or None
    return _behind_command(_unclaimed(head, slot, recipe), _command_stems(recipe))


def _unclaimed(text: str, slot: Slot, recipe: Recipe) -> str:
    """The part of a sentence that no other slot lays claim to."""
    others = [other for other in recipe.slots.values() if other is not slot]
    if any(other.kind is SlotKind.PATH for other in others):
        text = PATH.sub(" ", text)
    for marker in (marker for other in others for marker in other.markers):
        if match := re.search(rf"(?<!\w){re.escape(fold(marker))}(?!\w)", align(text)):
            text = text[: match.start()]
    return text


def _behind_command(text: str, commands: set[str]) -> str | None:
    """What follows the last word of the command with which a sentence begins."""
    start = 0
    for place, match in enumerate(re.finditer(r"[^\W_]+", text)):
        word = fold(match[0])
        if stem(word) in commands or (place < 2 and word in VERB_OF):
            start = match.end()
        elif word not in EMPTY:
            break
    value = CONNECTOR.sub("", text[start:]).strip(" \t\n?!,.")
    return value or None


def _behind(text: str, markers: Sequence[str]) -> str | None:
    for marker in sorted(markers, key=len, reverse=True):
        match = re.search(rf"(?<!\w){re.escape(fold(marker))}(?!\w)", align(text))
        if match is not None and (value := re.sub(r"^\W*(?:que|that)\s", "", text[match.end() :]).strip(" \t\n?!,:")):
            return value
    return None


def _command_stems(recipe: Recipe) -> set[str]:
    """Words that two examples share, and those of the markers, are the recipe's own and not the person's."""
    seen: dict[str, int] = {}
    for examples in recipe.examples.values():
        for example in examples:
            for word in {stem(word) for word in words(skeleton(example))}:
                seen[word] = seen.get(word, 0) + 1
    marked = {stem(word) for slot in recipe.slots.values() for marker in slot.markers for word in words(marker)}
    return {word for word, count in seen.items() if count > 1} | marked


def _name(value: str | None) -> str | None:
    """A bare word may be a folder's name; `this` and `current` are not."""
    if not value or re.search(r"\s", value):
        return None
    folded = fold(value)
    return None if folded in EMPTY or folded in NOT_NAMES else value
