"""The approval storm: a process alternates a file as fast as it can while edits of it are approved over and over.

`python -m tests.simulation.approval_storm --approvals 200` is the long form. What a person decided on is noted before
they decide; whatever happened to the file must be one of these things: a diff that was approved, a proposal that
was adopted from the very content its diff was made from, a change that was taken back.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from aule.contracts.access.approval import Approval, FileDiff
from aule.contracts.access.change import Change
from aule.contracts.access.differences import file_diff
from aule.contracts.errors import ApprovalRequired, AuleError, Conflict
from aule.contracts.runs.graph import Graph, Step, StepCall, StepKind
from aule.contracts.settings import Settings
from aule.kernel.capabilities.changes.drafts import FileDraft
from aule.kernel.capabilities.gate.owner_confirmation import ByHand
from aule.kernel.engine.run_request import RunRequest
from aule.sdk import App, Context, Effect
from aule.stores.repositories.changes import Wanted
from aule.testing.system import System, system

BETWEEN = "".join(f"between {number}\n" for number in range(20))
ONE, TWO = f"first\n{BETWEEN}first end\nshared\n", f"second\n{BETWEEN}second end\nshared\n"
MOST_TRIES = 4
"""How often a person looks again at something that changed after they had looked."""
_ALTERNATE = """
import itertools, os, sys
path, one, two = sys.argv[1:]
print("ready", flush=True)
for number, text in enumerate(itertools.cycle((two, one))):
    if number % 7:
        with open(path + ".beside", "w") as file:
            file.write(text)
        os.replace(path + ".beside", path)
    else:
        with open(path, "w") as file:
            file.write(text)
