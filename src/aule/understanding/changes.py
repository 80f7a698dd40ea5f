"""Changes: what words change in the values of the turn before.

A person says the new value and little else: `90, let's be realistic`, `quis dizer Reforma do salão`, `swap Ann for
Bea`, `leave Grace out`. What is told by a form of its own comes first (one thing in place of another, two that change
places, something left out, a field by its name). Then each clause is read for values, the first one that has some
counts, and what stands behind it is talk unless it is values too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from aule.text.words import fold
from aule.understanding.alignment import blank
from aule.understanding.dialogue import begins, pattern, word_set
from aule.understanding.exchanges import exchanged, left_out, swapped
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.filling.filler import Filled, Said, split_list
from aule.understanding.rows import merge_rows
from aule.understanding.sentence import Wording
from aule.understanding.turn_values import (
    ANY_THING,
    DENIES,
    NAMED,
    frame_words,
    in_time,
    is_denied,
    is_pointing,
    take_bare,
    take_bare_hour,
    take_loose,
    typed,
    value_of,
    words_of,
)
from aule.understanding.values.marks import MarkKind
from aule.understanding.vocabulary import COMMANDS, EMPTY

_LONGEST = 8
"""Words that carry meaning in a value that nothing announces."""
_MOSTLY = 0.67
"""The part of a later clause that has to be values for it to be more than talk."""
_PARTICIPLE = re.compile(r"(?:[ai]d[oa]s?|ed)$")
_CLAUSES = re.compile(r"\s*(?:[,;]\s|[.!?]+(?:\s|$)|\s[-–—]\s)\s*")
_LINKS = re.compile(
    r"\s*(?:(?:o|a|os|as|the|e|eh|era|foi|sao|is|was|it's|its|it is|that's|no|na|nos|nas|pra|para|pro|em|do|da|de|for"
    r"|to|in|on|about|sobre|com|with|so|just|only)\s+)+"
)
_IS = (
    r"(?:\s+(?:e|eh|era|foi|fica|ficou|vira|passa a ser|vai ser|sera|deve ser|tem que ser|agora e|is|was|should be"
    r"|should say|should just say|will be|becomes|poe|bota|escreve|coloca)\s*:?|\s*:)"
    r"(?:\s+(?:so|apenas|just|only|agora))*"
)
_QUALITY = r"(?:\s+(?:certo|certa|correto|dele|dela|right|new|novo|nova))*"
_MOVES = re.compile(
    r"(?:isso|isto|this|that|it)(?:'s|\s+(?:e|eh|era|is|was))\s+"
    r"(?:(?:na verdade|actually|mais|uma?|an?|more of an?)\s+)*(?P<what>[\w ]+)$"
)
_PLURAL = 2
"""Letters by which a word for several is longer."""
_MEANT = re.compile(r"\b(?:quis dizer|quero dizer|quer dizer|queria dizer|i meant|i mean)\b")
_AGAIN = re.compile(
    r"\W*(?:ok |ta |e |and )*(?:the |a |o )?(?:same|mesm[oa]) \w+,? (?:but|mas|so que|only)\s+"
    r"(?:(?:for|with|com|pra|para|de)\s+)?"
)
"""How a look is asked for again with one other word: `same search but for warranty`."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What a whole sentence tells of its clauses."""

    is_cued: bool
    """Whether words around it say that something changes."""
    is_meant: bool
    folded: str
    waits: bool


@dataclass(slots=True)
class Change:
    """The values of the turn before with what words change in them."""

    values: dict[str, Any]
    changed: set[str] = field(default_factory=set[str])
    places: dict[str, list[tuple[int, int]]] = field(default_factory=dict[str, list[tuple[int, int]]])
    is_told: bool = False
    """Whether a form said it that hardly means anything else."""
    is_text: bool = False
    """Whether only words as they stand were taken, which a new request has too."""

    def put(self, name: str, value: Any, places: Sequence[tuple[int, int]] = ()) -> None:
        """Change a parameter."""
        self.values[name] = value
        self.changed.add(name)
        self.places.setdefault(name, []).extend(places)

    @property
    def taken(self) -> list[tuple[int, int]]:
        """All places that are used."""
        return sorted(place for places in self.places.values() for place in places)


