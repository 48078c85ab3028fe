"""Rules that let players change what others have, or seem to: crossed with edits of the tracking page."""

from __future__ import annotations

from collections.abc import Mapping

from tests.validators.edits.boats import RULES, Save, game, page, ruleset
from validators.checks.run import run_all

PLAIN = RULES.replace("As a Daily Action called Robbing, a Bargee may choose another Bargee and set the Coal of that Bargee to 0.\n\n", "")
assert PLAIN != RULES
EDITS: Mapping[str, tuple[str, str, str]] = {
    "+2": ("9", "Dark", "Salt lamps"),
    "-2": ("5", "Dark", "Salt lamps"),
    "+50": ("57", "Dark", "Salt lamps"),
    "0": ("0", "Dark", "Salt lamps"),
    "lamp": ("7", "Broken", "Salt lamps"),
    "badge": ("7", "Dark", "Wet"),
}
"""What Bo Vane has afterwards; before it are 7 Coal, a Dark Lamp and the Badge "Salt lamps"."""
COAL = ("+2", "-2", "+50", "0")

RULES_OF_OTHERS: tuple[tuple[str, str, str], ...] = (
    # The text, what a player may do, and what the Emperor (who is no player) may
    ("Boats are wet.", "", ""),
    ("A Bargee whose Coal is 0 may not moor.", "", ""),
    ("If another Bargee's Coal becomes 0, a Bargee may post a story.", "", ""),
    ("A Bargee with more Coal than another Bargee may gain 2 Coal.", "", ""),
    ("A Bargee may gain 2 Coal, and each other Bargee may laugh.", "", ""),
    ("A Bargee may choose another Bargee and gain 2 Coal.", "", ""),
    ("Coal may not be taken from another Bargee.", "", ""),
    ("A Bargee may look at the Coal of another Bargee.", "", ""),
    ("A Bargee may set their Badge to that of another Bargee.", "", ""),
    ("A Bargee may set their Lamp to Broken if that of another Bargee is Broken.", "", ""),
    ("No Bargee may change the Coal of another Bargee.", "", ""),
    ("A Bargee can never have more Coal than every other Bargee.", "", ""),
    ("A Bargee may not set the Lamp of another Bargee to Broken.", "", ""),
    ("A Bargee may propose that another Bargee loses 2 Coal.", "", ""),
    ("Only the Warden may set the Lamp of a Bargee.", "", "lamp"),
    ("The Warden may set the Coal of any Bargee.", "", "+2 -2 +50 0"),
    ("The Warden may change the Badge of each Bargee.", "", "badge"),
    ("As a Weekly Action, the Warden should set the Coal of every Bargee to 0.", "", "0"),
    ("A Bargee may pay 2 Coal to another Bargee.", "+2 -2", "+2 -2"),
    ("A Bargee may pay any amount of Coal to another Bargee.", "+2 -2 +50 0", "+2 -2 +50 0"),
    ("A Bargee may steal 2 Coal from any other Bargee.", "-2", "-2"),
    ("As a Daily Action, a Bargee may choose another Bargee and set their Coal to 0.", "0", "0"),
    ("As a Daily Action called Robbing, a Bargee may choose another Bargee and set the Coal of that Bargee to 0.", "0", "0"),
    ("A Bargee may, if they have 3 Coal, set another Bargee's Lamp to Broken.", "lamp", "lamp"),
    ("A Bargee may spend 1 Coal to set the Lamp of a target Bargee to Broken.", "lamp", "lamp"),
    ("Whenever a Bargee stokes, each other Bargee loses 2 Coal.", "+2 -2", "+2 -2"),
    ("When it rains, the Badge of each Bargee becomes Wet.", "badge", "badge"),
    ("When it rains, the Badge of each Bargee becomes Dry.", "", ""),
    ("When a Bargee's Lamp becomes Bright, their Badge becomes Wet.", "badge", "badge"),
    ("The Lamp of another Bargee may be set to Broken by any Bargee who has 9 Coal.", "lamp", "lamp"),
    ("The Lamp of any Bargee may be set by the Warden.", "", "lamp"),
    ("Two Bargees may trade: each of them may give the other any amount of Coal.", "+2 -2 +50 0", "+2 -2 +50 0"),
    ("A Bargee may swap Badges with another Bargee.", "badge", "badge"),
    # In other words
    ("Each Bargee may once per week donate 2 Coal to any Bargee who has less Coal than them.", "+2 -2", "+2 -2"),
    ("A Bargee may break the Lamp of another Bargee.", "lamp", "lamp"),
    ("As a Daily Action, a Bargee may wash: they select another Bargee, whose Badge becomes Wet.", "badge", "badge"),
    ("Robbing is an Atomic Action in which a Bargee takes 2 Coal from another Bargee.", "-2", "-2"),
    ("If the Fog is 3, all Bargees lose 2 Coal.", "+2 -2", "+2 -2"),
    ("The Warden may, at any time, reward a Bargee with 50 Coal.", "", "+50"),
    ("A Bargee should tell the Warden when another Bargee's Coal is wrong.", "", ""),
    ("The Coal of each Bargee is secretly compared with that of another Bargee.", "", ""),
    ("A Bargee's Rank is their Coal plus that of every other Bargee.", "", ""),
    ("A Bargee who has a Bright Lamp may halve the Coal of another Bargee.", "+2 -2 +50 0", "+2 -2 +50 0"),
    ("When a Bargee goes idle, the Warden sets their Coal to 0.", "", "0"),
    ("A Bargee may not gain Coal from another Bargee while the Fog is 3.", "", ""),
    ("Once per day a Bargee may challenge another Bargee; the loser loses 2 Coal.", "+2 -2", "+2 -2"),
    ("A Bargee may give their Badge to another Bargee.", "badge", "badge"),
    ("A Bargee may gain Coal equal to the Coal of another Bargee.", "", ""),
    ("If the Lamp of another Bargee is Broken, a Bargee may repair it, which sets that Lamp to Dark.", "", ""),
)


def accused(text: str, user: str, name: str) -> bool:
    """Whether BN506 finds an edit of what Bo Vane has."""
    rules = ruleset(PLAIN.replace("== Lamps", f"== Others ==\n{text}\n\n== Lamps"))
    made = run_all(game(Save(user, page(Bo_Vane=EDITS[name])), rules=rules), select=["BN506"]).findings
    return bool(made)
