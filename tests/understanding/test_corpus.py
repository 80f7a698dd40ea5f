"""The sentences beside the apps: enough of them, in both languages, and the head is trained from just these."""

from __future__ import annotations

import tomllib
from pathlib import Path

from scripts.train_head import digest, read_corpus, read_requests

from aule.boot.apps import installed_apps
from aule.understanding.head import NONE, trained_head

PACKAGE = Path(__file__).parents[2] / "src" / "aule"
NOT_SAID = frozenset(
    {
        *("core.ask_user", "core.find_capabilities"),  # an agent's own
        *("planner.answer", "planner.go_on"),  # said to the plan that is open
        "core.undo_changes",  # said to the conversation itself
        *("conductor.brief", "conductor.judge_command"),  # steps of workflow files
    }
)
"""Capabilities that nobody asks for in words of their own."""


def test_every_capability_has_sentences_in_both_languages() -> None:
    found = {
        capability: {language: len(sentences) for language, sentences in languages.items()}
        for path in PACKAGE.rglob("corpus.toml")
        for capability, languages in tomllib.loads(path.read_text("utf-8")).items()
    }
    wanted = {each.capability.name for app in installed_apps() for each in app.capabilities} - NOT_SAID
    assert wanted - found.keys() == set()
    assert found.keys() - wanted == {NONE}
    assert {name: counts for name, counts in found.items() if counts["pt"] < 14 or counts["en"] < 8} == {}


def test_the_head_is_trained_from_these_sentences() -> None:
    """A sentence was changed: run `make train`."""
    assert trained_head().corpus == digest(read_corpus())


def test_what_is_measured_was_not_learnt() -> None:
    learnt = {sentence.casefold() for _, sentence in read_corpus()}
    assert [each["said"] for each in read_requests() if each["said"].casefold() in learnt] == []
