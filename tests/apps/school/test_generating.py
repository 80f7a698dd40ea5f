"""Exact generators: every answer is worked out again from the question by other code, over more than 10,000 seeds."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import NoReturn

from tests.apps.school.recomputing import DAYS, GIVEN, numbers_in, numbers_used, said_number, value_of

from aule.apps.school.bncc import skills
from aule.apps.school.catalog.kinds import CATEGORIES, kinds
from aule.apps.school.checking.arithmetic import mismatch, worked_out
from aule.apps.school.checking.questions import check, level_warning, trouble
from aule.apps.school.entities import Alternativa, Conteudo, Questao, Secao
from aule.apps.school.generating.contents import Material, compose
from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.grids import STEPS, crossword, word_search
from aule.apps.school.generating.item import Item, Level
from aule.apps.school.generating.question_maker import MIXED, Pedido, drawn, gerar
from aule.apps.school.generating.question_shapes import wrong_answers
from aule.apps.school.generating.templates import TEMPLATES, codes_for, covered, for_code, for_words
from aule.apps.school.generating.terms import Term, given_terms, vocabulary

SEEDS = 36
"""For each of 112 templates at each of three levels: 12,096 items."""


def _year(code: str) -> str:
    return "EM1" if code.startswith("EM") else f"EF{(skills.skill(code) or _missing(code)).anos[0]}"


def _missing(code: str) -> NoReturn:
    raise AssertionError(code)


FIRST = dict.fromkeys(TEMPLATES, 6) | {
    name: int(_year(code)[2:]) + (9 if code.startswith("EM") else 0)
    for code in reversed(covered())
    for name in for_code(code)
}
"""The first year a template is for."""


def _check_words(name: str, item: Item) -> None:  # noqa: C901 (one rule for each kind of answer)
    """An answer in words is right, and no other one is."""
    text, account = f"{item.scene} {item.asked}", item.account
    if name == "multiplos.prime":
        assert _is_prime(int(item.right)) and not any(_is_prime(int(each)) for each in item.wrong)
    elif account.startswith("multiplo("):
        base = int(account[9:-1])
        assert int(said_number(item.right)) % base == 0
        assert all(int(said_number(each)) % base for each in item.wrong)
    elif account.startswith("equivalente("):
        base = Fraction(account[12:-1])
        assert Fraction(item.right) == base and all(Fraction(each) != base for each in item.wrong)
    elif account.startswith("dia("):
        start, after = (int(each) for each in account[4:-1].split(", "))
        assert DAYS[start] in text and f"{after} dias" in text and item.right == DAYS[(start + after) % 7]
    elif account.startswith("expoente("):
        values = {each: _power(each) for each in (item.right, *item.wrong)}
        asked = re.findall(r"[\d⁰¹²³⁴⁵⁶⁷⁸⁹()÷×]+", item.asked.split(": ")[1])
        assert values[item.right] == _powers(asked) and list(values.values()).count(values[item.right]) == 1
    elif account.startswith("cientifica("):
        whole = numbers_in(item.asked).pop()
        assert _scientific(item.right) == whole and all(
            _scientific(each) != whole for each in item.wrong if each[1] == ","
        )
        assert 1 <= said_number(item.right) < 10
    elif account.startswith("raizes("):
        b, c = (int(each) for each in account[7:-1].split(", "))
        assert all(x * x + b * x + c == 0 for x in _ints(item.right))
        assert not any(
            all(x * x + b * x + c == 0 for x in _ints(each)) and len(set(_ints(each))) == 2 for each in item.wrong
        )
    elif account.startswith("simetrico("):
        x, y = (int(each) for each in account[10:].split(", ")[:2])
        mirror = {"ao eixo x": (x, -y), "ao eixo y": (-x, y), "à origem": (-x, -y)}
        assert tuple(_ints(item.right)) == mirror[account[10:-1].split(", ")[2]]
    elif account.startswith(("maior(", "menor(")) and name != "dados.likely":
        values = [Fraction(each) for each in account[6:-1].split(", ")]
        best = max(values) if account.startswith("maior") else min(values)
        assert said_number(item.right) == best and all(said_number(each) != best for each in item.wrong)
        assert {abs(each) for each in values} <= numbers_in(text) | {Fraction(a) for a in re.findall(r"\d+/\d+", text)}
    elif name == "dados.likely":
        counts = {word.removesuffix("s"): int(n) for n, word in re.findall(r"(\d+) bolas? (\w+)", item.scene)}
        best = (max if " mais " in item.asked else min)(counts.values())
        assert counts[item.right.removesuffix("s")] == best and list(counts.values()).count(best) == 1
    else:
        assert name in ("proporcao.kind", "proporcao.sentence")
        assert item.right not in item.wrong


def test_every_item_has_the_right_answer_over_ten_thousand_seeds() -> None:
    """SP-5: the answer follows from the account, the account from numbers the question states; no wrong one is."""
    count = 0
    for name, template in TEMPLATES.items():
        first = FIRST[name]
        for seed in range(SEEDS):
            for step in range(3):
                item = template(Draw(seed * 7919 + step), Level(first + seed % (13 - first), step))
                count += 1
                if item.value is None:
                    _check_words(name, item)
                    continue
                assert value_of(item.account) == item.value, (name, item)
                assert said_number(item.answer) == item.value, (name, item)
                stated = numbers_in(f"{item.scene} {item.asked} {item.told}".replace("²", " 2 "))
                odd = numbers_used(item.account) - stated - GIVEN
                assert not odd or _is_derived(name), (name, odd, item)
                others = wrong_answers(item, Draw(seed), 4)
                assert len({*others, item.answer}) == len(others) + 1, (name, others)
                assert all(said_number(each) != item.value for each in others), (name, others, item)
                assert item.steps and "{}" in item.told
    assert count >= 10_000


def _is_derived(name: str) -> bool:
    """Templates whose account names what the question says in another way: a clock, a power, a sign, a word."""
    return name in {
        "potencias.power",
        "potencias.root",
        "naturais.expression",
        "medidas.duration",
        "formas.pythagoras",
        "equacoes.square",
        "dados.missing",
        "dados.table",
    }


def test_every_code_of_the_table_exists_and_gives_ten_different_questions_for_its_year() -> None:
    """SP-4: exact counts, one right answer, no duplicates, four alternatives or five."""
    letters: Counter[str] = Counter()
    for code in covered():
        assert skills.skill(code) is not None, code
        year = _year(code)
        for dificuldade in ("facil", "medio", "dificil"):
            made = gerar(Pedido("", year, (code,), 10, dificuldade), 11)
            assert len(made) == 10 or (code == "EF07MA27" and len(made) >= 7), (code, dificuldade, len(made))
            found = check(made, year)
            assert found.refused == [] and found.unknown == [], (code, found.refused)
            assert all(each.habilidades == [code] and each.explicacao for each in made)
            letters.update(each.resposta for each in made if each.tipo == "multipla_escolha" and year != "EM1")
    assert max(letters.values()) - min(letters.values()) < 0.2 * sum(letters.values()) / len(letters), letters


def test_the_same_seed_gives_the_same_activity_and_another_seed_another() -> None:
    """Reproducible: an activity can be made again from its seed."""
    pedido = Pedido("porcentagem", "EF7", ("EF07MA02",), 8)
    assert gerar(pedido, 5) == gerar(pedido, 5)
    assert [each.enunciado for each in gerar(pedido, 5)] != [each.enunciado for each in gerar(pedido, 6)]


def test_kinds_are_mixed_and_harder_is_harder() -> None:
    """`misto` has several kinds of question; the numbers of a hard addition are larger than those of an easy one."""
    made = drawn(Pedido("", "EF7", ("EF07MA17",), 10), 3)
    assert {each.questao.tipo for each in made} == set(MIXED)
    sizes = [
        sum(each.item.value or 0 for each in drawn(Pedido("adição", "EF4", (), 20, level), 3))
        for level in ("facil", "medio", "dificil")
    ]
    assert sizes[0] * 3 < sizes[1] and sizes[1] * 2 < sizes[2]


def test_a_theme_in_words_finds_its_templates_and_an_unknown_one_finds_none() -> None:
    """Never filler: what is not exact is not made."""
    assert set(for_words("Adição de frações", 7)) == {"fracoes.adding"}
    assert "porcentagem.discount" in for_words("Descontos e porcentagens na feira", 7)
    assert for_words("inversão térmica", 7) == [] and for_words("Revolução Francesa", 8) == []
    assert for_words("Idade Média", 7) == [] == for_words("Modalidades esportivas", 7)
    assert for_words("Média", 7) and for_words("Média de pontos", 7, is_maths=True)
    assert gerar(Pedido("Frações da sociedade", "EF8", materia="HI"), 1) == []
    assert gerar(Pedido("Revolução Francesa", "EF8"), 1) == []
    assert compose("mapa-mental", Pedido("frações", "EF7"), Material(), 1) is None


def test_a_theme_that_one_word_makes_another_is_not_practised_by_its_neighbour() -> None:
    """Never the wrong content: equations of the second degree are not of the first, nor algebraic fractions numbers."""
    second = for_words("Equações do 2º grau", 9, is_maths=True)
    assert second == ["equacoes.quadratic", "equacoes.square"] == for_words("equação do segundo grau", 9, is_maths=True)
    assert for_words("Área do círculo", 8, is_maths=True) == ["formas.circle"]
    for other in (
        "funções quadráticas",
        "função do 2º grau",
        "frações algébricas",
        "regra de três composta",
        "volume do cilindro",
    ):
        assert for_words(other, 9, is_maths=True) == [], other
    assert codes_for("Regra de três", "EF7") == ["EF07MA17"] and codes_for("equações do 2º grau", "EF9") == ["EF09MA09"]


def test_explanations_say_what_is_true_and_numbers_are_those_of_life() -> None:
    """The rule of signs is told of the calculation that is asked; wages do not double, a family buys few tickets."""
    for seed in range(200):
        signs = TEMPLATES["inteiros.multiplying"](Draw(seed), Level(7))
        assert ("Sinais iguais" in signs.steps[0]) == ((signs.value or 0) > 0), signs
        rise = TEMPLATES["porcentagem.increase"](Draw(seed), Level(7))
        assert "salário" not in rise.scene or max(numbers_in(rise.scene.split("reajuste")[1])) <= 20
        raffle = TEMPLATES["dados.chance_percent"](Draw(seed), Level(7))
        assert (raffle.value or 0) <= 25 and "5/36 = 5/36" not in " ".join(raffle.steps)
        hot = TEMPLATES["dados.median"](Draw(seed), Level(8))
        assert "temperaturas" not in hot.scene or min(numbers_in(hot.scene)) >= 12
    essay = gerar(Pedido("", "EF7", ("EF07MA18",), 5, modelos=("dissertativa",)), 3)
    assert all(each.enunciado.endswith((". Mostre como você pensou.", "? Mostre como você pensou.")) for each in essay)


def test_grids_hold_every_word_where_they_say() -> None:
    """SP-5: word searches and crosswords are laid out by a rule; each word can be read where it is said to stand."""
    themes = ("frações", "geometria", "porcentagens", "sistema solar", "gramática")
    for seed in range(12):
        for theme in themes:
            terms = vocabulary(theme, [])
            assert len(terms) >= 10
            for grade, left in (word_search(terms, seed), crossword(terms, seed)):
                assert len(left) <= 2
                for word in grade.palavras:
                    down, right = STEPS[word.direcao]
                    cells = [
                        (word.linha + down * n, word.coluna + right * n) for n in range(len(Term(word.texto).letters))
                    ]
                    assert "".join(grade.linhas[row][column] for row, column in cells) == Term(word.texto).letters
    assert [each.word for each in given_terms("sol: estrela; lua - satélite\nTerra = planeta")] == [
        "sol",
        "lua",
        "Terra",
    ]


def test_games_are_made_of_items_or_of_the_teachers_words() -> None:
    """Matching, ordering, cards, bingo, cloze, rubric: each whole, or none."""
    pedido = Pedido("frações", "EF7", (), 10)
    for tipo in (
        "exercicio-associacao",
        "exercicio-ordenacao",
        "flash-cards",
        "bingo-educativo",
        "material-adaptado-nivel",
    ):
        content = compose(tipo, pedido, Material(), 4)
        assert content is not None, tipo
        assert all(trouble(each, 4) is None for each in content.questoes), tipo
    skilled = Material(skills=[("EF07MA12", "Resolver e elaborar problemas que envolvam as operações.")])
    assert compose("rubrica-avaliacao", pedido, skilled, 1) and compose("autoavaliacao-aluno", pedido, skilled, 1)
    assert compose("teste-cloze", pedido, Material(text="O menino foi à escola de manhã cedo. " * 12), 1)
    assert compose("teste-cloze", pedido, Material(text="curto"), 1) is None


def test_a_wrong_answer_to_a_calculation_is_found() -> None:
    """SP-5: a calculation that can be read is worked out, and a mismatch blocks the question."""
    assert worked_out("3/4 + 1,5 × 2") == Fraction(15, 4) and worked_out("2 × (3 + 4)²") == 98
    assert worked_out("1/2 ÷ 3/4") == Fraction(2, 3) and worked_out("Quantos?") is None and worked_out("1 ÷ 0") is None
    wrong = Questao(id="1", tipo="numerica", enunciado="Calcule: 7 × 8", resposta="54")
    assert mismatch(wrong) == "56" and mismatch(wrong.model_copy(update={"resposta": "56"})) is None
    told = Questao(id="1", tipo="verdadeiro_falso", enunciado="7 × 8 = 54", resposta="V")
    assert mismatch(told) == "56" and mismatch(told.model_copy(update={"resposta": "F"})) is None


def test_a_bad_question_is_refused_with_its_reason() -> None:
    """SP-4: alternatives, answers, duplicates and codes are looked at."""
    texts = ("4", "5", "5", "6")
    bad = [Alternativa(id="ABCD"[at], texto=text, correta=at == 1) for at, text in enumerate(texts)]
    two = [Alternativa(id="ABCD"[at], texto=str(at), correta=at < 2) for at in range(4)]
    fine = [Alternativa(id="ABCD"[at], texto=str(at), correta=at == 2) for at in range(4)]
    made = [
        Questao(id="1", tipo="multipla_escolha", enunciado="Um", alternativas=bad, resposta="B"),
        Questao(id="2", tipo="multipla_escolha", enunciado="Dois", alternativas=two, resposta="A"),
        Questao(
            id="3", tipo="multipla_escolha", enunciado="Três", alternativas=fine, resposta="C", habilidades=["EF07MA99"]
        ),
        Questao(id="4", tipo="multipla_escolha", enunciado="três!", alternativas=fine, resposta="C"),
        Questao(id="5", tipo="multipla_escolha", enunciado="Cinco", alternativas=fine, resposta="D"),
        Questao(id="6", tipo="verdadeiro_falso", enunciado="Seis", resposta="talvez"),
    ]
    found = check(made, "EF7")
    assert (
        [each.id for each in found.kept] == ["3"] and found.unknown == ["EF07MA99"] and found.kept[0].habilidades == []
    )
    assert len(found.refused) == 5
    assert check([made[2]], "EM2").refused == ["Question 1: it has 4 alternatives instead of 5."]


def test_a_text_far_above_the_class_is_said() -> None:
    """SP-4: readability by the Portuguese Flesch measure."""
    hard = (
        "A interdisciplinaridade epistemológica contemporânea problematiza necessariamente institucionalizações. " * 12
    )
    easy = "O gato viu o rato. O rato viu o gato e fugiu. A bola é da Ana. " * 8
    assert level_warning(Conteudo(secoes=[Secao(texto=hard)]), "EF6", "pt-BR") is not None
    assert level_warning(Conteudo(secoes=[Secao(texto=easy)]), "EF3", "pt-BR") is None


def test_the_catalogue_has_its_67_kinds_in_nine_categories() -> None:
    """SP-6: ids as they have always been, names and descriptions of our own."""
    assert len(kinds()) == 67 == len({each.id for each in kinds()} | set())
    assert {each.categoria for each in kinds()} == set(CATEGORIES)
    assert all(each.nome and each.descricao.endswith(".") and each.campos_obrigatorios for each in kinds())


def test_a_year_means_its_blocks_too() -> None:
    """SP-35: year 7 is 07, 67 and 69; words are found with or without accents; nothing unknown is valid."""
    codes = {each.codigo[2:4] for each in skills.of_year("Língua Portuguesa", "EF7")}
    assert codes == {"67", "69", "07"} or codes == {"67", "69"}
    assert len(skills.search("")) == 1_721
    assert [each.codigo for each in skills.search("FRACAO", component="MA", ano_serie="EF7")] == [
        each.codigo for each in skills.search("fração", component="Matemática", ano_serie="EF7")
    ]
    assert skills.split(["ef07ma12", "EF07MA99", "EF67LP08", "EF07MA12"]) == (["EF07MA12", "EF67LP08"], ["EF07MA99"])


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, n))


def _ints(text: str) -> list[int]:
    return [int(each.replace("−", "-")) for each in re.findall(r"[−-]?\d+", text)]


_DOWN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def _power(text: str) -> int:
    base, high = re.findall(r"^(\d+)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)$", text)[0]
    return int(base) ** int(high.translate(_DOWN))


def _powers(parts: list[str]) -> int:
    text = "".join(parts)
    if text.startswith("("):
        inner, outer = re.findall(r"^\((.+)\)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)$", text)[0]
        return _power(inner) ** int(outer.translate(_DOWN))
    first, sign, second = re.findall(r"^([^×÷]+)([×÷])([^×÷]+)$", text)[0]
    return _power(first) * _power(second) if sign == "×" else _power(first) // _power(second)


def _scientific(text: str) -> Fraction:
    head, high = re.findall(r"^([\d,]+) × 10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)$", text)[0]
    return Fraction(head.replace(",", ".")) * Fraction(10) ** int(high.translate(_DOWN))
