"""Claims in an answer, in both languages: effects the agent says it had are held against what happened."""

from __future__ import annotations

import time

import pytest

from aule.contracts.capability import Effect
from aule.kernel.agents.claims import unsupported


@pytest.mark.parametrize(
    "claim",
    [
        "I have successfully created the file.",
        "I've now saved the report for you.",
        "I created the note so you can read it later.",
        "I read the list and saved it.",
        "Created `notes/x.md`.",
        "Note saved.",
        "The note was saved.",
        "The file has been created.",
        "Everything has been saved.",
        "File deleted successfully.",
        "`notes/x.md` has been deleted.",
        "Your email was sent.",
        "Salvei o relatório no projeto.",
        "Criei a nota sem título.",
        "Pronto, criei a nota.",
        "Já atualizei o arquivo.",
        "Nota criada.",
        "A nota foi criada com sucesso.",
        "Arquivo salvo em `notes/x.md`.",
        "O arquivo foi apagado.",
        "O e-mail foi enviado.",
    ],
)
def test_what_the_agent_says_it_did_is_a_claim(claim: str) -> None:
    """OS-3."""
    assert unsupported(claim, [Effect.READ], []) == [claim]


@pytest.mark.parametrize(
    "honest",
    [
        "The book was published in 1999.",
        "Python was created in 1991 and is now widely used.",
        "Guido designed and created Python.",
        "The pop method returns the removed element.",
        "The request is sent to the server.",
        "Deleted files can be restored.",
        "Once approved, the file is created.",
        "The file was created by Ana last year.",
        "You created this note yesterday.",
        "I was created by a team of engineers.",
        "I can create a note for you.",
        "I haven't saved it yet.",
        "I created no files.",
        "No file was created.",
        "O Python foi criado por Guido van Rossum.",
        "Brasília foi criada em 1960.",
        "A Constituição foi publicada em 1988.",
        "O arquivo a.md foi criado em 2020 por Ana.",
        "Salvo engano, é amanhã.",
        "Não criei nada.",
        "Se eu tivesse criado a nota, diria.",
    ],
)
def test_what_others_did_or_what_did_not_happen_is_none(honest: str) -> None:
    """OS-3: an everyday answer is not marked."""
    assert unsupported(honest, [], []) == []


def test_a_file_something_was_taken_from_need_not_have_changed() -> None:
    """OS-3."""
    assert unsupported("I wrote `a.md` based on `b.md`.", [Effect.WRITE], ["file:home/a.md"]) == []
    assert unsupported("Criei `a.md` a partir de `b.md`.", [Effect.WRITE], ["file:home/a.md"]) == []
    assert unsupported("Apaguei a linha do `b.md`.", [Effect.WRITE], ["file:home/a.md"]) != []


def test_every_claim_of_a_sentence_counts_and_names_are_whole() -> None:
    """OS-3."""
    both = "I created `a.md` and deleted the file."
    assert unsupported(both, [Effect.WRITE, Effect.DELETE], ["file:home/a.md"]) == []
    assert unsupported("I saved the list and sent the email.", [Effect.WRITE], []) != []
    assert unsupported("I wrote `a.md`.", [Effect.WRITE], ["file:home/data.md"]) != []


@pytest.mark.parametrize("piece", ["i ", "a", "file ", "i really ", "`", "was created ", "I saved x/"])
def test_a_huge_answer_is_looked_through_quickly(piece: str) -> None:
    began = time.perf_counter()
    unsupported(piece * (500_000 // len(piece)), [], [])
    assert time.perf_counter() - began < 10  # not quadratic
