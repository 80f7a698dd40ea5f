"""Fields: what a parameter of a capability takes out of a sentence, and by which words people announce it.

A field is derived from the parameter's schema. `fields.toml` beside an app says more where the schema cannot:

    [things.turma]                       a kind of thing, and what people call it
    nouns = "turma|classe|class"

    [params.turma_id]                    every parameter of that name in the app's capabilities
    kind = "name"
    of = "turma"

    [params."school.criar_turma.nome"]   that of one capability
    kind = "new"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

from aule.contracts.access.capability import Capability, Effect
from aule.text.words import fold
from aule.understanding.vocabulary import forms


class FieldKind(StrEnum):
    """What a field takes out of a sentence."""

    NAME = "name"
    """What an existing thing is called, or its id."""
    NEW = "new"
    """What something is to be called."""
    TEXT = "text"
    """Words of the person's own, such as the content of a note."""
    MESSAGE = "message"
    """All that was said."""
    NUMBER = "number"
    DAY = "day"
    FIRST_DAY = "first_day"
    LAST_DAY = "last_day"
    MONTH = "month"
    TERM = "term"
    """A span of time as schools say it: `bimestre:3`, `mes_anterior`, `2026-03`."""
    HOUR = "hour"
    LAST_HOUR = "last_hour"
    CHOICE = "choice"
    PATH = "path"
    LINK = "link"
    CODE = "code"
    """Something that looks like its pattern."""
    PERSON = "person"
    LIST = "list"
    """Several texts: `leite, pão e café`."""
    GLOB = "glob"
    """A pattern of paths: `*.pdf`, `relatorio-*.md`."""
    MOMENT = "moment"
    """A day with its hour: `2026-12-01T08:00`."""
    MINUTES = "minutes"
    """How often something happens, in minutes."""
    CRON = "cron"
    """When something happens again and again, as a cron pattern."""
    EACH = "each"
    """Something about each of several people, or of several months: `Ana 8, Bia 9`, `jan 44, fev 47`."""
    NOTHING = "nothing"
    """A parameter that no sentence fills."""


@dataclass(frozen=True, slots=True)
class Field:
    """One parameter, as something that a sentence may fill."""

    name: str
    kind: FieldKind
    is_required: bool = False
    of: str = ""
    """The kind of thing it names."""
    things: tuple[str, ...] = ()
    """What people call that kind of thing, folded."""
    nouns: tuple[str, ...] = ()
    """Words that announce this field, folded: `peso`, `prazo`."""
    before: tuple[str, ...] = ()
    """Words behind which a text stands, folded: `chamado`, `sobre`; with `~` only where a name in capitals follows."""
    choices: tuple[tuple[str, Any], ...] = ()
    """Folded phrases and what each means, the longest first.

    A phrase with `~` counts only beside a word that announces the field; `#` in it stands for any number.
    """
    pattern: str = ""
    """How its value looks. Named groups are the parts of a record; `key` with `value` or `number` may stand several
    times, and `json` begins a value in JSON."""
    unit: str = ""
    """The unit in which its number is said: `percent`, `money`, `minute`, `second`, `step` for a change by it."""
    is_main: bool = False
    """Whether it takes a value that nothing announces."""
    is_proper: bool = False
    """Whether only words in capitals, a quotation or an id name it: `a empresa Vale Verde`, not `a empresa toda`."""
    is_list: bool = False
    is_all: bool = False
    """Whether it is a list that replaces the one there is: a sentence that adds one item does not say it."""
    is_whole: bool = False
    """Whether it is a text that runs to the end of the sentence, whatever values stand in it."""
    is_behind_colon: bool = False
    """Whether it is such a text and stands behind the first colon, whatever words lead to that."""
    is_announced: bool = False
    """Whether a name stands only behind its own words, and is never what is left of a sentence."""
    is_linked: bool = False
    """Whether a name stands behind its noun only with a preposition: `o plano da migração`, but `o plano mudou` not."""
    is_bare: bool = False
    """Whether it stands without the article before it, as what is looked for does."""
    verbs: tuple[str, ...] = ()
    """The forms of verbs behind which a whole text stands: `anota`, `anote`."""
    ignore: tuple[str, ...] = ()
    """Phrases that never are its value, folded."""
    when: str = ""
    """Where a day without a year lies: in the `past`, or in this `year`; else ahead."""
    needs: str = ""
    """Of a whole text: the field behind whose text it stands."""
    serves: str = ""
    """Of a whole text: the field without which it says nothing."""
    keeps: str = ""
    """Of a path: the other path whose file name it keeps where only a folder is said."""
    parts: tuple[Field, ...] = ()
    """Of a field about each of several people: who, and what is said of them."""
    instead: tuple[str, ...] = ()
    """Parameters of which one is enough in its place."""
    question: Mapping[str, str] = field(default_factory=dict[str, str])
    """What to ask when it is missing, by language."""
    label: Mapping[str, str] = field(default_factory=dict[str, str])
    """What people call the field, by language."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Something a person may want: a capability with its fields."""

    name: str
    app: str
    effect: Effect
    titles: Mapping[str, str]
    fields: tuple[Field, ...]
    thing: str = ""
    """The kind of thing it makes or changes, where its app says so."""
    nouns: tuple[str, ...] = ()
    """What people call that thing."""
    noun: str = ""
    """What it is called first."""
    examples: tuple[str, ...] = ()
    """What people say who want it: what it says of itself, and the examples of its recipes."""

    @property
    def is_harmless(self) -> bool:
        """Whether the frame only reads."""
        return self.effect in (Effect.READ, Effect.NAVIGATE)

    def title(self, language: str) -> str:
        """Return its title in a language, in English where there is none."""
        return self.titles.get(language) or self.titles["en"]

    def field(self, name: str) -> Field | None:
        """Return one of its fields by name."""
        return next((each for each in self.fields if each.name == name), None)


