"""BM25 of `rank-bm25` over the same chunks: reads JSON (`texts`, `questions`), writes the order of chunks for each."""

from __future__ import annotations

import importlib
import json
import re
import sys
import time
from typing import Any


def main() -> None:
    """Index, ask, tell."""
    package: Any = importlib.import_module("rank_bm25")
    given = json.load(sys.stdin)
    began = time.process_time()
    index = package.BM25Okapi([_words(text) for text in given["texts"]])
    indexed = time.process_time() - began
    began = time.process_time()
    orders = [
        sorted(range(len(given["texts"])), key=lambda place: -scores[place])[:8]
        for scores in (index.get_scores(_words(question)) for question in given["questions"])
    ]
    asked = time.process_time() - began
    json.dump({"orders": orders, "indexing_s": indexed, "asking_s": asked}, sys.stdout)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


if __name__ == "__main__":
    main()
