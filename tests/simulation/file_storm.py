"""The file storm: processes that write to the same files at once and are killed, and a model of what must be there.

`python -m tests.simulation.file_storm --writes 20000 --kills 50` is the long form. Each process has a data directory of
its own and shares one project with the others.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sqlite3
import sys
import tempfile
import time
import zipfile
from collections import Counter, defaultdict
from pathlib import Path

from tests.simulation.file_storm_writer import AT_ONCE, FILES, PACKED
from tests.simulation.storm import Force, Noted, Tally, blow, check_count, check_once, check_places, tally

TOKEN = "the one file of its place\n"


def storm(folder: Path, force: Force) -> Tally:
    """Let processes write to one project, kill some of them again and again, and compare what is there in the end."""
    began, project = time.monotonic(), folder / "project"
    _prepare(project, force.processes)
    noted, kills = blow(folder, "tests.simulation.file_storm_writer", [str(project)], force)
    check(project, defaultdict(Noted, noted))
    _check_records(folder, force.processes)
    return tally(noted, kills, began)


def _prepare(project: Path, processes: int) -> None:
    (project / "tokens").mkdir(parents=True)
    places = [f"w{number}-{slot}" for number in range(processes) for slot in range(AT_ONCE)]
    for name in ("places.txt", "patches.txt"):
        (project / name).write_text("".join(f"{place}:start\n" for place in places))
    (project / "count.txt").write_text("0\n")
    for place in places:
        (project / "tokens" / f"{place}:start").write_text(TOKEN)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in PACKED.items():
            archive.writestr(name, content)
    (project / "pack.zip").write_bytes(packed.getvalue())


def check(project: Path, noted: dict[str, Noted]) -> None:
    """Compare what is in the files with what the writers were told."""
    for number in range(FILES):
        path = project / f"lines-{number}.txt"
        lines = path.read_text().splitlines() if path.exists() else []
        check_once("append", lines, noted["append"], path.name)
    check_places("edit", _shown((project / "places.txt").read_text().splitlines()), noted["edit"])
    check_places("patch", _shown((project / "patches.txt").read_text().splitlines()), noted["patch"])
    check_once("patch", _names(project / "patched"), noted["patch"])
    check_places("move", _shown(_names(project / "tokens")), noted["move"])
    assert {path.read_text() for path in (project / "tokens").iterdir()} == {TOKEN}
    notes = [path.read_text() for path in (project / "notes").glob("*.md")]
    check_once("create", (text.strip().rpartition("\n")[2] for text in notes), noted["create"])
    check_count("count", int((project / "count.txt").read_text()), noted["count"])
    _check_deleted({*_names(project / "short")}, noted["delete"])
    _check_unpacked(project / "out", noted["unpack"])
    leftovers = list(project.rglob(".aule-write-*"))
    assert leftovers == [], "nothing of a killed write is left behind"


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def _shown(lines: list[str]) -> dict[str, str | None]:
    """Places with what they show; each of them is there once."""
    places = Counter(line.partition(":")[0] for line in lines)
    assert set(places.values()) == {1}, [place for place, count in places.items() if count > 1]
    shown = {line.partition(":")[0]: line.partition(":")[2] for line in lines}
    return {place: None if key == "start" else key for place, key in shown.items()}


def _check_deleted(there: set[str], noted: Noted) -> None:
    back = there & noted.acknowledged.keys()
    assert not back, f"delete: {sorted(back)[:5]} were deleted and are there"
    gone = noted.refused_keys - there
    assert not gone, f"delete: {sorted(gone)[:5]} are gone, although that was refused"


def _check_unpacked(folder: Path, noted: Noted) -> None:
    check_once("unpack", _names(folder), noted)
    for each in folder.iterdir() if folder.exists() else ():
        assert {path.name: path.read_text() for path in each.iterdir()} == PACKED, f"unpack: half of {each.name}"


def _check_records(folder: Path, processes: int) -> None:
    """Nothing is left in the middle: what was intended is recorded, void, or told as unknown."""
    for number in range(processes):
        with sqlite3.connect(folder / f"home-{number}" / "aule.db") as database:
            statuses = {row[0] for row in database.execute("SELECT DISTINCT status FROM changes")}
        assert statuses <= {"applied", "void", "unknown"}, statuses


def main() -> int:
    """Run a storm and print what it came to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--writes", type=int, default=20_000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="aule-storm-"))
    os.environ["AULE_FORBID_MODELS"] = "1"
    try:
        done = storm(folder, Force(asked.processes, asked.writes, asked.kills, asked.seed))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"files: {done}: none lost, none doubled, every refusal told")
    return 0


if __name__ == "__main__":
    sys.exit(main())
