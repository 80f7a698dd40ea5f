"""A cache of sentence vectors on disk: the examples of recipes never change, and take seconds to work out.

It holds nothing of a person's. A file that cannot be read is as good as none, and one that cannot be written is not
missed.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

MOST = 20_000
"""Sentences that are kept; beyond that the cache begins anew."""


def cache_file(model: str, environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return where vectors of a model are kept: in the folder for caches, where there is one."""
    folder = cache_folder(environment)
    return None if folder is None else folder / f"{model}.npz"


def cache_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder of what can be made again: within that for caches of the person, where there is one."""
    base, home = environment.get("XDG_CACHE_HOME", ""), environment.get("HOME", "")
    folder = Path(base) if Path(base).is_absolute() else Path(home) / ".cache" if home else None
    return None if folder is None else folder / "aule"


def key_of(text: str) -> str:
    """Return what a sentence is found by."""
    return sha256(text.encode()).hexdigest()[:32]


def load(path: Path | None, dimensions: int) -> dict[str, Any]:
    """Return all vectors that are kept, by the keys of their sentences."""
    import numpy as np  # it comes with the encoder

    if path is None:
        return {}
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as kept:
            keys, vectors = kept["keys"], kept["vectors"]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return {}
    if vectors.dtype != np.float32 or vectors.shape != (len(keys), dimensions):
        return {}
    return dict(zip((str(key) for key in keys), vectors, strict=True))


def keep(path: Path | None, known: Mapping[str, Any]) -> None:
    """Keep vectors for the next process; whoever reads meanwhile finds the file as it was."""
    import numpy as np

    if path is None or not known or len(known) > MOST:
        return
    keys = sorted(known)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            np.savez(file, keys=np.array(keys), vectors=np.stack([known[key] for key in keys]))
        Path(file.name).replace(path)
    except OSError:
        return
