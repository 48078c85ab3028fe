"""Find the changes of each edit in terms of the game: rules of the Ruleset, values of the tracking
page.
"""
