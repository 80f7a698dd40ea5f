"""Adding, taking away, multiplying and sharing natural numbers, in the stories of the first years."""

from __future__ import annotations

from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.item import Item, Level, Scene, numeric, plain, tell
from aule.apps.school.generating.numbers import number
from aule.apps.school.generating.people import person, two_people

JOINING = (
    Scene(
        "Na árvore havia {a} passarinhos, e chegaram mais {b}. | Quantos passarinhos há agora na árvore? | "
        "Agora há {answer} passarinhos na árvore.",
        40,
    ),
    Scene(
        "Na feira, {who.name} vendeu {a} laranjas de manhã e {b} laranjas à tarde. | "
        "Quantas laranjas foram vendidas no dia? | No dia foram vendidas {answer} laranjas.",
        400,
    ),
    Scene(
        "{who.name} tem {a} figurinhas e {other.name} tem {b}. | Quantas figurinhas os dois têm juntos? | "
        "Juntos, os dois têm {answer} figurinhas.",
        600,
    ),
    Scene(
        "A biblioteca da escola tinha {a} livros e recebeu mais {b} de doação. | "
        "Com quantos livros a biblioteca ficou? | A biblioteca ficou com {answer} livros.",
        9_999,
        least=50,
    ),
    Scene(
        "Na festa junina da escola, {a} pessoas vieram no sábado e {b} no domingo. | "
        "Quantas pessoas vieram nos dois dias? | Nos dois dias vieram {answer} pessoas.",
        3_000,
        least=40,
    ),
    Scene(
        "Um ônibus rodou {a} km de manhã e {b} km à tarde. | Quantos quilômetros ele rodou no dia? | "
        "No dia, ele rodou {answer} quilômetros.",
        500,
    ),
    Scene(
        "Em um campeonato, o estádio recebeu {a} torcedores na semifinal e {b} na final. | "
        "Quantos torcedores foram aos dois jogos? | Aos dois jogos foram {answer} torcedores.",
        least=200,
    ),
    Scene(
        "Um posto de saúde aplicou {a} doses de vacina em maio e {b} em junho. | "
        "Quantas doses foram aplicadas nos dois meses? | Nos dois meses foram aplicadas {answer} doses.",
        least=60,
    ),
)
TAKING = (
    Scene(
        "Em um ônibus havia {a} passageiros. No ponto, {b} desceram. | Quantos passageiros ficaram no ônibus? | "
        "No ônibus ficaram {answer} passageiros.",
        60,
    ),
    Scene(
        "{who.name} tinha {a} reais de mesada e gastou {b} reais na cantina. | Quantos reais sobraram? | "
        "Sobraram {answer} reais.",
        300,
    ),
    Scene(
        "{who.name} tinha {a} figurinhas e deu {b} ao primo. | Com quantas figurinhas {who.he} ficou? | "
        "{who.he} ficou com {answer} figurinhas.",
        600,
    ),
    Scene(
        "Uma padaria fez {a} pães de manhã e vendeu {b} até o meio-dia. | Quantos pães sobraram? | "
        "Sobraram {answer} pães.",
        3_000,
        least=20,
    ),
    Scene(
        "Um caminhão saiu com {a} mudas de árvore. Na primeira parada foram plantadas {b}. | "
        "Quantas mudas ainda estão no caminhão? | No caminhão ainda há {answer} mudas.",
        9_999,
        least=20,
    ),
    Scene(
        "Um livro tem {a} páginas. {who.name} já leu {b}. | Quantas páginas faltam para {who.he} terminar o livro? | "
        "Faltam {answer} páginas para terminar o livro.",
        800,
        least=16,
    ),
    Scene(
        "Uma cooperativa recebeu {a} kg de material reciclável e já separou {b} kg. | "
        "Quantos quilogramas ainda faltam separar? | Ainda faltam separar {answer} quilogramas.",
        least=100,
    ),
    Scene(
        "Para um show foram postos à venda {a} ingressos. Até agora foram vendidos {b}. | "
        "Quantos ingressos ainda há para vender? | Ainda há {answer} ingressos para vender.",
        least=200,
    ),
)
COMPARING = (
    Scene(
        "No jogo, {who.name} fez {a} pontos e {other.name} fez {b}. | "
        "Quantos pontos {who.name} fez a mais do que {other.name}? | "
        "{who.name} fez {answer} pontos a mais do que {other.name}.",
        9_999,
    ),
    Scene(
        "Para um passeio, a turma quer juntar {a} reais. Já tem {b} reais. | Quantos reais ainda faltam? | "
        "Ainda faltam {answer} reais.",
        9_999,
    ),
    Scene(
        "Na gincana da reciclagem, a equipe azul juntou {a} garrafas e a equipe verde, {b}. | "
        "Qual é a diferença, em garrafas, entre as duas equipes? | A diferença é de {answer} garrafas.",
        3_000,
    ),
    Scene(
        "Uma cidade tem {a} habitantes e a cidade vizinha tem {b}. | "
        "Quantos habitantes a primeira tem a mais do que a segunda? | "
        "A primeira tem {answer} habitantes a mais do que a segunda.",
        least=1000,
    ),
)
GROUPING = (
    Scene(
        "Uma papelaria recebeu {a} caixas com {b} lápis em cada uma. | Quantos lápis a papelaria recebeu? | "
        "A papelaria recebeu {answer} lápis."
    ),
    Scene(
        "O auditório tem {a} fileiras com {b} cadeiras cada. | Quantas cadeiras há no auditório? | "
        "No auditório há {answer} cadeiras.",
        2_500,
        least=30,
    ),
    Scene(
        "Na horta há {a} canteiros, e em cada um foram plantados {b} pés de alface. | "
        "Quantos pés de alface foram plantados? | Foram plantados {answer} pés de alface.",
        3_000,
    ),
    Scene(
        "Uma doceira arrumou brigadeiros em {a} bandejas, {b} em cada bandeja. | "
        "Quantos brigadeiros são ao todo? | São {answer} brigadeiros ao todo.",
        2_000,
    ),
    Scene(
        "Uma gráfica imprime {b} livros por dia. | Quantos livros ela imprime em {a} dias? | "
        "Em {a} dias ela imprime {answer} livros.",
        least=200,
    ),
)
SHARING = (
    Scene(
        "{who.name} quer repartir {total} balas igualmente entre {by} amigos. | "
        "Quantas balas cada amigo vai receber? | Cada amigo vai receber {answer} balas.",
        400,
    ),
    Scene(
        "Uma costureira tem {total} botões e usa {by} em cada camisa. | Quantas camisas ela consegue completar? | "
        "Ela consegue completar {answer} camisas.",
        5_000,
    ),
    Scene(
        "A prefeitura dividiu {total} livros igualmente entre {by} salas de leitura. | "
        "Quantos livros cada sala recebeu? | Cada sala recebeu {answer} livros.",
        20_000,
        least=60,
    ),
    Scene(
        "Um sítio colheu {total} mangas e as colocou em caixas com {by} mangas cada. | Quantas caixas foram usadas? | "
        "Foram usadas {answer} caixas.",
        9_999,
        least=20,
    ),
    Scene(
        "Uma fábrica produziu {total} parafusos e os embalou em pacotes com {by} parafusos cada. | "
        "Quantos pacotes foram feitos? | Foram feitos {answer} pacotes.",
        least=200,
    ),
)
REMAINING = (
    Scene(
        "Uma professora repartiu {total} folhas igualmente entre {by} grupos e guardou as que sobraram. | "
        "Quantas folhas ela guardou? | Ela guardou {answer} folhas."
    ),
    Scene(
        "Um feirante tem {total} ovos e monta caixas com {by} ovos cada. | "
        "Quantos ovos sobram depois de montar o maior número possível de caixas? | Sobram {answer} ovos."
    ),
)
VANS = (
    Scene(
        "{total} estudantes vão a um museu em vans. Em cada van cabem {by} estudantes. | "
        "Quantas vans são necessárias, no mínimo, para levar todos? | São necessárias, no mínimo, {answer} vans."
    ),
    Scene(
        "Uma confeitaria vai entregar {total} salgados em caixas em que cabem {by}. | "
        "Quantas caixas são necessárias, no mínimo? | São necessárias, no mínimo, {answer} caixas."
    ),
)
TIMES = (("o dobro", 2, True), ("o triplo", 3, True), ("a metade", 2, False), ("a terça parte", 3, False))


