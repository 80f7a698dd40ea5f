"""Where the rows of a file go: the school, the class and its subjects, found, or made where that is wanted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from aule.apps.school.entities import Escola, Materia, Turma
from aule.apps.school.importing.who import Fresh
from aule.apps.school.importing.words import say
from aule.apps.school.names import ano_serie_de, chave
from aule.apps.school.resolver import Resolved
from aule.apps.school.subjects import short_names, standard
from aule.sdk import errors


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person said about where rows go."""

    turma: str
    materia: str = ""
    escola: str = ""
    makes: bool = False
    """Whether what is missing is made."""


@dataclass(slots=True)
class Target:
    """A class, with what has to be made or changed for it."""

    escola: Escola
    turma: Turma
    before: Turma | None
    """The class as it is; none: it is made."""
    materia: Materia | None = None
    """The subject of what names none."""
    materias: dict[str, Materia] = field(default_factory=dict[str, Materia])
    """Subjects that rows name, by what they call them, folded."""
    new_escola: bool = False
    new_materias: list[Materia] = field(default_factory=list[Materia])

    @property
    def is_changed(self) -> bool:
        """Whether the class is there and changes."""
        return self.before is not None and self.before != self.turma


async def target_of(resolved: Resolved, asked: Asked, today: date, fresh: Fresh) -> Target:
    """Find the class that is meant; if there is none, make it where that is wanted."""
    try:
        turma = await resolved.turma(asked.turma)
    except errors.NotFound:
        if not asked.makes:
            raise
        return await _made(resolved, asked, today, fresh)
    escola = next(each for each in await resolved.escolas() if each.id == turma.escola_id)
    return Target(escola, turma, turma)


async def add_subjects(
    target: Target, resolved: Resolved, asked: Asked, named: Iterable[str], fresh: Fresh, *, is_needed: bool
) -> None:
    """Find the subjects of a file: the one a person said, those its rows name, or the only one of the class."""
    for name in dict.fromkeys(filter(None, named)):
        target.materias[chave(name)] = await _materia(target, resolved, asked, name, fresh)
    if asked.materia:
        target.materia = await _materia(target, resolved, asked, asked.materia, fresh)
    elif is_needed:
        target.materia = await _only(target, resolved)
    used = [*([target.materia] if target.materia is not None else []), *target.materias.values()]
    ids = list(dict.fromkeys([*target.turma.materias, *(each.id for each in used)]))
    if ids != target.turma.materias:
        target.turma = target.turma.model_copy(update={"materias": ids})


async def _materia(target: Target, resolved: Resolved, asked: Asked, name: str, fresh: Fresh) -> Materia:
    made = next(
        (each for each in target.new_materias if chave(name) in (chave(each.nome), *short_names(each.nome))), None
    )
    if made is not None:
        return made
    try:
        return await resolved.materia(name)
    except errors.NotFound:
        if not asked.makes:
            raise
    made = new_subject(name, fresh)
    target.new_materias.append(made)
    return made


def new_subject(name: str, fresh: Fresh) -> Materia:
    """Return a subject of a name, with what the BNCC calls it where it is one of the curriculum."""
    known = standard(name)
    if known is None:
        return Materia(id=fresh.new("mat"), nome=name[:120])
    return Materia(id=fresh.new("mat"), nome=known.nome, componente_bncc=known.componente, cor=known.cor)


async def _only(target: Target, resolved: Resolved) -> Materia:
    """Return the only subject of a class; which of several is meant is asked."""
    known = {each.id: each for each in await resolved.materias()}
    own = [known[id] for id in target.turma.materias if id in known]
    if len(own) == 1:
        return own[0]
    locale, nome = resolved.locale, target.turma.nome
    matches = [errors.Match(id=each.id, title=each.nome, path=nome) for each in own[:5]]
    if matches:
        words = say("several_subjects", locale, nome=nome, count=len(own))
        raise errors.Ambiguous(words, field="materia", matches=matches)
    raise errors.Invalid(
        say("which_subject", locale, nome=nome),
        code="missing_param",
        field="materia",
        hint=say("give_subject", locale),
    )


async def _made(resolved: Resolved, asked: Asked, today: date, fresh: Fresh) -> Target:
    ano_serie = ano_serie_de(asked.turma)
    if not ano_serie:
        locale = resolved.locale
        raise errors.Invalid(
            say("name_without_year", locale, turma=asked.turma),
            code="invalid_param",
            field="turma_id",
            hint=say("class_name_examples", locale),
        )
    escola, is_new = await _escola(resolved, asked, fresh)
    turma = Turma(
        id=fresh.new("tur"),
        escola_id=escola.id,
        nome=" ".join(asked.turma.split())[:60],
        ano_serie=ano_serie,
        ano_letivo=today.year,
    )
    return Target(escola, turma, None, new_escola=is_new)


async def _escola(resolved: Resolved, asked: Asked, fresh: Fresh) -> tuple[Escola, bool]:
    """Return the school of a new class: the one that is said, the only real one, or a first one."""
    known = await resolved.escolas()
    if asked.escola and known:
        return await resolved.escola(asked.escola), False
    own = [each for each in known if not each.extra.get("amostra")]
    if len(own) == 1:
        return own[0], False
    if own:
        matches = [errors.Match(id=each.id, title=each.nome, path=each.rede) for each in own[:5]]
        words = say("several_schools", resolved.locale, count=len(own), turma=asked.turma)
        raise errors.Ambiguous(words, field="escola", matches=matches)
    nome = asked.escola or say("default_school", resolved.locale)
    return Escola(id=fresh.new("esc"), nome=nome), True