"""


@dataclass
class Seen:
    """What a person decided on, and what they heard."""

    diffs: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """The diffs that were approved, by run."""
    told: Counter[str] = field(default_factory=Counter[str])
    checked: Counter[str] = field(default_factory=Counter[str])


@contextmanager
def alternation(path: Path) -> Generator[subprocess.Popen[bytes]]:
    """Have another process put two contents into a file in turn, mostly by renaming and sometimes in place."""
    command = [sys.executable, "-c", _ALTERNATE, str(path), ONE, TWO]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def proposing() -> App:
    """An app that proposes another beginning and another end for a file."""
    app = App("proposing")

    @app.capability(effect=Effect.WRITE)
    async def put_forward(context: Context) -> list[str]:
        """Propose a new file."""
        text = f"new beginning\n{BETWEEN}new end\n"
        return await context.propose_files([FileDraft("a.txt", text.encode())], op="edit", title="Edit")

    return app


class Person:
    """Approves, adopts and takes back, always what was just shown."""

    def __init__(self, aule: System, other: subprocess.Popen[bytes]) -> None:
        self._aule, self._kernel = aule, aule.kernel
        self._other, self._moment = other, 0
        self.seen = Seen()

    async def approve_edit(self, number: int) -> None:
        """A call that asks, approved as it is shown, and again if it is shown anew.

        Every other time the file stands still until some moment after the decision.
        """
        if number % 2:
            self._other.send_signal(signal.SIGSTOP)
        try:
            await self._kernel.call("core.edit_file", _edit(number))
        except ApprovalRequired as asked:
            approval = await self._kernel.approvals.get(asked.problem.subject or "")
            await self._approve(approval)
        except AuleError as error:  # the file was just being saved
            self.seen.told[error.problem.code] += 1
        finally:
            self._other.send_signal(signal.SIGCONT)

    async def approve_step(self, number: int) -> None:
        """A step of a graph that asks."""
        step = Step(id="s", kind=StepKind.CALL, call=StepCall(capability="core.edit_file", params=_edit(number)))
        run = await self._kernel.engine.start(RunRequest(Graph(nodes=[step]), {}, "t", "home"))
        await self._aule.until_still(run.id)
        for approval in await self._kernel.approvals.pending(run=run.id):
            await self._approve(approval)

    async def decide_twice(self, number: int) -> None:
        """Two people decide the same approval at once; one of them counts."""
        try:
            await self._kernel.call("core.edit_file", _edit(number))
        except ApprovalRequired as asked:
            approval = await self._kernel.approvals.get(asked.problem.subject or "")
            self._note(approval)
            both = ("approve", "deny") if number // 4 % 2 else ("approve", "approve")
            hash = approval.binds.content_hash
            answers = await asyncio.gather(
                *(
                    self._kernel.decide(approval.id, option, content_hash=hash, by=who)
                    for option, who in zip(both, ("ana", "rui"), strict=True)
                ),
                return_exceptions=True,
            )
            codes = [answer.problem.code for answer in answers if isinstance(answer, Conflict)]
            self.seen.told.update(codes)
            assert len(codes) >= 1 and {*codes} <= {"already_decided", "approval_stale"}, answers
            await self._end(approval)
        except AuleError as error:  # the file was just being saved
            self.seen.told[error.problem.code] += 1

    async def adopt(self, number: int) -> None:
        """A proposal, whole or its first piece, in the file its diff was made from."""
        called = await self._kernel.call("proposing.put_forward", {})
        [id] = called.result.data
        shown = await self._kernel.change_log.diff(id)
        pieces = None if number // 4 % 2 else [0]
        try:
            run = await self._kernel.proposals.adopt(id, hunks=pieces, sha256=shown.sha256)
        except Conflict as error:
            self.seen.told[error.problem.code] += 1
            await self._kernel.proposals.drop(id)
            return
        for change in await self._applied(run.id):
            before, after = self._content(change)
            assert (change.before or {}).get("sha256") == shown.sha256, "another file was replaced"
            end = (before or "").partition(BETWEEN)[2] if pieces else "new end\n"
            assert after == f"new beginning\n{BETWEEN}{end}", (before, after)
            self.seen.checked["adopted in pieces" if pieces else "adopted"] += 1

    async def take_back(self, number: int) -> None:
        """A change that is undone while the file alternates: its very inverse, or nothing."""
        called = await self._kernel.call(
            "core.append_file", {"path": "b.txt", "content": f"{number}"}, by_hand=ByHand()
        )
        [change] = await self._applied(called.run)
        (self._aule.workspace / "b.txt").write_text(f"other {number}\n") if number % 3 == 0 else None
        try:
            run = await self._kernel.undo(f"change:{change.id}")
        except Conflict as error:
            self.seen.told[error.problem.code] += 1
            return
        for inverse in await self._applied(run.id):
            assert self._content(inverse) == tuple(reversed(self._content(change)))
            self.seen.checked["undone"] += 1

    async def _approve(self, approval: Approval) -> None:
        for _ in range(MOST_TRIES):
            self._note(approval)
            try:
                await self._kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
                await self._let_alternate()
            except Conflict as stale:
                self.seen.told[stale.problem.code] += 1
                assert stale.problem.code == "approval_stale", stale
                anew = await self._kernel.approvals.get(approval.id)
                assert anew.binds.content_hash != approval.binds.content_hash, "it shows what would happen now"
                approval = anew
                continue
            await self._aule.until_still(approval.run or "")
            waiting = await self._kernel.approvals.pending(run=approval.run)
            if not waiting:
                break
            self.seen.told["asked anew"] += 1
            approval = waiting[0]
        await self._end(approval)

    async def _let_alternate(self) -> None:
        """Let the other process go on, at some moment while the decision is being carried out."""
        self._moment = (self._moment + 7) % 60
        for _ in range(self._moment):
            await asyncio.sleep(0)
        self._other.send_signal(signal.SIGCONT)

    async def _end(self, approval: Approval) -> None:
        """Whatever was applied in the end is a diff that was approved."""
        run = approval.run or ""
        await self._aule.until_still(run)
        for change in await self._applied(run):
            before, after = (None if text is None else text.encode() for text in self._content(change))
            assert file_diff("a.txt", before, after).diff in self.seen.diffs[run], self._content(change)
            self.seen.checked["approved"] += 1
        if await self._kernel.approvals.pending(run=run):
            await self._kernel.cancel(run)

    def _note(self, approval: Approval) -> None:
        assert isinstance(approval.preview, FileDiff)
        self.seen.diffs.setdefault(approval.run or "", set()).add(approval.preview.diff)

    async def _applied(self, run: str) -> list[Change]:
        found = (await self._kernel.changes.list(Wanted(run=run))).items
        return [change for change in found if change.status == "applied"]

    def _content(self, change: Change) -> tuple[str | None, ...]:
        states = (change.before, change.after)
        return tuple(None if each is None else self._kernel.blobs.get(each["sha256"]).decode() for each in states)


def _edit(number: int) -> dict[str, str]:
    return {"path": "a.txt", "search": "shared", "replace": f"changed {number}"}


async def storm(folder: Path, approvals: int) -> Seen:
    """Decide over and over while a file alternates; gives what was seen."""
    allowed = Settings.model_validate({"policy": {"allow": ["proposing.*", "core.append_file"]}})
    async with system(folder, apps=[proposing()]) as aule:
        await aule.kernel.save_settings(allowed, expected=None)
        path = aule.workspace / "a.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(ONE)
        with alternation(path) as other:
            person = Person(aule, other)
            for number in range(approvals):
                await person.approve_edit(number)
                await (person.approve_step, person.decide_twice, person.adopt, person.take_back)[number % 4](number)
    return person.seen


def main() -> int:
    """Run a storm and print what it came to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--approvals", type=int, default=200)
    asked = parser.parse_args()
    os.environ["AULE_FORBID_MODELS"] = "1"
    with tempfile.TemporaryDirectory(prefix="aule-storm-") as folder:
        seen = asyncio.run(storm(Path(folder), asked.approvals))
    decided = sum(len(each) for each in seen.diffs.values())
    print(
        f"approvals: {decided} decisions, applied {dict(seen.checked)}, told {dict(seen.told)}: nothing else happened"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
