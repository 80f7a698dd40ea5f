"""Reading a school by what people call things: an id, a name, or a name as they write it (SP-1)."""

from __future__ import annotations

from collections.abc import Sequence

from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Aula,
    Avaliacao,
    Escola,
    EventoCalendario,
    Materia,
    PlanoEnsino,
    Turma,
)
from aule.apps.school.names import Candidate, ambiguous, chave, chave_turma, not_found, pick
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.sample.layout import is_sample
from aule.apps.school.subjects import standard
from aule.apps.school.table_mapping import Entity, kind_of, title_of
from aule.sdk import Source

_NEAR = 200
"""How many a name is looked for among, where none has it exactly."""


class Resolved(SchoolQueries):
    """What a school keeps, with names resolved for a person who speaks a language."""

    is_here = True
    """Whether the rows stand in the tables here, so that the database can add them up."""

    def __init__(self, source: Source, locale: str = "pt-BR") -> None:
        super().__init__(source)
        self.locale = locale

    @property
    def nome(self) -> str:
        """What results cite: `local`, or the address of the platform."""
        return "local"

    async def escola(self, said: str = "", *, field: str = "escola") -> Escola:
        """Return the school that is meant.

        Where nothing is said, the only one, the sample not counted beside others.
        """
        known = await self.escolas()
        meant = [each for each in known if not is_sample(each)] or known
        if not said and len(meant) == 1:
            return meant[0]
        candidates = [Candidate(each.id, each.nome, chave(each.nome), each.rede) for each in known]
        if not said and meant:
            raise ambiguous("escola", said, candidates, field=field, locale=self.locale)
        id = pick("escola", said, candidates, field=field, locale=self.locale)
        return next(each for each in known if each.id == id)

    async def materia(self, said: str, *, field: str = "materia") -> Materia:
        """Return the subject that is meant."""
        known = await self.materias()
        candidates = [Candidate(each.id, each.nome, chave(each.nome)) for each in known]
        meant = standard(said)
        if meant is not None and (same := [each for each in known if chave(each.nome) == chave(meant.nome)]):
            return same[0]
        id = pick("materia", said, candidates, field=field, locale=self.locale)
        return next(each for each in known if each.id == id)

    async def turma(self, said: str, *, field: str = "turma_id") -> Turma:
        """Return the class that is meant; where two schools have one of that name, the school tells them apart."""
        if (found := await self.get(Turma, said.strip())) is not None:
            return found
        known = await self.turmas()
        escolas = {each.id: each.nome for each in await self.escolas()}
        candidates = [
            Candidate(
                each.id,
                each.nome,
                chave_turma(each.nome, each.ano_serie),
                escolas.get(each.escola_id, ""),
                chave_turma(each.nome),
            )
            for each in known
        ]
        id = pick("turma", said, candidates, field=field, locale=self.locale)
        return next(each for each in known if each.id == id)

    async def aluno(self, said: str, *, turma_id: str = "", field: str = "aluno_id") -> Aluno:
        """Return the student that is meant, by id, number or name, of a class or of all."""
        if (found := await self.get(Aluno, said.strip())) is not None:
            return found
        if turma_id:
            known = await self.alunos(turma_id, ativo=None)
        else:
            known = await self.named(Aluno, chave(said), _NEAR)
            known = known or await self.containing(Aluno, chave(said), _NEAR)
        numbered = [each for each in known if each.matricula and each.matricula == said.strip()]
        if not turma_id and not numbered:
            numbered = await self.by(Aluno, "matricula", [said.strip()])
        if len(numbered) == 1:
            return numbered[0]
        candidates = [
            Candidate(each.id, each.nome, chave(each.nome), each.matricula, chave(each.nome_social)) for each in known
        ]
        id = pick("aluno", said, candidates, field=field, locale=self.locale)
        return next(each for each in known if each.id == id)

    async def avaliacao(self, said: str, *, field: str = "avaliacao_id") -> Avaliacao:
        """Return the test that is meant."""
        return await self._titled(Avaliacao, said, field)

    async def atividade(self, said: str, *, field: str = "atividade_id") -> Atividade:
        """Return the activity that is meant."""
        return await self._titled(Atividade, said, field)

    async def aula(self, said: str, *, field: str = "aula_id") -> Aula:
        """Return the lesson that is meant."""
        return await self._titled(Aula, said, field)

    async def evento(self, said: str, *, field: str = "evento_id") -> EventoCalendario:
        """Return the event that is meant."""
        return await self._titled(EventoCalendario, said, field)

    async def plano(self, said: str, *, field: str = "plano_id") -> PlanoEnsino:
        """Return the teaching plan that is meant, by its id."""
        found = await self.get(PlanoEnsino, said.strip())
        if found is None:
            raise not_found("plano", said, [], field=field, locale=self.locale)
        return found

    async def _titled(self, of: type[Entity], said: str, field: str) -> Entity:
        """Return something with a title, by its id or title.

        Where several have it, each is told by its day or class.
        """
        words = said.strip()
        if (found := await self.get(of, words)) is not None:
            return found
        known = await self.named(of, chave(words), _NEAR)
        near = known or await self.containing(of, chave(words), _NEAR)
        candidates = await self._candidates(near)
        id = pick(kind_of(of).name, words, candidates, field=field, locale=self.locale)
        return next(each for each in near if each.id == id)

    async def _candidates(self, found: Sequence[Entity]) -> list[Candidate]:
        turmas = await self.many(Turma, {id for each in found if (id := getattr(each, "turma_id", None))})
        names = {each.id: each.nome for each in turmas}
        return [Candidate(each.id, title_of(each), chave(title_of(each)), _where(each, names)) for each in found]


def _where(entity: object, turmas: dict[str, str]) -> str:
    turma = turmas.get(getattr(entity, "turma_id", None) or "", "")
    return " · ".join(part for part in (turma, getattr(entity, "data", None) or "") if part)
