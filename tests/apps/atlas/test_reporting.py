"""The status report and the comparison of two dates (AT B.7): every figure is one that was looked up."""

from __future__ import annotations

import re
from datetime import date

from aule.apps.atlas.figures.comparison import Compared, compare
from aule.apps.atlas.views.company_views import Attention, Cycle, Difference, Item, KeyResultCard, PillarCard, Totals
from aule.apps.atlas.views.report import Changes, ObjectivePart, Report, title_of, write_report
from aule.apps.atlas.views.report_words import words_of

REVENUE = Item(id="obj-7", kind="objective", title="Aumentar receita", status="in_progress", progress=56.3, band="poor")
MONTHLY = KeyResultCard(
    id="kr-11",
    kind="key_result",
    title="Receita *mensal*",
    unit="R$",
    current=300000.5,
    target=1500000,
    progress=66.7,
    last_value_in="2026-03",
)
CHURN = KeyResultCard(id="kr-12", kind="key_result", title="Churn", unit="%", target=25)
REPORT = Report(
    company="ACME | Filial",
    as_of=date(2026, 4, 15),
    cycle=Cycle(id="cic-1", name="Plano 2026", start="2026-01-01", end="2026-12-31", status="active", is_default=True),
    progress=56.3,
    expected=100,
    totals=Totals(pillars=1, objectives=3, key_results=1200, initiatives=0, projects=1, at_risk=1, stale=2),
    pillars=[
        PillarCard(id="pil-1", kind="pillar", title="Financeiro", progress=56.3, objectives=3, key_results=1200),
    ],
    objectives=[
        ObjectivePart(REVENUE, "pil-1", [MONTHLY, CHURN], owner="Ana", due="2026-12-31", more=3),
        ObjectivePart(Item(id="obj-8", kind="objective", title="Novo"), "gone"),
    ],
    attention=[
        Attention(
            id="kr-12",
            kind="key_result",
            title="Churn",
            why=["stale", "no_data"],
            due="2026-06-30",
            last_value_in="2026-01",
        )
    ],
    changes=Changes(
        "2026-03-31",
        50.0,
        56.3,
        improved=[Difference(id="kr-11", kind="key_result", title="Receita", before=60, after=66.7, delta=6.7)],
    ),
    rows=1205,
    omitted=1,
)


def test_the_report_in_portuguese() -> None:
    assert title_of(REPORT, "pt-BR") == "Relatório de status — ACME | Filial"
    assert (
        write_report(REPORT, "pt-BR")
        == r"""# Relatório de status — ACME \| Filial

Plano 2026 (01/01/2026 a 31/12/2026) · posição em 15/04/2026

**Progresso: 56,3%** (esperado até agora: 100%)

1 pilar, 3 objetivos, 1.200 KRs, 0 iniciativas e 1 projeto.
1 objetivo em risco, 2 KRs sem check-in há 30 dias ou mais e 0 KRs sem dados.

## Pilares

| Pilar | Progresso | Objetivos | KRs |
| --- | ---: | ---: | ---: |
| Financeiro (pil-1) | 56,3% | 3 | 1.200 |

## O que pede atenção

- **Churn (kr-12)**: sem check-in há 30 dias ou mais, sem dados; prazo 30/06/2026; último valor em 01/2026

## O que mudou desde 31/03/2026

Progresso: 50% → 56,3%

**Avançou**

- Receita (kr-11): 60% → 66,7%

## Financeiro

### Aumentar receita (obj-7) — 56,3%

em andamento · responsável: Ana · prazo 31/12/2026

| KR | Atual | Meta | Progresso | Último valor |
| --- | ---: | ---: | ---: | ---: |
| Receita \*mensal\* (kr-11) | R$ 300.000,50 | R$ 1.500.000 | 66,7% | 03/2026 |
| Churn (kr-12) | — | 25% | sem dados | — |

… e mais 3 KRs.

## Sem pilar

### Novo (obj-8) — sem dados

Ainda sem KRs.

… e mais 1 objetivo.

*Todos os números vêm de 1.205 registros da empresa, em 15/04/2026.*
"""
    )


