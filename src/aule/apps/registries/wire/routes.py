"""Package registries over HTTP: which there are, and which a project may reach. They are the owner's alone."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.registries import queries
from aule.apps.registries.catalogue import registries_of, shown_hosts
from aule.apps.registries.records import Registry, RegistryView
from aule.apps.registries.start import WaysOut, is_allowed
from aule.contracts.settings import RegistryId
from aule.sdk.http import ByHand, Id, Kernel, Model, Own, Routes
from aule.sdk.system import DEFAULT_PROJECT

wire = Routes(prefix="/v1/registries", tags=["registries"])
Held = Annotated[WaysOut, Own()]


class Registries(Model):
    """The package registries there are, as they stand in a project."""

    project: str
    items: list[RegistryView]


class Allowing(Model):
    """Registries to allow in a project."""

    registries: list[RegistryId] = Field(min_length=1, max_length=40)
    project: str | None = None


@wire.route("GET", "")
async def list_registries(kernel: Kernel, held: Held, project: str | None = None) -> Registries:
    """The package registries there are, and which of them commands of a project may reach."""
    return await _listed(kernel, held, project)


@wire.route("POST", "/allow")
async def allow_registries(body: Allowing, kernel: Kernel, held: Held, locale: str | None = None) -> Registries:
    """Let commands of a project reach registries, each of their servers by its name, until it is revoked."""
    params = {"registries": list(body.registries)}
    await kernel.call("registries.allow", params, project=body.project, locale=locale, by_hand=ByHand())
    return await _listed(kernel, held, body.project)


@wire.route("POST", "/{id}/revoke")
async def revoke_registry(
    id: Id, kernel: Kernel, held: Held, project: str | None = None, locale: str | None = None
) -> Registries:
    """Let commands of a project reach a registry no longer: connections that are open end at once."""
    await kernel.call("registries.revoke", {"registry": id}, project=project, locale=locale, by_hand=ByHand())
    return await _listed(kernel, held, project)


async def _listed(kernel: Kernel, held: WaysOut, project: str | None) -> Registries:
    place = (await kernel.projects.get(project or DEFAULT_PROJECT)).id
    allowed = await queries.consents(kernel.database, place)
    known = registries_of(kernel.settings.current())
    gone = {
        id: Registry(id=id, kind="npm", title=id, urls=consent.urls, is_own=True)
        for id, consent in allowed.items()
        if id not in known
    }
    open_now = {each.id for way in held.open if way.project == place for each in way.registries}
    items = [
        RegistryView(
            id=each.id,
            kind=each.kind,
            title=each.title,
            hosts=shown_hosts(each),
            is_own=each.is_own,
            is_allowed=is_allowed(each, allowed.get(each.id)),
            allowed_at=allowed[each.id].allowed_at if each.id in allowed else None,
            is_open=each.id in open_now,
        )
        for each in (known | gone).values()
    ]
    return Registries(project=place, items=items)
