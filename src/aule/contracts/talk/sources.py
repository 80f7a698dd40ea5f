"""Sources: the passages an answer rests on, and whether each of its sentences is in them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from aule.contracts.model import Model


class Passage(Model):
    """A passage of a document, exactly as it stands there."""

    mark: int = Field(default=0, ge=0)
    """The number an answer cites it by: `[2]`. It is the same as long as a conversation lasts; 0 before it has one."""
    ref: str
    """The document, by app and id: `knowledge:doc_1`."""
    title: str
    """What the document is called."""
    version: int = 1
    """The version of the document the passage is from."""
    page: int | None = None
    """The page it begins on, from 1; none where the document has no pages."""
    section: str = ""
    """The headings it stands under, outermost first, joined by ` › `."""
    text: str
    start: int = Field(ge=0)
    """Where it begins in the text of the document, in characters."""
    end: int = Field(ge=0)
    path: str
    """The address inside the desktop that shows it."""


class RestingPlace(Model):
    """Where the document of a passage says what a sentence of an answer says."""

    mark: int = Field(ge=1)
    """The passage."""
    start: int = Field(ge=0)
    """Where it begins in the text of the document, in characters."""
    end: int = Field(ge=0)


class CheckedSentence(Model):
    """One sentence of an answer, and whether the passages it cites support it."""

    start: int = Field(ge=0)
    """Where it begins in the answer, in characters."""
    end: int = Field(ge=0)
    marks: list[int] = []
    verdict: Literal["supported", "unsupported", "uncited"]
    reason: str = ""
    """Why it is not supported, as a code: `number`, `name`, `date`, `quotation`, `negation`, `far`, `missing`."""
    places: list[RestingPlace] = []
    """The sentences of the passages it rests on, one place a mark; none where it is not supported."""


class Grounding(Model):
    """How far an answer is supported by the documents it cites."""

    verdict: Literal["grounded", "partly", "not_grounded"]
    sentences: list[CheckedSentence] = []
