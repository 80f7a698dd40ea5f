"""An agent as a file tells it: nothing of it is run, and no right comes with it that was not there before."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from aule.apps.studio.words import say
from aule.contracts.model import JsonObject
from aule.sdk import errors
from aule.sdk.agents import Capability, UnreadableText, check_text, permitted, read_yaml

LARGEST = 256 * 1024
"""Characters of a file that describes an agent."""
LONGEST_TEXT = 60_000
"""Characters of an agent's instructions."""
NOTHING = ["core.ask_user"]
"""The tools of an agent whose file names none that exist here: it can ask, and nothing else."""
_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)^---[ \t]*\r?$\n?", re.DOTALL | re.MULTILINE)
_TOOL = re.compile(r"[A-Za-z_][\w.:/*-]*(?:\([^()\n]*\))?")
WORDS: Mapping[str, Sequence[str]] = {
    "read": ("core.read_file",),
    "write": ("core.write_file", "core.append_file"),
    "edit": ("core.edit_file",),
    "multiedit": ("core.edit_file",),
    "grep": ("core.grep_search",),
    "glob": ("core.file_search",),
    "ls": ("core.list_dir",),
    "bash": ("core.exec",),
    "shell": ("core.exec",),
    "webfetch": ("core.web_fetch",),
    "websearch": ("core.web_search",),
    "task": ("core.delegate",),
    "askuserquestion": ("core.ask_user",),
}
"""What tools of other programs are here."""


@dataclass(slots=True)
class Imported:
    """What a file says about an agent, on its way to becoming one."""

    format: str
    locale: str
    name: str = ""
    fields: JsonObject = field(default_factory=dict[str, Any])
    kept: JsonObject = field(default_factory=dict[str, Any])
    """What means nothing here, as it came."""
    notes: list[str] = field(default_factory=list[str])
    """What a person should know: what was left out, narrowed or only kept."""

    def note(self, key: str, **values: object) -> None:
        """Tell something about the file, once."""
        said = say(key, self.locale, **values)
        if said not in self.notes:
            self.notes.append(said)

    def take_text(self, text: str) -> None:
        """Take the instructions, whole."""
        text = text.strip()
        if len(text) > LONGEST_TEXT:
            raise errors.TooLarge(say("text_too_long", self.locale, most=LONGEST_TEXT, count=len(text)), field="text")
        hidden = sum(unicodedata.category(each) == "Cf" and each != "\u200d" for each in text)
        if hidden:
            self.note("hidden_characters", count=hidden)
        self.fields["persona_text"] = text

    def take_name(self, name: object, description: object) -> None:
        """Take the name and the description; what is too long for a line goes before the instructions."""
        if isinstance(name, str) and name.strip():
            self.name = " ".join(name.split())[:80]
        if isinstance(description, str) and description.strip():
            whole = " ".join(description.split())
            self.fields["description"] = whole if len(whole) <= 500 else f"{whole[:499]}…"
            if len(whole) > 500:
                self.kept["description"] = description
                self.note("description_cut")

    def take_tools(self, named: Sequence[str], known: Sequence[Capability]) -> None:
        """Narrow the tools to those a file names; one with a pattern of its own is left out, never widened."""
        found: list[str] = []
        for tool in named:
            meant = _meant(tool, known)
            if meant:
                found += [each for each in meant if each not in found]
            else:
                self.note("tool_pattern" if "(" in tool else "tool_unknown", name=tool[:120])
        self.fields["capabilities"] = {"allow": found or NOTHING, "deny": []}
        if not found:
            self.note("no_tools")

    def set_flow_aside(self, flow: Any, why: str) -> None:
        """Keep a flow that cannot run here, and tell why the agent does not have it."""
        self.kept["flow_graph"] = flow
        self.note("flow_left_out", why=why)

    def keep_rest(self, values: JsonObject, taken: Collection[str]) -> None:
        """Keep every key that means nothing here, and tell which they are."""
        rest = {key: value for key, value in values.items() if key not in taken and value is not None}
        if rest:
            self.note("kept_aside", keys=", ".join(sorted(rest)))
            self.kept |= rest


def parse_mapping(text: str, locale: str) -> JsonObject:
    """Return the mapping that a YAML or JSON text is; raise `Invalid` where it is something else."""
    try:
        value = read_yaml(text)
    except UnreadableText as error:
        raise errors.Invalid(say("unreadable", locale, why=str(error)), code="unreadable_file") from None
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in cast("dict[Any, Any]", value)):
        raise errors.Invalid(say("no_mapping", locale), code="unreadable_file")
    return cast("JsonObject", value)


def split_front(text: str, locale: str) -> tuple[JsonObject | None, str]:
    """Return the front matter of a Markdown text, where it has one, and the rest."""
    front = _FRONT.match(text)
    if front is None:
        return None, text
    return parse_mapping(front[1], locale) if front[1].strip() else {}, text[front.end() :]


def check_file(text: str, locale: str) -> str:
    """Return the text of a file, if it is one that can be read: not too large, and without control characters."""
    if len(text) > LARGEST:
        raise errors.TooLarge(say("file_too_large", locale, most=LARGEST), field="content")
    text = text.removeprefix("\ufeff")
    try:
        check_text(text)
    except UnreadableText as error:
        raise errors.Invalid(say("unreadable", locale, why=str(error)), code="unreadable_file") from None
    if re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", text):
        raise errors.Invalid(say("control_characters", locale), code="unreadable_file")
    if not text.strip():
        raise errors.Invalid(say("file_empty", locale), code="unreadable_file")
    return text


def tool_names(value: Any) -> list[str] | None:
    """Return the tools a value names: a list, or words with spaces or commas between them; None where it is neither."""
    if isinstance(value, str):
        return _TOOL.findall(value)
    if isinstance(value, list) and all(isinstance(each, str) for each in cast("list[Any]", value)):
        return [each for text in cast("list[str]", value) for each in [text.strip()] if each]
    return None


def _meant(tool: str, known: Sequence[Capability]) -> list[str]:
    """Return the capabilities that a tool's name stands for here."""
    words = WORDS.get(tool.replace("_", "").replace("-", "").lower())
    names = {each.name for each in known if not each.internal}
    if words is not None:
        return [each for each in words if each in names]
    name, parenthesis, _ = tool.partition("(")
    if parenthesis and tool.endswith(")") and name in names:
        return [tool]
    if tool in names or (tool.endswith(".*") and any(permitted(name, _only(tool)) for name in names)):
        return [tool]
    return [f"core.{tool}"] if f"core.{tool}" in names else []


def _only(pattern: str) -> Any:
    from aule.sdk import Allowed  # the kernel, which commands of this app never load

    return Allowed(allow=[pattern])
