"""Every message for people exists in both languages, is given its values, and is used."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.architecture.catalogues import catalogues, placeholders, uses, written_keys
from tests.architecture.source import PACKAGE

from aule.text.messages import Messages, is_portuguese

LIBRARY_TEXT = {"why"}
"""What a library says in English, which a Portuguese message may leave out."""


def test_every_file_of_messages_is_read_by_a_catalogue() -> None:
    read = {PACKAGE.parent.joinpath(*package.split("."), file) for package, file in catalogues()}
    assert [path for path in PACKAGE.rglob("*messages.toml") if path not in read] == []
    assert [path for path in read if not path.is_file()] == []


@pytest.mark.parametrize("place", catalogues(), ids="/".join)
def test_every_message_is_in_both_languages_with_the_same_values(place: tuple[str, str]) -> None:
    for key, texts in catalogues()[place].entries.items():
        assert set(texts) in ({"en", "pt"}, {"en", "pt", "hint_en", "hint_pt"}), key
        assert placeholders(texts["en"]) - LIBRARY_TEXT == placeholders(texts["pt"]) - LIBRARY_TEXT, key
        assert placeholders(texts.get("hint_en", "")) == placeholders(texts.get("hint_pt", "")), key


@pytest.mark.parametrize("place", catalogues(), ids="/".join)
def test_every_message_is_used(place: tuple[str, str]) -> None:
    texts, pattern = written_keys()
    assert [key for key in catalogues()[place].entries if key not in texts and not pattern.fullmatch(key)] == []


def test_every_call_names_a_message_and_gives_all_its_values() -> None:
    wrong: list[str] = []
    counts: Counter[tuple[str, str]] = Counter()
    for use in uses():
        place = (use.bound.package, use.bound.file)
        counts[place] += 1
        entry = catalogues()[place].entries.get(use.key)
        given = use.values | ({"count"} if use.bound.method == "say_count" else set())
        fields = ("hint_en",) if use.bound.method == "hint" else ("en",)
        needed = set().union(*(placeholders((entry or {}).get(field, "")) for field in fields))
        if entry is None or (not use.has_more and not needed <= given):
            wrong.append(f"{use.place}: {use.key} {sorted(needed - given)}")
    assert wrong == []
    assert sum(counts.values()) > 100


def test_an_unknown_message_and_a_missing_value_are_errors() -> None:
    say = Messages("aule.kernel.capabilities").say
    assert say("one_step", "pt-BR") == "1 etapa"
    with pytest.raises(KeyError, match="no message 'nowhere'"):
        say("nowhere", "en")
    with pytest.raises(KeyError):
        say("many_steps", "en")


def test_a_locale_is_portuguese_however_it_is_written() -> None:
    assert [is_portuguese(each) for each in ("pt-BR", "pt", "PT_br", "en", "fr-FR", "")] == [True] * 3 + [False] * 3
