"""From a votable matter's text to instructions, and from instructions to the changed pages."""
