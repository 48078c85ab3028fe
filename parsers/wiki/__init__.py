"""Wikitext pages: read without loss, and changed in one place at a time."""

from parsers.wiki.edit import set_cell, set_value
from parsers.wiki.free_text import add_value, remove_value
from parsers.wiki.page import read_page
from parsers.wiki.rows import add_row, remove_row

__all__ = ["add_row", "add_value", "read_page", "remove_row", "remove_value", "set_cell", "set_value"]
