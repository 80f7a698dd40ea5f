"""Which folders may become a workspace."""

from __future__ import annotations

from pathlib import Path

import pytest

from aule.contracts.errors import OutsideScope
from aule.sandbox.roots import allowed_root


@pytest.fixture
def user(tmp_path: Path) -> Path:
    user = tmp_path / "ana"
    (user / ".aule" / "projects" / "home").mkdir(parents=True)
    (user / "code" / "site").mkdir(parents=True)
    return user


@pytest.mark.parametrize("root", [".aule/projects/home", "code/site", "code", "new/folder"])
def test_a_folder_of_its_own_is_fine(user: Path, root: str) -> None:
    assert allowed_root(user / root, user / ".aule", user=user) == user / root


@pytest.mark.parametrize(
    ("root", "says"),
    [
        ("/", "contains the data directory"),
        ("{user}", "contains the data directory"),
        ("{user}/..", "contains the data directory"),
        ("{user}/.aule", "inside the data directory"),
        ("{user}/.aule/projects", "inside the data directory"),
        ("{user}/.aule/projects/..", "inside the data directory"),
        ("{user}/.aule/blobs", "inside the data directory"),
        ("{user}/code/../.aule/blobs", "inside the data directory"),
        ("{user}/.ssh", "is part of"),
        ("{user}/.gnupg/private", "is part of"),
        ("/etc", "is part of '/etc'"),
        ("/proc/self", "is part of '/proc'"),
        ("/usr/lib/python3", "is part of '/usr'"),
    ],
)
def test_the_data_directory_the_home_and_the_system_are_not(user: Path, root: str, says: str) -> None:
    """E.7: the sandbox never sees AULE_HOME."""
    with pytest.raises(OutsideScope) as caught:
        allowed_root(root.format(user=user), user / ".aule", user=user)
    assert says in str(caught.value)


def test_the_home_folder_is_refused_though_the_data_is_elsewhere(user: Path, tmp_path: Path) -> None:
    with pytest.raises(OutsideScope, match="whole home folder"):
        allowed_root(user, tmp_path / "data", user=user)


def test_a_link_is_judged_by_where_it_leads(user: Path) -> None:
    (user / "code" / "sly").symlink_to(user / ".aule")
    (user / "short").symlink_to(user / "code" / "site")
    with pytest.raises(OutsideScope, match="inside the data directory"):
        allowed_root(user / "code" / "sly", user / ".aule", user=user)
    assert allowed_root(user / "short", user / ".aule", user=user) == user / "code" / "site"
