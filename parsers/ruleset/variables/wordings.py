"""The wordings that are known. To read another one, add a line to the table of what it says (:mod:`grammar` explains the form)."""

from __future__ import annotations

from parsers.patterns import later

NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}"
"""A name of up to four words with capitals: "Stress Level"."""

_WORD_NUMBERS = (
    "zero|(?:one|two|three|four|five|six|seven|eight|nine)(?: hundred)?|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    "|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?"
)
NUMBER = rf"(?:(?:minus |negative )?[$£€¥₤₩₽¢]?[-+]?\d[\d,]{{0,12}}(?<!,)(?:\.\d{{1,6}})?%?|(?:{_WORD_NUMBERS}))(?![\w-])"
MODAL = r"(?:may|can|could|might|must|should|shall|will)"
REACHING = r"ever|be|go|rise|fall|drop|become|exceed|have|reach|get|increase|decrease|set|reduced|raised|to|a value|values"

_KINDS_OF_VALUE = "set list string value"
STOPS = {
    "VALUE": later(
        r"(?i),(?!\d)|;|\)|\(|\.(?!\d)|$| to (?:each|every|all) | (?:which|that(?! is)|but|unless|when|if|until|for|at the|tracked"
        r"|privately"
        r"|publicly|secretly|by|in the|on the|as (?:each|well|a))\b| and (?:an?|is|are|which|that|may|can|cannot|must|has|have|tracked"
        r"|never"
        r"|defaults?|defaulting|whose|with|it|they|their|at|no|ranges?|where|each|every|represents?|indicates?|measures?|reflects?|denotes?"
        r"|determines?|describes?|counts?|ranging|starting|beginning|being|having|possibly|both|all)\b"
    ),
    "CHOICES": later(
        r"(?i),? ?(?:and )?(?:\bdefault|\bwhich\b|\bthat\b|\btracked|\bprivately|\bpublicly|\bsecretly|\bstart|\bbegin|\binitially"
        r"|\bby default|\bas (?:well"
        r"|determined|defined|chosen)|\band (?:which|is|it|are|has|defaults?|may|can|must|whose|a default)\b|\bis\b|\bare\b|\bhas\b|\bmay\b"
        r"|\bcan\b|\bwith\b|\bwhere\b|\bexcept\b|\bwhose\b|\bbeing\b|\bbut\b|\bwhen\b|\bif\b|\bunless\b|\bin the\b|\bon the\b|\bat any\b)"
        r"|[;()]|\.(?: |$)|,\s*,|$"
    ),
}
"""Where a default, and where an enumeration, ends at the latest."""

AROUND = later(r"(?:an?|the|being|be|to be|is|are|set to|value(?: of)?|simply|just|always|either) ")
BLANK = later(
    r"(?i)(?:an? |the |being |is |are |they |it |have |has |[a-z]+ing (?:to )?|which |of |to be )*(?:blank|empty|none|nothing|nobody"
    r"|no ?one"
    r"|no value|null|nil|void|unset|undefined|unassigned|n/a|-|(?:empty|blank|null|zero-length)(?: (?-i:[a-z])[\w-]*)?)"
    r"(?: (?:at all|set|list|string|value))?"
    r"|(?:[a-z]+ing |(?:[\w' -]{1,40} )?(?:have|has) |with |to )?no [A-Za-z][\w' -]{0,40}"
)
DYNAMIC = later(
    r"(?i)(?:(?:the|a|an) )?(?:their|its|his|her|same|first|last|twice|half|double|random(?:ly)?|equal|secretly|current|one of|whatever|any"
    r"|value of|number of|sum|total|average|lowest|highest|second|third|next|previous|nearest|oldest|newest|name of)\b|.*\b(?:its|their)\b"
    r"|[\w -]{1,40}'s [a-z]"
)
NO_ITEM = later(
    r"(?:by|from|to|of|it|they|changed|increased|decreased|set|taken|used|any|not|more|less|less than|positive|negative|some|each|at|up|as"
    r"|in|on|no more|name|the name)\b"
)

