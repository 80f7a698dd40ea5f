"""What the reading list keeps."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, Table, Text, select

tables = MetaData()
books = Table(
    "reading_books",
    tables,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("author", Text),
    Column("stamp", Text, nullable=False),
)
ALL = select(books.c.id, books.c.title, books.c.author).order_by(books.c.id)
