"""One workflow changed by two canvases, words, requests and documents at once, each late at random (ST-22).

Nothing is simulated: the canvases run the shell's own edits and merge, words go through the chat with a card that is
approved, requests through `/edits`, documents through `/check` and `PUT`. What must be there at the end is reckoned
beside it, mark by mark.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.conftest import System
from tests.shell.canvas import OK, STALE, Canvas, CanvasRules, canvas_rules
from tests.shell.tools import Node

from aule.kernel.workflows.document_reader import parse
from aule.kernel.workflows.document_writer import document, form_of

pytestmark = pytest.mark.xdist_group("shell")

URL = "/v1/workflows/shared"
START = "id: shared\ntitle: Shared\nsteps: [{id: a, ask: A?}]\n"
EDITS = 1_000
MOST_STEPS = 24
SOUNDS = ("ba", "ce", "dix", "fo", "gul", "jam", "ke", "lor", "min", "pu", "rez", "tiv", "vo", "xan", "zel", "qui")
ENDED = ("done", "done_with_failures", "failed")
Fields = dict[str, Any]
"""What is known of a step, by field: `id`, `title`, `prompt`, `tools`, `at`, `pin`. Its mark never changes."""


@dataclass
class Expected:
    """What is there: steps by their marks, and notes."""

    steps: dict[str, Fields] = field(default_factory=dict[str, Fields])
    notes: dict[str, str] = field(default_factory=dict[str, str])


Deed = Callable[[Expected], object]


def merged(base: Expected, mine: Expected, theirs: Expected) -> Expected:
    """Return what both sides come to: what one alone changed, else mine; what one changed and the other removed stays."""
    steps: dict[str, Fields] = {}
    for mark in {**theirs.steps, **mine.steps}:
        old, own, other = (each.steps.get(mark) for each in (base, mine, theirs))
        left = own or other
        assert left is not None
        if own and other:
            steps[mark] = _picked(old or {}, own, other)
        elif old is None or _said(left) != _said(old):
            steps[mark] = dict(left)
    return Expected(steps, {key: value for key, value in _picked(base.notes, mine.notes, theirs.notes).items() if value})


def _said(step: Fields) -> Fields:
    return {name: value for name, value in step.items() if name not in ("at", "pin")}


def _picked(base: Fields, mine: Fields, theirs: Fields) -> Fields:
    pairs = {name: (base.get(name), mine.get(name), theirs.get(name)) for name in {**theirs, **mine}}
    return {
        name: theirs if mine == old or (mine is None and theirs != old) else mine
        for name, (old, mine, theirs) in pairs.items()
    }


class Story:
    """The kept workflow, what is expected of it, and names that nobody used before."""

    def __init__(self, system: System, seed: int) -> None:
        self.client = system.client
        self.dice = Random(seed)
        self.kept = Expected()
        self.commits = self.late = self.number = 0
        self.names: set[str] = set()

    def name(self) -> str:
        """Return a title unlike all others, so that words mean one step."""
        while True:
            name = " ".join("".join(self.dice.choices(SOUNDS, k=3)) for _ in range(2)).capitalize()
            if name not in self.names:
                self.names.add(name)
                return name

    def new_step(self) -> Fields:
        self.number += 1
        values = {"title": self.name(), "prompt": f"p{self.number}", "tools": [], "at": None, "pin": None}
        return {"mark": f"m{self.number}", "id": f"s{self.number}", **values}

    def commit(self, after: Expected) -> None:
        """What somebody saved is what is kept now."""
        self.kept = after
        self.commits += 1

    def one_of(self, steps: dict[str, Fields]) -> str | None:
        return self.dice.choice(sorted(steps)) if steps else None


def put(story: Story, step: Fields) -> Deed:
    return lambda now: now.steps.__setitem__(step["mark"], {k: v for k, v in step.items() if k != "mark"})


def change(mark: str, **fields: Any) -> Deed:
    return lambda now: now.steps[mark].update(fields) if mark in now.steps else None


def remove(mark: str) -> Deed:
    return lambda now: now.steps.pop(mark, None)


class CanvasWriter:
    """Somebody who draws, saves now and then, and merges where another was faster."""

    def __init__(self, story: Story, rules: CanvasRules) -> None:
        self.story = story
        self.canvas = Canvas(rules, story.client, URL)
        self.base, self.mine = Expected(), Expected()
        self.told = 0
        """Steps changed here and removed elsewhere, each of which was told."""

    async def write(self) -> int:
        """Do one edit, and sometimes save."""
        deed, edit = self._edit()
        assert await self.canvas.draw(edit) == []
        deed(self.mine)
        if self.story.dice.random() < 0.3:
            await self.save()
        return 1

    async def save(self) -> None:
        """Save once; a late canvas merges and goes on drawing before it saves again."""
        conflicts = await self.canvas.save()
        if conflicts is None:
            self.base = deepcopy(self.mine)
            return self.story.commit(deepcopy(self.mine))
        self.story.late += 1
        self.mine = merged(self.base, self.mine, self.story.kept)
        # What was changed here and removed elsewhere stays until somebody chooses: this person lets it go.
        gone = {each["step"] for each in conflicts if each["field"] == "step" and "theirs" not in each}
        stayed = {mark: step["id"] for mark, step in self.mine.steps.items() if mark not in self.story.kept.steps and mark in self.base.steps}
        assert gone == set(stayed.values())
        for mark, id in stayed.items():
            assert await self.canvas.draw({"type": "removeStep", "id": id}) == []
            del self.mine.steps[mark]
        self.told += len(gone)
        self.base = deepcopy(self.story.kept)
        return None

    def _edit(self) -> tuple[Deed, dict[str, Any]]:  # noqa: PLR0911 (one line for each kind of edit)
        story, dice = self.story, self.story.dice
        mark, kind = story.one_of(self.mine.steps), dice.random()
        if mark is None or (kind < 0.25 and len(self.mine.steps) < MOST_STEPS):
            step = story.new_step() | {"at": _point(dice)}
            return put(story, step), {"type": "addStep", "step": _drawn_step(step), "at": step["at"]}
        step = self.mine.steps[mark]
        id = step["id"]
        if kind < 0.32:
            return remove(mark), {"type": "removeStep", "id": id}
        if kind < 0.38:
            story.number += 1
            to = f"r{story.number}"
            return change(mark, id=to), {"type": "renameStep", "id": id, "to": to}
        if kind < 0.58:
            at = _point(dice)
            return change(mark, at=at), {"type": "move", "positions": {id: at}}
        if kind < 0.68:
            value = dice.choice([{"text": dice.randrange(99)}, [1, None], "text", 7])
            return change(mark, pin=value), {"type": "pin", "id": id, "value": value}
        if kind < 0.8:
            return self._note()
        story.number += 1
        prompt = f"drawn {story.number}"
        return change(mark, prompt=prompt), {"type": "changeStep", "id": id, "fields": {"prompt": prompt}}

    def _note(self) -> tuple[Deed, dict[str, Any]]:
        self.story.number += 1
        if len(self.mine.notes) > 8:
            gone = self.story.dice.choice(sorted(self.mine.notes))
            return lambda now: now.notes.pop(gone, None), {"type": "removeNote", "id": gone}
        id, text = f"n{self.story.number}", f"Note {self.story.number}"
        note = {"id": id, "text": text, "at": _point(self.story.dice), "width": 200, "height": 100, "color": "amber"}
        return lambda now: now.notes.__setitem__(id, text), {"type": "setNote", "note": note}


def _point(dice: Random) -> dict[str, int]:
    return {"x": dice.randrange(-900, 900), "y": dice.randrange(-900, 900)}


def _drawn_step(step: Fields) -> dict[str, Any]:
    form = {"id": step["id"], "title": step["title"], "description": step["mark"], "prompt": step["prompt"]}
    whole = parse(json.dumps({"id": "x", "steps": [{"id": "a", "ask": "A?"}, {**form, "depends_on": ["a"]}]}))
    return whole.graph.nodes[1].model_dump(mode="json")


class RequestWriter:
    """A program that sends edits."""

    def __init__(self, story: Story) -> None:
        self.story = story

    async def write(self) -> int:
        """Send some edits at once; they are made on what is kept now."""
        edits: list[dict[str, Any]] = []
        after = deepcopy(self.story.kept)
        for _ in range(self.story.dice.randint(1, 3)):
            deed, edit = self._edit(after)
            deed(after)
            edits.append(edit)
        answer = await self.story.client.post(f"{URL}/edits", json={"edits": edits})
        assert answer.status_code == OK, (edits, answer.text)
        self.story.commit(after)
        return len(edits)

    def _edit(self, now: Expected) -> tuple[Deed, dict[str, Any]]:
        story, kind = self.story, self.story.dice.random()
        mark = story.one_of(now.steps)
        if mark is None or (kind < 0.3 and len(now.steps) < MOST_STEPS):
            step = story.new_step()
            return put(story, step), {"type": "add_step", "step": _written_step(step)}
        id = now.steps[mark]["id"]
        if kind < 0.45:
            return remove(mark), {"type": "remove_step", "id": id}
        story.number += 1
        if kind < 0.6:
            to = f"q{story.number}"
            return change(mark, id=to), {"type": "rename_step", "id": id, "to": to}
        tools = [story.dice.choice(["core.now", "core.list_notes", "core.read_file"])]
        return change(mark, tools=tools), {"type": "change_step", "id": id, "fields": {"tools": tools}}


def _written_step(step: Fields) -> dict[str, Any]:
    form = {"id": step["id"], "title": step["title"], "description": step["mark"], "prompt": step["prompt"]}
    return form | {"depends_on": ["a"]} | ({"tools": step["tools"]} if step["tools"] else {})


class DocumentWriter:
    """Somebody with an editor, whose document may be old when it is saved."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.text, self.tag = "", ""
        self.deeds: list[tuple[Deed, Callable[[dict[str, Any]], None]]] = []

    async def write(self) -> int:
        """Write one edit into the document, and sometimes save it."""
        if not self.text:
            await self._read()
        self.deeds.append(self._edit())
        if self.story.dice.random() < 0.4:
            while not await self.save():
                self.story.late += 1
                await self._read()
        return 1

    async def save(self) -> bool:
        """Check and save the document with what was written; tell whether nobody was faster."""
        form: dict[str, Any] = form_of(parse(self.text))
        after = deepcopy(self.story.kept)
        for deed, written in self.deeds:
            written(form)
            deed(after)
        if self.story.dice.random() < 0.5:
            form.pop("canvas", None)  # whoever writes text alone says nothing of the drawing
        text = document(parse(json.dumps(form)))
        headers = {"Content-Type": "application/yaml"}
        checked = (await self.story.client.post("/v1/workflows/check", content=text, headers=headers)).json()
        assert checked["ok"], checked
        answer = await self.story.client.put(URL, content=text, headers=headers | {"If-Match": self.tag})
        assert answer.status_code in (OK, STALE), answer.text
        if answer.status_code == OK:
            self.story.commit(after)
            self.text, self.deeds = "", []
        return answer.status_code == OK

    async def _read(self) -> None:
        kept = await self.story.client.get(f"{URL}/document")
        self.text, self.tag = kept.text, kept.headers["etag"]

    def _edit(self) -> tuple[Deed, Callable[[dict[str, Any]], None]]:
        story = self.story
        mark = story.one_of(story.kept.steps)
        if mark is None or (story.dice.random() < 0.3 and len(story.kept.steps) < MOST_STEPS):
            step = story.new_step()
            return put(story, step), lambda form: form["steps"].append(_written_step(step))
        if story.dice.random() < 0.2:
            return remove(mark), lambda form: _take_out(form, mark)
        title = story.name()
        return change(mark, title=title), lambda form: _set(form, mark, title)


