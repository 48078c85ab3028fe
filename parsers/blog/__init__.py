"""A page of the blog in, its posts, comments and roster out; and what an admin's note says.

``read_page`` never raises and never takes "not there" for "none": what a page should hold and does not is a
Problem, fatal where nothing on the page can be relied upon.
"""

from parsers.blog.notes.note import read_note
from parsers.blog.page import MAX_PAGE_BYTES, Expectation, read_page

__all__ = ["MAX_PAGE_BYTES", "Expectation", "read_note", "read_page"]
