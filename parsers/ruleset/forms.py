"""Sentences of the core rules that change no verdict whatever they say, by their form.

Each is about one of the game's other tools (the Dice Roller, Atomic Actions, mentors, the wiki, game variables), or says
what Players should or should not do. Every word of such a sentence is of a list that belongs to its subject, and no list
has words for what verdicts rest on: who is a Player or the Emperor, comments, rules in force, actions at large. What has
such words in one harmless use only (“performing an Atomic Action”) stands there as a phrase.
"""

from __future__ import annotations

from parsers.patterns import later
from parsers.ruleset.concepts import identifies
from parsers.ruleset.words import AnyPattern, KeyedPattern, Words, words_of

_STATES = later(
    r"^the gamestate tracking page for this dynasty is (?:the ){0,2}\"?[\w' -]{1,60}\"? (?:page of the wiki|wiki page|page on the wiki)\.?$"
    r"|^(player|emperor)s? \(\1s?\)\.?$"
    r"|^(?:a|each) dynasty (?:may be|is) headed by (?:a single|an?|1) player, known as (?:the|an) emperor\.?$"
    r"|^if there is no emperor, the dynasty is a metadynasty\.?$"
    r"|^this is the ruleset (?:for|of) blognomic; all players? shall obey it\.?$"
)
"""What other modules read from the text as written: the tracking page and the dynasty's terms."""

_DEFINES = later(
    r"^a subrule is a type of rule that is (?:nested within|hierarchically ordered beneath) another rule\.?$"
    r"|^2 rules are \"siblings\"(?: of each other)? if (?:they are both|both are) direct subrules of (?:the same|1) rule\.?$"
    r"|^the blognomic wiki at https?://[a-z./]{1,60}$"
    r"|^a rule may be accompanied by 1 or more illustrations, and an illustration may have a caption\.?$"
)
"""What rules may have, and what they are to each other."""

_SOMEBODY = AnyPattern(
    KeyedPattern(
        r"\b(?:is|are|be|been|becomes?|remains?|makes?|as)(?: (?:not|no longer|never|only|also|the|an?|same|any|all|\d+)){0,4}"
        r" (?:players?|persons?)\b(?!')",
        "player players person persons",
    ),
    KeyedPattern(
        r"\b(?:is|are|be|becomes?)(?: (?:not|also|the|an?|their|same|as)){0,4} (?:mentors?|mentees?)\b(?!')",
        "mentor mentors mentee mentees",
    ),
    KeyedPattern(r"\bplayers? (?:is|are) (?:an?|the|no|not)\b|\bnumber of (?:\w+ )?players\b|\bplayer's place\b", "player players"),
    KeyedPattern(r"\b(?:all|any|every|each|the) (?:numbers|numeric values?)\b", "numbers numeric"),
)
"""Who or how many Players there are: no sentence is harmless that says so."""

_JOINING = frozenset(
    """a an the this that these those such each every all any some both either neither one other another own more most
    and or but nor if when whenever where wherever which who whose while until unless although than as so
    of to in on at by for from with within without into onto under beneath above over off out up between among through towards via
    about against before after during since once twice also otherwise instead however then there here not no never only already still
    again always ever even just ago between
    it its itself they their them themselves he she is are was were be been being has have had
    may might can cannot could must shall should will would need needs
    player players player's emperor emperor's blognomic blognomic's players' person somebody anybody""".split()
)
_APART = dict.fromkeys(map(ord, '.,;:()"'), " ")
"""What stands in no word."""
_WORD = later(r"(?<!\S)https?://\S+|[^\W\d_][^\W_]*(?:['-][^\W_]+)*")


class WordList:
    """What harmless sentences may be about: words of which they have one, how they begin, all their words, and phrases beside those."""

    def __init__(self, about: str, words: str, phrases: str = "(?!)", *, form: str = "") -> None:
        self.about, self.form = frozenset(about.split()), later(form) if form else None
        self.phrases = later(rf"\b(?:{' '.join(phrases.split()).replace(' | ', '|')})\b")
        self.words = _JOINING.union(words.split())

    def says(self, text: str, words: Words) -> bool:
        """Whether a sentence, in canonical form, is about it and has no other words."""
        return not self.about.isdisjoint(words) and self.fits(text)

    def fits(self, text: str) -> bool:
        """Whether a sentence that is about it has no other words."""
        if self.form and self.form.search(text) is None:
            return False
        if self.words.issuperset(text.translate(_APART).split()):
            return True
        rest = self.phrases.sub(" ", text)
        return all(word in self.words or word.startswith("http") for word in _WORD.findall(rest))


