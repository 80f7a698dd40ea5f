"""Scripts of skills: run in the box like any command, each time with a yes, from the files that were accepted."""

from __future__ import annotations

import shlex
from typing import Annotated

from pydantic import Field

from aule.apps.skills.app import skills
from aule.apps.skills.capabilities.changes import Named
from aule.apps.skills.records import Skill
from aule.apps.skills.start import own, usable
from aule.apps.skills.words import hint, say
from aule.sdk import Approve, Command, Context, Effect, Preview, errors
from aule.sdk.commands import CommandLine, Ran, told_of

DEFAULT_S, LONGEST_S = 60, 600
_RUNNERS = {"py": "python3", "sh": "bash", "bash": "bash", "js": "node", "mjs": "node", "cjs": "node"}

Script = Annotated[str, Field(min_length=1, max_length=500, description="Its path, such as `scripts/check.py`.")]
Word = Annotated[str, Field(max_length=10_000, pattern=r"^[^\x00]*$")]
Arguments = Annotated[list[Word] | None, Field(max_length=100, description="Its words; no shell reads them.")]
Seconds = Annotated[float, Field(gt=0, le=LONGEST_S)]
Place = Annotated[str, Field(max_length=1_000, description="The folder of the workspace it runs in.")]


async def _show_run(
    context: Context,
    skill: Named,
    script: Script,
    arguments: Arguments = None,
    folder: Place = ".",
    timeout_s: Seconds = DEFAULT_S,
) -> Preview:
    found = await _runnable(context, skill, script)
    line = _line(script, arguments or [])
    sandbox = await context.sandbox()
    return Command(
        command=line,
        folder=context.workspace.check(folder),
        level=sandbox.level.value,
        timeout_s=timeout_s,
        hints=[say("from_skill", context.locale, id=found.id, hash=found.hash), say("in_the_box", context.locale)],
    )


@skills.capability(
    effect=Effect.EXEC,
    title={"en": "Run a script of a skill", "pt": "Executar um script de uma habilidade"},
    category="skills",
    targets=["skill", "script", "arguments"],
    reversible=True,
    unspoken=True,
    approval=Approve.ALWAYS,
    preview=_show_run,
    timeout_s=LONGEST_S + 60,
)
async def run_script(
    context: Context,
    skill: Named,
    script: Script,
    arguments: Arguments = None,
    folder: Place = ".",
    timeout_s: Seconds = DEFAULT_S,
) -> Ran:
    """Run a script of a skill in the workspace, in a sandbox without network; `$SKILL` is the skill's own folder."""
    found = await _runnable(context, skill, script)
    place = await own(context).lay_out(context.reading, found)
    line = _line(script, arguments or [])
    ran = await context.execute(CommandLine(line, folder, timeout_s, {"SKILL": str(place)}, shown=(place,)))
    told = told_of(ran)
    if ran.outcome.exit_code == 0:
        return told
    code = errors.TimedOut.code if ran.outcome.stopped == "time" else errors.CommandFailed.code
    why = ran.outcome.stopped or ran.outcome.signal or ran.outcome.exit_code
    end = "\n".join((told.stderr or told.stdout).splitlines()[-20:])[-2_000:]
    raise errors.CommandFailed(
        say("script_failed", context.locale, script=script, why=why, end=end).rstrip(), given=told, code=code
    )


async def _runnable(context: Context, named: str, script: str) -> Skill:
    """Return the skill of a script that can be run; refuse a file that is none."""
    found = await usable(context, named)
    if script not in found.scripts:
        raise errors.NotFound(
            say("no_script", context.locale, script=script, id=found.id),
            hint=hint("no_script", context.locale),
            candidates=found.scripts[:10],
            field="script",
        )
    return found


def _line(script: str, arguments: list[str]) -> str:
    """Return the command line that is shown and run; only `$SKILL` is read by the shell."""
    runner = _RUNNERS[script.rpartition(".")[2].lower()]
    return " ".join([runner, f'"$SKILL"/{shlex.quote(script)}', *map(shlex.quote, arguments)])
