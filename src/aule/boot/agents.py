"""Who can be asked, and what with: the apps, the models, the agents and what they remember."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aule.boot.brought import BroughtApp
from aule.boot.parts import facts_in, memory_of, pseudonyms_of, recipes_of, registry_of, teach
from aule.boot.stores import Stores
from aule.contracts.plans.recipe import Recipe
from aule.contracts.talk.catalog import ProbeFacts
from aule.kernel.agents.agent_registry import AgentRegistry
from aule.kernel.capabilities.apps.loads import AppLoads
from aule.kernel.capabilities.apps.pseudonyms import Pseudonyms
from aule.kernel.capabilities.apps.reads import Readings
from aule.kernel.capabilities.registry import Registry
from aule.kernel.memory.memory import Memory
from aule.models.switchboard import Switchboard
from aule.stores.home.learned import LearnedFile
from aule.stores.repositories.agents import Agents as StoredAgents

if TYPE_CHECKING:
    from aule.models.local.recent_sentences import Vectors


@dataclass(frozen=True, slots=True)
class Agents:
    """The agents of a system with what they know and can do."""

    apps: Sequence[BroughtApp]
    loads: AppLoads
    capabilities: Registry
    recipes: Callable[[], list[Recipe]]
    readings: Readings
    veiling: Pseudonyms
    models: Switchboard
    probed: dict[tuple[str, str], ProbeFacts]
    learned: LearnedFile
    memory: Memory
    registry: AgentRegistry


def make_agents(stores: Stores, apps: Sequence[BroughtApp], models: Callable[..., Switchboard]) -> Agents:
    """Connect models and agents with what the apps bring."""
    settings, secrets, recipes = stores.settings.current, stores.secrets, recipes_of(apps)
    loads = AppLoads(stores.database, apps)

    async def encode(texts: Sequence[str]) -> Vectors:
        return await switchboard.encode(texts)

    readings = Readings(stores.database, stores.ambient, settings, loads, encode, lambda: switchboard.text_encoders)
    veiling = pseudonyms_of(apps, readings)
    probed: dict[tuple[str, str], ProbeFacts] = {}
    switchboard = models(
        settings=settings,
        secret=secrets.get,
        facts=facts_in(probed),
        recipes=recipes,
        ambient=stores.ambient,
        veils=veiling.veil,
    )
    return Agents(
        apps=apps,
        loads=loads,
        capabilities=registry_of(apps, loads),
        recipes=recipes,
        readings=readings,
        veiling=veiling,
        models=switchboard,
        probed=probed,
        learned=teach(switchboard, apps, stores.home),
        memory=memory_of(stores, veiling, apps, encode),
        registry=AgentRegistry(StoredAgents(stores.database), lambda: [agent for app in apps for agent in app.agents]),
    )
