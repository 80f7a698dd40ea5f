"""Sentences that look: how it goes, what is at risk, what is due, what changed; and those that bring data in or out."""

from __future__ import annotations

from aule.apps.atlas.app import atlas
from aule.apps.atlas.recipes.words import KEY_RESULT, OBJECTIVE, TOLD, end, text
from aule.sdk import RecipeCall, Slot, SlotKind

_SHOW = ("mostre o", "mostre", "como está o", "como vai o", "abra o", "abra", "show", "open", "how is")
"""Behind these an id may stand without its noun: `mostre o kr-11`."""

atlas.recipe(
    "summary",
    title={"pt": "Dizer como está a estratégia", "en": "Tell how the strategy is going"},
    examples={
        "pt": [
            "como está a estratégia?",
            "como estão os OKRs?",
            "como vamos na estratégia da empresa?",
            "qual é o progresso da estratégia?",
            "me dê um resumo dos OKRs",
            "resuma a estratégia da empresa",
            "qual é o progresso da empresa?",
            "como está a empresa?",
        ],
        "en": [
            "how is the strategy going?",
            "how are the OKRs doing?",
            "how are we doing on the company strategy?",
            "what is the progress of the strategy?",
            "give me a summary of the OKRs",
            "summarise the company strategy",
            "what is the progress of the company?",
            "how is the company doing?",
        ],
    },
    calls=[RecipeCall(capability="atlas.summary")],
    reply=TOLD,
)

atlas.recipe(
    "attention",
    title={"pt": "Dizer o que está em risco", "en": "Tell what is at risk"},
    examples={
        "pt": [
            "o que está em risco?",
            "quais objetivos estão em risco?",
            "quais KRs estão atrasados?",
            "o que precisa de atenção na estratégia?",
            "que objetivos estão atrasados?",
            "mostre os objetivos em risco",
        ],
        "en": [
            "what is at risk?",
            "which objectives are at risk?",
            "which KRs are behind?",
            "what needs attention in the strategy?",
            "which objectives are delayed?",
            "show the objectives at risk",
        ],
    },
    calls=[RecipeCall(capability="atlas.attention")],
    reply=TOLD,
)

atlas.recipe(
    "due",
    title={"pt": "Listar KRs sem check-in", "en": "List key results without a check-in"},
    examples={
        "pt": [
            "quais KRs estão sem check-in?",
            "que check-ins estão pendentes?",
            "quais KRs precisam de check-in?",
            "liste os KRs desatualizados",
            "quais resultados-chave estão parados?",
            "mostre os check-ins em atraso",
        ],
        "en": [
            "which KRs have no check-in?",
            "which check-ins are due?",
            "which KRs need a check-in?",
            "list the stale KRs",
            "which key results are stale?",
            "show the overdue check-ins",
        ],
    },
    calls=[RecipeCall(capability="atlas.due")],
    reply=TOLD,
)

atlas.recipe(
    "search_strategy",
    title={"pt": "Procurar na estratégia", "en": "Search the strategy"},
    examples={
        "pt": [
            "procure receita na estratégia",
            'busque "clientes" no Atlas',
            "encontre os objetivos sobre churn",
            "procure os KRs sobre vendas",
            "ache na estratégia o que fala de custos",
            "pesquise os KRs de contratação no Atlas",
        ],
        "en": [
            "search for revenue in the strategy",
            'find "customers" in Atlas',
            "find the objectives about churn",
            "look for the KRs about sales",
            "search the strategy for costs",
            "look up hiring in Atlas",
        ],
    },
    slots={
        "q": text(
            [
                *("procure por", "procure", "busque por", "busque", "encontre", "pesquise", "ache", "sobre", "fala de"),
                *("search for", "find", "look for", "look up", "about", "search the strategy for"),
            ],
            {"pt": "O que devo procurar?", "en": "What should I look for?"},
        ),
        "place": end(
            *("na estratégia", "no atlas", "nos okrs", "os objetivos", "os krs", "o que"),
            *("in the strategy", "in atlas", "in the okrs", "the objectives", "the krs"),
        ),
    },
    calls=[RecipeCall(capability="atlas.search", params={"q": "{q}"})],
    reply=TOLD,
)

atlas.recipe(
    "show_objective",
    title={"pt": "Mostrar um objetivo", "en": "Show an objective"},
    examples={
        "pt": OBJECTIVE.says(
            [
                "como está {the} {title}?",
                "mostre {the} {title}",
                "qual é o progresso {of} {title}?",
                "abra {the} {title}",
                "como vai {the} {title}?",
                "me mostre os KRs {of} {title}",
            ],
            "pt",
        ),
        "en": OBJECTIVE.says(
            [
                "how is {the} {title} doing?",
                "show {the} {title}",
                "what is the progress {of} {title}?",
                "open {the} {title}",
                "how is {the} {title} going?",
                "show me the KRs {of} {title}",
            ],
            "en",
        ),
    },
    slots={"item": text([*OBJECTIVE.markers, *_SHOW], OBJECTIVE.question), "place": end("doing", "going")},
    calls=[RecipeCall(capability="atlas.get", params={"id": "{item}", "kind": "objective"})],
    reply=TOLD,
)

