"""Forms: the files of a new agent, written from answers so that people can read and change them."""

from __future__ import annotations

import json
import re

from aule.apps.conductor.agents.questions import default_tools
from aule.apps.conductor.sessions.state import State
from aule.apps.conductor.views import AgentAnswers
from aule.apps.conductor.words import say
from aule.contracts.model import JsonObject

_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9._/-]*")
_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


def files_of(answers: AgentAnswers, locale: str, more: JsonObject | None = None) -> dict[str, str]:
    """The files an agent is made of, by name."""
    return {
        "agent.yaml": manifest_text(answers, locale, more),
        "persona.md": persona_text(answers, locale),
        "state.json": state_text(answers),
    }


def manifest_text(answers: AgentAnswers, locale: str, more: JsonObject | None = None) -> str:
    """`agent.yaml`; `more` are keys of the manifest that nobody is asked about."""
    resident = answers.execution_mode == "project_resident"
    tools = answers.tools or list(default_tools({"output_scope": answers.output_scope}))
    lines = [
        f"# {say('manifest_comment', locale)}",
        f"id: {plain(answers.id)}",
        "version: 2.0",
        f"description: {quoted(answers.description)}",
        f"execution_mode: {answers.execution_mode}",
    ]
    if resident:
        lines += [
            "",
            "target_context:",
            f"  project_key: {quoted(answers.project)}",
            f"  # {say('scope_comment' if answers.output_scope else 'read_only_comment', locale)}",
            *_scope_lines(answers.output_scope),
        ]
    lines.append("")
    lines += [f"ai_provider: {plain(answers.provider)}"] if answers.provider else []
    lines += [f"model: {quoted(answers.model)}"] if answers.model else []
    lines += [
        "persona_prompt_path: persona.md",
        "state_file_path: state.json",
        f"available_tools: [{', '.join(plain(name) for name in tools)}]",
        *(f"{key}: {value_text(value)}" for key, value in (more or {}).items()),
    ]
    if answers.task:
        lines += ["", f"execution_task: {_long(answers.task)}"]
    return "\n".join(lines) + "\n"


def persona_text(answers: AgentAnswers, locale: str) -> str:
    """`persona.md`: what was written, or a beginning to go on from."""
    persona = answers.persona.strip()
    if persona.startswith("# "):
        return persona + "\n"
    what = persona or say("persona_default", locale)
    return f"# {answers.id}\n\n{{{{agent_description}}}}\n\n## {say('persona_heading', locale)}\n\n{what}\n"


def state_text(answers: AgentAnswers) -> str:
    """`state.json` with nothing said yet."""
    is_shared = answers.execution_mode == "meta_agent"
    state = State(answers.id, "" if is_shared else answers.environment, "" if is_shared else answers.project)
    return json.dumps(state.as_json(), ensure_ascii=False, indent=2) + "\n"


def quoted(text: str) -> str:
    """A text as YAML reads it back, whatever is in it."""
    return value_text(text)


def value_text(value: object) -> str:
    """A value as YAML reads it back, on one line; no sign is written in two halves, which YAML does not join."""
    shown = json.dumps(value, ensure_ascii=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", shown)


def plain(text: str) -> str:
    """A word without quotes where YAML takes it for one."""
    return text if _PLAIN.fullmatch(text) and text.casefold() not in _WORDS else quoted(text)


def _long(text: str) -> str:
    """A text of several lines as people write it, where that means the same; else in quotes."""
    rows = text.split("\n")
    if len(rows) < 2 or text != text.strip() or not all(row.isprintable() for row in rows):
        return quoted(text)
    return "\n".join(["|-", *(f"  {row}" if row else "" for row in rows)])


def _scope_lines(scope: list[str]) -> list[str]:
    match scope:
        case []:
            return ["  output_scope: null"]
        case [one]:
            return [f"  output_scope: {quoted(one)}"]
        case _:
            return ["  output_scope:", *(f"    - {quoted(each)}" for each in scope)]