FACTS = {
    # Its choices.
    "closed": """
        take/takes [on] [any/one] [of] [the] [following] value/values/state/states CHOICES
        one of [the/these] [following] [values/states/options/settings/possibilities] CHOICES
        one of WORD values/states/options/settings/possibilities CHOICES | one of the following WORD CHOICES | either [of] CHOICES
        possible/valid/legal/allowed/permitted/available [WORD] values/states/options/settings [for/of] PHRASE are/being/is CHOICES
        possible/valid/legal values/states/options/settings [of] CHOICES | values/states/options of/are CHOICES
        from/among/chosen [from] [among] the set/list/following [of] CHOICES | from among CHOICES | chosen from CHOICES
    """,
    "open": """
        which/that/it/and/this/they/who/these is/are/may/can/must/could/will [only] [be] [always] [set] [to] CHOICES
        may/can/must/shall/could [only/either/always] be [set] [to] CHOICES | may/can take/have [the] values/value CHOICES
        tracked [[on/in/at] PHRASE] as [being] [either] CHOICES | is/are CHOICES | _ of CHOICES | ( CHOICES | { CHOICES
    """,
    # What it is, in words that hold others.
    "many": "multiple | zero/one or more | any number/amount of",
    "many most": "up to N _",
    "names": "number/count/amount of PHRASE, [the] name/names/identity/identities/contents/details of which",
    "optional": """
        may or may not | may/can/or/be/either [also] [be/have] blank/empty/none/nobody/nothing/unset ...
        may/can/or/be/either [also] [be/have] no one ... | at most one _ | up to one _ | no more than one _ | zero or one
    """,
    "boolean": "boolean | true or/and false",
    "form": "in/of/take/takes/with/has/have the form/format",
    "stated": "tracked as [a/an] [WORD] [WORD] list/number/integer/string",
    "name": """
        name/names/identity/identities of PERSON | blank/empty/none/nobody/nothing, [WORD] [WORD] or PERSON | no value, or PERSON
        is/are/may/can/must/be/either [always] [be] [always] [either] PERSON | who is PERSON | ( PERSON | PLAYER's name/names
    """,
    "string": """
        between/from N and/to N words/characters/letters | string/strings/text/texts/textual/free-text
        a/an/one/any/single/short/of [WORD] [WORD] word/words/phrase/phrases/sentence/sentences/letter/character ...
        N words/word/characters/letters | name/names of a/an/one/any/the
    """,
    # What is tracked, and who sees it.
    "nothing": """
        exactly one _ | not/never [WORD] [WORD] tracked | private/secret/hidden message/messages/communication/communications/channel
        any number between/from N and/to N | from/of/on/in/for/to/with [the] list/lists | list/lists of possible/valid | either of the
        minimum/maximum of the | below/under N [WORD] column/heading/page/section/table
    """,
    "private": """
        privately/secretly/covertly [WORD] [WORD] track/tracks/tracked/tracking/record/records/recorded/kept/held/known/stored ...
        track/tracked/tracks/tracking/recorded/kept/stored/held WORDS privately/secretly ...
        track/tracked/tracks/tracking/recorded/kept/stored/held WORDS in secret/private ... | known only/solely to | visible only to
        private/secret/hidden
    """,
    "public": """
        publicly/public [WORD] [WORD] track/tracks/tracked/recorded/recording/visible/known ... | tracked publicly ... | a public
    """,
    "tracked": """
        tracked [WORD] in/on/at/under the/a/an PHRASE list | track/tracks/tracked/tracking
        recorded/listed/stored/displayed/kept/noted on/in/at the/a
    """,
    # What it defaults to.
    "default": """
        start/starts/starting/begin/begins/beginning [out/off] [the] [game] BLANK
        default/defaults/defaulting/defaulted [value] to/at/as/of/is/being VALUE | default/defaults/defaulting: ONE
        default [value] of which is VALUE | default [value] : VALUE | by default, they/it/this/these/each is/are/has/have VALUE
        by default, they/it/this/these/each starts/start with/at VALUE
        start/starts/starting/started/begin/begins/beginning [out/off] at/as/on/in/with [a] [value] [of] [an] VALUE
        start/starts/starting/started [out/off] to VALUE | starting/initial value/level/amount of/is/being/at VALUE
        initial/initially/initialise/initialises/initialised/initialized [value] [set] of/is/being/at/to/as VALUE | initially VALUE
        which/that/and by default, is/are/has/have VALUE | and by default, [it/they] [is/are] VALUE
        is/are/being [both/all/each] by default VALUE | is/are/being [both/all/each] SHORT by default | by default VALUE
    """,
    # How many and how much.
    "range": """
        between/from/range/ranges/ranging [between/of/from] [a] [minimum] [of] N and/to/through/up [to/through] [and] [a] [maximum] [of] N
        value N to/and N | ( N to N | N to N END
    """,
    "integer range": "integer/integers/number/numbers N to/and N",
    "least": """
        at least N | minimum/min: [value] [of/is/being] N | floor of N | lower limit/bound of/is N
        cannot/can't/never/not/no REACHING less/lower/fewer/smaller than N | cannot/can't/never/not/no REACHING below/under N
        or/nor fall/go/be/drop/sink/get below N | N or more/higher/greater/above/larger/over
    """,
    "most": """
        at most N | maximum/max: [value] [of/is/being] N | cap/capped/limit/limited of/at/to/is N | up to N | upper limit/bound of/is N
        cannot/can't/never/not/no/nor/or REACHING more/higher/greater/larger than N
        cannot/can't/never/not/no/nor/or REACHING above/over/past/beyond N
        cannot/can't/never/not/no REACHING exceed/surpass/exceeding/surpassing/exceeds/surpasses N | exceed/surpass N
        N or less/fewer/lower/below/smaller/under
    """,
    "above": "greater/more/higher/larger/above [than] N",
    "below": "less/lower/fewer/smaller/below/under [than] N",
    "signed": """
        may/can/could/might/possibly/potentially/also/or/including/include/includes/allowed [to] [be/go/become] [ever] [be] negative
        positive/negative/zero, [zero/negative/positive,] or/and/and/or zero/negative/positive | may/can [go/drop/fall/be] below 0/zero
    """,
    "integer signed": "any/signed integer/integers",
    "natural": "non-negative/nonnegative | not/never/cannot [be] negative",
    "integer natural": "natural number/numbers",
    "positive": "positive",
    "nonpositive": "not/never/cannot [be] positive | non-positive/nonpositive",
    "integer negative": "negative integer/integers/number/numbers/whole",
    # What kind of value it is. The first one counts.
    "number": """
        decimal/decimals/fraction/fractions/fractional/rational/half-integer/half-integers/non-integer/non-integers/floating/tenth/tenths
        real number/numbers
    """,
    "integer": """
        integer/integers/integral/number/numbers/numeric/numerical/percentage/percentages/counter
        amount/quantity/count/supply/level of | multiple/multiples of N | in/as percent | monetary/cash value/amount/sum | sum of money
        must/may/can/cannot [also/always/not/never] be lower/higher/less/greater/smaller/larger than ...
    """,
    "list": """
        list/lists/sequence/sequences/queue/queues | hand/inventory of | of/hold/holds/contain/contains up to N SEVERAL
        of/hold/holds/contain/contains at most N SEVERAL | of/hold/holds/contain/contains no more than N SEVERAL
        of/hold/holds/contain/contains exactly N SEVERAL
    """,
    "set": "set/sets/collection/collections of | a set",
    # What else is said of it.
    "unique": "unique",
    "computed": """
        equal/equals/equalling to | calculated/computed/derived | determined by/as
        is/are/being [always] the sum/total/number/product/average/difference | is/are/being [always] twice/half/double
    """,
}
"""What is said of a value. The name of an entry is the fact that its wordings state; of several words each is one.

In a phrase the name of the thing stands as ``_``.
"""