_SUBJECTS = (
    WordList(
        "dice dicen dicex ydicex roller random randomly uniform command",
        """dice die dicen dicex ydicex roll rolls rolled rolling roller random randomly secretly secret private privately publicly result
        results return returns returned command commands fruit lemon orange kiwi grape cherry tangelo colour color white red green
        silver yellow turquoise magenta purple black blue card cards deck suit hearts diamonds spades clubs ace jack queen king face
        generate generated generator generators probability distribution uniform range possible outcome outcomes determination
        determined determining method appropriate reasonably inferable nature curly brackets comma-separated values value list lists
        listed selected select selecting selection selections choose chosen choosing choice choices sided x-sided amount reference
        references refer refers referring n x y v coin flip shuffle shuffled draw drawn number numbers game variable variables entire
        specified specifically explicitly stated situation require requires greater lower higher least million yields use used using
        uses name names g e eg i options following corresponds reroll wrong zero negative url located""",
        """may do so | players? making th(?:e roll|is determination) | while making the roll | any comments supplied by | be taken from""",
    ),
    WordList(
        "atomic",
        """step steps order incorrectly correctly legal illegal skip skipped skipping complete completed completing completion perform
        performed performs performing performance ongoing separate combines combining direct cost costs x v numeric value values
        spend spends spending spent pay paid payment lose lost defined defines requirement accomplish multiple arithmetic subsequent
        place taking stated including include purpose purposes repeat redo redone redoes undo undone started finished arrives example
        consists rolling reroll dice based result depended later original used uses case""",
        """(?:(?:an|any|that|the|parent|each|illegal) )?atomic actions? | of that action | a dynastic action
        | take any other dynastic action | or achieve victory | otherwise separate game actions into a single action | a rule allows
        | considered to have been (?:completed|performed|taken) | considered (?:never|not) to have been (?:completed|performed|taken)
        | considered never to have performed that action | considered (?:1 action|to be subsequent steps|completed(?: for this rule)?)
        | effects? (?:or multiple effects|step|of spending) | (?:the act of )?carrying out those effects | having a cost
        | which the player must do
        | arithmetic effects | an effect | multiple effects""",
    ),
    WordList(
        "mentor mentors mentorship mentorships mentee mentees unmentored tenured",
        """mentor mentors mentor's mentee mentees mentee's mentorship mentorships unmentored tenured prospective candidate candidates
        approach approached willing willingness agree agrees decline declined appointed relationship dissolve dissolved dissuade
        announce announcing announced contact pro-active proactive explain explaining dynamics system available answer questions
        standards etiquette proofreading clarifying events introduce various platforms including notifications group feeds social media
        last lasts continue longer informally threshold advise proceed best interests connections copying communications game-related
        unfairly prejudice keep information private explicit consent support wishes pass baton former prior influence ongoing basis
        use how manipulate coerce bully sock-puppet pursuing alliances seek fact establish established indicated ask asks request
        requests requested select selecting selected possible potential care take balance go following publicly new optionally discord
        slack facebook twitter set works mutually week weeks month months latest begins lasting end ends end-of-dynasty dynasty case""",
        """must do the following | does not unfairly prejudice | including the wiki | are listed on the (?:mentorships )?wiki page
        | are said to be | joine?s? the game | has joined the game | work together(?: to achieve victory)? | achieves? victory
        | act as (?:a|the|their)(?: new player's)? mentors? | the new player's mentor | new player | performing any game actions
        | bound by (?:any of )?(?:the|these) conditions set out in (?:the|its) parent rule(?: to this rule)?
        | any of its subrules | an active player who | dice roller
        | the game's? | have another player as a mentor | consider (?:game balance|copying) | if they accept
        | (?:explain|platforms of) the game | of the game | the next ascension address, whichever occurs latest | at least | a blog post
        | make pro-active contact | take that (?:new )?player on as a mentee""",
    ),
    WordList(
        "discord slack faq facebook twitter",
        """discord slack faq facebook twitter channel channels server invite request requests click clicking button com gg hash g e random
        name named followed following reference use used access accessed ability located category discussion apply applying process
        outlined guidance blog see how wiki group is linked url link""",
        """(?:button |linked to )?(?:in|on|by) the (?:button in the )?sidebar | while logged in""",
    ),
    WordList(
        "variable variables integer integers numeric",
        """numeric numerical number numbers integer integers non-negative negative positive zero base ten decimal digits variable variables
        value values valid invalid legal defined define defines defining definition definitions default defaults defaulting starting
        initial undefined nearest earliest alphabetically blank string strings element elements fewest list lists text tied calculation
        calculations formula rounded rounding towards spend spends spent pay pays paid lose loses lost gain gains gained transfer
        transfers transferred cost costs add adds added subtract subtracts subtracted set specified specifically stated x y v a b a's b's
        amount amounts choice means mean implies result appears referring remain entity gamestate gamestate-tracking game store stored
        attempting hold holds instance instead orphan specific explicitly private publicly secretly unpunctuated single precede used use
        considering amended existing current previously become consequence below higher lower range example location reasonable manner
        determined dynastic tracked""",
        """it may take | take any dynastic actions that are contingent on | a rule that allows | only allows them to
        | considered (?:to be )?(?:a starting value|the nearest legal value|to precede)
        | a rule (?:that )?(?:implies|allows|states otherwise) | allows players | the rules that define | by a rule""",
    ),
    WordList(
        "wiki gndt gamestate disputed",
        """wiki gndt page pages update updates updated updating edit edited editing representation representations represent represents
        merely gamestate gamestate-tracking tracked track match matches matched correct corrects corrected correcting alteration
        alterations altered data place places contain contains multiple split applied feels specific such wrong legal historical
        history fact occurrence resource modified modifications possible following located comply different event authorised long
        used disputed repeatedly reverting re-reverting raise simply undo altered longer performing time means encouraged""",
        """do not take effect until | changes to gamestate which | (?:as )?a result of a player's action | authorised change
        | authorised by the rules | alterations are otherwise legal | clear what is happening | not the same thing | whatever resource
        | does not match | effects of that alteration | an action which was against the rules as they were | a cfj
        | a defined game action | by that action | (?:is|are) (?:itself )?considered to be gamestate""",
        form=r"^(?=.*\b(?:wiki|gndt)\b)(?=.*\b(?:updates?|represents|located|at|gamestate)\b)|\bdisputed alteration\b"
        r"|^(?=.*\bgamestate\b)(?=.*\b(?:representations?|tracked in)\b)",
    ),
    WordList(
        "name rule rules word",
        """name names named refer refers referring referred reference specific simplified including braces text pair opening closing
        asterisks long unambiguous case i e incorporates example g word stated explicitly ever given wiki pages""",
        """a (?:rule|votable matter|proposal) | (?:specific )?(?:rule|votable matter|proposal)(?= may be simplified)
        | special case rules | (?:the )?rules? names?
        | the names of rules | no effect other than being | not themselves rule text | flavou?r text | such a reference
        | name used in reference to | the (?:rule|ruleset) | the votable matter that created it | if this is not possible | unnamed rule
        | instead | a player's name""",
        form=r"^(?:when referring to an?|subrules can be referred to|(?:if|when) a rule\b.*\bname\b"
        r"|the names of rules|within the ruleset,"
        r" a word)\b",
    ),
    WordList(
        "obvious",
        """correct obvious spelling punctuation typographical grammatical grammar mistakes errors including replacing spivak gender-specific
        pronouns refer singular corresponding forms""",
        "in the ruleset | at any time | their own pending (?:proposals|votable matters)",
        form=r"^(?:an?|any )?players? may correct obvious (?:spelling|typographical)\b",
    ),
    WordList(
        "comprises consists",
        """comprises consists contains section sections covering essential elements gameplay basic mechanics current dynasty apply special
        cases set metagame parameters exists solely complements clarifies clarify""",
        """the \"?core rules\"? of blognomic | proposal mechanics | the (?:dynastic )?rules of the current dynasty | rules which
        | the (?:remainder of the )?ruleset | the (?:appendix|glossary)""",
        form=r"^(?:it comprises|section 1 consists)\b",
    ),
)
"""Whatever a sentence says of one of these in its words changes no verdict."""

