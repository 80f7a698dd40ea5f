"""What a content is follows from its bytes and its name; what somebody calls it hardly counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.project import Artifact
from aule.text.filename import LONGEST, clean_name
from aule.text.media import TEXTS, recognise

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 20
HTML = b"<!doctype html><script>alert(1)</script>"


@pytest.mark.parametrize(
    ("name", "claimed", "head", "type", "mime"),
    [
        ("a.png", "image/png", PNG, "image", "image/png"),
        ("a.txt", "text/plain", PNG, "image", "image/png"),
        ("photo", None, b"\xff\xd8\xff\xe0\0\x10JFIF", "image", "image/jpeg"),
        ("a.webp", None, b"RIFF\0\0\0\0WEBPVP8 ", "image", "image/webp"),
        ("a.avif", None, b"\0\0\0\x20ftypavif\0\0\0\0", "image", "image/avif"),
        ("a.pdf", None, b"%PDF-1.7\n%\xe2\xe3", "pdf", "application/pdf"),
        ("a.mp3", None, b"ID3\x04\0\0", "audio", "audio/mpeg"),
        ("a.mp3", None, b"\xff\xfb\x90\x64\0\0", "audio", "audio/mpeg"),
        ("a.wav", None, b"RIFF\x24\0\0\0WAVEfmt ", "audio", "audio/wav"),
        ("a.ogg", None, b"OggS\0\x02\0\0", "audio", "audio/ogg"),
        ("a.flac", None, b"fLaC\0\0\0\x22", "audio", "audio/flac"),
        ("a.m4a", None, b"\0\0\0\x20ftypM4A \0\0", "audio", "audio/mp4"),
        ("a.mp4", None, b"\0\0\0\x20ftypisom\0\0", "video", "video/mp4"),
        ("a.webm", None, b"\x1a\x45\xdf\xa3\x9fB\x82\x84webm", "video", "video/webm"),
        ("a.md", None, b"# Title", "markdown", "text/markdown"),
        ("notes", "text/markdown", b"# Title", "markdown", "text/markdown"),
        ("a.json", None, b'{"a": 1}', "json", "application/json"),
        ("data", "application/json; charset=utf-8", b"[1]", "json", "application/json"),
        ("a.patch", None, b"--- a\n+++ b\n", "diff", "text/x-diff"),
        ("changes", None, b"diff --git a/x b/x\n", "diff", "text/x-diff"),
        ("main.rs", None, b"fn main() {}", "code", "text/plain"),
        ("Makefile", None, b"all:\n", "code", "text/plain"),
        ("a.csv", None, b"a;b\n1;2", "text", "text/csv"),
        ("carta.txt", None, "Olá, João".encode(), "text", "text/plain"),
        ("a.svg", None, b"<?xml version='1.0'?>\n<!-- x -->\n<svg viewBox='0 0 9 9'>", "image", "image/svg+xml"),
        ("a.zip", None, b"PK\x03\x04\x14\0", "file", "application/zip"),
        ("a.bin", None, bytes(range(256)), "file", "application/octet-stream"),
    ],
)  # fmt: skip
def test_a_content_is_what_its_bytes_and_its_name_say(
    name: str, claimed: str | None, head: bytes, type: str, mime: str
) -> None:
    assert recognise(name, claimed, head) == (type, mime)


@pytest.mark.parametrize("claimed", ["image/png", "image/svg+xml", "application/pdf", "video/mp4", "text/html"])
@pytest.mark.parametrize("name", ["a.png", "a.svg", "a.pdf", "a.mp4", "a.html", "a"])
def test_a_page_that_calls_itself_something_else_is_text(name: str, claimed: str) -> None:
    """S8: lying about the type never makes a browser show it as active content."""
    media = recognise(name, claimed, HTML)
    assert media.type in TEXTS


@given(st.text(max_size=40), st.none() | st.text(max_size=40), st.binary(max_size=200))
def test_anything_at_all_is_something(name: str, claimed: str | None, head: bytes) -> None:
    media = recognise(name, claimed, head)
    assert media.mime.isascii() and "/" in media.mime


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        ("report.pdf", "report.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\ana\\foto.jpg", "foto.jpg"),
        ("a\r\nSet-Cookie: x.txt", "a Set-Cookie: x.txt"),
        ("fatura\u202efdp.exe", "faturafdp.exe"),
        ("  muito   espaço .md ", "muito espaço .md"),
        ("👩‍👩‍👧.png", "👩‍👩‍👧.png"),
        ("...", "untitled"),
        ("", "untitled"),
        ("a/b/", "b"),
        ("\x00", "untitled"),
    ],
)
def test_a_name_is_the_last_part_of_a_path_with_nothing_hidden_in_it(given_: str, kept: str) -> None:
    assert clean_name(given_) == kept


@given(st.text(max_size=600))
def test_a_clean_name_is_short_and_stays_as_it_is(name: str) -> None:
    clean = clean_name(name)
    assert clean and len(clean.encode()) <= LONGEST
    assert ("/" not in clean and "\\" not in clean and clean.isprintable()) or "\u200d" in clean or "\u200c" in clean
    assert clean_name(clean) == clean


@pytest.mark.parametrize("order", ["utf-16", "utf-16-be"])
def test_text_of_two_bytes_a_character_is_no_sound(order: str) -> None:
    """OS-17: it begins as a frame of MPEG sound may."""
    mark = b"" if order == "utf-16" else b"\xfe\xff"
    assert recognise("olá.txt", None, mark + "olá mundo".encode(order)).type != "audio"


def test_a_long_name_keeps_its_suffix() -> None:
    assert clean_name("ã" * 300 + ".md").endswith(".md")


def test_an_artifact_from_before_still_loads() -> None:
    """OS-6: what an older version stored has no origin, and may have a type of its own."""
    old = {
        "id": "art_1", "project": "home", "run": "run_1", "type": "report", "name": "a.txt", "mime": "text/plain",
        "size": 1, "sha256": "0" * 64, "created_at": "2026-05-31T09:00:00.000Z", "deleted": False,
    }  # fmt: skip
    loaded = Artifact.model_validate(old)
    assert (loaded.type, loaded.made_by, loaded.call) == ("file", None, None)
