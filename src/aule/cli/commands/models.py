"""`aule models`: which models there are, what they can do, and adding one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from aule.contracts.errors import Invalid
from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup
from aule.terminal.console import Console
from aule.terminal.interrupts import interruptible

if TYPE_CHECKING:
    from aule.terminal.answers import Discovery, ModelInfo, Models

commands = CommandGroup("models", help="See which models there are, try one, add one.")


@commands.default
@commands.command("list")
async def list_(client: Client, console: Console) -> None:
    """List the models that can be used now, and which one each role takes."""
    listing: Models = await client.get("/v1/models")
    console.result(listing)
    rows = [
        [f"{m['provider']}/{m['id']}", str(m["tier"]), str(m["context_length"] or "?"), _price(m)]
        for m in listing["models"]
    ]
    empty = "No model is connected; the built-in recipes answer. `aule models discover` looks for one."
    console.table(["MODEL", "TIER", "CONTEXT", "PRICE"], rows, empty=empty)
    console.say()
    for role in listing["roles"]:
        console.say(f"{role['role']:<9} {role['provider']}/{role['model']}: {role['why']}", "dim")


@commands.command()
async def discover(client: Client, console: Console) -> None:
    """Look on this machine for Ollama, LM Studio, llama.cpp and keys in the environment."""
    found: list[Discovery] = (await interruptible(client.post("/v1/models/discover")))["found"]
    console.result(found)
    rows = [
        [f["name"], f["base_url"], "yes" if f["reachable"] else "no", str(len(f["models"])), f["detail"] or ""]
        for f in found
    ]
    console.table(["PROVIDER", "ADDRESS", "THERE", "MODELS", "NOTE"], rows, empty="Nothing was found.")


@commands.command()
async def probe(client: Client, console: Console, model: Annotated[str, Argument("PROVIDER/ID")]) -> None:
    """Try what a model can really do; the result is kept and used from then on."""
    provider, slash, name = model.partition("/")
    if not (provider and slash and name):
        raise Invalid(f"{model!r} does not name a model.", hint="Write PROVIDER/ID, as `aule models` shows them.")
    body = {"provider": provider, "model": name}
    facts: dict[str, Any] = await interruptible(client.post("/v1/models/probe", None, body))
    console.result(facts)
    for fact, value in facts.items():
        console.say(f"{fact.replace('_', ' '):<15} {_told(value)}")


@commands.command()
async def add(client: Client, console: Console, path: Annotated[Path, Argument("A GGUF file.")]) -> None:
    """Use a model from a GGUF file on this machine (needs the extra `llamacpp`)."""
    from aule.contracts.settings import Provider, Settings  # the document that is edited, as a contract

    file = path.expanduser().resolve()
    if file.suffix != ".gguf" or not file.is_file():
        raise Invalid(f"{str(path)!r} is not a GGUF file.", hint="Give the path of a file that ends in .gguf.")
    provider = _provider_id(file.stem)
    entry = Provider(wire="embedded", path=str(file), default_model=file.stem)
    await client.edit(
        "/v1/settings",
        Settings,
        lambda settings: settings.model_copy(update={"providers": {**settings.providers, provider: entry}}),
    )
    console.result({"ok": True, "provider": provider, "model": file.stem, "path": str(file)})
    console.say(f"Added {provider}/{file.stem}. Try it: aule models probe {provider}/{file.stem}")


def _price(model: ModelInfo) -> str:
    if model["local"]:
        return "local"
    return f"${model['price']['input']:g}/{model['price']['output']:g} per M" if model["price"] else "?"


def _told(value: Any) -> str:
    if value is None:
        return "not tried"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _provider_id(stem: str) -> str:
    cleaned = "".join(c if c.isalnum() and c.isascii() else "-" for c in stem.lower()).strip("-")[:36]
    return f"gguf-{cleaned}"[:40]
