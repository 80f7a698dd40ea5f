"""Kinds that the catalogue lists but does not add: apps, models and workers, each with how one gets it."""

from __future__ import annotations

from typing import cast

from aule.apps.additions.app import additions
from aule.apps.additions.start import Catalogue
from aule.apps.additions.words import MESSAGES
from aule.sdk import Addition, AdditionKind, Reading
from aule.text.messages import language_in


def _both(key: str) -> dict[str, str]:
    return {language: MESSAGES.say(key, language) for language in ("en", "pt")}


async def _apps(reading: Reading) -> list[Addition]:
    """Return the apps that are installed, with their packages."""
    language = language_in(reading.locale)
    return [
        Addition(
            name=app.id,
            title=app.names.get(language, app.name),
            description=app.failure or "",
            text=f"{app.id} {app.version}",
            is_built_in=True,
        )
        for app in cast("Catalogue", reading.own).kernel.apps.list()
    ]


async def _models(reading: Reading) -> list[Addition]:
    """Return who serves models here; none is asked for that."""
    return [
        Addition(name=each.id, title=each.name or each.id, text=each.id, is_built_in=True, page="/models")
        for each in cast("Catalogue", reading.own).kernel.models.providers()
        if each.enabled
    ]


async def _workers(reading: Reading) -> list[Addition]:
    """Return nothing: workers for heavy work are not there yet."""
    return []


additions.adds(
    AdditionKind(kind="app", titles=_both("kind_app"), here=_apps, how=_both("how_app")),
    AdditionKind(kind="model", titles=_both("kind_model"), here=_models, how=_both("how_model")),
    AdditionKind(kind="worker", titles=_both("kind_worker"), here=_workers, how=_both("how_worker")),
)
