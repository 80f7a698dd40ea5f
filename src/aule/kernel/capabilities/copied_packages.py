"""Packages that a command installed in a copy of a project: whole folders come back where its agent may write."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from aule.contracts.errors import AuleError
from aule.kernel.capabilities.changes.drafts import FileDifference
from aule.kernel.capabilities.changes.project_files import packages_state
from aule.sandbox.package_folders import PackageFolder, bring, copy_into, is_package_folder, look_at
from aule.sandbox.scratch import Scratch
from aule.sandbox.trees import Tree

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context

_INSIDE = ("package.json", "a/b.js")
"""Paths below a folder of packages: who may write both may write all of it."""


@dataclass(slots=True)
class CopiedPackages:
    """Folders of packages in a copy: those of the project, copied for a command that installs, and new ones."""

    root: Path
    work: Path
    known: dict[str, tuple[PackageFolder, str]] = field(default_factory=dict[str, tuple[PackageFolder, str]])
    """Those of the project: what they hold there, and the mark of the copy before the command."""
    lost: list[str] = field(default_factory=list[str])
    """Those that did not come back."""

    @classmethod
    def of(cls, root: Path, made: Scratch, paths: Collection[str]) -> CopiedPackages:
        """Copy the folders that a command may change, and return all of them."""
        found = cls(root, made.work)
        for path in paths:
            held = look_at(root, path)
            if held is None:
                continue
            copy_into(root, path, made.work)
            copied = look_at(made.work, path)
            if copied is not None:
                found.known[path] = (held, copied.mark)
        return found

    def come_back(
        self, context: Context, after: Tree, lent: Collection[str], kept_out: Collection[str]
    ) -> list[FileDifference]:
        """Bring back what is new or changed, as far as the bounds allow; without files that are held back."""
        back: list[FileDifference] = []
        for path in sorted(each for each in after.derived if is_package_folder(each) and each not in lent):
            held, copied = self.known.get(path, (None, ""))
            made = look_at(self.work, path)
            if made is None or made.mark == copied or made.files == 0:
                continue
            if not _is_allowed(context, path):
                self.lost.append(path)
                continue
            _leave_out(self.work, path, kept_out)
            if not bring(self.work, self.root, path, None if held is None else held.mark):
                self.lost.append(path)
                continue
            back.append(FileDifference(path, packages_state(held), packages_state(look_at(self.root, path))))
        return back


def changeable(before: Tree) -> list[str]:
    """Return the folders of packages that a command may change in its copy: none that holds something hidden."""
    hidden = [*before.secret, *before.special, *before.protected]
    return [path for path in sorted(before.opened) if not any(each.startswith(f"{path}/") for each in hidden)]


def _is_allowed(context: Context, path: str) -> bool:
    """Return whether whoever works here may write all of a folder, and not only propose it."""
    if context.is_proposing or not (context.bound.is_free or context.on_write == "apply"):
        return False
    try:
        for each in _INSIDE:
            context.workspace.check_writable(f"{path}/{each}")
    except AuleError:
        return False
    return True


def _leave_out(work: Path, path: str, kept_out: Collection[str]) -> None:
    for each in kept_out:
        if not each.startswith(f"{path}/"):
            continue
        place = work / each
        if place.is_dir() and not place.is_symlink():  # such as a repository, whose settings run programs
            shutil.rmtree(place)
        else:
            place.unlink(missing_ok=True)
