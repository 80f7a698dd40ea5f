"""Foreign graphs made into a document: nodes that do nothing are joined, loops become steps inside, circles are cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from aule.apps.builder.formats.foreign_graph import (
    LONGEST_PROMPT,
    MOST_EDGES,
    Edge,
    ForeignGraph,
    LeftOut,
    Node,
    Ref,
    is_plain,
    schema_of,
    slug,
)
from aule.apps.builder.formats.secrets import without_secrets
from aule.apps.builder.words import say
from aule.contracts.errors import TooLarge
from aule.contracts.model import JsonObject

_DEEPEST = 40
_MOST_LOOKS = 50_000
_LONGEST_QUESTION = 3_900
_NAME = re.compile(r"[A-Za-z_]\w*")
_BRACES = re.compile(r"\{\{([^{}]*)\}\}")
_TWO_OPEN, _TWO_CLOSED = re.compile(r"\{(?=\{)"), re.compile(r"\}(?=\})")
_BINDING = re.compile(r"(?P<root>inputs|steps)\.(?P<name>\w[\w-]*)")
Waits = dict[str, dict[str, str]]
"""By node: the nodes it waits for, each with what its result has to be."""


def document_of(graph: ForeignGraph) -> JsonObject:
    """Return the document of a workflow that a foreign graph describes."""
    _nest(graph)
    waits = _joined(graph)
    _cut_circles(graph, waits)
    _name(graph)
    return _Writer(graph, waits).document()


def _literal(text: str) -> str:
    """Return a text in which nothing is a binding of ours."""
    return _TWO_CLOSED.sub("} ", _TWO_OPEN.sub("{ ", without_secrets(text)))


def _joined_texts(texts: Iterable[str]) -> str:
    """Return texts as one; a brace at the end of one makes no binding with the next."""
    whole = ""
    for text in texts:
        meets = (whole[-1:], text[:1])
        whole += f" {text}" if meets in (("{", "{"), ("}", "}")) else text
    return whole


def _successors(graph: ForeignGraph) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {key: [] for key in graph.nodes}
    for edge in graph.edges:
        found[edge.source].append(edge.target)
    return found


def _reached(begin: list[str], follow: dict[str, list[str]], stop: str) -> set[str]:
    found: set[str] = set()
    left = [each for each in begin if each != stop]
    while left:
        key = left.pop()
        if key in found:
            continue
        found.add(key)
        left += [each for each in follow[key] if each != stop and each not in found]
    return found


def _nest(graph: ForeignGraph) -> None:
    """Put the nodes between a loop and its way back into the loop; small loops first."""
    after = _successors(graph)
    before: dict[str, list[str]] = {key: [] for key in graph.nodes}
    for edge in graph.edges:
        before[edge.target].append(edge.source)
    bodies = [
        (key, _reached(after[key], after, key) & _reached(before[key], before, key))
        for key, node in graph.nodes.items()
        if node.is_loop
    ]
    for key, body in sorted(bodies, key=lambda each: len(each[1])):
        loop = graph.nodes[key]
        inside = [each for each in body if graph.nodes[each].loop is None and each != loop.loop]
        if not any(graph.nodes[each].step is not None for each in inside):
            _leave_out_loop(graph, key)
            continue
        for each in inside:
            graph.nodes[each].loop = key
    while (empty := _empty_loop(graph)) is not None:  # the loop inside it was left out after it took it in
        _leave_out_loop(graph, empty)
    graph.edges = [edge for each in graph.edges for edge in _across(graph, each)]


def _empty_loop(graph: ForeignGraph) -> str | None:
    full = {node.loop for node in graph.nodes.values() if node.step is not None}
    return next((key for key, node in graph.nodes.items() if node.is_loop and key not in full), None)


def _leave_out_loop(graph: ForeignGraph, key: str) -> None:
    """Leave a loop out that has nothing to repeat; what stands in it stands where the loop stood."""
    loop = graph.nodes[key]
    loop.step, loop.is_loop, loop.gives = None, False, "through"
    graph.leave_out(loop, "why_empty_loop")
    for each in graph.nodes.values():
        if each.loop == key:
            each.loop = loop.loop


def _across(graph: ForeignGraph, edge: Edge) -> Iterator[Edge]:
    """Yield an edge as it is once bodies are inside their loops: those into and out of a body are the loop's."""
    source, target = graph.nodes[edge.source], graph.nodes[edge.target]
    if source.loop == target.loop:
        yield edge
    elif source.loop == edge.target or target.loop == edge.source:
        return
    elif source.loop is not None and graph.nodes[source.loop].loop == target.loop:
        yield Edge(source.loop, edge.target)
    elif target.loop is not None and graph.nodes[target.loop].loop == source.loop:
        yield Edge(edge.source, target.loop, edge.term)
    else:
        graph.left_out.append(
            LeftOut(
                name=f"{source.name} → {target.name}"[:200], kind="connection", why=say("why_crossing", graph.locale)
            )
        )


