"""Acceptance of a step: its files are there, and its command succeeds in the box, on a copy of the project."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from aule.contracts.access.capability import Call
from aule.contracts.access.change import OWNER, ChangeStatus
from aule.contracts.errors import AuleError, Problem
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.graph import Check
from aule.contracts.runs.run import Run
from aule.kernel.capabilities.gate.caller import Caller
from aule.kernel.capabilities.gate.gate import Gate
from aule.kernel.engine.graphs.envelope import CHECKS
from aule.kernel.engine.progress import Node
from aule.sandbox.globs import Globs
from aule.stores.repositories.changes import Changes
from aule.text.hashing import bytes_hash

COMMAND = "core.exec"
SHOWN = 2_000
"""Characters of a failing command's output that are told."""
_ONLY_LOOKS = Bounds(scope=[], on_write="fail", exec="sandbox")
"""A proof alters nothing: its command runs on a copy that is thrown away."""
_COUNTED = frozenset({ChangeStatus.APPLIED, ChangeStatus.PROPOSED, ChangeStatus.ADOPTED})


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Decides whether the work of a step counts."""

    gate: Gate
    changes: Changes
    tree: Callable[[str], Awaitable[list[Run]]]
    """A run and everything that came of it."""

    async def problem(self, node: Node, caller: Caller) -> Problem | None:
        """Why the work of a step does not count; none when it does."""
        check = node.step.check
        if check is None:
            return None
        return await self._missing(check, caller) or await self._failing(check, node, caller)

    async def _missing(self, check: Check, caller: Caller) -> Problem | None:
        if not check.files:
            return None
        left = await self._left_behind(caller.run)
        for glob in check.files:
            pattern = Globs([glob], hidden=True)
            if not any(size for path, size in left.items() if pattern.match(path)):
                message = f"{glob!r} was to be written and was not, or is empty."
                return Problem(code="output_missing", message=message, hint="Write it, or correct what is expected.")
        return None

    async def _left_behind(self, run: Run) -> dict[str, int]:
        """The files this run altered, or proposes to, with their size now."""
        found: dict[str, int] = {}
        for each in await self.tree(run.id):
            for change in await self.changes.of_run(each.id):
                if change.status in _COUNTED and change.undone_by is None and change.path:
                    found[change.path] = int((change.after or {}).get("size", 0))
        return found

    async def _failing(self, check: Check, node: Node, caller: Caller) -> Problem | None:
        if check.command is None:
            return None
        envelope = caller.run.envelope
        if envelope is None or check.command not in envelope.targets.get(CHECKS, []):
            return Problem(
                code="check_not_allowed",
                message=f"The check {check.command!r} is not part of what was allowed, so it was not run.",
                hint="Approve the plan, or start the workflow, as it is now.",
                recoverable=False,
            )
        call = Call(
            id=f"call_{bytes_hash(f'{caller.run.id}/{node.place}#{node.attempt} check'.encode())[:26]}",
            capability=COMMAND,
            params={"command": check.command, "timeout_s": check.timeout_s},
            idempotency_key=f"{caller.run.id}/{node.place}#{node.attempt}/check",
        )
        prover = replace(caller, actor=OWNER, agent=None, grants=(), bounds=(_ONLY_LOOKS,))
        try:
            data: Any = (await self.gate.invoke(call, prover)).data
        except AuleError as error:
            return error.problem
        if data["exit_code"] == 0 and (check.expect is None or check.expect in data["stdout"]):
            return None
        told = "\n".join(part for part in (data["stdout"], data["stderr"]) if part).strip()[-SHOWN:]
        ended = "was stopped" if data["exit_code"] is None else f"ended with exit code {data['exit_code']}"
        ended = ended if data["exit_code"] != 0 else f"did not print {check.expect!r}"
        return Problem(code="check_failed", message=f"The check {check.command!r} {ended}.\n{told}".rstrip())
