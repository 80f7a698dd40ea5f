"""Labelled requests for plans without a model: what people may type, and which recipe they mean. None is an example."""

from __future__ import annotations

IN_SCOPE: dict[str, list[str]] = {
    "add_feature": [
        "quero adicionar um filtro por data no sistema",
        "implementar upload de imagens no projeto",
        "preciso de uma funcionalidade de desconto progressivo",
        "I want to add dark mode to the app",
        "implement invoice generation in the project",
        "build a wish list feature",
    ],
    "add_authentication": [
        "quero colocar autenticação por token na API",
        "adicionar login de usuários no projeto",
        "add OAuth login to the app",
        "I need authentication for the API routes",
    ],
    "add_endpoint": [
        "criar um endpoint para listar clientes",
        "adicione uma rota que devolve o status do pedido",
        "add an endpoint that returns the invoices",
        "create a new route to search products",
    ],
    "fix_bug": [
        "corrigir o erro no cálculo do frete",
        "conserte o bug do carrinho vazio",
        "fix the crash when the list is empty",
        "there is a bug in the discount, fix it",
    ],
    "rename_symbol": [
        "renomeie a classe Cliente para Customer no projeto",
        "renomear fetchData para loadData em todo o código",
        "rename the class Invoice to Bill everywhere",
        "rename loadAll to fetchAll across the project",
    ],
    "write_tests": [
        "crie testes para o serviço de pedidos",
        "escrever testes do arquivo src/lib/money.ts",
        "write unit tests for the order service",
        "add tests for src/lib/money.ts",
    ],
    "upgrade_dependency": [
        "atualizar a dependência axios no projeto",
        "subir a versão da biblioteca vue para 3",
        "upgrade the axios dependency",
        "bump typescript to 6",
    ],
    "document_module": [
        "documentar o módulo de relatórios",
        "escreva a documentação do serviço de pedidos",
        "document the reports module",
        "write the documentation of the order service",
    ],
    "organise_notes": [
        "organize as notas sobre jardinagem em um documento",
        "junte tudo sobre o curso de inglês num arquivo",
        "organise my notes about gardening into one document",
        "consolidate the notes on the budget",
    ],
    "write_set": [
        "crie 4 notas sobre o sistema solar",
        "escreva três documentos sobre reciclagem",
        "create 5 notes about recycling",
        "write three documents on first aid",
    ],
    "weekly_review": [
        "prepare a minha revisão semanal",
        "faz o balanço da minha semana",
        "make my weekly review",
        "prepare the weekly review for me",
    ],
    "collect_findings": [
        "colete nos arquivos tudo sobre garantia e monte um relatório",
        "extraia as menções a multa dos documentos em um relatório",
        "collect every mention of penalties from the documents into a report",
        "extract everything about warranty from the files into a report",
    ],
}

OUT_OF_SCOPE = [
    "planeje minhas férias na praia",
    "organize uma festa de aniversário",
    "quero um bolo de chocolate",
    "compre um carro novo",
    "plan my holiday in Italy",
    "paint the kitchen and fix the roof",
    "book a flight and a hotel",
    "teach me to play the piano",
]
