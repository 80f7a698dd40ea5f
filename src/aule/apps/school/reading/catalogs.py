"""What the screens show of the catalogue, the BNCC and a teaching plan."""

from __future__ import annotations

from collections import Counter

from aule.apps.school.app import school
from aule.apps.school.bncc import skills
from aule.apps.school.capabilities.pesquisar.bncc import checked_year
from aule.apps.school.catalog.kinds import CATEGORIES, kinds
from aule.apps.school.entities import Atividade, Materia, Turma
from aule.apps.school.item_views import Bncc, Catalogo, PaginaPlano
from aule.apps.school.listing.queries import Filtro
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.resolver import Resolved
from aule.apps.school.views import HabilidadeNome, Nome
from aule.sdk import Reading


@school.view("catalogo")
async def catalogo(reading: Reading) -> Catalogo:
    """All kinds of activities, and the classes and subjects they can be for."""
    queries = SchoolQueries(reading)
    return Catalogo(
        tipos=list(kinds()),
        categorias=list(CATEGORIES),
        turmas=[Nome(id=each.id, nome=each.nome) for each in await queries.turmas()],
        materias=[Nome(id=each.id, nome=each.nome) for each in await queries.materias()],
    )


@school.view("bncc")
async def bncc(reading: Reading, busca: str = "", ano_serie: str = "", componente: str = "", limit: int = 50) -> Bncc:
    """Skills of the BNCC that fit, the best first."""
    year = checked_year(ano_serie, reading.locale)
    found = skills.search(busca, component=componente, ano_serie=year)
    return Bncc(total=len(found), habilidades=found[: max(1, min(limit, 200))])


@school.view("plano")
async def plano(reading: Reading, id: str) -> PaginaPlano:
    """A teaching plan, how much of the curriculum is in it, and how much was worked on."""
    queries = SchoolQueries(reading)
    found = await Resolved(reading, reading.locale).plano(id)
    turma, materia = await queries.get(Turma, found.turma_id), await queries.get(Materia, found.materia_id)
    subject = (materia.componente_bncc or materia.nome) if materia else ""
    whole = skills.of_year(subject, turma.ano_serie) if turma and subject else []
    included = list(dict.fromkeys(code for unit in found.unidades for code in unit.habilidades))
    return PaginaPlano(
        plano=found,
        turma=Nome(id=found.turma_id, nome=turma.nome if turma else ""),
        materia=Nome(id=found.materia_id, nome=materia.nome if materia else ""),
        habilidades_total=len(whole),
        incluidas=len([each for each in whole if each.codigo in set(included)]),
        fora=[HabilidadeNome(codigo=each.codigo, texto=each.texto) for each in whole if each.codigo not in included],
        textos=skills.textos(included),
        trabalhadas=await _worked_on(queries, found.turma_id, included),
    )


async def _worked_on(queries: SchoolQueries, turma_id: str, codes: list[str]) -> dict[str, int]:
    """Return how often each skill occurs in the activities, lessons and tests of the class."""
    seen: Counter[str] = Counter()
    for activity in await queries.listed(Atividade, Filtro(turma_id=turma_id, limit=500)):
        seen.update(activity.habilidades)
    for lesson in await queries.aulas(turma_id):
        seen.update(lesson.habilidades)
    for test in await queries.avaliacoes(turma_id):
        seen.update({code for item in test.itens for code in item.habilidades})
    return {code: seen[code] for code in codes}
