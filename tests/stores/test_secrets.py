"""Secrets: encrypted on disk, masked on screen, struck out of texts."""

from __future__ import annotations

import base64
import codecs
import json
import stat
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.errors import Corrupt, Invalid, NotFound, Unavailable
from aule.contracts.views import SecretInfo
from aule.stores.home.directory import Home
from aule.stores.home.secrets import STRUCK, Secrets, mask

KEY = "sk-proj-abcdefghijklmnop3f9a"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "home")
    home.prepare()
    return home


def open_secrets(home: Home, **environment: str) -> Secrets:
    return Secrets(home, use_keyring=False, environment=environment)


def test_a_secret_comes_back_and_is_nowhere_on_disk(home: Home) -> None:
    """OS-7: encrypted at rest, the key in a private file."""
    open_secrets(home).set("OPENAI_API_KEY", KEY)
    assert open_secrets(home).get("OPENAI_API_KEY") == KEY
    files = [path for path in home.path.rglob("*") if path.is_file()]
    assert sorted(path.name for path in files) == ["key", "secrets.json"]
    assert all(KEY.encode() not in path.read_bytes() for path in files)
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}


@given(st.text(min_size=1, max_size=200))
def test_any_acceptable_value_survives(tmp_path_factory: pytest.TempPathFactory, value: str) -> None:
    home = Home(tmp_path_factory.getbasetemp() / "shared-home")
    home.prepare()
    secrets = open_secrets(home)
    try:
        secrets.set("A", value)
    except Invalid:
        return
    assert open_secrets(home).get("A") == value.strip()


def test_the_list_shows_masks_and_where_each_comes_from(home: Home) -> None:
    secrets = open_secrets(
        home, GROQ_API_KEY="gsk_0123456789abcdef", OPENAI_API_KEY="from-the-environment", PATH="/bin"
    )
    secrets.set("OPENAI_API_KEY", KEY)
    secrets.set("pin", "12345")
    assert secrets.list() == [
        SecretInfo(name="GROQ_API_KEY", masked="gsk_…cdef", source="environment"),
        SecretInfo(name="OPENAI_API_KEY", masked="sk-…3f9a", source="stored"),
        SecretInfo(name="pin", masked="•••", source="stored"),
    ]


@given(st.text(max_size=100))
def test_a_mask_never_shows_more_than_four_characters_and_a_prefix(value: str) -> None:
    masked = mask(value)
    if len(value) < 12:
        assert masked == "•••"
    else:
        prefix, shown = masked.split("…", 1) if "…" not in value else (masked[:-5], masked[-4:])
        assert (len(prefix) <= 5, shown) == (True, value[-4:])


def test_the_stored_value_wins_over_the_environment_until_it_is_deleted(home: Home) -> None:
    secrets = open_secrets(home, OPENAI_API_KEY="from-the-environment")
    secrets.set("OPENAI_API_KEY", KEY)
    assert secrets.get("OPENAI_API_KEY") == KEY
    secrets.delete("OPENAI_API_KEY")
    assert secrets.get("OPENAI_API_KEY") == "from-the-environment"
    with pytest.raises(Invalid, match="comes from the environment"):
        secrets.delete("OPENAI_API_KEY")


def test_only_keys_and_tokens_are_read_from_the_environment(home: Home) -> None:
    secrets = open_secrets(home, PATH="/bin", HOME="/home/ana", BRAVE_API_KEY="b" * 20, TELEGRAM_TOKEN="t" * 20)
    assert [secrets.get(name) for name in ("PATH", "HOME", "BRAVE_API_KEY", "TELEGRAM_TOKEN")] == [
        None,
        None,
        "b" * 20,
        "t" * 20,
    ]


@pytest.mark.parametrize("name", ["", "a b", "../x", "a\0b", "é", "-a", "a" * 101])
def test_a_strange_name_is_refused(home: Home, name: str) -> None:
    with pytest.raises(Invalid, match="cannot name a secret"):
        open_secrets(home).set(name, KEY)


@pytest.mark.parametrize("value", ["", "  ", "a\nb: c", "a\x00b", "\ud800abc", "x" * 20_000])
def test_a_strange_value_is_refused_and_not_repeated(home: Home, value: str) -> None:
    with pytest.raises(Invalid) as caught:
        open_secrets(home).set("A", value)
    assert caught.value.problem.field == "value"
    assert not value.strip() or value not in str(caught.value)


