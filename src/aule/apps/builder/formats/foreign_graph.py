"""Graphs of other programs on their way to a workflow: nodes, what flows between them, and what has no counterpart.

A node is a step, or it is joined: what comes after it follows what came before. References to results of other nodes
are parts of texts, and become bindings only where the step they name comes before. Nothing is evaluated.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from aule.apps.builder.formats.secrets import is_secret_name, value_without_secrets, without_secrets
from aule.apps.builder.words import say
from aule.contracts.errors import TooLarge
from aule.contracts.model import JsonObject, Model
from aule.contracts.runs.canvas import FARTHEST, MOST_NOTES
from aule.text.words import fold

MOST_NODES = 2_000
MOST_EDGES = 20_000
LONGEST_NOTE = 4_000
LONGEST_PROMPT = 19_000


class LeftOut(Model):
    """Something of a file that has no counterpart here. It stands as a note on the canvas."""

    name: str
    kind: str
    why: str


Stretch = tuple[float, float]
"""How many times wider and higher something is drawn here than there."""
AS_THERE: Stretch = (1.0, 1.0)
BELOW = 112
"""How far below a step the note beside it stands: a step's height, and a gap."""


@dataclass(frozen=True, slots=True)
class Ref:
    """A look at what another node gives; `raw` is how the file says it."""

    node: str
    path: tuple[str, ...]
    raw: str


Part = str | Ref
Parts = Sequence[Part]


@dataclass(slots=True)
class Node:
    """A node of a foreign graph."""

    key: str
    name: str
    kind: str
    at: tuple[float, float] | None = None
    step: JsonObject | None = None
    """What a step of ours has, with texts as parts; None: the node is joined."""
    gives: Literal["text", "page", "any", "inputs", "values", "through", "item", "nothing"] = "nothing"
    """What a look at the node finds."""
    values: dict[str, Any] = field(default_factory=dict[str, Any])
    """Values by field, where it gives values: parts of texts, or plain data."""
    input: str = ""
    """The input that it stands for, where it is one alone."""
    loop: str | None = None
    """The loop whose body it is in."""
    is_loop: bool = False
    is_told: bool = False
    """Whether a note on the canvas says what it said."""
    is_seen: bool = False
    """Whether a step says what it gives."""
    id: str = ""

    @property
    def is_off(self) -> bool:
        """Whether it is a step that is switched off."""
        return self.step is not None and self.step.get("disabled") is True


@dataclass(slots=True)
class Edge:
    """One node follows another; `term` is what the first one's result has to be, as ` == true`."""

    source: str
    target: str
    term: str = ""


@dataclass(slots=True)
class ForeignGraph:
    """Everything that was read of a file."""

    format: str
    title: str
    locale: str
    description: str = ""
    nodes: dict[str, Node] = field(default_factory=dict[str, Node])
    edges: list[Edge] = field(default_factory=list[Edge])
    stickers: list[JsonObject] = field(default_factory=list[JsonObject])
    left_out: list[LeftOut] = field(default_factory=list[LeftOut])
    notes: list[str] = field(default_factory=list[str])
    inputs: JsonObject = field(default_factory=dict[str, Any])
    output: Parts | None = None

    def note(self, key: str, **values: object) -> None:
        """Tell something about the file, once."""
        said = say(key, self.locale, **values)
        if said not in self.notes:
            self.notes.append(said)

    def add(self, node: Node) -> None:
        """Take a node in."""
        if len(self.nodes) >= MOST_NODES:
            raise TooLarge(say("too_many_nodes", self.locale, most=MOST_NODES), field="content")
        node.name = without_secrets(node.name)
        self.nodes[node.key] = node

    def connect(self, source: str, target: str, term: str = "") -> None:
        """Let a node follow another one."""
        if len(self.edges) >= MOST_EDGES:
            raise TooLarge(say("too_many_edges", self.locale, most=MOST_EDGES), field="content")
        if source in self.nodes and target in self.nodes:
            self.edges.append(Edge(source, target, term))

    def leave_out(self, node: Node, why: str, parameters: Any = None, **values: object) -> None:
        """List a node that has no counterpart, and keep what it says as a note where it stood."""
        said = say(why, self.locale, **values)
        self.left_out.append(LeftOut(name=node.name[:200], kind=node.kind[:200], why=said))
        self._stick_node(node, said, parameters, "red")

    def keep_beside(self, node: Node, parameters: JsonObject) -> None:
        """Keep what a node says beyond what its counterpart has a place for as a note beside it."""
        if any(_lines(value_without_secrets(parameters))):
            self.note("kept_beside")
            x, y = node.at or (0.0, 0.0)
            self._stick_node(node, say("beside", self.locale), parameters, "gray", (x, y + BELOW))

    def _stick_node(
        self, node: Node, said: str, parameters: Any, color: str, at: tuple[float, float] | None = None
    ) -> None:
        node.is_told = True
        text = f"{node.name} ({node.kind})\n{said}"
        self.stick("\n".join([text, *_lines(value_without_secrets(parameters))]), at or node.at, color=color)

    def stick(
        self, text: str, at: tuple[float, float] | None, *, size: tuple[float, float] = (240, 160), color: str = "amber"
    ) -> None:
        """Put a note on the canvas; what finds no room there is told."""
        text = without_secrets(text[: 2 * LONGEST_NOTE])
        if len(self.stickers) >= MOST_NOTES:
            self.note("notes_full", most=MOST_NOTES)
            return
        if len(text) > LONGEST_NOTE:
            self.note("note_cut")
            text = f"{text[: LONGEST_NOTE - 1]}…"
        x, y = at or (0.0, 0.0)
        sticker = {"id": f"note_{len(self.stickers) + 1}", "text": text, "at": {"x": x, "y": y}}
        self.stickers.append(sticker | {"width": size[0], "height": size[1], "color": color})

    def declare(self, name: str, schema: JsonObject) -> str:
        """Declare an input, and return the name it has here; another value under a name that is taken has its own."""
        named = slug(name, "input")
        id, number = named, 2
        while not self._fits(id, schema):
            id, number = f"{named}_{number}", number + 1
        if id not in self.inputs:
            described = {"description": without_secrets(schema["description"])} if schema.get("description") else {}
            self.inputs[id] = schema | described
        return id

    def _fits(self, id: str, schema: JsonObject) -> bool:
        """Return whether an input is free or has this value already; what says no value fits any."""
        given = schema.get("default")
        return id not in self.inputs or not given or self.inputs[id].get("default") == given


