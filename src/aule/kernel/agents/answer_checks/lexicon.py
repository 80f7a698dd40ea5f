"""The lexicon: the words of `words.toml`, in the forms in which answers use them."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Literal

from aule.contracts.access.capability import Effect
from aule.kernel.agents.answer_checks.inflection import english_past, plurals, portuguese_past
from aule.text.words import fold

Mood = Literal["past", "we", "participle", "base"]
"""The mood of a verb form: `criei`, `criamos`, `criado`, `criar`."""
Language = Literal["en", "pt"]
_ENDINGS = ("o", "a", "os", "as")


@dataclass(frozen=True, slots=True)
class VerbForm:
    """One form of a verb: its acts, language and mood, and whether it often means something else."""

    acts: frozenset[str]
    language: Language
    mood: Mood
    is_weak: bool


@dataclass(frozen=True, slots=True)
class ActRule:
    """One kind of act: the effects it may have, and whether a call must have changed something."""

    effects: frozenset[Effect]
    must_change: bool


@dataclass(frozen=True, slots=True)
class Profile:
    """What a capability does, and to which kinds of things."""

    acts: frozenset[str]
    things: frozenset[str]
    app: str


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All known words, independent of apps."""

    acts: dict[str, ActRule]
    verbs: dict[str, frozenset[str]]
    """The acts of each verb, by its folded base form."""
    forms: dict[str, tuple[VerbForm, ...]]
    things: dict[str, frozenset[str]]
    """The kinds that a noun may name, by each of its forms."""
    app_of: dict[str, str]
    profiles: dict[str, Profile]
    supports: dict[str, frozenset[str]]
    nouns: dict[str, str]
    measures: dict[str, frozenset[str]]
    statuses: tuple[frozenset[str], ...]
    scope: dict[str, re.Pattern[str]]
    parts: frozenset[str]
    places: frozenset[str]
    """Kinds of things that others are put into: then they count as changed."""
    pronouns: frozenset[str]
    whole: frozenset[str]
    ready: frozenset[str]
    happened: frozenset[str]
    done: frozenset[str]


@cache
def lexicon() -> Lexicon:
    """Return the words of the file, read once."""
    book = _book()
    things, app_of = _things(book["things"])
    verbs = _verbs(book["acts"])
    return Lexicon(
        acts={
            name: ActRule(frozenset(map(Effect, act["effects"])), act.get("must_change", False))
            for name, act in book["acts"].items()
        },
        verbs=verbs,
        forms=_forms(book),
        things=things,
        app_of=app_of,
        profiles={
            name: Profile(frozenset(given["acts"].split()), frozenset(given["things"].split()), name.partition(".")[0])
            for name, given in book["capabilities"].items()
        },
        supports={act: frozenset(others.split()) | {act} for act, others in book["supports"].items()},
        nouns={form: act for act, said in book["nouns"].items() if act != "done" for form in _plain(said)},
        measures={app: frozenset(form for noun in said.split("|") for form in plurals(noun))
                  for app, said in book["measures"].items()},
        statuses=tuple(frozenset(map(fold, said.split("|"))) for said in book["statuses"].values()),
        scope={name: any_of(said.split("|")) for name, said in book["scope"].items()},
        parts=frozenset(form for noun in book["generic"]["parts"].split("|") for form in plurals(noun)),
        places=frozenset(book["generic"]["places"].split("|")),
        pronouns=frozenset(book["generic"]["pronouns"].split("|")),
        whole=frozenset(book["done"]["whole"].split("|")),
        ready=frozenset(book["states"]["ready"].split("|")),
        happened=frozenset(book["states"]["happened"].split("|")),
        done=frozenset(_plain(book["nouns"]["done"])),
    )  # fmt: skip


def grammar(name: str) -> frozenset[str]:
    """Return the function words of one role, such as negations."""
    return frozenset(_book()["grammar"][name].split())


def any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of some words or phrases, folded."""
    longest = sorted({fold(word) for word in words}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")


def forms_of(verb: str, acts: frozenset[str], language: Language, *, is_weak: bool = False) -> dict[str, VerbForm]:
    """Return the forms of one regular verb, such as the verb of a title of somebody's app."""
    if language == "en":
        return {english_past(verb): VerbForm(acts, language, "past", is_weak)}
    first, plural, stem = portuguese_past(verb)
    forms = {first: VerbForm(acts, "pt", "past", is_weak), plural: VerbForm(acts, "pt", "we", is_weak)}
    return forms | {stem + tail: VerbForm(acts, "pt", "participle", is_weak) for tail in _ENDINGS}


@cache
def _book() -> dict[str, Any]:
    return tomllib.loads((resources.files("aule.kernel.agents.answer_checks") / "words.toml").read_text("utf-8"))


def _plain(said: str) -> set[str]:
    return {fold(word) for word in said.split("|")}


def _verbs(acts: dict[str, Any]) -> dict[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for name, act in acts.items():
        for verb in (*act["en"].split("|"), *act["pt"].split("|")):
            found[fold(verb)].add(name)
    return {verb: frozenset(names) for verb, names in found.items()}


def _things(book: dict[str, dict[str, str]]) -> tuple[dict[str, frozenset[str]], dict[str, str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    app_of: dict[str, str] = {}
    for app, kinds in book.items():
        for kind, said in kinds.items():
            app_of[kind] = app
            for noun in said.split("|"):
                for form in plurals(noun):
                    found[form].add(kind)
    return {form: frozenset(kinds) for form, kinds in found.items()}, app_of


def _forms(book: dict[str, Any]) -> dict[str, tuple[VerbForm, ...]]:
    """Return every form of every verb; the same letters may be forms of several."""
    acts, weak, irregular = book["acts"], set(book["verbs"]["weak"].split("|")), book["irregular"]
    found: defaultdict[tuple[str, Language, Mood], set[str]] = defaultdict(set)
    strong: set[tuple[str, Language, Mood]] = set()
    for name, act in acts.items():
        for language in ("en", "pt"):
            for verb in act[language].split("|"):
                for form, mood in _inflected(verb, language, irregular[language]):
                    found[form, language, mood].add(name)
                    strong |= set[tuple[str, Language, Mood]]() if verb in weak else {(form, language, mood)}
    gathered: defaultdict[str, list[VerbForm]] = defaultdict(list)
    for (form, language, mood), names in found.items():
        is_weak = (form, language, mood) not in strong
        gathered[form].append(VerbForm(frozenset(names), language, mood, is_weak))
    return {form: tuple(each) for form, each in gathered.items()}


def _inflected(verb: str, language: str, irregular: dict[str, str]) -> Iterator[tuple[str, Mood]]:
    head, _, tail = verb.partition(" ")
    rest = f" {fold(tail)}" if tail else ""
    given = irregular.get(verb) or irregular.get(head)
    if language == "en":
        past, participle = given.split() if given else (english_past(head), english_past(head))
        for each in past.split("|"):
            yield each + rest, "past"
        for each in participle.split("|"):
            yield each + rest, "participle"
        return
    first, plural, stems = given.split() if given else portuguese_past(head)
    yield fold(head) + rest, "base"
    yield first + rest, "past"
    yield plural + rest, "we"
    for stem in stems.split("|"):
        for ending in _ENDINGS:
            yield stem + ending + rest, "participle"
