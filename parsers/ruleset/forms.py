"""Sentences of the core rules that change no verdict whatever they say, by their form.

They are about the game's other tools (the Dice Roller, Atomic Actions, mentors, the wiki, names and numbers of
dynastic rules) or say what Players should or should not do, and every word of theirs is one of a list that has none
of what verdicts rest on (nor says who is a Player or the Emperor). A sentence with any other word is not known by its form.
"""

from __future__ import annotations

from parsers.patterns import later
from parsers.ruleset.concepts import identifies
from parsers.ruleset.words import Words

__all__ = ["is_harmless"]

_ABOUT = later(
    r"\b(?:dice\w*|roller|random\w*|atomic|orphan|mentor\w*|mentees?|discord|slack|gndt|facebook|twitter|faq|wiki|mediawiki"
    r"|numeric|integers?|game variables?|gamestate variables?|subrules?|siblings?|illustrations?|captions?|spivak|english"
    r"|representations? of (?:the |that )?gamestate|gamestate-tracking|commentary|mantle)\b"
    r"|^(?:an?|the|all)(?: single)? (?:player|person|mentor|mentee)s? should (?:not )?(?!be\b|count\b|consider\b)"
)
"""What a sentence is about, or that it only recommends something."""

_STATES = later(
    r"^the gamestate tracking page for this dynasty is (?:the ){0,2}\"?[\w' -]{1,60}\"? (?:page of the wiki|wiki page|page on the wiki)\.?$"
    r"|^(player|emperor)s? \(\1s?\)\.?$"
    r"|^(?:a|each) dynasty (?:may be|is) headed by (?:a single|an?|1) player, known as (?:the|an) emperor\.?$"
    r"|^if there is no emperor, the dynasty is a metadynasty\.?$"
    r"|^this is the ruleset (?:for|of) blognomic; all players? shall obey it\.?$"
)
"""What other modules read from the text as written: the tracking page and the dynasty's terms."""

PLAIN = frozenset(
    """a an the this that these those such each every all any some both either neither one other another same own more most
    and or but nor if when whenever where wherever which whichever who whose what whatever while until unless although than as so
    of to in on at by for from with within without into onto under beneath above over off out up between among through towards via
    about against before after during since once twice also otherwise instead however then there here not no never only already still
    again always ever even just ago between
    it its itself they their them themselves he she is are was were be been being has have had do does did done
    may might can cannot could must shall should will would need needs
    player players player's emperor emperor's blognomic blognomic's players' person somebody anybody

    action actions steps step performed perform performs performing performance complete completed completing completion undo
    undone redo redone combines combining separate parent direct skip skipped skipping considered atomic arrives order incorrectly
    correctly illegal legal legally attempted attempt taken take taking achieve begin began begun start started finish finished ongoing

    dice die roll rolls rolled rolling roller random randomly secretly secret privately private publicly result results return returns
    returned command commands fruit lemon orange kiwi grape cherry tangelo colour color white red green silver yellow turquoise magenta
    purple black blue card cards deck suit hearts diamonds spades clubs ace jack queen king face generate generated generator generators
    probability distribution uniform range possible outcome outcomes determination determined determining method appropriate reasonably
    inferable nature curly brackets comma-separated values value list lists listed selected select selecting selection selections choose
    chosen choosing choice choices sided x-sided amount reference references refer refers referring n x y v dicen dicex ydicex coin flip
    shuffle shuffled draw drawn

    mentor mentors mentor's mentee mentees mentee's mentorship mentorships unmentored tenured prospective candidate candidates
    approach approached willing willingness agree agrees decline declined accept accepts appointed relationship members dissolve
    dissolved announce announcing announced contact pro-active proactive explain explaining dynamics system available answer questions
    standards etiquette play proofreading clarifying events introduce various platforms including notifications group feeds social media
    last lasts continue longer informally threshold bound conditions set advise proceed best interests connections consider copying
    communications game-related unfairly prejudice keep information explicit consent work together support wishes pass baton
    sock-puppet bully coerce manipulate seek dissuade pursuing alliances former fact prior influence basis new join joins joined joining
    request requests requested indicated act role care balance game game's potential

    wiki page pages link linked linking url website web site site's domain tool tools software browser facebook twitter slack discord
    channel channels category server invite click clicking button logged log text texts document documents illustration illustrations
    caption captions image images template templates invoked contained contains contain containing histories history discussion talk
    edit edited edits editing update updates updated updating representation representations represent represents representing merely
    gamestate tracked track tracks tracking tracker match matches matched comply correct corrects corrected correcting alteration
    alterations altered alter applied apply application applying split multiple clear happening data place places feels thing gndt
    revert reverted believe incomplete behalf original require decisions make making made mistakes obvious typographical spelling
    punctuation grammar grammatical formatting superficial differences geographic versions english british american australian
    irrelevant purposes reformat bullet points markup items gender-specific pronouns singular spivak

    numeric numerical number numbers integer integers non-negative negative positive zero base ten decimal digits variable variables
    dynastic rule rules subrule subrules siblings sibling named name names unnamed nested beneath hierarchically ordered defined define
    defines defining definition definitions default defaults defaulting starting initial invalid valid undefined nearest earliest
    alphabetically blank string strings element elements fewest latest previous previously calculation calculations formula rounded
    rounding towards spend spends spent spending pay pays paid payment lose loses lost gain gains gained transfer transfers transferred
    cost costs add adds added subtract subtracts subtracted arithmetic effect effects subsequent changed change changes changing
    orphan contingent specific specified specify specifies specifically location manner stated state states described describes unless
    kept retain retains hold holds hidden held stored store used use uses using

    deliberately exploit bugs unexpected behaviours behaviors behaviour scripts running interfere function permitted explicitly trade
    favors favours compensation outside inside unreasonably prolong clearly associated particular intention ability best good faith
    blog com e g eg located followed following hash access accessed faq outlined process guidance how see sidebar type block titled
    numbered individually heading headings section sections directory mediawiki options allows allow amounts entire single piece pieces
    revealed established practice suggested sets out relationships things thing ask asks active go goes victory achieves mention
    mentions mentioned assumed except exception greater lower million yields situation wrong repeat reroll took based depended doing
    means mean simply a's b b's attempting implies instance considering precede unpunctuated appears remain remains entity entities
    gamestate-tracking delete deleted accompanied said dates optionally supplied corresponds requirement accomplish carrying having
    action's existing consequence current amended downloadable calls ways off-domain authorised authorized historical occurrence resource
    modified modifications interested learning people well roller's mainly row long sides side none first later upon lists common

    spam typically include subjective entry date field comments unplayable example multiple keywords prevent anything offensive rude
    abusive respect respectful harass harassment insult insults honest honestly lie cheat collude
    """.split()
)
_WORD = later(r"(?<!\S)https?://\S+|[^\W\d_][^\W_]*(?:['-][^\W_]+)*")


_APART = dict.fromkeys(map(ord, '.,;:()"'), " ")
"""What stands in no word."""


def is_harmless(text: str, term: str = "", words: Words | None = None) -> bool:
    """Whether a sentence, in canonical form, has such a form; one that explains a term only if that is one of the game's tools, too."""
    if _STATES.match(text):
        return not term
    if _ABOUT.search(term or text) is None or identifies(text, words):
        return False
    if PLAIN.issuperset(text.translate(_APART).split()):
        return True
    return all(word in PLAIN or word.startswith("http") for word in _WORD.findall(text))
