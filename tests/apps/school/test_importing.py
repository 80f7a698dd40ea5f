"""Gradebooks and attendance from files: cell by cell, undone in one step, and nothing the second time (SP-52)."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from tests.apps.school.sample import SEVENTH, School, school

from aule.apps.school.entities import Frequencia
from aule.contracts.errors import ApprovalRequired, Cancelled
from aule.contracts.events.facts import CallProgressed
from aule.contracts.runs.run import RunStatus


async def bring(running: School, content: str | bytes, name: str = "notas.csv") -> str:
    """Bring a file along; gives the artifact."""
    data = content if isinstance(content, bytes) else content.encode()

    async def pieces() -> AsyncGenerator[bytes]:
        yield data

    return (await running.kernel.uploads.add(name, pieces(), mime=None, largest=2**30)).id


def sheet(*rows: list[Any]) -> bytes:
    """An XLSX file with these rows."""
    import openpyxl

    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    for row in rows:
        page.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.fixture
async def empty(tmp_path: Path) -> AsyncGenerator[School]:
    """A system without a school."""
    async with school(tmp_path / "home") as running:
        yield running


async def test_sp_s5_a_gradebook_in_cp1252_is_shown_cell_by_cell_imported_and_undone(seventh_a: School) -> None:
    """SP-S5: `7,5`, `F`, an unknown student and a 12 out of 10; approved, imported, undone; again: nothing."""
    names = [each.nome for each in await seventh_a.queries.alunos(SEVENTH)]
    text = "Nome;Prova 3 (peso 2)\r\n" + "".join(
        f"{name};{mark}\r\n"
        for name, mark in ((names[0].upper(), "7,5"), (names[1], "F"), (names[2], "12"), ("Zé Ninguém Conceição", "8"))
    )
    file = await bring(seventh_a, text.encode("cp1252"))
    asked = {"arquivo": file, "turma_id": "7º ano A", "materia": "matematica", "data": "2026-11-10"}
    before = await seventh_a.rows()

    seen = await seventh_a.do("importar_notas", **asked)
    assert seen["contagem"] == {"criar": 2, "alterar": 0, "iguais": 0, "rejeitadas": 1}
    assert [each["nome"] for each in seen["nao_encontrados"]] == ["Zé Ninguém Conceição"]
    assert [(each["op"], each["depois"]) for each in seen["celulas"]] == [
        ("rejeitada", "12"),
        ("criar", 7.5),
        ("criar", "ausente"),
    ]
    assert (seen["codificacao"], seen["separador"], seen["forma"]) == ("cp1252", ";", "larga")
    assert seen["avaliacoes"][0] | {"id": None} == seen["avaliacoes"][0]
    assert (seen["avaliacoes"][0]["titulo"], seen["avaliacoes"][0]["peso"]) == ("Prova 3", 2)
    assert await seventh_a.rows() == before, "a preview writes nothing"

    shown = await seventh_a.preview("importar_notas", **asked, modo="aplicar")
    assert {table.name: (table.create, table.skipped) for table in shown.tables} == {
        "avaliacao": (1, 0),
        "nota": (2, 1),
    }
    assert shown.confirm is None and shown.total == 3
    assert any("Zé Ninguém" in each for each in shown.warnings) and any("'12'" in each for each in shown.warnings)
    with pytest.raises(ApprovalRequired):
        await seventh_a.kernel.call("school.importar_notas", {**asked, "modo": "aplicar"}, locale="pt-BR")
    assert await seventh_a.rows() == before, "an agent's import waits for a person"

    done = await seventh_a.call("importar_notas", **asked, modo="aplicar")
    assert done.ok and len(done.changes) == 1, done.error
    after = await seventh_a.rows()
    test = next(each for each in await seventh_a.queries.avaliacoes(SEVENTH) if each.titulo == "Prova 3")
    marks = {each.aluno_id: (each.valor, each.situacao) for each in await seventh_a.queries.notas_da_avaliacao(test.id)}
    assert sorted(marks.values(), key=str) == [(7.5, "lancada"), (None, "ausente")] and test.data == "2026-11-10"

    again = await seventh_a.call("importar_notas", **asked, modo="aplicar")
    assert again.data["contagem"] == {"criar": 0, "alterar": 0, "iguais": 2, "rejeitadas": 1}
    assert again.changes == [] and await seventh_a.rows() == after

    await seventh_a.undo(done.changes[0])
    assert await seventh_a.rows() == before


async def test_an_import_that_can_take_nothing_of_its_file_has_failed_and_says_why(seventh_a: School) -> None:
    """SP-52: nothing was written, so nobody is told that it was imported; a look at the same file is no failure."""
    before = await seventh_a.rows()
    marks = {"arquivo": await bring(seventh_a, "Nome;Prova 3\nNinguém;8\nOutro;9\n"), "turma_id": SEVENTH}
    marks |= {"materia": "matematica", "data": "2026-11-10"}
    days = {"arquivo": await bring(seventh_a, "Nome;12/03\nNinguém;P\n"), "turma_id": SEVENTH}
    for name, asked in (("importar_notas", marks), ("importar_frequencia", days)):
        assert (await seventh_a.call(name, **asked)).ok
        done = await seventh_a.call(name, **asked, modo="aplicar")
        assert (done.ok, done.error and done.error.code, done.changes) == (False, "nothing_imported", [])
        assert "Ninguém" in [each["nome"] for each in done.data["nao_encontrados"]], "who was not found is still told"
    assert await seventh_a.rows() == before


async def test_a_class_comes_into_being_from_its_first_gradebook_and_all_of_it_goes_again(empty: School) -> None:
    """SP-52: class, default school, subject, students and tests from one file; one change, undone to nothing."""
    before = await empty.rows()
    file = await bring(
        empty, "Matrícula;Aluno;N1;P2 12/03;Média\n001;Ana;7,5;8;7,75\n002;Bruno;-;NE;0\n003;Caio;D;10;10\n"
    )
    asked: dict[str, Any] = {"arquivo": file, "turma_id": "7º ano A", "materia": "Matemática"}
    missing = await empty.problem("importar_notas", **asked)
    assert (missing.code, missing.field) == ("not_found", "turma_id")
    asked["criar_turma"] = True
    seen = await empty.do("importar_notas", **asked)
    assert (seen["turma_nova"], seen["turma"]["id"], seen["alunos_novos"]) == (True, "", ["Ana", "Bruno", "Caio"])
    assert await empty.rows() == before

    done = await empty.call("importar_notas", **asked, modo="aplicar")
    assert done.ok and len(done.changes) == 1, done.error
    assert [each.code for each in done.warnings] == ["data_assumida"]
    turma = (await empty.queries.turmas())[0]
    escola = (await empty.queries.escolas())[0]
    assert (turma.nome, turma.ano_serie, turma.ano_letivo, escola.nome) == ("7º ano A", "EF7", 2026, "Minha escola")
    assert [each.nome for each in await empty.queries.alunos(turma.id)] == ["Ana", "Bruno", "Caio"]
    assert [(each.titulo, each.data) for each in await empty.queries.avaliacoes(turma.id)] == [
        ("P2", "2026-03-12"),
        ("N1", "2026-11-16"),
    ]
    assert sorted(
        (each.situacao, each.valor) for each in await empty.queries.notas(turma.id) if each.valor is None
    ) == [
        ("dispensado", None),
        ("nao_entregue", None),
        ("pendente", None),
    ]
    again = await empty.call("importar_notas", **asked, modo="aplicar")
    assert again.data["contagem"]["iguais"] == 6 and again.changes == []
    strange = await bring(empty, "Aluno;N1\nAna;9\nDora;5\n")
    later = await empty.do("importar_notas", **{**asked, "arquivo": strange})
    assert later["alunos_novos"] == [] and [each["nome"] for each in later["nao_encontrados"]] == ["Dora"]
    assert later["contagem"] == {"criar": 0, "alterar": 1, "iguais": 0, "rejeitadas": 0}

    await empty.undo(done.changes[0])
    assert await empty.rows() == before
    unclear = await empty.problem("importar_notas", **{**asked, "turma_id": "Turma da manhã"})
    assert (unclear.code, unclear.field) == ("invalid_param", "turma_id")
    absurd = await empty.problem("importar_notas", **asked, data="0001-01-01")
    assert (absurd.code, absurd.field) == ("invalid_param", "data")


async def test_all_shapes_of_a_sheet_say_the_same_marks(empty: School) -> None:
    """SP-52, SP-54: wide, long, merged headings of XLSX, Moodle's export: the same marks, changed by none of them."""
    wide = await bring(empty, "Nome\tProva 1 (peso 2)\tRedação\nAna Lima\t7.5\t8\nBruno Sá\tF\t9\n")
    asked: dict[str, Any] = {"turma_id": "7A", "materia": "Português", "criar_turma": True, "modo": "aplicar"}
    first = await empty.do("importar_notas", arquivo=wide, **asked)
    assert first["contagem"]["criar"] == 4 and first["materia"]["nome"] == "Língua Portuguesa"
    before = await empty.rows()
    long = "aluno,avaliacao,nota,disciplina\n" + "".join(
        f'"{name}",{test},{mark},portugues\n'
        for name, test, mark in (
            ("Ana  Lima", "Prova 1", '"7,5"'),
            ("ana lima", "redacao", "8"),
            ("BRUNO SÁ", "Prova 1", "faltou"),
            ("Bruno Sa", "Redação", '"9,0"'),
        )
    )
    merged = sheet(
        ["Diário de classe", None, None],
        ["Aluno", "1º bimestre", None],
        [None, "Prova 1", "Redação"],
        ["Peso", 2, 1],
        ["Ana Lima", 7.5, "8,0"],
        ["Bruno Sá", "F", 9],
        ["Média da turma", 7.5, 8.5],
    )
    moodle = (
        '"Nome","Sobrenome","Número de identificação","Endereço de email","Questionário:Prova 1 (Real)",'
        '"Tarefa:Redação (Real)","Tarefa:Redação (Feedback)","Total do curso (Real)"\n'
        '"Ana","Lima","","a@x.br","7,50","8,00","ótimo","15,5"\n"Bruno","Sá","","b@x.br","F","9,00","","9"\n'
    )
    for name, content, shape in (
        ("longa.csv", long.encode("utf-16"), "longa"),
        ("larga.xlsx", merged, "larga"),
        ("moodle.csv", moodle.encode("utf-8-sig"), "moodle"),
    ):
        done = await empty.do("importar_notas", arquivo=await bring(empty, content, name), **asked)
        assert (done["forma"], done["contagem"]) == (
            shape,
            {"criar": 0, "alterar": 0, "iguais": 4, "rejeitadas": 0},
        ), name
    assert await empty.rows() == before


