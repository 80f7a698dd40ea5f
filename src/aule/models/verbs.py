"""Verbs of effect: what a sentence says to do, in Portuguese and English."""

from __future__ import annotations

from typing import Literal

Verb = Literal["make", "put", "change", "remove", "show", "find", "keep"]

VERBS: dict[Verb, str] = {
    "make": "cria crie criar criei faz faca fazer escreve escreva escrever gera gere gerar nova novo redige redija "
    "monta monte adiciona adicione produz prepare create make write new add draft generate compose",
    "put": "anota anote anotar anotei registra registre registrar coloca coloque bota bote ponha jot take put",
    "change": "muda mude mudar altera altere alterar edita edite editar troca troque atualiza atualize renomeia "
    "acrescenta acrescente corrige corrija change edit update rename replace append fix modify",
    "remove": "apaga apague apagar remove remova remover exclui exclua excluir deleta delete deletar limpa limpe "
    "joga esquece esqueca erase trash clear forget drop",
    "show": "mostra mostre mostrar lista liste listar ver vejo abre abra abrir le leia ler exibe exiba quais qual "
    "diz diga show list read open display view see what which tell give print",
    "find": "procura procure procurar busca busque buscar acha ache achar encontra encontre onde pesquisa pesquise "
    "find search look where grep locate",
    "keep": "lembra lembre lembrar guarda guarde guardar memoriza memorize grava grave salva salve remember keep "
    "save memorize store",
}
VERB_OF = {word: verb for verb, said in VERBS.items() for word in said.split()}
