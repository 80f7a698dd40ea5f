"""Formats: plan files of other tools, read and written."""

from aule.kernel.planning.formats.exchange import FORMATS, Format, export_plan, id_of, import_plan, read_document

__all__ = ["FORMATS", "Format", "export_plan", "id_of", "import_plan", "read_document"]
