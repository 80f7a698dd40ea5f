"""Plans for new work in a developer's project, which need no model to be drafted."""

from __future__ import annotations

from aule.apps.planner.app import planner
from aule.sdk import PlanStepKind, PlanTemplate, RiskTemplate, Slot, SlotKind, StepTemplate

_TESTS_PASS = {
    "pt": "`{test_command}` termina com código 0.",
    "en": "`{test_command}` ends with exit code 0.",
}
_BREAKS = RiskTemplate(
    description={
        "pt": "A mudança pode quebrar o que já funciona.",
        "en": "The change may break what works today.",
    },
    severity="medium",
    mitigation={
        "pt": "Rodar `{test_command}` antes e depois; cada passo pode ser desfeito.",
        "en": "Run `{test_command}` before and after; every step can be undone.",
    },
)

planner.plan_recipe(
    "add_feature",
    title={"pt": "Planejar uma funcionalidade nova", "en": "Plan a new feature"},
    examples={
        "pt": [
            "preciso adicionar exportação em CSV no projeto",
            "implementar busca por nome no sistema",
            "quero implementar um carrinho de compras",
            "adicione a funcionalidade de notificações por e-mail",
            "desenvolver um módulo de relatórios financeiros",
            "implemente cache nas consultas do sistema",
            "criar a funcionalidade de favoritos no aplicativo",
            "planeje a nova funcionalidade de comentários",
        ],
        "en": [
            "I need to add CSV export to the project",
            "implement search by name in the system",
            "I want to build a shopping cart",
            "add an email notification feature",
            "develop a module for financial reports",
            "implement caching for the queries",
            "create the favourites feature in the app",
            "plan the new comments feature",
        ],
    },
    slots={
        "subject": Slot(
            kind=SlotKind.REST,
            markers=["funcionalidade de", "feature for", "módulo de", "module for"],
            question={"pt": "O que a funcionalidade deve fazer?", "en": "What should the feature do?"},
        )
    },
    plan=PlanTemplate(
        name={"pt": "Adicionar {subject}", "en": "Add {subject}"},
        goal={
            "pt": "O projeto passa a ter {subject}, ligado ao que já existe e coberto por testes.",
            "en": "The project has {subject}, wired into what exists and covered by tests.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Criar o módulo de {subject}", "en": "Create the module for {subject}"},
                description={
                    "pt": "Implementar {subject} em um módulo próprio, no estilo dos módulos vizinhos.",
                    "en": "Implement {subject} in a module of its own, in the style of the modules beside it.",
                },
                kind=PlanStepKind.EDIT,
                file="{folder}/{slug}.{ext}",
                file_action="create",
                folder_of=["service", "lib", "module", "feature", "core", "util"],
                validation=_TESTS_PASS,
                rationale={
                    "pt": "Um módulo próprio deixa a mudança pequena e testável.",
                    "en": "A module of its own keeps the change small and testable.",
                },
            ),
            StepTemplate(
                id="2",
                title={"pt": "Ligar {subject} ao projeto", "en": "Wire {subject} into the project"},
                description={
                    "pt": "Usar o módulo novo em `{entry}`, sem mudar o que não depende dele.",
                    "en": "Use the new module in `{entry}`, without changing what does not depend on it.",
                },
                kind=PlanStepKind.EDIT,
                file="{entry}",
                file_action="modify",
                needs=["entry"],
                dependencies=["1"],
                validation=_TESTS_PASS,
                rationale={
                    "pt": "Só o que é chamado existe para quem usa.",
                    "en": "Only what is called exists for those who use it.",
                },
            ),
            StepTemplate(
                id="3",
                title={"pt": "Escrever os testes de {subject}", "en": "Write the tests for {subject}"},
                description={
                    "pt": "Testar o caso comum, um caso vazio e um caso inválido de {subject}.",
                    "en": "Test the common case, an empty case and an invalid case of {subject}.",
                },
                kind=PlanStepKind.EDIT,
                file="{test_file}",
                file_action="create",
                dependencies=["1"],
                validation={
                    "pt": "`{test_command}` roda pelo menos 3 testes novos e todos passam.",
                    "en": "`{test_command}` runs at least 3 new tests and all of them pass.",
                },
                rationale={
                    "pt": "Sem teste ninguém sabe se funciona amanhã.",
                    "en": "Without a test nobody knows whether it works tomorrow.",
                },
            ),
        ],
        success={
            "pt": ["{subject}: os 3 casos testados passam em `{test_command}`."],
            "en": ["{subject}: the 3 tested cases pass in `{test_command}`."],
        },
        risks=[_BREAKS],
    ),
)

