"""Outline of a Markdown text, in Python: its headings. A component of the world `plugin` in plugin.wit, built with
`componentize-py -d plugin.wit -w plugin componentize plugin -o plugin.wasm`; it brings the whole of CPython.
"""

import json
import re

import wit_world
from componentize_py_types import Err


class WitWorld(wit_world.WitWorld):
    """The plugin."""

    def run(self, request: str) -> str:
        """Give the headings of a text."""
        text = json.loads(request)["params"].get("text")
        if text is None:
            raise Err("there is no text 'text'")
        found = re.findall(r"^(#{1,6})\s+(.+?)\s*#*$", text, re.MULTILINE)
        return json.dumps([{"level": len(signs), "title": title} for signs, title in found], ensure_ascii=False)
