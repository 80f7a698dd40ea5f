"""Hello: the smallest app."""
from aule.sdk import App, Effect

hello = App("hello")

@hello.capability(effect=Effect.READ)
async def greet(name: str) -> str:
    """Greet someone by name."""
    return f"Olá, {name}"