def test_the_report_in_english_says_the_same_figures() -> None:
    text = write_report(REPORT, "en")

    assert text.startswith(
        "# Status report — ACME \\| Filial\n\nPlano 2026 (2026-01-01 to 2026-12-31) · as of 2026-04-15\n\n"
        "**Progress: 56.3%** (expected by now: 100%)\n"
    )
    assert "| Receita \\*mensal\\* (kr-11) | R$ 300,000.50 | R$ 1,500,000 | 66.7% | 2026-03 |" in text
    assert text.endswith("*Every figure comes from 1,205 rows of the company, as of 2026-04-15.*\n")
    digits = [sorted(re.findall(r"\d+", write_report(REPORT, locale))) for locale in ("pt-BR", "en")]
    assert digits[0] == digits[1]


def test_large_figures_have_no_noise_at_their_end() -> None:
    words = words_of("pt-BR")

    assert (words.percent(13984052.1), words.number(13984052.1)) == ("13.984.052,1%", "13.984.052,1")
    assert (words.percent(99.97), words.number(0.1 + 0.2), words.number(1200.0)) == ("100%", "0,3", "1.200")


def test_an_empty_company_has_a_report_too() -> None:
    report = Report("ACME", date(2026, 4, 15), None, Totals(), [], [])

    assert write_report(report, "en") == (
        "# Status report — ACME\n\nas of 2026-04-15\n\n**Progress: no data**\n\n"
        "0 pillars, 0 objectives, 0 KRs, 0 initiatives and 0 projects.\n0 objectives at risk, 0 KRs without a check-in "
        "for 30 days or more and 0 KRs without data.\n\n"
        "## What asks for attention\n\nNothing asks for attention now.\n\n"
        "*Every figure comes from 0 rows of the company, as of 2026-04-15.*\n"
    )


def test_titles_cannot_write_into_the_report() -> None:
    """K-16: whoever writes a title writes text, and nothing else."""
    hostile = "x\n# Hi | [a](http://b) <script> ![i](c) `d`"
    report = Report(
        hostile,
        date(2026, 4, 15),
        None,
        Totals(),
        [PillarCard(id="pil-1", kind="pillar", title=hostile)],
        [ObjectivePart(Item(id="obj-1", kind="objective", title=hostile, status=hostile), "pil-1", owner=hostile)],
    )

    text = write_report(report, "pt")

    escaped = r"x \# Hi \| \[a\](http://b) \<script\> \!\[i\](c) \`d\`"
    assert text.count(escaped) == text.count("script") == 6
    assert [line for line in text.splitlines() if line.startswith("# ")] == [f"# Relatório de status — {escaped}"]


def test_two_dates_are_compared_by_the_figures_people_see() -> None:
    items = [Item(id=f"kr-{n}", kind="key_result", title=f"KR {n}") for n in range(1, 7)]
    before = {"kr-1": 50.04, "kr-2": 90, "kr-3": None, "kr-4": 10, "kr-5": 33.333, "kr-6": 20}
    after = {"kr-1": 66.66, "kr-2": 30.5, "kr-3": 12, "kr-4": None, "kr-5": 33.334, "kr-6": 25}

    found = compare(items, before, after)

    def told(number: int, before: float | None, after: float | None, delta: float | None) -> Difference:
        return Difference(
            id=f"kr-{number}",
            kind="key_result",
            title=f"KR {number}",
            progress=after,
            band="none" if after is None else "poor",
            before=before,
            after=after,
            delta=delta,
        )

    assert found == Compared(
        improved=[told(1, 50.0, 66.7, 16.7), told(3, None, 12.0, None), told(6, 20.0, 25.0, 5.0)],
        worsened=[told(2, 90.0, 30.5, -59.5), told(4, 10.0, None, None)],
    )
    assert compare(items, before, after, most=1).improved == [told(1, 50.0, 66.7, 16.7)]
    nearly = compare(items[:1], {"kr-1": 90}, {"kr-1": 99.97}).improved[0]
    assert (nearly.progress, nearly.band) == (100.0, "good")  # the band is that of the figure that is shown
