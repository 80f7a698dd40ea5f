"""OneRoster archives: everything linked, orphans told, again nothing, undone to the row (SP-54)."""

from __future__ import annotations

import io
import zipfile
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.apps.school.sample import School, school
from tests.apps.school.test_importing import bring

from aule.apps.school.entities import Avaliacao, Materia, Turma

MANIFEST = "propertyName,value\nmanifest.version,1.0\noneroster.version,{version}\n" + "".join(
    f"file.{name},bulk\n"
    for name in ("academicSessions", "classes", "courses", "enrollments", "lineItems", "orgs", "results", "users")
)
TABLES: Mapping[str, str] = {
    "orgs": "sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId\n"
    "d1,active,,Rede Municipal,district,,\ns1,active,,EMEF Paulo Freire,school,,d1\n",
    "academicSessions": "sourcedId,status,title,type,startDate,endDate,parentSourcedId,schoolYear\n"
    "y1,,2026,schoolYear,2026-02-02,2026-12-18,,2026\n"
    + "".join(f"b{n},,B{n},term,2026-0{2 * n}-01,2026-0{2 * n + 1}-28,y1,2026\n" for n in (1, 2, 3, 4)),
    "courses": "sourcedId,status,schoolYearSourcedId,title,courseCode,grades,orgSourcedId,subjects\n"
    "k1,,y1,Matemática 7,M7,07,s1,Matemática\nk2,,y1,Português,P7,07,s1,\n",
    "classes": "sourcedId,status,title,grades,courseSourcedId,classCode,classType,schoolSourcedId,termSourcedIds\n"
    "c1,,7A,07,k1,,scheduled,s1,y1\nc2,,7º ano A,07,k2,,scheduled,s1,y1\nc3,,Sem ano,,,,scheduled,s1,y1\n"
    "c4,,8B,08,k1,,scheduled,nowhere,y1\n",
    "users": "sourcedId,status,enabledUser,orgSourcedIds,role,username,givenName,familyName,identifier,email\n"
    "u1,,true,s1,student,ana,Ana,Lima,001,\nu2,,true,s1,student,bia,Bia,Sá,002,\nt1,,true,s1,teacher,p,Paula,Reis,,p@x.br\n"
    "u3,,true,s9,student,x,Sem,Escola,003,\n",
    "enrollments": "sourcedId,status,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate\n"
    "e1,,c1,s1,u1,student,,2026-02-02,\ne2,,c2,s1,u1,student,,,\ne3,,c1,s1,u2,student,,,2027-01-01\n"
    "e4,,c1,s1,t1,teacher,true,,\ne5,,c1,s1,u9,student,,,\n",
    "lineItems": "sourcedId,status,title,description,assignDate,dueDate,classSourcedId,categorySourcedId,"
    "gradingPeriodSourcedId,resultValueMin,resultValueMax\n"
    "l1,,Prova 1,,2026-03-01,2026-03-10,c1,,b1,0,20\nl2,,Redação,,,2026-03-12,c2,,b1,0,10\n",
    "results": "sourcedId,status,lineItemSourcedId,studentSourcedId,scoreStatus,score,scoreDate,comment\n"
    "r1,,l1,u1,fully graded,15.5,2026-03-11,bom\nr2,,l1,u2,exempt,,,\nr3,,l2,u1,not submitted,,,\n"
    "r4,,l2,u2,fully graded,99,,\nr5,,l9,u1,fully graded,5,,\n",
}


