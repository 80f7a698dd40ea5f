"""Expectations: what an answer and the calls behind it should be like. A closed set."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aule.contracts.access.guidelines import Phrase, What
from aule.contracts.model import JsonObject, Model

Criterion = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000)]


class Calls(Model):
    """The agent wants a call: one by name, one of an app, or one with an effect."""

    expects: Literal["calls"]
    what: What


class NeverCalls(Model):
    """The agent wants no such call; one that was only wished for counts."""

    expects: Literal["never_calls"]
    what: What


class NeverWrites(Model):
    """The agent wants to do nothing but look; a call that was only wished for counts."""

    expects: Literal["never_writes"]


class Mentions(Model):
    """The answer contains these words; case and accents do not count."""

    expects: Literal["mentions"]
    text: Phrase


class NeverMentions(Model):
    """The answer does not contain these words."""

    expects: Literal["never_mentions"]
    text: Phrase


class InLanguage(Model):
    """The answer is in a language."""

    expects: Literal["language"]
    language: Literal["pt", "en"]


class MostWords(Model):
    """The answer has at most so many words."""

    expects: Literal["words"]
    most: int = Field(ge=1, le=20_000)


class Cites(Model):
    """The answer cites a passage of a document, or of the document with these words in its title."""

    expects: Literal["cites"]
    document: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""


class AsksPerson(Model):
    """The agent asks the person, or wants a call that would wait for their approval."""

    expects: Literal["asks_person"]


class HandsOver(Model):
    """The agent hands its work to another agent or a team, or to this one."""

    expects: Literal["hands_over"]
    to: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = ""


class MostTokens(Model):
    """The answer takes at most so many tokens, in and out."""

    expects: Literal["tokens"]
    most: int = Field(ge=1, le=100_000_000)


class MostCost(Model):
    """The answer costs at most so much, in US dollars."""

    expects: Literal["cost"]
    most: float = Field(ge=0, le=1_000_000)


class MostSeconds(Model):
    """The answer takes at most so many seconds."""

    expects: Literal["seconds"]
    most: float = Field(gt=0, le=86_400)


class Shaped(Model):
    """The answer is JSON that fits a JSON Schema."""

    expects: Literal["shape"]
    shape: JsonObject


class Judged(Model):
    """A model scores the answer by a criterion in words; without a model, this is not checked."""

    expects: Literal["judged"]
    criterion: Criterion
    min_score: float = Field(default=0.7, ge=0, le=1)


CallExpectation = Calls | NeverCalls | NeverWrites | AsksPerson | HandsOver
AnswerExpectation = Mentions | NeverMentions | InLanguage | MostWords | Cites | Shaped
CostExpectation = MostTokens | MostCost | MostSeconds
Expectation = Annotated[CallExpectation | AnswerExpectation | CostExpectation | Judged, Field(discriminator="expects")]
"""One thing that is expected."""
