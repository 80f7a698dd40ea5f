"""OneRoster archives: everything linked, orphans told, again nothing, undone to the row (SP-54)."""

from __future__ import annotations

import csv
import io
import random
import zipfile
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.apps.school.sample import School, school
from tests.apps.school.test_importing import bring

from aule.apps.school.entities import Avaliacao, Materia
from aule.apps.school.importing.oneroster.links import Linker
from aule.apps.school.importing.oneroster.package import open_package
from aule.apps.school.importing.who import Drafts
from aule.apps.school.queries import SchoolQueries

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
    assert shown.total == sum(made.values()) and sum("linha" in each for each in shown.warnings) == 6

    done = await empty.call("importar_oneroster", **asked, modo="aplicar")
    assert done.ok and len(done.changes) == 1, done.error
    turma = (await empty.queries.turmas())[0]
    subjects = {each.id: each.nome for each in await empty.queries.many(Materia, turma.materias)}
    assert (turma.nome, turma.ano_serie, turma.ano_letivo) == ("7A", "EF7", 2026)
    assert set(subjects.values()) == {"Matemática", "Língua Portuguesa"}
    assert sorted(each.tipo for each in await empty.queries.periodos()) == ["ano", *["bimestre"] * 4]
    tests = {each.titulo: each for each in await empty.queries.avaliacoes(turma.id)}
    assert (tests["Prova 1"].valor_maximo, subjects[tests["Redação"].materia_id]) == (20, "Língua Portuguesa")
    assert tests["Prova 1"].external_ids == {"oneroster": "l1"}
    marks = {(each.situacao, each.valor, each.observacao) for each in await empty.queries.notas(turma.id)}
    assert marks == {("lancada", 15.5, "bom"), ("dispensado", None, ""), ("nao_entregue", None, "")}

    after = await empty.rows()
    again = await empty.call("importar_oneroster", **asked, modo="aplicar")
    assert again.changes == [] and await empty.rows() == after and "nada mudaria" in again.data["resumo"]
    await empty.undo(done.changes[0])
    assert await empty.rows() == before


async def test_a_delta_of_1_2_finds_what_came_before_and_removes_what_is_gone(empty: School) -> None:
    """SP-54: found by sourcedIds although the archive has none of them; `tobedeleted` goes, seen first, undone."""
    await empty.do("importar_oneroster", arquivo=await bring(empty, archive(TABLES), "a.zip"), modo="aplicar")
    delta = {
        "users": "sourcedId,status,enabledUser,username,givenName,familyName,identifier,primaryOrgSourcedId,"
        "preferredGivenName\nu2,active,true,bia,Beatriz,Sá,002,s1,Bia\nu1,tobedeleted,true,ana,Ana,Lima,001,s1,\n",
        "roles": "sourcedId,status,userSourcedId,roleType,role,orgSourcedId\no1,,u2,primary,student,s1\n",
        "lineItems": "sourcedId,status,title,dueDate,classSourcedId,resultValueMax\nl3,,Redação 2,2026-04-12,c2,10\n",
        "results": "sourcedId,status,lineItemSourcedId,studentSourcedId,scoreStatus,score,missing\n"
        "r9,,l3,u2,fully graded,8,false\nr2,tobedeleted,l1,u2,exempt,,\nr7,tobedeleted,l9,u9,exempt,,\n",
    }
    before = await empty.rows()
    asked: dict[str, Any] = {"arquivo": await bring(empty, archive(delta, "1.2", "export/"), "delta.zip")}
    shown = await empty.preview("importar_oneroster", **asked, modo="aplicar")
    assert [(each.op, each.title) for each in shown.records][0] == ("delete", "Ana Lima")
    assert shown.records[0].cascade is not None and shown.records[0].cascade.counts == {"matricula": 1, "nota": 2}
    done = await empty.call("importar_oneroster", **asked, modo="aplicar")
    counts = {name: (each["criar"], each["alterar"], each["remover"]) for name, each in done.data["tabelas"].items()}
    assert counts == {"aluno": (0, 1, 1), "avaliacao": (1, 0, 0), "nota": (1, 0, 3), "matricula": (0, 0, 1)}
    turma = (await empty.queries.turmas())[0]
    assert [each.chamado for each in await empty.queries.alunos(turma.id, ativo=None)] == ["Bia Sá"]
    new = next(each for each in await empty.queries.avaliacoes(turma.id) if each.titulo == "Redação 2")
    assert [each.valor for each in await empty.queries.notas(turma.id)] == [8.0] and new.external_ids == {
        "oneroster": "l3"
    }
    again = await empty.call("importar_oneroster", **asked, modo="aplicar")
    assert again.changes == [] and any("r7" in each["valor"] for each in again.data["deixados"])
    await empty.undo(done.changes[0])
    assert await empty.rows() == before


