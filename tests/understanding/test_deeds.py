"""What a sentence does to the world, and which frames that rules out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.understanding.measure import all_frames

from aule.understanding.deeds import asks, clashes, deed_of, deeds_in
from aule.understanding.sentence import Wording
from aule.understanding.vocabulary import DEEDS, Deed

REMOVING = sorted(word for word in DEEDS["remove"] if not word.startswith("tir"))
"""Without *tirar*, which gets something as often."""
WORDS = st.lists(st.from_regex(r"[a-z]{3,10}", fullmatch=True), min_size=1, max_size=5)
MAKING = [frame for frame in all_frames().values() if not frame.is_harmless and deed_of(frame) == "make"]
WRITING = [frame for frame in all_frames().values() if not frame.is_harmless and frame.name != "planner.plan"]


@given(st.sampled_from(REMOVING), WORDS)
def test_words_that_begin_by_removing_never_lead_to_a_frame_that_makes(verb: str, behind: list[str]) -> None:
    deeds = deeds_in(Wording(" ".join([verb, *behind])))
    assert [frame.name for frame in MAKING if not clashes(frame, deeds, is_question=False)] == []


@given(WORDS)
def test_a_question_never_leads_to_a_write(words: list[str]) -> None:
    deeds = deeds_in(Wording(" ".join(words)))
    assert [frame.name for frame in WRITING if not clashes(frame, deeds, is_question=True)] == []


@pytest.mark.parametrize("said", ["cria uma nota", "faz um plano", "add a task", "create a meeting"])
def test_words_that_make_never_lead_to_a_frame_that_removes(said: str) -> None:
    removing = [frame for frame in all_frames().values() if deed_of(frame) == "remove"]
    assert len(removing) > 10
    deeds = deeds_in(Wording(said))
    assert [frame.name for frame in removing if not clashes(frame, deeds, is_question=False)] == []


@pytest.mark.parametrize(
    ("said", "deeds"),
    [
        ("apaga a nota", ["remove"]),
        ("não apaga a nota", []),
        ('cria a nota "Apagar tudo"', ["make"]),
        ("delete it and create another", ["remove", "make"]),
        ("muda o prazo", ["change"]),
    ],
)
def test_verbs_count_in_order_unless_they_are_denied_or_quoted(said: str, deeds: list[Deed]) -> None:
    assert deeds_in(Wording(said)) == deeds


def test_a_verb_inside_a_name_does_not_count() -> None:
    said = "mostra o objetivo Apagar incêndios"
    assert deeds_in(Wording(said), [(said.index("Apagar"), len(said))]) == ["show"]


def test_tirar_removes_unless_it_gets_something() -> None:
    assert deeds_in(Wording("tira o Bruno do grupo"))[0] == "remove"
    assert "remove" not in deeds_in(Wording("tira um relatório"))
    assert "remove" not in deeds_in(Wording("a Bia tirou 8"))


@pytest.mark.parametrize(
    "said", ["quais turmas eu tenho?", "what is due?", "onde ficou o contrato", "how do i export it"]
)
def test_a_question_is_known_with_and_without_its_mark(said: str) -> None:
    assert asks(Wording(said))


@pytest.mark.parametrize(
    "said",
    ["pode criar a turma?", "você consegue apagar a nota?", "can you delete the file?", "dá pra marcar a reunião?"],
)
def test_a_polite_request_is_no_question(said: str) -> None:
    assert not asks(Wording(said))
