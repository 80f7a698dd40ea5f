"""Providers are data: what ships is whole, and settings lay over it."""

from __future__ import annotations

import pytest

from aule.contracts.settings import Provider, Settings
from aule.contracts.talk.catalog import Price
from aule.models.providers.catalog import entries, recommended, shipped
from aule.models.wire.address import is_loopback


def test_everything_promised_ships() -> None:
    assert sorted(shipped()) == [
        "anthropic", "deepseek", "google", "groq", "litellm", "llamacpp", "lmstudio", "mistral", "ollama", "openai",
        "openrouter", "vllm", "xai",
    ]  # fmt: skip


@pytest.mark.parametrize("id", sorted(shipped()))
def test_an_entry_is_whole(id: str) -> None:
    entry = shipped()[id]
    assert entry.base_url and not entry.base_url.endswith("/") and entry.homepage
    assert entry.local == is_loopback(entry.base_url)
    assert entry.local or (entry.needs_key and entry.base_url.startswith("https://"))
    assert not entry.local or entry.start
    if entry.default_model:
        assert entry.known(entry.default_model), "its default model has no price"


def test_the_longest_prefix_tells_the_price() -> None:
    openai = shipped()["openai"]
    mini, full = openai.known("gpt-5-mini-2025-08-07"), openai.known("gpt-5-2025-08-07")
    assert (
        mini
        and full
        and (mini.price, full.price)
        == (
            Price(input=0.25, output=2.0),
            Price(input=1.25, output=10.0),
        )
    )
    assert openai.known("unheard-of") is None


def test_settings_lay_over_the_catalog_and_add_to_it() -> None:
    settings = Settings(
        providers={
            "ollama": Provider(base_url="http://192.168.0.9:11434/v1/"),
            "my-box": Provider(base_url="http://localhost:9000/v1", default_model="m"),
            "small": Provider(path="/models/small.gguf"),
        }
    )
    made = entries(settings)
    ollama, box, small = made["ollama"], made["my-box"], made["small"]
    assert (ollama.base_url, ollama.local, ollama.dialect) == ("http://192.168.0.9:11434/v1", False, "ollama")
    assert (box.wire, box.local, box.key, box.needs_key) == ("openai_chat", True, "MY_BOX_API_KEY", False)
    assert (small.wire, small.local, small.path) == ("embedded", True, "/models/small.gguf")


def test_there_is_a_local_model_worth_having_for_every_role() -> None:
    assert {model.role.value for model in recommended()} == {"general", "code", "creative", "fast"}


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://127.0.0.1:1", True),
        ("http://[::1]:1", True),
        ("http://localhost", True),
        ("http://127.0.0.1.evil.example", False),
        ("http://10.0.0.1", False),
        ("", False),
    ],
)
def test_loopback_is_this_machine_only(url: str, local: bool) -> None:
    assert is_loopback(url) is local