NAMING = later(
    r"\b(?:(?:which|that) (?:is|are|may be|can be|will be|shall be) )?(?:named|called|known as|referred to as|titled|entitled|labell?ed"
    r"|termed"
    r"|dubbed|(?:is|are) (?:their|its|the)) (?:(?:either|their|its|his|her|the|an?|simply|that [A-Za-z][\w -]{0,30}'s) )*"
)
"""What stands before a name: "a number named Coal"."""

BEFORE_NAME = later(
    r"(?:[a-z][\w-]*(?: [a-z][\w-]*){0,2}?(?= (?:amount|number|quantity) of )|(?i:value|score|rating|stat|statistic|attribute|counter|tally"
    r"|balance)s?(?: for each of| for| in| of)(?= [A-Z])|zero or (?:more|one)|one or more|an?|the|their|its|his|her|own|one|single|unique"
    r"|distinct|exactly|at most one|any (?:number|amount|quantity)|some|several|many|various|different|possible|available|numerous"
    r"|additional|certain|particular|associated|assigned|designated|corresponding|personal|individual|separate|current|two|three|four|five"
    r"|six|seven|eight|nine|ten|\d{1,3}|special|new|possibly|potentially|comma[- ]separated|publicly|privately|secretly|openly|also|public"
    r"|private|secret|hidden|visible|track(?:ed|able)|non-?|negative|non-?negative|positive|whole|natural|real|decimal|rational|numerical"
    r"|numeric|signed|integer|integral|numbers?|percentage|boolean|binary|strings?|text|textual|short|free-?text|lists?|ordered|unordered"
    r"|ranked|sets?|collection|amount|quantity|count|total|supply|stock|tally|values?|variable|statistic|attribute|property|resource|empty"
    r"|(?:level|degree|measure|reserve|stash|pile|pool|store|variety|selection|assortment|sum)(?= of)|up to \w+"
    r"|by (?:the )?[A-Z][\w'-]*(?: [A-Z][\w'-]*)?)(?: of(?: the| their)?)?(?:[ -]|$|(?=,))"
)
"""What stands before the name in a noun phrase and is no part of it."""

