"""The words of the web shell that follow from the server's own lists."""

from __future__ import annotations

import re
from pathlib import Path


def test_every_problem_has_portuguese_words(root: Path) -> None:
    """K-13, OS-33: no error is met in another language than the person's."""
    listed = re.findall(r"^\| `(\w+)` \|", (root / "docs/reference/errors.md").read_text("utf-8"), re.MULTILINE)
    i18n = root / "shell/src/i18n"
    told = re.findall(r"^  (\w+): \{", (i18n / "pt-BR/problems.ts").read_text("utf-8"), re.MULTILINE)
    fixed = re.findall(r'^  "(\w+)",$', (i18n / "problems.ts").read_text("utf-8"), re.MULTILINE)
    assert len(listed) > 50
    assert sorted(set(listed) - set(told) - set(fixed)) == []
