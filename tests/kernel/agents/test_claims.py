"""Claims in an answer, in both languages: effects the agent says it had are held against what happened."""

from __future__ import annotations

import time

import pytest

from aule.boot import installed_apps
from aule.contracts.access.capability import Effect
from aule.kernel.agents.answer_checks import Deed, Vocabulary, unsupported
from aule.sdk import App

WORDS = Vocabulary.of(each.capability for app in installed_apps() for each in app.capabilities)
A_FILE = "file:home/a.md"


def wrote(path: str) -> Deed:
    """A file that was written."""
    return Deed("core.write_file", Effect.WRITE, {"path": path, "content": "x"}, {"path": path, "created": True})


def read(path: str) -> Deed:
    """A file that was read."""
    return Deed("core.read_file", Effect.READ, {"path": path}, {"path": path, "text": "x"})


def deleted(path: str) -> Deed:
    """A file that was deleted."""
    return Deed("core.delete_file", Effect.DELETE, {"path": path}, {"path": path, "size": 1})


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
    assert unsupported(claim, [read("x.md")], [], WORDS) == [claim]


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
    assert unsupported(honest, [], [], WORDS) == []


def test_claims_are_held_against_what_happened() -> None:
    """OS-3, in both languages; a refusal, an offer or a question is no claim."""
    assert unsupported("Eu criei a nota. Posso ajudar em algo mais?", [], [], WORDS) == ["Eu criei a nota."]
    assert unsupported("I deleted the file.", [read("a.md")], [], WORDS) == ["I deleted the file."]
    assert unsupported("I sent the email.", [wrote("a.md")], [A_FILE], WORDS) == ["I sent the email."]
    for honest in (
        "I did not save anything.",
        "Nada foi criado.",
        "Shall I say I created it?",
        "I could have saved it.",
    ):
        assert unsupported(honest, [], [], WORDS) == []
    assert unsupported("I saved `a.md`.", [wrote("a.md")], [A_FILE], WORDS) == []


def test_a_file_something_was_taken_from_need_not_have_changed() -> None:
    """OS-3."""
    assert unsupported("I wrote `a.md` based on `b.md`.", [wrote("a.md")], [A_FILE], WORDS) == []
    assert unsupported("Criei `a.md` a partir de `b.md`.", [wrote("a.md")], [A_FILE], WORDS) == []
    assert unsupported("Apaguei a linha do `b.md`.", [wrote("a.md")], [A_FILE], WORDS) != []


def test_every_claim_of_a_sentence_counts_and_names_are_whole() -> None:
    """OS-3."""
    both = "I created `a.md` and deleted the file."
    assert unsupported(both, [wrote("a.md"), deleted("b.md")], [A_FILE], WORDS) == []
    assert unsupported("I saved the list and sent the email.", [wrote("list.md")], [], WORDS) != []
    assert unsupported("I wrote `a.md`.", [wrote("data.md")], ["file:home/data.md"], WORDS) != []


def test_a_call_nobody_knows_may_have_done_anything_of_its_effect() -> None:
    """OS-3: a capability that is gone by now is not held against the agent."""
    gone = Deed("gone.forge", Effect.WRITE, {"name": "Sting"}, None)
    assert unsupported("I created the class “Sting”.", [gone], [], WORDS) == []
    assert unsupported("I deleted the class.", [gone], [], WORDS) == ["I deleted the class."]


def test_an_app_of_somebody_else_is_known_by_its_titles() -> None:
    """OS-3: verbs and things come from the titles of its capabilities."""
    garden = App("garden")

    @garden.capability(effect=Effect.WRITE, title={"en": "Water a plant", "pt": "Regar uma planta"})
    async def water(plant: str) -> str:
        """Water a plant."""
        return plant

    words = Vocabulary.of(each.capability for each in garden.capabilities)
    fern = Deed("garden.water", Effect.WRITE, {"plant": "Samambaia"}, "Samambaia")
    for claim in (
        "I watered the plant.",
        "Reguei a planta Samambaia.",
        "The plant has been watered.",
        "Planta regada.",
    ):
        assert unsupported(claim, [], [], words) == [claim]
        assert unsupported(claim, [fern], [], words) == []
    assert unsupported("Reguei a planta Orquídea.", [fern], [], words) == ["Reguei a planta Orquídea."]


def test_what_the_person_called_something_may_be_said_back_where_only_an_id_is_known() -> None:
    """OS-3: a name that the run cannot look up is not held against the agent."""
    marks = Deed("school.lancar_notas", Effect.WRITE, {"notas": [{"aluno_id": "alu_2", "nota": 8.0}]}, {"lancadas": 1})
    assert unsupported("Lancei 8,0 para o João.", [marks], [], WORDS, asked="lança 8 pro João") == []
    assert unsupported("Lancei 9,0 para o João.", [marks], [], WORDS, asked="lança 8 pro João") != []


def test_a_question_behind_a_claim_hides_nothing() -> None:
    """OS-3."""
    assert unsupported("Criei a nota, quer mais alguma coisa?", [], [], WORDS) != []
    assert unsupported("Quer que eu crie a nota?", [], [], WORDS) == []


def test_code_and_quotations_claim_nothing() -> None:
    """OS-3."""
    assert unsupported("```\nI created the note.\n```\n> Criei a nota.", [], [], WORDS) == []


@pytest.mark.parametrize("piece", ["i ", "a", "file ", "i really ", "`", "was created ", "I saved x/"])
def test_a_huge_answer_is_looked_through_quickly(piece: str) -> None:
    began = time.perf_counter()
    unsupported(piece * (500_000 // len(piece)), [wrote("a.md")], [], WORDS)
    assert time.perf_counter() - began < 10  # not quadratic
