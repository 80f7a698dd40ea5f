"""The switchboard: who answers and why, failing closed, and nothing contacted unasked."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.models.conftest import BenchMaker

from aule.contracts.access.agent import ModelChoice, Role
from aule.contracts.ambient import Ambient
from aule.contracts.errors import ModelUnavailable, NotFound
from aule.contracts.runs.run import Usage
from aule.contracts.settings import Provider, RoleModel, Settings
from aule.contracts.talk.catalog import Price, ProbeFacts
from aule.models.switchboard import Switchboard
from aule.testing import allow_models
from aule.testing.openai_server import OpenAIServer, Reply, ToolCall

OLLAMA = Provider(default_model="qwen3:8b")
OPENAI = Provider(default_model="gpt-5-mini")
KEYS = {"OPENAI_API_KEY": "sk-1"}


def board(
    ambient: Ambient, *, keys: dict[str, str] | None = None, facts: ProbeFacts | None = None, **settings: Any
) -> Switchboard:
    made = Settings(**settings)
    return Switchboard(lambda: made, (keys or {}).get, lambda provider, model: facts, lambda: [], ambient)


def test_with_nothing_connected_recipes_answer(ambient: Ambient) -> None:
    chosen = board(ambient).choose()
    assert (chosen.provider, chosen.model, chosen.tier, chosen.why_code) == ("builtin", "recipes", 0, "none_connected")
    assert chosen.why == "no model is connected"


def test_a_key_in_the_environment_connects_nothing(ambient: Ambient) -> None:
    """K-14: a remote model is opt-in."""
    assert board(ambient, keys=KEYS).choose().why_code == "none_connected"


def test_the_agents_own_model_goes_before_its_roles_before_a_default(ambient: Ambient) -> None:
    both = {"ollama": OLLAMA, "openai": OPENAI}
    roles = {Role.CODE: RoleModel(provider="openai", id="gpt-5")}
    switch = board(ambient, keys=KEYS, providers=both, roles=roles)
    own = switch.choose(ModelChoice(role=Role.CODE, provider="ollama", id="gemma3:4b"))
    role = switch.choose(ModelChoice(role=Role.CODE))
    default = switch.choose(ModelChoice(role=Role.FAST))
    assert [(chosen.provider, chosen.model, chosen.why_code) for chosen in (own, role, default)] == [
        ("ollama", "gemma3:4b", "persona"),
        ("openai", "gpt-5", "role"),
        ("ollama", "qwen3:8b", "provider_default"),
    ]
    assert default.why == "no role is set; qwen3:8b is the default of Ollama"
    assert (role.price, own.price) == (Price(input=1.25, output=10), None)


def test_other_roles_use_what_the_general_role_is_set_to(ambient: Ambient) -> None:
    switch = board(
        ambient, providers={"ollama": OLLAMA}, roles={Role.GENERAL: RoleModel(provider="ollama", id="qwen3:4b")}
    )
    assert {choice.model for choice in switch.roles()} == {"qwen3:4b"}


@pytest.mark.parametrize(
    ("choice", "says"),
    [
        (ModelChoice(provider="openai", id="gpt-5"), "'openai' is not connected"),
        (ModelChoice(provider="nowhere", id="x"), "'nowhere' is not connected"),
        (ModelChoice(provider="mistral"), "'Mistral' needs a key"),
        (ModelChoice(provider="vllm"), "no model of it is chosen"),
    ],
)
def test_a_chosen_model_that_cannot_be_used_is_never_replaced_by_another(
    ambient: Ambient, choice: ModelChoice, says: str
) -> None:
    """Fails closed: a local choice never silently becomes a remote one."""
    providers = {"openai": Provider(enabled=False), "mistral": Provider(), "vllm": Provider(), "ollama": OLLAMA}
    with pytest.raises(ModelUnavailable) as caught:
        board(ambient, keys=KEYS, providers=providers).choose(choice)
    assert says in str(caught.value) and caught.value.problem.hint


def test_a_role_whose_provider_is_off_fails_closed_and_says_so(ambient: Ambient) -> None:
    switch = board(
        ambient,
        providers={"openai": Provider(enabled=False), "ollama": OLLAMA},
        roles={Role.GENERAL: RoleModel(provider="openai", id="gpt-5")},
    )
    with pytest.raises(ModelUnavailable):
        switch.choose()
    assert [choice.why for choice in switch.roles()] == ["the model's provider 'openai' is not connected"] * 4


def test_an_agent_may_be_set_to_work_without_a_model(ambient: Ambient) -> None:
    chosen = board(ambient, providers={"ollama": OLLAMA}).choose(ModelChoice(provider="builtin"))
    assert (chosen.tier, chosen.why_code) == (0, "persona")


@pytest.mark.parametrize(
    ("provider", "facts", "tier"),
    [
        ("ollama", None, 1),
        ("openai", None, 2),
        ("ollama", ProbeFacts(tier=2, probed_at="t"), 2),
        ("openai", ProbeFacts(tier=1, probed_at="t"), 1),
    ],
)
def test_the_probe_decides_the_tier_and_an_untried_local_model_is_not_trusted_with_tools(
    ambient: Ambient, provider: str, facts: ProbeFacts | None, tier: int
) -> None:
    switch = board(ambient, keys=KEYS, providers={provider: Provider(default_model="m")}, facts=facts)
    assert switch.choose().tier == tier


def test_usage_is_priced_by_the_catalog(ambient: Ambient) -> None:
    chosen = board(ambient, keys=KEYS, providers={"openai": OPENAI}).choose()
    spent = chosen.price_of(Usage(tokens_in=1_000_000, tokens_out=100_000, model_calls=1))
    assert spent.cost == pytest.approx(0.45)


def test_providers_say_what_is_missing(ambient: Ambient) -> None:
    switch = board(ambient, keys=KEYS, providers={"openai": OPENAI, "groq": Provider(), "xai": Provider(enabled=False)})
    status = {info.id: (info.status, info.has_key) for info in switch.providers()}
    assert (status["openai"], status["groq"], status["xai"]) == (
        ("unknown", True),
        ("no_key", False),
        ("off", False),
    )


async def test_models_are_listed_with_what_is_known_of_them(ambient: Ambient) -> None:
    async with OpenAIServer(models=["gpt-5-mini", "own"]) as server:
        switch = board(ambient, keys=KEYS, providers={"openai": Provider(base_url=server.base_url)})
        with allow_models(server.port):
            first = await switch.models()
            await switch.models()
            await switch.close()
        assert [(model.id, model.tier, model.context_length) for model in first] == [
            ("gpt-5-mini", 1, 400_000),
            ("own", 1, None),
        ]
        assert [path for path, _ in server.requests] == ["/v1/models"]
        assert {info.status for info in switch.providers() if info.enabled} == {"reachable"}


async def test_the_only_model_of_the_only_provider_is_used(ambient: Ambient) -> None:
    async with OpenAIServer(models=["solo"]) as server:
        switch = board(ambient, providers={"mine": Provider(base_url=server.base_url)})
        assert switch.choose().why_code == "no_model_chosen"
        with allow_models(server.port):
            await switch.models()
            await switch.close()
        chosen = switch.choose()
        assert (chosen.model, chosen.why_code) == ("solo", "only_model")


async def test_ollamas_models_tell_their_context_and_tools(ambient: Ambient) -> None:
    async with OpenAIServer(models=["qwen3:8b"]) as server:
        server.context_length = 40_960
        switch = board(ambient, providers={"ollama": Provider(base_url=server.base_url)})
        with allow_models(server.port):
            [model] = await switch.models()
            await switch.close()
        assert (model.context_length, model.tier, model.size_bytes) == (40_960, 2, 1_000_000)
        assert switch.choose(ModelChoice(provider="ollama", id="qwen3:8b")).tier == 2


async def test_discovery_finds_local_servers_and_only_names_keys(ambient: Ambient) -> None:
    """Nothing that is not on this machine is contacted."""
    async with OpenAIServer(models=["a", "b"]) as server:
        settings = {"lmstudio": Provider(base_url=server.base_url, enabled=False)}
        switch = board(ambient, keys=KEYS, providers=settings)
        with allow_models(server.port):
            found = {item.provider: item for item in await switch.discover()}
            await switch.close()
        assert [model.id for model in found["lmstudio"].models] == ["a", "b"]
        assert (found["ollama"].reachable, found["openai"].reachable) == (False, False)
        assert found["openai"].detail == "OPENAI_API_KEY is set; turn OpenAI on to use it."
        assert "anthropic" not in found


async def test_a_test_of_a_provider_tells_what_is_wrong(ambient: Ambient, free_port: int) -> None:
    async with OpenAIServer(models=["a"]) as server:
        providers = {
            "good": Provider(base_url=server.base_url),
            "gone": Provider(base_url=f"http://127.0.0.1:{free_port}/v1"),
            "lost": Provider(base_url=f"http://127.0.0.1:{server.port}/elsewhere"),
            "bare": Provider(),
            "groq": Provider(),
        }
        switch = board(ambient, providers=providers)
        with allow_models(server.port, free_port):
            good, gone, lost, bare, groq = [await switch.test(name) for name in providers]
            await switch.close()
        assert (good.ok, good.models, good.detail) == (True, ["a"], "good answers; models: 1")
        assert not any(test.ok for test in (gone, lost, bare, groq))
        assert "cannot be reached. Is it running?" in gone.detail
        assert "no address" in bare.detail and "needs a key" in groq.detail
        with pytest.raises(NotFound):
            await switch.test("nowhere")


async def test_a_vendors_wire_without_its_library_says_what_to_install(ambient: Ambient) -> None:
    keys = {"ANTHROPIC_API_KEY": "k"}
    local = Provider(base_url="http://127.0.0.1:9", default_model="claude-x")
    switch = board(ambient, keys=keys, providers={"anthropic": local})
    with allow_models(9), pytest.raises(ModelUnavailable, match="not installed") as caught:
        await switch.probe("anthropic", "claude-x")
    assert caught.value.problem.hint == "Install aule[anthropic]."
    await switch.close()


def capable(body: dict[str, Any]) -> Reply:
    """A server that does all a probe asks for."""
    words = str(body["messages"][-1]["content"])
    if body.get("tools"):
        return Reply(calls=[ToolCall(name="weather__in_city", arguments={"city": "Recife"})])
    if body.get("response_format"):
        return Reply(text='{"zebra_count": 417, "mood": "teal"}')
    if "céu" in words:
        return Reply(text="O céu é azul por causa da luz do sol.")
    return Reply(deltas=["one, ", "two"])


def talker(body: dict[str, Any]) -> Reply:
    """A server that only talks, whatever it is asked."""
    return Reply(text="Two plus two is four.")


def small(body: dict[str, Any]) -> Reply:
    """A server that keeps schemas and refuses tools."""
    return Reply(status=400, error="tools are not supported") if body.get("tools") else capable(body)


async def test_the_probe_grades_by_what_a_model_did(bench: BenchMaker) -> None:
    found: list[tuple[Any, ...]] = []
    for script in (capable, small, talker):
        async with bench(script=script, context=8_192) as b:
            facts = await b.switchboard.probe("mine", "scripted")
            found.append((facts.tier, facts.streaming, facts.json_schema, facts.tool_calls, facts.portuguese))
            assert (facts.context_length, facts.context_source) == (8_192, "declared")
    assert found == [(2, True, True, True, True), (1, True, True, False, True), (1, False, False, False, False)]


async def test_a_model_that_does_not_answer_is_graded_unusable(bench: BenchMaker) -> None:
    async with bench(Reply(status=500, error="boom", repeat=True)) as b:
        facts = await b.switchboard.probe("mine", "scripted")
        assert (facts.tier, facts.text) == (0, False)
        assert "boom" in (facts.problem or "")


async def test_twenty_turns_at_once_share_one_line(bench: BenchMaker) -> None:
    async with bench(Reply(text="ok", repeat=True)) as b:
        heard = await asyncio.gather(*(b.hear(f"turn {n}") for n in range(20)))
        assert len(heard) == len(b.server.chats) == 20