async def test_what_goes_is_only_what_nothing_else_means(empty: School) -> None:
    """SP-54: a class loses one of its subjects, then goes; what something that stays needs is told; undone whole."""
    await empty.do("importar_oneroster", arquivo=await bring(empty, archive(TABLES), "a.zip"), modo="aplicar")
    before = await empty.rows()
    heads = TABLES["classes"].partition("\n")[0]
    first = {
        "lineItems": TABLES["lineItems"].partition("\n")[0] + "\nl2,tobedeleted,Redação,,,2026-03-12,c2,,b1,0,10\n",
        "courses": TABLES["courses"].partition("\n")[0] + "\nk1,tobedeleted,y1,Matemática 7,M7,07,s1,Matemática\n",
        "enrollments": TABLES["enrollments"].partition("\n")[0] + "\ne3,tobedeleted,c1,s1,u2,student,,,2027-01-01\n",
        "classes": f"{heads}\nc2,tobedeleted,7º ano A,07,k2,,scheduled,s1,y1\n",
        "orgs": TABLES["orgs"].partition("\n")[0] + "\ns1,tobedeleted,,EMEF Paulo Freire,school,,d1\n",
    }
    file = await bring(empty, archive(first), "b.zip")
    done = await empty.call("importar_oneroster", arquivo=file, modo="aplicar")
    turma = (await empty.queries.turmas())[0]
    subjects = [each.nome for each in await empty.queries.many(Materia, turma.materias)]
    assert {each["arquivo"] for each in done.data["orfaos"]} == {"courses.csv", "orgs.csv"}
    assert [each.chamado for each in await empty.queries.alunos(turma.id)] == ["Ana Lima"]
    assert len(subjects) == 2, "its test was still there when the class was looked at"
    assert [each.titulo for each in await empty.queries.avaliacoes(turma.id)] == ["Prova 1"]
    whole = {"classes": f"{heads}\nc1,tobedeleted,7A,07,k1,,scheduled,s1,y1\n"}
    last = await empty.call("importar_oneroster", arquivo=await bring(empty, archive(whole), "c.zip"), modo="aplicar")
    assert await empty.queries.turmas() == [] and await empty.queries.total(Avaliacao) == 0
    for change in (last.changes[0], done.changes[0]):
        await empty.undo(change)
    assert await empty.rows() == before


