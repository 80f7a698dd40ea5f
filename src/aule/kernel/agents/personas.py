"""The four built-in personas. They can be cloned and adjusted, not deleted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from importlib.resources import files

from aule.contracts.access.agent import Agent, Allowed, ModelChoice, Role
from aule.contracts.errors import NotFound

_READING = [
    "core.read_file",
    "core.list_dir",
    "core.grep_search",
    "core.file_search",
    "core.retrieve_context",
    "core.gather_text",
    "core.list_notes",
    "core.read_note",
    "core.read_artifact",
]
_THINKING = ["core.memory_search", "core.memory_save", "core.now", "core.ask_user", "core.find_capabilities"]


@cache
def builtin_personas() -> tuple[Agent, ...]:
    """Return assistant, researcher, creator and coder."""
    return (
        Agent(
            id="assistant",
            name="Assistant",
            description="Everyday help: notes, files, answers.",
            persona_text=_text("assistant"),
            icon="bot",
            color="blue",
            builtin=True,
        ),
        Agent(
            id="researcher",
            name="Researcher",
            description="Finds out and says where it stands. Reads only.",
            persona_text=_text("researcher"),
            icon="search",
            color="emerald",
            capabilities=Allowed(allow=[*_READING, *_THINKING, "core.web_search", "core.web_fetch", "core.delegate"]),
            builtin=True,
        ),
        Agent(
            id="creator",
            name="Creator",
            description="Writes and illustrates.",
            persona_text=_text("creator"),
            icon="palette",
            color="violet",
            model=ModelChoice(role=Role.CREATIVE),
            capabilities=Allowed(
                allow=[
                    *_READING,
                    *_THINKING,
                    "core.write_file",
                    "core.append_file",
                    "core.edit_file",
                    "core.create_note",
                    "core.generate_image",
                    "core.save_artifact",
                ]
            ),
            builtin=True,
        ),
        Agent(
            id="coder",
            name="Coder",
            description="Reads and changes code in the project.",
            persona_text=_text("coder"),
            icon="code",
            color="amber",
            model=ModelChoice(role=Role.CODE),
            capabilities=Allowed(allow=["core.*"], deny=["core.generate_image"]),
            builtin=True,
        ),
    )


async def with_persona(agent: Agent, find: Callable[[str], Awaitable[Agent]], locale: str) -> Agent:
    """Return an agent with the text of the persona it builds on before its own; a persona that is gone has none."""
    if agent.persona_id is None:
        return agent
    try:
        above = await find(agent.persona_id)
    except NotFound:
        return agent
    whole = "\n\n".join(each for each in (above.persona_in(locale), agent.persona_in(locale)) if each)
    return agent.model_copy(update={"persona_text": whole, "persona_texts": {}})


def _text(name: str) -> str:
    return files("aule.kernel.agents").joinpath("persona_texts", f"{name}.md").read_text(encoding="utf-8").strip()
