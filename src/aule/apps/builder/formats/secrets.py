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
_COUNT = re.compile(r"(?i)(?:max|min|num|total)[_-]?(?:(?:new|input|output|prompt|completion)[_-]?)?tokens")
"""How many tokens a model may use is no secret."""
_VALUE = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bxox[abposr]-[A-Za-z0-9-]{10,}"
    r"|\bAKIA[0-9A-Z]{16}\b|\bAIza[0-9A-Za-z_-]{30,}|\beyJ[A-Za-z0-9_-]{10,400}\.[A-Za-z0-9_-]{10,8000}(?:\.[A-Za-z0-9_-]*)?"
    r"|(?i:\b(?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{12,}|(?i:\btoken\s+)(?=\S{0,40}\d)[A-Za-z0-9._~+/=:-]{20,}"
    r"|\bsecret_[A-Za-z0-9]{20,}|(?<!\d)\d{8,10}:[A-Za-z0-9_-]{30,}|\b(?:hf|gsk|ntn|npm|r8|apify_api|dop_v1)_[A-Za-z0-9]{20,}"
    r"|\b(?:glpat|tvly|shpat)[-_][A-Za-z0-9_-]{16,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bpat[A-Za-z0-9]{14}\.[0-9a-f]{40,}|\bEAA[A-Za-z0-9]{40,}"
    r"|(?<=hooks\.slack\.com/services/)[\w/]+|(?<=/api/webhooks/)\d+/[\w-]+"
    r"|(?<=://)[^/\s:@]+:[^/\s@]+(?=@)|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END|$)",
    re.DOTALL,
)
_ASSIGNED = re.compile(
    r"(?i)(?P<name>(?:(?P<password>password|passwd|passphrase|senha)|api[_-]?key|secret|token|access[_-]?key|private[_-]?key"
    r"|authorization)[\w-]{0,20}[\"']?\s{0,4}(?::|=(?![=>]))\s{0,4}\\?)"
    r"(?:(?P<quote>[\"'`])(?P<quoted>[^\"'`\\\s{}$<>]{4,})|(?P<bare>(?=[A-Za-z0-9_-]{0,40}\d)[A-Za-z0-9_-]{20,}))"
)
"""A secret as code and instructions write it: a name, a colon or a sign of equality, and a value."""
_LONGEST_WORD = 20
"""From this length on, a quoted value without a digit is no word any more."""
_IN_ADDRESS = re.compile(
    r"(?i)([?&](?:[\w-]{0,40}(?:key|token|secret|password|sig|signature|auth)[\w-]{0,40})=)[^&#\s\"']+"
)


def is_secret_name(name: str) -> bool:
    """Return whether a field is named as one that holds a secret."""
    return _KEY.search(name) is not None and _COUNT.fullmatch(name) is None


def without_secrets(text: str) -> str:
    """Return a text in which everything that looks like a secret is struck out."""
    return _ASSIGNED.sub(_unassigned, _IN_ADDRESS.sub(rf"\1{REMOVED}", _VALUE.sub(REMOVED, text)))


def _unassigned(found: re.Match[str]) -> str:
    quoted = found["quoted"]
    has_digit = quoted is not None and any(each.isdigit() for each in quoted)
    is_word = quoted is not None and not (has_digit and len(quoted) > 7) and len(quoted) < _LONGEST_WORD
    if is_word and not found["password"]:
        return found[0]
    return f"{found['name']}{found['quote'] or ''}{REMOVED}"


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