async def test_nothing_of_an_archive_vanishes(empty: School) -> None:
    """SP-54: each value is kept, stands in a refused row, or is listed; passwords are neither kept nor shown."""
    tables = {
        **TABLES,
        "users": TABLES["users"]
        .replace("identifier,email", "identifier,email,phone,password,userMasterIdentifier")
        .replace("Ana,Lima,001,", "Ana,Lima,001,ana@x.br,+5511,segredo9,MI-77")
        + "g1,,true,s1,guardian,rui,Rui,Lima,,rui@x.br,,,\nt2,,true,s1,teacher,q,,,,\n",
        "demographics": "sourcedId,status,birthDate,sex\nu1,,2013-05-04,female\n",
        "results": TABLES["results"] + "r6,,l1,u1,submitted,7.25,2026-03-13,de novo,sobra\n",
        "classes": TABLES["classes"].replace("c1,,7A,07,k1,,", "c1,,7A,07,k1,COD-1,"),
    }
    done = await empty.do("importar_oneroster", arquivo=await bring(empty, archive(tables), "a.zip"), modo="aplicar")
    rows = await empty.rows()
    told = repr(rows) + repr(done["orfaos"]) + repr(done["deixados"]) + repr(done["tabelas"])
    numbers = {
        f"{value:g}" for kind in rows.values() for row in kind for value in row if isinstance(value, (int, float))
    }
    understood = {
        "active",
        "student",
        "teacher",
        "true",
        "school",
        "fully graded",
        "exempt",
        "not submitted",
        "segredo9",
        "07",
    }
    for name, text in tables.items():
        for row in csv.reader(io.StringIO(text)):
            lost = [
                cell for cell in row if cell and cell not in told and cell not in understood and cell not in numbers
            ]
            assert lost == [] or row[0] == "sourcedId", (name, lost)
    assert "segredo9" not in told and done["total_deixados"] == len(done["deixados"])
    ana = next(
        each for each in await empty.queries.alunos((await empty.queries.turmas())[0].id) if each.nome == "Ana Lima"
    )
    assert ana.extra["oneroster_linhas"]["u1"] == {
        **{"username": "ana", "email": "ana@x.br", "phone": "+5511"},
        **{"userMasterIdentifier": "MI-77", "orgSourcedIds": "s1"},
    }


def varied(seed: int) -> dict[str, str]:
    """The tables with cells emptied, spoiled and added at random, the same for a seed."""
    chance = random.Random(seed)
    tables = {
        **TABLES,
        "categories": "sourcedId,title\n",
        "roles": "sourcedId,userSourcedId,roleType,role,orgSourcedId\n",
    }
    tables["roles"] += "o1,u1,primary,student,s1\no2,u1,secondary,teacher,s9\no3,u8,primary,student,s1\n"
    made: dict[str, str] = {}
    for name, text in tables.items():
        head, *rows = csv.reader(io.StringIO(text))
        lines = [[*head, "metadata.x"]]
        for number, row in enumerate([*rows, *rows[:1]]):
            cells = [*row, *[""] * (len(head) - len(row)), f"{name}-{number}-x"]
            for place in range(1, len(head)):
                if chance.random() < 0.15:
                    cells[place] = chance.choice(["", f"{name}-{number}-{place}", "2026-05-06", "tobedeleted", "9"])
            lines.append([*cells, *([f"{name}-{number}-extra"] if chance.random() < 0.1 else [])])
        out = io.StringIO()
        csv.writer(out).writerows(lines)
        made[name] = out.getvalue()
    return made


async def test_nothing_of_any_archive_vanishes(empty: School) -> None:
    """SP-54: however rows are spoiled, each word of them is in what is written, refused or listed."""
    for seed in range(40):
        package = open_package("a.zip", archive(varied(seed)))
        queries = SchoolQueries(empty.kernel.database)
        linker = Linker(package, queries, Drafts(), today="2026-11-16", now="2026-11-16T12:00:00Z")
        ledger = await linker.link()
        written = [
            value
            for rows in ledger.writes.values()
            for write in rows.values()
            for value in (write.after or {}).values()
        ]
        told = repr(written) + repr([each.line.cells for each in ledger.orphans]) + repr(ledger.lefts)
        gone = {id(line) for lines in linker.gone.values() for line in lines}
        lines = [
            line for table in package.tables.values() for line in table if id(line) not in gone and not line.is_going
        ]
        words = {cell for line in (*lines, *package.unread) for cell in line.cells.values() if "-" in cell}
        assert {word for word in words if word not in told} == set(), seed


async def test_what_is_no_roster_is_refused(empty: School) -> None:
    """SP-54: another zip, another version, another file."""
    for content in (archive({}, "1.1"), archive(TABLES, "2.0"), b"sourcedId,name\n", b"PK\x03\x04broken"):
        problem = await empty.problem("importar_oneroster", arquivo=await bring(empty, content, "x.zip"))
        assert problem.code == "invalid_file" and problem.hint
