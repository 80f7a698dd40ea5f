"""Forms that servers ask people to fill in: read from a stranger's schema, and checked against it. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, cast

from aule.apps.mcp.client.descriptors import clean
from aule.contracts.model import JsonObject
from aule.text.words import fold

MOST_FIELDS = 20
MOST_CHOICES = 20
LONGEST_VALUE = 4_000
Kind = Literal["text", "whole", "number", "truth", "choice", "choices"]
Value = str | int | float | bool | list[str]
_SECRET = re.compile(
    r"\b(?:password|passwd|passcode|passphrase|senha|contrasena|segredo|secret|credential|credencial|api[ _-]?key"
    r"|chave (?:de api|privada|secreta)|(?:private|secret|access|encryption|recovery)[ _-]?key|token|pin|otp|2fa|cvv"
    r"|cvc|seed phrase|recovery (?:phrase|code)|one[ -]?time code|codigo de (?:verificacao|seguranca)|security code"
    r"|verification code|card number|numero do cartao|ssn)s?\b"
)
"""Words for what is never told in a form; the protocol forbids servers to ask for it there."""


class Unfit(ValueError):
    """Raised when a question is not passed on or an answer does not fit; holds the key of the message that says why."""


@dataclass(frozen=True, slots=True)
class FormField:
    """One thing a server wants to be told."""

    name: str
    kind: Kind
    title: str
    description: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """What may be chosen: what the server is told, and what people read."""
    is_required: bool = True
    default: str = ""
    least: float | None = None
    """The least number, or the least characters or choices."""
    most: float | None = None


def read_form(schema: JsonObject) -> list[FormField]:
    """Return the fields of a form; raise `Unfit` for one that cannot be shown whole."""
    listed: Any = schema.get("properties") or {}
    if not isinstance(listed, dict):
        raise Unfit("form_unread")
    fields = cast("dict[str, Any]", listed)
    if len(fields) > MOST_FIELDS:
        raise Unfit("form_large")
    required = cast("list[Any]", schema.get("required") or []) if isinstance(schema.get("required"), list) else []
    return [_field(name, each, is_required=name in required) for name, each in fields.items()]


def asks_for_secret(message: str, fields: Iterable[FormField]) -> bool:
    """Return whether a form would have a person write down a password, a key or the like."""
    written = [each for each in fields if each.kind == "text" and not each.choices]
    said = " ".join([message, *(f"{each.name} {each.title} {each.description}" for each in written)])
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", clean(said, 20_000)).replace("_", " ").replace("-", " ")
    return bool(written) and _SECRET.search(fold(plain)) is not None


def value_of(field: FormField, said: str) -> Value:
    """Return what a person wrote as the server wants it; raise `Unfit` where it is not of its kind."""
    text = said.strip()
    match field.kind:
        case "whole" | "number":
            return _number(field, text)
        case "choices":
            return _chosen(field, text)
        case _:
            if len(text) > LONGEST_VALUE or not _is_between(field, len(text)):
                raise Unfit("no_value")
            return text


def _field(name: str, schema: Any, *, is_required: bool) -> FormField:
    given = cast("JsonObject", schema) if isinstance(schema, dict) else {}
    choices = _choices(given)
    kind = _kind(given, has_choices=bool(choices))
    of_length = kind in ("text", "choices")
    low, high = ("minLength", "maxLength") if kind == "text" else ("minItems", "maxItems")
    default = given.get("default")
    return FormField(
        name=name,
        kind=kind,
        title=clean(str(given.get("title") or name), 100),
        description=clean(str(given.get("description") or ""), 300),
        choices=choices,
        is_required=is_required,
        default=clean(str(default), 100) if isinstance(default, (str, int, float)) and kind != "truth" else "",
        least=_limit(given, low if of_length else "minimum"),
        most=_limit(given, high if of_length else "maximum"),
    )


def _kind(given: JsonObject, *, has_choices: bool) -> Kind:
    match given.get("type", "string"):
        case "boolean":
            return "truth"
        case "integer":
            return "whole"
        case "number":
            return "number"
        case "string":
            return "choice" if has_choices else "text"
        case "array" if has_choices:
            return "choices"
        case _:
            raise Unfit("form_unread")


def _choices(given: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return what may be chosen, in each of the forms in which the protocol has it."""
    items = given.get("items")
    place: JsonObject = cast("JsonObject", items) if isinstance(items, dict) else given
    values = place.get("enum")
    if isinstance(values, list):
        names = given.get("enumNames")
        titles = cast("list[Any]", names) if isinstance(names, list) else []
        listed = cast("list[Any]", values)
        pairs = [(each, titles[place] if place < len(titles) else each) for place, each in enumerate(listed)]
    else:
        told: Any = place.get("oneOf") or place.get("anyOf") or []
        listed = cast("list[Any]", told) if isinstance(told, list) else []
        entries = [cast("JsonObject", each) for each in listed if isinstance(each, dict)]
        pairs = [(each.get("const"), each.get("title") or each.get("const")) for each in entries]
    found = tuple((value, clean(str(title), 100)) for value, title in pairs if isinstance(value, str))
    if len(found) != len(pairs) or len({fold(label) for _, label in found}) != len(found) or len(found) > MOST_CHOICES:
        raise Unfit("form_large")
    return found


def _limit(given: JsonObject, name: str) -> float | None:
    value = given.get(name)
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _is_between(field: FormField, size: float) -> bool:
    return (field.least is None or size >= field.least) and (field.most is None or size <= field.most)


def _number(field: FormField, text: str) -> int | float:
    try:
        value = int(text) if field.kind == "whole" else float(text.replace(",", "."))
    except ValueError:
        raise Unfit("no_value") from None
    if not math.isfinite(value) or not _is_between(field, value):
        raise Unfit("no_value")
    return value


def _chosen(field: FormField, text: str) -> list[str]:
    known = {fold(label): value for value, label in field.choices} | {fold(value): value for value, _ in field.choices}
    wanted = [fold(each.strip().strip("“”\"'")) for each in text.split(",") if each.strip()]
    if any(each not in known for each in wanted) or not _is_between(field, len(wanted)):
        raise Unfit("no_value")
    return list(dict.fromkeys(known[each] for each in wanted))
