"""Manifests: `agent.yaml`, what an agent is, which tools it has, and where it may write (D.1)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, cast

from aule.apps.conductor.agents.tools import READING, absence_of, capabilities_of, tools_of
from aule.apps.conductor.documents import Mapped, read_document
from aule.apps.conductor.findings import ENGLISH, Finding
from aule.apps.conductor.homes.environments import is_name
from aule.contracts.access.agent import Role
from aule.contracts.access.capability import OnWrite
from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.contracts.runs.bounds import Execution
from aule.models.providers.catalog import shipped
from aule.sandbox.globs import check_pattern, refuse_many

FILE = "agent.yaml"
MIGRATE = "aule agent migrate"
"""What turns manifests of version 1 into those of version 2."""
EXTENSION = "x-"
"""How keys begin that are kept and mean nothing here."""
Mode = Literal["project_resident", "meta_agent"]
PLACEHOLDERS = ("output_artifact", "output_directory", "input_file")
PLACEHOLDER = re.compile(r"\$\{([A-Za-z_]+)\}")

_ALIASES = {
    "claude": "anthropic",
    "gemini": "google",
    "gpt": "openai",
    "chatgpt": "openai",
    "grok": "xai",
    "llama.cpp": "llamacpp",
    "lm-studio": "lmstudio",
}
_KEYS = frozenset(
    {
        *("id", "version", "description", "execution_mode", "target_context", "ai_provider", "model"),
        *("persona_prompt_path", "state_file_path", "available_tools", "tools", "execution_task", "output_artifact"),
        *("output_directory", "on_write", "exec", "max_turns", "timeout_s", "config", "metadata"),
    }
)
_PROVIDER = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_VERSION = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){0,2}")


@dataclass(frozen=True, slots=True)
class Manifest:
    """An agent as its file says."""

    folder: Path
    id: str
    description: str
    mode: Mode
    project_key: str | None
    scope: tuple[str, ...] = ()
    """Globs of what it may write; none at all means that it only reads."""
    provider: str | None = None
    """A provider by the name the catalog has for it."""
    model: str | None = None
    role: Role | None = None
    persona_path: Path = Path()
    state_path: Path = Path()
    tools: tuple[str, ...] = READING
    """Capabilities, by their full names."""
    tool_names: tuple[str, ...] = ()
    """The tools as the file calls them, also those there are none of here."""
    task: str = ""
    output_artifact: str | None = None
    output_directory: str | None = None
    on_write: OnWrite | None = None
    exec: Execution | None = None
    max_turns: int | None = None
    timeout_s: float | None = None
    config: JsonObject = field(default_factory=dict[str, Any])
    metadata: JsonObject = field(default_factory=dict[str, Any])
    notes: tuple[Finding, ...] = ()
    """What is worth knowing about the file, though it can be used."""
    lines: Mapping[str, int] = field(default_factory=dict[str, int], repr=False)

    @property
    def path(self) -> Path:
        """The file itself."""
        return self.folder / FILE

    @property
    def is_bound(self) -> bool:
        """Whether it belongs to one project; a resident whose manifest does not say so only reads."""
        return self.mode == "project_resident" and (self.project_key is not None or bool(self.scope))

    @property
    def output(self) -> str | None:
        """The file it makes when nobody says otherwise."""
        if self.output_artifact is None:
            return None
        folder = (self.output_directory or "").strip("/")
        return f"{folder}/{self.output_artifact}" if folder else self.output_artifact

    def task_for(self, input_file: str | None = None) -> str:
        """The task of the manifest with its placeholders filled in; those nobody fills stay as they are."""
        values = {
            "output_artifact": self.output_artifact,
            "output_directory": self.output_directory,
            "input_file": input_file,
        }
        return PLACEHOLDER.sub(lambda match: values.get(match.group(1)) or match.group(0), self.task)


def read_manifest(folder: Path, *, shown: str | None = None, locale: str = ENGLISH) -> Manifest:
    """The manifest in an agent's folder; raises with file and line when it cannot be used."""
    document = read_document(folder / FILE, shown=shown or str(folder / FILE), locale=locale)
    _check_version(document, locale)
    document.unknown({*_KEYS, *(key for key in document.value if key.startswith(EXTENSION))}, is_error=False)
    id = _id(document, folder)
    description = document.text("description", required=True, longest=500)
    mode = document.choice("execution_mode", ("project_resident", "meta_agent"), required=True)
    project_key, scope = _target(document, mode)
    provider, model, role = _model(document)
    key = "tools" if not document.has("available_tools") and document.has("tools") else "available_tools"
    names = document.texts(key, most=50)
    turns = document.number("max_turns", 1, 200)
    manifest = Manifest(
        folder=folder,
        id=id or folder.name,
        description=(description or "").strip(),
        mode=cast("Mode", mode or "project_resident"),
        project_key=project_key,
        scope=scope,
        provider=provider,
        model=model,
        role=role,
        persona_path=_inside(document, "persona_prompt_path", "persona.md", folder),
        state_path=_inside(document, "state_file_path", "state.json", folder),
        tools=_tools(document, key, names),
        tool_names=tuple(names or ()),
        task=document.text("execution_task") or "",
        output_artifact=_output(document, "output_artifact"),
        output_directory=_output(document, "output_directory"),
        on_write=cast("OnWrite | None", document.choice("on_write", ("fail", "propose", "ask", "apply"))),
        exec=_exec(document),
        max_turns=None if turns is None else int(turns),
        timeout_s=document.number("timeout_s", 1, 86_400),
        config=_free(document, "config"),
        metadata=_free(document, "metadata"),
        lines={key: line for key in document.value if (line := document.line(key)) is not None},
    )
    document.check(locale)
    return replace(manifest, notes=tuple(document.findings))