def _lines(value: Any, name: str = "", indent: str = "") -> Iterator[str]:
    """Yield plain data as lines that a person reads: texts of several lines as they are, nothing that is empty."""
    match value:
        case None | False | "":
            return
        case dict() | list():
            items: Iterable[tuple[str, Any]] = (
                cast("JsonObject", value).items()
                if isinstance(value, dict)
                else (("-", each) for each in cast("list[Any]", value))
            )
            deeper = f"{indent}  " if name else indent
            inner = [line for key, each in items for line in _lines(each, str(key), deeper)]
            if inner and name == "-":
                inner[0] = f"{indent}- {inner[0].removeprefix(deeper)}"
            elif inner and name:
                yield f"{indent}{name}:"
            yield from inner
        case _:
            said = str(value)
            mark = f"{name} " if name == "-" else f"{name}: " if name else ""
            yield f"{indent}{mark}\n{said}" if "\n" in said and name else f"{indent}{mark}{said}"


def slug(name: str, fallback: str) -> str:
    """Return a name that steps and inputs can have."""
    words = re.sub(r"[^a-z0-9]+", "_", fold(name)).strip("_")[:48].strip("_")
    return words if words[:1].isalpha() else f"{fallback}_{words}".strip("_")[:56]


def point_of(value: Any, stretch: Stretch = AS_THERE) -> tuple[float, float] | None:
    """Return where a node stands; None for what is no place."""
    pair: Any = value
    if isinstance(value, dict):
        mapping = cast("JsonObject", value)
        pair = [mapping.get("x"), mapping.get("y")]
    if not isinstance(pair, list) or len(cast("list[Any]", pair)) != 2:
        return None
    found = [_coordinate(each, more) for each, more in zip(cast("list[Any]", pair), stretch, strict=True)]
    return None if None in found else (cast("float", found[0]), cast("float", found[1]))


def size_of(width: Any, height: Any, stretch: Stretch = AS_THERE) -> tuple[float, float]:
    """Return the size of a note, as far as it is one."""
    found = [_coordinate(each, more) for each, more in zip((width, height), stretch, strict=True)]
    return (min(max(found[0] or 240.0, 40.0), 10_000.0), min(max(found[1] or 160.0, 40.0), 10_000.0))


def mapping_in(value: Any) -> JsonObject:
    """Return a value if it is an object with names, else an empty one."""
    if not isinstance(value, dict):
        return {}
    return {key: each for key, each in cast("dict[Any, Any]", value).items() if isinstance(key, str)}


def list_in(value: Any) -> list[Any]:
    """Return a value if it is a list, else an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def beyond(parameters: JsonObject, *known: str) -> JsonObject:
    """Return parameters without those that are known, each by its name or as `outer.inner`."""
    return {
        name: {key: value for key, value in cast("JsonObject", each).items() if f"{name}.{key}" not in known}
        if isinstance(each, dict)
        else each
        for name, each in parameters.items()
        if name not in known
    }


def text_in(value: Any) -> str:
    """Return a value if it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def is_plain(value: Any) -> bool:
    """Return whether a value is one that an input can have by default."""
    return isinstance(value, str | int | float | bool) and not (isinstance(value, float) and not math.isfinite(value))


def schema_of(name: str, value: Any) -> JsonObject:
    """Return the schema of an input with a default; a secret is never one."""
    kinds: Iterable[tuple[type, str]] = ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string"))
    kind = next(found for type_, found in kinds if isinstance(value, type_))
    if is_secret_name(name):
        return {"type": kind, "default": kinds_empty(kind)}
    return {"type": kind, "default": without_secrets(value) if isinstance(value, str) else value}


def kinds_empty(kind: str) -> Any:
    """Return the empty value of a kind."""
    return {"string": "", "boolean": False}.get(kind, 0)


def _coordinate(value: Any, stretch: float = 1.0) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return max(-float(FARTHEST), min(float(FARTHEST), round(float(value) * stretch, 2)))
