"""The sentences beside the apps: enough of them, in both languages, and the head is trained from just these."""

from __future__ import annotations

import tomllib
from collections import Counter

from scripts.corpus import PACKAGE, digest, digest_marks, read_corpus, read_sentences
from scripts.train_head import read_requests, read_turns
from scripts.train_labels import frames_of_apps

from aule.boot.apps import installed_apps
from aule.understanding.filling.labeller import trained_labeller
from aule.understanding.head import NONE, trained_head, trained_turn_head
from aule.understanding.turns import Turn

NOT_SAID = frozenset({"core.undo_changes"})
"""Said to the conversation itself, not in words of its own."""


def test_every_capability_has_sentences_in_both_languages() -> None:
    counted = Counter((each.capability, each.language) for each in read_sentences())
    found = {name for name, _ in counted}
    every = [each.capability for app in installed_apps() for each in app.capabilities]
    wanted = {each.name for each in every if not each.internal and not each.unspoken} - NOT_SAID
    assert wanted - found == set()
    assert found - wanted == {NONE}
    assert [name for name in found if counted[name, "pt"] < 14 or counted[name, "en"] < 8] == []


def test_marks_name_parameters_of_the_capability() -> None:
    frames = frames_of_apps()
    unknown = [
        (each.capability, name)
        for each in read_sentences()
        for name, _, _ in each.places
        if frames[each.capability].field(name) is None
    ]
    assert unknown == []


def test_the_head_is_trained_from_these_sentences() -> None:
    """A sentence was changed: run `make train`."""
    assert trained_head().corpus == digest(read_corpus())


def test_the_labeller_is_trained_from_these_marks() -> None:
    """A sentence was changed: run `make train`."""
    assert trained_labeller().corpus == digest_marks(read_sentences())


def test_the_head_for_turns_is_trained_from_its_sentences() -> None:
    """A sentence was changed: run `make train`."""
    assert trained_turn_head().corpus == digest(read_turns())


def test_every_kind_of_turn_has_sentences_in_both_languages() -> None:
    book = tomllib.loads((PACKAGE / "understanding" / "turns.toml").read_text("utf-8"))
    assert book.keys() == set(Turn) - {Turn.REQUEST}
    assert [kind for kind, said in book.items() if len(said["pt"]) < 150 or len(said["en"]) < 110] == []


def test_what_is_measured_was_not_learnt() -> None:
    learnt = {sentence.casefold() for _, sentence in read_corpus()}
    assert [each["said"] for each in read_requests() if each["said"].casefold() in learnt] == []
