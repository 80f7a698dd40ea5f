"""A teacher's document becomes questions, each with the passage it comes from (KN-9)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from aule.apps.knowledge.ingestion.intake import Batch, Intake
from aule.apps.knowledge.ingestion.originals import keep
from aule.boot import running
from aule.boot.system import System as Whole
from aule.contracts.errors import AuleError
from aule.contracts.talk.ask import Ask
from aule.sdk.http import ByHand
from aule.stores.home.directory import Home
from aule.testing import say
from aule.testing.system import system

PLANTS = """# Fotossíntese

A fotossíntese é o processo pelo qual as plantas transformam luz em energia química.

A clorofila é o pigmento verde que absorve a luz nas folhas.

O estroma é a parte líquida do cloroplasto, onde ocorre o ciclo de Calvin.

Os estômatos são as aberturas da folha por onde entra o gás carbônico.

## Números

Uma folha tem em média 300 estômatos por milímetro quadrado.

Em 1779 Jan Ingenhousz mostrou que as plantas precisam de luz para produzir oxigênio.

A reação usa 6 moléculas de água para cada molécula de glicose.
"""


async def add(kernel: Whole, name: str = "Fotossíntese.md", text: str = PLANTS) -> None:
    """Add a document, and wait until it was read."""
    file = await keep(kernel.blobs, name, text.encode(), "upload")
    await kernel.loads.load("knowledge")
    run, _ = await Intake(kernel).take(Batch([file], "general.home", "home", "pt-BR"))
    await kernel.driver.wait(run)


async def made(kernel: Whole, **params: Any) -> dict[str, Any]:
    """Make questions, and return the activity as it is kept."""
    called = await kernel.call("school.criar_questoes_documento", params, locale="pt-BR", by_hand=ByHand())
    assert called.result.ok, called.result.error
    shown = await kernel.call("school.pesquisar_atividades_conta", {}, locale="pt-BR")
    assert shown.result.ok
    return {**called.result.data, "warnings": [each.code for each in called.result.warnings]}


async def activity(kernel: Whole, id: str) -> dict[str, Any]:
    """Return the questions of an activity, from its row."""
    from sqlalchemy import select

    from aule.apps.school.tables import atividades

    found = await kernel.database.fetch(select(atividades.c.conteudo).where(atividades.c.id == id))
    content = found[0][0]
    return json.loads(content) if isinstance(content, str) else content


async def questions(kernel: Whole, id: str) -> list[dict[str, Any]]:
    """Return the questions of an activity."""
    return [each for part in (await activity(kernel, id))["secoes"] for each in part["questoes"]]


async def test_questions_are_made_by_rules_and_their_keys_stand_in_the_passage(tmp_path: Path) -> None:
    """KN-9: without a model; exact before eloquent."""
    home = Home(tmp_path)
    home.prepare()
    async with running(home) as kernel:
        await add(kernel)
        told = await made(kernel, documento="Fotossíntese", quantidade=5)
        found = await questions(kernel, told["atividade_id"])
        assert told["n_questoes"] == len(found) == 5
        assert len({each["tipo"] for each in found}) >= 3
        for each in found:
            source = each["fonte"]
            assert source["trecho"] in " ".join(PLANTS.split()) and source["titulo"] == "Fotossíntese"
            assert source["caminho"].startswith(f"/knowledge/d/{source['documento']}?")
            if each["tipo"] == "verdadeiro_falso":
                assert (each["enunciado"] == source["trecho"]) == (each["resposta"] == "V")
            elif each["tipo"] != "multipla_escolha":
                assert each["resposta"] in source["trecho"]
            else:
                right = next(option["texto"] for option in each["alternativas"] if option["correta"])
                assert each["enunciado"].replace("______", right) == source["trecho"]


async def test_the_teacher_sees_the_passage_and_the_student_does_not(tmp_path: Path) -> None:
    """KN-9: the key of an export has document and passage; a student's sheet has neither."""
    home = Home(tmp_path)
    home.prepare()
    async with running(home) as kernel:
        await add(kernel)
        told = await made(kernel, documento="Fotossíntese.md", quantidade=4, modelo_questao="lacuna")
        texts = {whose: await _exported(kernel, told["atividade_id"], whose) for whose in ("professor", "aluno")}
        found = await questions(kernel, told["atividade_id"])
    for each in found:
        assert each["fonte"]["trecho"] in texts["professor"] and each["fonte"]["trecho"] not in texts["aluno"]
    assert "[Fotossíntese: “" in texts["professor"] and "[Fotossíntese" not in texts["aluno"]


