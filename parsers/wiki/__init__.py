"""Wikitext pages: read without loss, and changed in one place at a time."""

from parsers.wiki.page import read_page

__all__ = ["read_page"]
