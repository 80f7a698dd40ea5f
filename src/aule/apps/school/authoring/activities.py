"""Writing an activity: exactly where that can be done, else with the teacher's own questions, else with a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aule.apps.school.analysis.class_choice import look_in
from aule.apps.school.analysis.comments import comment
from aule.apps.school.authoring.wishes import Setting, dificuldade_of, title_for
from aule.apps.school.catalog.kinds import has_questions, kind_of, kinds
from aule.apps.school.checking.questions import check, level_warning, same
from aule.apps.school.entities import Atividade, Conteudo, OrigemAtividade, Questao, Secao
from aule.apps.school.generating.contents import OF_QUESTIONS, Material, compose, kinds_for
from aule.apps.school.generating.draw import Draw
from aule.apps.school.generating.model_questions import thought
from aule.apps.school.generating.question_maker import Pedido
from aule.apps.school.generating.terms import Term, different, given_terms, vocabulary
from aule.apps.school.listing.queries import Filtro
from aule.apps.school.names import chave
from aule.apps.school.record_changes import new_id, stamped
from aule.apps.school.source import SchoolSource
from aule.apps.school.views import Aviso
from aule.apps.school.words import say
from aule.sdk import Context, errors

RECENT = 60
"""How many of the teacher's latest activities are looked at for questions; about 200 questions of a skill."""
DEFAULT_YEAR = "EF6"
INSTRUCTIONS = {
    "lista-exercicios": "Leia cada questão com atenção e resolva. Deixe os seus cálculos registrados.",
    "prova-personalizada": "Leia toda a prova antes de começar. Responda a caneta e deixe os cálculos registrados.",
    "simulado": "Marque apenas uma alternativa em cada questão.",
    "multipla-escolha": "Marque apenas uma alternativa em cada questão.",
    "quiz-interativo": "Escolha a alternativa certa. Vale conversar com a sua equipe.",
    "verdadeiro-falso": "Escreva V para as afirmações verdadeiras e F para as falsas. Corrija as falsas.",
    "preencher-lacunas": "Complete cada lacuna com o que falta.",
    "exercicio-associacao": "Ligue cada item da primeira coluna ao seu par na segunda.",
    "questoes-dissertativas": "Responda com as suas palavras e mostre como você pensou.",
    "exit-ticket": "Antes de sair, responda rapidamente: quero saber o que ficou da aula de hoje.",
    "jogo-show-milhao": "As perguntas vão ficando mais difíceis. Cada acerto vale o dobro do anterior.",
    "material-adaptado-nivel": "Comece pelo nível indicado pelo professor e avance quando se sentir seguro.",
    "flash-cards": "Recorte os cartões, dobre e teste a sua memória: a pergunta de um lado, a resposta do outro.",
    "bingo-educativo": "Resolva a pergunta sorteada e marque a resposta na sua cartela.",
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What an activity is to be."""

    tipo: str
    tema: str
    quantidade: int = 10
    dificuldade: str = "medio"
    modelo_questao: str = "misto"
    objetivos: tuple[str, ...] = ()
    contexto: str = ""
    titulo: str = ""


async def write(context: Context, source: SchoolSource, wish: Wish, place: Setting) -> tuple[Atividade, list[Aviso]]:
    """Return the activity, checked, and what the teacher should know about it; nothing is kept yet."""
    tipo = kind_of(wish.tipo, context.locale).id
    pedido = Pedido(
        wish.tema,
        place.ano_serie or DEFAULT_YEAR,
        tuple(place.codes),
        wish.quantidade,
        dificuldade_of(wish.dificuldade),
        kinds_for(tipo, wish.modelo_questao),
        place.letters,
    )
    bank = await questions_of(source, place.codes, wish.tema)
    terms = given_terms(wish.contexto) or _bank_terms(bank) or vocabulary(wish.tema, place.codes, pedido.materia)
    material = Material(terms, bank, wish.contexto, place.texts)
    semente = int(context.ambient.dice.random() * 2**48)
    if tipo == REPORT_CARDS:
        conteudo, made_by = await report_cards(context, place), "gerador"
    else:
        conteudo, made_by = await _content(context, tipo, pedido, wish, material, semente)
    avisos = [*place.avisos, *_looked_at(tipo, conteudo, pedido, bank, context.locale)]
    codes = place.codes or list(dict.fromkeys(code for each in conteudo.questoes for code in each.habilidades))
    activity = Atividade(
        id=new_id(context, Atividade),
        titulo=(wish.titulo or title_for(tipo, wish.tema, place.codes))[:200],
        tipo=tipo,
        materia_id=place.materia.id if place.materia else None,
        ano_serie=place.ano_serie,
        turma_id=place.turma.id if place.turma else None,
        tema=wish.tema,
        objetivos=list(wish.objetivos) or [text for _, text in place.texts],
        habilidades=codes,
        dificuldade=pedido.dificuldade,
        instrucoes=INSTRUCTIONS.get(tipo, ""),
        conteudo=conteudo,
        tempo_min=max(10, 3 * len(conteudo.questoes)) if conteudo.questoes else None,
        origem=OrigemAtividade(run=context.run.id, feita_por=made_by, semente=semente),  # pyright: ignore[reportArgumentType]
    )
    return stamped(context, activity), avisos


async def questions_of(source: SchoolSource, codes: Sequence[str], tema: str) -> list[Questao]:
    """Return the teacher's own questions about these skills, or about the theme where no skill is named.

    The latest first.
    """
    _, recent = await source.page(Atividade, Filtro(limit=RECENT))
    wanted, words = set(codes), chave(tema)
    found: list[Questao] = []
    for activity in recent:
        is_about = bool(wanted & set(activity.habilidades)) if wanted else bool(words) and words == chave(activity.tema)
        found += [each for each in activity.conteudo.questoes if is_about or wanted & set(each.habilidades)]
    return list({same(each): each for each in reversed(found)}.values())[::-1][:200]


async def _content(
    context: Context, tipo: str, pedido: Pedido, wish: Wish, material: Material, semente: int
) -> tuple[Conteudo, str]:
    """Return what it is made of, and by whom: `gerador`, `manual` (the teacher's own) or `modelo`."""
    if not (wish.contexto and tipo in OF_QUESTIONS and context.has_model):
        known = {same(each) for each in material.bank}
        tries = [compose(tipo, pedido, material, Draw(semente + turn).seed()) for turn in range(3 if known else 1)]
        made = [each for each in tries if each is not None]
        if made:
            return min(made, key=lambda each: sum(same(q) in known for q in each.questoes)), "gerador"
    if not context.has_model:
        raise _without_model(tipo, wish, context.locale)
    return await thought(context, tipo, pedido, material, wish.contexto), "modelo"


def _looked_at(tipo: str, conteudo: Conteudo, pedido: Pedido, bank: Sequence[Questao], locale: str) -> list[Aviso]:
    """Return warnings about an activity as a whole."""
    avisos: list[Aviso] = []
    checked = check(conteudo.questoes, pedido.ano_serie)
    missing = pedido.quantidade - len(checked.kept)
    if (
        conteudo.questoes
        and has_questions(tipo)
        and missing > 0
        and all(each.tipo != "associacao" for each in conteudo.questoes)
    ):
        message = say("fewer_questions_made", locale, count=len(checked.kept), quantidade=pedido.quantidade)
        avisos.append(Aviso(code="questoes_incompletas", message=message))
    known = {same(each) for each in bank}
    repeated = sum(same(each) in known for each in conteudo.questoes)
    if repeated:
        message = say("questions_repeated", locale, repeated=repeated)
        avisos.append(Aviso(code="questao_repetida", message=message))
    is_read = bool(conteudo.questoes)  # a rubric is for the teacher
    if is_read and (hard := level_warning(conteudo, pedido.ano_serie, locale)) is not None:
        avisos.append(hard)
    return avisos


def _bank_terms(bank: Sequence[Questao]) -> list[Term]:
    """Return words with definitions from the teacher's own matching questions and cards."""
    pairs = [(par.esquerda, par.direita) for each in bank for par in each.pares]
    found = [Term(left, right) for left, right in pairs if len(left.split()) <= 3 and left.replace(" ", "").isalpha()]
    return different(found) if len(found) >= 4 else []


def _without_model(tipo: str, wish: Wish, locale: str) -> errors.ModelUnavailable:
    name = kind_of(tipo).nome
    exact = ", ".join(each.nome for each in kinds() if each.sem_modelo)
    return errors.ModelUnavailable(
        say("kind_needs_a_model", locale, name=name, tema=wish.tema),
        hint=say("without_a_model", locale, instead=_instead(tipo, locale), exact=exact),
    )


def _instead(tipo: str, locale: str) -> str:
    """Return the function that does it with no model, where another one does."""
    name = {
        "plano-aula": "criar_aula",
        "plano-unidade": "criar_plano_ensino",
        "planejamento-anual": "criar_plano_ensino",
        "boletim-comentado-individual": "comentarios_boletim",
    }.get(tipo)
    return say("use_kind", locale, name=name) if name else ""


REPORT_CARDS = "comentarios-boletim"


async def report_cards(context: Context, place: Setting) -> Conteudo:
    """Return a comment for each student of the class; the version for students has none of them (SP-21)."""
    if place.turma is None:
        raise errors.Invalid(
            say("comments_need_a_class", context.locale),
            code="missing_param",
            field="turma_id",
        )
    look = await look_in(context, place.turma.id, "", place.materia.id if place.materia else None)
    for each in look.avisos:
        context.warn(each.code, each.message)
    comments = [comment(look, each) for each in look.found.alunos]
    told = "\n\n".join(f"**{each.aluno.nome}**\n\n{each.texto}" for each in comments)
    return Conteudo(secoes=[Secao(titulo=look.span.texto, para_professor=told)])
