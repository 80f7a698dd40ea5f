"""Documents as files: to be kept, or to be looked at and printed right away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO
from typing import Annotated, Literal
from zipfile import ZIP_DEFLATED, ZipFile

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.exporting.documents import Cabecalho, File, Formato, Wish, documents, file_name
from aule.apps.school.exporting.variants import MOST
from aule.apps.school.resolver import Resolved
from aule.apps.school.source import source_of
from aule.apps.school.words import say
from aule.sdk import Context, Download, Effect, Model, Reading

Versao = Literal["aluno", "professor", ""]
"""Empty: the student's, or the teacher's where a format cannot do without answers."""
Variantes = Annotated[int, "How many variants, each with a key of its own.", Field(ge=1, le=MOST)]
Semente = Annotated[int, "What the order of variants follows from.", Field(ge=0, le=2**31)]
_WITH_ANSWERS = ("gift", "moodle_xml")


class Exportado(Model):
    """One file."""

    artifact: str
    name: str
    mime: str
    size: int


class Documento(Model):
    """The files of a document."""

    ref: str
    titulo: str
    formato: Formato
    versao: str
    arquivos: list[Exportado]
    resumo: str


@school.capability(
    effect=Effect.READ,
    category="UTILIDADE",
    title={"en": "Export a document", "pt": "Exportar um documento"},
    timeout_s=120,
)
async def exportar_documento(  # noqa: PLR0913 (a capability's parameters are its form)
    context: Context,
    ref: Annotated[str, "What to export: an activity, test, lesson or teaching plan, by id or title."],
    formato: Annotated[Formato, "The kind of file."] = "pdf",
    versao: Annotated[Versao, "The student's, without any answers, or the teacher's with the key."] = "",
    cabecalho: Annotated[Cabecalho | None, "What stands at the top, where it is not that of the class."] = None,
    variantes: Variantes = 1,
    semente: Semente = 1,
) -> Documento:
    """Make a file of an activity, test, lesson or plan: PDF, DOCX, Markdown, GIFT or Moodle XML."""
    wish = _wish(ref, formato, versao, cabecalho or Cabecalho(), variantes, semente)
    made = await documents(await source_of(context), wish, context.locale, context.reading.now)
    kept = [await context.keep(each.name, each.mime, each.content) for each in made.files]
    files = [Exportado(artifact=each.id, name=each.name, mime=each.mime, size=each.size) for each in kept]
    names = ", ".join(each.name for each in files)
    return Documento(
        ref=ref,
        titulo=made.title,
        formato=formato,
        versao=wish.versao,
        arquivos=files,
        resumo=say("exported", context.locale, names=names),
    )


@school.download("document")
async def document(
    reading: Reading,
    ref: str,
    formato: Formato = "pdf",
    versao: Versao = "",
    variantes: Variantes = 1,
    semente: Semente = 1,
) -> Download:
    """An activity, test, lesson or plan as a file; several variants come in one archive."""
    wish = _wish(ref, formato, versao, Cabecalho(), variantes, semente)
    made = await documents(Resolved(reading, reading.locale), wish, reading.locale, reading.now)
    file = made.files[0] if len(made.files) == 1 else _packed(made.title, made.files)

    async def pieces() -> AsyncIterator[bytes]:
        yield file.content

    return Download(file.name, file.mime, pieces())


def _wish(ref: str, formato: Formato, versao: Versao, cabecalho: Cabecalho, variantes: int, semente: int) -> Wish:
    whose = versao or ("professor" if formato in _WITH_ANSWERS else "aluno")
    return Wish(ref, formato, whose, cabecalho, variantes, semente)


def _packed(title: str, files: list[File]) -> File:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for each in files:
            archive.writestr(each.name, each.content)
    return File(file_name(title, "zip"), "application/zip", packed.getvalue())