def joining(draw: Draw, level: Level) -> Item:
    """Make a problem: two amounts are put together."""
    a, b = _pair(draw, level)
    who, other = two_people(draw)
    said = tell(draw, JOINING, a + b, a=a, b=b, who=who, other=other)
    steps = ["Juntamos as duas quantidades, com uma adição.", f"{number(a)} + {number(b)} = {number(a + b)}."]
    return numeric(said, a + b, f"{a} + {b}", mistakes=_sum_mistakes(a, b), steps=steps)


def taking(draw: Draw, level: Level) -> Item:
    """Make a problem: an amount is taken away from another."""
    b, rest = _pair(draw, level)
    a = b + rest
    said = tell(draw, TAKING, a, a=a, b=b, who=person(draw))
    steps = ["Do total tiramos o que saiu, com uma subtração.", f"{number(a)} − {number(b)} = {number(rest)}."]
    return numeric(said, rest, f"{a} - {b}", mistakes=_difference_mistakes(a, b), steps=steps)


def comparing(draw: Draw, level: Level) -> Item:
    """Make a problem: how many more, or how many are missing."""
    b, more = _pair(draw, level)
    a = b + more
    who, other = two_people(draw)
    said = tell(draw, COMPARING, a, a=a, b=b, who=who, other=other)
    steps = [
        "Para saber quanto há a mais (ou quanto falta), calculamos a diferença.",
        f"{number(a)} − {number(b)} = {number(more)}.",
    ]
    return numeric(said, more, f"{a} - {b}", mistakes=_difference_mistakes(a, b), steps=steps)


