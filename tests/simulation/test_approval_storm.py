"""A short approval storm with every test run; the long one is `make storm`."""

from __future__ import annotations

from pathlib import Path

from tests.simulation.approval_storm import storm


async def test_what_happens_is_what_was_approved_while_a_process_alternates_the_file(tmp_path: Path) -> None:
    """K-4: calls, steps, proposals whole and in pieces, undo, and two people who decide at once."""
    seen = await storm(tmp_path, approvals=20)
    assert sum(len(diffs) for diffs in seen.diffs.values()) >= 20
    assert {*seen.told} <= {
        "already_decided",
        "approval_stale",
        "asked anew",
        "changed_meanwhile",
        "changed_since",
        "no_match",
        "undo_conflict",
    }
