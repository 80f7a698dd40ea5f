"""Tools that a skill names in `allowed-tools`: ours by their names, and those of other programs by what they do.

What a skill may use is only ever less than what the agent may use without it: the names narrow, none gives a right.
"""

from __future__ import annotations

import re

ALWAYS = ("skill.*", "skills.read_skill_file", "core.ask_user", "core.find_capabilities")
"""What stays allowed whatever a skill names: to read it, to ask the person, and to look for what there is."""

_OURS = re.compile(r"^[a-z][a-z0-9_]*\.(?:\*|[a-z][a-z0-9_]*)$")
_ELSEWHERE: dict[str, tuple[str, ...]] = {
    "read": ("core.read_file", "core.list_dir", "core.read_artifact"),
    "ls": ("core.list_dir",),
    "glob": ("core.file_search", "core.list_dir"),
    "grep": ("core.grep_search",),
    "write": ("core.write_file", "core.append_file"),
    "edit": ("core.edit_file",),
    "multiedit": ("core.edit_file", "core.apply_patch"),
    "bash": ("core.exec", "skills.run_script"),
    "shell": ("core.exec", "skills.run_script"),
    "webfetch": ("core.web_fetch",),
    "websearch": ("core.web_search",),
    "task": ("core.delegate",),
    "agent": ("core.delegate",),
    "askuserquestion": (),
    "skill": (),
}


def allowed_by(tools: list[str] | None) -> tuple[list[str] | None, list[str]]:
    """Return the capabilities that named tools mean, as patterns, and the names that mean nothing here.

    A limit in parentheses, `Bash(git:*)`, is not kept: a command asks the person each time anyway.
    """
    if tools is None:
        return None, []
    patterns, unknown = list[str](ALWAYS), list[str]()
    for tool in tools:
        name = tool.partition("(")[0]
        found: tuple[str, ...] | None = _ELSEWHERE.get(name.lower())
        if found is None and name.startswith("mcp__"):
            found = ("mcp.call_tool", "mcp.find_tools")
        if found is None and _OURS.match(name):
            found = (name,)
        if found is None:
            unknown.append(tool)
        patterns += found or ()
    return list(dict.fromkeys(patterns)), unknown
