"""Parameters of agents by chat: what can be said about an agent that is made, and about one that is edited."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from pydantic import Field

Wanted = Annotated[str, "The agent, by name or id.", Field(min_length=1, max_length=200)]
Instructions = Annotated[str, "What it does and how, in whole sentences.", Field(min_length=1, max_length=20_000)]
Name = Annotated[str, "What it is called; without one, a few words of what it does.", Field(max_length=80)]


class AgentParameters(TypedDict, total=False):
    """What can be said about an agent; what is left out stays, or is the usual."""

    name: Name
    description: Annotated[str, "One line about it.", Field(max_length=500)]
    tools: Annotated[list[str], "The only capabilities it may use, such as core.read_file or core.*; none: all."]
    never: Annotated[
        list[str], "What it never does, checked at each call: delete, write, exec, external, or capabilities."
    ]
    ask_before: Annotated[list[str], "Before what it always asks the person: an effect or capabilities."]
    only_files: Annotated[list[str], "The only files or folders it may change."]
    language: Annotated[Literal["pt", "en"] | None, "The language of its answers."]
    max_words: Annotated[int | None, "The most words of an answer.", Field(ge=5, le=20_000)]
    must_mention: Annotated[list[str], "Words that each answer contains."]
    never_mention: Annotated[list[str], "Words that no answer contains."]
    must_cite: Annotated[bool, "Whether each answer cites a passage of a document."]
    rules: Annotated[list[str], "Other rules, in words: they are said to it, and not checked.", Field(max_length=20)]
    wait_after: Annotated[list[str], "After what it shows the result and waits: an effect or capabilities."]
    role: Annotated[Literal["general", "code", "creative", "fast"] | None, "The kind of model it needs."]


class EditParameters(AgentParameters, total=False):
    """What is said about an agent that is edited."""

    instructions: Annotated[str, "What it does from now on.", Field(max_length=20_000)]
    drop_rules: Annotated[list[int], "Numbers of the guidelines to drop, as list_agents counts them."]
    change: Annotated[
        str, "What changes, in the person's own words, where no other parameter says it.", Field(max_length=2_000)
    ]
