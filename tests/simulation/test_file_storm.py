"""A short file storm with every test run; the long one is `make storm`."""

from __future__ import annotations

from pathlib import Path

from tests.simulation.file_storm import storm
from tests.simulation.storm import Force


def test_no_acknowledged_write_is_lost_among_processes_that_are_killed(tmp_path: Path) -> None:
    """K-8: several processes, all kinds of writes to the same files, kill -9 in between."""
    done = storm(tmp_path, Force(processes=3, writes=300, kills=4, seed=7))
    assert done.total > 200 and done.kills >= 1
    assert done.codes <= {"changed_meanwhile", "no_match", "note_exists", "does_not_fit"}, done.refused
