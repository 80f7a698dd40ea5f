"""The agents of the planner: three that only look, and one that works."""

from __future__ import annotations

from importlib.resources import files

from aule.apps.planner.app import planner
from aule.sdk import Agent, Allowed, Budget, ModelChoice, Policy, Role

LOOKING = [
    "core.retrieve_context",
    "core.grep_search",
    "core.read_file",
    "core.list_dir",
    "core.file_search",
]
"""All that planning may use: it reads, and changes nothing (PL-2)."""

_SECRETS = ("**/.env*", "**/*.pem", "**/*.key", "**/id_rsa*", "**/id_ed25519*", "**/.npmrc", "**/.netrc")
_READING_ONLY = Policy(deny=[f"core.read_file({pattern})" for pattern in _SECRETS], on_write="fail")


def _text(name: str) -> str:
    return files("aule.apps.planner").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8").strip()


planner.agent(
    Agent(
        id="planner",
        name="Planner",
        description="Turns a request into a plan you can read, change and approve. Reads only.",
        persona_text=_text("planner"),
        icon="compass",
        color="indigo",
        capabilities=Allowed(allow=LOOKING),
        policy=_READING_ONLY,
        budget=Budget(max_turns=16, max_tokens=120_000),
    )
)
planner.agent(
    Agent(
        id="critic",
        name="Critic",
        description="Looks for gaps in a plan, with evidence. Reads only.",
        persona_text=_text("critic"),
        icon="scale",
        color="amber",
        capabilities=Allowed(allow=LOOKING),
        policy=_READING_ONLY,
        budget=Budget(max_turns=8, max_tokens=60_000),
    )
)
planner.agent(
    Agent(
        id="clarifier",
        name="Clarifier",
        description="Asks the one question a plan needs answered, and works the answer in. Reads only.",
        persona_text=_text("clarifier"),
        icon="lightbulb",
        color="teal",
        capabilities=Allowed(allow=LOOKING),
        policy=_READING_ONLY,
        budget=Budget(max_turns=8, max_tokens=60_000),
    )
)
planner.agent(
    Agent(
        id="dev",
        name="Developer",
        description="Carries out the steps of a plan that change files, one step at a time.",
        persona_text=_text("dev"),
        icon="wrench",
        color="blue",
        model=ModelChoice(role=Role.CODE),
        capabilities=Allowed(
            allow=[*LOOKING, "core.write_file", "core.edit_file", "core.append_file", "core.delete_file", "core.now"]
        ),
    )
)