@dataclass(frozen=True, slots=True)
class FieldBook:
    """What an app says of its things and parameters."""

    things: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    params: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    frames: Mapping[str, str] = field(default_factory=dict[str, str])
    """The kind of thing a capability is about."""
    required: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Parameters somebody has to say though the schema can do without: it takes an id or a title.

    `text|title` needs the first, or one of the others in its place.
    """
    examples: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Sentences that ask for a capability."""
    titles: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    """What a capability is called in languages in which it has no title of its own."""

    @classmethod
    def of(cls, text: str) -> FieldBook:
        """Return the book that a TOML text holds."""
        return cls.of_values(tomllib.loads(text))

    @classmethod
    def of_values(cls, said: Mapping[str, Any]) -> FieldBook:
        """Return the book that the values of a TOML text make."""
        return cls(said.get("things", {}), said.get("params", {}), said.get("frames", {}), said.get("required", {}))

    def with_own(self, own: FieldBook) -> FieldBook:
        """Return this book with what another one says besides; the other one counts first."""
        return FieldBook(
            {**self.things, **own.things},
            {**self.params, **own.params},
            {**self.frames, **own.frames},
            {**self.required, **own.required},
            {**self.examples, **own.examples},
            {**self.titles, **own.titles},
        )


def frame_of(capability: Capability, book: FieldBook | None = None) -> Frame:
    """Return the frame of a capability: its schema, and what its app says of it."""
    book = book or FieldBook()
    instead = {each.split("|")[0]: tuple(each.split("|")[1:]) for each in book.required.get(capability.name, ())}
    required = {*capability.params.get("required", ()), *instead}
    properties: Mapping[str, Mapping[str, Any]] = capability.params.get("properties", {})
    defs: Mapping[str, Mapping[str, Any]] = capability.params.get("$defs", {})
    fields = [
        replace(
            _field(name, _resolved(schema, defs), capability.name, book),
            is_required=name in required,
            instead=instead.get(name, ()),
        )
        for name, schema in properties.items()
    ]
    thing = book.frames.get(capability.name, "")
    return Frame(
        name=capability.name,
        app=capability.app,
        effect=capability.effect,
        titles={**book.titles.get(capability.name, {}), "en": capability.title, **capability.titles},
        fields=_with_main(fields),
        thing=thing,
        nouns=_nouns(book, thing),
        noun=str(book.things.get(thing, {}).get("nouns", "")).partition("|")[0].strip(),
        examples=(
            capability.title_in("pt"),
            f"{capability.title}. {capability.description}",
            *book.examples.get(capability.name, ()),
        ),
    )


