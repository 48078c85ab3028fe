"""From a Votable Matter's text to instructions, and from instructions to the changed pages."""

from parsers.proposals.reader import read_instructions as read_instructions