NO_NAME = frozenset(
    "which that who whom whose where when if named called known tracked privately publicly secretly starting start starts beginning ranging"
    " between from with without equal equals consisting containing representing measured measuring being is are may can cannot must has "
    "have"
    " and or as on in within throughout towards toward to for about at per by they it each both all initially chosen based associated "
    "written"
    " determined recorded stored listed either set inside drawn made but not such while until also indicating describing displayed kept "
    "held"
    " given selected defined expressed denoting worth up valued then".split()
)
"""Words that end a name."""

OPENING = later(
    r"(?:(?:As well as|Besides|Alongside|Apart from|Aside from|Unlike) [^,]{1,60}|In addition(?: to [^,]{1,60})?|Additionally|Furthermore"
    r"|Also"
    r"|Finally|Moreover|By default|At all times|At any (?:given )?time|Initially|Lastly|Similarly|Likewise|However"
    r"|(?:In|On|During|Throughout|While in) [^,]{1,60}),? (?=[A-Za-z])"
)
"""What may stand before a definition and changes nothing."""

HAVING = later(
    r" (?:(?P<have>has|have|possess(?:es)?)|(?P<loose>(?!(?:i|wa|ha|doe)s )[a-z]+s|(?:is|are) [a-z]+ing)(?= (?:zero or more|any number of"
    r"|a (?:(?:publicly|privately|secretly)[- ]tracked )?(?:set|list|number) of) )|(?:owns?|includes?|holds?|carry|carries|keeps?|bears?"
    r"|maintains?"
    r"|wields?|belongs? to|wears?|occup(?:y|ies)|consists? of|contains?|houses?|controls?|(?:is|are|be) (?:assigned|given|associated with"
    r"|(?:[a-z]+ing )?(?:in|at|on)|located (?:in|at|on)|a [mM]ember of|(?:characteri[sz]ed|defined|described) by)))(?: also| each| all"
    r"| both| at all times)? "
)
"""Verbs that give somebody something. ``have`` sure ones, ``loose`` any verb before "any number of"."""

BEING = later(
    r" (?=(?:is|are|defaults?|starts?|begins?|consists of an?) |(?:may|can) (?:contain|hold) (?:any number|zero or more|multiple|up to) "
    r"|(?:may|can|must|shall|will) (?:only |always |either )?be |cannot |can not |ranges? |(?:may|can) range |(?:may|can|must) (?:not"
    r"|never) )"
)
"""Verbs that say what something is."""