def _joined(graph: ForeignGraph) -> Waits:
    """Return what each step waits for, over nodes that do nothing."""
    into: Waits = {key: {} for key in graph.nodes}
    out: dict[str, dict[str, None]] = {key: {} for key in graph.nodes}
    for edge in graph.edges:
        into[edge.target].setdefault(edge.source, edge.term)
        out[edge.source][edge.target] = None
    count = len(graph.edges)
    for key, node in graph.nodes.items():
        if node.step is not None:
            continue
        into[key].pop(key, None)
        out[key].pop(key, None)
        for target in out[key]:
            into[target].pop(key, None)
            for source, own in into[key].items():
                if source != target:
                    into[target].setdefault(source, own)
                    out[source][target] = None
                    count += 1
        for source in into[key]:
            out[source].pop(key, None)
        if count > 2 * MOST_EDGES:
            raise TooLarge(say("too_many_edges", graph.locale, most=MOST_EDGES), field="content")
        into[key] = {}
    return {key: found for key, found in into.items() if graph.nodes[key].step is not None}


def _distances(graph: ForeignGraph) -> dict[str, int]:
    """Return how far each node is from where the graph begins."""
    after = _successors(graph)
    entered = {edge.target for edge in graph.edges}
    found = {key: 0 for key in graph.nodes if key not in entered}
    left = list(found)
    for key in left:
        for target in after[key]:
            if target not in found:
                found[target] = found[key] + 1
                left.append(target)
    return found


def _cut_circles(graph: ForeignGraph, waits: Waits) -> None:
    """Take away the ways back to an earlier step, and list them."""
    far = _distances(graph)
    follow: dict[str, list[str]] = {key: [] for key in waits}
    for key, before in waits.items():
        for source in before:
            follow[source].append(key)
    done: set[str] = set()
    for root in sorted(waits, key=lambda key: far.get(key, len(far))):
        path: dict[str, Iterator[str]] = {}
        key: str | None = None if root in done else root
        while key is not None:
            path.setdefault(key, iter(follow[key]))
            following = next(path[key], None)
            if following is None:
                done.add(key)
                del path[key]
                key = next(reversed(path), None)
            elif following in path:
                del waits[following][key]
                _tell_way_back(graph, key, following)
            elif following not in done:
                key = following


def _tell_way_back(graph: ForeignGraph, source: str, target: str) -> None:
    name, why = f"{graph.nodes[source].name} → {graph.nodes[target].name}", say("why_circle", graph.locale)
    graph.left_out.append(LeftOut(name=name[:200], kind="connection", why=why))
    graph.stick(f"{name}\n{why}", graph.nodes[source].at, color="red")


def _name(graph: ForeignGraph) -> None:
    taken: set[str] = set()
    for node in graph.nodes.values():
        if node.step is None:
            continue
        base = slug(node.name, "step")
        id, number = base, 2
        while id in taken:
            id, number = f"{base}_{number}", number + 1
        taken.add(id)
        node.id = id


