"""Tools that tests make: the seed's three, as a person or a model would write them."""

from __future__ import annotations

from typing import Any

Draft = dict[str, Any]


def words(text: str) -> dict[str, str]:
    """Return a text in both languages."""
    return {"en": text, "pt": text}


def draft(source: str, *, params: Draft | None = None, returns: Draft | None = None, **more: Any) -> Draft:
    """Return a draft with this source; by default it takes and gives nothing in particular."""
    return {
        "title": words("A tool"),
        "description": words("A tool for a test."),
        "params": params or {"type": "object", "properties": {}},
        "returns": returns or {},
        "source": source,
        "tests": [{"params": {}, "result": 1}],
        **more,
    }


CELSIUS = draft(
    "def run(celsius):\n    return celsius * 9 / 5 + 32\n",
    params={"type": "object", "properties": {"celsius": {"type": "number"}}, "required": ["celsius"]},
    returns={"type": "number"},
    title={"en": "Celsius to Fahrenheit", "pt": "Celsius em Fahrenheit"},
    description={"en": "Converts a temperature.", "pt": "Converte uma temperatura."},
    examples=[{"params": {"celsius": 100}, "result": 212}],
    tests=[{"params": {"celsius": -40}, "result": -40}, {"params": {"celsius": 0}, "result": 32}],
)
BASE64 = draft(
    "import base64\n\ndef run(text):\n    return base64.b64encode(text.encode()).decode()\n",
    params={"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
    returns={"type": "string"},
    title={"en": "Text to Base64", "pt": "Texto em Base64"},
    examples=[{"params": {"text": "olá"}, "result": "b2zDoQ=="}],
    tests=[{"params": {"text": ""}, "result": ""}],
)
ADDRESS = draft(
    """
import re


def run(address):
    found = re.match(r"^(.+?),\\s*(\\d+)\\s*-\\s*(.+?),\\s*(.+?)\\s*-\\s*([A-Z]{2})$", address.strip())
    if found is None:
        raise ValueError("not an address: street, number - district, city - UF")
    street, number, district, city, state = found.groups()
    return {"street": street, "number": number, "district": district, "city": city, "state": state}
""",
    params={"type": "object", "properties": {"address": {"type": "string"}}, "required": ["address"]},
    returns={"type": "object", "properties": {"street": {"type": "string"}}, "required": ["street"]},
    title={"en": "Address to JSON", "pt": "Endereço em JSON"},
    tests=[
        {
            "params": {"address": "Rua das Flores, 12 - Centro, Recife - PE"},
            "result": {
                "street": "Rua das Flores",
                "number": "12",
                "district": "Centro",
                "city": "Recife",
                "state": "PE",
            },
        },
        {"title": "what is no address is told", "params": {"address": "?"}, "error": "not an address"},
    ],
)
