"""Secrets in files of other programs: never taken over, whatever they stand in."""

from __future__ import annotations

import re
from typing import Any, cast

from aule.contracts.model import JsonObject

REMOVED = "[secret removed]"
LONGEST = 8_000
"""Characters of one value that are looked at; the rest of a longer one is left out."""
_KEY = re.compile(
    r"(?i)(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|apikey|credential|authorization|auth[_-]?header|private[_-]?key"
    r"|access[_-]?key|bearer|cookie|session[_-]?id|webhookid|client[_-]?secret)"
)
_VALUE = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bxox[abposr]-[A-Za-z0-9-]{10,}"
    r"|\bAKIA[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{30,}|\beyJ[A-Za-z0-9_-]{10,400}\.[A-Za-z0-9_-]{10,8000}(?:\.[A-Za-z0-9_-]*)?"
    r"|(?i:\b(?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{12,}|\bsecret_[A-Za-z0-9]{20,}|\b\d{8,10}:[A-Za-z0-9_-]{30,}"
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END|$)",
    re.DOTALL,
)
_IN_ADDRESS = re.compile(
    r"(?i)([?&](?:[\w-]{0,40}(?:key|token|secret|password|sig|signature|auth)[\w-]{0,40})=)[^&#\s\"']+"
)


def is_secret_name(name: str) -> bool:
    """Return whether a field is named as one that holds a secret."""
    return _KEY.search(name) is not None


def without_secrets(text: str) -> str:
    """Return a text in which everything that looks like a secret is struck out."""
    return _IN_ADDRESS.sub(rf"\1{REMOVED}", _VALUE.sub(REMOVED, text))


def value_without_secrets(value: Any, depth: int = 0) -> Any:
    """Return a value without fields that hold secrets; what is nested too deep is left out."""
    if depth > 20:
        return "…"
    match value:
        case str():
            return without_secrets(value[:LONGEST])
        case list():
            return [value_without_secrets(each, depth + 1) for each in cast("list[Any]", value)]
        case dict():
            named = {str(key): each for key, each in cast("JsonObject", value).items()}
            if any(is_secret_name(str(named.get(key))) for key in ("name", "key", "fieldLabel")):
                named = {key: REMOVED if key.lower().endswith("value") else each for key, each in named.items()}
            return {
                key: REMOVED
                if is_secret_name(key) and each not in ("", None)
                else value_without_secrets(each, depth + 1)
                for key, each in named.items()
            }
        case _:
            return value
