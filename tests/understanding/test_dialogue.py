"""What words are in a conversation: acts that want no call, picks from a list, and several wishes in one sentence."""

from __future__ import annotations

import pytest
from tests.understanding.scoring import DEVELOPMENT, read_requests

from aule.contracts.understanding import Act
from aule.understanding.clauses import split_wishes
from aule.understanding.dialogue import Dialogue, picked, plain_act
from aule.understanding.sentence import Wording

LISTED = ("Relatório anual", "Plano de aula", "Compras")


@pytest.mark.parametrize(
    ("act", "said"),
    [
        *((Act.UNDO, said) for said in ("desfaz", "desfaz isso por favor", "undo that", "volta como tava")),
        *((Act.REDO, said) for said in ("refaz", "redo")),
        *((Act.STOP, said) for said in ("deixa pra lá", "cancela", "never mind", "stop")),
        *((Act.GO_ON, said) for said in ("sim", "pode mandar", "go ahead", "yes please")),
        *((Act.SMALL_TALK, said) for said in ("valeu!", "muito obrigada", "thanks a lot", "bom dia")),
        *((Act.HELP, said) for said in ("o que você faz?", "what can you do?", "help")),
    ],
)
def test_words_to_the_conversation_itself_are_known_in_both_languages(act: Act, said: str) -> None:
    assert plain_act(Wording(said), Dialogue()) is act


def test_a_request_is_none_of_them() -> None:
    said = [each["said"] for each in read_requests(DEVELOPMENT)]
    assert [words for words in said if plain_act(Wording(words), Dialogue()) is not None] == []


@pytest.mark.parametrize("said", ["cancela a reunião de amanhã", "apaga tudo", "para a turma 7A cria uma prova"])
def test_words_that_name_something_are_a_request_though_they_begin_like_a_stop(said: str) -> None:
    assert plain_act(Wording(said), Dialogue(waits=True)) is None


def test_a_verb_alone_goes_on_only_where_something_waits() -> None:
    assert plain_act(Wording("salva"), Dialogue()) is None
    assert plain_act(Wording("salva"), Dialogue(waits=True)) is Act.GO_ON


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("o segundo", "Plano de aula"),
        ("abre o primeiro", "Relatório anual"),
        ("o último", "Compras"),
        ("the third one", "Compras"),
        ("a de compras", "Compras"),
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
