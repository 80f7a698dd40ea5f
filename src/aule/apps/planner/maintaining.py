"""Plans for work on what a developer's project already has, which need no model to be drafted."""

from __future__ import annotations

from aule.apps.planner.app import planner
from aule.sdk import PlanStepKind, PlanTemplate, RecipeCall, RiskTemplate, Slot, SlotKind, StepTemplate

_TESTS_PASS = {
    "pt": "`{test_command}` termina com código 0.",
    "en": "`{test_command}` ends with exit code 0.",
}
_BREAKS = RiskTemplate(
    description={
        "pt": "O que usa esta parte pode quebrar.",
        "en": "What uses this part may break.",
    },
    severity="medium",
    mitigation={
        "pt": "Rodar `{test_command}` antes e depois; cada passo pode ser desfeito.",
        "en": "Run `{test_command}` before and after; every step can be undone.",
    },
)
_WHERE = Slot(kind=SlotKind.PATH, required=False, markers=["em", "no arquivo", "in", "in file", "do arquivo"])

planner.plan_recipe(
    "fix_bug",
    title={"pt": "Planejar a correção de um erro", "en": "Plan a bug fix"},
    examples={
        "pt": [
            "corrija o bug no cálculo do total",
            "preciso corrigir um erro no login",
            "consertar a falha ao salvar o pedido",
            "resolver o defeito da paginação",
            "o relatório quebra com datas vazias, corrija",
            "arrume o erro de arredondamento",
        ],
        "en": [
            "fix the bug in the total calculation",
            "I need to fix an error in the login",
            "repair the crash when saving an order",
            "resolve the pagination defect",
            "the report breaks on empty dates, fix it",
            "fix the rounding error",
        ],
    },
    slots={
        "module": _WHERE,
        "subject": Slot(
            kind=SlotKind.REST,
            markers=["bug no", "bug na", "erro no", "erro na", "bug in", "error in", "falha ao", "crash when"],
            question={"pt": "O que acontece de errado?", "en": "What goes wrong?"},
        ),
    },
    plan=PlanTemplate(
        name={"pt": "Corrigir: {subject}", "en": "Fix: {subject}"},
        goal={
            "pt": "O erro em {subject} não acontece mais, e um teste o prova.",
            "en": "The error in {subject} no longer happens, and a test proves it.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Escrever o teste que falha", "en": "Write the test that fails"},
                description={
                    "pt": "Repetir o erro em {subject} com um teste que hoje falha.",
                    "en": "Reproduce the error in {subject} with a test that fails today.",
                },
                kind=PlanStepKind.EDIT,
                file="{test_file}",
                file_action="create",
                validation={
                    "pt": "`{test_command}` mostra 1 falha, com a mensagem do erro.",
                    "en": "`{test_command}` shows 1 failure, with the message of the error.",
                },
                rationale={
                    "pt": "O que não se repete não se conserta.",
                    "en": "What cannot be reproduced cannot be mended.",
                },
            ),
            StepTemplate(
                id="2",
                title={"pt": "Corrigir a causa", "en": "Mend the cause"},
                description={
                    "pt": "Corrigir em {subject} a causa que o teste mostra, e nada mais.",
                    "en": "Mend the cause in {subject} that the test shows, and nothing else.",
                },
                kind=PlanStepKind.EDIT,
                file="{module}",
                file_action="modify",
                folder_of=["src", "lib", "app"],
                dependencies=["1"],
                validation=_TESTS_PASS,
                rationale={
                    "pt": "Uma correção pequena é fácil de revisar.",
                    "en": "A small fix is easy to review.",
                },
            ),
        ],
        success={
            "pt": ["O teste novo de {subject} passa, e os outros também."],
            "en": ["The new test of {subject} passes, and so do the others."],
        },
        risks=[_BREAKS],
    ),
)

