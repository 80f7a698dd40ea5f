"""Tools: the words manifests use for them, and the capabilities that are meant."""

from __future__ import annotations

import re
from collections.abc import Iterable

READING = ("core.read_file", "core.grep_search", "core.file_search", "core.list_dir")
"""What an agent may use whose manifest names no tools."""
WRITING = ("core.write_file", "core.edit_file", "core.append_file", "core.apply_patch", "core.move_file")
EXEC = "core.exec"

_WORDS: dict[str, tuple[str, ...]] = {
    "Read": ("core.read_file",),
    "Write": WRITING,
    "Edit": ("core.edit_file", "core.apply_patch"),
    "MultiEdit": ("core.edit_file", "core.apply_patch"),
    "Grep": ("core.grep_search",),
    "Glob": ("core.file_search",),
    "LS": ("core.list_dir",),
    "Bash": (EXEC,),
    "WebFetch": ("core.web_fetch",),
    "WebSearch": ("core.web_search",),
}
WORDS = tuple(_WORDS)
"""The short names, as other tools write them too."""

_FORMER: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("run_shell_command", "run_command", "run_safe_command", "shell.run", "shell"), (EXEC,)),
    **dict.fromkeys(("execute_command", "execute_shell_script"), (EXEC,)),
    **dict.fromkeys(("list_directory", "file.list"), ("core.list_dir",)),
    **dict.fromkeys(("search_file_content", "file.search"), ("core.grep_search",)),
    "glob": ("core.file_search",),
    **dict.fromkeys(("read_many_files", "file.read"), ("core.read_file",)),
    "file.write": WRITING,
    "create_file": ("core.write_file",),
    **dict.fromkeys(("replace", "file.edit"), _WORDS["Edit"]),
    "file.delete": ("core.delete_file",),
    "google_web_search": ("core.web_search",),
    "save_memory": ("core.memory_save",),
    **dict.fromkeys(("collect_user_profile", "collect_project_context"), ("core.ask_user",)),
}
"""Names that agents of the original Conductor, and of the tools around it, have for what there is here too."""
_TEAMS = frozenset({"suggest_team_template", "apply_team_template", "list_team_templates", "create_example_project"})
_STATE = frozenset({"get_state", "update_state", "save_state", "load_state"})

CORE = frozenset(
    {
        *("append_file", "apply_patch", "ask_user", "cancel_scheduled", "create_note", "create_workflow", "delegate"),
        *("delete_file", "edit_file", "exec", "extract_archive", "file_search", "find_capabilities", "gather_text"),
        *("generate_image", "grep_search", "list_dir", "list_notes", "list_scheduled", "list_workflows", "memory_save"),
        *("memory_search", "move_file", "now", "read_artifact", "read_file", "read_note", "retrieve_context"),
        *("run_workflow", "save_artifact", "schedule_task", "show_workflow", "web_fetch", "web_search", "write_file"),
    }
)
"""What the core app brings, by the names a manifest may use."""

_DOTTED = re.compile(r"[a-z][a-z0-9_]{0,39}\.[a-z][a-z0-9_]{0,63}")


def capabilities_of(name: str) -> tuple[str, ...] | None:
    """The capabilities a tool's name stands for; none when it means nothing."""
    if (meant := _WORDS.get(name) or _FORMER.get(name)) is not None:
        return meant
    if name in CORE:
        return (f"core.{name}",)
    app, _, rest = name.partition(".")
    if app == "core":
        return (name,) if rest in CORE else None
    return (name,) if _DOTTED.fullmatch(name) else None


def is_former(name: str) -> bool:
    """Whether a tool's name is one from before, which its agent's words may use as well."""
    return name in _FORMER


def absence_of(name: str) -> str:
    """The finding that says why there is no such tool here, and what there is instead."""
    if name in _TEAMS:
        return "tool_of_teams"
    if name in _STATE:
        return "tool_of_state"
    return "tool_of_mcp" if name.startswith("mcp__") else "tool_left_out"


def tools_of(names: Iterable[str]) -> list[str]:
    """The capabilities of several tools, each once, in order; names that mean nothing are left out."""
    return list(dict.fromkeys(each for name in names for each in capabilities_of(name) or ()))


def may_write(tools: Iterable[str]) -> bool:
    """Whether some of these capabilities change files."""
    return not {*WRITING, "core.delete_file", "core.extract_archive"}.isdisjoint(tools)
