"""Known homes: the one everybody has, and those that were used from elsewhere, each by a short mark of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from aule.apps.conductor.homes.homes import Home, find_home
from aule.contracts.errors import NotFound
from aule.stores.home.atomic import write_atomic
from aule.stores.home.folder import folder_lock
from aule.text.hashing import bytes_hash

FILE = "conductor-homes.json"


class KnownHomes:
    """Gives homes by path and by mark; which marks there are outlives the process, so that runs can be taken up."""

    def __init__(self, data: Path, environment: Mapping[str, str]) -> None:
        self._data = data
        self._environment = dict(environment)
        self._file = data / FILE

    @property
    def usual(self) -> Home:
        """The home that is meant when none is named."""
        return find_home(None, environment=self._environment, cwd=None, data=self._data)

    def open(self, given: str | None) -> Home:
        """The home at a path, or the usual one; one that is new is remembered, once somebody has set it up."""
        if given is None:
            return self.usual
        home = find_home(Path(given), environment=self._environment, cwd=None, data=self._data)
        if self.mark(home) and home.exists and str(home.path) not in self._paths().values():
            self._remember(home)
        return home

    def mark(self, home: Home) -> str:
        """What the ids of a home's agents begin with: nothing for the usual one."""
        if home.path == self.usual.path:
            return ""
        return f"~{bytes_hash(os.fsencode(home.path))[:8]}/"

    def of_mark(self, mark: str) -> Home:
        """The home whose agents' ids begin so."""
        if not mark:
            return self.usual
        path = self._paths().get(mark)
        if path is None:
            raise NotFound(f"No home of Conductor is known as {mark!r}.", hint="Open it by its path once.")
        return find_home(Path(path), environment=self._environment, cwd=None, data=self._data)

    def all(self) -> list[Home]:
        """Every home that is known, the usual one first."""
        return [self.usual, *(self.of_mark(mark) for mark in self._paths())]

    def _paths(self) -> dict[str, str]:
        try:
            return dict(json.loads(self._file.read_bytes()))
        except (FileNotFoundError, ValueError):
            return {}

    def _remember(self, home: Home) -> None:
        with folder_lock(self._file.parent):
            known = self._paths() | {self.mark(home): str(home.path)}
            write_atomic(self._file, json.dumps(known, indent=2).encode())
