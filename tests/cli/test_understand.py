"""`aule understand`: how words are taken, in the language they are said in."""

from __future__ import annotations

from dirty_equals import IsPartialDict
from tests.cli.command_line import CommandLine


def test_a_request_is_told_with_the_words_each_value_was_read_from(here: CommandLine) -> None:
    told = here.run("understand", "cria uma nota chamada Feira com o texto comprar banana")
    assert told.code == 0
    assert told.out.splitlines()[0].startswith("um pedido · está claro")
    assert "(core.create_note, " in told.out
    assert "  título  Feira  ← “chamada Feira”" in told.out
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


def test_what_was_learned_is_listed_and_forgotten(here: CommandLine) -> None:
    """What somebody let this machine keep is theirs to see and to remove."""
    assert here.run("understand", "--learned", "--json").document == []
    said, file = "dá uma espiada na papelada", here.home / "understanding" / "corpus.toml"
    file.parent.mkdir(parents=True)
    file.write_text(f'[[sentences]]\nsaid = "{said}"\nmeans = "core.list_notes"\nlearned_at = "2026-11-17"\n', "utf-8")
    assert f"“{said}”  →  core.list_notes  (2026-11-17)" in here.run("understand", "--learned").out
    assert here.run("understand", said, "--json").document["calls"][0]["capability"] == "core.list_notes"
    gone = here.run("understand", "--forget", said, "--json")
    assert gone.document == {"said": said, "means": "core.list_notes", "learned_at": "2026-11-17"}
    assert here.run("understand", "--learned", "--json").document == []
    again = here.run("understand", "--forget", said)
    assert again.code != 0 and said in again.err