_SHOULD = WordList(
    "should",
    """deliberately unreasonably prolong performance start started finish trade favors favours compensation spam exploit bugs unexpected
    behaviours behaviors behaviour software scripts running mediawiki expressionengine interfere function tool tools edit entry date field
    blog offensive rude abusive respect respectful harass harassment insult insults honest honestly lie cheat collude unplayable
    scam core special case appendix rules achieve victory multiple keywords example changing roll rolls dice clearly associated particular
    intention best ability resolve rolled values use used using announce publicly private information share control etiquette good faith
    directly indirectly own name names anything prevent com word outside""",
    "(?:a|that|any|particular|meant) (?:game )?actions? | trade actions | any other game | do any action meant",
    form=r"^(?:an?|the|all|any)(?: single)? (?:player|person|mentor|mentee|emperor)s? should (?:not )?(?!be\b|count\b|consider\b)",
)
_ABOUT = {word: [subject for subject in _SUBJECTS if word in subject.about] for each in _SUBJECTS for word in each.about}
"""What a sentence with a word may be about."""

_TWO_FOLD = later(r"[;:]|\b(?:otherwise|until|unless|only|then|and (?:is|are|may|must|shall)|or (?:is|are|may|must))\b")
"""What may make more than a recommendation of a sentence that recommends something."""

PLAIN = frozenset[str]().union(*(subject.words for subject in (*_SUBJECTS, _SHOULD)))
"""All of their words: no dynasty owns one for the number of times that it has it."""


def is_harmless(text: str, term: str = "", words: Words | None = None) -> bool:
    """Whether a sentence, in canonical form, has such a form; one that explains a term only if that is one of the game's tools, too."""
    words = words_of(text) if words is None else words
    if _STATES.match(text):
        return not term
    if _DEFINES.match(text):
        return term in ("", "subrule", "sibling rule", "wiki")
    if not term and _SHOULD.says(text, words) and _TWO_FOLD.search(text) is None:
        return not names_somebody(text, words)
    about = {subject for word in _ABOUT.keys() & (words_of(term) if term else words) for subject in _ABOUT[word]}
    return any(subject.fits(text) for subject in about) and not names_somebody(text, words)


def names_somebody(text: str, words: Words | None = None) -> bool:
    """Whether a sentence, in canonical form, says who is somebody or how many there are."""
    return _SOMEBODY.found(text, words) or identifies(text, words)
