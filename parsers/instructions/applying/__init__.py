"""The changes that instructions make of a Ruleset: where they go, how they are written, and what the page has to show after them."""
