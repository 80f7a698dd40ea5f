"""What must stay here is hidden in everything that goes to a model elsewhere, and put back in what comes (SP-60)."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, Literal

import pytest
from tests.server.still import still

from aule.contracts.access.capability import Result
from aule.contracts.access.veil import Veiled
from aule.contracts.events.facts import CallRequested
from aule.contracts.settings import ImageEndpoint, Provider, Settings
from aule.contracts.talk.brain import Attached, Observed, Piece, Prompt, Said, Speech, Spent, Thought, Wish, Wished
from aule.models.brains.veil import Restoring, Veil
from aule.models.brains.veiled import VeiledBrain
from aule.models.providers.catalog import entries, is_elsewhere
from aule.models.wire.images import Illustrator
from aule.testing.openai_server import PIXEL

ROSTER = [
    Veiled(text="Ana Clara Souza", token="Aluno 01"),
    Veiled(text="Souza, Ana Clara", token="Aluno 01"),
    Veiled(text="João D'Ávila", token="Aluno 02"),
    Veiled(text='Bia "Bibi" Reis', token="Aluno 03"),
    Veiled(text="Rosa", token="Aluno 04", is_given=True, is_word=True),
    Veiled(text="2024777", token="Matrícula 01"),
]
VEIL = Veil(ROSTER)


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        ("ANA CLARA SOUZA e joao d'avila", "Aluno 01 e Aluno 02"),
        ("Ana  Clara\n Souza", "Aluno 01"),
        ("Souza, Ana Clara", "Aluno 01"),
        ("Ana, Clara Souza", "Ana, Clara Souza"),
        ('"nome":"Jo\\u00e3o D\'\\u00c1vila\\nAna Clara Souza"', '"nome":"Aluno 02\\nAluno 01"'),
        ("provas/ana_clara_souza.pdf", "provas/Aluno 01.pdf"),
        ("A\u0301na Cla\u200bra Souza", "Aluno 01"),
        ("a rosa da Rosa", "a rosa da Aluno 04"),
        ("n.º 2024777, não 12024777", "n.º Matrícula 01, não 12024777"),
        ("Mariana Clara Souza", "Mariana Clara Souza"),
        ("", ""),
    ],
)
def test_a_name_is_hidden_however_it_is_written(said: str, sent: str) -> None:
    assert VEIL.hide(said) == sent


def test_the_longest_name_that_fits_is_hidden_also_at_the_end_of_a_text() -> None:
    veil = Veil([Veiled(text="Ana Clara Souza", token="Aluno 01"), Veiled(text="Ana", token="Nome 01")])
    assert veil.hide("Ana Clara Souza e Ana") == "Aluno 01 e Nome 01"


def test_data_is_hidden_in_every_text_and_every_key() -> None:
    data = {"Ana Clara Souza": [{"nome": "João D'Ávila", "nota": 7.5, "ok": True, "nada": None}]}
    hidden = VEIL.hide_data(data)
    assert hidden == {"Aluno 01": [{"nome": "Aluno 02", "nota": 7.5, "ok": True, "nada": None}]}
    assert VEIL.restore_data(hidden) == data


def test_a_name_put_back_into_json_leaves_it_json() -> None:
    assert json.loads(VEIL.restore('{"a": "Aluno 03"}', in_json=True)) == {"a": 'Bia "Bibi" Reis'}


def test_text_in_any_pieces_is_restored_as_if_it_came_whole() -> None:
    """A property over many cuts: no token is missed, none is invented, and nothing is lost."""
    text = "O **Aluno 01** e ALUNO_02; Aluno 031 não. Aluno, aluno 0 e Aluno 04.\nMatrícula 01 Aluno"
    whole = VEIL.restore(text)
    assert whole.count("Ana Clara Souza") == 1
    assert "Aluno 031" in whole
    dice = random.Random(7)
    for _ in range(2_000):
        restoring, out, place = Restoring(VEIL), "", 0
        while place < len(text):
            size = dice.randint(1, 9)
            out += restoring.read(text[place : place + size])
            place += size
        assert out + restoring.rest() == whole


def test_a_whole_school_is_hidden_quickly() -> None:
    """8,000 students and a long prompt: names are looked up, not searched for one by one."""
    veil = Veil([Veiled(text=f"Nome{n} Sobrenome{n}", token=f"Aluno {n:04}") for n in range(8_000)])
    text = "Nome77 Sobrenome77 tirou 8,0 em matemática e o grupo foi bem. " * 1_000
    hidden = veil.hide(text)
    assert hidden.count("Aluno 0077") == 1_000
    assert veil.restore(hidden) == text


class Elsewhere:
    """A brain on another machine that remembers what reached it."""

    provider, model, context_length = "far", "far", 8_192
    tier: Literal[0, 1, 2] = 2

    def __init__(self, *pieces: Piece) -> None:
        self.pieces = pieces
        self.prompts: list[Prompt] = []

    async def respond(self, prompt: Prompt) -> AsyncGenerator[Piece]:
        self.prompts.append(prompt)
        for piece in self.pieces:
            yield piece


async def heard(brain: Elsewhere, prompt: Prompt, roster: Sequence[Veiled] = ROSTER) -> list[Piece]:
    async def veils(apps: object) -> Veil:
        return Veil(roster)

    async with aclosing(VeiledBrain(brain, veils).respond(prompt)) as pieces:
        return [piece async for piece in pieces]


async def test_no_part_of_a_prompt_carries_a_name_and_calls_come_back_with_it() -> None:
    name = "Ana Clara Souza"
    call = CallRequested(id="c1", capability="school.x", params={"aluno": name})
    prompt = Prompt(
        system=f"You help {name}",
        history=(
            Said("user", f"como está {name}?", (Attached("file:a", name, f"nota de {name}", name, f"{name}.md"),)),
            Wished((call,), f"vejo {name}"),
            Observed("c1", "school.x", Result(ok=True, data={"alunos": [{"nome": name}]})),
        ),
        tools=(),
        shape={"enum": [name]},
    )
    brain = Elsewhere(
        Thought("vejo Alu"),
        Thought("no 01"),
        Speech('{"a": "Aluno'),
        Speech(' 01"}'),
        Wish(CallRequested(id="c2", capability="school.x", params={"aluno": "Aluno 01"})),
        Spent(),
    )
    told = await heard(brain, prompt)
    assert name not in str(brain.prompts[0])
    assert str(brain.prompts[0]).count("Aluno 01") == 10
    assert "".join(each.delta for each in told if isinstance(each, Speech)) == '{"a": "Ana Clara Souza"}'
    assert "".join(each.delta for each in told if isinstance(each, Thought)) == "vejo Ana Clara Souza"
    assert [each.call.params for each in told if isinstance(each, Wish)] == [{"aluno": name}]
    assert isinstance(told[-1], Spent)


async def test_where_nothing_is_to_be_hidden_a_prompt_goes_as_it_is() -> None:
    prompt = Prompt(system="a", history=(), tools=())
    brain = Elsewhere(Speech("Aluno 01"))
    assert await heard(brain, prompt, []) == [Speech("Aluno 01")]
    assert brain.prompts == [prompt]


@pytest.mark.parametrize(
    ("provider", "model", "far"),
    [
        (Provider(base_url="http://127.0.0.1:1234/v1"), "m", False),
        (Provider(base_url="http://127.0.0.1:1234/v1", passes_on=True), "m", True),
        (Provider(base_url="http://192.168.0.9:1234/v1"), "m", True),
        (Provider(base_url="https://models.example/v1"), "m", True),
        (Provider(wire="anthropic"), "m", True),
        (Provider(wire="embedded", path="m.gguf"), "m", False),
    ],
)
def test_a_model_is_elsewhere_by_its_address_or_because_it_passes_words_on(
    provider: Provider, model: str, far: bool
) -> None:
    known: dict[str, Any] = entries(Settings(providers={"own": provider}))
    assert is_elsewhere(known["own"], model) is far


def test_a_cloud_model_of_a_local_ollama_is_elsewhere() -> None:
    known = entries(Settings(providers={"ollama": Provider()}))
    assert not is_elsewhere(known["ollama"], "qwen3:8b")
    assert is_elsewhere(known["ollama"], "gpt-oss:120b-cloud")


class Line:
    """A line to an image endpoint that remembers what was asked for."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Any]] = []

    async def document(self, endpoint: Any, path: str, *, body: dict[str, Any], seconds: float) -> Any:
        self.bodies.append(body)
        return {"data": [{"b64_json": PIXEL}]}


async def test_no_picture_of_a_name_is_asked_for_elsewhere() -> None:
    """SP-60: whatever sends words to a model sends them veiled."""

    async def veils(apps: object) -> Veil:
        return VEIL

    for url, sent in (("https://pictures.example/v1", "Aluno 01"), ("http://127.0.0.1:9/v1", "Ana Clara Souza")):
        settings, line = Settings(image=ImageEndpoint(base_url=url)), Line()
        illustrator = Illustrator(lambda kept=settings: kept, lambda name: None, still(), veils)
        illustrator._transport = line  # type: ignore[assignment]
        await illustrator.draw("um retrato de Ana Clara Souza", "256x256")
        assert line.bodies[0]["prompt"] == f"um retrato de {sent}"
