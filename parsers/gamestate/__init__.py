"""The tracking page: tables and loose values matched to the variables that the rules define, and to
players.

A cell goes this way, each module once: :mod:`parsers.wiki` (the page) -> :mod:`columns` (which way
the table lies, whose rows, and by :mod:`column_matching` which variable) -> :mod:`table_rows` (its
entries) -> :mod:`typed` (the value, without what is struck out) -> :mod:`tracking_page` (readings
by player, thing and variable). :mod:`page_names` knows the forms of names, :mod:`gamestate_model`
the results; :mod:`change` writes values and rows back.
"""
