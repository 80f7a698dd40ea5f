"""`aule APP NAME key=value…`: every app's capabilities as commands of their own."""

from __future__ import annotations

from difflib import get_close_matches

from aule.cli.call import use
from aule.cli.capabilities import all_capabilities, describe
from aule.cli.client import Client
from aule.cli.command import perform
from aule.cli.console import Console
from aule.cli.exits import ExitCode
from aule.contracts.errors import NotFound


def run_app_command(app: str, words: list[str], *, commands: list[str]) -> None:
    """Use `app`'s capability named by the first word; without one, list what the app can do."""
    flags = {word for word in words if word in {"--json", "--yes", "-y", "--help"}}
    rest = [word for word in words if word not in flags]

    async def act(client: Client, console: Console) -> int:
        everything = await all_capabilities(client)
        known = [c for c in everything if c.app == app]
        if not known:
            raise NotFound(
                f"There is no command and no app {app!r}.",
                hint="`aule --help` lists the commands, `aule capabilities` what apps can do.",
                candidates=get_close_matches(app, [*commands, *sorted({c.app for c in everything})]),
            )
        if not rest:
            console.result(known)
            console.table(["COMMAND", "EFFECT", "WHAT"], [[_words(c.name), c.effect, c.title] for c in known], empty="")
            return ExitCode.OK
        name = f"{app}.{rest[0].replace('-', '_')}"
        if "--help" in flags:
            describe(console, next((c for c in known if c.name == name), known[0]))
            return ExitCode.OK
        return await use(client, console, name, rest[1:], yes=bool(flags & {"--yes", "-y"}))

    perform(act, as_json="--json" in flags)


def _words(name: str) -> str:
    return f"aule {name.replace('.', ' ')}"