def find_change(frame: Frame, said: Said, before: Mapping[str, Any], *, waits: bool) -> Change | None:
    """Return what words change in the values of a frame; none where they change nothing."""
    bare = _without_cues(said)
    change = Change(dict(before))
    for step, words in ((_exchange, said), (_swap, bare), (_move, bare), (_leave_out, bare), (_take_announced, bare)):
        step(frame, words, change)
        if change.changed:
            change.is_told = True
            return change
    pending: Field | None = None
    told = _Told(
        is_cued=bare.wording.text.strip() != said.wording.text.strip(),
        is_meant=_MEANT.search(said.wording.unquoted) is not None,
        folded=said.wording.folded,
        waits=waits,
    )
    found = clauses(bare)
    for clause in found:
        if change.changed:
            _take_later(frame, clause, change)
        elif (only := _only_announces(frame, clause)) is not None and clause is not found[-1]:
            pending = only
        else:
            _take_clause(frame, clause, change, pending, told)
    return change if change.changed else None


def clauses(said: Said) -> list[Said]:
    """Return the clauses of a sentence, each in its place."""
    cuts = [found.span() for found in _CLAUSES.finditer(said.wording.unquoted)]
    inner = [(start, end) for start, end in cuts if not any(m.start < start and end < m.end for m in said.marks)]
    spans = zip([0, *(end for _, end in inner)], [*(start for start, _ in inner), len(said.wording.text)], strict=True)
    return [_within(said, start, end) for start, end in spans if said.wording.text[start:end].strip()]


def _within(said: Said, start: int, end: int) -> Said:
    """Return a part of a sentence; the rest of it is blank."""
    text = blank(said.wording.text, ((0, start), (end, len(said.wording.text))))
    return replace(
        said, wording=Wording(text), marks=[each for each in said.marks if start <= each.start and each.end <= end]
    )


def _without_cues(said: Said) -> Said:
    """Return a sentence without the words at its ends that only say that something changes: *na verdade*, *I mean*."""
    text = said.wording.unquoted
    again = _AGAIN.match(text)
    start, end = 0 if again is None else again.end(), len(said.wording.text)
    first = pattern("cues", behind=r"(?=\W)[\s,.!:]*")
    while (found := first.match(text, start)) is not None and found.end() < len(text.rstrip(" .!?")):
        start = found.end()
    tail = pattern("last_cues", before=r"[\s,]+(?:", behind=r"[\s.!?]*$")
    while (found := tail.search(text[start:end])) is not None:
        end = start + found.start()
    return _within(said, start, end) if text[start:end].strip() else said


def _exchange(frame: Frame, said: Said, change: Change) -> None:
    """Replace one thing with another: `troca o 8 por 12`, `late, not absent`."""
    for name, value, places in exchanged(frame, said, change.values):
        change.put(name, value, places)


def _swap(frame: Frame, said: Said, change: Change) -> None:
    """Swap two values: `é o contrário`."""
    for name, value in swapped(frame, said, change.values).items():
        change.put(name, value, [(0, len(said.wording.text))])


def _move(frame: Frame, said: Said, change: Change) -> None:
    """Move a text to another field: `isso é ameaça`."""
    found = _MOVES.search(said.wording.folded.strip(" .!?"))
    texts = [each for each in frame.fields if each.kind is FieldKind.TEXT]
    had = [each for each in texts if each.name in change.values]
    if found is None or len(had) != 1:
        return
    what = found["what"].strip()
    for each in texts:
        words = [*each.nouns, *map(fold, each.label.values())]
        if each is not had[0] and any(noun.startswith(what) and len(noun) - len(what) <= _PLURAL for noun in words):
            change.put(each.name, change.values.pop(had[0].name), [(0, len(said.wording.text))])
            change.changed.add(had[0].name)
            return