atlas.recipe(
    "show_key_result",
    title={"pt": "Mostrar um KR", "en": "Show a key result"},
    examples={
        "pt": KEY_RESULT.says(
            [
                "como está {the} {title}?",
                "mostre {the} {title}",
                "qual é o valor atual {of} {title}?",
                "abra {the} {title}",
                "qual é a meta {of} {title}?",
                "qual é o progresso {of} {title}?",
            ],
            "pt",
        ),
        "en": KEY_RESULT.says(
            [
                "how is {the} {title} doing?",
                "show {the} {title}",
                "what is the current value {of} {title}?",
                "open {the} {title}",
                "what is the target {of} {title}?",
                "what is the progress {of} {title}?",
            ],
            "en",
        ),
    },
    slots={"item": text([*KEY_RESULT.markers, *_SHOW], KEY_RESULT.question), "place": end("doing", "going")},
    calls=[RecipeCall(capability="atlas.get", params={"id": "{item}", "kind": "key_result"})],
    reply=TOLD,
)

atlas.recipe(
    "compare",
    title={"pt": "Dizer o que mudou na estratégia", "en": "Tell what changed in the strategy"},
    examples={
        "pt": [
            "o que mudou na estratégia desde 1 de março?",
            "o que mudou nos OKRs desde 2026-01-31?",
            "o que melhorou na estratégia desde ontem?",
            "compare a estratégia de hoje com a de 15/02",
            "como a estratégia mudou no último mês?",
            "o que piorou nos OKRs desde 10 de abril?",
        ],
        "en": [
            "what changed in the strategy since March 1?",
            "what changed in the OKRs since 2026-01-31?",
            "what got better in the strategy since yesterday?",
            "compare today's strategy with the one of 2026-02-15",
            "how did the strategy change in the last month?",
            "what got worse in the OKRs since April 10?",
        ],
    },
    slots={"since": Slot(kind=SlotKind.DATE, required=False)},
    calls=[RecipeCall(capability="atlas.compare", params={"since": "{since}"})],
    reply=TOLD,
)

atlas.recipe(
    "report",
    title={"pt": "Escrever o relatório da estratégia", "en": "Write the strategy report"},
    examples={
        "pt": [
            "gere o relatório da estratégia",
            "faça um relatório de status dos OKRs",
            "escreva o relatório estratégico do mês",
            "quero o status report da estratégia",
            "monte um relatório dos OKRs da empresa",
            "prepare o relatório de acompanhamento da estratégia",
        ],
        "en": [
            "write the strategy report",
            "make a status report of the OKRs",
            "generate this month's strategy report",
            "I want the status report of the strategy",
            "put together a report on the company's OKRs",
            "prepare the strategy follow-up report",
        ],
    },
    calls=[RecipeCall(capability="atlas.report")],
    reply=TOLD,
)

atlas.recipe(
    "export",
    title={"pt": "Exportar a estratégia", "en": "Export the strategy"},
    examples={
        "pt": [
            "exporte a estratégia",
            "exportar os dados do Atlas",
            "exporte os OKRs da empresa",
            "quero exportar a estratégia em JSON",
            "faça uma exportação do Atlas",
            "exporte todos os pilares e objetivos",
        ],
        "en": [
            "export the strategy",
            "export the data of Atlas",
            "export the company's OKRs",
            "I want to export the strategy as JSON",
            "make an export of Atlas",
            "export all pillars and objectives",
        ],
    },
    calls=[RecipeCall(capability="atlas.export")],
)

atlas.recipe(
    "add_sample",
    title={"pt": "Adicionar a empresa de exemplo", "en": "Add the sample company"},
    examples={
        "pt": [
            "adicione o exemplo do Atlas",
            "adicione os dados de exemplo do Atlas",
            "carregue o exemplo do Atlas",
            "quero ver o Atlas com dados de exemplo",
            "carregue os dados de exemplo da estratégia",
            "quero ver um exemplo de OKRs no Atlas",
        ],
        "en": [
            "add the sample OKRs",
            "add the sample data of Atlas",
            "load the sample of Atlas",
            "I want to see Atlas with sample data",
            "load the sample data of the strategy",
            "I want to see sample OKRs in Atlas",
        ],
    },
    calls=[RecipeCall(capability="atlas.add_sample")],
)

atlas.recipe(
    "pasted_plan",
    title={"pt": "Fazer um plano colado do Atlas", "en": "Do a pasted plan of Atlas"},
    examples={
        "pt": [
            "[ATLAS_PLAN]",
            "[ATLAS_PLAN][/ATLAS_PLAN]",
            "faça este plano do Atlas [ATLAS_PLAN]",
            "faça o [ATLAS_PLAN] colado",
            "aplique este [ATLAS_PLAN] na estratégia",
            "quero este [ATLAS_PLAN]",
        ],
        "en": [
            "[ATLAS_PLAN] [/ATLAS_PLAN]",
            "do this Atlas plan [ATLAS_PLAN]",
            "do the pasted [ATLAS_PLAN]",
            "apply this [ATLAS_PLAN] to the strategy",
            "I want this [ATLAS_PLAN]",
            "here is an [ATLAS_PLAN]",
        ],
    },
    slots={
        "text": Slot(
            kind=SlotKind.MESSAGE,
            question={"pt": "Cole o texto com o [ATLAS_PLAN].", "en": "Paste the text with the [ATLAS_PLAN]."},
        )
    },
    calls=[RecipeCall(capability="atlas.execute_pasted", params={"text": "{text}"})],
)
