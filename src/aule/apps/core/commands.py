"""Running a command: in a box, after a yes, with everything it did to files undoable."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field

from aule.apps.core.app import core
from aule.apps.core.writing import said
from aule.sdk import Approve, Command, Context, Effect, Executed, Model, Preview, Printed

DEFAULT_S = 30
LONGEST_S = 600
_MOST_NAMED = 200
_MOST_TOLD = 5

_HINTS: list[tuple[re.Pattern[str], str, str]] = [
    (re.compile(r"\brm\b|\bunlink\b|\bshred\b|-delete\b|\btruncate\b"), "It deletes files.", "Apaga arquivos."),
    (re.compile(r"\bmv\b|\bdd\b|>\s*[^&\s]"), "It may overwrite files.", "Pode sobrescrever arquivos."),
    (re.compile(r"\bch(mod|own|grp)\b"), "It changes permissions.", "Muda permissões."),
    (re.compile(r"\b(curl|wget|ssh|scp|nc|ncat|telnet|rsync)\b"), "It has no network.", "Não há rede."),
    (
        re.compile(r"\b(pip3?|npm|pnpm|yarn|uv|cargo|go|gem|apt(-get)?|brew)\s+(install|add|get|sync)\b"),
        "It has no network, so nothing can be downloaded.",
        "Não há rede, então nada pode ser baixado.",
    ),
    (re.compile(r"\bsudo\b|\bsu\b|\bdoas\b"), "Nobody becomes root in the box.", "Ninguém vira root na caixa."),
    (
        re.compile(r"\bgit\s+(commit|push|reset|checkout|clean|rebase|stash)\b"),
        "`.git` is only read.",
        "`.git` só é lido.",
    ),
    (
        re.compile(r"base64|\beval\b|\\x[0-9a-f]{2}|\$\(|`|\|\s*(ba|z|da)?sh\b", re.IGNORECASE),
        "What it runs is made up while it runs.",
        "O que executa é montado durante a execução.",
    ),
    (
        re.compile(r"&\s*$|\bnohup\b|\bsetsid\b"),
        "What it leaves in the background is ended.",
        "O que ficar em segundo plano é encerrado.",
    ),
]
"""What a careful person would notice. The box is the wall; this is only read."""

_WARNINGS = {
    "planted": (
        "Links or special files it left were taken away:",
        "Links ou arquivos especiais deixados, removidos:",
    ),
    "out_of_scope": ("Out of scope, so they are as they were:", "Fora do escopo, então estão como estavam:"),
    "conflicts": ("Changed by somebody else meanwhile, and kept so:", "Alterados por outra pessoa, e mantidos assim:"),
    "not_undoable": ("Too large to be undone:", "Grandes demais para desfazer:"),
}
_LIMITS = {"time": "tempo", "output": "saída", "memory": "memória", "processes": "processos", "disk": "disco"}


class Ran(Model):
    """How a command ended, what it printed and what it did to files."""

    exit_code: int | None = Field(description="None when it did not end by itself.")
    signal: str | None = Field(default=None, description="The signal that ended it.")
    stopped: str | None = Field(
        default=None, description="Why it was stopped: `time`, `output`, `memory`, `processes` or `disk`."
    )
    stdout: str = Field(description="What it printed; only the end of it when it is long.")
    stderr: str
    changed: list[str] = Field(default=[], description="Files that are not as they were.")
    proposed: list[str] = Field(default=[], description="Files it would change; a person decides.")
    out_of_scope: list[str] = Field(
        default=[], description="Files it changed in its copy that may not be written: they are as they were."
    )
    conflicts: list[str] = Field(default=[], description="Files somebody else changed meanwhile: theirs were kept.")
    planted: list[str] = Field(default=[], description="Links and special files it left: they were taken away.")
    level: str = Field(description="The walls it ran inside.")
    duration_s: float


async def _preview_exec(
    context: Context, command: str, folder: str = ".", timeout_s: float = DEFAULT_S, env: dict[str, str] | None = None
) -> Preview:
    sandbox = await context.sandbox()
    given = "".join(f"{name}={value!r} " for name, value in sorted((env or {}).items()))
    return Command(
        command=f"{given}{command}",
        folder=context.workspace.check(folder),
        level=sandbox.level.value,
        timeout_s=timeout_s,
        hints=hints(context, command),
    )


@core.capability(
    effect=Effect.EXEC,
    title={"en": "Run a command", "pt": "Executar um comando"},
    category="tools",
    targets=["command", "folder", "env"],
    reversible=True,
    approval=Approve.ALWAYS,
    preview=_preview_exec,
    timeout_s=LONGEST_S + 60,
)
async def exec(
    context: Context,
    command: Annotated[str, "A command line for bash.", Field(min_length=1, max_length=20_000)],
    folder: Annotated[str, "The folder of the workspace it runs in; `.` is the workspace itself."] = ".",
    timeout_s: Annotated[
        float, Field(gt=0, le=LONGEST_S, description="Seconds after which it is stopped.")
    ] = DEFAULT_S,
    env: Annotated[dict[str, str] | None, "Environment variables to set."] = None,
) -> Ran:
    """Run a command line in the workspace, in a sandbox without network. What it does to files can be undone."""
    ran = await context.execute(command, folder=folder, timeout_s=timeout_s, env=env)
    outcome = ran.outcome
    for name, printed in (("stdout", outcome.stdout), ("stderr", outcome.stderr)):
        await _keep_whole(context, name, printed)
    _warn(context, ran)
    return Ran(
        exit_code=outcome.exit_code,
        signal=outcome.signal,
        stopped=outcome.stopped,
        stdout=outcome.stdout.text,
        stderr=outcome.stderr.text,
        changed=ran.changed[:_MOST_NAMED],
        proposed=ran.proposed[:_MOST_NAMED],
        out_of_scope=ran.out_of_scope[:_MOST_NAMED],
        conflicts=ran.conflicts[:_MOST_NAMED],
        planted=ran.planted[:_MOST_NAMED],
        level=outcome.level.value,
        duration_s=round(outcome.duration_s, 3),
    )


def hints(context: Context, command: str) -> list[str]:
    """What speaks against a command at first sight, in the person's language."""
    return [said(context, en=en, pt=pt) for pattern, en, pt in _HINTS if pattern.search(command)]


async def _keep_whole(context: Context, name: str, printed: Printed) -> None:
    """What is too long for a result is kept beside it."""
    if printed.whole is not None:
        artifact = await context.keep(f"{name}.txt", "text/plain", printed.whole)
        message = said(
            context,
            en=f"{name} has {printed.size} bytes; the whole of it is the artifact {artifact.id}.",
            pt=f"{name} tem {printed.size} bytes; o texto completo é o artefato {artifact.id}.",
        )
        context.warn("output_cut", message)


def _warn(context: Context, ran: Executed) -> None:
    """Tell what the command did not get away with, and what cannot be taken back."""
    stopped = ran.outcome.stopped
    if stopped is not None:
        why = said(context, en=f"too much {stopped}", pt=f"excesso de {_LIMITS[stopped]}")
        context.warn("stopped", said(context, en=f"It was stopped: {why}.", pt=f"Foi interrompido: {why}."))
    named = {
        "planted": ran.planted,
        "out_of_scope": ran.out_of_scope,
        "conflicts": ran.conflicts,
        "not_undoable": ran.unkept,
    }
    for code, paths in named.items():
        if paths:
            en, pt = _WARNINGS[code]
            more = ", …" if len(paths) > _MOST_TOLD else ""
            context.warn(code, f"{said(context, en=en, pt=pt)} {', '.join(paths[:_MOST_TOLD])}{more}")
