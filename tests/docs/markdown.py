"""The Markdown files of the project and the fenced blocks in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    file: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}"


def files() -> list[Path]:
    """Every Markdown file that is ours."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "benchmarks" / "README.md"]


def blocks(language: str) -> list[Block]:
    """Every fenced block in one language."""
    found: list[Block] = []
    for file in files():
        text = file.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            if match[1] == language:
                found.append(Block(file, text.count("\n", 0, match.start()) + 1, match[1], match[2]))
    return found