@dataclass(slots=True)
class _Writer:
    """Writes the steps of a graph whose waits are known."""

    graph: ForeignGraph
    waits: Waits
    lifted: dict[str, JsonObject] = field(default_factory=dict[str, JsonObject])
    """What steps inside a loop are given from around it, by the loop."""
    spent: int = 0
    """Looks that were followed so far."""
    _above: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    _before: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    _inside: dict[str, set[str]] = field(default_factory=dict[str, set[str]])

    def document(self) -> JsonObject:
        graph = self.graph
        steps = self._steps(None)
        if not steps:
            graph.note("nothing_to_run")
            steps = [{"id": "look", "title": graph.title[:200], "ask": say("asks_nothing_to_run", graph.locale)}]
        output = None if graph.output is None else self._text(graph.output, None, None)
        form: JsonObject = {"title": graph.title, "description": without_secrets(graph.description)}
        form |= {"inputs": graph.inputs, "steps": steps, "output": output or self._last(steps)}
        self._keep_unseen()
        positions: JsonObject = {}
        for node in graph.nodes.values():
            if node.id and node.at is not None:
                positions[self._place(node)] = {"x": node.at[0], "y": node.at[1]}
        form["canvas"] = {"positions": positions, "notes": graph.stickers}
        return {key: value for key, value in form.items() if value not in (None, "", {}, [])}

    def _keep_unseen(self) -> None:
        """Keep texts that no step looks at as notes."""
        for node in self.graph.nodes.values():
            texts = [cast("tuple[Any, ...]", each) for each in node.values.values() if isinstance(each, tuple)]
            if texts and not node.is_seen and not node.is_told:
                said = ["".join(each if isinstance(each, str) else each.raw for each in text) for text in texts]
                self.graph.leave_out(node, "why_unseen", said)

    def _place(self, node: Node) -> str:
        return node.id if node.loop is None else f"{self._place(self.graph.nodes[node.loop])}/{node.id}"

    def _last(self, steps: list[JsonObject]) -> str | None:
        used = {name for step in steps for name in cast("list[str]", step.get("depends_on", []))}
        ends = [step for step in steps if step["id"] not in used and "if" not in step and "disabled" not in step]
        return f"{{{{steps.{ends[0]['id']}.result}}}}" if len(ends) == 1 else None

    def _steps(self, loop: str | None) -> list[JsonObject]:
        """Return the steps of one level, each after those it waits for."""
        keys = [key for key in self.waits if self.graph.nodes[key].loop == loop]
        return [self._step(self.graph.nodes[key]) for key in self._ordered(keys)]

    def _ordered(self, keys: list[str]) -> list[str]:
        placed: dict[str, None] = {}
        left = keys
        while left:
            ready = [key for key in left if all(each in placed for each in self.waits[key] if each in keys)]
            placed |= dict.fromkeys(ready)
            left = [key for key in left if key not in placed]
        return list(placed)

    def _step(self, node: Node) -> JsonObject:
        form: JsonObject = {"id": node.id, "title": node.name[:200]}
        waits = self.waits[node.key]
        for name, value in cast("JsonObject", node.step).items():
            said = self._value(value, node)
            form[name] = _BRACES.sub(r"\1", said) if name == "if" else self._cut(name, said)
        if node.is_loop:
            form |= {"steps": self._steps(node.key), "inputs": self.lifted.get(node.key, {})}
            form["for_each"] = self._lift("{{inputs.items}}", node.loop)
            self.graph.inputs.setdefault("items", {"type": "array", "default": [], "description": node.name[:200]})
        if waits:
            form["depends_on"] = [self.graph.nodes[key].id for key in waits]
            if (when := self._when(node)) is not None:
                form["when"] = when
        return {key: value for key, value in form.items() if value not in (None, [], {})}

    def _cut(self, name: str, said: Any) -> Any:
        """Return a text as long as a step may have it; what is cut off is told."""
        most = {"prompt": LONGEST_PROMPT, "ask": _LONGEST_QUESTION}.get(name)
        if most is None or len(said) <= most:
            return None if said == "" else said
        self.graph.note("text_cut")
        kept = said[:most]
        if kept.rfind("{{") > kept.rfind("}}"):
            kept = kept.rpartition("{{")[0]  # never half a binding
        return f"{kept}…"

    def _when(self, node: Node) -> str | None:
        """Return the condition of a step whose way in depends on what another one found."""
        terms = self.waits[node.key]
        if not any(terms.values()) or "if" in cast("JsonObject", node.step):
            return None
        said = [
            f"steps.{self.graph.nodes[key].id}.result{term}"
            if term
            else f'steps.{self.graph.nodes[key].id}.status == "done"'
            for key, term in terms.items()
        ]
        whole = " or ".join(said)
        return whole if len(whole) <= 2_000 else None

    def _value(self, value: Any, node: Node) -> Any:
        match value:
            case tuple():
                return self._text(cast("tuple[Any, ...]", value), node, node.loop)
            case dict():
                return {key: self._value(each, node) for key, each in cast("JsonObject", value).items()}
            case _:
                return value

    def _text(self, parts: Any, node: Node | None, loop: str | None) -> str:
        return _joined_texts(
            _literal(part) if isinstance(part, str) else self._look(part, node, loop) for part in parts
        )

    def _look(self, ref: Ref, node: Node | None, loop: str | None) -> str:
        found = self.resolve(ref, node, 0)
        if found is None:
            return self._as_text(ref, node)
        return self._lift(found, loop) if found.startswith("{{") else found

    def _as_text(self, ref: Ref, node: Node | None) -> str:
        """Return a look at something that is not known here as it is written."""
        where = self.graph.title if node is None else node.name
        self.graph.note("kept_as_text", name=where[:120])
        return f"[{without_secrets(ref.raw).replace('{', '(').replace('}', ')')}]"

    def resolve(self, ref: Ref, node: Node | None, depth: int) -> str | None:
        """Return the binding, or the plain text, that a look comes to; None where nothing here fits it."""
        source = self.graph.nodes.get(ref.node)
        self.spent += 1
        if source is None or depth > _DEEPEST or self.spent > _MOST_LOOKS:
            return None
        match source.gives:
            case "inputs" if source.input:
                return f"{{{{inputs.{source.input}}}}}"
            case "inputs":
                name = next((each for each in reversed(ref.path) if _NAME.match(each)), "input")
                return f"{{{{inputs.{self.graph.declare(name, {'type': 'string', 'default': ''})}}}}}"
            case "values":
                return self._of_values(source, ref, node, depth)
            case "through":
                return self._through(source, ref, node, depth)
            case "item":
                inner = "".join(f".{each}" for each in ref.path if _NAME.fullmatch(each))
                is_inside = node is not None and node.loop == source.key
                return f"{{{{inputs.item{inner}}}}}" if is_inside and self._gives_item(source.key) else None
            case "text" | "page" | "any" if self._is_before(source, node):
                tail = ".text" if source.gives == "page" else ""
                return f"{{{{steps.{source.id}.result{tail}}}}}"
            case _:
                return None

    def _gives_item(self, loop: str) -> bool:
        self.lifted.setdefault(loop, {})["item"] = "{{item}}"
        return True

    def _of_values(self, source: Node, ref: Ref, node: Node | None, depth: int) -> str | None:
        name = ref.path[0] if ref.path else ""
        value = source.values.get(name)
        if isinstance(value, tuple):
            whole = self._of_parts(cast("tuple[Any, ...]", value), node, depth)
            source.is_seen = source.is_seen or whole is not None
            return whole
        if is_plain(value):
            return f"{{{{inputs.{self.graph.declare(name, schema_of(name, value))}}}}}"
        return self._through(source, ref, node, depth)

    def _of_parts(self, parts: tuple[Any, ...], node: Node | None, depth: int) -> str | None:
        """Return a text of another node; what it looks at in vain stands in it as it is written."""
        said: list[str] = []
        for part in parts:
            if isinstance(part, str):
                said.append(_literal(part))
                continue
            found = self.resolve(part, node, depth + 1)
            if found is None and not any(isinstance(each, str) and each.strip() for each in parts):
                return None
            said.append(found or self._as_text(part, node))
        whole = _joined_texts(said)
        return whole if whole and len(whole) <= LONGEST_PROMPT else None

    def _through(self, source: Node, ref: Ref, node: Node | None, depth: int) -> str | None:
        if not self._before:
            self._before = {key: [] for key in self.graph.nodes}
            for edge in self.graph.edges:
                if edge.source not in self._before[edge.target]:
                    self._before[edge.target].append(edge.source)
        before = self._before[source.key]
        if len(before) != 1:
            return None
        return self.resolve(Ref(before[0], ref.path, ref.raw), node, depth + 1)

    def _is_before(self, source: Node, node: Node | None) -> bool:
        """Return whether a step is done before another one, or before the loop that one is in."""
        if node is None:
            return source.loop is None
        at: Node | None = node
        while at is not None:
            if source.key in self._all_before(at.key):
                return True
            at = None if at.loop is None else self.graph.nodes[at.loop]
        return False

    def _all_before(self, key: str) -> set[str]:
        if key not in self._above:
            found: set[str] = set()
            left = list(self.waits.get(key, {}))
            while left:
                each = left.pop()
                if each not in found:
                    found.add(each)
                    left += self.waits.get(each, {})
            self._above[key] = found
        return self._above[key]

    def _lift(self, binding: str, loop: str | None) -> str:
        """Return a binding as steps inside a loop say it: what is around the loop is handed in."""
        if loop is None:
            return binding
        if loop not in self._inside:
            self._inside[loop] = {each.id for each in self.graph.nodes.values() if each.loop == loop and each.id}
        own = self._inside[loop]

        def inside(found: re.Match[str]) -> str:
            root, name = found["root"], found["name"]
            if (root == "steps" and name in own) or (root == "inputs" and name in ("item", "item_value")):
                return found[0]
            key = name if root == "inputs" else f"{name}_result"
            outer = f"{{{{inputs.{name}}}}}" if root == "inputs" else f"{{{{steps.{name}.result}}}}"
            self.lifted.setdefault(loop, {})[key] = self._lift(outer, self.graph.nodes[loop].loop)
            return f"inputs.{key}"

        lifted = _BINDING.sub(inside, binding)
        return re.sub(r"(inputs\.\w+_result)\.result", r"\1", lifted)
