"""Patches: what a run would have written and did not, as files beside its home, for people and for other tools."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from aule.apps.conductor.homes.homes import Home
from aule.contracts.access.change import Change, ChangeDiff, ChangeStatus
from aule.contracts.runs.run import Run
from aule.stores.home.atomic import write_atomic
from aule.stores.repositories.changes import Changes

log = logging.getLogger(__name__)

_ODD = re.compile(r"[^A-Za-z0-9._-]+")
_PROPOSED = frozenset({ChangeStatus.PROPOSED, ChangeStatus.ADOPTED, ChangeStatus.DROPPED})


@dataclass(frozen=True, slots=True)
class Patches:
    """Writes proposals as patch files."""

    changes: Changes
    tree: Callable[[str], Awaitable[list[Run]]]
    diff: Callable[[str], Awaitable[ChangeDiff]]

    async def proposals(self, run: str) -> list[Change]:
        """What a run, and all that came of it, proposed and nobody has decided on, the oldest first."""
        return [change for change in await self._all(run) if change.status is ChangeStatus.PROPOSED]

    async def write(self, home: Home, run: str) -> list[str]:
        """Put every proposal of a run into `runs/<run>/patches/`; gives the files. Doing it again changes nothing.

        Where the home has no room for them, or a link leads elsewhere, there are none: the proposals remain.
        """
        proposals = await self._all(run)
        if not proposals:
            return []
        folder = home.runs / run / "patches"
        texts = [(change, (await self.diff(change.id)).text) for change in proposals]
        try:
            return await asyncio.to_thread(_put, folder, texts)
        except OSError as error:
            log.warning("patches of %s could not be put into %s: %s", run, folder, error)
            return []

    async def _all(self, run: str) -> list[Change]:
        found: dict[str, Change] = {}  # what came of a run is told with it, too
        for each in await self.tree(run):
            for change in await self.changes.of_run(each.id):
                if change.status in _PROPOSED:
                    found[change.id] = change
        return list(found.values())


def _put(folder: Path, texts: list[tuple[Change, str | None]]) -> list[str]:
    folder.mkdir(parents=True, exist_ok=True)
    if os.path.realpath(folder) != str(folder):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(folder))
    written: list[str] = []
    for number, (change, text) in enumerate(texts, start=1):
        file = folder / f"{number:03}-{_ODD.sub('_', change.path)[-80:]}.patch"
        write_atomic(file, f"{text or f'# {change.path}: no text to compare'}\n".encode("utf-8", "backslashreplace"))
        written.append(str(file))
    return written
