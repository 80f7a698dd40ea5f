"""Descriptions: what the catalogue says of an app, written from the app itself, and held against it when it loads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Set
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, cast

from aule.catalogue import Damaged, Entry
from aule.contracts.model import JsonObject
from aule.kernel.capabilities.additions import data_of
from aule.kernel.capabilities.registry import Registered

if TYPE_CHECKING:
    from aule.sdk import App

_HOOKS = ("records", "after", "check", "start", "residents")
"""Functions of which an app has one or none."""
_TEXTS_OF_CAPABILITY = frozenset({"title", "titles", "description", "returns"})
"""What is only read of a capability; everything else decides what it may do."""
_TEXTS_OF_AGENT = frozenset({"name", "description", "descriptions", "persona_text", "icon", "color"})
"""What is only read of an agent."""


def describe(app: App) -> tuple[JsonObject, dict[str, Any]]:
    """Return what the index says of an app, and its other files by name."""
    index = {
        "id": app.id,
        "name": app.name,
        "names": app.names,
        "icon": app.icon,
        "version": app.version,
        "pages": app.pages,
        "folders": app.folders,
        **_shape(app),
        "addresses": addresses_of(app),
        "commands": {group.name: group.help for group in app.commands()},
    }
    views = [
        {"name": view.name, "description": view.description, "params": view.params, "is_download": view.is_download}
        for view in app.views
    ]
    parts = {
        "capabilities": _capabilities(app),
        "views": views,
        "recipes": [recipe.model_dump(mode="json") for recipe in app.recipes],
        "agents": _agents(app),
        "texts": {"words": app.read_words(), "suggestions": app.read_suggestions()},
    }
    return index, parts


def addresses_of(app: App) -> list[JsonObject]:
    """Return where an app answers, and how much it takes there; imports its routes."""
    return [asdict(each) for each in app.addresses()]


def nothing_of(where: str) -> Entry:
    """Return what is known of an app that was never imported and cannot be: where it should be.

    It counts as having something to hide. Nobody can say that it has not.
    """
    id = where.rpartition(":")[2]
    index: JsonObject = {"id": id, "name": id, "names": {}, "icon": "box", "version": "", "by_plan": False}
    index |= {
        "capabilities": {},
        "pages": {},
        "folders": {},
        "commands": {},
        "finds": 0,
        "rosters": 1,
        "known_names": 0,
    }
    index |= {name: [] for name in ("agents", "contexts", "views", "tables", "references", "has", "addresses")}
    index |= {"attachments": [], "look_up": None}
    parts: dict[str, Any] = {
        "capabilities": [],
        "views": [],
        "recipes": [],
        "agents": [],
        "texts": {"words": {}, "suggestions": ""},
    }
    return Entry(index, None, parts)


def differences(entry: Entry, app: App) -> list[str]:
    """Return what the catalogue says otherwise than the code of an app does, as far as it decides anything."""
    shape = cast("JsonObject", json.loads(json.dumps(_shape(app))))
    wrong = [name for name, found in shape.items() if _in_order(entry.index.get(name)) != _in_order(found)]
    pairs = (("capabilities", _capabilities(app), _TEXTS_OF_CAPABILITY), ("agents", _agents(app), _TEXTS_OF_AGENT))
    for part, of_code, texts in pairs:
        try:
            told, found = _rights(entry.part(part), texts), _rights(of_code, texts)
        except Damaged:
            if part in entry.told:
                raise  # what was told from it can no longer be held against the code
            continue  # nothing was, and nothing will be: whoever asks from now on is told by the code
        wrong += [name for name in sorted({*told, *found}) if told.get(name) != found.get(name)]
    return wrong


def _shape(app: App) -> JsonObject:
    """Return the names of what an app brings, and how many functions it has of each kind."""
    return {
        "by_plan": app.by_plan,
        "capabilities": {each.name: _aliases(each) for each in app.capabilities},
        "agents": app.agent_ids,
        "contexts": list(app.contexts),
        "views": [view.name for view in app.views],
        "tables": app.table_names,
        "references": list(app.references),
        "attachments": list(app.attachments),
        "look_up": None if app.look_up is None else asdict(app.look_up),
        "hears": None if app.hearing is None else {"kinds": app.hearing.kinds, "cues": app.hearing.cues},
        "finds": len(app.finds),
        "rosters": len(app.rosters),
        "known_names": len(app.known_names),
        "wakes_for": None if app.wakes_for is None else list(app.wakes_for),
        "wakes_with": app.wakes_with,
        "capability_rows": None if app.capability_rows is None else list(app.capability_rows),
        "settings_followed": list(app.settings_followed),
        "additions": {kind.kind: data_of(kind) for kind in app.additions},
        "has": [name for name in _HOOKS if getattr(app, name) is not None],
    }


def _capabilities(app: App) -> list[JsonObject]:
    return [each.capability.model_dump(mode="json") for each in app.capabilities]


def _agents(app: App) -> list[JsonObject]:
    return [each.model_dump(mode="json") for each in app.agents]


def _aliases(item: Registered) -> JsonObject:
    """Return the aliases of a capability, each with the parameters it sets."""
    return {alias: dict(item.presets.get(alias, {})) for alias in item.capability.aliases}


def _in_order(value: Any) -> Any:
    """Return names in one order: which module of an app is imported first makes no difference."""
    return sorted(cast("list[str]", value)) if isinstance(value, list) else value


def _rights(items: Iterable[Mapping[str, Any]], texts: Set[str]) -> dict[str, JsonObject]:
    """Return descriptions by name or id, without what is only read."""
    return {
        each.get("id") or each["name"]: {key: value for key, value in each.items() if key not in texts}
        for each in items
    }
