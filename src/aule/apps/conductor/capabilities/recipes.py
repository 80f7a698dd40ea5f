"""What the conductor app does with no model at all, by example sentences in Portuguese and English."""

from __future__ import annotations

from aule.apps.conductor.app import conductor
from aule.sdk import RecipeCall, Slot, SlotKind

conductor.recipe(
    "new_agent",
    title={"pt": "Criar um agente para um projeto", "en": "Create an agent for a project"},
    examples={
        "pt": [
            "criar um agente para o projeto nex-web-backend",
            "crie um agente residente para o projeto nex-api",
            "quero um novo agente para o projeto nex-api no ambiente develop",
            "preciso de um agente que cuide do projeto nex-api",
            "monte um agente para trabalhar no projeto nex-api",
            "criar agente",
            "crie um novo agente residente",
            "faça um agente residente para esse projeto",
        ],
        "en": [
            "create an agent for the project nex-web-backend",
            "make a resident agent for the project nex-api",
            "I want a new agent for the project nex-api in the environment develop",
            "I need an agent that looks after the project nex-api",
            "set up an agent to work in the project nex-api",
            "create an agent",
            "make a new resident agent",
            "add an agent to this project",
        ],
    },
    slots={
        "project": Slot(
            kind=SlotKind.TEXT,
            required=False,
            markers=[
                *("para o projeto", "no projeto", "do projeto", "projeto"),
                *("for the project", "in the project", "after the project", "project"),
            ],
        ),
        "environment": Slot(
            kind=SlotKind.TEXT,
            required=False,
            markers=["no ambiente", "do ambiente", "ambiente", "in the environment", "environment"],
        ),
    },
    calls=[
        RecipeCall(capability="conductor.new_agent", params={"project": "{project}", "environment": "{environment}"})
    ],
    reply={
        "pt": "O agente {result.data.id} mora em `{result.data.place}`. Abra-o em Conductor, ou rode "
        "`{result.data.begin}`.",
        "en": "The agent {result.data.id} lives in `{result.data.place}`. Open it in Conductor, or run "
        "`{result.data.begin}`.",
    },
)
conductor.recipe(
    "list_agents",
    title={"pt": "Listar os agentes residentes", "en": "List the resident agents"},
    examples={
        "pt": [
            "quais agentes residentes existem?",
            "liste os agentes residentes dos projetos",
            "que agentes residentes moram no conductor?",
            "mostre os agentes residentes",
        ],
        "en": [
            "which resident agents are there?",
            "list the resident agents of the projects",
            "what resident agents live in conductor?",
            "show the resident agents",
        ],
    },
    calls=[RecipeCall(capability="conductor.list_agents")],
    reply={"pt": "{result.data.message}", "en": "{result.data.message}"},
)
