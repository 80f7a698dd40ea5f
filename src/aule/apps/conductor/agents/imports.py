"""Importing: agents of other tools, read as answers for one of ours. Nothing of them is run, no right is taken over."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from aule.apps.conductor.agents.exports import OURS, export_name
from aule.apps.conductor.agents.extra_files import extra_files
from aule.apps.conductor.agents.manifest import EXTENSION, provider_of
from aule.apps.conductor.agents.tools import WORDS, absence_of, capabilities_of
from aule.apps.conductor.documents import Mapped, parse_document, read_text
from aule.apps.conductor.findings import ENGLISH, Finding, Misconfigured, found, warned
from aule.apps.conductor.homes.environments import is_name
from aule.apps.conductor.views import AgentAnswers
from aule.apps.conductor.words import say
from aule.contracts.model import JsonObject
from aule.models.providers.catalog import shipped

DEFINITION = "definition.yaml"
LONGEST_PERSONA = 20_000
_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)^---[ \t]*\r?$\n?", re.DOTALL | re.MULTILINE)
_LINE = re.compile(r"^([A-Za-z][A-Za-z0-9_-]*):[ \t]*(.*)$", re.MULTILINE)
_SENTENCE = re.compile(r"(.+?[.!?])(?:\s|$)", re.DOTALL)
_MODES = {"default": "ask", "acceptEdits": "ask", "plan": "propose", "dontAsk": "fail", "bypassPermissions": "ask"}
_CLAUDE_MODELS = {"haiku": "fast", "sonnet": None, "opus": None, "inherit": None}
ASIDE = "x-imported"
"""The key of a manifest with what its source said besides."""
_UNTOLD = frozenset({"name", "version", "schema_version", "description", "model", "color", "emoji"})
"""Keys that are kept without a word: nobody expects them to do something."""
_MEMORY = re.compile(r"^<!-- memory: ([A-Za-z0-9][\w.-]{0,80}\.md) -->$", re.MULTILINE)
_SCOPE_SAID = re.compile(
    "(?:"
    + "|".join(
        re.escape(say(name, locale, scope="{scope}")).replace(re.escape("{scope}"), "`[^\n]*`")
        for name in ("export_scope", "export_read_only")
        for locale in ("en", "pt")
    )
    + r")\s*\Z"
)
"""What an export says of a scope, at its end: it was another one."""

_WITHOUT_RIGHTS = ("output_artifact", "output_directory", "timeout_s", "config", "metadata")
"""Keys of a manifest of ours that come back with it: they allow nothing."""
MOST_TOOLS = 50
_LONGEST_MODEL = 200


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
    """Keys of the manifest; what means nothing here is among them, as it came."""
    notes: tuple[Finding, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """Files that come along, by their path in the agent's folder."""


def import_agent(source: Path, target: Target, *, locale: str = ENGLISH) -> Imported:
    """Read an agent from a folder with `definition.yaml`, that file itself, or a Markdown file with frontmatter."""
    if source.is_dir():
        return _definition(source / DEFINITION, target, locale, has_files=True)
    if source.suffix.lower() in (".yaml", ".yml"):
        return _definition(source, target, locale)
    if source.suffix.lower() == ".md":
        return _markdown(source, target, locale)
    raise Misconfigured([found("not_importable", source)], locale)


def _definition(path: Path, target: Target, locale: str, *, has_files: bool = False) -> Imported:
    document = parse_document(read_text(path, locale=locale), str(path), locale=locale)
    persona = path.with_name("persona.md")
    text = read_text(persona, locale=locale) if persona.is_file() else ""
    reading = _Reading(str(path), dict(document.value), text)
    timeout = document.number("timeout", 1, 86_400)
    tags = document.texts("tags")
    document.check(locale)
    reading.taken |= {"timeout", "tags", *_named_in(reading.values, "allowed_tools")}
    reading.more |= {} if timeout is None else {"timeout_s": timeout}
    reading.more |= {"metadata": {"tags": tags}} if tags else {}
    if has_files:
        reading.files, left = extra_files(path.parent, (path.name, "persona.md"), locale=locale)
        reading.notes += left
    return _imported(reading, target, _names(document.value.get("allowed_tools")), locale)


def _markdown(path: Path, target: Target, locale: str) -> Imported:
    whole = read_text(path, locale=locale)
    front = _FRONT.match(whole)
    if front is None:
        raise Misconfigured([found("no_frontmatter", path, 1)], locale)
    values, tolerant = _front_values(front.group(1), str(path), locale)
    reading = _Reading(str(path), values, whole[front.end() :])
    if tolerant:
        reading.notes.append(warned("frontmatter_loose", path))
        reading.aside["frontmatter"] = front.group(1)
    _take_rights(reading)
    refused = _names(values.get("disallowedTools")) or []
    tools = _names(values.get("tools"))
    reading.taken |= _named_in(values, "tools")
    if tools is None and refused:
        tools = ["Read", "Grep", "Glob", "LS", *(["Write"] if target.output_scope else [])]
    kept = None if tools is None else [name for name in tools if name not in refused]
    ours: Any = values.get(OURS)
    if isinstance(ours, dict):
        kept = _take_ours(reading, cast("JsonObject", ours), kept)
    reading.take_memory()
    return _imported(reading, target, kept, locale)