async def test_columns_of_terms_a_said_scale_and_what_is_left_out_are_told(seventh_a: School) -> None:
    """SP-52: the school's own terms date the tests; the scale is said or told; each other cell is listed."""
    names = [each.nome for each in await seventh_a.queries.alunos(SEVENTH)]
    ends = {each.numero: each.fim for each in await seventh_a.queries.periodos() if each.tipo == "bimestre"}
    first, *rest = names[0].split()
    rows = f'"{" ".join(rest)}, {first}";70;85;a@x.br;3\n{names[1]};60;90;;1\nMédia da turma;65;87;;\n'
    file = await bring(seventh_a, f"Escola Aurora;;;;\nAluno;1º Bim;2º Bim;E-mail;Faltas\n{rows}")
    asked: dict[str, Any] = {"arquivo": file, "turma_id": "7A", "materia": "Matemática"}
    seen = await seventh_a.do("importar_notas", **asked)
    assert seen["escala"] == {"maximo": 100.0, "origem": "deduzida"}
    assert [(each["data"], each["valor_maximo"]) for each in seen["avaliacoes"]] == [(ends[1], 100.0), (ends[2], 100.0)]
    left = [(each["linha"], each["cabecalho"], each["valor"]) for each in seen["deixados"]]
    assert left == [
        (1, "Aluno", "Escola Aurora"),
        *((3, "E-mail", "a@x.br"), (3, "Faltas", "3"), (4, "Faltas", "1")),
        *((5, "Aluno", "Média da turma"), (5, "1º Bim", "65"), (5, "2º Bim", "87")),
    ]
    assert all(each["motivo"] for each in seen["deixados"]) and seen["total_deixados"] == len(left)
    said = await seventh_a.do("importar_notas", **asked, escala=200)
    assert (said["escala"]["origem"], said["avaliacoes"][0]["valor_maximo"]) == ("informada", 200.0)
    assert (await seventh_a.problem("importar_notas", **asked, escala=-1)).code == "invalid_param"
    done = await seventh_a.call("importar_notas", **asked, modo="aplicar")
    assert done.ok and (await seventh_a.call("importar_notas", **asked, modo="aplicar")).changes == []