def test_an_unknown_secret_is_not_found(home: Home) -> None:
    assert open_secrets(home).get("NOPE") is None
    with pytest.raises(NotFound, match="'NOPE'"):
        open_secrets(home).delete("NOPE")


def tampered(document: dict[str, object], how: str) -> str:
    """The file of secrets, changed by somebody else."""
    secrets: dict[str, dict[str, str]] = document["secrets"]  # type: ignore[assignment]
    if how == "data":
        secrets["A"]["data"] = ("B" if secrets["A"]["data"][0] == "A" else "A") + secrets["A"]["data"][1:]
    elif how == "nonce":
        secrets["A"]["nonce"] = secrets["B"]["nonce"]
    elif how == "swapped names":
        secrets["A"], secrets["B"] = secrets["B"], secrets["A"]
    elif how == "cut":
        secrets["A"]["data"] = secrets["A"]["data"][:8]
    elif how == "not base64":
        secrets["A"]["data"] = "%%%"
    elif how == "newer":
        document["version"] = 2
    elif how == "half a file":
        return json.dumps(document)[:-20]
    return json.dumps(document)


@pytest.mark.parametrize("how", ["data", "nonce", "swapped names", "cut", "not base64", "newer", "half a file"])
def test_a_changed_file_is_noticed_and_never_overwritten(home: Home, how: str) -> None:
    secrets = open_secrets(home)
    secrets.set("A", KEY)
    secrets.set("B", KEY[::-1])
    content = tampered(json.loads(home.secrets.read_text()), how)
    home.secrets.write_text(content)
    for use in (secrets, open_secrets(home)):
        with pytest.raises(Corrupt):
            use.get("A")
        with pytest.raises(Corrupt):
            use.set("C", KEY)
    assert home.secrets.read_text() == content


def test_a_lost_or_foreign_key_is_noticed_and_no_new_one_is_made(home: Home, tmp_path: Path) -> None:
    open_secrets(home).set("A", KEY)
    key = home.key.read_bytes()
    home.key.unlink()
    with pytest.raises(Corrupt, match="has no key"):
        open_secrets(home).get("A")
    assert not home.key.exists()
    other = Home(tmp_path / "other")
    other.prepare()
    open_secrets(other).set("A", KEY)
    home.key.write_bytes(other.key.read_bytes())
    with pytest.raises(Corrupt, match="does not open"):
        open_secrets(home).set("B", KEY)
    home.key.write_bytes(b"not a key")
    with pytest.raises(Corrupt, match="is not a key"):
        open_secrets(home).get("A")
    home.key.write_bytes(key)
    assert open_secrets(home).get("A") == KEY


def test_the_same_value_is_encrypted_differently_every_time(home: Home) -> None:
    secrets = open_secrets(home)
    seen: set[str] = set()
    for name in ("A", "B", "A"):
        secrets.set(name, KEY)
        seen.add(json.loads(home.secrets.read_text())["secrets"][name]["data"])
    assert len(seen) == 3


def test_known_secrets_are_struck_out_of_a_text_in_every_form(home: Home) -> None:
    """OS-7: never in logs, events, prompts or answers."""
    secrets = open_secrets(home, DB_PASSWORD="hunter2hunter2", KEYBOARD="querty-layout", SSL_KEY_FILE="/etc/ssl/key")
    secrets.set("A", 'pa"ss/wörd+1')
    secrets.guard("the-access-token")
    text = (
        json.dumps({"a": 'pa"ss/wörd+1'}) + " ?k=pa%22ss%2Fw%C3%B6rd%2B1 hunter2hunter2 the-access-token querty-layout"
    )
    assert secrets.redact(text) == '{"a": "•••"} ?k=••• ••• ••• querty-layout'
    secrets.delete("A")
    assert secrets.redact('pa"ss/wörd+1') == 'pa"ss/wörd+1'


def test_striking_out_works_while_the_file_is_broken(home: Home) -> None:
    secrets = open_secrets(home, X_API_KEY="0123456789")
    home.secrets.write_text("{")
    assert secrets.redact("key 0123456789") == "key •••"


def test_another_process_sees_a_new_secret(home: Home) -> None:
    secrets = open_secrets(home)
    secrets.set("A", KEY)
    open_secrets(home).set("B", "other-value")
    assert secrets.get("B") == "other-value"


