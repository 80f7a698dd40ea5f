"""`aule agent`: work with agents that live beside a project, and keep their manifests in order."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

from aule.apps.conductor.terminal.admission import Desk
from aule.apps.conductor.terminal.adopt import adopt
from aule.apps.conductor.terminal.conductor_home import HomeOption, home_of
from aule.apps.conductor.terminal.files import AgentId, Environment, Project, export, import_, new, undo
from aule.apps.conductor.terminal.migrate import migrate
from aule.apps.conductor.terminal.patches import kept_patches
from aule.apps.conductor.terminal.sessions import close, opened, outcome_of, take_turn
from aule.apps.conductor.terminal.words import (
    address_of,
    agents_of,
    all_notes,
    show_agent,
    show_line,
    show_notes,
    warn_of,
)
from aule.apps.conductor.views import ConductorView, ResidentView, SessionView
from aule.contracts.access.capability import OnWrite
from aule.contracts.errors import Invalid, NotFound
from aule.sdk.terminal import (
    HISTORY,
    Client,
    CommandGroup,
    Console,
    Decider,
    ExitCode,
    Option,
    decide_all,
    lines_of,
    locale,
    one_line,
    say,
)

commands = CommandGroup("agent", help="Work with agents that live beside a project.")


@commands.command()
async def run(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    environment: Environment,
    project: Project,
    agent: AgentId,
    repl: Annotated[bool, Option("--repl", help="Talk with it, turn by turn.")] = False,
    input: Annotated[str | None, Option(help="What to say: words, @FILE, or - for standard input.")] = None,
    on_write: Annotated[
        OnWrite | None, Option(help="What becomes of a write in scope; ask in a conversation, else fail.")
    ] = None,
    output_scope: Annotated[
        list[str] | None, Option(help="A glob that narrows what it may write; may be given often.")
    ] = None,
    model: Annotated[str | None, Option(help="PROVIDER/ID, a provider, or a role.")] = None,
    confirm_environment: Annotated[
        str | None, Option(metavar="NAME", help="The name of the protected environment you mean.")
    ] = None,
    allow_protected_writes: Annotated[
        bool, Option("--allow-protected-writes", help="Let apply be apply in a protected environment.")
    ] = False,
    no_state: Annotated[bool, Option("--no-state", help="Leave its state.json as it is.")] = False,
    fork_state: Annotated[
        bool, Option("--fork-state", help="Work on a copy of its state, beside another session.")
    ] = False,
    trust: Annotated[bool, Option("--trust", help="Say that this home may work in this project.")] = False,
    timeout: Annotated[float | None, Option(min=0.1, help="Give up on a turn after so many seconds.")] = None,
    home: HomeOption = None,
) -> int:
    """Ask a resident agent once, or talk with it (--repl).

    It works in the project and may write only inside the scope of its manifest. In a conversation each write is shown
    as a diff and asked; in a pipe nothing is ever asked: a write ends the command with exit code 4, its patch kept.
    """
    if console.as_json and repl:
        raise Invalid("--json is for one turn; a conversation has no single result.", hint="Leave one of them out.")
    request: dict[str, Any] = {
        "environment": environment,
        "project": project,
        "agent": agent,
        "mode": "repl" if repl else "one_shot",
        "on_write": on_write,
        "output_scope": output_scope or [],
        "model": model,
        "confirm_environment": confirm_environment,
        "allow_protected_writes": allow_protected_writes,
        "fork_state": fork_state,
        "keep_state": not no_state,
        "locale": locale(),
    }

    desk = Desk(client, console, lines_of(console, client.home.path / HISTORY))
    wanted = {**request, "home": str(home_of(home, client.home).path)}
    if repl:
        return await _talk(desk, wanted, trust=trust, timeout=timeout)
    if on_write == "ask" and not desk.has_person:
        wanted["on_write"] = "fail"  # nobody sees a diff here; what would be written stays as a proposal
    message = _message(input)  # before the working directory moves
    async with opened(desk, wanted, trust=trust) as session:
        return await _once(desk, session, message, timeout)


@commands.command("list")
async def list_(client: Client, console: Console, home: HomeOption = None) -> None:
    """List environments, projects and the agents that live beside them."""
    view = await _view(client, home)
    console.result(view)
    console.say(one_line(view.home), "dim")
    if not view.exists:
        console.say(say("not_set_up", file=f"{view.home}/config/workspaces.yaml"))
    for environment in view.environments:
        mark = f"  {say('protected_mark')}" if environment.protected else ""
        line = f"{environment.name}  {one_line(environment.root)}{mark}"
        console.say(line, "alarm" if environment.protected else "bold")
        for project in environment.projects:
            trusted = "" if project.trusted else f"  {say('not_trusted')}"
            console.say(f"  {project.key}  {one_line(project.root)}{trusted}")
            for each in project.agents:
                show_line(console, each, "    ")
    for each in view.shared:
        show_line(console, each, "  ")
    waiting = [note for note in view.notes if note.code == "old_place"]
    show_notes(console, waiting)
    if view.exists and not agents_of(view) and not waiting:
        console.say(say("no_agents"), "dim")
    if any(note.severity == "error" for note in all_notes(view)):
        console.say(say("not_in_order"), "yellow")


@commands.command()
async def show(
    client: Client,
    console: Console,
    environment: Environment,
    project: Project,
    agent: AgentId,
    home: HomeOption = None,
) -> None:
    """Show one agent: its manifest, what its scope reaches today, and what a lint says."""
    path = address_of(environment, project, agent)
    found = await client.get(path, ResidentView, home=str(home_of(home, client.home).path), locale=locale())
    console.result(found)
    show_agent(console, found)


@commands.command()
async def lint(client: Client, console: Console, home: HomeOption = None) -> int:
    """Check workspaces.yaml and every manifest; exit code 2 when something is wrong."""
    view = await _view(client, home)
    if not view.exists:
        file = f"{view.home}/config/workspaces.yaml"
        raise NotFound(say("no_home", home=repr(view.home)), hint=say("no_home_hint", file=file))
    notes = all_notes(view)
    console.result(notes)
    show_notes(console, notes)
    agents = len(agents_of(view))
    if not notes:
        console.say(say("in_order", agents=agents, environments=len(view.environments)), "green")
    return ExitCode.USAGE if any(note.severity == "error" for note in notes) else ExitCode.OK


commands.command()(new)
commands.command("import")(import_)
commands.command(has_json=False)(export)
commands.command()(migrate)
commands.command()(adopt)
commands.command()(undo)


async def _talk(desk: Desk, request: dict[str, Any], *, trust: bool, timeout: float | None) -> int:
    from aule.apps.conductor.terminal.repl import Repl  # with what a conversation needs

    asks = desk.has_person or request["on_write"] == "ask"
    if not asks and request["on_write"] is None:
        request = {**request, "on_write": "fail"}  # nobody sees a diff here
    async with opened(desk, request, trust=trust) as session:
        talk = Repl(desk, session, timeout, asks)
        try:
            return await talk.talk()
        finally:
            await close(desk, talk.session, keep=talk.is_waiting)  # a reset gave it another id


async def _once(desk: Desk, session: SessionView, message: str | None, timeout: float | None) -> int:
    """One turn, and its result for people or for a program."""
    console = desk.console
    if message is None and not session.agent.task:
        raise Invalid("There is nothing to do.", hint=say("nothing_to_do"))
    if not console.as_json:
        warn_of(session.notes)
    deciding = Decider(desk.lines) if desk.has_person else decide_all
    story = await take_turn(desk, session, {"message": message}, deciding=deciding, seconds=timeout)
    code, problem = outcome_of(story)
    if not story.status.is_final:
        await close(desk, session, keep=True)  # a person decides later, in the inbox
    patches = await kept_patches(desk.client, session, story)
    console.result(
        {
            "ok": code == ExitCode.OK,
            "run": story.run,
            "status": story.status,
            "answer": story.text,
            "model": story.model,
            "usage": story.usage,
            "changes": story.changes,
            "proposals": story.proposals,
            "violations": story.violations,
            "patches": patches,
            "notes": session.notes,
            "approvals": list(story.pending.values()),
            "error": problem,
            "exit_code": code,
        }
    )
    if not console.as_json:
        if problem is not None:
            console.problem(problem)
        if story.violations:
            console.say(say("violations", paths=one_line(", ".join(story.violations))), "red")
        for path in patches:
            console.say(say("patch_kept", path=path), "dim")
    return code


def _message(given: str | None) -> str | None:
    """What `--input` says: words, a file's content, or standard input; none for the task of the manifest."""
    if given is None:
        return None
    if given == "-":
        return sys.stdin.read()
    if not given.startswith("@"):
        return given
    try:
        return Path(given[1:]).read_text(encoding="utf-8")
    except OSError as error:
        raise NotFound(f"{given[1:]!r} cannot be read: {error.strerror}.", hint="Check its name and folder.") from None
    except UnicodeDecodeError:
        raise Invalid(f"{given[1:]!r} is not UTF-8.", hint="Save it as UTF-8.") from None


async def _view(client: Client, home: Path | None) -> ConductorView:
    return await client.get("/v1/conductor", ConductorView, home=str(home_of(home, client.home).path), locale=locale())
