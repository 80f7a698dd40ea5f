"""Sentences that change something: check in, weigh, mark, rename, remove."""

from __future__ import annotations

from aule.apps.atlas.app import atlas
from aule.apps.atlas.recipes.words import (
    CHANGED,
    INITIATIVE,
    KEY_RESULT,
    OBJECTIVE,
    PILLAR,
    PROJECT,
    Noun,
    text,
)
from aule.sdk import RecipeCall, Slot, SlotKind

_GO = ("exclua o", "exclua", "apague o", "apague", "remova o", "remova", "delete the", "delete o", "delete", "remove")
"""Behind these a code may stand without its noun: `exclua o KR03`."""
_REMOVED = {
    "pt": "Excluído: “{result.data.title}”. Dá para desfazer no histórico.",
    "en": "Removed: “{result.data.title}”. It can be undone in the history.",
}

atlas.recipe(
    "check_in",
    title={"pt": "Registrar o valor de um KR", "en": "Record the value of a key result"},
    examples={
        "pt": [
            'atualize o KR "Receita mensal" para 300',
            "check-in do KR01: 42",
            'faça o check-in do KR "NPS": 71',
            'registre 42 no KR "Novos clientes"',
            'registre o valor 7 no KR "Leads"',
            'atualizar o resultado-chave "Churn" para 3,5',
            "atualize o KR02 para 15",
            'mude o valor do KR "Margem" para 18%',
            'lance o valor 120 no KR "Vendas"',
        ],
        "en": [
            'update the KR "Monthly revenue" to 300',
            "check in KR01: 42",
            'do the check-in of the KR "NPS": 71',
            'record 42 for the KR "New customers"',
            'update the key result "Churn" to 3.5',
            "update KR02 to 15",
            'set the value of the KR "Margin" to 18%',
            'enter 120 for the key result "Sales"',
        ],
    },
    slots={
        "key_result": text(
            [
                *KEY_RESULT.markers,
                *("check-in do", "check-in de", "check-in da", "check-in", "check in", "check-in of", "check in of"),
                *("atualize o", "atualize a", "atualize", "atualizar o", "atualizar", "update the", "update", "set"),
            ],
            KEY_RESULT.question,
        ),
        "value": Slot(
            kind=SlotKind.NUMBER,
            markers=["para", "to", "valor", "value"],
            question={"pt": "Qual é o novo valor?", "en": "What is the new value?"},
        ),
    },
    calls=[RecipeCall(capability="atlas.check_in", params={"kr_title": "{key_result}", "value": "{value}"})],
    reply=CHANGED,
)


def _weighing(noun: Noun) -> None:
    """Heavier, lighter, or exactly as heavy as said."""
    update, given = f"atlas.update_{noun.kind}", f"{{{noun.kind}}}"
    of = (f"d{noun.pt}", f"of {noun.en}")
    atlas.recipe(
        f"raise_weight_of_{noun.kind}",
        title={"pt": f"Aumentar o peso {of[0]}", "en": f"Increase the weight {of[1]}"},
        examples={
            "pt": noun.says(
                [
                    "aumente o peso {of} {title}",
                    "aumentar o peso {of} {title}",
                    "suba o peso {of} {title}",
                    "dê mais peso para {the} {title}",
                ],
                "pt",
            ),
            "en": noun.says(
                [
                    "increase the weight {of} {title}",
                    "raise the weight {of} {title}",
                    "increase the weight {of} {title} by one",
                    "raise the weight {of} {title} by one",
                ],
                "en",
            ),
        },
        slots={noun.kind: noun.slot},
        calls=[RecipeCall(capability=update, params={noun.param: given, "weight_by": 1})],
        reply=CHANGED,
    )
    atlas.recipe(
        f"lower_weight_of_{noun.kind}",
        title={"pt": f"Diminuir o peso {of[0]}", "en": f"Decrease the weight {of[1]}"},
        examples={
            "pt": noun.says(
                [
                    "diminua o peso {of} {title}",
                    "diminuir o peso {of} {title}",
                    "reduza o peso {of} {title}",
                    "dê menos peso para {the} {title}",
                ],
                "pt",
            ),
            "en": noun.says(
                [
                    "decrease the weight {of} {title}",
                    "lower the weight {of} {title}",
                    "decrease the weight {of} {title} by one",
                    "lower the weight {of} {title} by one",
                ],
                "en",
            ),
        },
        slots={noun.kind: noun.slot},
        calls=[RecipeCall(capability=update, params={noun.param: given, "weight_by": -1})],
        reply=CHANGED,
    )
    atlas.recipe(
        f"set_weight_of_{noun.kind}",
        title={"pt": f"Definir o peso {of[0]}", "en": f"Set the weight {of[1]}"},
        examples={
            "pt": noun.says(
                [
                    "mude o peso {of} {title} para 5",
                    "altere o peso {of} {title} para 3",
                    "defina o peso {of} {title} como 4",
                    "o peso {of} {title} deve ser 6",
                ],
                "pt",
            ),
            "en": noun.says(
                [
                    "change the weight {of} {title} to 5",
                    "set the weight {of} {title} to 3",
                    "set the weight {of} {title} at 10",
                    "the weight {of} {title} should be 6",
                ],
                "en",
            ),
        },
        slots={
            noun.kind: noun.slot,
            "weight": Slot(
                kind=SlotKind.NUMBER,
                markers=["para", "como", "em", "deve ser", "to", "at", "should be"],
                question={"pt": "Qual peso, de 1 a 10?", "en": "Which weight, from 1 to 10?"},
            ),
        },
        calls=[RecipeCall(capability=update, params={noun.param: given, "weight": "{weight}"})],
        reply=CHANGED,
    )


