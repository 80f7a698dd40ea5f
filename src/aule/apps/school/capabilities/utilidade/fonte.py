"""Connecting another platform as the source of the school's data, and disconnecting it (SP-50, SP-51)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from aule.apps.school.api_wrapper.fonte import FONTE, NAMES, USUARIO, fonte_de
from aule.apps.school.api_wrapper.rest import checked
from aule.apps.school.app import school
from aule.apps.school.connection import Fonte
from aule.apps.school.record_changes import record_of, records, stamped
from aule.apps.school.source import embedded
from aule.apps.school.words import say
from aule.sdk import Approve, Context, Effect, Model, Preview, errors

Perfil = Literal["escola", "ponto_school"]
Tipo = Annotated[Literal["embedded", "rest"], "`rest` connects a platform; `embedded` works with the data here."]
Endereco = Annotated[str | None, "Where the platform listens, such as https://escola.example/api/escola/v1."]
Caminhos = Annotated[
    dict[str, str | None] | None, "Where it has things, by name, when not where the contract says; null: it has none."
]


class FonteConfigurada(Model):
    """How the source is set up now."""

    tipo: str
    base_url: str
    perfil: str
    ligada: bool
    tem_token: bool
    """Whether the secret `SCHOOL_SOURCE_TOKEN` is kept here."""
    resumo: str


async def _shown(
    context: Context,
    tipo: str,
    base_url: str | None = None,
    perfil: Perfil | None = None,
    timeout_s: float | None = None,
    headers: dict[str, str] | None = None,
    **more: Any,
) -> Preview:
    before, after = await _meant(
        context, tipo=tipo, base_url=base_url, perfil=perfil, timeout_s=timeout_s, headers=headers, **more
    )
    if after.ligada:
        words = say("work_at_the_source", context.locale, base_url=after.base_url)
    else:
        words = say("work_here", context.locale)
    return records(words, [record_of("create" if before is None else "update", after, before)])


@school.capability(
    effect=Effect.WRITE,
    category="UTILIDADE",
    title={"en": "Set up the source", "pt": "Configurar a fonte de dados"},
    reversible=True,
    approval=Approve.ALWAYS,
    targets=["base_url"],
    preview=_shown,
)
async def configurar_fonte(  # noqa: PLR0913 (a capability's parameters are its form)
    context: Context,
    tipo: Tipo,
    base_url: Endereco = None,
    perfil: Annotated[Perfil | None, "How it speaks: the contract of this system, or Ponto.School."] = None,
    timeout_s: Annotated[float | None, Field(gt=0, le=60), "Seconds it may take to answer."] = None,
    headers: Annotated[dict[str, str] | None, "What it is told beside; the token is a secret, not a header."] = None,
    path_map: Caminhos = None,
    usuario: Annotated[str | None, "Who you are there, where its paths ask for it."] = None,
) -> FonteConfigurada:
    """Connect another platform, from which classes, marks and activities come then; or work with the data here.

    Its token is kept as the secret `SCHOOL_SOURCE_TOKEN`, and never stands in a parameter.
    """
    await context.write_turn()
    given = {"base_url": base_url, "perfil": perfil, "timeout_s": timeout_s, "headers": headers, "path_map": path_map}
    before, after = await _meant(context, tipo=tipo, usuario=usuario, **given)
    title = say("source_of_data", context.locale)
    await embedded(context).save(after, before, title=title)
    has_token = context.ports.secret("SCHOOL_SOURCE_TOKEN") is not None
    where = after.base_url if after.ligada else say("here", context.locale)
    return FonteConfigurada(
        tipo=after.tipo,
        base_url=after.base_url,
        perfil=after.perfil,
        ligada=after.ligada,
        tem_token=has_token,
        resumo=say("data_come_from", context.locale, where=where),
    )


async def _meant(
    context: Context, *, tipo: str, usuario: str | None = None, **given: Any
) -> tuple[Fonte | None, Fonte]:
    """Return the source as it is, and as it would be; its address can be used, or it is refused."""
    before = await fonte_de(context)
    base = before or Fonte(id=FONTE)
    changes = {name: value for name, value in given.items() if value is not None}
    if usuario is not None:
        changes["extra"] = {**base.extra, USUARIO: usuario}
    for name in changes.get("path_map", {}):
        if name not in NAMES:
            raise errors.Invalid(f"{name!r} is nothing a source has.", field="path_map", candidates=sorted(NAMES)[:5])
    values = {**base.model_dump(), **changes, "tipo": tipo, "ligada": tipo == "rest"}
    try:
        after = stamped(context, Fonte.model_validate(values), before)
    except ValidationError as error:
        first = error.errors()[0]
        raise errors.Invalid(f"{first['msg']}.", field=str(first["loc"][0])) from None
    if after.ligada:
        checked(context, after)
    return before, after
