"""What a run costs: by the price that was chosen, with what the provider had kept counted apart (ST-10, ST-12)."""

from __future__ import annotations

from pathlib import Path

from dirty_equals import IsPartialDict
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.insights.glass import glass

from aule.contracts.settings import Price, Provider, Settings
from aule.models.providers.prices import chosen_price, cost
from aule.models.switchboard import Switchboard
from aule.testing import allow_models
from aule.testing.openai_server import OpenAIServer, Reply

PRICE = Price(input=2, output=10, cached=0.5)


async def test_a_chosen_price_wins_and_what_was_kept_costs_its_own(tmp_path: Path) -> None:
    """ST-12: prices are data; the cost of a run is the sum of its model calls; energy is told where the model is."""
    reply = Reply(text="Done.", usage=(1_000, 100), cached=400, repeat=True)
    async with OpenAIServer([reply]) as server, glass(tmp_path, models=Switchboard) as box:
        settings = Settings(
            providers={"lmstudio": Provider(base_url=server.base_url, default_model="small-7b")},
            prices={"lmstudio/small": PRICE, "lmstudio/": Price(input=9, output=9)},
        )
        await box.aule.kernel.save_settings(settings, expected=box.aule.kernel.settings.etag())
        with allow_models(server.port):
            run = await box.aule.ask("Tell me something that no rule knows about quasars")
        trace = await box.get(f"/v1/runs/{run.id}/trace")
        own = (await box.get(f"/v1/runs/{run.id}"))["run"]["usage"]
    models = [span for span in trace["spans"] if span["kind"] == "model"]
    assert models and all(
        span
        == IsPartialDict(
            provider="lmstudio",
            model="small-7b",
            cost=cost(PRICE, span["tokens_in"], span["tokens_out"], span["tokens_cached"]),
        )
        for span in models
    )
    assert {span["tokens_cached"] for span in models} == {400 * models[0]["model_calls"]}
    assert trace["totals"]["cost"] == round(sum(span["cost"] for span in models), 10) == round(own["cost"], 10) > 0
    assert trace["totals"]["tokens_in"] == own["tokens_in"] == 1_000 * own["model_calls"]
    assert trace["totals"]["energy_wh"] is not None


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**8))
def test_kept_tokens_never_cost_more_nor_less_than_nothing(tokens_in: int, tokens_out: int, cached: int) -> None:
    """ST-10: whatever a provider claims to have kept, the cost stays between nothing and the full price."""
    full = cost(PRICE, tokens_in, tokens_out)
    assert 0 <= cost(PRICE, tokens_in, tokens_out, cached) <= full
    assert cost(Price(input=2, output=10), tokens_in, tokens_out, cached) == full
    assert cost(None, tokens_in, tokens_out, cached) == 0


def test_the_longest_name_that_fits_decides() -> None:
    """ST-12: a price may be that of a provider, of a family of models, or of one."""
    prices = {"a/": Price(input=1, output=1), "a/m": Price(input=2, output=2), "b/m": Price(input=3, output=3)}
    found = [chosen_price(prices, *name) for name in (("a", "x"), ("a", "m-large"), ("b", "m"), ("c", "m"))]
    assert [None if price is None else price.input for price in found] == [1, 2, 3, None]