def adding(draw: Draw, level: Level) -> Item:
    """Make a problem: a plain addition or subtraction."""
    a, b = _pair(draw, level)
    total = a + b
    if draw.is_heads():
        steps = [f"Somamos ordem por ordem, começando pelas unidades: {number(a)} + {number(b)} = {number(total)}."]
        said = plain(f"{number(a)} + {number(b)}")
        return numeric(said, total, f"{a} + {b}", mistakes=_sum_mistakes(a, b), steps=steps)
    steps = [
        f"Subtraímos ordem por ordem: {number(total)} − {number(a)} = {number(b)}.",
        f"Conferindo: {number(b)} + {number(a)} = {number(total)}.",
    ]
    said = plain(f"{number(total)} − {number(a)}")
    return numeric(said, b, f"{total} - {a}", mistakes=_difference_mistakes(total, a), steps=steps)


def grouping(draw: Draw, level: Level) -> Item:
    """Make a problem: equal groups, or rows and columns."""
    a, b = _factors(draw, level)
    said = tell(draw, GROUPING, a * b, a=a, b=b)
    steps = [f"São {number(a)} grupos de {number(b)}.", f"{number(a)} × {number(b)} = {number(a * b)}."]
    return numeric(said, a * b, f"{a} * {b}", mistakes=_product_mistakes(a, b), steps=steps)


def multiplying(draw: Draw, level: Level) -> Item:
    """Make a problem: a plain multiplication."""
    a, b = _factors(draw, level)
    steps = [f"{number(a)} × {number(b)} = {number(a * b)}."]
    if a >= 10 and b >= 10:
        tens, ones = divmod(b, 10)
        parts = (
            f"{number(a)} × {number(tens * 10)} = {number(a * tens * 10)} e {number(a)} × {ones} = {number(a * ones)}"
        )
        steps.insert(0, f"Decompondo {number(b)}: {parts}.")
    said = plain(f"{number(a)} × {number(b)}")
    return numeric(said, a * b, f"{a} * {b}", mistakes=_product_mistakes(a, b), steps=steps)


def sharing(draw: Draw, level: Level) -> Item:
    """Make a problem: shared equally, with nothing left."""
    by, each = _shares(draw, level)
    total = by * each
    said = tell(draw, SHARING, total, total=total, by=by, who=person(draw))
    steps = [
        f"Dividimos em partes iguais: {number(total)} ÷ {number(by)} = {number(each)}.",
        f"Conferindo: {number(each)} × {number(by)} = {number(total)}.",
    ]
    mistakes = (each + 1, each - 1, total - by, each * 10, each + by)
    return numeric(said, each, f"{total} / {by}", mistakes=mistakes, steps=steps)