def _with_main(fields: list[Field]) -> tuple[Field, ...]:
    """Let the only field of a kind take what nothing announces."""
    alone = {FieldKind.NUMBER, FieldKind.DAY, FieldKind.HOUR, FieldKind.PATH, FieldKind.TEXT, FieldKind.NEW}
    for kind in alone:
        same = [each for each in fields if each.kind is kind and not each.is_whole]
        if kind in (FieldKind.TEXT, FieldKind.NEW) and any(each.is_whole for each in fields):
            continue
        is_open = len(same) == 1 and (not same[0].nouns or (kind is FieldKind.DAY and _has_own_noun(same[0])))
        if is_open and not same[0].is_main:
            fields = [replace(each, is_main=True) if each is same[0] else each for each in fields]
    return tuple(fields)


def _resolved(schema: Mapping[str, Any], defs: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return a schema without references and without the choice of nothing."""
    if "$ref" in schema:
        return _resolved(defs.get(str(schema["$ref"]).rpartition("/")[2], {}), defs)
    options = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    return _resolved(options[0], defs) if options else schema


def _field(name: str, schema: Mapping[str, Any], capability: str, book: FieldBook) -> Field:
    general, own = book.params.get(name, {}), book.params.get(f"{capability}.{name}", {})
    said = own if "use" in own else {**general, **own}
    if "use" in said:
        said = {**book.params.get(said["use"], {}), **said}
    return said_field(name, said, schema, book) if said.get("kind") else _derived_field(name, said, schema, book)


_CHOSEN = (FieldKind.CHOICE, FieldKind.GLOB, FieldKind.NUMBER)
"""Kinds of which a value may go by words of its own."""
_NUMERIC = {"type": "number"}


def said_field(name: str, said: Mapping[str, Any], schema: Mapping[str, Any], book: FieldBook) -> Field:
    """Return a field as its app describes it."""
    kind = FieldKind(said["kind"])
    choices: Mapping[str, str | Sequence[str]] = said.get("choices", {})
    parts: Mapping[str, Mapping[str, Any]] = said.get("parts", {})
    return Field(
        name=name,
        kind=kind,
        of=said.get("of", ""),
        things=_nouns(book, said.get("of", "")),
        nouns=_phrases(said.get("nouns", "")),
        before=_phrases(said.get("before", "")),
        choices=_choices(choices, _NUMERIC if kind is FieldKind.NUMBER else schema) if kind in _CHOSEN else (),
        pattern=said.get("pattern", ""),
        unit=said.get("unit", ""),
        is_main=said.get("main", False),
        is_proper=said.get("proper", False),
        is_list=schema.get("type") == "array",
        is_all=said.get("all", False),
        is_whole=said.get("whole", False),
        is_behind_colon=said.get("behind_colon", False),
        is_announced=said.get("announced", False),
        is_linked=said.get("linked", False),
        is_bare=said.get("bare", False),
        verbs=_verbs(said.get("verbs", "")),
        ignore=_phrases(said.get("ignore", "")),
        when=said.get("when", ""),
        needs=said.get("needs", ""),
        serves=said.get("serves", ""),
        keeps=said.get("keeps", ""),
        parts=tuple(said_field(part, {"kind": "text", **told}, {}, book) for part, told in parts.items()),
        question=said.get("question", {}),
        label=said.get("label", {}),
    )


def _derived_field(name: str, said: Mapping[str, Any], schema: Mapping[str, Any], book: FieldBook) -> Field:
    """Return a field of which only the schema is known."""
    plain = Field(
        name,
        _kind_of(name, schema),
        choices=_choices({}, schema),
        nouns=_phrases(said.get("nouns", "")),
        before=_phrases(said.get("before", "")),
        is_list=schema.get("type") == "array",
        is_main=said.get("main", False),
        question=said.get("question", {}),
        label=said.get("label", {}),
    )
    if plain.kind in (FieldKind.NAME, FieldKind.NUMBER, FieldKind.DAY) and not plain.nouns:
        plain = replace(plain, **{"things" if plain.kind is FieldKind.NAME else "nouns": (_own_noun(name),)})
    return plain


def _own_noun(name: str) -> str:
    """Return what a parameter's name calls it: `bed_title` a bed."""
    return fold(re.sub(r"_(?:id|title|name|number|date)$", "", name).replace("_", " "))


def _has_own_noun(each: Field) -> bool:
    """Tell whether nothing but its name announces a field."""
    return each.nouns == (_own_noun(each.name),)


def _kind_of(name: str, schema: Mapping[str, Any]) -> FieldKind:
    if "enum" in schema or schema.get("type") == "boolean":
        return FieldKind.CHOICE
    if schema.get("type") in ("integer", "number"):
        return FieldKind.NUMBER
    if schema.get("type") == "array":
        return FieldKind.LIST if schema.get("items", {}).get("type") == "string" else FieldKind.NOTHING
    if schema.get("type") not in ("string", None):
        return FieldKind.NOTHING
    for kind, shape in _NAMES:
        if schema.get("format") in ("date", "time", "uri") and kind.value == _FORMATS[schema["format"]]:
            return kind
        if shape.search(name):
            return kind
    return FieldKind.TEXT


_FORMATS = {"date": "day", "time": "hour", "uri": "link"}
_NAMES = (
    (FieldKind.DAY, re.compile(r"(?:^|_)(?:date|day|data|dia|due|deadline|when)(?:$|_)")),
    (FieldKind.HOUR, re.compile(r"(?:^|_)(?:time|hour|hora)(?:$|_)")),
    (FieldKind.LINK, re.compile(r"(?:^|_)(?:url|link|address)$")),
    (FieldKind.PATH, re.compile(r"(?:^|_)(?:path|file|folder|arquivo|pasta)$")),
    (FieldKind.NAME, re.compile(r"_(?:id|title|name)$")),
)
"""What the name of a parameter tells of it."""


def _choices(said: Mapping[str, str | Sequence[str]], schema: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Return the phrases of choices, longest first; a value that is in the schema alone goes by its own name."""
    inner: Mapping[str, Any] = schema.get("items", {}) if schema.get("type") == "array" else schema
    found = [(phrase, _typed(value, inner)) for value, words in said.items() for phrase in _phrases(words)]
    found += [
        (fold(str(value)).replace("_", " "), value) for value in inner.get("enum", ()) if value and value not in said
    ]
    return tuple(sorted(dict(reversed(found)).items(), key=lambda each: (-len(each[0]), each[0])))


def _typed(value: str, schema: Mapping[str, Any]) -> Any:
    """Return a value of a choice, of the type its schema asks for."""
    match schema.get("type"):
        case "boolean":
            return value == "true"
        case "integer" | "number":
            return float(value) if "." in value else int(value)
        case _:
            return value


def _nouns(book: FieldBook, thing: str) -> tuple[str, ...]:
    return _phrases(str(book.things.get(thing, {}).get("nouns", "")))


def _phrases(text: str | Sequence[str]) -> tuple[str, ...]:
    """Return the folded phrases of a text, which are apart by `|`; the longest first."""
    return _folded(text if isinstance(text, str) else "|".join(text))


@cache
def _folded(text: str) -> tuple[str, ...]:
    said = {fold(" ".join(each.split())) for each in text.split("|") if each.strip()}
    return tuple(sorted(said, key=lambda each: (-len(each), each)))


def _verbs(text: str) -> tuple[str, ...]:
    """Return the forms of lemmas, the longest first; phrases of several words stand as they are."""
    said = [each.strip() for each in text.split("|") if each.strip()]
    found = {fold(form) for each in said for form in ({each} if " " in each else forms(each))}
    return tuple(sorted(found, key=lambda each: (-len(each), each)))


@cache
def shared_book() -> FieldBook:
    """Return what holds for the parameters of every app."""
    return FieldBook.of((resources.files("aule.understanding") / "fields.toml").read_text("utf-8"))
