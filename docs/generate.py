"""Write the reference pages from the code, or check that they still say what it does.

python docs/generate.py            write docs/reference/*.md, and the figures in documents that tell them
python docs/generate.py --check    change nothing; fail if a page is out of date
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from pages import (
    answers,
    capabilities,
    commands,
    completions,
    conductor,
    critic,
    errors,
    events,
    figures,
    http,
    plans,
    settings,
    workflows,
)

REFERENCE = Path(__file__).parent / "reference"
SOURCE = Path(__file__).parent.parent / "src" / "aule"
PAGES: dict[str, Callable[[], str]] = {
    "capabilities.md": capabilities.page,
    "cli.md": commands.page,
    "conductor.md": conductor.page,
    "critic.md": critic.page,
    "errors.md": errors.page,
    "events.md": events.page,
    "http.md": http.page,
    "plans.md": plans.page,
    "settings.md": settings.page,
    "workflows.md": workflows.page,
}
WITH_FIGURES = (figures.ROOT / "README.md", figures.ROOT / "benchmarks" / "README.md")
MARK = "<!-- Written by docs/generate.py from the code. Edit the code, then run `make docs`. -->\n\n"


def written() -> dict[Path, str]:
    """Every reference page as the code says it now, what was measured last, and what of the code is written from it."""
    reference = {REFERENCE / name: MARK + page().rstrip() + "\n" for name, page in PAGES.items()}
    told = {path: figures.with_figures(path.read_text(encoding="utf-8")) for path in WITH_FIGURES}
    types = {SOURCE / "terminal" / "answers.pyi": answers.module()}
    catalogue = {SOURCE / "cli" / "completions" / "catalogue.json": completions.document()}
    return reference | told | types | catalogue


def outdated() -> list[str]:
    """The names of the pages that no longer say what the code does."""
    return [p.name for p, text in written().items() if not p.exists() or p.read_text(encoding="utf-8") != text]


def main() -> int:
    """Write or check, and say which pages changed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say which pages are out of date")
    stale = outdated()
    if parser.parse_args().check:
        print(f"Out of date: {', '.join(stale)}. Run `make docs`." if stale else "The reference is up to date.")
        return 1 if stale else 0
    REFERENCE.mkdir(exist_ok=True)
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
    print(f"Wrote {', '.join(stale) or 'nothing new'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
