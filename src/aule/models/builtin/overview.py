"""An overview: what there is for this person and what can be said about it, for who says hello or asks for help.

It is made of what is on record and of what the apps say about themselves. No name in it is made up, and no sentence is
offered that this agent could not follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from aule.contracts.access.capability import Capability
from aule.contracts.talk.brain import Name, OnRecord
from aule.contracts.talk.understanding import Act
from aule.models.builtin.language import Language
from aule.models.builtin.phrases import LONGEST, greets, phrase, talk_kind
from aule.models.builtin.suggestions import PLACE, Suggestion, Suggestions
from aule.understanding.dialogue import plain_act
from aule.understanding.filling.fields import Field, FieldKind, Frame
from aule.understanding.sentence import Wording

GREETING, WHO, HELP, NEXT = "greeting", "who", "help", "next"
MOST_SENTENCES = 3
MOST_TOGETHER = 5
"""Sentences where several apps have some: one of each first."""
MOST_TITLES = 6
MOST_KINDS = 4
MOST_NAMES = 3
LONGEST_NAME = 60
_PLAIN = re.compile(r"[^\x00-\x1f\x7f`*_\[\]<>{}|#\\\"“”\u202a-\u202e\u2066-\u2069]+")
"""A name that can stand in a sentence and in an answer as it is; any other is counted and not shown."""


@dataclass(frozen=True, slots=True)
class Overview:
    """What there is, and sentences that work; both empty where no app says anything."""

    record: str = ""
    waiting: str = ""
    sentences: tuple[str, ...] = ()
    is_empty: bool = True
    """Whether nothing is on record."""

    def told(self, kind: str, titles: str, language: Language, *, has_model: bool) -> str:
        """Return all of it, as the answer to a greeting, to a call for help, or to *what now*."""
        hello = phrase(f"overview_{kind}", language) if kind in (GREETING, WHO) else ""
        lines = "\n".join(f"- “{each}”" for each in self.sentences)
        tried = phrase("overview_empty" if self.is_empty else "overview_try", language, sentences=lines)
        known = "\n".join(titles.splitlines()[:MOST_TITLES])
        more = [phrase("overview_more", language, titles=known) if known else "", phrase("overview_help", language)]
        parts = [
            " ".join(filter(None, (hello, self.record))),
            self.waiting,
            tried if lines else "",
            *(more if kind == HELP else []),
            "" if has_model else phrase("overview_no_model", language),
        ]
        return "\n\n".join(filter(None, parts))


def kind_of(message: str) -> str:
    """Return what a message that wants an overview is: a greeting, a call for help; empty for one that wants none."""
    kind = talk_kind(message)
    if kind is not None:
        return kind if kind in (GREETING, WHO, HELP, NEXT) else ""
    match plain_act(Wording(message[:LONGEST])):
        case Act.HELP:
            return HELP
        case Act.SMALL_TALK if greets(message):
            return GREETING
        case _:
            return ""


def overview(
    found: OnRecord,
    told: Mapping[str, Suggestions],
    tools: Sequence[Capability],
    frame: Callable[[Capability], Frame],
    language: Language,
    about: frozenset[str] = frozenset(),
) -> Overview:
    """Return what there is in the apps whose tools somebody may use, and what can be said about it.

    Where the talk is about some apps, only those are told of. An app that says nothing about itself is told by its
    names, and by what its tools are called.
    """
    usable = {each.name for each in tools}
    has_tools = dict.fromkeys(each.app for each in tools)
    apps = [*(app for app in told if app in has_tools), *(app for app in has_tools if app not in told)]
    apps = [app for app in apps if app in about] or apps
    names = {app: [each for each in found.names if each.app == app] for app in apps}
    filled = [app for app in apps if names[app]]
    record = [line for app in filled if (line := _record(names[app], told.get(app, Suggestions()), language))]
    offers = [
        _offers(names[app], told.get(app, Suggestions()), [each for each in tools if each.app == app], frame, language)
        for app in filled
    ]
    if not any(offers):
        offers = [
            [each.says[language] for each in told[app].begin if each.wants in usable and language in each.says]
            for app in apps
            if app in told
        ]
    return Overview(
        _joined(record, [_title(app, told, language) for app in filled], language),
        _waiting(found.waiting, language),
        tuple(_in_turn(offers)),
        is_empty=not record,
    )


def _joined(record: Sequence[str], titles: Sequence[str], language: Language) -> str:
    if not record:
        return ""
    if len(record) == 1:
        return phrase("overview_here", language, things=record[0])
    lines = [f"- {title}: {line}" for title, line in zip(titles, record, strict=True)]
    return phrase("overview_apps", language, apps="\n".join(lines))


def _title(app: str, told: Mapping[str, Suggestions], language: Language) -> str:
    names = told.get(app, Suggestions()).name
    return names.get(language) or names.get("en") or app


def _record(names: Sequence[Name], told: Suggestions, language: Language) -> str:
    """Return what one app has on record: how many of each kind, and some by name."""
    if not told.kinds:
        return _listed(names, language) or str(len(names))
    parts: list[str] = []
    for kind, said in told.kinds.items():
        own = [each for each in names if each.kind == kind]
        count = len({each.id or each.title for each in own})
        if not count or language not in said.words:
            continue
        shown = _listed(own, language) if said.is_named else ""
        noun = said.words[language][count != 1]
        parts.append(f"{count} {noun} ({shown})" if shown else f"{count} {noun}")
    return _and(parts[:MOST_KINDS], language)


def _listed(names: Sequence[Name], language: Language) -> str:
    titles = list(dict.fromkeys(each.title for each in names if _is_plain(each.title)))
    if not titles:
        return ""
    more = len({each.id or each.title for each in names}) - MOST_NAMES
    return f"{', '.join(titles[:MOST_NAMES])}…" if more > 0 else _and(titles, language)


def _offers(
    names: Sequence[Name],
    told: Suggestions,
    tools: Sequence[Capability],
    frame: Callable[[Capability], Frame],
    language: Language,
) -> list[str]:
    """Return sentences that work with what one app has on record."""
    usable = {each.name for each in tools}
    titles = {each.kind: each.title for each in reversed(names) if _is_plain(each.title)}
    if told.sentences:
        return [_filled(each, titles, language) for each in told.sentences if _works(each, titles, usable, language)]
    return [said for each in tools if (said := _derived(frame(each), titles, language))][:MOST_SENTENCES]


def _works(each: Suggestion, titles: Mapping[str, str], usable: set[str], language: Language) -> bool:
    return each.wants in usable and language in each.says and all(kind in titles for kind in each.kinds)


def _filled(each: Suggestion, titles: Mapping[str, str], language: Language) -> str:
    return PLACE.sub(lambda found: titles[found[1]], each.says[language])


def _derived(frame: Frame, titles: Mapping[str, str], language: Language) -> str:
    """Return a sentence made of what a tool is called and of a name on record; empty where it would need more."""
    needed = [each for each in frame.fields if each.is_required]
    if any(each.kind is not FieldKind.NAME for each in needed) or len(needed) > 1:
        return ""
    named = [each for each in (_named(field, titles) for field in needed) if each]
    if len(named) < len(needed):
        return ""
    return " ".join([frame.title(language), *(f'"{each}"' for each in named)])


def _named(field: Field, titles: Mapping[str, str]) -> str:
    kinds = field.of.split("|") if field.of else [field.name.removesuffix("_id").removesuffix("_title")]
    return next((titles[kind] for kind in kinds if kind in titles), "")


def _in_turn(offers: Sequence[Sequence[str]]) -> list[str]:
    """Return the first sentence of each app, then the second of each, up to as many as can be read at a glance."""
    most = MOST_SENTENCES if sum(map(bool, offers)) == 1 else MOST_TOGETHER
    rows = range(max((len(each) for each in offers), default=0))
    found = [each[row] for row in rows for each in offers if row < len(each)]
    return list(dict.fromkeys(found))[:most]


def _waiting(count: int, language: Language) -> str:
    return "" if not count else phrase("overview_waits" if count == 1 else "overview_wait", language, count=str(count))


def _and(parts: Sequence[str], language: Language) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {phrase('and', language)} {parts[-1]}"


def _is_plain(title: str) -> bool:
    return len(title) <= LONGEST_NAME and _PLAIN.fullmatch(title) is not None and bool(title.strip())