def _take_rights(reading: _Reading) -> None:
    """What a frontmatter says about writing and turns: never more than is asked here."""
    values, more = reading.values, reading.more
    if (turns := _integer(values.get("maxTurns"))) is not None:
        more["max_turns"] = max(1, min(turns, 200))
        reading.taken |= {"maxTurns"} if more["max_turns"] == turns else set()
    mode = values.get("permissionMode")
    if isinstance(mode, str) and mode in _MODES:
        more["on_write"] = _MODES[mode]
        reading.taken.add("permissionMode")
        if mode in ("acceptEdits", "bypassPermissions"):
            reading.notes.append(warned("rights_left_out", reading.path, what=f"permissionMode: {mode}"))
    if values.get("isolation") == "worktree":
        more["on_write"] = "propose"


def _take_ours(reading: _Reading, ours: JsonObject, tools: list[str] | None) -> list[str] | None:
    """Take over what an agent of ours had besides its frontmatter. Its rights stay behind: they are given anew."""
    reading.taken.add(OURS)
    rest = dict(ours)
    for key in [key for key in rest if key.startswith(EXTENSION) or (key in _WITHOUT_RIGHTS and _fits(key, rest[key]))]:
        reading.more[key] = rest.pop(key)
    reading.ours = {key: value for key in ("id", "ai_provider", "model") if isinstance(value := rest.get(key), str)}
    task = rest.get("execution_task")
    if isinstance(task, str) and len(task) <= LONGEST_PERSONA:
        reading.task = rest.pop("execution_task")
    target: Any = rest.get("target_context")
    scope = cast("JsonObject", target).get("output_scope") if isinstance(target, dict) else None
    rights = {"output_scope": scope, "on_write": rest.get("on_write"), "exec": rest.get("exec")}
    for right, value in rights.items():
        if value:
            told = json.dumps(value, ensure_ascii=False)
            reading.notes.append(warned("rights_anew", reading.path, what=f"{right}: {told}"))
    same = {"description": reading.values.get("description"), "max_turns": reading.more.get("max_turns")}
    reading.aside[OURS] = {key: value for key, value in rest.items() if key not in same or same[key] != value}
    return _own_tools(rest, tools)


def _fits(key: str, value: Any) -> bool:
    """Whether a manifest may say this."""
    match key:
        case "timeout_s":
            return isinstance(value, int | float) and not isinstance(value, bool) and 1 <= value <= 86_400
        case "config" | "metadata":
            return isinstance(value, dict)
        case _:
            return isinstance(value, str) and len(value) <= 1_000


def _own_tools(ours: JsonObject, tools: list[str] | None) -> list[str] | None:
    """The tools of a frontmatter, and those of ours that no word in it could stand for."""
    words = {each for word in WORDS for each in capabilities_of(word) or ()}
    own = [
        name for name in _names(ours.get("available_tools")) or [] if words.isdisjoint(capabilities_of(name) or words)
    ]
    return [*tools, *own] if tools is not None else None


class _Reading:
    """What a source says, on its way to answers."""

    def __init__(self, path: str, values: Mapping[str, Any], persona: str) -> None:
        self.path = path
        self.values = values
        self.persona = persona.strip()
        self.task = ""
        self.more: JsonObject = {}
        self.ours: dict[str, str] = {}
        """What the agent was called and asked when it was one of ours."""
        self.aside: JsonObject = {}
        """What is kept and means nothing here."""
        self.files: dict[str, bytes] = {}
        self.taken: set[str] = set()
        """Keys of which nothing has to be kept besides."""
        self.notes: list[Finding] = []

    def text(self, key: str) -> str:
        """A value as words."""
        value = self.values.get(key)
        return value.strip() if isinstance(value, str) else ""

    def take_memory(self) -> None:
        """Take the sentence about the scope out of a persona that was exported, and its memory into files."""
        if (said := _SCOPE_SAID.search(self.persona)) is not None:
            self.persona = self.persona[: said.start()].strip()
            self.aside |= {} if self.ours else {"scope": said[0]}  # ours has it among its rights
        first, *parts = _MEMORY.split(self.persona)
        self.persona = first.strip()
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            before = self.files.get(f"memory/{name}", b"")
            self.files[f"memory/{name}"] = before + f"{text.strip()}\n".encode()

    def keep_rest(self) -> None:
        """Keep every key of the source that has no place here, in the manifest, as it came."""
        rest = {key: value for key, value in self.values.items() if key not in self.taken and value is not None}
        told = [key for key in rest if key not in _UNTOLD]
        if told:
            self.notes.append(warned("kept_aside", self.path, keys=", ".join(told), key=ASIDE))
        before: Any = self.more.get(ASIDE)
        earlier = cast("JsonObject", before) if isinstance(before, dict) else {} if before is None else {ASIDE: before}
        aside = {**earlier, **self.aside, **rest}
        if aside:
            self.more[ASIDE] = aside


