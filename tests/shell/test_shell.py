"""The web shell's own checks, started from here so that one command runs everything."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.shell.tools import Node

pytestmark = pytest.mark.xdist_group("shell")  # the tools are heavy: one after the other


def test_the_shells_types_match_the_published_api(node: Node, tmp_path: Path) -> None:
    """`src/api/schema.ts` is generated from `openapi.json`; `npm run types` writes it again."""
    fresh = tmp_path / "schema.ts"
    done = node.tool("openapi-typescript", "bin/cli.js", "openapi.json", "-o", str(fresh))
    assert done.returncode == 0, done.stderr
    assert (node.shell / "src" / "api" / "schema.ts").read_text("utf-8") == fresh.read_text("utf-8")


def test_the_shell_type_checks(node: Node) -> None:
    """Strict TypeScript, and a Portuguese word for every English one."""
    done = node.tool("typescript", "bin/tsc", "--noEmit", "--pretty", "false")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr[-2_000:]


def test_the_shells_unit_tests_pass(node: Node) -> None:
    """The reducers, the event feed, the dictionaries and the rest of the shell's rules."""
    done = node.tool("vitest", "vitest.mjs", "run", "--reporter=dot")
    assert done.returncode == 0, done.stdout[-4_000:] + done.stderr[-2_000:]
