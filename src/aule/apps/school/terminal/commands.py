"""`aule school`: bring marks, attendance and rosters along, write documents out, try the sample school."""

from __future__ import annotations

import math
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aule.apps.school.terminal.words import say, show_going, show_import
from aule.contracts.errors import Conflict, Invalid, NotFound
from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    ExitCode,
    Option,
    act,
    ended,
    interruptible,
    locale,
    look,
    tell,
    upload,
)

if TYPE_CHECKING:
    from aule.sdk.terminal import Called, RecordChange

commands = CommandGroup(
    "school",
    help="Bring marks, attendance and rosters along, export documents, add the sample school.",
    capabilities="school",
)

SheetFile = Annotated[Path, Argument("A CSV or XLSX file.")]
Turma = Annotated[str, Option("--turma", help="The class, by id or name, such as 7A.")]
Materia = Annotated[str | None, Option("--materia", help="The subject, by id or name.")]
Planilha = Annotated[str | None, Option("--planilha", help="The sheet of an XLSX, by name or number.")]
Escola = Annotated[str | None, Option("--escola", help="The school of a new class, where there are several.")]
MakeClass = Annotated[
    bool, Option("--criar-turma", help="Make the class, the subject and the students where they are missing.")
]
Yes = Annotated[bool, Option("--yes", "-y", help="Do it without asking; what needs to be typed is still asked.")]
Preview = Annotated[bool, Option("--preview", help="Only show what it would do.")]

MOST_SCALE = 10_000
"""The most that marks can be out of."""


@commands.command("import-grades")
async def import_grades(  # noqa: PLR0913 (options of a command)
    client: Client,
    console: Console,
    file: SheetFile,
    turma: Turma,
    materia: Materia = None,
    data: Annotated[str | None, Option("--data", help="The day of tests that say none; else today.")] = None,
    escala: Annotated[
        float | None, Option("--escala", help="Out of how much marks are; else told by the marks themselves.")
    ] = None,
    criar_turma: MakeClass = False,
    planilha: Planilha = None,
    escola: Escola = None,
    preview: Preview = False,
    yes: Yes = False,
) -> int:
    """Import a gradebook: shown cell by cell first; importing it again changes nothing."""
    params = _given(turma_id=turma, materia=materia, data=data, escala=escala, planilha=planilha, escola=escola)
    return await _import(client, console, "school.importar_notas", file, params | _makes(criar_turma), (preview, yes))


@commands.command("import-attendance")
async def import_attendance(  # noqa: PLR0913 (options of a command)
    client: Client,
    console: Console,
    file: SheetFile,
    turma: Turma,
    materia: Materia = None,
    criar_turma: MakeClass = False,
    planilha: Planilha = None,
    escola: Escola = None,
    preview: Preview = False,
    yes: Yes = False,
) -> int:
    """Import attendance: P, F, J and A under days; importing it again changes nothing."""
    params = _given(turma_id=turma, materia=materia, planilha=planilha, escola=escola)
    return await _import(
        client, console, "school.importar_frequencia", file, params | _makes(criar_turma), (preview, yes)
    )


@commands.command("import-oneroster")
async def import_oneroster(
    client: Client,
    console: Console,
    file: Annotated[Path, Argument("A zip with OneRoster 1.1 or 1.2 CSV files.")],
    preview: Preview = False,
    yes: Yes = False,
) -> int:
    """Import schools, classes, students, tests and marks from a OneRoster archive."""
    return await _import(client, console, "school.importar_oneroster", file, {}, (preview, yes))


@commands.command()
async def export(  # noqa: PLR0913 (options of a command)
    client: Client,
    console: Console,
    ref: Annotated[str, Argument("An activity, test, lesson or plan, by id or title.")],
    formato: Annotated[str, Option("--formato", help="pdf, docx, md, gift, moodle_xml …")] = "pdf",
    versao: Annotated[str | None, Option("--versao", help="aluno, without answers, or professor.")] = None,
    variantes: Annotated[int, Option("--variantes", min=1, max=4, help="How many variants.")] = 1,
    semente: Annotated[int, Option("--semente", min=0, help="What their order follows from.")] = 1,
    to: Annotated[Path, Option("--em", help="The folder to save to.")] = Path(),
    force: Annotated[bool, Option("--force", help="Replace a file that is there.")] = False,
) -> int:
    """Export an activity, test, lesson or plan as files of this folder."""
    if not to.is_dir():
        raise NotFound(say("no_folder", file=str(to)), hint=say("no_folder_hint"))
    params = _given(ref=ref, formato=formato, versao=versao, variantes=variantes, semente=semente)
    called = await _called(client, "school.exportar_documento", params)
    data: dict[str, Any] = called["result"]["data"]
    saved = [await _save(client, each, to, force=force) for each in data["arquivos"]]
    console.result({**data, "salvos": [str(each) for each in saved]})
    for each in saved:
        console.say(say("saved", file=each, size=each.stat().st_size))
    return ExitCode.OK


