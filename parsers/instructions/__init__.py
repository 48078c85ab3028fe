"""From a votable matter's text to instructions, and from instructions to the changed pages."""

from parsers.instructions.reader import read_instructions as read_instructions
