"""`aule mcp`: set up servers, look at what they offer, try their tools, and serve what is here."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any, cast

from aule.contracts.errors import Invalid, Unavailable
from aule.sdk.terminal import (
    Argument,
    Client,
    CommandGroup,
    Console,
    Option,
    Reported,
    Setting,
    TerminalMessages,
    Yes,
    act,
    confirm,
    in_words,
    locale,
    look,
    one_line,
    parsed,
    printable,
    read_setting,
    tell,
)

commands = CommandGroup("mcp", help="Use tools of MCP servers, and offer yours to MCP clients.", capabilities="mcp")
say = TerminalMessages("aule.apps.mcp.terminal").say
LARGEST = 500_000
_REACH = ("title", "command", "env", "secrets", "folders", "network", "keeps", "url", "token", "local")
_OF_SIGN_IN = ("sign_in", "client_id", "client_secret")
_OF_PROGRAM = ("env.NAME", "secret.NAME", "folder", "network", "keeps")
_SETTINGS = (*_OF_PROGRAM, "local", "token", *_OF_SIGN_IN, "title", "timeout_s")
_KEPT = (*_REACH, *_OF_SIGN_IN, "timeout_s")
Name = Annotated[str, Argument("The server, by its id.")]


@commands.command()
async def add(
    client: Client,
    console: Console,
    server: Name,
    words: Annotated[list[str], Argument("The program and its words, after --; or an address.")],
    settings: Annotated[
        list[str] | None,
        Option(
            "--with",
            help="env.NAME=VALUE, secret.NAME=SECRET, folder=/PATH, network=yes, keeps=yes, token=SECRET, sign_in=yes, "
            "local=yes.",
        ),
    ] = None,
) -> None:
    """Add a server as a draft. Nothing is started or reached before you approve it."""
    is_address = len(words) == 1 and words[0].startswith(("http://", "https://"))
    body: dict[str, Any] = {"id": server, **({"url": words[0]} if is_address else {"command": words})}
    for setting in settings or []:
        _put(body, read_setting(setting, _SETTINGS))
    made = await client.post("/v1/mcp/servers", None, body)
    console.result(made)
    console.say(f"{made['id']}  {say(made['status'])}")
    console.say(say("approve_next", server=made["id"]), "dim")


@commands.command()
async def change(
    client: Client,
    console: Console,
    server: Name,
    words: Annotated[list[str] | None, Argument("Another program and its words, after --.")] = None,
    settings: Annotated[
        list[str] | None, Option("--with", help="As for `aule mcp add`: what it may have beside what it has.")
    ] = None,
) -> None:
    """Change what a server starts or may have: a folder, a variable, the network. It has to be approved again."""
    kept = await client.get(f"/v1/mcp/servers/{server}")
    body = {name: kept[name] for name in _KEPT} | ({"command": words} if words else {})
    for setting in settings or []:
        _put(body, read_setting(setting, _SETTINGS))
    made = await client.put(f"/v1/mcp/servers/{server}", body)
    console.result(made)
    console.say(f"{made['id']}  {say(made['status'])}")


@commands.command("import")
async def bring(
    client: Client, console: Console, file: Annotated[Path, Argument("An mcp.json of another program.")]
) -> None:
    """Make drafts of the servers in an mcp.json. Nothing of it is started or reached, and no key is taken over."""
    try:
        content = file.read_bytes()[: LARGEST + 1].decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(say("unreadable_file", path=repr(str(file)), problem=error), field="file") from None
    answer = await client.post("/v1/mcp/servers/import", None, {"content": content}, locale=locale())
    console.result(answer)
    for each in answer["items"]:
        console.say(f"{each['id']}  {say(each['status'])}")
    for note in answer["notes"]:
        console.say(f"  {one_line(note)}", "dim")
    for each in answer["refused"]:
        console.say(f"{say('refused')} {one_line(each['name'])}  {one_line(each['why'])}")


@commands.command("list")
async def list_(client: Client, console: Console) -> None:
    """List the servers. None is started for this."""
    page = await client.get("/v1/mcp/servers")
    console.result(page)
    rows = [
        (each["id"], say(each["status"]), str(each["pinned"]), one_line(each["url"] or " ".join(each["command"])))
        for each in page["items"]
    ]
    console.table((say("id"), say("state"), say("tools"), say("reach")), rows, empty=say("none"))
    for each in page["unreadable"]:
        console.say(say("unreadable", server=each))


@commands.command()
async def approve(client: Client, console: Console, server: Name, yes: Yes = False) -> None:
    """Show what a server starts or reaches, word by word, and approve exactly that."""
    shown = await client.get(f"/v1/mcp/servers/{server}/approval", locale=locale())
    if not console.as_json:
        tell(console, shown)
    await confirm(console, say("ask_approve"), yes=yes)
    seen = {"seen": shown["content_hash"]}
    made = await client.post(f"/v1/mcp/servers/{server}/approve", None, seen, locale=locale())
    console.result(made)
    console.say(f"{made['id']}  {say(made['status'])}")


@commands.command()
async def tools(
    client: Client,
    console: Console,
    server: Name,
    accept: Annotated[bool, Option("--accept", help="Accept new and changed tools as they are shown.")] = False,
    yes: Yes = False,
) -> None:
    """Ask a server what it offers, show what is new or different, and accept it if wanted."""
    offer = await client.post(f"/v1/mcp/servers/{server}/look")
    unseen = {each["name"]: each["hash"] for each in offer["tools"] if each["state"] in ("new", "changed")}
    prompts = {each["name"]: each["hash"] for each in offer["prompts"] if each["state"] in ("new", "changed")}
    for kind in ("prompts", "tools"):
        for each in offer[kind]:
            _tell_offered(console, server, each, kind)
    for each in offer["left_out"]:
        console.say(f"{say('left_out')} {one_line(each['name'])}  {one_line(each['why'])}", "dim")
    if accept and (unseen or prompts):
        count = len(unseen) + len(prompts)
        await confirm(console, say("ask_accept", count=count), yes=yes)
        offer = await client.post(f"/v1/mcp/servers/{server}/pins", None, {"tools": unseen, "prompts": prompts})
        console.say(say("all_accepted", count=count))
    console.result(offer)


def _tell_offered(console: Console, server: str, offered: dict[str, Any], kind: str) -> None:
    name = f"{server}.{offered['name']}" if kind == "tools" else f"{say('prompt')} {server}.{offered['name']}"
    console.say(f"{say(offered['state']):8} {name}  {one_line(offered['description'])[:100]}")
    for line in offered["difference"].splitlines():
        console.say(f"    {line}", "dim")


@commands.command("try")
async def try_(
    client: Client,
    console: Console,
    tool: Annotated[str, Argument("The tool: server.tool.")],
    arguments: Annotated[list[str] | None, Argument("key=value; key:=value takes JSON.")] = None,
    yes: Yes = False,
) -> None:
    """Use a tool yourself: see what would be sent, and what comes back."""
    params: dict[str, Any] = {"tool": tool, "arguments": parsed(arguments or [], {})}
    shown = await look(client, "mcp.call_tool", params)
    called = await act(client, console, "mcp.call_tool", params, shown, yes=yes)
    console.result(called)
    console.say(in_words(called["result"]))


@commands.command()
async def prompt(
    client: Client,
    console: Console,
    name: Annotated[str, Argument("The prompt: server.prompt.")],
    arguments: Annotated[list[str] | None, Argument("key=value.")] = None,
    yes: Yes = False,
) -> None:
    """Fill in a prompt of a server, and print what it says, to be read before anybody acts on it."""
    params: dict[str, Any] = {"prompt": name, "arguments": parsed(arguments or [], {})}
    shown = await look(client, "mcp.use_prompt", params)
    called = await act(client, console, "mcp.use_prompt", params, shown, yes=yes)
    console.result(called)
    console.say(in_words(called["result"]))


@commands.command()
async def resources(client: Client, console: Console, server: Name) -> None:
    """List the documents that a server offers to be read."""
    found = await client.get(f"/v1/mcp/servers/{server}/resources")
    console.result(found)
    rows = [(one_line(each["uri"]), one_line(each["name"]), one_line(each["mime"])) for each in found["items"]]
    console.table((say("address"), say("name"), say("kind")), rows, empty=say("no_resources"))


@commands.command()
async def read(
    client: Client,
    console: Console,
    server: Name,
    uri: Annotated[str, Argument("The resource, by its address.")],
    keep: Annotated[bool, Option("--keep", help="Keep it as an artifact.")] = False,
) -> None:
    """Read a resource of a server, or keep it as an artifact. A stranger wrote it."""
    if keep:
        kept = await client.post(f"/v1/mcp/servers/{server}/resources/keep", None, {"uri": uri})
        console.result(kept)
        console.say(say("kept", ids=", ".join(kept["artifacts"])))
        return
    found = await client.post(f"/v1/mcp/servers/{server}/resources/read", None, {"uri": uri})
    console.result(found)
    console.say(printable(found["text"]))
    if found["cut"]:
        console.say(say("cut", count=found["cut"]), "dim")


@commands.command("sign-in")
async def sign_in(client: Client, console: Console, server: Name) -> None:
    """Sign in at a server: prints the address to open in your browser, and waits until you did."""
    found = await client.post(f"/v1/mcp/servers/{server}/sign-in")
    console.say(say("sign_in_at", host=one_line(found["host"] or "")))
    console.say(one_line(found["url"] or ""), "bold")
    while found["state"] == "waiting":
        found = await client.get(f"/v1/mcp/servers/{server}/sign-in", wait_s="20")
    console.result(found)
    if found["state"] != "signed_in":
        problem = found["problem"] or say("nobody_signed_in")
        raise Unavailable(say("not_signed_in", problem=problem), hint=say("try_again"))
    console.say(say("signed_in", issuer=one_line(found["issuer"] or "")))


@commands.command("sign-out")
async def sign_out(client: Client, console: Console, server: Name) -> None:
    """Forget what a server gave when you signed in."""
    console.result(await client.delete(f"/v1/mcp/servers/{server}/sign-in"))
    console.say(say("signed_out"))


@commands.command()
async def remove(client: Client, console: Console, server: Name, yes: Yes = False) -> None:
    """Remove a server and what was seen of its tools; `aule undo` brings both back."""
    await confirm(console, say("ask_remove", server=server), yes=yes)
    gone = await client.delete(f"/v1/mcp/servers/{server}")
    console.result(gone)
    console.say(say("removed", server=gone["id"]))


@commands.command()
async def log(client: Client, console: Console, server: Name) -> None:
    """Show what a server wrote to its log, and why it is not there, if it is not."""
    found = await client.get(f"/v1/mcp/servers/{server}/log")
    console.result(found)
    for line in found["lines"]:
        console.say(one_line(line))
    if found["problem"]:
        console.say(one_line(found["problem"]))


@commands.command(has_json=False)
async def serve(client: Client, console: Console) -> None:
    """Offer this system to an MCP client that starts this command: messages on standard input and output."""
    await serve_lines(client)


async def serve_lines(client: Client) -> None:
    """Hand each line on to the server, and print its answer; ends with the input."""
    import asyncio  # the other commands have no use for it

    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.buffer.readline):
        if not line.strip():
            continue
        try:
            message = json.loads(line)
        except ValueError:
            answer: Any = {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "This is no JSON."}}
        else:
            answer = await _handed_on(client, message)
        if answer is not None:
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
            sys.stdout.flush()


async def _handed_on(client: Client, message: Any) -> Any:
    try:
        return await client.post("/v1/mcp", None, message)
    except Reported as error:
        asked: Any = cast("dict[str, Any]", message).get("id") if isinstance(message, dict) else None
        said = error.report["message"]
        return None if asked is None else {"jsonrpc": "2.0", "id": asked, "error": {"code": -32603, "message": said}}


def _put(body: dict[str, Any], setting: Setting) -> None:
    """Put a setting of a server where it belongs."""
    match setting.name:
        case "env":
            body.setdefault("env", {})[setting.key] = setting.value
        case "secret":
            body.setdefault("secrets", {})[setting.key] = setting.value
        case "folder":
            body.setdefault("folders", []).append(setting.value)
        case "network" | "keeps" | "local" | "sign_in" as name:
            body[name] = setting.is_yes
        case name:
            body[name] = setting.value
