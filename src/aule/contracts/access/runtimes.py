"""Runtimes: where the code of a capability runs, and why there. One table, which every door shows.

Code that nobody here wrote runs where it reaches nothing it was not given: logic in WebAssembly or in the interpreter
for source, programs in the box. What belongs to the system runs in its own process. Work that needs a machine of its
own goes to a worker.
"""

from __future__ import annotations

from typing import Literal

from aule.contracts.access.capability import Capability, Effect, Runtime
from aule.contracts.model import Model

Choice = Literal["any", "sandboxed", "synapse"]
"""Which tools somebody may use: all, or only those that run in a sandbox; `synapse` is another word for that."""


class RuntimeView(Model):
    """Where the code of a capability runs, and why there."""

    runtime: Runtime
    is_sandboxed: bool
    reason: str


_REASONS: dict[Runtime, dict[str, str]] = {
    Runtime.NATIVE: {
        "en": "It belongs to the system or to an installed app, so it runs in the system's process, behind the gate.",
        "pt": "Pertence ao sistema ou a um app instalado; por isso roda no processo do sistema, atrás do portão.",
    },
    Runtime.WASM: {
        "en": "It is a plugin's logic, so it runs as WebAssembly in its own process, with only what was approved.",
        "pt": "É lógica de um plugin; por isso roda como WebAssembly num processo próprio, só com o que foi aprovado.",
    },
    Runtime.WASM_PYTHON: {
        "en": "Its source was written here for full Python, so Python in WebAssembly runs it: no files, no network.",
        "pt": "A fonte foi escrita aqui para Python completo; por isso roda em WebAssembly: sem arquivos nem rede.",
    },
    Runtime.INTERPRETER: {
        "en": "Its source was written here, so an interpreter without files or network runs it in its own process.",
        "pt": "A fonte foi escrita aqui; por isso um interpretador sem arquivos nem rede a roda num processo próprio.",
    },
    Runtime.BOX: {
        "en": "It is a program of the machine, so it runs in the box: the project's files, no network, no secrets.",
        "pt": "É um programa da máquina; por isso roda na caixa: arquivos do projeto, sem rede, sem segredos.",
    },
    Runtime.PYTHON: {
        "en": "Its source was written here for full Python, so it runs in a box of its own: no files, no network.",
        "pt": "A fonte foi escrita aqui para Python completo; por isso roda numa caixa só dela: sem arquivos nem rede.",
    },
    Runtime.MCP: {
        "en": "An MCP server does it, whose owner set it up and approved it; what it answers is a stranger's text.",
        "pt": "Um servidor MCP a faz, configurado e aprovado pelo dono; o que responde é texto de estranhos.",
    },
    Runtime.WORKER: {
        "en": "It is heavy or needs a graphics card, so a worker does it.",
        "pt": "É pesada ou precisa de placa gráfica; por isso um worker a faz.",
    },
}
_REACHES = {
    "en": " It reaches {hosts} through the guarded client, and nothing else.",
    "pt": " Alcança {hosts} pelo cliente protegido, e mais nada.",
}

_CALLS = {
    "en": " It may call {names}, each through the gate with the rights of whoever calls it.",
    "pt": " Pode chamar {names}, cada uma pelo portão com os direitos de quem a chama.",
}


def reason_for(capability: Capability, locale: str) -> str:
    """Return why a capability runs where it does, in the language of whoever asks."""
    language = "pt" if locale.startswith("pt") else "en"
    reason = _REASONS[capability.runtime][language]
    if capability.hosts and capability.effect is Effect.EXTERNAL:
        reason += _REACHES[language].format(hosts=", ".join(capability.hosts))
    if capability.calls:
        reason += _CALLS[language].format(names=", ".join(capability.calls))
    return reason


def is_narrowed(choice: Choice) -> bool:
    """Return whether a choice leaves only tools that run in a sandbox."""
    return choice != "any"
