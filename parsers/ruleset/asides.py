"""Sentences of the core rules that are known whole, wherever they stand: nothing that a verdict rests on is in them.

They say how people join and leave (the sidebar shows who did), what is done with matters and posts beside what verdicts
rest on, what the names of rules are worth, and what an Ascension Address may say.
"""

from __future__ import annotations

from parsers.patterns import later
from parsers.ruleset.forms import WordList, names_somebody
from parsers.ruleset.words import Words

_PEOPLE = later(
    r"^(?:"
    r"if (?:the|the text of the) ruleset(?: document)? does not (?:properly )?reflect all legal changes that have been"
    r" (?:authorised to be )?made to it, any player may update it to do so"
    r"|any human may apply to join blognomic(?: \(if they are not already (?:playing|a player)\))? by registering at"
    r" (?:https?://blognomic\.com )?via the register link in the sidebar,? and then making a post making clear their wish"
    r" to be a player(?: \(plural form players\))?"
    r"|an admin shall add them to the roster in the sidebar(?: and the gndt)?, at which moment they become a player"
    r"|a player may (?:cease to be a player|leave the game) at any time by posting an entry to the blognomic weblog requesting"
    r" such an action"
    r"|a player may not rejoin the game within \d{1,2} (?:days|weeks) after having left"
    r"|some players are idle, and shall be marked as such in the sidebar"
    r"|in the latter case, the admin must announce the idling in a (?:blog )?post(?: or comment)?"
    r"|idle admins (?:can|may) (?:enact and fail|resolve) votable matters(?: as a non-idle admin would)?"
    r"|new admins shall be given the gndt configuration password when they become admins"
    r"|unless otherwise stated, all publicly tracked gamestate information is tracked on it"
    r"|the terms \"player,?\" and \"player,?\" are synonyms"
    r")\.?$"
)
"""How people join, leave and keep the records; the sidebar shows who plays."""

_TAG = r"the \"\[(?:core|special case|building blocks?|appendix|glossary)\]\" tag"
_MATTERS = later(
    r"^(?:"
    r"when a votable matter is first put forward,? it is (?:considered )?pending"
    r"|when(?:ever)? an admin resolves a votable matter,? they (?:should|must)(?: also)? mark their name,? and"
    r" (?:are (?:highly )?encouraged to )?report the final tally of votes"
    r"(?: \(or the fact that it was (?:self-killed|withdrawn) or vetoed\))?"
    r"|comments cannot be made on (?:resolved|enacted or failed|failed or enacted) votable matters"
    r"|this rule (?:cannot|may not) be overruled by (?:dynastic rules|any other rule) in its application to (?:cfj|dov)(?: or (?:cfj|dov))?"
    r"|(?:every|each) player may cast votes on that dov to indicate agreement or disagreement with the proposition that the poster has"
    r" achieved victory in the current dynasty"
    r"|when a dov is enacted, all other pending dov are failed,? and a new dynasty begins in which the player who (?:made|posted) the dov"
    r" becomes the emperor"
    r"|the (?:new )?emperor (?:will|shall) make an ascension address by posting an entry in the \"ascension address\" category"
    r"|before an ascension address has been posted for a new dynasty, the emperor may pass the role of emperor to another player"
    r" by making a post to that effect"
    r"|a (?P<low>dynastic|special case|building blocks?) rule has (?:equal )?precedence (?:over|as|to) a (?:core|dynastic) rule, unless"
    r" that (?:core|(?P=low)) rule explicitly says (?:that )?it (?:can't|cannot) be overruled by a dynastic rule;?"
    r"|(?:unless otherwise stated by a dynastic or (?:building blocks|special case) rule, then )?for the purposes of dynastic"
    r"(?: and (?:building blocks|special case))? rules, the emperor is not a player"
    r"|an official (?:blog )?post that has the status of enacted or failed cannot change categories"
    r"|a post that is illegal in this manner cannot subsequently be made legal by any means"
    r"|when a (?:proposal|cfj) is enacted, (?:its stated effects are immediately applied in full; )?the admin enacting it shall update"
    r" the gamestate and ruleset, and correct any gamestate-tracking entities, as specified in the (?:proposal|cfj)"
    r"|votable matters (?:other than dov )?require the \"\[victory\]\" tag in order to grant victory to a player"
    rf"|votable matters require {_TAG} in order to make changes to the (?:core|special case|building blocks?|appendix|glossary) rules"
    rf"(?:(?:,| and|, and) {_TAG} in order to make changes to the (?:core|special case|building blocks?|appendix|glossary) rules){{0,3}}"
    r")\.?$"
)
"""What is done with matters and posts beside what verdicts rest on."""

_DEFINITIONS = later(
    r"^(?:rule: each individually numbered section of the ruleset is a rule(?:, including sections that are subrules of other rules)?"
    r"|toc: table of contents)\.?$"
)
"""Terms of the glossary that mean no more than they say, each before its definition."""

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
    """Whether a sentence, in canonical form, is one of these, or the definition of one of these terms."""
    if term:
        return _DEFINITIONS.match(f"{term}: {text}") is not None
    if _PEOPLE.match(text) or _MATTERS.match(text):
        return True
    return ASCENSION.says(text, words) and _FORBIDS.search(ASCENSION.phrases.sub(" ", text)) is None and not names_somebody(text, words)
