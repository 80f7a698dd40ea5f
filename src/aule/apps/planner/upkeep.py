"""Plans for keeping a developer's project up to date and explained, which need no model to be drafted."""

from __future__ import annotations

from aule.apps.planner.app import planner
from aule.sdk import PlanStepKind, PlanTemplate, RecipeCall, RiskTemplate, Slot, SlotKind, StepTemplate

planner.plan_recipe(
    "upgrade_dependency",
    title={"pt": "Planejar a atualização de uma dependência", "en": "Plan a dependency upgrade"},
    examples={
        "pt": [
            "atualize a dependência express para a versão 5",
            "atualizar a biblioteca pydantic no projeto",
            "subir a versão do react para 19",
            "preciso atualizar a dependência lodash",
            "migrar o projeto para a versão nova do django",
        ],
        "en": [
            "upgrade the dependency express to version 5",
            "update the pydantic library in the project",
            "bump react to 19",
            "I need to upgrade the lodash dependency",
            "migrate the project to the new version of django",
        ],
    },
    slots={
        "package": Slot(
            kind=SlotKind.TEXT,
            markers=[
                *("dependência", "biblioteca", "versão do", "versão nova do", "dependency", "library", "bump"),
                *("upgrade", "version of", "atualize o", "atualizar o"),
            ],
            question={"pt": "Qual dependência?", "en": "Which dependency?"},
        )
    },
    plan=PlanTemplate(
        name={"pt": "Atualizar {package}", "en": "Upgrade {package}"},
        goal={
            "pt": "O projeto usa a versão nova de {package}, e tudo o que a usa continua funcionando.",
            "en": "The project uses the new version of {package}, and all that uses it still works.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Achar os usos de {package}", "en": "Find the uses of {package}"},
                description={
                    "pt": "Listar cada arquivo do projeto que importa ou cita {package}.",
                    "en": "List each file of the project that imports or names {package}.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(
                    capability="core.grep_search", params={"pattern": "{package}", "path": ".", "max_results": 200}
                ),
                validation={
                    "pt": "O resultado lista ao menos 1 arquivo com o número da linha.",
                    "en": "The result lists at least 1 file with the number of the line.",
                },
                rationale={
                    "pt": "São os lugares que a atualização pode quebrar.",
                    "en": "These are the places an upgrade can break.",
                },
            ),
            StepTemplate(
                id="2",
                title={"pt": "Mudar a versão de {package}", "en": "Change the version of {package}"},
                description={
                    "pt": "Escrever em `{manifest}` a versão nova exata de {package}.",
                    "en": "Write the new exact version of {package} into `{manifest}`.",
                },
                kind=PlanStepKind.EDIT,
                file="{manifest}",
                file_action="modify",
                dependencies=["1"],
                validation={
                    "pt": "`{manifest}` contém {package} com a versão nova.",
                    "en": "`{manifest}` contains {package} with the new version.",
                },
                rationale={"pt": "É a mudança pedida.", "en": "It is the change that was asked for."},
            ),
            StepTemplate(
                id="3",
                title={"pt": "Adaptar o código", "en": "Adapt the code"},
                description={
                    "pt": "Adaptar os usos de {package} que a versão nova mudou, um arquivo por vez.",
                    "en": "Adapt the uses of {package} that the new version changed, one file at a time.",
                },
                kind=PlanStepKind.EDIT,
                files="uses",
                file_action="modify",
                dependencies=["2"],
                validation={
                    "pt": "`{test_command}` termina com código 0.",
                    "en": "`{test_command}` ends with exit code 0.",
                },
                rationale={
                    "pt": "Versões novas mudam nomes e promessas.",
                    "en": "New versions change names and promises.",
                },
            ),
        ],
        success={
            "pt": ["`{test_command}` passa com a versão nova de {package}."],
            "en": ["`{test_command}` passes with the new version of {package}."],
        },
        risks=[
            RiskTemplate(
                description={
                    "pt": "A versão nova de {package} pode mudar o comportamento sem erro visível.",
                    "en": "The new version of {package} may change behaviour without a visible error.",
                },
                severity="high",
                mitigation={
                    "pt": "Ler as notas da versão e rodar `{test_command}` antes e depois.",
                    "en": "Read the release notes and run `{test_command}` before and after.",
                },
            )
        ],
    ),
)

planner.plan_recipe(
    "document_module",
    title={"pt": "Planejar a documentação de um módulo", "en": "Plan the documentation of a module"},
    examples={
        "pt": [
            "documente o módulo de pagamentos",
            "escrever a documentação de src/api.ts",
            "documentar o serviço de usuários",
            "preciso documentar o parser",
        ],
        "en": [
            "document the payments module",
            "write the documentation of src/api.ts",
            "document the user service",
            "I need to document the parser",
        ],
    },
    slots={
        "module": Slot(kind=SlotKind.PATH, required=False, markers=["arquivo", "file"]),
        "subject": Slot(
            kind=SlotKind.REST,
            markers=[
                *("documente o", "documentar o", "documente a", "documentação de", "documentação do"),
                *("document the", "documentation of", "documentation for"),
            ],
            question={"pt": "De qual módulo ou arquivo?", "en": "Of which module or file?"},
        ),
    },
    plan=PlanTemplate(
        name={"pt": "Documentar {target}", "en": "Document {target}"},
        goal={
            "pt": "Quem nunca viu {target} entende o que faz e como se usa, com um exemplo que funciona.",
            "en": "Whoever has never seen {target} understands what it does and how to use it, by one working example.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Ler {target}", "en": "Read {target}"},
                description={
                    "pt": "Ler `{module}` e listar o que ele oferece a quem o usa.",
                    "en": "Read `{module}` and list what it offers to those who use it.",
                },
                kind=PlanStepKind.CALL,
                call=RecipeCall(capability="core.read_file", params={"path": "{module}"}),
                needs=["module"],
                validation={
                    "pt": "O resultado traz o texto do arquivo `{module}`.",
                    "en": "The result has the text of the file `{module}`.",
                },
                rationale={"pt": "Documenta-se o que existe.", "en": "One documents what exists."},
            ),
            StepTemplate(
                id="2",
                title={"pt": "Escrever a documentação", "en": "Write the documentation"},
                description={
                    "pt": "Escrever para que serve {target}, como se usa, e um exemplo completo.",
                    "en": "Write what {target} is for, how it is used, and one complete example.",
                },
                kind=PlanStepKind.EDIT,
                file="{doc_file}",
                file_action="create",
                folder_of=["docs", "doc"],
                dependencies=["1"],
                validation={
                    "pt": "O arquivo `{doc_file}` existe e contém 1 exemplo.",
                    "en": "The file `{doc_file}` exists and contains 1 example.",
                },
                rationale={
                    "pt": "Um exemplo ensina mais que um parágrafo.",
                    "en": "An example teaches more than a paragraph.",
                },
            ),
        ],
        success={
            "pt": ["`{doc_file}` existe e cita cada função pública de {target}."],
            "en": ["`{doc_file}` exists and names each public function of {target}."],
        },
        risks=[],
    ),
)
