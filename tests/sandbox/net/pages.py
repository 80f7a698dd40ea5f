"""Pages for the reader that every installation has."""

from __future__ import annotations

from typing import Any

from aule.sandbox.net.page_text import ask_reader


async def ask_plain(html: str) -> dict[str, Any]:
    """Read a page as an installation without extras does."""
    return await ask_reader({"do": "plain page", "html": html, "url": "https://page.test/blog/"})