planner.plan_recipe(
    "add_authentication",
    title={"pt": "Planejar autenticação", "en": "Plan authentication"},
    examples={
        "pt": [
            "preciso adicionar autenticação JWT",
            "adicionar login com senha na API",
            "quero proteger as rotas com autenticação",
            "implementar autenticação com token",
            "colocar login no sistema",
            "planeje a autenticação dos usuários",
        ],
        "en": [
            "I need to add JWT authentication",
            "add password login to the API",
            "protect the routes with authentication",
            "implement token authentication",
            "add login to the system",
            "plan user authentication",
        ],
    },
    slots={
        "method": Slot(
            kind=SlotKind.TEXT,
            required=False,
            default=" ",  # a title without it says the rest
            choices={
                "JWT": ["jwt"],
                "OAuth": ["oauth", "oauth2"],
                "OpenID Connect": ["openid", "oidc"],
                "SSO": ["sso", "single sign-on"],
                "SAML": ["saml"],
                "LDAP": ["ldap"],
            },
        )
    },
    plan=PlanTemplate(
        name={"pt": "Implementar autenticação {method}", "en": "Implement {method} authentication"},
        goal={
            "pt": "Quem não apresenta um token válido recebe 401 nas rotas protegidas; quem entra recebe um token.",
            "en": "Whoever shows no valid token gets 401 on the protected routes; whoever logs in gets a token.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Declarar as dependências", "en": "Declare the dependencies"},
                description={
                    "pt": "Acrescentar em `{manifest}` a biblioteca de tokens que combina com o projeto.",
                    "en": "Add to `{manifest}` the token library that fits the project.",
                },
                kind=PlanStepKind.EDIT,
                file="{manifest}",
                file_action="modify",
                needs=["manifest"],
                validation={
                    "pt": "`{manifest}` contém a biblioteca com uma versão exata.",
                    "en": "`{manifest}` contains the library with an exact version.",
                },
                rationale={
                    "pt": "Assinar tokens à mão é um risco conhecido.",
                    "en": "Signing tokens by hand is a known risk.",
                },
            ),
            StepTemplate(
                id="2",
                title={"pt": "Criar o serviço de autenticação", "en": "Create the authentication service"},
                description={
                    "pt": "Implementar as funções que geram, renovam e verificam tokens.",
                    "en": "Implement the functions that issue, renew and verify tokens.",
                },
                kind=PlanStepKind.EDIT,
                file="{folder}/auth-service.{ext}",
                file_action="create",
                folder_of=["service", "lib", "auth", "core"],
                dependencies=["1"],
                validation={
                    "pt": "Um teste para cada função passa em `{test_command}`.",
                    "en": "One test for each function passes in `{test_command}`.",
                },
                rationale={
                    "pt": "A lógica de tokens fica em um lugar só.",
                    "en": "The logic of tokens lives in one place.",
                },
            ),
            StepTemplate(
                id="3",
                title={"pt": "Proteger as rotas", "en": "Protect the routes"},
                description={
                    "pt": "Exigir um token válido nas rotas escolhidas e responder 401 sem ele.",
                    "en": "Require a valid token on the chosen routes and answer 401 without one.",
                },
                kind=PlanStepKind.EDIT,
                files="routes",
                file_action="modify",
                dependencies=["2"],
                validation={
                    "pt": "Sem token cada rota protegida responde 401; com token responde como antes.",
                    "en": "Without a token each protected route answers 401; with one it answers as before.",
                },
                rationale={
                    "pt": "É o que o pedido quer alcançar.",
                    "en": "It is what the request wants to reach.",
                },
            ),
            StepTemplate(
                id="4",
                title={"pt": "Testar a autenticação", "en": "Test the authentication"},
                description={
                    "pt": "Testar entrada com senha certa e errada, token vencido e rota sem token.",
                    "en": "Test login with the right and the wrong password, an expired token and a route without one.",
                },
                kind=PlanStepKind.EDIT,
                file="{test_file}",
                file_action="create",
                dependencies=["2", "3"],
                validation={
                    "pt": "`{test_command}` roda os 4 casos e todos passam.",
                    "en": "`{test_command}` runs the 4 cases and all of them pass.",
                },
                rationale={
                    "pt": "Autenticação sem teste é uma porta encostada.",
                    "en": "Authentication without a test is a door left ajar.",
                },
            ),
        ],
        success={
            "pt": ["Rotas protegidas respondem 401 sem token.", "Quem entra com a senha certa recebe um token."],
            "en": ["Protected routes answer 401 without a token.", "Whoever logs in with the right password gets one."],
        },
        risks=[
            RiskTemplate(
                description={
                    "pt": "A chave que assina os tokens pode ir parar no repositório.",
                    "en": "The key that signs the tokens may end up in the repository.",
                },
                severity="high",
                mitigation={
                    "pt": "Ler a chave de uma variável de ambiente e manter `.env` fora do git.",
                    "en": "Read the key from an environment variable and keep `.env` out of git.",
                },
            ),
            _BREAKS,
        ],
    ),
)