@pytest.mark.parametrize("form", ["gift", "moodle_xml"])
async def test_a_quiz_for_moodle_holds_no_passage_and_no_document(tmp_path: Path, form: str) -> None:
    """KN-9: what students see, also after they answered, names neither the source nor its words."""
    home = Home(tmp_path)
    home.prepare()
    async with running(home) as kernel:
        await add(kernel, "Gabarito do professor.md")
        told = await made(kernel, documento="Gabarito do professor.md", quantidade=6)
        text = await _exported(kernel, told["atividade_id"], "", form)
        text = re.sub(r"<graderinfo.*?</graderinfo>", "", text, flags=re.DOTALL)  # only who grades is shown it
        found = await questions(kernel, told["atividade_id"])
        with pytest.raises(AuleError, match="não há versão do aluno"):  # the format cannot do without answers
            await _exported(kernel, told["atividade_id"], "aluno", form)
    assert len(found) == 6
    for each in found:
        shown = each["tipo"] == "verdadeiro_falso" and each["resposta"] == "V"
        assert shown or each["fonte"]["trecho"] not in text  # the statement itself, where it is the question
        assert each["fonte"]["caminho"] not in text and each["fonte"]["documento"] not in text
    assert "/knowledge/" not in text


async def _exported(kernel: Whole, id: str, whose: str, form: str = "md") -> str:
    called = await kernel.call(
        "school.exportar_documento", {"ref": id, "formato": form, "versao": whose}, locale="pt-BR", by_hand=ByHand()
    )
    assert called.result.ok, called.result.error
    artifact = await kernel.artifacts.get(called.result.artifacts[0])
    return kernel.blobs.get(artifact.sha256).decode()


async def test_a_models_questions_are_kept_where_the_key_stands_in_the_passage(tmp_path: Path) -> None:
    """KN-9: with a model; what its passage does not say is left out, told, and filled up by rules."""
    async with system(tmp_path) as aule:
        kernel = aule.kernel
        await add(kernel)
        good = {
            "tipo": "lacuna",
            "enunciado": "A ______ absorve a luz nas folhas.",
            "resposta": "clorofila",
            "trecho": 1,
        }
        bad = {"tipo": "lacuna", "enunciado": "O pigmento é o ______.", "resposta": "caroteno", "trecho": 1}
        false = {
            "tipo": "verdadeiro_falso",
            "enunciado": "A reação usa 9 moléculas de água.",
            "resposta": "V",
            "trecho": 2,
        }
        aule.model.add(say(json.dumps({"questoes": [good, bad, false]}, ensure_ascii=False)))
        told = await made(kernel, documento="Fotossíntese", quantidade=3)
        found = await questions(kernel, told["atividade_id"])
    assert told["descartadas"] == 2 and "questoes_descartadas" in told["warnings"]
    assert found[0]["resposta"] == "clorofila" and len(found) == 3
    assert all("caroteno" not in each["resposta"] for each in found)


@pytest.mark.parametrize(("named", "code"), [("Mitose", "not_found"), ("Foto", "ambiguous_reference")])
async def test_a_document_that_is_not_there_or_not_clear_is_told(tmp_path: Path, named: str, code: str) -> None:
    """KN-9: nothing is made of another document."""
    home = Home(tmp_path)
    home.prepare()
    async with running(home) as kernel:
        await add(kernel)
        await add(kernel, "Fotografia.md", "# Fotografia\n\nA câmera é um aparelho que registra imagens com luz.\n")
        with pytest.raises(AuleError) as caught:
            await kernel.call("school.criar_questoes_documento", {"documento": named}, locale="pt-BR", by_hand=ByHand())
        assert caught.value.problem.code == code


async def test_undo_takes_the_questions_back(tmp_path: Path) -> None:
    """KN-9: one change."""
    home = Home(tmp_path)
    home.prepare()
    async with running(home) as kernel:
        await add(kernel)
        called = await kernel.call(
            "school.criar_questoes_documento", {"documento": "Fotossíntese"}, locale="pt-BR", by_hand=ByHand()
        )
        undoing = await kernel.undo(f"run:{called.run}")
        await kernel.driver.wait(undoing.id)
        shown = await kernel.call("school.pesquisar_atividades_conta", {}, locale="pt-BR")
        assert "Fotossíntese" not in json.dumps(shown.result.data)


@pytest.mark.parametrize(
    ("said", "locale"),
    [
        ('crie 5 questões a partir do PDF "Fotossíntese"', "pt-BR"),
        ('make 5 questions from the PDF "Fotossíntese"', "en"),
    ],
)
async def test_a_sentence_leads_to_questions_from_the_document(tmp_path: Path, said: str, locale: str) -> None:
    """KN-9: with no model, in both languages."""
    home = Home(tmp_path)
    home.prepare()
    async with running(home) as kernel:
        await add(kernel)
        asked = await kernel.ask(Ask(message=said, locale=locale, agent="jota"))
        await kernel.driver.see_to_rest(asked.run)
        (plan,) = (await kernel.plans.list(project=None, status=None, session=None, limit=5, after=None)).items
        view = await kernel.plans.get(plan.id)
        call = view.plan.steps[0].call
        assert call is not None and call.capability == "school.criar_questoes_documento"
        assert call.params["documento"] == "Fotossíntese" and call.params["quantidade"] == 5
