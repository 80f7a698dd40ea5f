"""`aule token`: tokens for programs, each with scopes that say all it may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup, Option
from aule.terminal.console import Console
from aule.terminal.language import locale

if TYPE_CHECKING:
    from aule.terminal.answers import AccessTokenInfo, NewAccessToken, ScopeInfo

commands = CommandGroup("token", help="Make tokens for programs, list them, revoke one.")


@commands.default
@commands.command("list")
async def list_(client: Client, console: Console) -> None:
    """List the tokens with scopes that are valid, the latest first."""
    found: list[AccessTokenInfo] = await client.get("/v1/tokens")
    console.result(found)
    rows = [[token["id"], token["name"], " ".join(token["scopes"]), token["expires_at"][:10]] for token in found]
    console.table(["ID", "NAME", "SCOPES", "VALID UNTIL"], rows, empty="No tokens with scopes.")


@commands.command()
async def make(
    client: Client,
    console: Console,
    name: Annotated[str, Argument("What it is for, such as the program that gets it.")],
    scope: Annotated[list[str], Option("--scope", help="What it may do; give it again for more.")],
    days: Annotated[int, Option(min=1, max=365, help="How long it is valid.")] = 90,
) -> None:
    """Make a token that may do what its scopes say and nothing else. It is shown this once."""
    body = {"name": name, "scopes": scope, "days": days}
    made: NewAccessToken = await client.post("/v1/tokens", None, body)
    console.result(made)
    console.say(made["secret"])
    console.say(f"Shown once. Valid until {made['expires_at'][:10]}; revoke it: aule token revoke {made['id']}")


@commands.command()
async def revoke(client: Client, console: Console, id: Annotated[str, Argument("The token's id.")]) -> None:
    """Make a token worthless at once."""
    await client.delete(f"/v1/tokens/{id}")
    console.result({"id": id, "revoked": True})
    console.say(f"Revoked {id}.")


@commands.command()
async def scopes(client: Client, console: Console) -> None:
    """List what tokens may be made for."""
    found: list[ScopeInfo] = await client.get("/v1/tokens/scopes")
    console.result(found)
    language = "pt" if locale().startswith("pt") else "en"
    rows = [[scope["name"], scope["allows"].get(language, scope["allows"]["en"])] for scope in found]
    console.table(["SCOPE", "ALLOWS"], rows, empty="No app offers a scope.")
