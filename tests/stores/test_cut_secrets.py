"""Secrets are struck out of texts also where their spelling is cut up, in linear time (OS-7)."""

from __future__ import annotations

import base64
import json
import random
import time

import pytest

from aule.stores.home.directory import Home
from aule.stores.home.secrets import STRUCK, Secrets

KEY = "sk-proj-Zq8_7fKd+2/xYt9LmNb4vWc1"
RAW = KEY.encode()


def cut(text: str, size: int, between: str) -> str:
    return between.join(text[at : at + size] for at in range(0, len(text), size))


def lined(before: int) -> str:
    return base64.encodebytes(b"x" * before + RAW + b"y" * 40).decode()


CUT_UP = {
    "in pieces": [cut(KEY, 4, " "), cut(KEY, 8, "\n"), cut(KEY, 1, "-"), cut(KEY, 1, " "), cut(KEY, 10, "' + '")],
    "in other letters": [KEY.upper(), KEY.lower(), KEY.title()],
    "base64 in lines": [lined(before) for before in range(30, 90)],
    "base64 in escaped lines": [json.dumps(lined(before)) for before in range(30, 60)],
    "base64 in pieces": [cut(base64.b64encode(RAW).decode(), 10, "."), " ".join(base64.b64encode(RAW).decode())],
    "base64 of JSON": [base64.b64encode(json.dumps({"k" * size: KEY}).encode()).decode() for size in range(6)],
    "base64 of base64": [base64.b64encode(base64.b64encode(RAW)).decode()],
    "base64 of wide letters": [base64.b64encode(KEY.encode("utf-16-le")).decode()],
    "hex in mixed letters": ["".join(random.Random(3).choice([each, each.upper()]) for each in RAW.hex())],
    "hex in pieces": [RAW.hex(" "), RAW.hex("-", 2), RAW.hex(" ", 4), cut(RAW.hex(), 16, "\n")],
    "hex with prefixes": [" ".join(f"0x{byte:02x}" for byte in RAW), "".join(f"\\x{byte:02X}" for byte in RAW)],
    "numbers": [",".join(map(str, RAW))],
    "some letters escaped": ["".join(f"%{ord(each):02X}" if place % 3 else each for place, each in enumerate(KEY))],
}


def secrets_of(home: Home) -> Secrets:
    secrets = Secrets(home, use_keyring=False, environment={})
    secrets.guard(KEY)
    return secrets


@pytest.fixture
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Secrets:
    home = Home(tmp_path_factory.mktemp("home"))
    home.prepare()
    return secrets_of(home)


@pytest.mark.parametrize("name", CUT_UP)
def test_a_secret_that_is_cut_up_is_struck_out(name: str, secrets: Secrets) -> None:
    for form in CUT_UP[name]:
        struck = secrets.redact(f"Before it: {form} and after it.")
        assert STRUCK in struck and len(struck) < len(form) + 26, form
        assert struck.startswith("Before it: ") and struck.endswith(" and after it.")


def test_ordinary_text_stays_as_it_is(secrets: Secrets) -> None:
    text = "Escape 100% of it: %41, 0x41, U+0041, &#65; and C:\\new\\table. " + "The quick brown fox. " * 50
    assert secrets.redact(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "lorem ipsum 12 " * 66_000,
        base64.encodebytes(random.Random(1).randbytes(740_000)).decode(),
        "%41\\x42" * 140_000,
        f"{cut(KEY, 4, ' ')} " * 25_000,
        f"{KEY[:-1]} " * 30_000,
    ],
    ids=["words", "base64", "escapes", "the secret again and again", "almost the secret"],
)
def test_a_megabyte_takes_no_longer_than_its_size(text: str, secrets: Secrets) -> None:
    """In processor time; 0.1 to 1 s where it was measured. What is quadratic takes minutes."""
    began = time.process_time()
    secrets.redact(text)
    assert time.process_time() - began < 8