def _leave_out(frame: Frame, said: Said, change: Change) -> None:
    """Remove a value from a call: `tira o prazo`, `leave Grace out`."""
    for name, value, places in left_out(frame, said, change.values):
        change.put(name, value, places)
        if value in (None, [], ""):
            del change.values[name]


def _take_announced(frame: Frame, said: Said, change: Change) -> None:
    """Take a field by its name, and what it is: `o título é Broa`, `the owner should be Ann`."""
    text = said.wording.unquoted
    for each in [one for one in frame.fields if one.kind in NAMED]:
        names = sorted(set(words_of(each)), key=len, reverse=True)
        if not names:
            continue
        said_names = "|".join(f"{re.escape(name.removesuffix('s'))}s?" for name in names)
        lead = r"\s*(?:(?:e|and|mas|but|o|a|os|as|the|no|na|in the|its|seu|sua|his|her)\s+)*"
        found = re.match(rf"{lead}(?:{said_names}){_QUALITY}{_IS}\s+(?=\S)", text)
        found = found or re.match(rf"\s*(?:como|as an?|as)\s+(?:{said_names})\s+(?=\S)", text)
        if found is None:
            continue
        place = _value_place(each, said, found.end())
        value = said.wording.text[place[0] : place[1]].strip("\"'“”‘’ ")
        if value and not is_pointing(value):
            change.put(each.name, split_list(value) if each.is_list or each.kind is FieldKind.LIST else value, [place])
            return


def _value_place(each: Field, said: Said, start: int) -> tuple[int, int]:
    """Return where a value stands that was announced: to the end for a text, else as far as a name goes."""
    text = said.wording.text
    quote = next((mark for mark in said.marks if mark.kind is MarkKind.QUOTE and mark.start >= start), None)
    if quote is not None:
        return quote.start, quote.end
    article = re.compile(r"(?:o|a|os|as|the)\s+").match(said.wording.folded, start)
    if article is not None and each.kind is not FieldKind.TEXT:
        start = article.end()
    ends = _CLAUSES.search(text, start) if each.kind not in (FieldKind.TEXT, FieldKind.LIST) else None
    return start, len(text.rstrip(" .!?")) if ends is None else ends.start()


def _only_announces(frame: Frame, clause: Said) -> Field | None:
    """Return the field whose name is all a clause says: `errei o kr, …`."""
    words = " ".join(word.folded for word in clause.wording.words if word.folded not in EMPTY)
    if not words:
        return None
    return next((each for each in frame.fields if each.kind in NAMED and words in words_of(each)), None)


def _take_clause(frame: Frame, clause: Said, change: Change, pending: Field | None, told: _Told) -> None:
    """Take the values of a clause: those told by their kind, rows about people, and what it says as it stands."""
    before = dict(change.values)
    filled = typed(frame, clause)
    loose = take_loose(frame, clause, filled)
    take_bare(frame, clause, filled, before)
    take_bare_hour(frame, clause, filled, before)
    rows = merge_rows(frame, clause, filled, before, waits=told.waits, folded=told.folded)
    for name, (value, places) in rows.items():
        change.put(name, value, places)
        filled.values.pop(name, None)
    if rows:
        loose.clear()
    is_part = told.is_meant and _is_part_of_text(frame, clause, filled)
    if not is_part:
        for name, value in filled.values.items():
            if before.get(name) != value:
                change.put(name, in_time(frame, name, value, before, clause), filled.places.get(name, ()))
    _prefer_alike(frame, clause, change, before)
    if change.changed and not told.waits:
        _take_other_thing(frame, clause, change, before)
    elif (is_part or not change.changed) and not _take_words(frame, clause, change, pending, told):
        for name, (value, places) in {**loose, **_valued(filled if is_part else Filled())}.items():
            change.put(name, value, places)
            change.is_text = not is_part


