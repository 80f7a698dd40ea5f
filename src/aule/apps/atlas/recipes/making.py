"""Sentences that make something: a pillar, an objective, a key result, an initiative, a project."""

from __future__ import annotations

from aule.apps.atlas.app import atlas
from aule.apps.atlas.recipes.words import CALLED, INITIATIVE, KEY_RESULT, OBJECTIVE, PILLAR, PROJECT, end, text
from aule.sdk import RecipeCall, Slot, SlotKind

_NAME = {"pt": "Como deve se chamar?", "en": "What should it be called?"}
_MADE = {
    "pt": "Criado: “{result.data.title}” ({result.data.id}).",
    "en": "Created: “{result.data.title}” ({result.data.id}).",
}
_WHERE = ("à estratégia", "na estratégia", "no atlas", "to the strategy", "in the strategy", "in atlas")

atlas.recipe(
    "create_pillar",
    title={"pt": "Criar um pilar", "en": "Create a pillar"},
    examples={
        "pt": [
            'crie um pilar "Financeiro"',
            'crie o pilar chamado "Pessoas"',
            'adicione o pilar "Clientes" à estratégia',
            "novo pilar: Sustentabilidade",
            'quero um novo pilar chamado "Operações"',
        ],
        "en": [
            'create a pillar "Finance"',
            'create the pillar called "People"',
            'add the pillar "Customers" to the strategy',
            "new pillar: Sustainability",
            'I want a new pillar called "Operations"',
        ],
    },
    slots={
        "name": text([*CALLED, "pilar estratégico", "strategic pillar", "pilar", "pillar"], _NAME),
        "place": end(*_WHERE),
    },
    calls=[RecipeCall(capability="atlas.create_pillar", params={"name": "{name}"})],
    reply=_MADE,
)

atlas.recipe(
    "create_objective",
    title={"pt": "Criar um objetivo", "en": "Create an objective"},
    examples={
        "pt": [
            'crie um objetivo "Aumentar receita" no pilar "Financeiro"',
            'adicione o objetivo "Encantar clientes" ao pilar "Clientes"',
            'novo objetivo no pilar "Pessoas": formar líderes',
            'criar objetivo estratégico chamado "Crescer no exterior" no pilar "Mercado"',
            'quero um novo objetivo "Lançar o aplicativo" no pilar "Produto"',
        ],
        "en": [
            'create an objective "Grow revenue" under the pillar "Finance"',
            'add the objective "Delight customers" to the pillar "Customers"',
            'new objective in the pillar "People": train leaders',
            'create a strategic objective called "Grow abroad" under the pillar "Market"',
            'I want a new objective "Launch the app" under the pillar "Product"',
        ],
    },
    slots={
        "title": text([*CALLED, "objetivo estratégico", "strategic objective", "objetivo", "objective"], _NAME),
        "pillar": PILLAR.slot,
    },
    calls=[
        RecipeCall(capability="atlas.create_objective", params={"title": "{title}", "pillar_name": "{pillar}"}),
    ],
    reply=_MADE,
)

atlas.recipe(
    "create_key_result",
    title={"pt": "Criar um KR", "en": "Create a key result"},
    examples={
        "pt": [
            'crie um KR "Receita mensal" no objetivo "Aumentar receita" com meta de 500000',
            'adicione o KR "NPS" ao objetivo "Encantar clientes" com meta 75',
            'novo resultado-chave "Churn" no objetivo "Reter clientes" com meta de 3,5',
            'criar KR chamado "Novos contratos" no objetivo "Vender mais" com meta de 40',
            'quero um novo KR "Leads qualificados" no objetivo "Crescer" com meta de 1200',
        ],
        "en": [
            'create a KR "Monthly revenue" under the objective "Grow revenue" with a target of 500000',
            'add the KR "NPS" to the objective "Delight customers" with target 75',
            'new key result "Churn" under the objective "Keep customers" with a target of 3.5',
            'create a KR called "New contracts" under the objective "Sell more" with a target of 40',
            'I want a new KR "Qualified leads" under the objective "Grow" with a target of 1200',
        ],
    },
    slots={
        "title": text([*CALLED, "kr", "resultado-chave", "key result"], _NAME),
        "objective": OBJECTIVE.slot,
        "target": Slot(
            kind=SlotKind.NUMBER,
            markers=["com meta de", "com a meta de", "com meta", "with a target of", "with the target", "with target"],
            question={"pt": "Qual é a meta, em número?", "en": "What is the target, as a number?"},
        ),
    },
    calls=[
        RecipeCall(
            capability="atlas.create_key_result",
            params={"title": "{title}", "objective_title": "{objective}", "target_value": "{target}"},
        )
    ],
    reply=_MADE,
)

atlas.recipe(
    "create_initiative",
    title={"pt": "Criar uma iniciativa", "en": "Create an initiative"},
    examples={
        "pt": [
            'crie uma iniciativa "Novo canal" no KR "Receita mensal"',
            'adicione a iniciativa "Programa de indicação" ao KR "NPS"',
            'nova iniciativa no KR "Churn": ligar para quem cancelou',
            'criar iniciativa chamada "Treinar vendas" no KR "Novos contratos"',
            'quero uma nova iniciativa "Campanha de maio" no KR "Leads"',
        ],
        "en": [
            'create an initiative "New channel" for the KR "Monthly revenue"',
            'add the initiative "Referral programme" to the KR "NPS"',
            'new initiative for the KR "Churn": call those who left',
            'create an initiative called "Train sales" for the KR "New contracts"',
            'I want a new initiative "May campaign" for the KR "Leads"',
        ],
    },
    slots={"title": text([*CALLED, *INITIATIVE.markers], _NAME), "key_result": KEY_RESULT.slot},
    calls=[
        RecipeCall(capability="atlas.create_initiative", params={"title": "{title}", "kr_title": "{key_result}"}),
    ],
    reply=_MADE,
)

atlas.recipe(
    "create_project",
    title={"pt": "Criar um projeto estratégico", "en": "Create a strategic project"},
    examples={
        "pt": [
            'crie um projeto estratégico "CRM novo"',
            'adicione o projeto estratégico "Loja virtual" à estratégia',
            "novo projeto estratégico: migração para a nuvem",
            'criar projeto estratégico chamado "Expansão Sul"',
            'quero um novo projeto estratégico "Academia de líderes"',
        ],
        "en": [
            'create a strategic project "New CRM"',
            'add the strategic project "Web shop" to the strategy',
            "new strategic project: move to the cloud",
            'create a strategic project called "South expansion"',
            'I want a new strategic project "Leadership academy"',
        ],
    },
    slots={"name": text([*CALLED, *PROJECT.markers], _NAME), "place": end(*_WHERE)},
    calls=[RecipeCall(capability="atlas.create_project", params={"name": "{name}"})],
    reply=_MADE,
)
