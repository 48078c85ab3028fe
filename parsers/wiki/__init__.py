"""Wikitext pages: read without loss, and changed in one place at a time."""

from parsers.wiki.edit import set_cell, set_value
from parsers.wiki.page import read_page
from parsers.wiki.rows import add_row, remove_row

__all__ = ["add_row", "read_page", "remove_row", "set_cell", "set_value"]
