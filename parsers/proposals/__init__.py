"""From a Votable Matter's text to instructions, and from instructions to the changed pages."""