def archive(tables: Mapping[str, str], version: str = "1.1", folder: str = "") -> bytes:
    """A zip of these tables with a manifest."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(f"{folder}manifest.csv", MANIFEST.format(version=version))
        for name, text in tables.items():
            made.writestr(f"{folder}{name}.csv", text)
    return out.getvalue()


@pytest.fixture
async def empty(tmp_path: Path) -> AsyncGenerator[School]:
    """A system without a school."""
    async with school(tmp_path / "home") as running:
        yield running


async def test_a_roster_comes_in_whole_again_as_nothing_and_goes_in_one_step(empty: School) -> None:
    """SP-54: schools to marks, sourcedIds kept, two classes of one name are one, orphans told with their rows."""
    before = await empty.rows()
    asked: dict[str, Any] = {"arquivo": await bring(empty, archive(TABLES), "roster.zip")}
    seen = await empty.do("importar_oneroster", **asked)
    assert (seen["versao"], seen["tipo"], seen["total_orfaos"]) == ("1.1", "bulk", 6)
    assert [(each["arquivo"], each["linha"]) for each in seen["orfaos"]] == [
        ("classes.csv", 4),
        ("classes.csv", 5),
        ("users.csv", 5),
        ("enrollments.csv", 6),
        ("results.csv", 5),
        ("results.csv", 6),
    ]
    made = {name: each["criar"] for name, each in seen["tabelas"].items()}
    assert made == {
        **{"escola": 1, "periodo": 5, "materia": 2, "turma": 1, "aluno": 2, "professor": 1},
        **{"matricula": 2, "avaliacao": 2, "nota": 3},
    }
    assert await empty.rows() == before
    shown = await empty.preview("importar_oneroster", **asked, modo="aplicar")
    assert shown.total == sum(made.values()) and len(shown.warnings) == 6

    done = await empty.call("importar_oneroster", **asked, modo="aplicar")
    assert done.ok and len(done.changes) == 1, done.error
    turma = (await empty.shelf.turmas())[0]
    subjects = {each.id: each.nome for each in await empty.shelf.many(Materia, turma.materias)}
    assert (turma.nome, turma.ano_serie, turma.ano_letivo) == ("7A", "EF7", 2026)
    assert set(subjects.values()) == {"Matemática", "Língua Portuguesa"}
    assert sorted(each.tipo for each in await empty.shelf.periodos()) == ["ano", *["bimestre"] * 4]
    tests = {each.titulo: each for each in await empty.shelf.avaliacoes(turma.id)}
    assert (tests["Prova 1"].valor_maximo, subjects[tests["Redação"].materia_id]) == (20, "Língua Portuguesa")
    assert tests["Prova 1"].external_ids == {"oneroster": "l1"}
    marks = {(each.situacao, each.valor, each.observacao) for each in await empty.shelf.notas(turma.id)}
    assert marks == {("lancada", 15.5, "bom"), ("dispensado", None, ""), ("nao_entregue", None, "")}

    after = await empty.rows()
    again = await empty.call("importar_oneroster", **asked, modo="aplicar")
    assert again.changes == [] and await empty.rows() == after and "nada mudaria" in again.data["resumo"]
    await empty.undo(done.changes[0])
    assert await empty.rows() == before


async def test_a_delta_of_1_2_finds_what_came_before_and_removes_nothing(empty: School) -> None:
    """SP-54: a class, a student and a test are known by their sourcedIds although the archive has none of them."""
    await empty.do("importar_oneroster", arquivo=await bring(empty, archive(TABLES), "a.zip"), modo="aplicar")
    delta = {
        "users": "sourcedId,status,enabledUser,username,givenName,familyName,identifier,primaryOrgSourcedId,"
        "preferredGivenName\nu2,active,true,bia,Beatriz,Sá,002,s1,Bia\nu1,tobedeleted,true,ana,Ana,Lima,001,s1,\n",
        "roles": "sourcedId,status,userSourcedId,roleType,role,orgSourcedId\no1,,u2,primary,student,s1\n"
        "o2,,u1,primary,student,s1\n",
        "lineItems": "sourcedId,status,title,dueDate,classSourcedId,resultValueMax\nl3,,Redação 2,2026-04-12,c2,10\n",
        "results": "sourcedId,status,lineItemSourcedId,studentSourcedId,scoreStatus,score,missing\n"
        "r9,,l3,u2,fully graded,8,false\nr8,,l3,u1,submitted,,true\nr2,tobedeleted,l1,u2,exempt,,\n",
    }
    file = await bring(empty, archive(delta, "1.2", "export/"), "delta.zip")
    done = await empty.do("importar_oneroster", arquivo=file, modo="aplicar")
    counts = {name: (each["criar"], each["alterar"]) for name, each in done["tabelas"].items()}
    assert counts == {"aluno": (0, 2), "avaliacao": (1, 0), "nota": (2, 0)} and len(done["avisos"]) == 1
    turma = (await empty.shelf.turmas())[0]
    people = {each.chamado: each.ativo for each in await empty.shelf.alunos(turma.id, ativo=None)}
    assert people == {"Ana Lima": False, "Bia Sá": True}
    new = next(each for each in await empty.shelf.avaliacoes(turma.id) if each.titulo == "Redação 2")
    assert {each.situacao for each in await empty.shelf.notas_da_avaliacao(new.id)} == {"lancada", "nao_entregue"}
    assert [await empty.shelf.total(of) for of in (Turma, Avaliacao)] == [1, 3]


async def test_what_is_no_roster_is_refused(empty: School) -> None:
    """SP-54: another zip, another version, another file."""
    for content in (archive({}, "1.1"), archive(TABLES, "2.0"), b"sourcedId,name\n", b"PK\x03\x04broken"):
        problem = await empty.problem("importar_oneroster", arquivo=await bring(empty, content, "x.zip"))
        assert problem.code == "invalid_file" and problem.hint