def _marking(noun: Noun) -> None:
    """Its status, in the person's words."""
    atlas.recipe(
        f"mark_{noun.kind}",
        title={"pt": f"Mudar o status d{noun.pt}", "en": f"Change the status of {noun.en}"},
        examples={
            "pt": noun.says(
                [
                    "mude o status {of} {title} para em risco",
                    "marque {the} {title} como concluído",
                    "altere o status {of} {title} para em andamento",
                    "coloque {the} {title} como atrasado",
                    "marque {the} {title} como não iniciado",
                ],
                "pt",
            ),
            "en": noun.says(
                [
                    "change the status {of} {title} to at risk",
                    "mark {the} {title} as completed",
                    "set the status {of} {title} to in progress",
                    "mark {the} {title} as delayed",
                    "mark {the} {title} as not started",
                ],
                "en",
            ),
        },
        slots={
            noun.kind: noun.slot,
            "status": text(
                ["para", "como", "agora é", "to", "as", "is now"],
                {
                    "pt": "Qual status? (não iniciado, em andamento, em risco, atrasado, concluído)",
                    "en": "Which status? (not started, in progress, at risk, delayed, completed)",
                },
            ),
        },
        calls=[
            RecipeCall(
                capability=f"atlas.update_{noun.kind}", params={noun.param: f"{{{noun.kind}}}", "status": "{status}"}
            )
        ],
        reply=CHANGED,
    )


def _removing(noun: Noun) -> None:
    """It goes, with all that belongs to it, after a person saw what."""
    atlas.recipe(
        f"delete_{noun.kind}",
        title={"pt": f"Excluir {noun.pt}", "en": f"Delete {noun.en}"},
        examples={
            "pt": noun.says(
                [
                    "exclua {the} {title}",
                    "apague {the} {title}",
                    "remova {the} {title}",
                    "delete {the} {title}",
                ],
                "pt",
            ),
            "en": noun.says(
                [
                    "delete {the} {title}",
                    "remove {the} {title}",
                    "erase {the} {title}",
                    "drop {the} {title}",
                ],
                "en",
            ),
        },
        slots={noun.kind: text([*noun.markers, *_GO], noun.question)},
        calls=[RecipeCall(capability=f"atlas.delete_{noun.kind}", params={noun.param: f"{{{noun.kind}}}"})],
        reply=_REMOVED,
    )


for _noun in (OBJECTIVE, KEY_RESULT):
    _weighing(_noun)
_marking(OBJECTIVE)
for _noun in (PILLAR, OBJECTIVE, KEY_RESULT, INITIATIVE, PROJECT):
    _removing(_noun)
