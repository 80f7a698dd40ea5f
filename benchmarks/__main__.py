"""Run the benchmarks: `python -m benchmarks [startup] [turn] [engine] …`, all without a name."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from benchmarks import (
    atlas,
    canvas,
    desktop,
    exec,
    files,
    footprint,
    forge,
    glass_box,
    knowledge,
    latency,
    load,
    planning,
    plugins,
    school,
    school_import,
    search,
    startup,
    terminal,
    turn,
    understanding,
)
from benchmarks.engine import shapes as engine
from benchmarks.measuring import Figures, keep

BENCHMARKS: dict[str, Callable[[], Figures]] = {
    "startup": startup.measure,
    "terminal": terminal.measure,
    "turn": turn.measure,
    "latency": latency.measure,
    "load": load.measure,
    "footprint": footprint.measure,
    "search": search.measure,
    "desktop": desktop.measure,
    "canvas": canvas.measure,
    "engine": engine.measure,
    "planning": planning.measure,
    "exec": exec.measure,
    "files": files.measure,
    "atlas": atlas.measure,
    "school": school.measure,
    "school_import": school_import.measure,
    "understanding": understanding.measure,
    "knowledge": knowledge.measure,
    "glass_box": glass_box.measure,
    "forge": forge.measure,
    "plugins": plugins.measure,
}


QUICK = ("startup", "turn", "terminal", "footprint")
"""What `quick` measures: the figures of the README, in some three minutes."""


def main() -> None:
    """Measure what was asked for, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*BENCHMARKS, "quick", []], help="which; all without a name")
    asked = parser.parse_args().names or [*BENCHMARKS]
    for name in dict.fromkeys(each for word in asked for each in (QUICK if word == "quick" else (word,))):
        print(f"\n== {name}")
        keep(name, BENCHMARKS[name]())


if __name__ == "__main__":
    main()
