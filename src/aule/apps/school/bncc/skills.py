"""Skills of the BNCC: looking codes up, searching, and those of a subject and a year.

The data come from bncc.dev (CC BY 4.0). The package is imported when it is first asked: reading it takes a moment, and
most starts never need it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from aule.apps.school.bncc.components import EI_FIELDS, EM_AREAS, Component, component_of
from aule.apps.school.item_views import HabilidadeAchada
from aule.apps.school.views import HabilidadeNome

_CODE = re.compile(
    r"^(EI0[123](EO|CG|TS|EF|ET|CO)\d{2}|EF(0[1-9]|15|69|12|35|67|89)(LP|AR|EF|LI|MA|CI|GE|HI|ER|CO)\d{2}"
    r"|EM13(LGG|MAT|CNT|CHS)\d{3}|EM13(LP|CO)\d{2})$"
)
_BEGINNING = re.compile(r"^E[IFM]\d{2}[A-Z]{0,3}\d{0,3}$")


def skill(code: str) -> HabilidadeAchada | None:
    """Return the skill with that code; none where the BNCC has no such code."""
    clean = code.strip().upper()
    return _skill(clean) if _CODE.match(clean) else None


def textos(codes: Iterable[str]) -> dict[str, str]:
    """Return what each code says; codes the BNCC does not have are left out."""
    found = {code: skill(code) for code in codes}
    return {code: each.texto for code, each in found.items() if each is not None}


def named(codes: Sequence[str]) -> list[HabilidadeNome]:
    """Return the codes with their texts, in order; an unknown one is there too, and said to be invalid."""
    known = textos(codes)
    return [HabilidadeNome(codigo=code, texto=known.get(code, ""), valida=code in known) for code in codes]


def split(codes: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the codes that exist, each once and written as they should be, and those that do not."""
    clean = list(dict.fromkeys(code.strip().upper() for code in codes if code.strip()))
    return [code for code in clean if skill(code)], [code for code in clean if not skill(code)]


def of_year(component: str, ano_serie: str) -> list[HabilidadeAchada]:
    """Return all skills of a subject for a year, those of blocks of years included: 7 means 07, 67 and 69."""
    return [each for each in _of_stage(ano_serie) if _is_of(each, component_of(component))] if ano_serie else []


def search(words: str, *, component: str = "", ano_serie: str = "") -> list[HabilidadeAchada]:
    """Return skills that fit, the best first: by words, by the beginning of a code, or all of a subject and year."""
    wanted = component_of(component) if component.strip() else None
    stage, year = _stage(ano_serie)
    text = words.strip()
    if exact := skill(text):
        found = [exact]
    elif not text or _BEGINNING.match(text.upper()):
        everything = _of_stage(ano_serie) if ano_serie else _all()
        found = [each for each in everything if each.codigo.startswith(text.upper())]
    else:
        found = [_found(each) for each in _package().buscar(text, etapa=stage or None, ano=year)]
        if stage == "EI":
            found = [each for each in found if each.codigo.startswith(f"EI0{ano_serie[-1]}")]
    return [each for each in found if wanted is None or _is_of(each, wanted)]


def _is_of(each: HabilidadeAchada, wanted: Component) -> bool:
    code = each.codigo
    if code.startswith("EF"):
        return code[4:6] == wanted.sigla
    if code.startswith("EM"):
        return any(code[4:].startswith(start) for start in wanted.em)
    return code[4:6] in wanted.ei


def _of_stage(ano_serie: str) -> list[HabilidadeAchada]:
    stage, year = _stage(ano_serie)
    package = _package()
    if stage == "EF":
        found = [*package.habilidades_ef(ano=year), *package.habilidades_ef(componente="CO", ano=year)]
    elif stage == "EM":
        found = [*package.habilidades_em(), *package.habilidades_em(area="CO")]
    else:
        group = f"0{ano_serie[-1]}"
        found = [*package.objetivos_ei(grupo_etario=group), *package.objetivos_ei(campo="CO", grupo_etario=group)]
    return [_found(each) for each in found]


def _all() -> list[HabilidadeAchada]:
    package = _package()
    found = [*package.objetivos_ei(), *package.habilidades_ef(), *package.habilidades_em()]
    found += [*package.objetivos_ei(campo="CO"), *package.habilidades_ef(componente="CO")]
    found += package.habilidades_em(area="CO")
    return [_found(each) for each in found]


def _stage(ano_serie: str) -> tuple[str, int | None]:
    if not ano_serie:
        return "", None
    return ano_serie[:2], int(ano_serie[2:]) if ano_serie.startswith("EF") else None


@lru_cache(maxsize=2_048)
def _skill(code: str) -> HabilidadeAchada | None:
    try:
        return _found(_package().por_codigo(code))
    except ValueError:  # the form is right, and there is no such skill
        return None


def _found(record: dict[str, Any]) -> HabilidadeAchada:
    """Return a record of the package as ours: its three stages have different fields."""
    component: dict[str, str] = record.get("componente") or record.get("area") or record.get("campo_experiencias") or {}
    code: str = record["codigo"]
    return HabilidadeAchada(
        codigo=code,
        texto=record["texto"],
        componente=component.get("nome") or EM_AREAS.get(code[4:7], "") or EI_FIELDS.get(code[4:6], ""),
        anos=record.get("anos", []),
        unidade=_unit(record),
        objetos=[each["nome"] for each in record.get("objetos_conhecimento", [])],
        fonte=_source(record),
    )


def _unit(record: dict[str, Any]) -> str:
    names: dict[str, Any] = record.get("organizacao", {}).get("nomes", {})
    for key in ("unidade_tematica", "pratica_linguagem", "eixo"):
        if names.get(key):
            return str(names[key])
    if record.get("eixo"):
        return str(record["eixo"]["nome"])
    competences: list[dict[str, Any]] = record.get("competencias_especificas") or []
    return f"Competência específica {competences[0]['numero']}" if competences else ""


def _source(record: dict[str, Any]) -> str:
    source: dict[str, str] = record["fonte"]
    return ", ".join(part for part in (source.get("documento", ""), source.get("localizador", "")) if part)


def _package() -> Any:
    import bncc  # pyright: ignore[reportMissingTypeStubs]  # here: reading its data takes 0.1 s, which starts never need

    return bncc