planner.plan_recipe(
    "add_endpoint",
    title={"pt": "Planejar uma rota nova da API", "en": "Plan a new API route"},
    examples={
        "pt": [
            "adicione um endpoint para listar pedidos",
            "crie uma rota GET /api/users",
            "preciso de uma rota nova para exportar dados",
            "adicionar endpoint de saúde na API",
            "criar um endpoint que devolve o estoque",
            "nova rota para cancelar pedidos",
        ],
        "en": [
            "add an endpoint to list orders",
            "create a GET /api/users route",
            "I need a new route to export data",
            "add a health endpoint to the API",
            "create an endpoint that returns the stock",
            "new route to cancel orders",
        ],
    },
    slots={
        "subject": Slot(
            kind=SlotKind.REST,
            markers=["endpoint para", "rota para", "endpoint to", "route to", "endpoint de", "endpoint for"],
            question={"pt": "O que a rota deve fazer?", "en": "What should the route do?"},
        )
    },
    plan=PlanTemplate(
        name={"pt": "Nova rota: {subject}", "en": "New route: {subject}"},
        goal={
            "pt": "A API tem uma rota para {subject}, com resposta documentada e testada.",
            "en": "The API has a route for {subject}, with a documented and tested answer.",
        },
        steps=[
            StepTemplate(
                id="1",
                title={"pt": "Escrever a rota", "en": "Write the route"},
                description={
                    "pt": "Acrescentar a rota para {subject}: entrada verificada, resposta 200, erros 4xx.",
                    "en": "Add the route for {subject}: checked input, answer 200, errors 4xx.",
                },
                kind=PlanStepKind.EDIT,
                file="{route}",
                file_action="modify",
                folder_of=["route", "router", "controller", "api", "handler", "view"],
                validation={
                    "pt": "Um pedido válido recebe 200 e um inválido recebe 4xx.",
                    "en": "A valid request gets 200 and an invalid one gets 4xx.",
                },
                rationale={"pt": "É a rota pedida.", "en": "It is the route that was asked for."},
            ),
            StepTemplate(
                id="2",
                title={"pt": "Testar a rota", "en": "Test the route"},
                description={
                    "pt": "Testar um pedido válido, um inválido e um para algo que não existe.",
                    "en": "Test a valid request, an invalid one and one for something that does not exist.",
                },
                kind=PlanStepKind.EDIT,
                file="{test_file}",
                file_action="create",
                dependencies=["1"],
                validation={
                    "pt": "`{test_command}` roda os 3 casos e todos passam.",
                    "en": "`{test_command}` runs the 3 cases and all of them pass.",
                },
                rationale={
                    "pt": "Uma rota é um contrato com quem a chama.",
                    "en": "A route is a contract with whoever calls it.",
                },
            ),
            StepTemplate(
                id="3",
                title={"pt": "Documentar a rota", "en": "Document the route"},
                description={
                    "pt": "Descrever em `{docs}` o caminho, os parâmetros e um exemplo de resposta.",
                    "en": "Describe in `{docs}` its path, its parameters and one example answer.",
                },
                kind=PlanStepKind.EDIT,
                file="{docs}",
                file_action="modify",
                needs=["docs"],
                dependencies=["1"],
                validation={
                    "pt": "`{docs}` contém o caminho da rota e um exemplo.",
                    "en": "`{docs}` contains the path of the route and one example.",
                },
                rationale={
                    "pt": "Quem chama a rota lê isto primeiro.",
                    "en": "Whoever calls the route reads this first.",
                },
            ),
        ],
        success={
            "pt": ["Um pedido válido a {subject} recebe 200 em um teste."],
            "en": ["A valid request to {subject} gets 200 in a test."],
        },
        risks=[_BREAKS],
    ),
)
