"""Activities of the sample school, with their answers worked out."""

from __future__ import annotations

from dataclasses import dataclass

from aule.apps.school.entities import Alternativa, Conteudo, Questao, Secao


@dataclass(frozen=True, slots=True)
class Worksheet:
    """An activity of the sample."""

    titulo: str
    tipo: str
    materia: int
    turma: int
    tema: str
    habilidades: tuple[str, ...]
    questoes: tuple[tuple[str, str, str], ...]
    """What is asked, the answer, and why."""
    status: str = "publicada"
    texto: str = ""
    dias: int = -20
    """When it was made, in days from today."""


def _of(*questoes: tuple[str, str, str]) -> tuple[tuple[str, str, str], ...]:
    return questoes


WORKSHEETS = (
    Worksheet(
        "Lista: grandezas proporcionais",
        "lista-exercicios",
        0,
        0,
        "Proporcionalidade direta e inversa",
        ("EF07MA17",),
        _of(
            ("Se 4 cadernos custam R$ 36,00, quanto custam 7 cadernos?", "63", "36 ÷ 4 = 9; 9 × 7 = 63 reais."),
            (
                "Uma torneira enche 60 litros em 5 minutos. Quantos litros enche em 8 minutos?",
                "96",
                "60 ÷ 5 = 12 litros por minuto; 12 × 8 = 96.",
            ),
            (
                "6 pedreiros fazem um muro em 10 dias. Em quantos dias 4 pedreiros, no mesmo ritmo, fazem o muro?",
                "15",
                "6 × 10 = 60 dias de trabalho; 60 ÷ 4 = 15.",
            ),
            ("Um carro percorre 210 km em 3 horas. Quantos quilômetros percorre em 5 horas?", "350", "70 × 5 = 350."),
        ),
        dias=-34,
    ),
    Worksheet(
        "Porcentagem no dia a dia",
        "lista-exercicios",
        0,
        0,
        "Porcentagem, descontos e acréscimos",
        ("EF07MA02",),
        _of(
            ("Quanto é 15% de 240?", "36", "10% é 24 e 5% é 12; 24 + 12 = 36."),
            ("Um tênis de R$ 200,00 tem 30% de desconto. Qual é o novo preço?", "140", "30% de 200 é 60; 200 − 60."),
            ("Uma conta de R$ 80,00 teve acréscimo de 5%. Quanto se paga?", "84", "5% de 80 é 4; 80 + 4 = 84."),
        ),
        dias=-27,
    ),
    Worksheet(
        "Quiz: números racionais",
        "quiz-interativo",
        0,
        0,
        "Operações com números racionais",
        ("EF07MA12",),
        _of(
            ("Quanto é 1/2 + 1/4, em número decimal?", "0,75", "2/4 + 1/4 = 3/4 = 0,75."),
            ("Quanto é (−3) × 0,5?", "-1,5", "3 × 0,5 = 1,5, e os sinais são diferentes."),
            ("Quanto é 2,4 ÷ 0,6?", "4", "24 ÷ 6 = 4."),
        ),
        dias=-15,
    ),
    Worksheet(
        "Leitura: uma crônica da cidade",
        "leitura-com-perguntas",
        1,
        0,
        "Crônica: narrador e tom",
        ("EF67LP28",),
        _of(
            (
                "Quem conta a história, e como se percebe isso no texto?",
                "O narrador é o próprio personagem, porque usa a primeira pessoa.",
                "Verbos e pronomes em primeira pessoa.",
            ),
            (
                "Que efeito tem a repetição de «todo dia»?",
                "Mostra a rotina do personagem e o seu cansaço.",
                "A repetição marca o hábito.",
            ),
        ),
        texto="Todo dia eu pego o mesmo ônibus. Todo dia a mesma janela me mostra a mesma rua, e eu finjo que é nova.",
        dias=-22,
    ),
    Worksheet(
        "Misturas e separação",
        "questoes-dissertativas",
        2,
        0,
        "Misturas homogêneas e heterogêneas",
        ("EF06CI01",),
        _of(
            (
                "Água e óleo formam uma mistura homogênea ou heterogênea? Por quê?",
                "Heterogênea, porque se veem duas fases.",
                "O óleo fica sobre a água.",
            ),
            (
                "Como separar o sal da água salgada?",
                "Por evaporação ou destilação.",
                "A água evapora e o sal fica.",
            ),
        ),
        status="revisada",
        dias=-12,
    ),
    Worksheet(
        "Expressões algébricas em figuras",
        "lista-exercicios",
        0,
        1,
        "Valor numérico de expressões algébricas",
        ("EF08MA06",),
        _of(
            ("Qual é o valor de 3x + 2 para x = 5?", "17", "3 × 5 = 15; 15 + 2 = 17."),
            ("Qual é o valor de 2a − b para a = 6 e b = 4?", "8", "2 × 6 = 12; 12 − 4 = 8."),
        ),
        dias=-18,
    ),
    Worksheet(
        "Saída da aula: regra de três",
        "exit-ticket",
        0,
        0,
        "Regra de três simples",
        ("EF07MA17",),
        _of(
            ("Se 3 canetas custam R$ 12,00, quanto custam 5?", "20", "12 ÷ 3 = 4; 4 × 5 = 20."),
        ),
        status="rascunho",
        dias=-2,
    ),
)


def content_of(sheet: Worksheet) -> Conteudo:
    """Return a worksheet's questions: those with a number for an answer are `numerica`, quizzes offer choices."""
    questoes = [_question(sheet, place, *each) for place, each in enumerate(sheet.questoes, start=1)]
    return Conteudo(secoes=[Secao(titulo=sheet.tema, texto=sheet.texto, questoes=questoes)])


def _question(sheet: Worksheet, place: int, enunciado: str, resposta: str, explicacao: str) -> Questao:
    number = _number(resposta)
    options: list[Alternativa] = []
    if sheet.tipo == "quiz-interativo" and number is not None:
        wrong = [number * 10, number / 10, -number]  # the comma or the sign in the wrong place
        values = sorted([number, *wrong])
        options = [
            Alternativa(id="ABCD"[at], texto=_written(value), correta=value == number)
            for at, value in enumerate(values)
        ]
        resposta = next(each.id for each in options if each.correta)
    tipo = "multipla_escolha" if options else ("dissertativa" if number is None else "numerica")
    return Questao(
        id=f"q{place}",
        tipo=tipo,
        enunciado=enunciado,
        alternativas=options,
        resposta=resposta,
        explicacao=explicacao,
        habilidades=list(sheet.habilidades),
    )


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None


def _written(value: float) -> str:
    return f"{value:g}".replace(".", ",").replace("-", "−")