def _imported(reading: _Reading, target: Target, tools: Sequence[str] | None, locale: str) -> Imported:
    id = target.id or reading.ours.get("id") or _id_of(reading.text("name") or Path(reading.path).stem)
    if not is_name(id):
        raise Misconfigured([found("not_a_name", reading.path, name=repr(id[:80]))], locale)
    is_own_name = reading.text("name") in (id, export_name(id))
    reading.taken |= {"name"} if is_own_name else set()
    provider, model = _model(reading)
    persona = _with_title(reading.persona, id)
    if len(persona) > LONGEST_PERSONA:
        reading.notes.append(warned("persona_too_long", reading.path, most=LONGEST_PERSONA))
        reading.files["persona.md"] = f"{persona}\n".encode()
    answers = AgentAnswers(
        environment=target.environment,
        project=target.project,
        output_scope=list(target.output_scope),
        id=id,
        description=_description(reading) or id,
        provider=provider,
        model=model,
        persona=persona[:LONGEST_PERSONA],
        tools=_tools(reading, tools),
        task=reading.task,
    )
    reading.keep_rest()
    return Imported(answers, reading.more, tuple(reading.notes), reading.files)


def _tools(reading: _Reading, names: Sequence[str] | None) -> list[str]:
    """The tools that exist here. One with a pattern is left out: without its pattern it would be more than was said."""
    kept: list[str] = []
    for name in names or ():
        plain = next((word for word in WORDS if word.casefold() == name.casefold()), name)
        if capabilities_of(plain) is None or (len(kept) == MOST_TOOLS and plain not in kept):
            reading.notes.append(warned(absence_of(plain), reading.path, name=name[:500]))
        elif plain not in kept:
            kept.append(plain)
    return kept


def _model(reading: _Reading) -> tuple[str | None, str | None]:
    name = reading.text("model")
    if name in ("", "inherit") and reading.ours:
        reading.taken.add("model")
        provider, model = reading.ours.get("ai_provider"), reading.ours.get("model")
        is_known = provider is None or (len(provider) <= 64 and provider_of(provider) is not None)
        return provider if is_known else None, model if model and len(model) <= _LONGEST_MODEL else None
    if not name:
        return None, None
    if name in _CLAUDE_MODELS:
        if name in ("sonnet", "opus"):
            reading.notes.append(warned("model_left_out", reading.path, name=name))
        return None, _CLAUDE_MODELS[name]
    first, _, rest = name[:_LONGEST_MODEL].partition("/")
    if len(name) <= _LONGEST_MODEL and (provider := provider_of(first)) in shipped():
        reading.taken.add("model")
        return provider, rest or None
    if name.startswith("claude-") and len(name) <= _LONGEST_MODEL:
        reading.taken.add("model")
        return "anthropic", name
    reading.notes.append(warned("model_left_out", reading.path, name=name[:80]))
    return None, None


def _description(reading: _Reading) -> str:
    whole = " ".join(reading.text("description").replace("\\n", " ").split())
    if len(whole) <= 500:
        reading.taken |= {"description"} if whole and whole == reading.text("description") else set()
        return whole
    reading.notes.append(warned("description_cut", reading.path))
    first = _SENTENCE.match(whole)
    return (first.group(1) if first and len(first.group(1)) <= 500 else whole[:499] + "…").strip()


def _with_title(persona: str, id: str) -> str:
    """A persona that begins with a title, which is the agent's name."""
    return persona if persona.startswith("# ") or not persona else f"# {id}\n\n{persona}"


def _id_of(name: str) -> str:
    """An id made of a name: letters lose their accents, anything else becomes a hyphen."""
    letters = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    return re.sub(r"[^A-Za-z0-9._-]+", "-", letters).strip("-.")[:64]


def _names(value: Any) -> list[str] | None:
    """Names in a list, or in a text apart by commas; parentheses keep what is in them."""
    if value is None:
        return None
    if isinstance(value, list):
        return [str(each).strip() for each in cast("list[Any]", value) if str(each).strip()]
    return [part.strip() for part in re.split(r",(?![^(]*\))", str(value)) if part.strip()]


def _named_in(values: Mapping[str, Any], key: str) -> set[str]:
    """The key itself, where nothing but names stand there."""
    value = values.get(key)
    items = cast("list[Any]", value) if isinstance(value, list) else [value]
    return {key} if all(isinstance(each, str) for each in items) else set()


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
