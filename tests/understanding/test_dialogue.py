"""What words are in a conversation: the plainest talk, picks from a list, and several wishes in one sentence."""

from __future__ import annotations

import pytest

from aule.contracts.talk.understanding import Act
from aule.understanding.clauses import split_wishes
from aule.understanding.dialogue import picked, plain_act
from aule.understanding.sentence import Wording

LISTED = ("Relatório anual", "Plano de aula", "Compras")


@pytest.mark.parametrize(
    ("act", "said"),
    [
        *((Act.SMALL_TALK, said) for said in ("valeu!", "muito obrigada", "thanks a lot", "bom dia")),
        *((Act.HELP, said) for said in ("o que você faz?", "what can you do?", "help")),
    ],
)
def test_the_plainest_talk_is_known_before_a_sentence_is_encoded(act: Act, said: str) -> None:
    assert plain_act(Wording(said)) is act


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("o segundo", "Plano de aula"),
        ("abre o primeiro", "Relatório anual"),
        ("o último", "Compras"),
        ("the third one", "Compras"),
        ("a de compras", "Compras"),
        ("2", "Plano de aula"),
        ("o do meio", "Plano de aula"),
        ("open the top one", "Relatório anual"),
        ("na segunda", None),
        ("o quarto", None),
        ("cria uma prova", None),
    ],
)
def test_a_listed_thing_is_picked_by_its_place_or_by_its_title(said: str, title: str | None) -> None:
    found = picked(Wording(said), LISTED)
    assert (None if found is None else found[0]) == title


def test_nothing_is_picked_where_nothing_was_listed() -> None:
    assert picked(Wording("o segundo"), ()) is None


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("cria a turma 7A e lista as turmas", ["cria a turma 7A", "lista as turmas"]),
        ("create a note and then show my notes", ["create a note", "show my notes"]),
        ("marca a reunião; apaga a nota", ["marca a reunião", "apaga a nota"]),
        ("cria uma nota com pão e leite", ["cria uma nota com pão e leite"]),
        ("lança as notas da Ana e do Bruno", ["lança as notas da Ana e do Bruno"]),
        ('cria a nota "pão e apaga leite"', ['cria a nota "pão e apaga leite"']),
    ],
)
def test_wishes_are_apart_where_a_new_verb_of_doing_begins(said: str, parts: list[str]) -> None:
    assert split_wishes(Wording(said)) == parts