def remaining(draw: Draw, level: Level) -> Item:
    """Make a problem: shared equally, and something is left; or one more is needed for the rest."""
    by, each = _shares(draw, level)
    by, each = max(by, 3), min(each, 90)
    rest = draw.whole(1, by - 1)
    total = by * each + rest
    step = f"{number(total)} ÷ {number(by)} dá {number(each)}, com resto {number(rest)}."
    if level.step and draw.is_heads():
        last = f"O resto também precisa de lugar: {number(each)} + 1 = {number(each + 1)}."
        said = tell(draw, VANS, total=total, by=by)
        mistakes = (each, rest, each + 2, each + rest)
        return numeric(said, each + 1, f"teto({total} / {by})", mistakes=mistakes, steps=[step, last])
    used = by * each
    last = f"{number(by)} × {number(each)} = {number(used)}, e {number(total)} − {number(used)} = {number(rest)}."
    said = tell(draw, REMAINING, total=total, by=by)
    return numeric(said, rest, f"resto({total}, {by})", mistakes=(each, by - rest, rest + 1, by), steps=[step, last])


def doubling(draw: Draw, level: Level) -> Item:
    """Make a problem: double, triple, half, third."""
    word, by, is_up = draw.one(TIMES)
    base = draw.whole(2, max(6, min(level.most, 900) // 4))
    who, other = two_people(draw)
    given, found = (base, base * by) if is_up else (base * by, base)
    scene = Scene(
        "{who.name} tem {given} figurinhas. {other.name} tem {word} dessa quantidade. | "
        "Quantas figurinhas {other.name} tem? | {other.name} tem {answer} figurinhas."
    )
    said = tell(draw, [scene], given=given, who=who, other=other, word=word)
    meaning = f"Calcular {word} é o mesmo que {'multiplicar' if is_up else 'dividir'} por {by}."
    mistakes = (given + by, abs(given - by), given // by if is_up else given * by, found + 1)
    account = f"{given} {'*' if is_up else '/'} {by}"
    steps = [meaning, f"{number(given)} {'×' if is_up else '÷'} {by} = {number(found)}."]
    return numeric(said, found, account, mistakes=mistakes, steps=steps)


def _pair(draw: Draw, level: Level) -> tuple[int, int]:
    """Return two numbers whose sum a child of that year can work with."""
    total = draw.whole(max(4, level.most // 3), level.most)
    first = draw.whole(total // 4 + 1, 3 * total // 4)
    return first, total - first


def _factors(draw: Draw, level: Level) -> tuple[int, int]:
    """Return two factors for the year: tables first, then two digits by one, then two by two."""
    if level.year <= 2:
        return draw.whole(2, level.pick(3, 5, 5)), draw.whole(2, level.pick(5, 9, 10))
    if level.year == 3:
        return draw.one((2, 3, 4, 5, 10)), draw.whole(3, level.pick(9, 15, 30))
    if level.year == 4:
        return draw.whole(3, 9), draw.whole(level.pick(5, 12, 26), level.pick(15, 40, 120))
    return draw.whole(level.pick(4, 11, 14), level.pick(9, 25, 68)), draw.whole(12, level.pick(60, 90, 350))


def _shares(draw: Draw, level: Level) -> tuple[int, int]:
    if level.year <= 3:
        return draw.one((2, 3, 4, 5, 10)), draw.whole(2, level.pick(6, 10, 15 if level.year == 2 else 40))
    if level.year == 4:
        return draw.whole(2, level.pick(6, 9, 15)), draw.whole(6, level.pick(20, 60, 150))
    return draw.whole(level.pick(3, 6, 12), level.pick(9, 15, 36)), draw.whole(12, level.pick(60, 250, 900))


def _sum_mistakes(a: int, b: int) -> tuple[int, ...]:
    """Return carrying forgotten, carrying twice, taking away instead."""
    return (_by_digit(a, b, 1), a + b + 10, abs(a - b), a + b - 1, a + b + 1)


def _difference_mistakes(a: int, b: int) -> tuple[int, ...]:
    """Return the smaller digit from the larger one in each place, borrowing forgotten, adding instead."""
    return (_by_digit(a, b, -1), a - b + 10, a + b, a - b - 1, a - b + 1)


def _product_mistakes(a: int, b: int) -> tuple[int, ...]:
    """Return one group too few or too many, adding instead, a place lost."""
    product = a * b
    return (product - b, product + b, a + b, product + 10, product * 10 if product < 200 else product - 10 * a)


def _by_digit(a: int, b: int, sign: int) -> int:
    """Return the digits added or taken away place by place, with nothing carried."""
    pairs = zip(f"{a:09d}", f"{b:09d}", strict=True)
    return int("".join(str(abs(int(x) + sign * int(y)) % 10) for x, y in pairs))