async def test_attendance_comes_in_by_days_or_by_records_and_is_undone(seventh_a: School) -> None:
    """SP-52: `P/F/J/A`; two periods of a day count together; what contradicts itself is refused."""
    names = [each.nome for each in await seventh_a.queries.alunos(SEVENTH)]
    rows = (
        [names[0], "P", "F", "J", "P", "P"],
        [names[1], "A", "", "x", "P", "F"],
        ["Outro Nome", "P", "P", "P", "", ""],
    )
    text = "Aluno;02/11;03/11;31/02;04/11;04/11\n" + "".join(";".join(row) + "\n" for row in rows)
    asked: dict[str, Any] = {"arquivo": await bring(seventh_a, text), "turma_id": "7A"}
    before = await seventh_a.rows()
    seen = await seventh_a.do("importar_frequencia", **asked)
    assert seen["contagem"] == {"criar": 4, "alterar": 0, "iguais": 0, "rejeitadas": 2}
    assert [each["data"] for each in seen["dias"]] == ["2026-11-02", "2026-11-03", "2026-11-04"]
    assert any("31/02" in each for each in seen["avisos"]) and seen["nao_encontrados"][0]["nome"] == "Outro Nome"
    done = await seventh_a.call("importar_frequencia", **asked, modo="aplicar")
    found = await seventh_a.queries.daily(Frequencia, SEVENTH)
    assert sorted((each.data, each.presenca, each.carga) for each in found) == [
        ("2026-11-02", "atraso", 1),
        ("2026-11-02", "presente", 1),
        ("2026-11-03", "falta", 1),
        ("2026-11-04", "presente", 2),
    ]
    assert (await seventh_a.call("importar_frequencia", **asked, modo="aplicar")).changes == []
    record = f"nome;data;presença\n{names[0]};2026-11-03;justificada\n{names[0]};03/13/2026;P\n"
    asked["arquivo"] = await bring(seventh_a, record)
    changed = await seventh_a.call("importar_frequencia", **asked, modo="aplicar")
    assert changed.data["contagem"] == {"criar": 0, "alterar": 1, "iguais": 0, "rejeitadas": 1}
    for change in (changed.changes[0], done.changes[0]):
        await seventh_a.undo(change)
    assert await seventh_a.rows() == before


async def test_an_import_that_is_stopped_halfway_leaves_nothing_behind(empty: School) -> None:
    """SP-52: it tells how far it is, and can be stopped."""
    rows = "".join(f"{n};Aluno {n};7;8;9;10\n" for n in range(3_000))
    file = await bring(empty, f"RA;Nome;N1;N2;N3;N4\n{rows}")
    asked = {"arquivo": file, "turma_id": "7A", "materia": "Matemática", "criar_turma": True, "modo": "aplicar"}
    before = await empty.rows()
    importing = asyncio.ensure_future(empty.called("importar_notas", **asked))
    run = ""
    async with asyncio.timeout(30):
        async for event in empty.kernel.journal.follow():
            if isinstance(event.data, CallProgressed) and event.data.fraction:
                run = event.run or ""
                await empty.kernel.cancel(run)
                break
    with pytest.raises(Cancelled):
        await importing
    assert (await empty.system.until_still(run)).status is RunStatus.CANCELLED
    assert await empty.rows() == before
