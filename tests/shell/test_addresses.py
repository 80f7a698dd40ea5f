"""Addresses of the web shell that the server gives away."""

from __future__ import annotations

import re
from pathlib import Path

from aule.boot import installed_apps


def test_every_page_an_app_names_is_a_screen(root: Path) -> None:
    """OS-33: a report links to what was made, and the link opens it."""
    screens = "".join(path.read_text("utf-8") for path in (root / "shell/src/features").glob("*/screen.ts"))
    known = set(re.findall(r'^  path: "(/[\w-]+)', screens, re.MULTILINE))
    pages = {f"{app.id} {page}": page for app in installed_apps() for page in app.pages.values()}
    assert len(pages) > 10
    assert [name for name, page in pages.items() if f"/{page.split('/')[1]}" not in known] == []