class Ring(ModuleType):
    """The `keyring` package with a backend that keeps things in memory."""

    def __init__(self) -> None:
        super().__init__("keyring")
        self.kept: dict[tuple[str, str], str] = {}

    def get_keyring(self) -> SimpleNamespace:
        return SimpleNamespace(priority=5)

    def get_password(self, service: str, user: str) -> str | None:
        return self.kept.get((service, user))

    def set_password(self, service: str, user: str, password: str) -> None:
        self.kept[service, user] = password


def test_the_key_is_in_the_keyring_where_there_is_one(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """OS-7: the key is in the system keyring; without the keyring the secrets do not open, and none is invented."""
    ring = Ring()
    monkeypatch.setitem(sys.modules, "keyring", ring)
    Secrets(home, environment={}).set("A", KEY)
    assert Secrets(home, environment={}).get("A") == KEY
    assert (home.key.exists(), len(ring.kept)) == (False, 1)
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(Unavailable, match="system keyring"):
        Secrets(home, environment={}).get("A")


def test_a_keyring_that_does_not_work_means_a_key_file(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    ring = Ring()
    monkeypatch.setattr(ring, "get_password", lambda service, user: 1 / 0, raising=False)  # pyright: ignore
    monkeypatch.setitem(sys.modules, "keyring", ring)
    Secrets(home, environment={}).set("A", KEY)
    assert home.key.exists()


def test_importing_the_room_does_not_load_the_cipher() -> None:
    loaded = "sorted(m for m in sys.modules if m.split('.')[0] == 'cryptography')"
    code = f"import sys, aule.stores.home.secrets; print({loaded})"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def shifted(secret: str, before: int) -> str:
    return base64.b64encode(b"x" * before + secret.encode() + b" and more").decode()


ENCODED = {
    "base64": base64.b64encode(KEY.encode()).decode(),
    **{f"base64 after {before} bytes": shifted(KEY, before) for before in range(6)},
    "base64url": base64.urlsafe_b64encode(b"?>" + KEY.encode()).decode(),
    "base32": base64.b32encode(b"abc" + KEY.encode()).decode(),
    "base32 in small letters": base64.b32encode(KEY.encode()).decode().lower(),
    "hex": KEY.encode().hex(),
    "hex in capitals": KEY.encode().hex().upper(),
    "hex with colons": KEY.encode().hex(":"),
    "percent": "".join(f"%{byte:02x}" for byte in KEY.encode()),
    "reversed": KEY[::-1],
    "reversed base64": base64.b64encode(KEY[::-1].encode()).decode(),
    "rot13": codecs.encode(KEY, "rot13"),
    "unicode escapes": "".join(f"\\u{ord(letter):04x}" for letter in KEY),
    "entities": "".join(f"&#{ord(letter)};" for letter in KEY),
}


@pytest.mark.parametrize("name", ENCODED)
def test_simple_encodings_of_a_secret_are_struck_out(name: str, home: Home) -> None:
    """OS-7: whoever reads the text could take them off again."""
    secrets = open_secrets(home)
    secrets.set("A_TOKEN", KEY)
    form = ENCODED[name]
    for text in (f"see {form} there", json.dumps({"a": form}), f"https://x.test/?q={form}&r=1"):
        struck = secrets.redact(text)
        assert STRUCK in struck and form[4:-8] not in struck
    assert (
        secrets.redact("The quick brown fox reads base64 every day.") == "The quick brown fox reads base64 every day."
    )


@given(st.binary(min_size=0, max_size=20), st.binary(min_size=0, max_size=20))
def test_a_secret_is_struck_out_wherever_it_stands_in_encoded_text(
    tmp_path_factory: pytest.TempPathFactory, before: bytes, after: bytes
) -> None:
    home = Home(tmp_path_factory.getbasetemp() / "encoded-home")
    home.prepare()
    secrets = open_secrets(home)
    secrets.guard(KEY)
    for encode in (base64.b64encode, base64.urlsafe_b64encode, base64.b32encode):
        assert STRUCK in secrets.redact(encode(before + KEY.encode() + after).decode())


def test_a_large_text_is_looked_through_quickly(home: Home) -> None:
    """Results of up to 1 MB pass here; 20 to 60 ms on an idle machine."""
    secrets = open_secrets(home)
    for number in range(3):
        secrets.guard(f"sk-{number}-{KEY}")
    text = "lorem ipsum dolor https://example.org/some/page?of=it " * 18_000
    began = time.monotonic()
    assert secrets.redact(text) == text
    assert time.monotonic() - began < 2
