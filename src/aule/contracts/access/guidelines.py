"""Guidelines and interrupts of agents: rules that the system checks, and rules that it only says.

A guideline is one of a small closed set. Rules about calls are enforced at the gate, rules about answers on the answer;
a rule in free words goes into the prompt, and is shown as said, not checked. All of them only narrow.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aule.contracts.model import Model

EFFECT_PREFIX = "effect:"
What = Annotated[
    str,
    StringConstraints(
        pattern=r"^(?:\*|[a-z][a-z0-9_]*\.(?:\*|[a-z][a-z0-9_]*)|effect:(?:read|write|delete|exec|external|navigate))$",
        max_length=120,
    ),
]
"""Which calls a rule is about: `core.write_file`, `core.*`, `*`, or all with an effect: `effect:delete`."""
Phrase = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=r"^[^\x00-\x1f]*$")
]
Asked = Annotated[
    str,
    Field(description="The rule holds only where the question contains these words; without any, always."),
    StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^[^\x00-\x1f]*$"),
]
PathGlob = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400, pattern=r"^[^\x00-\x1f]*$")
]
MOST_RULES = 50


class NeverRule(Model):
    """Calls that the agent, and whoever works for it, never makes."""

    rule: Literal["never"]
    what: What


class AskRule(Model):
    """Calls before which the person is asked, each time."""

    rule: Literal["ask"]
    what: What


class FilesRule(Model):
    """The only files that may be changed, as globs in the project; commands ask each time."""

    rule: Literal["files"]
    paths: list[PathGlob] = Field(min_length=1, max_length=20)


class LanguageRule(Model):
    """The language of answers."""

    rule: Literal["language"]
    language: Literal["pt", "en"]
    asked: Asked = ""


class LengthRule(Model):
    """The most words an answer may have."""

    rule: Literal["length"]
    words: int = Field(ge=5, le=20_000)
    asked: Asked = ""


class MentionRule(Model):
    """Words that an answer has to contain."""

    rule: Literal["mention"]
    text: Phrase
    asked: Asked = ""


class OmitRule(Model):
    """Words that no answer may contain."""

    rule: Literal["omit"]
    text: Phrase
    asked: Asked = ""


class CiteRule(Model):
    """Answers cite at least one passage of a document."""

    rule: Literal["cite"]
    asked: Asked = ""


class SaidRule(Model):
    """A rule in free words: the agent is told it, and nothing checks it."""

    rule: Literal["said"]
    when: str = Field(default="", max_length=400)
    do: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000)]


CallRule = NeverRule | AskRule | FilesRule
AnswerRule = LanguageRule | LengthRule | MentionRule | OmitRule | CiteRule
Guideline = Annotated[CallRule | AnswerRule | SaidRule, Field(discriminator="rule")]
"""One rule of an agent."""


class AgentInterrupt(Model):
    """A moment at which an agent waits for the person: before a call, or after it, with its result."""

    moment: Literal["before", "after"]
    what: What
    message: str = Field(default="", max_length=400, description="What the person is told at that moment.")


def is_checked(guideline: Guideline) -> bool:
    """Return whether the system enforces a guideline, rather than only saying it."""
    return not isinstance(guideline, SaidRule)
