"""`aule knowledge`: add documents, search and ask them, look at them, and follow folders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Annotated, Any

from aule.contracts.errors import NotFound
from aule.sdk.terminal import (
    YES,
    Argument,
    Client,
    CommandGroup,
    Console,
    ExitCode,
    Limit,
    Option,
    act,
    interruptible,
    locale,
    locale_of,
    look,
    one_line,
)
from aule.text.messages import Messages

say = Messages("aule.apps.knowledge.index").say

commands = CommandGroup(
    "knowledge",
    help="Add documents, search them, ask them, and see where each answer stands.",
    capabilities="knowledge",
)

AT_ONCE = 50
"""Files that are sent in one request."""
MOST_FILES = 5_000
_SKIPPED = frozenset({"node_modules", "__pycache__", "venv", "dist", "build", "target"})

Collection = Annotated[str | None, Option("--collection", "-c", help="The collection, by id or name.")]
Document = Annotated[str | None, Option("--document", "-d", help="One document, by id or title.")]
Project = Annotated[str | None, Option("--project", "-p", help="The project, by id.")]
Yes = Annotated[bool, Option("--yes", "-y", help="Do it without asking.")]


@commands.command()
async def add(
    client: Client,
    console: Console,
    sources: Annotated[list[str], Argument("Files, folders and web addresses.")],
    collection: Collection = None,
    project: Project = None,
    no_wait: Annotated[bool, Option("--no-wait", help="Do not wait until they are read; a server reads on.")] = False,
) -> int:
    """Add documents: files, whole folders, pages of the web. They are read page by page."""
    pages = [each for each in sources if each.startswith(("http://", "https://"))]
    files = [file for each in sources if each not in pages for file in _files(Path(each))]
    given = (("collection", collection), ("project", project), ("locale", locale()))
    fields = {name: value for name, value in given if value}
    told: dict[str, list[Any]] = {"documents": [], "unchanged": [], "refused": []}
    since = (await client.get("/v1/home"))["cursor"]
    for start in range(0, len(files), AT_ONCE):
        answer = await interruptible(client.upload_all("/v1/documents", files[start : start + AT_ONCE], fields))
        await _settle(client, console, answer, told, since=None if no_wait else since)
    for page in pages:
        body = {"source": "url", "ref": page, **fields}
        answer = await interruptible(client.post("/v1/documents", None, body))
        await _settle(client, console, answer, told, since=None if no_wait else since)
    console.result(told)
    _tell_added(console, told)
    failed = [each for each in told["documents"] if each["state"] == "failed"]
    return ExitCode.FAILED if failed or (told["refused"] and not told["documents"]) else ExitCode.OK


@commands.command()
async def ask(
    client: Client,
    console: Console,
    question: Annotated[str, Argument("What you want to know.")],
    collection: Collection = None,
    document: Document = None,
    every: Annotated[
        bool, Option("--all", help="Tell all passages that were looked at, not only those cited.")
    ] = False,
) -> None:
    """Ask your documents; the answer is what stands in them, with where it stands."""
    place, language = await _place_of(client, collection, document), locale_of(question)
    result = await _read(client, "knowledge.ask", {"question": question, **place}, language)
    console.result(result)
    answer = str(result["data"]["answer"])
    console.say(answer)
    told = [each for each in result["passages"] if every or f"[{each['mark']}]" in answer]
    _tell_passages(console, told, language)


@commands.command()
async def search(
    client: Client,
    console: Console,
    query: Annotated[str, Argument("What to look for.")],
    collection: Collection = None,
    document: Document = None,
    limit: Annotated[int, Option(min=1, max=50, help="At most this many.")] = 8,
) -> None:
    """Search your documents by meaning and by words."""
    params = {"query": query, "k": limit, **await _place_of(client, collection, document)}
    language = locale_of(query)
    result = await _read(client, "knowledge.search_knowledge", params, language)
    console.result(result)
    if not result["passages"]:
        console.say(say("nothing", language))
    _tell_passages(console, result["passages"], language, quoted=True)


@commands.command()
async def digest(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    kind: Annotated[str, Argument("summary, comparison, table, study_guide, faq, timeline, glossary or briefing.")],
    collection: Collection = None,
    document: Annotated[list[str] | None, Option("--document", "-d", help="Only this document; repeatable.")] = None,
    focus: Annotated[str, Option("--focus", help="What it is to be about; of a table, its columns.")] = "",
    yes: Yes = False,
) -> int:
    """Make one text of many documents, with its sources: you see what it costs, then it reads them one by one."""
    named = [await _document(client, each) for each in document or []]
    place = _given(collection=await _collection(client, collection), documents=named or None)
    params = {"kind": kind, "focus": focus, **place}
    planned = (await _read(client, "knowledge.plan_digest", params, locale_of(focus)))["data"]
    console.say(str(planned["message"]))
    view = await client.get(f"/v1/plans/{planned['plan']}")
    if not yes and (not console.interactive or (await console.ask("Do it? [y/N] ")).strip().casefold() not in YES):
        console.result(planned)
        console.say(f"Nothing was done. `aule plan run {planned['plan']}` does it later.", "dim")
        return ExitCode.OK
    since = (await client.get("/v1/home"))["cursor"]
    seen = {"version": view["plan"]["version"], "content_hash": view["card"]["content_hash"]}
    run = await client.post(f"/v1/plans/{planned['plan']}/run", None, {"approve": seen})
    await interruptible(_follow(client, console, run["id"], since))
    made = [each for each in (await client.get("/v1/artifacts"))["items"] if each["run"] == run["id"]]
    console.result({"plan": planned["plan"], "run": run["id"], "artifacts": [each["id"] for each in made]})
    for each in made:
        console.say(f"✓ {one_line(each['name'])}  {each['id']}")
    return ExitCode.OK if made else ExitCode.FAILED


@commands.command("list")
async def list_(
    client: Client,
    console: Console,
    query: Annotated[str, Option("--query", "-q", help="Words of titles or file names.")] = "",
    collection: Collection = None,
    project: Project = None,
    limit: Limit = 50,
) -> None:
    """List documents, the latest first."""
    named = await _collection(client, collection)
    page = await client.get("/v1/documents", query=query or None, collection=named, project=project, limit=limit)
    console.result(page)
    rows = [
        (each["id"], one_line(each["title"]), each["state"], str(each["pages"]), each["added_at"][:10])
        for each in page["items"]
    ]
    console.table(("Id", "Title", "State", "Pages", "Added"), rows, empty="There are no documents yet.")
    if page["next"] is not None:
        console.say(f"{page['total']} in all.", "dim")


@commands.command()
async def show(
    client: Client,
    console: Console,
    document: Annotated[str, Argument("The document, by id or title.")],
    text: Annotated[bool, Option("--text", help="Its whole text instead of what is known of it.")] = False,
) -> None:
    """Show a document: what is known of it, or its text."""
    found = await client.get(f"/v1/documents/{await _document(client, document)}")
    if text:
        await _tell_text(client, console, found)
        return
    console.result(found)
    console.say(found["title"], "bold")
    console.say(
        f"{found['name']}, {found['kind']}, {found['size']} bytes, {_count(found['pages'], 'page')}, {found['state']}"
    )
    console.say(f"{found['source']['kind']} {found['source']['ref']}".strip(), "dim")
    if found["problem"] is not None:
        console.say(f"{found['problem']['message']} {found['problem']['hint'] or ''}".strip(), "red")
    for note in found["notes"]:
        console.say(f"  {note['message']}", "yellow")
    for entry in found["outline"]:
        console.say(f"{'  ' * entry['level']}{one_line(entry['title'])}")


@commands.command()
async def remove(
    client: Client,
    console: Console,
    document: Annotated[str, Argument("The document, by id or title.")],
    yes: Yes = False,
) -> None:
    """Delete a document with its text; `aule undo` brings it back."""
    params = {"document": document}
    shown = await look(client, "knowledge.delete_document", params)
    called = await act(client, console, "knowledge.delete_document", params, shown, yes=yes)
    console.result(called["result"]["data"])
    console.say("Deleted. `aule undo` brings it back.")


@commands.command()
async def tidy(
    client: Client,
    console: Console,
    days: Annotated[int, Option("--days", help="Only of documents that were deleted so many days ago.", min=0)] = 30,
    yes: Yes = False,
) -> None:
    """Remove original files of documents that were deleted long ago; nothing else ever removes them."""
    name, params = "knowledge.clear_originals", {"days": days}
    called = await act(client, console, name, params, await look(client, name, params), yes=yes)
    told: dict[str, Any] = called["result"]["data"]
    console.result(told)
    removed = _count(told["originals"], "original file")
    console.say(f"{removed} removed ({told['size']:,} bytes); {told['kept']} in use.")


@commands.command()
async def collections(client: Client, console: Console, project: Project = None) -> None:
    """List collections of documents."""
    found = (await client.get("/v1/collections", project=project))["items"]
    console.result(found)
    rows = [
        (each["id"], one_line(each["name"]), str(each["documents"]), each["folder"] if each["is_watched"] else "")
        for each in found
    ]
    console.table(("Id", "Name", "Documents", "Follows"), rows, empty="There are no collections yet.")


@commands.command()
async def watch(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    folder: Annotated[str, Argument("A folder of the project, or the whole path of another one.")],
    collection: Collection = None,
    ignore: Annotated[list[str] | None, Option("--ignore", help="Files that are not followed: `drafts/`.")] = None,
    stop: Annotated[bool, Option("--stop", help="Follow it no longer; its documents stay.")] = False,
    yes: Yes = False,
) -> None:
    """Let a collection follow a folder, while a server runs: what is new, changed or gone there follows by itself."""
    if stop:
        name, params = "knowledge.stop_watching", {"collection": await _watching(client, folder)}
    else:
        name, params = "knowledge.watch_folder", _given(folder=_place(folder), collection=collection, ignore=ignore)
    called = await act(client, console, name, params, await look(client, name, params), yes=yes)
    console.result(called["result"]["data"])
    console.say(f"{called['result']['data']['name']}: {'stopped' if stop else 'followed from now on'}.")


def _files(path: Path) -> Iterator[Path]:
    """Yield a file, or the files of a folder: none that are hidden, none of tools."""
    if path.is_file():
        yield path
        return
    if not path.is_dir():
        raise NotFound(f"There is no file or folder {str(path)!r}.", hint="Check its name.")
    count = 0
    for each in sorted(path.rglob("*")):
        inside = each.relative_to(path).parts
        if any(part.startswith(".") or part in _SKIPPED for part in inside) or each.is_symlink() or not each.is_file():
            continue
        count += 1
        if count > MOST_FILES:
            return
        yield each


def _place(folder: str) -> str:
    """Return a folder as the server knows it: one of this machine by its whole path, one of the project as it is."""
    path = Path(folder).expanduser()
    is_own = folder.startswith((".", "~", "/")) and path.is_dir()
    return str(path.resolve()) if is_own else folder


async def _watching(client: Client, folder: str) -> str:
    """Return the collection that follows a folder, by the folder or by its own name."""
    place = _place(folder)
    for each in (await client.get("/v1/collections"))["items"]:
        if each["is_watched"] and each["folder"] in (folder, place):
            return each["id"]
    return folder


async def _collection(client: Client, said: str | None) -> str | None:
    if said is None:
        return None
    found = (await client.get("/v1/collections"))["items"]
    return next((each["id"] for each in found if said.casefold() in (each["id"], each["name"].casefold())), said)


async def _document(client: Client, said: str) -> str:
    """Return the id of a document by its id or words of its title."""
    if said.startswith("doc_"):
        return said
    found = (await client.get("/v1/documents", query=said, limit=5))["items"]
    exact = [each for each in found if each["title"].casefold() == said.casefold()]
    if len(exact or found) != 1:
        raise NotFound(
            f"{'Several documents fit' if found else 'There is no document'} {said!r}.",
            candidates=[f"{each['id']} {each['title']}" for each in found],
            hint="Name it by its id; `aule knowledge list` shows them.",
        )
    return (exact or found)[0]["id"]


async def _place_of(client: Client, collection: str | None, document: str | None) -> dict[str, Any]:
    """Return where to look, by ids."""
    named = None if document is None else await _document(client, document)
    return _given(collection=await _collection(client, collection), document=named)


async def _settle(
    client: Client, console: Console, answer: Any, told: dict[str, list[Any]], *, since: str | None
) -> None:
    """Take in what was answered; where somebody waits, stay with the run until everything is read."""
    told["unchanged"] += answer["unchanged"]
    told["refused"] += answer["refused"]
    documents = answer["documents"]
    if answer["run"] is not None and since is not None:
        await interruptible(_follow(client, console, answer["run"], since))
        documents = [await client.get(f"/v1/documents/{each['id']}") for each in documents]
    told["documents"] += documents


async def _follow(client: Client, console: Console, run: str, since: str) -> None:
    async with aclosing(client.events(since=since, run=run)) as log:
        async for event in log:
            if event["type"] == "call.progressed":
                console.say(f"  {one_line(event['data']['message'])}", "dim")
            elif event["type"] in ("run.finished", "run.waiting") and event["run"] == run:
                return


async def _read(client: Client, name: str, params: dict[str, Any], language: str) -> Any:
    body = {"params": params, "locale": language}
    return (await interruptible(client.post(f"/v1/capabilities/{name}/call", None, body)))["result"]


async def _tell_text(client: Client, console: Console, found: Any) -> None:
    pages: list[Any] = []
    for first in range(1, found["pages"] + 1, 100):
        asked = {"from": first, "to": first + 99}
        pages += (await client.get(f"/v1/documents/{found['id']}/pages", **asked))["items"]
    console.result({"document": found["id"], "title": found["title"], "pages": pages})
    for page in pages:
        console.document(page["text"])


def _tell_added(console: Console, told: dict[str, list[Any]]) -> None:
    for each in told["documents"]:
        if each["state"] == "failed":
            console.say(f"✗ {one_line(each['name'])}: {each['problem']['message']}", "red")
        else:
            how = _count(each["pages"], "page") if each["state"] == "ready" else each["state"]
            console.say(f"✓ {one_line(each['title'])} ({how})  {each['id']}")
    for each in told["unchanged"]:
        console.say(f"= {one_line(each['name'])} is there already, unchanged  {each['document']}", "dim")
    for each in told["refused"]:
        hint = f" {each['problem']['hint']}" if each["problem"]["hint"] else ""
        console.say(f"✗ {one_line(each['name'])}: {each['problem']['message']}{hint}", "red")


def _tell_passages(console: Console, passages: Sequence[Any], language: str, *, quoted: bool = False) -> None:
    for each in passages:
        page = f", {say('page', language, page=each['page'])}" if each["page"] else ""
        section = f", {each['section']}" if each["section"] else ""
        console.say(f"[{each['mark']}] {one_line(each['title'])}{page}{section}", "bold" if quoted else "dim")
        if quoted:
            console.say(f"    {one_line(each['text'])[:400]}")


def _given(**params: Any) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}


def _count(number: int, thing: str) -> str:
    """Return a number of things, in English."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
