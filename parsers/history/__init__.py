"""What each edit of a wiki page changed, in the terms of the game: rules of the Ruleset, values of
the tracking page.
"""
