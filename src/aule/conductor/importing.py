"""Importing: agents of other tools, read as answers for one of ours. Nothing of them is run, no right is taken over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from aule.conductor.documents import Mapped, parse_document, read_text
from aule.conductor.findings import ENGLISH, Finding, Misconfigured, found, warned
from aule.conductor.manifest import provider_of
from aule.conductor.tools import WORDS, capabilities_of
from aule.conductor.workspaces import is_name
from aule.contracts.conductor import AgentAnswers
from aule.contracts.model import JsonObject
from aule.models.catalog import shipped

DEFINITION = "definition.yaml"
LONGEST_PERSONA = 20_000
_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)^---[ \t]*\r?$\n?", re.DOTALL | re.MULTILINE)
_LINE = re.compile(r"^([A-Za-z][A-Za-z0-9_-]*):[ \t]*(.*)$", re.MULTILINE)
_SENTENCE = re.compile(r"(.+?[.!?])(?:\s|$)", re.DOTALL)
_MODES = {"default": "ask", "acceptEdits": "ask", "plan": "propose", "dontAsk": "fail", "bypassPermissions": "ask"}
_CLAUDE_MODELS = {"haiku": "fast", "sonnet": None, "opus": None, "inherit": None}


@dataclass(frozen=True, slots=True)
class Target:
    """Where an imported agent is to live, and what it may write there. Its source has no say in that."""

    environment: str
    project: str
    output_scope: tuple[str, ...] = ()
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    """An agent of another tool as answers, with what nobody is asked about, and what could not be taken over."""

    answers: AgentAnswers
    more: JsonObject
    notes: tuple[Finding, ...] = ()


def import_agent(source: Path, target: Target, *, locale: str = ENGLISH) -> Imported:
    """Read an agent from a folder with `definition.yaml`, that file itself, or a Markdown file with frontmatter."""
    if source.is_dir():
        source = source / DEFINITION
    if source.suffix.lower() in (".yaml", ".yml"):
        return _definition(source, target, locale)
    if source.suffix.lower() == ".md":
        return _markdown(source, target, locale)
    raise Misconfigured([found("not_importable", source)], locale)


def _definition(path: Path, target: Target, locale: str) -> Imported:
    document = parse_document(read_text(path, locale=locale), str(path), locale=locale)
    persona = path.with_name("persona.md")
    text = read_text(persona, locale=locale) if persona.is_file() else ""
    reading = _Reading(str(path), dict(document.value), text)
    timeout = document.number("timeout", 1, 86_400)
    tags = document.texts("tags")
    document.check(locale)
    more: JsonObject = {} if timeout is None else {"timeout_s": timeout}
    if tags:
        more["metadata"] = {"tags": tags}
    return _imported(reading, target, _names(document.value.get("allowed_tools")), more, locale)


def _markdown(path: Path, target: Target, locale: str) -> Imported:
    whole = read_text(path, locale=locale)
    front = _FRONT.match(whole)
    if front is None:
        raise Misconfigured([found("no_frontmatter", path, 1)], locale)
    values, tolerant = _front_values(front.group(1), str(path), locale)
    reading = _Reading(str(path), values, whole[front.end() :])
    reading.notes += [warned("frontmatter_loose", path)] if tolerant else []
    more: JsonObject = {}
    if (turns := _integer(values.get("maxTurns"))) is not None:
        more["max_turns"] = max(1, min(turns, 200))
    mode = values.get("permissionMode")
    if isinstance(mode, str) and mode in _MODES:
        more["on_write"] = _MODES[mode]
        if mode in ("acceptEdits", "bypassPermissions"):
            reading.notes.append(warned("rights_left_out", path, what=f"permissionMode: {mode}"))
    if values.get("isolation") == "worktree":
        more["on_write"] = "propose"
    refused = _names(values.get("disallowedTools")) or []
    tools = _names(values.get("tools"))
    if tools is None and refused:
        tools = ["Read", "Grep", "Glob", "LS", *(["Write"] if target.output_scope else [])]
    kept = None if tools is None else [name for name in tools if name not in refused]
    return _imported(reading, target, kept, more, locale)


class _Reading:
    """What a source says, on its way to answers."""

    def __init__(self, path: str, values: Mapping[str, Any], persona: str) -> None:
        self.path = path
        self.values = values
        self.persona = persona.strip()
        self.notes: list[Finding] = []

    def text(self, key: str) -> str:
        """A value as words."""
        value = self.values.get(key)
        return value.strip() if isinstance(value, str) else ""


def _imported(
    reading: _Reading, target: Target, tools: Sequence[str] | None, more: JsonObject, locale: str
) -> Imported:
    id = target.id or _id_of(reading.text("name") or Path(reading.path).stem)
    if not is_name(id):
        raise Misconfigured([found("not_a_name", reading.path, name=repr(id[:80]))], locale)
    provider, model = _model(reading)
    if len(reading.persona) > LONGEST_PERSONA:
        reading.notes.append(warned("persona_too_long", reading.path, most=LONGEST_PERSONA))
    answers = AgentAnswers(
        environment=target.environment,
        project=target.project,
        output_scope=list(target.output_scope),
        id=id,
        description=_description(reading) or id,
        provider=provider,
        model=model,
        persona=_with_title(reading.persona[:LONGEST_PERSONA], id),
        tools=_tools(reading, tools),
    )
    return Imported(answers, more, tuple(reading.notes))


def _tools(reading: _Reading, names: Sequence[str] | None) -> list[str]:
    """The tools that exist here. One with a pattern is left out: without its pattern it would be more than was said."""
    kept: list[str] = []
    for name in names or ():
        plain = next((word for word in WORDS if word.casefold() == name.casefold()), name)
        if capabilities_of(plain) is None:
            reading.notes.append(warned("tool_left_out", reading.path, name=name[:80]))
        elif plain not in kept:
            kept.append(plain)
    return kept


def _model(reading: _Reading) -> tuple[str | None, str | None]:
    name = reading.text("model")
    if not name:
        return None, None
    if name in _CLAUDE_MODELS:
        if name in ("sonnet", "opus"):
            reading.notes.append(warned("model_left_out", reading.path, name=name))
        return None, _CLAUDE_MODELS[name]
    first, _, rest = name.partition("/")
    if (provider := provider_of(first)) in shipped():
        return provider, rest or None
    if name.startswith("claude-"):
        return "anthropic", name
    reading.notes.append(warned("model_left_out", reading.path, name=name[:80]))
    return None, None


def _description(reading: _Reading) -> str:
    whole = " ".join(reading.text("description").replace("\\n", " ").split())
    if len(whole) <= 500:
        return whole
    reading.notes.append(warned("description_cut", reading.path))
    first = _SENTENCE.match(whole)
    return (first.group(1) if first and len(first.group(1)) <= 500 else whole[:499] + "…").strip()


def _with_title(persona: str, id: str) -> str:
    """A persona that begins with a title, which is the agent's name."""
    return persona if persona.startswith("# ") or not persona else f"# {id}\n\n{persona}"


def _id_of(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:64]


def _names(value: Any) -> list[str] | None:
    """Names in a list, or in a text apart by commas; parentheses keep what is in them."""
    if value is None:
        return None
    if isinstance(value, list):
        return [str(each).strip() for each in cast("list[Any]", value) if str(each).strip()]
    return [part.strip() for part in re.split(r",(?![^(]*\))", str(value)) if part.strip()]


def _integer(value: Any) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, str) and re.fullmatch(r"\d{1,6}", value) else None


def _front_values(text: str, path: str, locale: str) -> tuple[dict[str, Any], bool]:
    """Frontmatter as YAML; as many write it, with colons and angle brackets in plain words, line by line."""
    try:
        document: Mapped = parse_document(text, path, locale=locale)
        return dict(document.value), False
    except Misconfigured:
        found_lines = {match.group(1): match.group(2).strip().strip("\"'") for match in _LINE.finditer(text)}
        if "name" not in found_lines and "description" not in found_lines:
            raise
        return dict(found_lines), True
