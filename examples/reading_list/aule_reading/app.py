"""The app itself: what it can do, what it shows, and what it keeps while the system runs."""

from __future__ import annotations

from dataclasses import dataclass

from aule.sdk import App, Context, Effect, Preview, Reading, RecordChange, Records, RowWrite
from aule.sdk.system import Kernel
from aule_reading.models import Book, Shelf
from aule_reading.tables import ALL, books, tables

reading = App("reading", name={"en": "Reading list", "pt": "Lista de leitura"}, icon="book", tables=tables)
reading.words("aule_reading")
reading.recipes_from("aule_reading")
reading.brings(routes=["aule_reading.routes"], commands=["aule_reading.commands"])


@dataclass
class Visits:
    """How often the list was asked for over HTTP since the system started."""

    count: int = 0
    is_closed: bool = False

    async def close(self) -> None:
        """Let go; the system stops."""
        self.is_closed = True


@reading.on_start
def start(kernel: Kernel) -> Visits:
    """Begin to count."""
    return Visits()


async def show_add(context: Context, title: str, author: str | None = None) -> Preview:
    """Show the book that would be added."""
    return Records(summary=f"Add “{title}”", records=[RecordChange(op="create", kind="book", title=title)], total=1)


@reading.capability(
    effect=Effect.WRITE, title={"en": "Add a book", "pt": "Adicionar um livro"}, reversible=True, preview=show_add
)
async def add(context: Context, title: str, author: str | None = None) -> Book:
    """Add a book to the reading list."""
    book = Book(id=context.ambient.ids.new("bok"), title=title, author=author)
    row = book.model_dump()
    await context.change_rows([RowWrite(books, None, row)], entity=f"reading:{book.id}", op="create", title=title)
    return book


@reading.view("shelf")
async def shelf(source: Reading) -> Shelf:
    """The books on the reading list."""
    found = await source.fetch(ALL)
    return Shelf(books=[Book(id=id, title=title, author=author) for id, title, author in found])
