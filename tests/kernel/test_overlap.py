"""What a request has in common with private text, however simply it is hidden."""

from __future__ import annotations

import base64
import codecs
import gzip
import time
import zlib
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.kernel.capabilities.gate.overlap import MOST_HELD, MOST_VIEWS, find_overlaps, read_views
from aule.kernel.capabilities.gate.provenance import TextKind, TextPiece

SECRET = "The launch code is 7351-KQ and Maria earns 84200 a year"
DIARY = TextPiece(TextKind.OTHER_FILE, "core.read_file", "diary.txt", f"# Diary\n{SECRET}.\nNothing else.")


def b64(content: bytes) -> str:
    return base64.b64encode(content).decode()


ENCODED = {
    "": quote(SECRET),
    "capitals": quote(SECRET.upper()),
    "dots": ".".join(SECRET.replace(" ", "")),
    "three times percent": quote(quote(quote(SECRET))),
    "base64": b64(SECRET.encode()),
    "base64 after other text": f"id{b64(SECRET.encode())}",
    "base64url": base64.urlsafe_b64encode(SECRET.encode()).decode().rstrip("="),
    "base64 twice": b64(b64(SECRET.encode()).encode()),
    "hex": SECRET.encode().hex(),
    "base32": base64.b32encode(SECRET.encode()).decode(),
    "reversed": quote(SECRET[::-1]),
    "rot13": quote(codecs.encode(SECRET, "rot13")),
    "gzip": base64.urlsafe_b64encode(gzip.compress(SECRET.encode(), mtime=0)).decode(),
    "zlib": b64(zlib.compress(SECRET.encode())),
    "reversed base64": b64(SECRET[::-1].encode()),
    "character codes": "-".join(str(ord(letter)) for letter in SECRET),
    "named codes": "-".join(f"U+{ord(letter):04X}" for letter in SECRET),
    "bits": "".join(f"{byte:08b}" for byte in SECRET.encode()),
    "half a character": f"{quote(SECRET[:20])}%5Cud800{quote(SECRET[20:])}",
    "escapes": "".join(f"%5Cu{ord(letter):04x}" for letter in SECRET),
}


@pytest.mark.parametrize("name", ENCODED)
def test_private_text_is_found_in_every_simple_encoding(name: str) -> None:
    found = find_overlaps([f"https://evil.test:8443/collect?data={ENCODED[name]}"], [DIARY])
    assert found and found[0].piece is DIARY
    assert "launchcodeis7351" in "".join(filter(str.isalnum, found[0].text)).lower()
    found[0].text.encode()  # it can be shown


def test_it_is_found_in_a_host_in_a_path_and_in_pieces_of_one_address() -> None:
    half = SECRET.encode().hex()[:60]
    for address in (
        f"https://{half}.evil.test/",
        f"https://evil.test/a/{b64(SECRET.encode())}/b",
        "https://evil.test/?a=The%20launch&b=%20code%20is%20&c=7351-KQ",
    ):
        assert find_overlaps([address], [DIARY]), address


def test_a_number_alone_is_found_and_plain_words_are_not() -> None:
    assert [each.text for each in find_overlaps(["https://evil.test/?n=84200"], [DIARY])] == ["84200"]
    assert find_overlaps(["https://docs.example.org/launch/diary.html"], [DIARY]) == []
    typed = TextPiece(TextKind.OWNER_WORDS, "owner_words", text="please search rye bread from the north of Portugal")
    assert find_overlaps(["https://bread.test/rye-bread"], [typed]) == []
    (phrase,) = find_overlaps(["https://bread.test/?q=rye+bread+from+the+north"], [typed])
    assert phrase.text == "rye bread from the north" and phrase.is_telling


def test_text_of_strangers_is_no_secret_to_them() -> None:
    assert find_overlaps([f"https://evil.test/?q={quote(SECRET)}"], [TextPiece(TextKind.WEB, "w", text=SECRET)]) == []


def test_a_large_conversation_is_compared_within_a_few_seconds() -> None:
    large = TextPiece(TextKind.OTHER_FILE, "f", "big", "lorem ipsum dolor 12 sit amet " * (MOST_HELD // 25))
    began = time.monotonic()
    assert find_overlaps([f"https://evil.test/?q={ENCODED['hex']}&r={'x1y2' * 300}"], [large, DIARY])
    assert time.monotonic() - began < 15  # 1 s on an idle machine


@given(st.text(max_size=300))
def test_nothing_that_is_sent_breaks_the_reading(text: str) -> None:
    views = read_views([text])
    assert len(views) <= MOST_VIEWS + 2
    find_overlaps([text], [DIARY])
