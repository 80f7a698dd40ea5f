"""Routes are named as the code has them, by the files that declare them."""

from __future__ import annotations

import pytest
from tests.kernel.plans.team.test_questions import GROUND, NAMES, NO_PATH, PLAN

from aule.contracts.plans.plan import Clarification
from aule.kernel.plans.team.answers import apply_answer
from aule.kernel.plans.team.questions import question_for, routed_files, with_routes
from aule.kernel.plans.team.routes import entry_files, routes_in

EXPRESS = {
    "src/app.ts": """
import users from './routes/users'
import { router as auth } from "./routes/auth"
const posts = require('./routes/posts')
app.use(express.json())
app.use('/api/users', guard, users)
app.use("/api/posts", posts)
app.use('/api', auth)
app.use('/files', require('./routes/files'))
""",
    "src/routes/users.ts": "router.get('/', list)\nrouter.get('/:id', one)\nrouter.post('/', add)\n",
    "src/routes/posts.ts": "module.exports = router\n",
    "src/routes/auth.ts": "router.post('/login', login)\nrouter.post('/logout', out)\n",
    "src/routes/files.ts": "router.get('/:name', send)\n",
}
FAST_API = {
    "app/main.py": "from app.routes import orders\napp.include_router(orders.router, prefix='/v1/orders')\n",
    "app/routes/orders.py": "@router.get('/')\ndef list_(): ...\n@router.get('/{id}')\ndef one(id): ...\n",
    "app/routes/health.py": "router = APIRouter(prefix='/health')\n@router.get('/live')\ndef live(): ...\n",
}


def test_routes_are_read_with_the_address_they_are_mounted_under() -> None:
    """LT-42."""
    files = [name for name in EXPRESS if "/routes/" in name]
    assert entry_files(list(EXPRESS), files) == ["src/app.ts"]
    assert routes_in(EXPRESS, files) == {
        "src/routes/users.ts": ["/api/users"],
        "src/routes/posts.ts": ["/api/posts"],
        "src/routes/auth.ts": ["/api/login", "/api/logout"],
        "src/routes/files.ts": ["/files/:name"],
    }
    python = [name for name in FAST_API if "/routes/" in name]
    assert routes_in(FAST_API, python) == {
        "app/routes/orders.py": ["/v1/orders"],
        "app/routes/health.py": ["/health/live"],
    }


@pytest.mark.parametrize(
    "text", ["", "x = 1", "map.get('key')", "router.get(", "app.use('/a'" * 2_000, "import " * 2_000]
)
def test_code_without_routes_names_none_and_takes_no_time(text: str) -> None:
    assert routes_in({"a.ts": text}, ["a.ts"]) == {}


def about_routes() -> Clarification:
    asked = question_for(PLAN, NO_PATH.model_copy(update={"step_id": "3"}), GROUND, NAMES)
    files = routed_files(asked, PLAN, NAMES)
    assert files == ["src/routes/auth.ts", "src/routes/posts.ts", "src/routes/user.ts"]
    routes = {"src/routes/auth.ts": ["/api/sessions"], "src/routes/posts.ts": ["/api/blog", "/api/feed"]}
    return with_routes(asked, PLAN, routes)


def test_a_question_names_the_routes_beside_the_files() -> None:
    """LT-42: where the code has none, the file stands alone."""
    asked = about_routes()
    assert asked.found == (
        "Encontrei estas rotas: /api/sessions (`src/routes/auth.ts`); "
        "/api/blog, /api/feed (`src/routes/posts.ts`); `src/routes/user.ts`."
    )
    by_label = {option.label: option.consequence for option in asked.options}
    assert by_label["src/routes/posts.ts"].startswith("/api/blog, /api/feed: ")
    assert not by_label["src/routes/user.ts"].startswith("/")


@pytest.mark.parametrize(
    ("answer", "files"),
    [
        ("Todas exceto /api/sessions", {"src/routes/posts.ts", "src/routes/user.ts"}),
        ("só /api/feed.", {"src/routes/posts.ts"}),
        ("/api", {"src/routes/auth.ts", "src/routes/posts.ts"}),
        ("src/routes/user.ts", {"src/routes/user.ts"}),
    ],
)
def test_an_answer_may_name_routes(answer: str, files: set[str]) -> None:
    done = apply_answer(PLAN, about_routes().model_copy(update={"answer": answer}), NAMES)
    assert done is not None
    assert {done.steps[2].file, *done.steps[2].files} == files
