"""The question sets: documents, and what is asked about them.

The first set, and the long and hard ones under `fit` and `check`, may be looked at while something is made better. What
is tried is fitted without `check` first, and measured on it. The one under `held_out` was written by somebody who saw
nothing of this project: it is only measured. Nothing may be chosen by looking at it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SETS = (HERE, HERE / "fit", HERE / "check")
HELD_OUT = HERE / "held_out"
SCANNED = "carta-digitalizada"
"""A picture of a page: without OCR there is nothing to read in it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and where it is answered; nowhere, where there is no document."""

    ask: str
    document: str | None = None
    """The name of the document's source, without its ending."""
    passage: str = ""
    """A phrase of the passage that answers."""
    about: str = ""
    """For a question without an answer: the document it seems to be about."""


def questions(folder: Path = HERE) -> list[Asked]:
    """Return every question of a set."""
    told = tomllib.loads((folder / "questions.toml").read_text("utf-8"))["question"]
    return [
        Asked(
            each["ask"],
            Path(each["document"]).stem if each.get("document") else None,
            each.get("passage") or each.get("phrase", ""),
            Path(each.get("about", "")).stem,
        )
        for each in told
    ]


def sources(folder: Path = HERE) -> list[Path]:
    """Return what the documents of a set are made from."""
    return sorted((folder / "documents").iterdir())