def _take_out(form: dict[str, Any], mark: str) -> None:
    gone = [step["id"] for step in form["steps"] if step.get("description") == mark]
    form["steps"] = [step for step in form["steps"] if step["id"] not in gone]
    for part in ("positions", "pins"):
        for id in gone:
            form.get("canvas", {}).get(part, {}).pop(id, None)


def _set(form: dict[str, Any], mark: str, title: str) -> None:
    for step in form["steps"]:
        if step.get("description") == mark:
            step["title"] = title


class WordWriter:
    """Somebody who says what to change, and approves the card when it is their turn again."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.deed: Deed | None = None
        self.shown_again = 0

    async def write(self) -> int:
        """Say something, or approve what was shown; a card that would do something else by now is shown again."""
        if self.deed is None:
            return await self._say()
        [card] = (await self.story.client.get("/v1/approvals", params={"status": "pending"})).json()["items"]
        body = {"option": "approve", "content_hash": card["binds"]["content_hash"]}
        answer = await self.story.client.post(f"/v1/approvals/{card['id']}/decide", json=body)
        if answer.status_code != OK:
            assert answer.json()["code"] == "approval_stale", answer.text
            self.shown_again += 1
            return 0
        return await self._ended(card["run"])

    async def _say(self) -> int:
        mark = self.story.one_of(self.story.kept.steps)
        if mark is None:
            return 0
        said = self.story.kept.steps[mark]["title"]
        to = self.story.name()
        if self.story.dice.random() < 0.3:
            words, self.deed = f"remova o passo “{said}”", remove(mark)
        else:
            words, self.deed = f"renomeie o passo “{said}” para “{to}”", change(mark, title=to, id=to.lower().replace(" ", "_"))
        body = {"message": words, "locale": "pt-BR", "about": "workflow:shared"}
        answer = await self.story.client.post("/v1/agent/chat", json=body)
        assert answer.status_code == OK, answer.text
        return 0

    async def _ended(self, run: str) -> int:
        """Wait for the run; where the step is gone by then, it changed nothing and said so."""
        async with asyncio.timeout(20):
            while (status := (await self.story.client.get(f"/v1/runs/{run}")).json()["run"]["status"]) not in ENDED:
                await asyncio.sleep(0)
        deed, self.deed = self.deed, None
        if status == "done" and deed is not None:
            after = deepcopy(self.story.kept)
            deed(after)
            self.story.commit(after)
        return int(status == "done")


async def found(story: Story) -> tuple[Expected, int]:
    """Return what is kept, read as an expectation, and its version."""
    workflow = (await story.client.get(URL)).json()
    canvas = workflow["canvas"] or {"positions": {}, "notes": [], "pins": {}}
    steps = {
        step["description"]: {
            "id": step["id"],
            "title": step["title"],
            "prompt": step["prompt"],
            "tools": step["tools"] or [],
            "at": canvas["positions"].get(step["id"]),
            "pin": canvas["pins"].get(step["id"]),
        }
        for step in workflow["graph"]["nodes"]
        if step["id"] != "a"
    }
    assert len(steps) == len(workflow["graph"]["nodes"]) - 1, "a step is there twice"
    known = {step["id"] for step in steps.values()}
    assert set(canvas["positions"]) | set(canvas["pins"]) <= known, "something is drawn of a step that is gone"
    assert all(step["dependencies"] == ["a"] for step in workflow["graph"]["nodes"][1:])
    return Expected(steps, {note["id"]: note["text"] for note in canvas["notes"]}), workflow["version"]


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_thousand_late_edits_of_canvases_words_requests_and_documents_lose_nothing(
    system: System, node: Node, tmp_path: Path, seed: int
) -> None:
    """ST-22: every step, field, place, note and sample that somebody saved is there once, and nothing else."""
    story = Story(system, seed)
    await story.client.post("/v1/workflows/import", json={"content": START, "is_draft": False})
    async with canvas_rules(node, tmp_path) as rules:
        canvases = [CanvasWriter(story, rules) for _ in range(2)]
        for each in canvases:
            await each.canvas.open()
        words = WordWriter(story)
        writers = [*canvases, RequestWriter(story), DocumentWriter(story), words]
        done = 0
        while done < EDITS:
            [writer] = story.dice.choices(writers, weights=[30, 30, 12, 20, 8])
            done += await writer.write()
            if done % 50 == 0:
                assert (await found(story))[0] == story.kept
    kept, version = await found(story)
    assert kept == story.kept
    assert version == story.commits + 1, "each save is one version"
    assert story.late > 50 and words.shown_again > 0 and story.commits > 200
    assert sum(each.told for each in canvases) > 0, "nobody removed what somebody changed"
