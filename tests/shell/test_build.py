"""How the shell is built while the package is: what is broken off heals by itself."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hatch_build import Shell

FETCH = """
import json, pathlib, sys
package = pathlib.Path("node_modules/vite")
package.mkdir(exist_ok=True)
(package / "package.json").write_text(json.dumps({"version": "8.0.0"}))
sys.exit("the connection is gone") if sys.argv[1:] else (package / "vite.js").write_text("all of it")
"""


def test_packages_that_were_half_fetched_are_fetched_anew(tmp_path: Path) -> None:
    """A first start that is stopped in the middle, or loses its connection, does not spoil the next."""
    shell = Shell(tmp_path)
    shell.source.mkdir()
    (shell.source / "package.json").write_text(json.dumps({"dependencies": {"vite": "8.0.0"}}))
    left = shell.source / "node_modules" / "half"

    with pytest.raises(SystemExit, match="could not be fetched"):
        shell.install([sys.executable, "-c", FETCH, "fail"])
    left.touch()
    assert not shell.is_installed()

    shell.install([sys.executable, "-c", FETCH])
    assert shell.is_installed()
    assert not left.exists()
    assert (shell.source / "node_modules" / "vite" / "vite.js").exists()
