"""Linking an archive to a school: every row finds what it points to, in the file or among what is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aule.apps.school.entities import (
    Aluno,
    Avaliacao,
    Escola,
    Kept,
    Materia,
    MatriculaTurma,
    Nota,
    PeriodoLetivo,
    Professor,
    Turma,
)
from aule.apps.school.importing.oneroster.extras import rest_of, with_rows
from aule.apps.school.importing.oneroster.ledger import ONEROSTER, Ledger, Shelved, kept, known_as, sources_of
from aule.apps.school.importing.oneroster.package import TABLES, Line, Package
from aule.apps.school.importing.oneroster.vocabulary import (
    day_of,
    full_name,
    listed,
    number_of,
    situation_of,
    social_name,
    terms,
    year_of,
)
from aule.apps.school.importing.queries import all_rows
from aule.apps.school.importing.sheets.headings import kind_of_test
from aule.apps.school.importing.target import new_subject
from aule.apps.school.importing.who import Fresh
from aule.apps.school.names import chave, chave_turma
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.subjects import standard
from aule.apps.school.table_mapping import row_of
from aule.sdk import Model


@dataclass(slots=True)
class Links:
    """What sourcedIds turned out to be here."""

    escolas: dict[str, str] = field(default_factory=dict[str, str])
    materias: dict[str, str] = field(default_factory=dict[str, str])
    """By course."""
    turmas: dict[str, str] = field(default_factory=dict[str, str])
    """By class."""
    subject_of: dict[str, str] = field(default_factory=dict[str, str])
    """The subject of a class."""
    alunos: dict[str, str] = field(default_factory=dict[str, str])
    avaliacoes: dict[str, tuple[str, float, float]] = field(default_factory=dict[str, tuple[str, float, float]])
    """The test of a line item, and the least and most that can be had in it."""


_ENROLMENT = frozenset({"classSourcedId", "userSourcedId"})
_RESULT = frozenset({"lineItemSourcedId", "studentSourcedId", "scoreStatus", "comment"})
"""Columns that are understood of rows that are kept without extras."""
_SCORED = _RESULT | {"score"}


class Linker:
    """Links one archive; what comes of it stands in its ledger."""

    def __init__(self, package: Package, queries: SchoolQueries, fresh: Fresh, *, today: str, now: str) -> None:
        self._package = package
        self._queries = queries
        self._fresh = fresh
        self._today = today
        self.ledger = Ledger(now)
        self.gone: dict[str, list[Line]] = {}
        """Rows the other system removed, by table."""
        self._going = {table: _going_in(package.rows(table)) for table in TABLES}
        """The sourcedIds that go, by table."""
        self._links = Links()

    async def link(self) -> Ledger:
        """Link everything that stays, each kind after those it points to; rows that go are gathered."""
        for line in self._package.unread:
            self.ledger.leave(line, "or_unread")
        await self._schools()
        await self._terms()
        await self._subjects()
        await self._classes()
        await self._people()
        await self._enrolments()
        await self._tests()
        await self._marks()
        return self.ledger

    async def _schools(self) -> None:
        there = Shelved.of(await self._raw(Escola), "chave")
        lines = self._package.rows("orgs")
        networks = {each.id: each["name"] for each in lines}
        others: list[Line] = []
        used: set[str] = set()
        self._links.escolas |= self._known("orgs", there)
        for line in self._taken(lines, Escola):
            if line["type"].lower() not in ("school", ""):
                others.append(line)
                continue
            if not self._has(line, Escola, "name"):
                continue
            id = there.find(line.id, chave(line["name"]))
            before = kept(Escola, there.rows.get(id or ""))
            told = {"nome": line["name"][:200], "external_ids": known_as(before, line.id)}
            told["rede"] = networks.get(line["parentSourcedId"], before.rede if before is not None else "")[:200]
            used.add(told["rede"])
            self._links.escolas[line.id] = self._keep(Escola, "esc", before, there, told, [line])
        for line in others:
            self.ledger.leave(
                line, "or_org", rest_of(line, {"name", "sourcedId"} if line["name"] in used else set[str]())
            )

    async def _terms(self) -> None:
        lines = self._package.rows("academicSessions")
        if not lines:
            return
        there = {(row["escola_id"], each): row for row in await self._raw(PeriodoLetivo) for each in sources_of(row)}
        kinds = terms(lines)
        for line in self._taken(lines, PeriodoLetivo):
            first, last = day_of(line["startDate"]), day_of(line["endDate"])
            if not first or not last or last < first:
                self.ledger.refuse(PeriodoLetivo, line, "or_incomplete", field="startDate/endDate")
                continue
            tipo, numero = kinds[line.id]
            if not self._links.escolas:
                self.ledger.refuse(PeriodoLetivo, line, "or_missing", field="orgs.csv", value="school")
            for escola in dict.fromkeys(self._links.escolas.values()):
                row = there.get((escola, line.id))
                before = kept(PeriodoLetivo, row)
                told: dict[str, Any] = {
                    "escola_id": escola,
                    "tipo": tipo,
                    "numero": numero,
                    "inicio": first,
                    "fim": last,
                }
                told["external_ids"] = known_as(before, line.id)
                made = self._made(PeriodoLetivo, "per", before, told)
                self.ledger.settle(made.model_copy(update={"extra": with_rows(made, before, [line])}), row)

    async def _subjects(self) -> None:
        there = Shelved.of(await self._raw(Materia), "chave")
        self._links.materias |= self._known("courses", there)
        groups: dict[str, tuple[str, list[Line]]] = {}
        for line in self._taken(self._package.rows("courses"), Materia):
            if not self._has(line, Materia, "title"):
                continue
            said = listed(line["subjects"])
            name = said[0] if len(said) == 1 and standard(said[0]) is not None else line["title"]
            known = standard(name)
            name = known.nome if known is not None else name
            id = there.find(line.id, chave(name)) or chave(name)
            groups.setdefault(id, (name, []))[1].append(line)
        for id, (name, lines) in groups.items():
            before = kept(Materia, there.rows.get(id))
            made = before or new_subject(name, self._fresh)
            more = _several(before, {line.id: "" for line in lines})
            made = made.model_copy(update={"external_ids": known_as(before, lines[0].id), "extra": more})
            made = made.model_copy(update={"extra": with_rows(made, before, lines)})
            self.ledger.settle(made, there.rows.get(id))
            self._links.materias |= {line.id: made.id for line in lines}

    async def _classes(self) -> None:
        there = Shelved.of(await self._raw(Turma), "escola_id", "chave", "ano_letivo")
        self._links.turmas |= self._known("classes", there)
        self._remember_subjects(there)
        years = {
            each.id: each["schoolYear"] or each["startDate"][:4] for each in self._package.rows("academicSessions")
        }
        groups: dict[tuple[str, ...], list[tuple[Line, str, str]]] = {}
        for line in self._taken(self._package.rows("classes"), Turma):
            escola = self._pointed(line, Turma, "schoolSourcedId", self._links.escolas)
            if escola is None or not self._has(line, Turma, "title"):
                continue
            course = self._package_course(line["courseSourcedId"])
            ano_serie = year_of(line["grades"] or (course["grades"] if course is not None else ""), line["title"])
            if not ano_serie:
                self.ledger.refuse(Turma, line, "or_grade", value=line["title"][:60])
                continue
            year = next((years[term] for term in listed(line["termSourcedIds"]) if years.get(term)), self._today[:4])
            year = year if year.isdigit() and 1900 <= int(year) <= 2200 else self._today[:4]
            key = (escola, chave_turma(line["title"], ano_serie), year)
            id = there.find(line.id, *key)
            groups.setdefault((id,) if id else key, []).append((line, escola, f"{ano_serie} {year}"))
        for key, group in groups.items():
            self._class(there.rows.get(key[0]), group)

    def _class(self, row: Any, group: list[tuple[Line, str, str]]) -> None:
        before = kept(Turma, row)
        line, escola, told = group[0]
        ano_serie, year = told.split()
        subjects = {each.id: self._links.materias.get(each["courseSourcedId"], "") for each, _, _ in group}
        ids = dict.fromkeys([*(before.materias if before is not None else []), *filter(None, subjects.values())])
        fields: dict[str, Any] = {
            "escola_id": escola,
            "nome": before.nome if before is not None else line["title"][:60],
            "ano_serie": ano_serie,
            "ano_letivo": int(year),
            "materias": list(ids),
            "external_ids": known_as(before, line.id),
            "extra": _several(before, subjects, always=True),
        }
        made = self._made(Turma, "tur", before, fields)
        made = made.model_copy(update={"extra": with_rows(made, before, [each for each, _, _ in group])})
        self.ledger.settle(made, row)
        self._links.turmas |= {each.id: made.id for each, _, _ in group}
        self._links.subject_of |= {source: materia for source, materia in subjects.items() if materia}

    async def _people(self) -> None:
        there = Shelved.of(await self._raw(Aluno), "escola_id", "matricula")
        teachers = Shelved.of(await self._raw(Professor), "email")
        self._links.alunos |= self._known("users", there)
        roles = self._roles()
        for line in self._taken(self._package.rows("users"), Aluno):
            own = roles.pop(line.id, [])
            role = (own[0]["role"] if own else line["role"]).lower()
            if role not in ("student", "teacher"):
                for each in (line, *own):
                    self.ledger.leave(each, "or_role")
            elif not self._check(bool(full_name(line)), line, Aluno, "givenName/familyName"):
                self._leave_roles(own)
            elif role == "teacher":
                self._teacher(line, own, teachers)
            else:
                self._student(line, own, there)
        for rest in roles.values():
            self._leave_roles(rest)

    def _leave_roles(self, roles: list[Line]) -> None:
        for each in roles:
            self.ledger.leave(each, "or_nobody")

    def _roles(self) -> dict[str, list[Line]]:
        """Return the roles of people (1.2), the primary one first."""
        found: dict[str, list[Line]] = {}
        for each in self._taken(self._package.rows("roles"), Aluno, by_id=False):
            found.setdefault(each["userSourcedId"], []).append(each)
        for own in found.values():
            own.sort(key=lambda each: each["roleType"].lower() != "primary")
        return found

    def _student(self, line: Line, roles: list[Line], there: Shelved) -> None:
        said = [each["orgSourcedId"] for each in roles] or listed(line["orgSourcedIds"])
        orgs = [*said, line["primaryOrgSourcedId"]]
        escola = next((self._links.escolas[org] for org in orgs if org in self._links.escolas), None)
        if escola is None:
            self.ledger.refuse(
                Aluno, line, "or_missing", field="orgSourcedIds", value=", ".join(filter(None, orgs))[:60]
            )
            self._leave_roles(roles)
            return
        id = there.find(line.id, escola, line["identifier"])
        before = kept(Aluno, there.rows.get(id or ""))
        is_active = line["enabledUser"].lower() != "false"
        told: dict[str, Any] = {
            "escola_id": escola,
            "nome": full_name(line),
            "nome_social": social_name(line) or (before.nome_social if before is not None else ""),
            "matricula": line["identifier"] or (before.matricula if before is not None else ""),
            "ativo": is_active,
            "external_ids": known_as(before, line.id),
        }
        self._links.alunos[line.id] = self._keep(Aluno, "alu", before, there, told, [line, *roles])

    def _teacher(self, line: Line, roles: list[Line], there: Shelved) -> None:
        before = kept(Professor, there.rows.get(there.find(line.id, line["email"]) or ""))
        told = {"nome": full_name(line), "email": line["email"][:200], "external_ids": known_as(before, line.id)}
        self._keep(Professor, "pro", before, there, told, [line, *roles])

    async def _enrolments(self) -> None:
        rows: dict[tuple[str, str], Any] = {}
        for row in await self._queries.raw_by(MatriculaTurma, "turma_id", set(self._links.turmas.values())):
            rows[row["turma_id"], row["aluno_id"]] = row
        done: set[tuple[str, str]] = set()
        for line in self._package.rows("enrollments"):
            if line["role"].lower() != "student":
                self.ledger.leave(line, "or_role")
                continue
            if line.is_going and self._is_gone(line, ("classes", "classSourcedId"), ("users", "userSourcedId")):
                continue  # it goes with the class, or the student
            turma = self._pointed(line, MatriculaTurma, "classSourcedId", self._links.turmas)
            aluno = self._pointed(line, MatriculaTurma, "userSourcedId", self._links.alunos) if turma else None
            if turma is None or aluno is None:
                continue
            if (turma, aluno) in done:
                self.ledger.leave(line, "or_again", rest_of(line, _ENROLMENT))
                continue
            done.add((turma, aluno))
            self._enrolment(line, turma, aluno, rows.get((turma, aluno)))

    def _enrolment(self, line: Line, turma: str, aluno: str, row: Any) -> None:
        """Link a student to a class; a student removed in the other system leaves the class today."""
        if line.is_going and row is None:
            self.ledger.leave(line, "or_not_here")
            return
        first = day_of(line["beginDate"]) or (row["inicio"] if row is not None else self._today)
        last = day_of(line["endDate"]) or None
        read = {name for name in ("beginDate", "endDate") if day_of(line[name])}
        if line.is_going:
            last = min(last or (row["fim"] if row is not None else None) or self._today, self._today)
        elif last is not None and last >= self._today:
            last = None  # whoever leaves in the future is there now
            read.discard("endDate")
        school = {"schoolSourcedId"} if line["schoolSourcedId"] in self._links.escolas else set[str]()
        self.ledger.leave(line, "or_column", rest_of(line, _ENROLMENT | read | school))
        after = row_of(MatriculaTurma(aluno_id=aluno, turma_id=turma, inicio=min(first, last or first), fim=last))
        self._record(MatriculaTurma, row, after)

    async def _tests(self) -> None:
        turmas = set(self._links.turmas.values())
        there = Shelved.of(await self._queries.raw_by(Avaliacao, "turma_id", turmas), "id")
        for row in there.rows.values():
            for source in set(sources_of(row)) - self._going["lineItems"]:
                self._links.avaliacoes[source] = (row["id"], 0.0, float(row["valor_maximo"]))
        for line in self._taken(self._package.rows("lineItems"), Avaliacao):
            source = line["classSourcedId"]
            turma = self._pointed(line, Avaliacao, "classSourcedId", self._links.turmas)
            materia = self._links.subject_of.get(source, "")
            day = day_of(line["dueDate"]) or day_of(line["assignDate"])
            if turma is None or not self._has(line, Avaliacao, "title"):
                continue
            if not materia or not day:
                missing = "courseSourcedId" if not materia else "dueDate"
                self.ledger.refuse(Avaliacao, line, "or_incomplete", field=missing)
                continue
            before = kept(Avaliacao, there.rows.get(there.known.get(line.id, "")))
            most = number_of(line["resultValueMax"]) or (before.valor_maximo if before is not None else 10.0)
            told = {"turma_id": turma, "materia_id": materia, "titulo": line["title"][:200], "data": day}
            fields: dict[str, Any] = {**told, "valor_maximo": most, "external_ids": known_as(before, line.id)}
            if before is None:
                fields["tipo"] = kind_of_test(line["title"])
            if not self._check(most > 0, line, Avaliacao, "resultValueMax"):
                continue
            id = self._keep(Avaliacao, "ava", before, there, fields, [line])
            self._links.avaliacoes[line.id] = (id, number_of(line["resultValueMin"]) or 0.0, most)

    async def _marks(self) -> None:
        lines = self._package.rows("results")
        if not lines:
            return
        tests = self._links.avaliacoes
        wanted = {tests[each["lineItemSourcedId"]][0] for each in lines if each["lineItemSourcedId"] in tests}
        kept_marks = await self._queries.raw_by(Nota, "avaliacao_id", wanted)
        rows = {(row["avaliacao_id"], row["aluno_id"]): row for row in kept_marks}
        await asyncio.to_thread(self._each_mark, lines, rows)

    def _each_mark(self, lines: list[Line], rows: dict[tuple[str, str], Any]) -> None:
        done: set[tuple[str, str]] = set()
        for line in self._taken(lines, Nota, by_id=False):
            test = self._links.avaliacoes.get(line["lineItemSourcedId"])
            aluno = self._pointed(line, Nota, "studentSourcedId", self._links.alunos)
            if test is None:
                value = line["lineItemSourcedId"][:60]
                self.ledger.refuse(Nota, line, "or_missing", field="lineItemSourcedId", value=value)
                continue
            if aluno is None:
                continue
            told = situation_of(line)
            if told is None:
                self.ledger.refuse(Nota, line, "or_incomplete", field="scoreStatus")
            elif told[1] is not None and not test[1] <= told[1] <= test[2]:
                self.ledger.refuse(Nota, line, "or_score", value=f"{told[1]:g}")
            elif (test[0], aluno) in done:
                self.ledger.refuse(Nota, line, "or_twice", value=line.id[:60])
            else:
                done.add((test[0], aluno))
                self.ledger.leave(line, "or_column", rest_of(line, _SCORED if told[1] is not None else _RESULT))
                row = rows.get((test[0], aluno))
                note = line["comment"][:2_000] or (row["observacao"] if row is not None else "")
                after = {"avaliacao_id": test[0], "aluno_id": aluno, "valor": told[1], "situacao": told[0]}
                self._record(
                    Nota, row, {**after, "itens": row["itens"] if row is not None else None, "observacao": note}
                )

    def _record(self, of: type[Model], row: Any, after: dict[str, Any]) -> None:
        if row is not None and all(row[name] == value for name, value in after.items()):
            self.ledger.same(of)
        else:
            self.ledger.put(of, row, after)

    def _keep(
        self, of: type[Kept], prefix: str, before: Any, there: Shelved, told: dict[str, Any], lines: list[Line]
    ) -> str:
        made = self._made(of, prefix, before, told)
        made = made.model_copy(update={"extra": with_rows(made, before, lines)})
        self.ledger.settle(made, there.rows.get(made.id))
        return made.id

    def _made(self, of: Callable[..., Any], prefix: str, before: Any, told: dict[str, Any]) -> Any:
        return before.model_copy(update=told) if before is not None else of(id=self._fresh.new(prefix), **told)

    def _remember_subjects(self, there: Shelved) -> None:
        """Remember the subjects of classes from earlier imports, for archives that only name the classes."""
        for row in there.rows.values():
            turma = kept(Turma, row)
            more = turma.extra.get(ONEROSTER) if turma is not None else None
            if isinstance(more, dict):
                self._links.subject_of |= {str(k): str(v) for k, v in more.items() if v}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]

    def _package_course(self, id: str) -> Line | None:
        return next((each for each in self._package.rows("courses") if each.id == id), None) if id else None

    def _taken(self, lines: list[Line], of: type[Model], *, by_id: bool = True) -> list[Line]:
        """Return rows that stay; those the other system removed are gathered."""
        for line in lines:
            if line.is_going:
                self.gone.setdefault(line.table, []).append(line)
        staying = [line for line in lines if not line.is_going]
        return self._unique(staying, of) if by_id else staying

    def _known(self, table: str, there: Shelved) -> dict[str, str]:
        """Return what is kept by sourcedId, without what goes."""
        return {source: id for source, id in there.known.items() if source not in self._going[table]}

    def _is_gone(self, line: Line, *pointed: tuple[str, str]) -> bool:
        """Tell whether something a row points to goes."""
        return any(line[name] in self._going[table] for table, name in pointed)

    def _unique(self, lines: list[Line], of: type[Model]) -> list[Line]:
        seen: set[str] = set()
        found: list[Line] = []
        for line in lines:
            if not line.id:
                self.ledger.refuse(of, line, "or_incomplete", field="sourcedId")
            elif line.id in seen:
                self.ledger.refuse(of, line, "or_twice", value=line.id[:60])
            else:
                seen.add(line.id)
                found.append(line)
        return found

    def _pointed(self, line: Line, of: type[Model], name: str, links: dict[str, str]) -> str | None:
        found = links.get(line[name])
        if found is None:
            self.ledger.refuse(of, line, "or_missing", field=name, value=line[name][:60])
        return found

    def _has(self, line: Line, of: type[Model], name: str) -> bool:
        return self._check(bool(line[name]), line, of, name)

    def _check(self, is_right: bool, line: Line, of: type[Model], name: str) -> bool:
        if not is_right:
            self.ledger.refuse(of, line, "or_incomplete", field=name)
        return is_right

    async def _raw(self, of: type[Kept]) -> list[dict[str, Any]]:
        return await all_rows(self._queries.source, of)


def _going_in(lines: list[Line]) -> set[str]:
    return {line.id for line in lines if line.is_going} - {line.id for line in lines if not line.is_going}


def _several(before: Kept | None, found: dict[str, str], *, always: bool = False) -> dict[str, Any]:
    """Return what comes with something that is several in the other system.

    All its sourcedIds, each with its subject.
    """
    extra: dict[str, Any] = dict(before.extra) if before is not None else {}
    known: dict[str, Any] = {**extra.get(ONEROSTER, {}), **found}
    return {**extra, ONEROSTER: known} if always or len(known) > 1 else extra
