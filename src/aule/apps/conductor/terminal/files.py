"""Agents as files: made from answers, brought from other tools, and taken to them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from aule.apps.conductor.terminal.admission import Desk
from aule.apps.conductor.terminal.conductor_home import HomeOption, home_of
from aule.apps.conductor.terminal.words import show_notes, warn_of
from aule.contracts.errors import Conflict
from aule.sdk.terminal import (
    HISTORY,
    Ambient,
    Argument,
    Client,
    Console,
    ExitCode,
    Home,
    Option,
    latest,
    lines_of,
    locale,
    one_line,
    show_diff,
    take_back,
)

Environment = Annotated[str, Option("--environment", "-e", help="The environment, as workspaces.yaml names it.")]
Project = Annotated[str, Option("--project", "-p", help="The project in that environment.")]
AgentId = Annotated[str, Option("--agent", "-a", help="The agent.")]


async def new(
    client: Client,
    console: Console,
    ambient: Ambient,
    answers: Annotated[Path | None, Option(help="A YAML file with the answers by name.")] = None,
    home: HomeOption = None,
) -> int:
    """Make an agent: nine questions, a summary, your yes. It ends with a lint and a dry test."""
    from aule.apps.conductor.terminal.create import Creator, answers_in  # with all that reads and checks manifests

    given = answers_in(answers) if answers is not None else {}
    desk = Desk(client, console, lines_of(console, client.home.path / HISTORY))
    creator = Creator(desk, home_of(home, client.home), ambient.clock, given, is_home_named=home is not None)
    return await creator.create(is_scripted=answers is not None)


async def import_(  # noqa: PLR0913 (a command line's options are its parameters)
    console: Console,
    ambient: Ambient,
    source: Annotated[Path, Argument("A .claude/agents/*.md, a definition.yaml, or a folder with one.")],
    environment: Environment,
    project: Project,
    output_scope: Annotated[
        list[str] | None, Option(help="What it may write here; may be given often. Else it only reads.")
    ] = None,
    id: Annotated[str | None, Option(help="What it is called here.")] = None,
    dry_run: Annotated[bool, Option("--dry-run", help="Only show what would be made.")] = False,
    home: HomeOption = None,
) -> int:
    """Make an agent of another tool's. Its source has no say in what it may write: that is given here."""
    from aule.apps.conductor.agents.creation import draft, make  # all that reads and checks manifests
    from aule.apps.conductor.agents.imports import Target, import_agent

    place = home_of(home, Home.from_environment())
    found = import_agent(source, Target(environment, project, tuple(output_scope or ()), id), locale=locale())
    act = draft if dry_run else make
    made = act(place, found.answers, ambient.clock, locale(), more=found.more, files=found.files)
    notes = [*(each.note(locale()) for each in found.notes), *made.notes]
    console.result({"ok": True, **made.model_dump(mode="json"), "beside": sorted(found.files), "notes": notes})
    console.say(f"{'' if made.made else '(dry run) '}{one_line(made.place)}", "bold")
    show_diff(console, "\n".join(f"+{line}" for line in made.files["agent.yaml"].rstrip("\n").split("\n")))
    for name in sorted(found.files):
        console.say(f"+ {one_line(name)}", "green")
    show_notes(console, notes)
    return ExitCode.OK


async def export(  # noqa: PLR0913 (a command line's options are its parameters)
    console: Console,
    environment: Environment,
    project: Project,
    agent: AgentId,
    to: Annotated[Path | None, Argument("A file or folder; without one, standard output.")] = None,
    force: Annotated[bool, Option("--force", help="Replace a file that is there.")] = False,
    home: HomeOption = None,
) -> None:
    """Write an agent as one Markdown file with frontmatter, as other tools read agents."""
    from aule.apps.conductor.agents.exports import claude_agent, export_name, left_behind
    from aule.apps.conductor.homes.resolution import resolve  # all that reads and checks manifests

    place = home_of(home, Home.from_environment())
    manifest = resolve(place, environment, project, agent, locale=locale()).manifest
    text = claude_agent(manifest, locale=locale())
    warn_of(each.note(locale()) for each in left_behind(manifest, locale=locale()))
    if to is None:
        console.document(text)
        return
    file = to / f"{export_name(manifest.id)}.md" if to.is_dir() else to
    if file.exists() and not force:
        raise Conflict(f"There is already a file {str(file)!r}.", hint="Give another name, or --force.")
    file.write_text(text, encoding="utf-8")
    console.say(f"Wrote {file}.")


async def undo(
    client: Client,
    console: Console,
    subject: Annotated[
        str | None, Argument("A run or a change; without one, what a resident agent changed last.")
    ] = None,
    preview: Annotated[bool, Option("--preview", help="Only show what it would do.")] = False,
) -> int:
    """Take back what a resident agent changed. What was edited since is reported, never overwritten."""
    chosen = subject or await latest(client, of_agents=True)
    return await take_back(client, console, chosen, preview=preview)
