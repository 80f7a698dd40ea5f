"""Which shelf a project's plans stand on."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.conformance.world import TS, counting_ambient, journal_on, opened
from tests.kernel.plans.papers import a_plan

from aule.contracts.errors import Unavailable
from aule.contracts.project import Project
from aule.kernel.plans.database_plan_store import DatabasePlanStore
from aule.kernel.plans.file_plan_store import FilePlanStore
from aule.kernel.plans.plan_store_choice import PlanStoreChoice


async def test_a_folder_of_ones_own_keeps_plans_and_the_data_directory_does_not(tmp_path: Path) -> None:
    """E.5: on another machine the plans of a folder can be read, from the store, and not be changed."""
    home, shop = tmp_path / "home", tmp_path / "shop"
    (home / "projects" / "notes").mkdir(parents=True)
    shop.mkdir()
    (tmp_path / "link").symlink_to(home / "projects" / "notes")
    async with opened(f"sqlite:///{tmp_path / 'a.db'}") as database, journal_on(database) as journal:
        shelving = PlanStoreChoice(journal, counting_ambient(), home, "here")

        def at(root: Path, host: str | None = None) -> Project:
            return Project(id="shop", name="Shop", root=str(root), host=host, created_at=TS)

        assert isinstance(shelving(at(home / "projects" / "notes")), DatabasePlanStore)
        assert isinstance(shelving(at(tmp_path / "link")), DatabasePlanStore)
        assert isinstance(shelving(at(shop)), FilePlanStore)
        assert isinstance(shelving(at(shop, "here")), FilePlanStore)
        kept = await shelving(at(shop)).write(a_plan(), base=None, author="planner")
        away = shelving(at(shop, "there"))
        assert (await away.read(kept.plan.id)).plan == kept.plan
        with pytest.raises(Unavailable, match="there"):
            await away.write(kept.plan.model_copy(update={"goal": "Other"}), base=kept, author="user")
