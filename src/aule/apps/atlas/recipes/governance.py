"""Sentences about meetings, the Golden Circle, SWOT, the vision alignment and insights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aule.apps.atlas.app import atlas
from aule.apps.atlas.recipes.words import CALLED, CHANGED, TOLD, text
from aule.sdk import RecipeCall, Slot, SlotKind

_MEETING = (
    *("reunião", "reuniao", "a reunião", "da reunião", "na reunião", "à reunião", "para a reunião"),
    *("meeting", "the meeting", "of the meeting", "to the meeting", "for the meeting"),
)
_WHICH = {"pt": "Qual reunião? (título ou id, como reu-1)", "en": "Which meeting? (title or id, like reu-1)"}
_INSIGHT = ("o insight", "insight", "the insight")
_INSIGHT_WHICH = {"pt": "Qual insight? (título ou id, como ins-1)", "en": "Which insight? (title or id, like ins-1)"}
_MADE = {
    "pt": "Criado: “{result.data.title}” ({result.data.id}).",
    "en": "Created: “{result.data.title}” ({result.data.id}).",
}
_CHANGED = {"pt": "Feito: {result.data.title}.", "en": "Done: {result.data.title}."}
_DAY = Slot(
    kind=SlotKind.DATE,
    markers=["em", "no dia", "para o dia", "para", "dia", "on", "for"],
    question={"pt": "Em que dia?", "en": "On which day?"},
)
_TIME = Slot(kind=SlotKind.HOUR, required=False, stops=["às", "at", "ao meio-dia"])

atlas.recipe(
    "create_meeting",
    title={"pt": "Marcar uma reunião da estratégia", "en": "Plan a strategy meeting"},
    examples={
        "pt": [
            'crie uma reunião estratégica "RM de março" em 10/03/2026',
            'marque a reunião da estratégia "Revisão trimestral" para 2026-04-02',
            'crie uma reunião de governança "RM de maio" no dia 12/05/2026',
            'agende a reunião estratégica "Fechamento" para amanhã',
        ],
        "en": [
            'create a strategy meeting "March review" on 2026-03-10',
            'plan the strategy meeting "Quarterly review" for 2026-04-02',
            'create a governance meeting "May review" on 2026-05-12',
            'schedule the strategy meeting "Closing" for tomorrow',
        ],
    },
    slots={
        "title": text(
            [*CALLED, "reunião estratégica", "reunião da estratégia", "reunião de governança", *_MEETING],
            {"pt": "Como se chama a reunião?", "en": "What is the meeting called?"},
        ),
        "day": _DAY,
        "time": _TIME,
    },
    calls=[
        RecipeCall(
            capability="atlas.create_meeting",
            params={"title": "{title}", "scheduled_date": "{day}", "scheduled_time": "{time}"},
        )
    ],
    reply=_MADE,
)

atlas.recipe(
    "list_meetings",
    title={"pt": "Listar as reuniões da estratégia", "en": "List the strategy meetings"},
    examples={
        "pt": [
            "quais são as próximas reuniões da estratégia?",
            "liste as reuniões estratégicas",
            "mostre as reuniões de governança",
            "quando é a próxima reunião estratégica?",
        ],
        "en": [
            "what are the next strategy meetings?",
            "list the strategy meetings",
            "show the governance meetings",
            "when is the next strategy meeting?",
        ],
    },
    calls=[RecipeCall(capability="atlas.list_meetings")],
    reply=TOLD,
)

atlas.recipe(
    "move_meeting",
    title={"pt": "Mudar o dia de uma reunião da estratégia", "en": "Move a strategy meeting"},
    examples={
        "pt": [
            'mude a reunião estratégica "RM de março" para 12/03/2026',
            'adie a reunião estratégica "Revisão trimestral" para 2026-04-09',
            'remarque a reunião da estratégia "RM de maio" para 15/05/2026',
            'mude a data da reunião estratégica "Fechamento" para 2026-12-20',
            'mude o dia da reunião estratégica "Abertura" para 2026-08-03',
        ],
        "en": [
            'move the strategy meeting "March review" to 2026-03-12',
            'put off the strategy meeting "Quarterly review" to 2026-04-09',
            'reschedule the strategy meeting "May review" to 2026-05-15',
            'move the strategy meeting "Closing" to 2026-12-20',
            'move the strategy meeting "Kick-off" to next Monday',
            'change the date of the strategy meeting "Budget" to 2026-08-03',
        ],
    },
    slots={
        "meeting": text(["reunião estratégica", "reunião da estratégia", "strategy meeting", *_MEETING], _WHICH),
        "day": _DAY.model_copy(update={"markers": ["para o dia", "para", "to"]}),
        "time": _TIME,
    },
    calls=[
        RecipeCall(
            capability="atlas.update_meeting",
            params={"meeting_title": "{meeting}", "scheduled_date": "{day}", "scheduled_time": "{time}"},
        )
    ],
    reply=CHANGED,
)

atlas.recipe(
    "delete_meeting",
    title={"pt": "Excluir uma reunião da estratégia", "en": "Delete a strategy meeting"},
    examples={
        "pt": [
            'exclua a reunião estratégica "RM de março"',
            'apague a reunião da estratégia "Revisão trimestral"',
            'remova a reunião estratégica "Fechamento"',
            "exclua a reunião estratégica reu-2",
        ],
        "en": [
            'delete the strategy meeting "March review"',
            'remove the strategy meeting "Quarterly review"',
            'delete the strategy meeting "Closing"',
            "delete the strategy meeting reu-2",
        ],
    },
    slots={"meeting": text(["reunião estratégica", "reunião da estratégia", "strategy meeting", *_MEETING], _WHICH)},
    calls=[RecipeCall(capability="atlas.delete_meeting", params={"meeting_title": "{meeting}"})],
    reply={
        "pt": "Excluído: “{result.data.title}”. Dá para desfazer no histórico.",
        "en": "Removed: “{result.data.title}”. It can be undone in the history.",
    },
)

atlas.recipe(
    "create_agenda_item",
    title={"pt": "Adicionar um item de pauta", "en": "Add an agenda item"},
    examples={
        "pt": [
            'adicione o item de pauta "Revisão dos KRs" à reunião "RM de março"',
            'inclua o item de pauta "Riscos" na reunião "Revisão trimestral"',
            'crie o item de pauta "Próximos passos" na reunião "Fechamento"',
            'novo item de pauta "Orçamento" para a reunião "RM de maio"',
        ],
        "en": [
            'add the agenda item "Review of the KRs" to the meeting "March review"',
            'put the agenda item "Risks" to the meeting "Quarterly review"',
            'create the agenda item "Next steps" for the meeting "Closing"',
            'new agenda item "Budget" for the meeting "May review"',
        ],
    },
    slots={
        "title": text([*CALLED, "item de pauta", "agenda item"], {"pt": "Qual é o item?", "en": "What is the item?"}),
        "meeting": text(_MEETING, _WHICH),
    },
    calls=[
        RecipeCall(capability="atlas.create_agenda_item", params={"title": "{title}", "meeting_title": "{meeting}"})
    ],
    reply=_MADE,
)

_ITEM = (
    "item de pauta",
    "item da pauta",
    "ponto de pauta",
    "assunto",
    "tópico",
    "agenda item",
    "agenda point",
    "topic",
)
_ITEM_WHICH = {"pt": "Qual item da pauta?", "en": "Which item of the agenda?"}
_OFF = (
    r"\b(?:apagu?[ea]r?|remov[ae]r?|exclu[ai]r?|deletar?|delete|remove|erase|drop)\s+(?:(?:o|a|the)\s+)?"
    r"(?:(?:item de pauta|item da pauta|ponto de pauta|agenda item|agenda point|item|assunto|t[óo]pico|topic)"
    r"\s+(?!d[aeo]\s|of\s|from\s)(.+?)(?=\s+(?:d[ae]|na|from|of|on|in)\s+(?:the\s+)?(?:pauta|agenda|reuni[ãa]o|meeting)\b|[.!?]*$)"
    r"|(.+?)\s+(?:da\s+pauta|da\s+agenda|(?:from|off)\s+the\s+agenda)\b)"
)
"""What goes from an agenda, without quotes: `the agenda item Risks of the meeting reu-1`, `Risks from the agenda`."""

atlas.recipe(
    "delete_agenda_item",
    title={"pt": "Excluir um item de pauta", "en": "Delete an agenda item"},
    examples={
        "pt": [
            'exclua o item de pauta "Riscos" da reunião "RM de março"',
            'apague o item "Orçamento" da pauta da reunião "Fechamento"',
            'remova "Próximos passos" da pauta da reunião "RM de maio"',
            'exclua o assunto "Férias" da reunião "Revisão trimestral"',
            "apague o item Riscos da pauta da reunião reu-2",
            'remova "Riscos" da pauta',
        ],
        "en": [
            'delete the agenda item "Risks" of the meeting "March review"',
            'remove the agenda item "Budget" from the meeting "Closing"',
            'remove "Next steps" from the agenda of the meeting "May review"',
            'delete the topic "Holidays" of the meeting "Quarterly review"',
            "remove agenda item Risks from meeting reu-2",
            'remove "Risks" from the agenda',
        ],
    },
    slots={
        "item": text([*_ITEM, "item", "da pauta", "off the agenda"], _ITEM_WHICH).model_copy(update={"pattern": _OFF}),
        "meeting": text([*_MEETING, "from the meeting", "from meeting", "of meeting"], _WHICH).model_copy(
            update={"required": False}
        ),
    },
    calls=[
        RecipeCall(
            capability="atlas.delete_agenda_item",
            params={"agenda_item_title": "{item}", "meeting_title": "{meeting}"},
        )
    ],
    reply={
        "pt": "Excluído: “{result.data.title}”. Dá para desfazer no histórico.",
        "en": "Removed: “{result.data.title}”. It can be undone in the history.",
    },
)

atlas.recipe(
    "rename_agenda_item",
    title={"pt": "Renomear um item de pauta", "en": "Rename an agenda item"},
    examples={
        "pt": [
            'renomeie o item de pauta "Riscos" para "Riscos e prazos"',
            'mude o título do item de pauta "Orçamento" para "Caixa"',
            'renomeie o item de pauta "Churn" para "Retenção"',
            'altere o item de pauta "Férias" para "Férias e escalas"',
        ],
        "en": [
            'rename the agenda item "Risks" to "Risks and dates"',
            'change the title of the agenda item "Budget" to "Cash"',
            'rename the agenda item "Churn" to "Retention"',
            'change the agenda item "Holidays" to "Holidays and shifts"',
        ],
    },
    slots={
        "item": text(_ITEM, _ITEM_WHICH),
        "title": text(["para", "to"], {"pt": "Qual é o novo título?", "en": "What is the new title?"}),
    },
    calls=[
        RecipeCall(capability="atlas.update_agenda_item", params={"agenda_item_title": "{item}", "title": "{title}"})
    ],
    reply=CHANGED,
)

atlas.recipe(
    "generate_insights",
    title={"pt": "Gerar insights da estratégia", "en": "Work out insights of the strategy"},
    examples={
        "pt": [
            "gere insights da estratégia",
            "gere os insights",
            "quero novos insights dos OKRs",
            "calcule os insights dos OKRs",
            "atualize os insights da estratégia",
        ],
        "en": [
            "generate insights of the strategy",
            "generate insights",
            "I want new insights on the OKRs",
            "work out the insights of the OKRs",
            "refresh the insights of the strategy",
        ],
    },
    calls=[RecipeCall(capability="atlas.generate_insights")],
    reply={"pt": "Insights gerados a partir dos números.", "en": "The insights were worked out from the figures."},
)

atlas.recipe(
    "list_insights",
    title={"pt": "Listar os insights da estratégia", "en": "List the insights of the strategy"},
    examples={
        "pt": [
            "quais são os insights da estratégia?",
            "mostre os insights",
            "liste os insights em aberto",
            "que insights há sobre os OKRs?",
        ],
        "en": [
            "what are the insights of the strategy?",
            "show the insights",
            "list the open insights",
            "which insights are there on the OKRs?",
        ],
    },
    calls=[RecipeCall(capability="atlas.list_insights")],
    reply=TOLD,
)

atlas.recipe(
    "create_insight",
    title={"pt": "Criar um insight", "en": "Write an insight"},
    examples={
        "pt": [
            'crie um insight "Falta gente no caixa"',
            'adicione o insight "O frete pesa na margem"',
            "novo insight: a loja da praça fecha cedo",
            'registre o insight "Clientes pedem entrega"',
        ],
        "en": [
            'create an insight "The tills are short of people"',
            'add the insight "Freight weighs on the margin"',
            "new insight: the shop on the square closes early",
            'record the insight "Customers ask for delivery"',
        ],
    },
    slots={"title": text([*CALLED, *_INSIGHT], {"pt": "O que ele diz?", "en": "What does it say?"})},
    calls=[RecipeCall(capability="atlas.create_insight", params={"title": "{title}"})],
    reply=_MADE,
)


def _deciding(verb: str, pt: tuple[str, str], en: tuple[str, str]) -> None:
    """Say that an insight is right, or put it aside."""
    titles = (("Falta gente no caixa", "The tills are short"), ("ins-3", "ins-3"), ("Frete", "Freight"))
    atlas.recipe(
        f"{verb}_insight",
        title={"pt": f"{pt[0].capitalize()} um insight", "en": f"{en[0].capitalize()} an insight"},
        examples={
            "pt": [*(f'{pt[1]} o insight "{title}"' for title, _ in titles), f"{pt[1]} o insight ins-7"],
            "en": [*(f'{en[1]} the insight "{title}"' for _, title in titles), f"{en[1]} the insight ins-7"],
        },
        slots={"insight": text(_INSIGHT, _INSIGHT_WHICH)},
        calls=[RecipeCall(capability=f"atlas.{verb}_insight", params={"insight_title": "{insight}"})],
        reply=CHANGED,
    )


_deciding("confirm", ("confirmar", "confirme"), ("confirm", "confirm"))
_deciding("dismiss", ("descartar", "descarte"), ("dismiss", "dismiss"))


def _writing(noun: str, field: str, names: Mapping[str, str], owners: Mapping[str, str], said: Sequence[str]) -> None:
    """Write one text of a framework: what stands behind the colon, or in quotes."""
    atlas.recipe(
        f"write_{field}",
        title={"pt": f"Escrever {names['pt']} {owners['pt']}", "en": f"Write {names['en']} {owners['en']}"},
        examples={
            "pt": [
                f'mude {names["pt"]} {owners["pt"]} para "{said[0]}"',
                f"escreva em {names['pt']} {owners['pt']}: {said[0]}",
                f'atualize {names["pt"]} {owners["pt"]} para "{said[0]}"',
                f"defina {names['pt']} {owners['pt']}: {said[0]}",
            ],
            "en": [
                f'change {names["en"]} {owners["en"]} to "{said[1]}"',
                f"write {names['en']} {owners['en']}: {said[1]}",
                f'update {names["en"]} {owners["en"]} to "{said[1]}"',
                f"set {names['en']} {owners['en']}: {said[1]}",
            ],
        },
        slots={
            "words": text(["para", "to", ":"], {"pt": "O que deve ficar escrito?", "en": "What should it say?"}),
        },
        calls=[RecipeCall(capability=f"atlas.update_{noun}", params={field: "{words}"})],
        reply=_CHANGED,
    )


_CIRCLE = {"pt": "do golden circle", "en": "of the golden circle"}
_SWOT = {"pt": "da análise SWOT", "en": "of the SWOT analysis"}
_VISION = {"pt": "do alinhamento de visão", "en": "of the vision alignment"}
for _noun, _field, _names, _owners, _said in (
    ("golden_circle", "why_question", {"pt": "o porquê", "en": "the why"}, _CIRCLE, ("Servir bem", "Serve well")),
    ("golden_circle", "how_question", {"pt": "o como", "en": "the how"}, _CIRCLE, ("Com calma", "Calmly")),
    ("golden_circle", "what_question", {"pt": "o quê", "en": "the what"}, _CIRCLE, ("Pães", "Bread")),
    ("swot", "strengths", {"pt": "as forças", "en": "the strengths"}, _SWOT, ("Marca forte", "Strong brand")),
    ("swot", "weaknesses", {"pt": "as fraquezas", "en": "the weaknesses"}, _SWOT, ("Uma cozinha", "One kitchen")),
    ("swot", "opportunities", {"pt": "as oportunidades", "en": "the opportunities"}, _SWOT, ("Entrega", "Delivery")),
    ("swot", "threats", {"pt": "as ameaças", "en": "the threats"}, _SWOT, ("Frete", "Freight")),
    (
        *(
            "vision_alignment",
            "shared_objectives",
            {"pt": "os objetivos compartilhados", "en": "the shared objectives"},
        ),
        *(_VISION, ("Crescer", "Grow")),
    ),
    (
        *("vision_alignment", "shared_commitments", {"pt": "os compromissos", "en": "the shared commitments"}),
        *(_VISION, ("Reunião semanal", "Weekly talk")),
    ),
    (
        *("vision_alignment", "shared_resources", {"pt": "os recursos", "en": "the shared resources"}),
        *(_VISION, ("Duas lojas", "Two shops")),
    ),
    (
        *("vision_alignment", "shared_risks", {"pt": "os riscos", "en": "the shared risks"}),
        *(_VISION, ("Caixa curto", "Short of cash")),
    ),
):
    _writing(_noun, _field, _names, _owners, _said)