def provider_of(name: str) -> str | None:
    """The provider a word stands for; none when it cannot be one."""
    plain = name.strip().casefold()
    known = _ALIASES.get(plain, plain)
    return known if _PROVIDER.fullmatch(known) else None


def bad_glob(patterns: Sequence[str]) -> str | None:
    """The first glob of a scope that cannot be used; none when all can."""
    for place, pattern in enumerate(patterns, start=1):
        try:
            refuse_many(patterns[:place])
            check_pattern(pattern)
        except Invalid:
            return pattern
    return None


def _check_version(document: Mapped, locale: str) -> None:
    """Versions are decided on first: nothing else of an older file means what it seems to."""
    value = document.value.get("version")
    if value is None:
        document.wrong("missing_key", "version")
    elif isinstance(value, bool) or not isinstance(value, str | int | float) or not _VERSION.fullmatch(str(value)):
        document.wrong("not_a_version", "version", value=repr(value))
    else:
        major = int(str(value).partition(".")[0])
        if major < 2:
            document.wrong("old_version", "version", value=value, command=MIGRATE)
        elif major > 2:
            document.wrong("new_version", "version", value=value)
    document.check(locale)


def _id(document: Mapped, folder: Path) -> str | None:
    id = document.text("id", required=True, longest=200)
    if id is None:
        return None
    if not is_name(id):
        document.wrong("not_a_name", "id", name=repr(id))
    elif id != folder.name:
        document.wrong("id_is_not_the_folder", "id", id=repr(id), folder=repr(folder.name))
    return id


def _target(document: Mapped, mode: str | None) -> tuple[str | None, tuple[str, ...]]:
    target = document.mapping("target_context")
    if target is None:
        if mode == "project_resident" and not document.has("target_context"):
            document.doubtful("no_target_context", "execution_mode")
        return None, ()
    target.unknown({"project_key", "output_scope"}, is_error=True)
    key = target.text("project_key", required=mode == "project_resident", longest=200)
    if key is not None and not is_name(key):
        target.wrong("not_a_name", "project_key", name=repr(key))
    scope = target.texts("output_scope") or []
    if (bad := bad_glob(scope)) is not None:
        target.wrong("not_a_scope", "output_scope", glob=repr(bad[:80]))
    elif scope and all(each.startswith("!") for each in scope):
        target.wrong("only_exceptions", "output_scope")
    return key, tuple(scope)


def _model(document: Mapped) -> tuple[str | None, str | None, Role | None]:
    written = document.text("ai_provider", longest=100)
    provider = None if written is None else provider_of(written)
    if written is not None and provider is None:
        document.wrong("not_a_provider", "ai_provider", value=repr(written))
    elif provider is not None and provider not in shipped():
        document.doubtful("unlisted_provider", "ai_provider", value=repr(provider), known=", ".join(shipped()))
    model = document.text("model", longest=200)
    if model is None or not model.strip():
        return provider, None, None
    if model in set(Role):
        return provider, None, Role(model)
    first, _, rest = model.partition("/")
    if provider is None and provider_of(first) in shipped():
        return provider_of(first), rest or None, None
    return provider, model, None


def _tools(document: Mapped, key: str, names: list[str] | None) -> tuple[str, ...]:
    """The capabilities of the tools that are named; of those there are none of, it is told, and the agent goes without.

    Where none are named, it reads.
    """
    if names is None:
        return READING
    for name in names:
        if capabilities_of(name) is None:
            document.doubtful(absence_of(name), key, name=repr(name))
    return tuple(tools_of(names))


def _exec(document: Mapped) -> Execution | None:
    """A word of three; YAML writers also say `off` and `false`."""
    if document.value.get("exec") is False:
        return "off"
    return cast("Execution | None", document.choice("exec", ("off", "ask", "sandbox")))


def _inside(document: Mapped, key: str, default: str, folder: Path) -> Path:
    written = document.text(key, longest=200)
    name = default if written is None or not written.strip() else written.strip()
    path = Path(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name or name.startswith("~"):
        document.wrong("leaves_the_home", key, value=repr(name))
        return folder / default
    if not Path(os.path.realpath(folder / path.parent)).is_relative_to(os.path.realpath(folder)):
        document.wrong("leaves_the_home", key, value=repr(name))
    return folder / path


def _output(document: Mapped, key: str) -> str | None:
    text = document.text(key, longest=1_000)
    return text.strip() if text is not None and text.strip() else None


def _free(document: Mapped, key: str) -> JsonObject:
    value = document.mapping(key)
    return {} if value is None else dict(value.value)