def _prefer_alike(frame: Frame, clause: Said, change: Change, before: Mapping[str, Any]) -> None:
    """Take back a name where all of the clause is more like a text that was there: `Turma Jasmim`, `Turma Girassol`."""
    names = {each.name for each in frame.fields if each.kind is FieldKind.NAME}
    alike = _alike_field(frame, clause.wording.text, before)
    is_text = alike is not None and alike.kind in (FieldKind.NEW, FieldKind.TEXT)
    is_shape = any(mark.kind in (MarkKind.GROUP, MarkKind.GRADE, MarkKind.NAME) for mark in clause.marks)
    if change.changed and change.changed <= names and is_text and not is_shape:
        for name in change.changed:
            change.values.pop(name)
            change.places.pop(name, None)
        change.values.update({name: before[name] for name in change.changed if name in before})
        change.changed.clear()


def _take_other_thing(frame: Frame, clause: Said, change: Change, before: Mapping[str, Any]) -> None:
    """Take take a name beside a value for the thing that had one: `e o NPS deu 62`, behind what the revenue was."""
    free = [
        mark
        for mark in clause.marks
        if mark.kind in (MarkKind.PROPER, MarkKind.QUOTE)
        and not any(start < mark.end and mark.start < end for start, end in change.taken)
    ]
    things = [each for each in frame.fields if each.kind is FieldKind.NAME and each.is_required and each.name in before]
    if free and things and things[0].name not in change.changed:
        change.put(things[0].name, value_of(free[0], clause), [(free[0].start, free[0].end)])


def _valued(filled: Filled) -> dict[str, tuple[Any, list[tuple[int, int]]]]:
    return {name: (value, filled.places.get(name, [])) for name, value in filled.values.items()}


def _take_later(frame: Frame, clause: Said, change: Change) -> None:
    """Take values of a later clause, where it is little else: `no, 8B, on friday`."""
    filled = typed(frame, clause)
    take_loose(frame, clause, filled)
    words = [word for word in clause.wording.words if word.folded not in EMPTY]
    own = {word for phrase in frame_words(frame) for word in phrase.split()}
    used = [word for word in words if word.folded in own or not filled.is_free(word.start, word.end)]
    if words and len(used) / len(words) >= _MOSTLY:
        for name, value in filled.values.items():
            if name not in change.changed:
                change.put(name, value, filled.places.get(name, ()))


def _is_part_of_text(frame: Frame, said: Said, filled: Filled) -> bool:
    """Tell whether a choice is only a word of something longer: the *simples* of `juros simples`."""
    kinds = {each.kind for each in frame.fields if each.name in filled.values}
    if kinds != {FieldKind.CHOICE}:
        return False
    words = [word for word in said.wording.words if word.folded not in EMPTY]
    free = [word for word in words if filled.is_free(word.start, word.end) and not begins(word.folded, "corrects")]
    return bool(free) and len(free) < len(words)


