"""Where plans are kept, without what reads and makes them: that is loaded when somebody first needs a plan."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from aule.boot.stores import Stores
from aule.contracts.project import Project
from aule.kernel.plans.plan_store import PlanStore
from aule.kernel.plans.plan_stores import PlanStores
from aule.stores.repositories.plans import Plans as Index

if TYPE_CHECKING:
    from aule.kernel.plans.plan_store_choice import PlanStoreChoice


def make_plan_stores(stores: Stores) -> PlanStores:
    """Make what finds the plans of all projects."""

    @cache
    def choice() -> PlanStoreChoice:
        from aule.kernel.plans.plan_store_choice import PlanStoreChoice  # reads every format that plans come in

        return PlanStoreChoice(stores.journal, stores.ambient, stores.home.path, stores.host)

    def store_of(project: Project) -> PlanStore:
        return choice()(project)

    return PlanStores(Index(stores.database), stores.projects, store_of)