SENTENCES = {
    "there": """
        there [will/shall/may/can/must] [also/always] is/are/exist/exists/be [also/always] GIVEN | the PHRASE is home to GIVEN
        several/many/various NAME exist REST | a number of NAME exist REST | NAME exist REST | a/an THING exists/exist REST
    """,
    "each": """
        for each/every/all NOUN, there is/are/exist/exists [also] GIVEN
        for each/every/all NOUN, it HOW track/tracks/maintains/records/record GIVEN
        for each/every/all NOUN, it HOW keep/keeps track of GIVEN
        for each/every/all NOUN, the PHRASE HOW track/tracks/maintains/records/record GIVEN
        for each/every/all NOUN, the PHRASE HOW keep/keeps track of GIVEN | for each/every/all NOUN, is tracked GIVEN
        for each/every/all NOUN, ARTICLED | tracked HOW PHRASE for each/every/all NOUN is/are GIVEN
        privately/publicly/secretly tracked PHRASE for each/every/all NOUN is/are GIVEN
        the following is/are HOW tracked PHRASE for/of each/every/all NOUN ITEMS
        the following WORD is/are HOW tracked PHRASE for/of each/every/all NOUN ITEMS
        SOMEBODY HOW track/tracks [privately/secretly/publicly] each/every NOUN's GIVEN
        SOMEBODY HOW keep/keeps/maintain/maintains a private/secret/public/hidden tally/count/total/score of each NOUN's GIVEN
    """,
    "tracks": """
        tracked HOW PHRASE is/are GIVEN | privately/publicly/secretly tracked PHRASE is/are GIVEN
        the privately/publicly/secretly tracked variables/values/numbers/statistics PHRASE are GIVEN
        the following is/are HOW tracked PHRASE ITEMS | the following WORD is/are HOW tracked PHRASE ITEMS
        SOMEBODY HOW keep/keeps/maintain/maintains SECRET | SOMEBODY HOW track/tracks [privately/secretly/publicly] GIVEN
        SOMEBODY HOW keep/keeps track of GIVEN
    """,
    "a": "SOMEBODY [shall/will/must/may/should] [secretly/privately/publicly] assign/assigns/give/gives each/every NOUN ARTICLED",
    "whether": """
        whether [or] [not] THEY PHRASE is/are TRACKED | whether [or] [not] a/an/each/every/the NOUN PHRASE is/are TRACKED
    """,
    "one": """
        one NOUN is/may/will [be] [known] [considered] [as] the [publicly/privately/secretly] [tracked] NAME REST
        exactly/a one/single NOUN is/may/will [be] [known] [considered] [as] the [publicly/privately/secretly] [tracked] NAME REST
    """,
    "starting": "NOUN start/starts/begin/begins [off/out] [the/this/each] [WORD] [off/out] with N NAME, REST",
}
"""Sentences that define something, by form; :class:`parsers.ruleset.variables.statements.Statement` tells the forms."""

NO_SUBJECT = frozenset(
    "if when whenever while once after before unless as until where because since upon there it this that these those some no none whoever"
    " what at for to who he she but and or not instead otherwise then only immediately during in on by from with both neither either "
    "whether"
    " other others".split()
)
"""Words that begin no subject."""

LATER = {
    "several": """
        they/these/both/each VERB | each one VERB | all/each of this/that/the/these/them/which [QUALITY] [PHRASE] VERB
        all/both/these/this/the QUALITIES [of PHRASE] VERB | all this/these/the QUALITIES [of PHRASE] VERB | all VERB
        their default/starting/initial [value/values] VERB | the amount/number/quantity of each [of] [these/them] [PHRASE] VERB
    """,
    "one": """
        it VERB | this/that/such/a/an/the [an/a] QUALITY [of PHRASE] VERB | this/that VERB
        its/the default/starting/initial [value] VERB
    """,
}
"""How a sentence begins that says more of what the one before it defined: of the last thing, or of all."""
