"""`aule understand`: how words are taken, in the language they are said in."""

from __future__ import annotations

from dirty_equals import IsPartialDict
from tests.cli.command_line import CommandLine


def test_a_request_is_told_with_the_words_each_value_was_read_from(here: CommandLine) -> None:
    told = here.run("understand", "cria uma nota chamada Feira com o texto comprar banana")
    assert told.code == 0
    assert told.out.splitlines()[0].startswith("um pedido · está claro")
    assert "(core.create_note, " in told.out
    assert "  título  Feira  ← “Feira”" in told.out
    english = here.run("understand", "what is in the folder downloads?")
    assert english.out.splitlines()[0].startswith("a request · it is clear")


def test_a_program_gets_one_document(here: CommandLine) -> None:
    told = here.run("understand", "cria a turma 7A", "--app", "school", "--json")
    assert told.document == IsPartialDict(act="request", words="cria a turma 7A")
    assert told.document["calls"][0]["capability"] == "school.criar_turma"


def test_an_unknown_app_is_told_with_those_there_are(here: CommandLine) -> None:
    told = here.run("understand", "mostra as turmas", "--app", "nada")
    assert told.code != 0
    assert "Não há o app 'nada'." in told.err
    assert "school" in told.err
