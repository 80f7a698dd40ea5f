"""The sample school as of a day: everything it keeps, the same each time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Aula,
    Avaliacao,
    Config,
    Escola,
    EventoCalendario,
    Kept,
    Materia,
    MatriculaTurma,
    Momento,
    OrigemAtividade,
    PeriodoLetivo,
    PlanoEnsino,
    Professor,
    Turma,
    Unidade,
)
from aule.apps.school.sample.activities import WORKSHEETS, content_of
from aule.apps.school.sample.people import EIGHTH, SCHOOL, SEVENTH, TEACHER
from aule.apps.school.sample.records import Records
from aule.apps.school.sample.tests import EXAMS
from aule.apps.school.table_mapping import Entity, kind_of
from aule.sdk import Model

__all__ = ["MARK", "is_sample", "sample", "sample_id"]

MARK = "amostra"
_SUBJECTS = (
    ("Matemática", "ef-comp-ma", "blue"),
    ("Língua Portuguesa", "ef-comp-lp", "violet"),
    ("Ciências", "ef-comp-ci", "green"),
)
_CLASSES = (("7A", "EF7", "manhã", SEVENTH), ("8B", "EF8", "tarde", EIGHTH))
_TERMS = ((2, 1, 4, 20), (4, 21, 7, 10), (7, 11, 9, 30), (10, 1, 12, 18))


def sample_id(of: type[Kept], place: int) -> str:
    """Return the id something of the sample has, on every machine."""
    return f"{kind_of(of).prefix}_{MARK}{place:04d}"


def is_sample(entity: Kept) -> bool:
    """Tell whether something belongs to the sample school."""
    return entity.id.partition("_")[2].startswith(MARK)


def sample(today: date) -> list[Model]:
    """Return everything the sample school keeps, parents before what belongs to them."""
    return list(_Sample(today).everything())


class _Sample:
    """Lays out the school as of a day."""

    def __init__(self, today: date) -> None:
        self.today = today
        self.first = date(today.year, 1, 1) if today < date(today.year, 2, 1) else date(today.year, 2, 1)
        self.last = max(date(today.year, 12, 18), today)

    def everything(self) -> Iterator[Model]:
        """Yield all records of the sample school."""
        yield self._kept(
            Escola(
                id=sample_id(Escola, 0),
                nome=SCHOOL,
                rede="municipal",
                uf="SP",
                fuso="America/Sao_Paulo",
                config=Config(carga_anual=200),
            )
        )
        yield from self._terms()
        yield self._kept(Professor(id=sample_id(Professor, 0), nome=TEACHER, email="marina.duarte@example.com"))
        for place, (nome, componente, cor) in enumerate(_SUBJECTS):
            yield self._kept(Materia(id=sample_id(Materia, place), nome=nome, componente_bncc=componente, cor=cor))
        for place, (nome, ano_serie, turno, people) in enumerate(_CLASSES):
            yield self._kept(
                Turma(
                    id=sample_id(Turma, place),
                    escola_id=sample_id(Escola, 0),
                    nome=nome,
                    ano_serie=ano_serie,
                    turno=turno,
                    ano_letivo=self.today.year,
                    materias=[sample_id(Materia, each) for each in range(len(_SUBJECTS))],
                )
            )
            yield from self._students(place, people)
        yield from self._activities()
        tests = list(self._tests())
        yield from tests
        yield from self._lessons()
        yield self._plan()
        yield from self._events()
        records = Records(self.today, self.first)
        for place in range(len(_CLASSES)):
            students = [sample_id(Aluno, place * 100 + each) for each in range(len(_CLASSES[place][3]))]
            own = [test for test in tests if test.turma_id == sample_id(Turma, place)]
            yield from records.marks(students, own)
            yield from records.days(sample_id(Turma, place), students)
            sheets = [each for each, sheet in enumerate(WORKSHEETS) if sheet.turma == place]
            handed = [(sample_id(Atividade, each), self._day(WORKSHEETS[each].dias + 7)) for each in sheets]
            yield from records.deliveries(sample_id(Turma, place), students, handed)

    def _terms(self) -> Iterator[PeriodoLetivo]:
        school, year = sample_id(Escola, 0), self.today.year
        yield self._kept(
            PeriodoLetivo(
                id=sample_id(PeriodoLetivo, 0),
                escola_id=school,
                tipo="ano",
                inicio=self.first.isoformat(),
                fim=self.last.isoformat(),
            )
        )
        for place, (from_month, from_day, to_month, to_day) in enumerate(_TERMS, start=1):
            inicio = self.first if place == 1 else date(year, from_month, from_day)
            fim = self.last if place == len(_TERMS) else date(year, to_month, to_day)
            yield self._kept(
                PeriodoLetivo(
                    id=sample_id(PeriodoLetivo, place),
                    escola_id=school,
                    tipo="bimestre",
                    numero=place,
                    inicio=inicio.isoformat(),
                    fim=fim.isoformat(),
                )
            )

    def _students(self, turma: int, people: tuple[str, ...]) -> Iterator[Model]:
        age = 12 + turma
        for place, nome in enumerate(people):
            number = turma * 100 + place
            id = sample_id(Aluno, number)
            born = date(self.today.year - age, 1 + place % 12, 1 + (place * 7) % 28)
            yield self._kept(
                Aluno(
                    id=id,
                    escola_id=sample_id(Escola, 0),
                    nome=nome,
                    matricula=f"{self.today.year}{number + 1:04d}",
                    nascimento=born.isoformat(),
                    responsavel=f"Responsável por {nome.split()[0]}",
                    necessidades=["baixa visão: material ampliado"] if number == 15 else [],
                )
            )
            yield MatriculaTurma(aluno_id=id, turma_id=sample_id(Turma, turma), inicio=self.first.isoformat())

    def _activities(self) -> Iterator[Atividade]:
        for place, sheet in enumerate(WORKSHEETS):
            made = self._kept(
                Atividade(
                    id=sample_id(Atividade, place),
                    titulo=sheet.titulo,
                    tipo=sheet.tipo,
                    materia_id=sample_id(Materia, sheet.materia),
                    ano_serie=_CLASSES[sheet.turma][1],
                    turma_id=sample_id(Turma, sheet.turma),
                    tema=sheet.tema,
                    habilidades=list(sheet.habilidades),
                    instrucoes="Leia com atenção e mostre como chegou à resposta.",
                    conteudo=content_of(sheet),
                    tempo_min=30,
                    origem=OrigemAtividade(feita_por="importada"),
                ),
                self._day(sheet.dias),
            )
            yield made.model_copy(update={"status": sheet.status})

    def _tests(self) -> Iterator[Avaliacao]:
        for place, exam in enumerate(EXAMS):
            items = [{"n": n, "pontos_max": 1, "habilidades": [skill]} for n, skill in enumerate(exam.skills, start=1)]
            made = Avaliacao.model_validate(
                {
                    "id": sample_id(Avaliacao, place),
                    "turma_id": sample_id(Turma, exam.turma),
                    "materia_id": sample_id(Materia, exam.materia),
                    "titulo": exam.titulo,
                    "tipo": exam.tipo,
                    "data": self._exam_day(exam.dias).isoformat(),
                    "peso": exam.peso,
                    "itens": items,
                    "conteudos": list(exam.conteudos),
                    "substitui_avaliacao_id": None if exam.replaces is None else sample_id(Avaliacao, exam.replaces),
                }
            )
            yield self._kept(made, self._day(min(exam.dias, 0)))

    def _lessons(self) -> Iterator[Aula]:
        told = (
            ("Grandezas diretamente proporcionais", 0, -6, "dada", [0]),
            ("Regra de três na cozinha", 0, 1, "planejada", [6]),
            ("Revisão: números racionais", 0, 3, "planejada", [2]),
            ("Crônica: quem conta a história", 0, 2, "rascunho", [3]),
            ("Valor numérico de uma expressão", 1, 2, "planejada", [5]),
        )
        for place, (titulo, turma, dias, status, atividades) in enumerate(told):
            made = Aula(
                id=sample_id(Aula, place),
                turma_id=sample_id(Turma, turma),
                materia_id=sample_id(Materia, WORKSHEETS[atividades[0]].materia),
                titulo=titulo,
                data=self._school_day(dias).isoformat(),
                objetivos=[f"Compreender e usar: {WORKSHEETS[atividades[0]].tema.lower()}."],
                habilidades=list(WORKSHEETS[atividades[0]].habilidades),
                roteiro=[
                    Momento(momento="Abertura", minutos=10, descricao="Retomada com um problema do dia a dia."),
                    Momento(momento="Desenvolvimento", minutos=25, descricao="Resolução em duplas, com registro."),
                    Momento(momento="Fechamento", minutos=15, descricao="Correção coletiva e saída da aula."),
                ],
                recursos=["Quadro", "Folha impressa"],
                atividades=[sample_id(Atividade, each) for each in atividades],
            )
            yield self._kept(made.model_copy(update={"status": status}), self._day(-8))

    def _plan(self) -> PlanoEnsino:
        units = (
            ("Proporcionalidade", ["EF07MA17"], 10),
            ("Números racionais", ["EF07MA10", "EF07MA11", "EF07MA12"], 12),
            ("Porcentagem e dinheiro", ["EF07MA02"], 6),
        )
        return self._kept(
            PlanoEnsino(
                id=sample_id(PlanoEnsino, 0),
                turma_id=sample_id(Turma, 0),
                materia_id=sample_id(Materia, 0),
                periodo="bimestre_atual",
                unidades=[
                    Unidade(titulo=titulo, habilidades=codes, aulas_previstas=count, avaliacao="Prova e trabalho")
                    for titulo, codes, count in units
                ],
                metodologia="Problemas do dia a dia, trabalho em duplas e registro no caderno.",
                criterios="Provas com peso 2, trabalhos com peso 1.",
            )
        )

    def _events(self) -> Iterator[EventoCalendario]:
        told = (
            ("Reunião de planejamento", 0, "08:00", "09:00", None, "weekly"),
            ("Conselho de classe", 5, "13:30", "16:00", None, "none"),
            ("Reunião com as famílias", 10, "18:30", "20:00", 0, "none"),
            ("Visita ao museu de ciências", 4, None, None, 1, "none"),
            ("Entrega do trabalho de Português", -3, None, None, 0, "none"),
        )
        for place, (titulo, dias, start, end, turma, repeticao) in enumerate(told):
            day = self._school_day(dias if repeticao == "none" else -28)
            yield self._kept(
                EventoCalendario.model_validate(
                    {
                        "id": sample_id(EventoCalendario, place),
                        "titulo": titulo,
                        "data": day.isoformat(),
                        "hora_inicio": start,
                        "hora_fim": end,
                        "dia_todo": start is None,
                        "repeticao": repeticao,
                        "turma_id": None if turma is None else sample_id(Turma, turma),
                    }
                )
            )

    def _day(self, dias: int) -> date:
        """Return so many days from today, but never before the school year began."""
        return max(self.today + timedelta(days=dias), self.first)

    def _school_day(self, dias: int) -> date:
        """Return the same, on a day there is school."""
        day = self._day(dias)
        return day + timedelta(days=max(0, 7 - day.weekday()) if day.weekday() > 4 else 0)

    def _exam_day(self, dias: int) -> date:
        """Return the same for a test: what was on a weekend was on the Friday before, so that the past stays past."""
        day = self._day(dias)
        return self._school_day(dias) if dias > 0 else max(day - timedelta(days=max(0, day.weekday() - 4)), self.first)

    def _kept(self, entity: Entity, made: date | None = None) -> Entity:
        """Return a record with its time of creation and the mark of the sample."""
        when = f"{(made or self.first).isoformat()}T12:00:00.000Z"
        return entity.model_copy(update={"created_at": when, "updated_at": when, "extra": {MARK: True}})
