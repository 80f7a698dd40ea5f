"""What words do to a plan: ask for one, answer its question, change it, or nothing."""

from __future__ import annotations

import pytest

from aule.understanding.plan_acts import PlanAct, asks_for_plan, plan_act

WORK = [
    "Preciso adicionar autenticação JWT",
    "planeje a migração do banco de dados",
    "crie 3 notas sobre fotossíntese",
    "pesquise sobre energia solar e escreva um relatório",
    "corrija o bug no login",
    "renomeie UserService para AccountService e atualize os testes",
    "organize minhas notas sobre viagem num arquivo",
    "faça a revisão semanal",
    "documente o módulo de pagamentos",
    "você pode adicionar um endpoint de saúde?",
    "Crie 3 atividades de matemática para o 7A com base no desempenho e coloque no calendário",
    "fix the bug in the login",
    "write tests for src/utils.py",
    "upgrade express to 5",
    "can you add a login page?",
    "implement full text search",
    "make a plan for my trip",
    "refactor the payment service",
    "collect the findings from the files and write a report",
    "write five study notes on the French Revolution",
]
TALK = [
    "olá",
    "oi, tudo bem?",
    "obrigado!",
    "quem é você?",
    "quais notas eu tenho?",
    "crie uma nota: comprar leite e fazer pão",
    "anote que o portão fecha às dez",
    "liste as notas",
    "apague o arquivo a.txt",
    "como adiciono uma rota?",
    "lembre que eu gosto de chá",
    "leia o arquivo a.md",
    "hello",
    "thanks",
    "what can you do?",
    "what files are there?",
    "how do I add a route?",
    "remember that I like tea",
    'write a file a.md with the text "hi"',
    "show me the notes",
    "",
    "   ",
    "?",
]


@pytest.mark.parametrize("words", WORK)
def test_work_of_several_steps_is_heard_as_work(words: str) -> None:
    """PL-3."""
    assert plan_act(words) is PlanAct.NEW


@pytest.mark.parametrize("words", TALK)
def test_talk_and_single_calls_never_become_a_plan(words: str) -> None:
    """PL-3, PL-S11."""
    assert plan_act(words) is PlanAct.TALK


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("você decide", "decide"),
        ("Tanto faz!", "decide"),
        ("you decide", "decide"),
        ("não sei", "unknown"),
        ("I don't know", "unknown"),
        ("pular", "skip"),
        ("skip it", "skip"),
    ],
)
def test_the_three_ways_not_to_answer_are_heard(words: str, kind: str) -> None:
    """PL-17."""
    assert plan_act(words, has_plan=True, has_question=True) == kind


def test_words_to_an_open_question_are_its_answer() -> None:
    """PL-17."""
    for words in ("Em src/services/auth/", "Todas exceto /api/auth", "in the lib folder"):
        assert plan_act(words, has_plan=True, has_question=True) is PlanAct.ANSWER


def test_a_wish_to_change_the_plan_is_a_suggestion_even_while_a_question_is_open() -> None:
    """PL-19."""
    for words in ("o passo 3 antes do 2", "I think step 3 should come before step 2", "remova o passo 2"):
        assert plan_act(words, has_plan=True, has_question=True) is PlanAct.CHANGE
        assert plan_act(words, has_plan=True) is PlanAct.CHANGE


def test_set_phrases_about_a_plan_are_heard() -> None:
    assert plan_act("cancela o plano", has_plan=True) is PlanAct.DROP
    assert plan_act("Segue assim mesmo.", has_plan=True) is PlanAct.GO_ON
    assert plan_act("pode executar", has_plan=True) is PlanAct.START
    assert plan_act("run it", has_plan=True, has_question=True) is PlanAct.START


def test_questions_and_thanks_leave_a_plan_alone() -> None:
    for words in ("por que o passo 2?", "obrigado", "what is a JWT?"):
        assert plan_act(words, has_plan=True) is PlanAct.TALK


def test_without_a_plan_nothing_is_cancelled_started_or_answered() -> None:
    for words in ("cancela", "pode executar", "você decide", "segue assim mesmo"):
        assert plan_act(words) is PlanAct.TALK


def test_another_plan_can_be_asked_for_while_one_is_open() -> None:
    words = "faça um novo plano para a festa"
    assert plan_act(words, has_plan=True) is PlanAct.NEW


def test_asking_by_name_leaves_nothing_to_judge() -> None:
    assert asks_for_plan("planeje as férias") and asks_for_plan("/plan a party") and asks_for_plan("make a plan for X")
    assert not asks_for_plan("adicione testes") and not asks_for_plan("o plano é bom")
