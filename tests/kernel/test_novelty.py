"""How much of an address only the model can have written."""

from __future__ import annotations

import base64

import pytest

from aule.kernel.capabilities.gate.novelty import addresses_in, novelty_of, words_in

ORDINARY = (
    "https://docs.python.org/3/library/asyncio-task.html",
    "https://en.wikipedia.org/wiki/Sourdough",
    "https://developer.mozilla.org/en-US/docs/Web/API/AbortController",
    "https://www.rfc-editor.org/rfc/rfc9110",
    "https://nvd.nist.gov/vuln/detail/CVE-2025-32711",
    "https://news.example.org/2026/11/17/bread-prices",
    "https://pt.wikipedia.org/wiki/P%C3%A3o_de_centeio",
    "https://docs.example.org/guide?page=2&lang=en",
)
TYPED = "I want to leave Bruno"


@pytest.mark.parametrize("address", ORDINARY)
def test_an_address_one_knows_by_heart_is_no_code(address: str) -> None:
    assert not novelty_of([address], ()).is_large


@pytest.mark.parametrize(
    "path",
    [
        TYPED.encode().hex(),
        base64.urlsafe_b64encode(TYPED.encode()).decode(),
        bytes(byte ^ 0x33 for byte in TYPED.encode()).hex(),
        "/".join(TYPED.replace(" ", "")),
        "-".join(str(ord(letter)) for letter in TYPED),
        str(int.from_bytes(TYPED.encode())),
        "-".join(f"w{letter}" for letter in TYPED),
        "-".join(f"{word}{end}" for word in ("bread", "stone", "river", "table", "cloud") for end in "aeiouy" * 2),
    ],
)
def test_a_code_is_large(path: str) -> None:
    assert novelty_of([f"https://docs.example.org/{path}"], ()).is_large


def test_many_small_ones_count_together_and_what_was_read_does_not_count() -> None:
    small = [f"https://docs.example.org/{letter}{place}" for place, letter in enumerate("ileavebruno")]
    assert not novelty_of(small[:4], ()).is_large
    assert novelty_of(small, ()).is_large
    text = "See https://docs.example.org/a/9f3acc01e7b24d5588aa (or [this](https://docs.example.org/x?id=77))."
    assert "https://docs.example.org/x?id=77" in addresses_in(text)
    assert not novelty_of(["https://docs.example.org/a/9f3acc01e7b24d5588aa"], words_in([text])).is_large
