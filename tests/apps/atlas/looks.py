"""A company with known figures, and its views as the desktop asks for them."""

from __future__ import annotations

from typing import Any

from tests.apps.atlas.company import Company

LANGUAGE = "en"
MONTHS = {f"2026-{month:02d}": 100 for month in range(1, 13)}


async def look(company: Company, view: str, /, **asked: Any) -> Any:
    """What a view shows."""
    given = {name: [str(value)] for name, value in asked.items()}
    apps = company.kernel.apps
    return await apps.look(apps.view("atlas", view), given, locale=LANGUAGE)


async def furnish(company: Company) -> None:
    """Two pillars, three objectives and four key results, of which one has no data and one is to be kept low."""
    await company.execute(
        {"type": "create_pillar", "data": {"name": "Clientes", "color": "#10B981"}},
        {
            "type": "create_objective",
            "data": {"title": "Aumentar receita", "pillar_id": "pil-1", "weight": 3, "responsible": "Ana"},
        },
        {"type": "create_objective", "data": {"title": "Cortar custos", "pillar_id": "pil-1", "status": "at_risk"}},
        {"type": "create_objective", "data": {"title": "Encantar clientes", "pillar_ref": 0, "weight": 2}},
        {
            "type": "create_key_result",
            "data": {
                **{"title": "Receita mensal", "objective_ref": 1, "target_value": 1200, "unit": "R$", "weight": 3},
                **{"monthly_targets": MONTHS, "start_month": "2026-01", "end_month": "2026-12", "responsible": "Ana"},
                "monthly_actual": {"2026-08": 90, "2026-09": 110, "2026-10": 160},
            },
        },
        {
            "type": "create_key_result",
            "data": {"title": "Novos contratos", "objective_ref": 1, "target_value": 40, "current_value": 36},
        },
        {
            "type": "create_key_result",
            "data": {
                **{"title": "Churn", "objective_ref": 3, "target_value": 25, "current_value": 30},
                "target_direction": "minimize",
            },
        },
        {"type": "create_key_result", "data": {"title": "NPS", "objective_ref": 3, "target_value": 75}},
        {"type": "create_initiative", "data": {"title": "Novo canal", "key_result_ref": 4, "progress_percentage": 30}},
        {"type": "create_project", "data": {"name": "CRM novo", "kr_refs": [4], "objective_refs": [1]}},
    )
