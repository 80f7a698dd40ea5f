"""One workflow written by canvas, chat and file through the door: one stored graph, and nothing lost (ST-22)."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

from tests.server.conftest import System

from aule.kernel.workflows.document_reader import parse
from aule.kernel.workflows.document_writer import document, form_of

URL = "/v1/workflows/shared"
START = "id: shared\nsteps: [{id: a, ask: A?}, {id: b, ask: B?, depends_on: a}]\n"
EDITS = 1_000
AT_ONCE = 12
"""Edits that a canvas or a file makes before it saves; a sentence makes four."""
STALE = (409, 412)


class Writer:
    """Adds and removes steps of its own, and knows what was saved."""

    def __init__(self, system: System, name: str, edits: int) -> None:
        self.client, self.name, self.left = system.client, name, edits
        self.dice = Random(name)
        self.kept: list[str] = []
        self.number = 0

    def wish(self) -> list[tuple[str, str]]:
        """Return the next edits at random: (*add* or *remove*, step)."""
        wishes: list[tuple[str, str]] = []
        kept = list(self.kept)
        for _ in range(min(self.left, 4 if self.name == "chat" else AT_ONCE)):
            if len(kept) > 5 and self.dice.random() < 0.8:
                wishes.append(("remove", kept.pop(self.dice.randrange(len(kept)))))
            else:
                self.number += 1
                wishes.append(("add", f"{self.name}_{self.number}"))
                kept.append(wishes[-1][1])
        self.left -= len(wishes)
        self.kept = kept
        return wishes

    async def write(self) -> None:
        """Write until all edits are made; what was changed meanwhile is read again and never overwritten."""
        while self.left:
            wishes = self.wish()
            while not await self._save(wishes):
                pass

    async def _save(self, wishes: list[tuple[str, str]]) -> bool:
        if self.name == "chat":
            edits = [
                {"type": "add_step", "step": {"id": id, "ask": f"{id}?", "depends_on": ["a"]}}
                if deed == "add"
                else {"type": "remove_step", "id": id}
                for deed, id in wishes
            ]
            answer = await self.client.post(f"{URL}/edits", json={"edits": edits})
            assert answer.status_code in (200, *STALE), answer.text
            return answer.status_code == 200
        return await (self._draw(wishes) if self.name == "canvas" else self._type(wishes))

    async def _draw(self, wishes: list[tuple[str, str]]) -> bool:
        """Save a whole draft, as the canvas does."""
        read = await self.client.get(URL)
        body: Any = read.json()
        nodes = body["graph"]["nodes"]
        gone = {id for deed, id in wishes if deed == "remove"}
        new = [
            {"id": id, "kind": "human", "question": {"message": f"{id}?"}, "dependencies": ["a"]}
            for deed, id in wishes
            if deed == "add"
        ]
        body["graph"]["nodes"] = [node for node in [*nodes, *new] if node["id"] not in gone]
        body["canvas"] = {"positions": {"a": {"x": self.number, "y": 0}}}
        return await self._put(json.dumps(body), "application/json", read.headers["etag"])

    async def _type(self, wishes: list[tuple[str, str]]) -> bool:
        """Save a text, as somebody with an editor does."""
        read = await self.client.get(f"{URL}/document")
        form = form_of(parse(read.text))
        gone = {id for deed, id in wishes if deed == "remove"}
        new = [{"id": id, "ask": f"{id}?", "depends_on": ["a"]} for deed, id in wishes if deed == "add"]
        form["steps"] = [step for step in [*form["steps"], *new] if step["id"] not in gone]
        return await self._put(document(parse(json.dumps(form))), "application/yaml", read.headers["etag"])

    async def _put(self, text: str, kind: str, tag: str) -> bool:
        await asyncio.sleep(0)  # somebody else may write now
        answer = await self.client.put(URL, content=text, headers={"If-Match": tag, "Content-Type": kind})
        assert answer.status_code in (200, *STALE), answer.text
        return answer.status_code == 200


async def test_a_thousand_edits_through_three_doors_lose_nothing(system: System) -> None:
    """ST-22: whoever is late is told, reads again and goes on; what is kept is what each writer was told is kept."""
    await system.client.post("/v1/workflows/import", json={"content": START, "is_draft": False})
    writers = [Writer(system, name, EDITS // 3 + (name == "chat")) for name in ("canvas", "chat", "file")]
    await asyncio.gather(*(writer.write() for writer in writers))
    graph = (await system.client.get(URL)).json()["graph"]
    assert {node["id"] for node in graph["nodes"]} == {"a", "b", *(id for each in writers for id in each.kept)}
    assert all(node["dependencies"] == ["a"] for node in graph["nodes"] if node["id"] != "a")
    assert sum(each.number for each in writers) > 200


async def test_by_hand_by_words_and_by_file_the_same_bytes_are_kept(system: System) -> None:
    """ST-22: a step drawn by hand, one asked for in the chat, and one written in a text are the same bytes."""
    kept: list[str] = []
    for id in ("canvas", "chat", "file"):
        url = f"/v1/workflows/{id}"
        await system.client.post(
            "/v1/workflows/import", json={"content": START.replace("shared", id), "is_draft": False}
        )
        body: Any = (await system.client.get(url)).json()
        [first, last] = body["graph"]["nodes"]
        match id:
            case "canvas":  # as it saves: every field of the step, what it waits for, and where it stands
                new = {**last, "id": "c", "question": {**last["question"], "message": "C?"}}
                body["graph"]["nodes"] = [first, new, {**last, "dependencies": ["c"]}]
                made = await system.client.put(
                    url, json=body | {"canvas": {"positions": {"c": {"x": 10, "y": 20}}}}, headers={"If-Match": '"v1"'}
                )
            case "chat":
                edits = [{"type": "add_step", "step": {"id": "c", "ask": "C?"}, "before": "b"}]
                made = await system.client.post(f"{url}/edits", json={"edits": edits})
            case _:
                steps = "{ask: A?, id: a}, {depends_on: a, ask: C?, id: c}, {depends_on: [c], ask: B?, id: b}"
                headers = {"If-Match": '"v1"', "Content-Type": "application/yaml"}
                made = await system.client.put(url, content=f"steps: [{steps}]\nid: {id}\n", headers=headers)
        assert made.status_code == 200, made.text
        text = (await system.client.get(f"{url}/document")).text
        kept.append(text.partition("canvas:")[0].replace(f"id: {id}\n", ""))
    assert kept[0] == kept[1] == kept[2]
