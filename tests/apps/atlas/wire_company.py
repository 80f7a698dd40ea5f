"""A small company, as files of the former program have it."""

from __future__ import annotations

from typing import Any

COMPANY: dict[str, Any] = {
    "version": "1.0",
    "company_name": "ACME",
    "source_company_id": "c1",
    "data": {
        "companies": [{"id": "c1", "name": "ACME"}],
        "strategic_plans": [
            {
                "id": "p1",
                "company_id": "c1",
                "name": "Plano 2026",
                "period_start": "2026-01-01",
                "period_end": "2026-12-31",
                "status": "active",
            }
        ],
        "strategic_pillars": [{"id": "pi1", "company_id": "c1", "name": "Financeiro"}],
        "strategic_objectives": [
            {"id": "o1", "plan_id": "p1", "pillar_id": "pi1", "title": "Aumentar receita", "status": "in_progress"},
            {"id": "o2", "plan_id": "p1", "pillar_id": "pi1", "title": "Receita recorrente", "status": "not_started"},
        ],
        "key_results": [
            {"id": "k1", "objective_id": "o1", "title": "Receita mensal", "target_value": 1.10, "extra": {}}
        ],
    },
}
