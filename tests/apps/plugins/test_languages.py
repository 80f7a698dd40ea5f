"""The examples in each language: built with its compiler where one is found, approved and called."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.plugins.builders import examples
from tests.apps.plugins.test_plugins import approve, data, place
from tests.server.conftest import System

CALLS: dict[str, list[tuple[dict[str, Any], Any]]] = {
    "word_count": [({"text": "um dois\ntrês  quatro"}, {"words": 4, "lines": 2})],
    "cpf_check": [
        ({"cpf": "52998224725"}, {"valid": True, "formatted": "529.982.247-25"}),
        ({"cpf": "529.982.247-26"}, {"valid": False, "formatted": "529.982.247-26"}),
        ({"cpf": "olá"}, {"valid": False, "formatted": ""}),
    ],
    "days_of_month": [
        ({"year": 2024, "month": 2}, 29),
        ({"year": 1900, "month": 2}, 28),
        ({"year": 5, "month": 4}, 30),
    ],
    "iban_check": [({"iban": "GB82 WEST 1234 5698 7654 32"}, True), ({"iban": "GB83 WEST 1234 5698 7654 32"}, False)],
    "roman_number": [({"number": 1994}, "MCMXCIV"), ({"number": 1}, "I")],
    "markdown_outline": [
        ({"text": "# Olá\n\ntext\n## Second ##\n"}, [{"level": 1, "title": "Olá"}, {"level": 2, "title": "Second"}])
    ],
    "title_to_slug": [({"title": "Olá, Mundo: São João!"}, "ola-mundo-sao-joao")],
}
COMPONENTS = ("markdown_outline", "title_to_slug")
"""Their compilers need long, or are rarely there."""


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=[pytest.mark.slow] * (each in COMPONENTS)) for each in CALLS]
)
async def test_a_plugin_is_written_in_any_language_whose_compiler_is_there(system: System, name: str) -> None:
    """TL-3: the same descriptor in another language; skipped, with what to install, where there is no compiler."""
    built = examples()
    if built.compiler(name) is None:
        language = built.LANGUAGES[built.NAMES[name]]
        pytest.skip(f"no compiler of {language.name} for WebAssembly here: {language.needs}")
    built.build(name, place(system))
    await approve(system, name)
    for given, wanted in CALLS[name]:
        assert await data(system, name, given) == wanted


def test_every_example_is_called_by_a_test() -> None:
    """TL-3: those in WAT are called beside the tests of plugins, the others here."""
    built = examples()
    assert {name for name, ending in built.NAMES.items() if ending != "wat"} == set(CALLS)
    assert set(built.NAMES) == {each.name for each in built.HERE.iterdir() if (each / "plugin.toml").is_file()}
