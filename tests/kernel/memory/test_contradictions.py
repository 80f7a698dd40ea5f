"""A newer statement takes the place of the one it contradicts, and one undo goes back (KN-21)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.memory.test_recall import without_model

from aule.contracts.access.change import Change
from aule.contracts.runs.run import RunStatus
from aule.contracts.talk.memory import MemoryItem
from aule.kernel.capabilities.gate.caller import ByHand
from aule.kernel.memory.statements import can_replace, statement_of
from aule.stores.repositories.changes import Changes
from aule.testing.system import System

PAIRS = tomllib.loads((Path(__file__).parent / "contradictions.toml").read_text(encoding="utf-8"))


async def kept(aule: System) -> list[MemoryItem]:
    """All that is remembered, the latest first."""
    return (await aule.kernel.memories.list(now=aule.kernel.ambient.timestamp())).items


async def changes(aule: System) -> list[Change]:
    """What happened to memories, the latest first."""
    found = (await Changes(aule.kernel.journal.source).list(limit=50)).items
    return [each for each in found if each.entity.startswith("memory:")]


@pytest.mark.parametrize(("name", "missed"), [("development", 0), ("held_out", 1)])
async def test_contradictions_are_found_and_nothing_else_is(tmp_path: Path, name: str, missed: int) -> None:
    """KN-21: 139 pairs as people say them, in both languages: the second replaces the first, or both are kept."""
    wrong: list[tuple[str, str, list[str]]] = []
    async with without_model(tmp_path) as aule:
        for first, then in [*PAIRS[name]["replaced"], *PAIRS[name]["kept"]]:
            for content in (first, then):
                await aule.kernel.call("core.memory_save", {"content": content}, by_hand=ByHand())
            found = await kept(aule)
            is_replaced = len(found) == 1 and found[0].replaces is not None and found[0].replaces.content == first
            if is_replaced is not ([first, then] in PAIRS[name]["replaced"]):
                wrong.append((first, then, [each.content for each in found]))
            for each in found:
                await aule.kernel.documents.forget(each.id)
    assert len(wrong) <= missed, wrong


@pytest.mark.parametrize(
    ("first", "then", "undo", "locale"),
    [
        ("prefiro Go", "prefiro Rust", "desfaça", "pt-BR"),
        ("minha cidade é Campinas", "minha cidade é Londrina", "não, desfaz isso", "pt-BR"),
        ("my favourite colour is green", "my favorite color is teal", "undo that", "en"),
        ("I live in Oslo", "we moved to Bergen", "take that back", "en"),
    ],
)
async def test_a_replacement_is_one_change_that_a_reopened_conversation_takes_back(
    tmp_path: Path, first: str, then: str, undo: str, locale: str
) -> None:
    """KN-21: one row in History; after a restart *undo that* leaves exactly the old one known, as it was."""
    async with without_model(tmp_path) as aule:
        await aule.ask(first, locale=locale)
        [old] = await kept(aule)
        run = await aule.ask(then, locale=locale)
        [new] = await kept(aule)
        [replacing, _] = await changes(aule)
    async with without_model(tmp_path) as aule:
        shown = await aule.ask(undo, locale=locale, conversation_id=run.session_id)
        still = await kept(aule)
        done = await aule.decide()
        [back] = await kept(aule)
    assert (replacing.op, replacing.entity, replacing.run) == ("replace", f"memory:{old.id}", run.id)
    assert (new.id, new.content, new.version) == (old.id, then, 2)
    assert (shown.status, done.status, still) == (RunStatus.WAITING, RunStatus.DONE, [new])
    assert back == old.model_copy(update={"version": 3})


async def test_undoing_the_replacement_in_history_leaves_the_old_one_known(tmp_path: Path) -> None:
    """KN-21: each step of a chain goes back by itself, the latest first; what is pinned stays pinned."""
    async with without_model(tmp_path) as aule:
        await aule.kernel.call("core.memory_save", {"content": "prefiro Go", "pinned": True}, by_hand=ByHand())
        await aule.ask("prefiro Rust", locale="pt-BR")
        await aule.ask("prefiro Zig", locale="pt-BR")
        told = [(each.content, each.pinned) for each in await kept(aule)]
        for expected in ("prefiro Rust", "prefiro Go"):
            latest = next(each for each in await changes(aule) if each.op == "replace" and each.undone_by is None)
            undo = await aule.kernel.undo(f"change:{latest.id}")
            await aule.until_still(undo.id)
            told += [(each.content, each.pinned) for each in await kept(aule)]
            assert told[-1][0] == expected
    assert told == [("prefiro Zig", True), ("prefiro Rust", True), ("prefiro Go", True)]


@pytest.mark.parametrize(
    ("words", "locale"),
    [
        ("me chamo Bia", "pt-BR"),
        ("tenho 41 anos", "pt-BR"),
        ("calço 38", "pt-BR"),
        ("sou casada", "pt-BR"),
        ("eu prefiro Go", "pt-BR"),
        ("a minha cor preferida é o roxo", "pt-BR"),
        ("meu email é bia.souza@trabalho.test", "pt-BR"),
        ("minha irmã mora em Natal", "pt-BR"),
        ("I work at Halden", "en"),
        ("I'm 33 years old", "en"),
        ("I'm married", "en"),
        ("my sister lives in Cork", "en"),
        ("our standup is at 9:30", "en"),
        ("I speak Dutch", "en"),
    ],
)
async def test_what_people_state_of_themselves_is_kept_unasked(tmp_path: Path, words: str, locale: str) -> None:
    """KN-21: no *remember that* is needed, and no model."""
    async with without_model(tmp_path) as aule:
        await aule.ask(words, locale=locale)
        assert [(each.content, each.trust) for each in await kept(aule)] == [(words, "user")]


async def test_the_words_that_ask_to_keep_something_are_not_kept(tmp_path: Path) -> None:
    """KN-21: in the middle of a conversation in another language too."""
    async with without_model(tmp_path) as aule:
        run = await aule.ask("calço 41", locale="pt-BR")
        await aule.ask("remember that my editor is Helix", locale="en", conversation_id=run.session_id)
        assert {(each.content, each.kind) for each in await kept(aule)} == {
            ("calço 41", "preference"),
            ("my editor is Helix", "preference"),
        }


SUBJECTS = {
    "pt": ["minha cidade", "meu editor favorito", "minha senha do cofre", "o prazo da obra", "meu chefe", "nosso lema"],
    "en": ["my city", "my favourite editor", "my locker code", "the build deadline", "my boss", "our motto"],
}
NAMES = st.text("bdfglmnprtvz", min_size=4, max_size=9)


@given(st.sampled_from(["pt", "en"]), st.data(), NAMES, NAMES)
def test_another_value_of_the_same_contradicts_and_of_another_never(
    language: str, data: st.DataObject, one: str, other: str
) -> None:
    """KN-21: over subjects and values: same subject and another value, in either language; nothing else."""
    subjects, verb = SUBJECTS[language], "é" if language == "pt" else "is"
    first, second = data.draw(st.sampled_from(subjects)), data.draw(st.sampled_from(subjects))
    old, new = statement_of(f"{first} {verb} {one}"), statement_of(f"{second} {verb} {other}.")
    assert can_replace(new, old) is (first == second and one != other)
    assert can_replace(old, new) is can_replace(new, old)


@given(st.data(), NAMES)
def test_what_both_languages_say_of_one_thing_contradicts_too(data: st.DataObject, value: str) -> None:
    """KN-21: *minha cidade é X* after *my city is Y*."""
    place = data.draw(st.sampled_from([0, 1, 4]))
    old = statement_of(f"{SUBJECTS['en'][place]} is {value}")
    assert can_replace(statement_of(f"{SUBJECTS['pt'][place]} é {value}x"), old)