@commands.command()
async def sample(
    client: Client,
    console: Console,
    remove: Annotated[bool, Option("--remove", help="Take the sample school away again.")] = False,
    preview: Preview = False,
    yes: Yes = False,
) -> int:
    """Add a sample school with two classes to try things with, or take it away."""
    name = "school.remover_amostra" if remove else "school.adicionar_amostra"
    shown = await look(client, name, {})
    if preview:
        console.result(shown)
        tell(console, shown)
        return ExitCode.OK
    called = await act(client, console, name, {}, shown, yes=yes or not remove)
    console.result({"ok": True, "run": called["run"], **called["result"]["data"]})
    console.say(str(called["result"]["data"].get("resumo", "")))
    console.say(say("undo", run=called["run"]), "dim")
    return ExitCode.OK


async def _import(
    client: Client, console: Console, name: str, file: Path, params: dict[str, Any], how: tuple[bool, bool]
) -> int:
    preview, yes = how
    _refuse_missing(file)
    _refuse_scale(params.get("escala"))
    asked = {**params, "arquivo": (await upload(client, file))["id"]}
    if preview:
        seen = await _called(client, name, {**asked, "modo": "previa"})
        going = await _going(client, name, asked, seen["result"]["data"])
        named = {"removidos": going} if going else {}
        console.result({"ok": True, **seen["result"]["data"], **named})
        show_import(console, seen["result"]["data"])
        show_going(console, going, seen["result"]["data"])
        return ExitCode.OK
    asked["modo"] = "aplicar"
    shown = await look(client, name, asked)
    called = await act(client, console, name, asked, shown, yes=yes)
    result = called["result"]
    console.result({"ok": result["ok"], "run": called["run"], "changes": result["changes"], **result["data"]})
    show_import(console, called["result"]["data"], is_told=True)
    if called["result"]["changes"]:
        console.say(say("undo", run=called["run"]), "dim")
    return ended(console, result)


async def _going(client: Client, name: str, asked: dict[str, Any], data: dict[str, Any]) -> list[RecordChange]:
    """What an import would remove, by name; the result of looking at it only counts that."""
    if not any(each.get("remover") for each in data.get("tabelas", {}).values()):
        return []
    shown = (await look(client, name, {**asked, "modo": "aplicar"}))["preview"]
    if shown is None or shown["type"] != "records":
        return []
    return [each for each in shown["records"] if each["op"] == "delete"]


async def _called(client: Client, name: str, params: dict[str, Any]) -> Called:
    body = {"params": params, "locale": locale(), "by_hand": True}
    return await interruptible(client.post(f"/v1/capabilities/{name}/call", None, body))


async def _save(client: Client, made: dict[str, Any], to: Path, *, force: bool) -> Path:
    file = to / Path(str(made["name"])).name
    if file.exists() and not force:
        raise Conflict(say("there", file=str(file)), hint=say("there_hint"))
    partial = file.with_name(f".{file.name}.part")
    try:
        with partial.open("wb") as content:
            async with aclosing(client.download(f"/v1/artifacts/{made['artifact']}/content")) as pieces:
                async for piece in pieces:
                    content.write(piece)
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
    return file


def _refuse_missing(file: Path) -> None:
    if not file.is_file():
        raise NotFound(say("no_file", file=str(file)), hint=say("no_file_hint"))


def _refuse_scale(escala: float | None) -> None:
    if escala is not None and not (math.isfinite(escala) and 0 < escala <= MOST_SCALE):
        raise Invalid(
            say("bad_scale", value=escala),
            code="invalid_param",
            field="escala",
            hint=say("bad_scale_hint", most=MOST_SCALE),
        )


def _makes(criar_turma: bool) -> dict[str, Any]:
    return {"criar_turma": True} if criar_turma else {}


def _given(**params: Any) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}