planner.plan_recipe(
    "rename_symbol",
    title={"pt": "Planejar uma renomeação no código", "en": "Plan a rename in the code"},
    examples={
        "pt": [
            "renomeie UserService para AccountService no projeto",
            "renomear a função getUser para findUser",
            "trocar o nome da classe Order para Purchase",
            "refatore renomeando calcTotal para computeTotal",
            "mude o nome do módulo utils para helpers em todo o código",
        ],
        "en": [
            "rename UserService to AccountService across the project",
            "rename the function getUser to findUser",
            "change the name of the class Order to Purchase",
            "refactor by renaming calcTotal to computeTotal",
            "rename the module utils to helpers everywhere",
        ],
    },
    slots={
        "old_name": Slot(
            kind=SlotKind.TEXT,
            markers=[
                *("renomeie", "renomear", "renomeando", "a função", "da classe", "do módulo", "rename", "renaming"),
                *("the function", "the class", "the module"),
            ],
            question={"pt": "Qual nome deve mudar?", "en": "Which name should change?"},
        ),
        "new_name": Slot(
            kind=SlotKind.TEXT,
            markers=["para", "to"],
            question={"pt": "Qual é o nome novo?", "en": "What is the new name?"},
        ),
    },
    plan=PlanTemplate(
        name={"pt": "Renomear {old_name} para {new_name}", "en": "Rename {old_name} to {new_name}"},
        goal={
            "pt": "O nome {old_name} não aparece mais no código; em seu lugar está {new_name}, e tudo funciona.",
            "en": "The name {old_name} no longer appears in the code; {new_name} stands there, and all works.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Achar todos os usos de {old_name}", "en": "Find all uses of {old_name}"},
                description={
                    "pt": "Listar cada linha do projeto em que {old_name} aparece.",
                    "en": "List every line of the project in which {old_name} appears.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(
                    capability="core.grep_search", params={"pattern": "{old_name}", "path": ".", "max_results": 500}
                ),
                validation={
                    "pt": "O resultado lista ao menos 1 arquivo com o número da linha.",
                    "en": "The result lists at least 1 file with the number of the line.",
                },
                rationale={
                    "pt": "Um uso esquecido quebra o projeto.",
                    "en": "One forgotten use breaks the project.",
                },
            ),
            StepTemplate(
                id="2",
                title={"pt": "Trocar o nome em cada arquivo", "en": "Change the name in each file"},
                description={
                    "pt": "Trocar {old_name} por {new_name} nos arquivos listados, também em imports e textos.",
                    "en": "Change {old_name} to {new_name} in the listed files, in imports and texts too.",
                },
                kind=PlanStepKind.EDIT,
                files="uses",
                file_action="modify",
                dependencies=["1"],
                validation={
                    "pt": "Uma busca por {old_name} devolve 0 linhas.",
                    "en": "A search for {old_name} gives back 0 lines.",
                },
                rationale={
                    "pt": "Os dois nomes ao mesmo tempo confundem.",
                    "en": "Two names at the same time confuse.",
                },
            ),
            StepTemplate(
                id="3",
                title={"pt": "Conferir que nada ficou para trás", "en": "Check that nothing was left behind"},
                description={
                    "pt": "Procurar {old_name} de novo em todo o projeto.",
                    "en": "Search the whole project for {old_name} again.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(capability="core.grep_search", params={"pattern": "{old_name}", "path": "."}),
                dependencies=["2"],
                validation={
                    "pt": "A busca devolve 0 linhas e `{test_command}` termina com código 0.",
                    "en": "The search gives back 0 lines and `{test_command}` ends with exit code 0.",
                },
                rationale={
                    "pt": "A prova de que a renomeação está completa.",
                    "en": "The proof that the rename is complete.",
                },
            ),
        ],
        success={
            "pt": ["{old_name} aparece 0 vezes no projeto."],
            "en": ["{old_name} appears 0 times in the project."],
        },
        risks=[_BREAKS],
    ),
)

planner.plan_recipe(
    "write_tests",
    title={"pt": "Planejar testes de um módulo", "en": "Plan tests for a module"},
    examples={
        "pt": [
            "escreva testes para src/utils/price.ts",
            "criar testes do módulo de pagamentos",
            "adicione testes unitários ao serviço de usuários",
            "cobrir com testes o arquivo parser.py",
            "preciso de testes para o carrinho",
        ],
        "en": [
            "write tests for src/utils/price.ts",
            "create tests for the payments module",
            "add unit tests to the user service",
            "cover the file parser.py with tests",
            "I need tests for the cart",
        ],
    },
    slots={
        "module": Slot(
            kind=SlotKind.PATH,
            required=False,
            markers=["arquivo", "file"],
        ),
        "subject": Slot(
            kind=SlotKind.REST,
            markers=["testes para", "testes do", "testes da", "testes de", "testes ao", "tests for", "tests to"],
            question={"pt": "De qual módulo ou arquivo?", "en": "Of which module or file?"},
        ),
    },
    plan=PlanTemplate(
        name={"pt": "Testes de {target}", "en": "Tests for {target}"},
        goal={
            "pt": "Cada função pública de {target} tem um teste do caso comum e um do caso que falha.",
            "en": "Each public function of {target} has a test of the common case and one of the failing case.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Ler {target}", "en": "Read {target}"},
                description={
                    "pt": "Ler `{module}` e listar as funções públicas e o que cada uma promete.",
                    "en": "Read `{module}` and list its public functions and what each promises.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(capability="core.read_file", params={"path": "{module}"}),
                needs=["module"],
                validation={
                    "pt": "O resultado traz o texto do arquivo `{module}`.",
                    "en": "The result has the text of the file `{module}`.",
                },
                rationale={"pt": "Testa-se o que está escrito.", "en": "One tests what is written."},
            ),
            StepTemplate(
                id="2",
                title={"pt": "Escrever os testes", "en": "Write the tests"},
                description={
                    "pt": "Escrever dois testes por função pública de {target}: o caso comum e o que falha.",
                    "en": "Write two tests for each public function of {target}: the common and the failing case.",
                },
                kind=PlanStepKind.EDIT,
                file="{test_file}",
                file_action="create",
                folder_of=["test", "tests", "spec"],
                dependencies=["1"],
                validation=_TESTS_PASS,
                rationale={
                    "pt": "O caso que falha é o que se esquece.",
                    "en": "The failing case is the one that is forgotten.",
                },
            ),
        ],
        success={
            "pt": ["`{test_command}` roda os testes novos de {target} e todos passam."],
            "en": ["`{test_command}` runs the new tests of {target} and all of them pass."],
        },
        risks=[_BREAKS],
    ),
)
