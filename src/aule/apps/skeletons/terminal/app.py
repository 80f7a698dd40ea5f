"""`aule app`: the checks that an app should pass before others use it."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Annotated, Any

from aule.apps.skeletons.skeleton import MESSAGES
from aule.contracts.errors import Invalid, Unavailable
from aule.sdk.terminal import Argument, CommandGroup, Console, ExitCode, Option, locale, one_line

commands = CommandGroup("app", help="Check an app before you publish it.")

CHECKS = "aule.testing.app_checks"
LONGEST_S = 120


@commands.command()
async def test(
    console: Console,
    path: Annotated[str, Argument("The folder of the package, or a file with an App.")] = ".",
    seconds: Annotated[int, Option("--seconds", min=5, max=3600, help="How long it may take.")] = LONGEST_S,
) -> int:
    """Try an app in a system of its own: words in both languages, schemas, effects, sample calls, documents."""
    told = await _told(path, seconds)
    language = locale()
    console.result(told)
    for each in told["apps"]:
        console.say(f"{each['id']}  {MESSAGES.say('called', language, called=each['called'], all=each['all'])}", "bold")
    wrong = 0
    for each in told["findings"]:
        wrong += each["severity"] == "error"
        message = MESSAGES.say(each["code"], language, **each["values"])
        console.say(
            f"{MESSAGES.say(each['severity'], language)}  {one_line(message)}",
            "red" if each["severity"] == "error" else "",
        )
        if (hint := MESSAGES.hint(each["code"], language, **each["values"])) is not None:
            console.say(f"  {one_line(hint)}", "dim")
    console.say(MESSAGES.say("app_checked", language, wrong=wrong, notes=len(told["findings"]) - wrong))
    return ExitCode.FAILED if wrong else ExitCode.OK


async def _told(path: str, seconds: int) -> dict[str, Any]:
    """Return what the checks found; they run in a process of their own, which the app cannot keep from ending."""
    place = _absolute(path)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", CHECKS, place, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    language = locale()
    try:
        printed, said = await asyncio.wait_for(process.communicate(), seconds)
    except TimeoutError:
        raise Unavailable(MESSAGES.say("too_slow", language, seconds=seconds), code="timeout") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    try:
        found: dict[str, Any] = json.loads(printed.decode().strip().splitlines()[-1])
    except (ValueError, IndexError):
        end = said.decode("utf-8", "replace").strip()[-1_500:]
        raise Invalid(MESSAGES.say("not_checked", language, path=place, why=end), field="path") from None
    return found


def _absolute(path: str) -> str:
    place = Path(path).expanduser().absolute()
    if not place.exists():
        raise Invalid(MESSAGES.say("no_place", locale(), path=str(place)), field="path")
    return str(place)
