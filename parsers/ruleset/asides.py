"""Sentences of the core rules that are known whole, wherever they stand: nothing that a verdict rests on is in them.

They say what is done with matters beside what verdicts rest on, and what an Ascension Address may say.
"""

from __future__ import annotations

from parsers.patterns import later
from parsers.ruleset.forms import WordList, names_somebody
from parsers.ruleset.words import Words

_TAG = r"the \"\[(?:core|special case|building blocks?|appendix|glossary)\]\" tag"
_KINDS = "(?:core|special case|building blocks?|appendix|glossary)"
_WHOLE = later(
    r"^(?:"
    r"a player may not rejoin the game within \d{1,2} (?:days|weeks) after having left"
    r"|idle admins (?:can|may) (?:enact and fail|resolve) votable matters(?: as a non-idle admin would)?"
    r"|when a votable matter is first put forward,? it is (?:considered )?pending"
    r"|comments cannot be made on (?:resolved|enacted or failed|failed or enacted) votable matters"
    r"|this rule (?:cannot|may not) be overruled by (?:dynastic rules|any other rule) in its application to (?:cfj|dov)(?: or (?:cfj|dov))?"
    r"|for the purposes of dynastic(?: and (?:building blocks|special case))? rules, the emperor is not a player"
    rf"|votable matters require {_TAG} in order to make changes to the {_KINDS} rules"
    rf"(?:(?:,| and|, and) {_TAG} in order to make changes to the {_KINDS} rules){{0,3}}"
    r")\.?$"
)
"""How people leave, and what is done with matters beside what verdicts rest on."""

ASCENSION = WordList(
    "ascension update specify optionally",
    """new posted make entry specify specified theme optionally term terms replaced theme-specific dynasty-specific throughout entire list
    listed number keep kept repeal repealed updated update reflect changed changes outline outlined started provided newly chosen appear
    anywhere outside though part fine doing cause become synonymous automatic instructions per different change tracking referred wiki
    page""",
    """(?:an|the|a new) ascension address | the emperor's chosen theme | (?:new|current) dynasty | (?:each|every) entry in the above list
    | in the above list | the (?:entire )?\"?ruleset\"? | \"?ruleset and gamestate | the gamestate tracking page | dynastic rules?
    | (?:the )?terms player and emperor will | 2 terms | does not (?:appear|exist|start with the word \"ruleset) | of this rule
    | rules which are being removed | not listed to be kept | would not cause | only appears in | to remove or insert
    | (?:any number of |the )?building blocks (?:rules?|page|section) | in the rule(?: \"?(?:synonyms|ruleset and gamestate))?""",
    form=r"^(?:(?:when a new dynasty is started, )?(?:the|an|a new) ascension address may (?:optionally )?(?:list|specify)"
    r"|when (?:such )?an ascension address is posted, the ruleset is updated to reflect|this should specify the emperor's chosen theme"
    r"|update the (?:ruleset|building blocks page) to reflect|optionally specify any number of building blocks rules"
    r"|optionally change the gamestate tracking page)\b",
)
"""What an Ascension Address may say of terms and rules, and what becomes of the Ruleset then."""

_FORBIDS = later(r";|\b(?:above|over|no|not|never|nor|until|unless|only|cannot|neither|before|while|players?|emperors?)\b")
"""What may make more than a description of a sentence on Ascension Addresses."""


def says_nothing(text: str, words: Words, term: str = "") -> bool:
    """Whether a sentence, in canonical form, is one of these; none that explains a term is."""
    if term:
        return False
    if _WHOLE.match(text):
        return True
    return ASCENSION.says(text, words) and _FORBIDS.search(ASCENSION.phrases.sub(" ", text)) is None and not names_somebody(text, words)