def _take_words(frame: Frame, clause: Said, change: Change, pending: Field | None, told: _Told) -> bool:
    """Take what a clause says, as it stands, for the name or the text that it most likely replaces."""
    text = clause.wording.text
    start = len(text) - len(text.lstrip())
    lead = _LINKS.match(clause.wording.folded, start)
    start = start if lead is None else lead.end()
    start = _behind_colon(frame, clause, start)
    end = len(text.rstrip(" .!?"))
    value = text[start:end].strip("\"'“”‘’ ")
    words = [word for word in clause.wording.words if start <= word.start and word.folded not in EMPTY]
    is_denial = any(is_denied(mark, clause) for mark in clause.marks) or DENIES.search(clause.wording.folded)
    if not words or len(words) > _LONGEST or is_denial:
        return False
    proper = [
        mark
        for mark in clause.marks
        if mark.kind in (MarkKind.PROPER, MarkKind.QUOTE, MarkKind.NAME, MarkKind.PATH) and mark.start >= start
    ]
    if pending is None and proper and (named := _named_behind(frame, value)) is not None:
        pending, value = named
        end = start + len(value)
    alike = None if pending is not None else _alike_field(frame, value, change.values)
    is_told_to = words[0].folded in COMMANDS and value[:1].islower() and not _PARTICIPLE.search(words[0].folded)
    if is_told_to:
        return False
    target = pending or alike or _replaced_field(frame, clause, change.values, told, is_proper=bool(proper))
    if target is None:
        return False
    if proper and target.kind not in (FieldKind.TEXT, FieldKind.NEW) and proper[0].end <= end:
        start, end = proper[0].start, proper[0].end
        value = re.sub(r"['’]s$", "", str(value_of(proper[0], clause)))
    change.put(target.name, [value] if target.is_list or target.kind is FieldKind.LIST else value, [(start, end)])
    change.is_text = True
    change.is_told = pending is not None or (alike is not None and (bool(proper) or told.is_cued))
    return True


def _behind_colon(frame: Frame, clause: Said, start: int) -> int:
    """Return where a text begins behind a colon, before which only what it is about stands: `outra tarefa lá: …`."""
    colon = clause.wording.unquoted.find(":", start)
    own = {word for phrase in frame_words(frame) for word in phrase.split()} | word_set("pointing") | EMPTY
    lead = [word.folded for word in clause.wording.words if start <= word.start < colon]
    return colon + 1 if lead and all(word in own for word in lead) else start


def _named_behind(frame: Frame, value: str) -> tuple[Field, str] | None:
    """Return the field whose word stands behind its value, as in English, and that value: `Volunteers pillar`."""
    for each in [one for one in frame.fields if one.kind in NAMED]:
        for word in words_of(each):
            if fold(value).endswith(f" {word}"):
                return each, value[: -len(word)].strip()
    return None


def _alike_field(frame: Frame, value: str, before: Mapping[str, Any]) -> Field | None:
    """Return the field whose value shares most words with other ones."""
    had = [each for each in frame.fields if each.kind in NAMED and isinstance(before.get(each.name), str)]
    said = {word for word in fold(value).split() if word not in EMPTY}
    shared = {each.name: len(said & set(fold(str(before[each.name])).split())) for each in had}
    return max((each for each in had if shared[each.name]), key=lambda each: shared[each.name], default=None)


def _replaced_field(
    frame: Frame, clause: Said, before: Mapping[str, Any], told: _Told, *, is_proper: bool
) -> Field | None:
    """Return the field whose value words replace.

    What was said for the thing itself, and not the thing that is changed.
    """
    had = [each for each in frame.fields if each.kind in NAMED and isinstance(before.get(each.name), str)]
    if any(mark.kind is MarkKind.PATH for mark in clause.marks):
        paths = [each for each in had if each.kind is FieldKind.PATH]
        return paths[-1] if paths else None
    order: list[list[Field]] = [
        [each for each in had if each.kind is FieldKind.NEW and each.is_main],
        [each for each in had if each.kind is FieldKind.NEW],
        [each for each in had if each.kind is FieldKind.TEXT and (each.is_main or each.is_required)],
    ]
    if frame.is_harmless:
        order.append([each for each in had if each.of == ANY_THING])
    if is_proper:
        own = [each for each in had if each.kind is FieldKind.NAME]
        order += [
            [each for each in had if each.kind is FieldKind.PERSON],
            [each for each in own if each.of != frame.thing],
            [each for each in own if frame.is_harmless or len(before) == 1],
        ]
        if re.search(r"['’]s\W*$", clause.wording.text):
            order.insert(0, [each for each in frame.fields if each.kind is FieldKind.PERSON])
        if frame.is_harmless and not told.waits:
            order.append([each for each in frame.fields if each.kind is FieldKind.NAME and each.is_proper])
    return next((each[-1] for each in order if each), None)
