"""Held text: reads all text that the conversation of a run holds from the log."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from aule.contracts.access.change import Change
from aule.contracts.errors import AuleError
from aule.contracts.events.facts import Fact, RunStarted
from aule.contracts.ids import ref, split_ref
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.changes.blob_refs import from_recorded
from aule.kernel.capabilities.context.ports import Ports
from aule.kernel.capabilities.gate.owner_confirmation import is_by_hand
from aule.kernel.capabilities.gate.provenance import (
    APP_DATA,
    ATTACHMENTS,
    HeldText,
    TextKind,
    TextPiece,
    held_text_of,
    instruction_piece,
)
from aule.stores.repositories.agents import Agents
from aule.stores.repositories.changes import Changes, Wanted
from aule.stores.repositories.projects import Projects
from aule.stores.repositories.runs import Runs
from aule.text.hashing import bytes_hash

MOST_ATTACHED = 1_000_000
"""Bytes of one attachment that are compared with what is sent."""
LONGEST_HISTORY = 50
"""Changes of a file that are traced back to its creation; a longer history counts as unknown."""
_TYPES = (
    "run.started",
    "message.added",
    "turn.steered",
    "ask.received",
    "memory.recalled",
    "call.started",
    "call.completed",
    "call.failed",
    "approval.granted",
    "approval.denied",
)
_AUTHORED = frozenset({"create", "write", "edit", "append", "patch"})
"""Operations in which somebody said what a file contains; unpacking, moving and running are none."""


async def read_held_text(run: Run, ports: Ports) -> HeldText:
    """Return the text of a run's conversation; without one, what its whole tree of runs read."""
    await ports.journal.flush()  # facts that are not yet written to the store count as well
    above = await _ancestors(run, ports)
    facts = await _facts(run, above, ports)
    has_person = run.session_id is not None
    held = held_text_of(facts, has_person=has_person, unfold=lambda data: from_recorded(data, ports.blobs))
    pieces = [await _with_attachment(piece, ports) for piece in held.pieces]
    taking_part = [run, *above, *(fact.started for fact in facts if isinstance(fact, RunStarted))]
    if any(each.agent in ports.informed for each in taking_part):
        pieces.append(TextPiece(TextKind.OTHER_DATA, APP_DATA))
    told = await _instructions_for_agents(taking_part, ports)
    return HeldText((*map(instruction_piece, told), *pieces))


async def _instructions_for_agents(runs: Sequence[Run], ports: Ports) -> list[str]:
    """Return what the person wrote for the agents of some runs: about projects, and personas."""
    source = ports.journal.source
    projects = [await Projects(source).find(id) for id in dict.fromkeys(run.project for run in runs)]
    agents = [await Agents(source).find(id) for id in dict.fromkeys(run.agent for run in runs if run.agent)]
    texts = [each.instructions for each in projects if each] + [each.persona_text for each in agents if each]
    return [text for text in texts if text]


async def is_owners_file(ports: Ports, project: str, path: str, content: bytes) -> bool:
    """Return whether the record shows that all of a file was written here, by nobody who read strangers' text."""
    source = ports.journal.source
    page = await Changes(source).list(Wanted(entity=ref("file", f"{project}/{path}")), limit=LONGEST_HISTORY)
    wanted: str | None = bytes_hash(content)
    for change in page.items:  # the latest first
        if change.op not in _AUTHORED or change.after is None or change.after.get("sha256") != wanted:
            return False
        if not await _is_trusted_writer(change, ports):
            return False
        if change.before is None:
            return True
        wanted = change.before.get("sha256")
    return False


async def _is_trusted_writer(change: Change, ports: Ports) -> bool:
    if change.adopts is not None:  # the person who adopts a proposal did not write it
        return await _is_trusted_writer(await Changes(ports.journal.source).get(change.adopts), ports)
    run = None if change.run is None else await Runs(ports.journal.source).find(change.run)
    if run is None:
        return False
    if is_by_hand(change.actor, run):
        return True
    return not (await read_held_text(run, ports)).untrusted


async def _ancestors(run: Run, ports: Ports) -> list[Run]:
    found: list[Run] = []
    parent = run.parent
    while parent is not None and (above := await Runs(ports.journal.source).find(parent)) is not None:
        found.append(above)
        parent = above.parent
    return found


async def _facts(run: Run, above: Sequence[Run], ports: Ports) -> list[Fact]:
    if run.session_id is not None:
        events = await ports.journal.read(None, session=run.session_id, types=_TYPES)
        return [event.data for event in events]
    top = above[-1] if above else run
    found: list[Fact] = []
    for each in await Runs(ports.journal.source).tree(top.id) or [run]:
        found += [event.data for event in await ports.journal.read(None, run=each.id, types=_TYPES)]
    return found


async def _with_attachment(piece: TextPiece, ports: Ports) -> TextPiece:
    """Return an attachment's piece with its text; one that cannot be read stays without, and still counts."""
    if piece.source != ATTACHMENTS:
        return piece
    try:
        content = await _attached(piece.name, ports)
    except (AuleError, OSError):
        return piece
    return replace(piece, text=content.decode("utf-8", "replace"))


async def _attached(name: str, ports: Ports) -> bytes:
    kind, id = split_ref(name)
    if kind == "artifact":
        artifact = await ports.artifacts.find(id)
        return b"" if artifact is None else await asyncio.to_thread(ports.blobs.head, artifact.sha256, MOST_ATTACHED)
    place, _, path = id.partition("/")
    project = await Projects(ports.journal.source).find(place)
    return b"" if project is None else ports.workspaces.of(project).head(path, MOST_ATTACHED)
