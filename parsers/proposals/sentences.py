"""One sentence of a matter, from its first word to its last: conditions, the place it speaks of, and its clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parsers.proposals.announcing import read_announcement
from parsers.proposals.arranging import elliptic
from parsers.proposals.clauses import read_clauses
from parsers.proposals.colloquial import everywhere
from parsers.proposals.commentary import is_commentary
from parsers.proposals.conditions import opposite, read_conditions, read_if_so, read_otherwise
from parsers.proposals.drafts import ClauseContext, InstructionScope
from parsers.proposals.model import (
    ConditionKind,
    Instruction,
    InstructionCondition,
    InstructionKind,
    Relation,
    RuleName,
    RulePassage,
    Unit,
)
from parsers.proposals.names import read_rule
from parsers.proposals.passages import TextTarget
from parsers.proposals.phrases import CONNECTIVES, IN_ORDER, INTROS
from parsers.proposals.places import TextPlace
from parsers.proposals.referring import spelled_out
from parsers.proposals.remarks import casts_doubt, qualifies
from parsers.proposals.rewording import for_each_rule, reworded, spelt_out
from parsers.proposals.scoping import read_scoped, read_scopes
from parsers.proposals.tokens import NotUnderstood, Token, TokenCursor, why_here
from parsers.proposals.vocabulary import GERUNDS, KIND_OF

_PURPOSES = frozenset(
    "settle fix resolve clarify correct address reflect do prevent avoid make help allow solve remedy end simplify tidy clean keep".split()
)
_GIVING_REASONS, _SPARING = frozenset({"since", "because"}), frozenset({"leave", "keep", "don't", "do"})
_CONDITIONAL = frozenset("if unless only when until provided except otherwise not".split())
_EDITING = "amend|edit|change|modify|update|alter|revise"
_REASONS = (
    "because",
    ", because",
    ", since",
    ", as it|this|that|these|they|nobody|nothing|there|she|he|i|we|you|people|everybody|everyone",
    ", as it's|this'll|that's|they're|they've|there's|there'll|there'd|it'll|it'd|he's|she's|i'm|i've|i'd|i'll|we're|we've|we'd|we'll",
    ", as nobody's|nothing's",
    "for her|his|their|its|the trouble|troubles|pains|effort|efforts|help|loss|losses|patience|honesty|service|services|kindness|idea",
    ", which",
    "since he|she|it|they|nobody|there|that|this|we|i",
    ", as a? thanks|thank|payment|compensation|reward|penance|apology",
    ", for the|their|his|her|its|being|having",
    ", to make|compensate|correct|fix|reflect|account|restore|undo|match|thank",
    ", by way of a|an|the? apology|thanks|compensation|consolation|amends|reparation|welcome|penance",
)
_SO_THAT = (
    "so that there's a|some? point|reason|use|sense|need|room",
    "so that there is a|some? point|reason|use|sense|need|room",
    ", so that there's a|some? point|reason|use|sense|need|room",
    ", so that there is a|some? point|reason|use|sense|need|room",
)
"""What a change of the rules' text is for."""
_CAUTIONS = (
    ", just? in case somebody|someone|anybody|anyone|people|players|we|i|you",
    "just? in case somebody|someone|anybody|anyone|people",
)
_ELSE = (
    ", or? otherwise|else ,?",
    "; or? otherwise|else ,?",
    ". otherwise|else ,?",
    "or else ,?",
    ", and|but? if not ,",
    "; and|but? if not ,",
    ". if not ,",
    "; failing that ,",
)
_MORE_OF_IT = frozenset(
    "first second third fourth fifth last next other others another one ones too also both same likewise rule rules subrule subrules "
    "sentence sentences paragraph paragraphs bullet bullets item items step steps row rows word words phrase".split()
)
_SAME_ELSEWHERE = frozenset({"likewise", "similarly", "ditto", "same"})
_SUBJECTS = frozenset("nobody it it's they this that that's we i there there's no we've i've everybody everyone".split())
_RESTRICTING = frozenset("if unless only except until when once instead otherwise then but provided while after before".split())


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """What a sentence instructs. ``otherwise`` says that its conditions are the opposite of those before; ``guards`` those it names.

    ``latest`` is the rule that "it" means from here on; ``scope`` is set where the sentence only announces others ("In the rule X:").
    """

    instructions: tuple[Instruction, ...] = ()
    conditions: tuple[InstructionCondition, ...] = ()
    latest: RuleName | None = None
    scope: InstructionScope | None = None


class SentenceReader:
    """Reads sentences within a scope. ``before`` are the conditions that "otherwise" is the opposite of.

    ``previous`` is the last instruction of the sentence before.
    """

    def __init__(
        self,
        scope: InstructionScope,
        latest: RuleName | None,
        before: Sequence[InstructionCondition] = (),
        previous: Instruction | None = None,
    ) -> None:
        self._context = ClauseContext(scope, latest, previous)
        self._before = before
        self._conditions: tuple[InstructionCondition, ...] = ()

    def read(self, tokens: Sequence[Token]) -> SentenceReading:
        """What the sentence instructs. Raises NotUnderstood where any of it is not understood."""
        tokens = everywhere(spelled_out(tokens, self._context.previous))
        if self._context.scope.rule is not None:
            tokens = elliptic(tokens)
        if self._context.scope.spelt:
            tokens = spelt_out(tokens)
        each = for_each_rule(tokens)
        if each:
            return self._of_several(each)
        cursor = TokenCursor(_without_aside(reworded(tokens)))
        self._antecedent(tokens)
        self._preamble(cursor)
        scope = self._context.scope
        if cursor.ahead().low in GERUNDS and not self._conditions:
            raise NotUnderstood("it may only say what is done elsewhere")
        instructions = read_clauses(cursor, self._context)
        self._behind(cursor, instructions)
        if self._conditions:
            cursor.take("instead")
        done = [replace(each, conditions=(*self._conditions, *cursor.guards, *each.conditions)) for each in instructions]
        if self._conditions and cursor.first((*_ELSE,)):
            self._context = ClauseContext(replace(scope, place=None))
            read_scopes(cursor, self._context)
            others = read_clauses(cursor, self._context)
            done.extend(replace(each, conditions=(*opposite(self._conditions), *each.conditions)) for each in others)
        _remark_behind(cursor)
        cursor.first((".", "!", ";"))
        if cursor.here is not None:
            raise NotUnderstood(why_here(cursor))
        return SentenceReading(tuple(done), self._conditions, self._context.latest)

    def _of_several(self, sentences: Sequence[Sequence[Token]]) -> SentenceReading:
        """What a sentence instructs for each of several rules."""
        context = self._context
        readings = [SentenceReader(context.scope, context.latest, self._before).read(each) for each in sentences]
        return SentenceReading(tuple(instruction for reading in readings for instruction in reading.instructions))

    def _antecedent(self, tokens: Sequence[Token]) -> None:
        """Such as "If …, change it to “y” instead": the text that the sentence before changed."""
        before = self._context.previous
        otherwise = bool(self._before) and read_otherwise(TokenCursor(tokens))
        if before is None or not (otherwise or any(token.low == "instead" for token in tokens)):
            return
        if before.kind is InstructionKind.REPLACE_TEXT:
            self._context.scope = replace(self._context.scope, text=TextTarget(before.rule, before.old))
        where = before.where
        plain = where is not None and where.passage is None and where.relation in {Relation.START, Relation.END}
        if before.kind is InstructionKind.ADD_TEXT and where is not None and plain and self._before and _adds_another(tokens):
            self._context.scope = replace(self._context.scope, rule=before.rule, place=TextPlace(where.relation), implied=True)

    def read_intro(self, tokens: Sequence[Token]) -> SentenceReading | None:
        """The scope that a sentence gives to those behind it ("In the rule X:"), None where it is not only that."""
        try:
            cursor = TokenCursor(reworded(tokens))
            self._preamble(cursor)
            start = cursor.save()
            if read_announcement(cursor, self._context):
                pass
            elif cursor.first(INTROS):
                if (
                    not cursor.take("to|in|on the gamestate|ruleset|rules|wiki")
                    and cursor.take("to|in|for")
                    and not read_scoped(cursor, self._context)
                ):
                    cursor.place -= 1
                cursor.first(IN_ORDER)
            elif cursor.take(_EDITING):
                if not read_scoped(cursor, self._context):
                    return None
                cursor.take("in? the following ways?|manner")
            cursor.first(("as follows", "do|make the following", "thus", "like so|this", "in this way"))
            cursor.take("then")
        except NotUnderstood:
            return None
        colon = cursor.take(":") or (cursor.place > 0 and cursor.tokens[cursor.place - 1].text == ":")
        cursor.take("-|–|—|.")
        said = start[0] > 0 or cursor.place > 1
        if cursor.here is not None or not said or not (colon or start[0] < cursor.place or self._conditions):
            return None
        if self._conditions and not colon and tokens[-1].text == ".":
            # It may be said of what stands before it.
            return None
        scope = self._context.scope
        if [token.low for token in tokens[:2]] in (["this", "proposal"], ["this", "cfj"], ["my", "proposal"], ["the", "proposal"]):
            scope = replace(scope, spelt=True)
        return SentenceReading(conditions=(*self._conditions, *cursor.guards), latest=self._context.latest, scope=scope)

    def _preamble(self, cursor: TokenCursor) -> None:
        """Connecting words, conditions and places before the verb."""
        while cursor.first(CONNECTIVES) or _aside(cursor, self._context):
            pass
        if read_otherwise(cursor):
            if not self._before:
                raise NotUnderstood("it does not say otherwise than what")
            self._conditions = opposite(self._before)
            if cursor.ahead(1).kind != "end":
                cursor.first((",", ":"))
        if not self._conditions or cursor.ahead().low in {"if", "unless"}:
            so = read_if_so(cursor, self._before)
            found = so or read_conditions(cursor)
            if found:
                self._conditions = (*self._conditions, *found)
                self._context.latest = self._context.latest if so else _ruled(found)
                self._asked(found)
                if cursor.ahead(1).kind != "end":
                    cursor.first((":", ","))
                    cursor.take("then|however ,?")
        while cursor.first(CONNECTIVES) or _aside(cursor, self._context):
            pass
        if cursor.take("on|in the gamestate? tracking|wiki page ,") or cursor.take("on|in the wiki|gamestate ,"):
            self._context.tracking = True
        read_scopes(cursor, self._context)
        cursor.take("please|also|then")

    def _asked(self, conditions: Sequence[InstructionCondition]) -> None:
        """Behind "if the text “x” is in the rule X", "it" is that text."""
        condition = conditions[0]
        if len(conditions) == 1 and condition.kind is ConditionKind.RULESET and condition.rule is None:
            text = TextTarget(condition.within, RulePassage(Unit.PHRASE, condition.subject))
            self._context.scope = replace(self._context.scope, text=text)

    def _behind(self, cursor: TokenCursor, instructions: Sequence[Instruction]) -> None:
        """A condition behind the clauses, or a reason that changes nothing."""
        cautious = cursor.first(_CAUTIONS)
        saved = cursor.save()
        cursor.take(",")
        found = () if cautious else read_conditions(cursor)
        if found:
            if len(instructions) > 1:
                raise NotUnderstood("it is not clear which of the changes the condition is for")
            self._conditions = (*self._conditions, *found)
            return
        cursor.back(saved)
        meant = all(each.new is not None for each in instructions) and cursor.first(_SO_THAT)
        if meant and any(token.kind == "quote" or not token.low.isalpha() for token in cursor.tokens[cursor.place : -1]):
            raise NotUnderstood(why_here(cursor))
        if cautious or meant or cursor.first(_REASONS) or (cursor.take("for") and cursor.ahead().low.endswith("ing")):
            rest = cursor.tokens[cursor.place :]
            lows = {token.low for token in rest}
            more = _adds_more(rest) or any(token.text == ";" for token in rest) or not _SAME_ELSEWHERE.isdisjoint(lows)
            if more or lows & _RESTRICTING or any(t.kind in {"body", "doubt"} or ("and" in lows and t.kind == "quote") for t in rest):
                raise NotUnderstood(why_here(cursor))
            cursor.place = len(cursor.tokens)


def _adds_another(tokens: Sequence[Token]) -> bool:
    """Whether a sentence has nothing but another text for the same place: "If it wasn't, then instead append this: …"."""
    plain = "otherwise if not it that was did wasn't didn't then instead append add insert this the following text with read :".split()
    words = [token for token in tokens if token.kind == "word"]
    return sum(token.kind in {"quote", "body"} for token in tokens) == 1 and {token.low for token in words} <= set(plain)


def _adds_more(rest: Sequence[Token]) -> bool:
    """Whether a reason goes on with what else is changed: "…, which nobody likes, and the third one", "…, as thanks, and Bo"."""
    lows = [token.low for token in rest]
    if "and" not in lows:
        return False
    last = [token.text for token in rest[len(lows) - lows[::-1].index("and") :] if token.kind == "word"]
    return not _MORE_OF_IT.isdisjoint(lows[lows.index("and") :]) or (bool(last) and all(text[:1].isupper() for text in last))


def _remark_behind(cursor: TokenCursor) -> None:
    """Walk over what is said behind a semicolon or a dash, if it is known to change nothing: "… ; nobody uses it"."""
    rest = cursor.tokens[cursor.place + 1 :]
    parted = cursor.ahead().text in {";", "–", "—", "-"} and len(rest) > 1
    if not parted or any(token.kind != "word" and token.text not in {".", ",", "!"} for token in rest):
        return
    lows = {token.low for token in rest}
    if is_commentary(rest) and lows.isdisjoint(_RESTRICTING) and not (qualifies(rest) or casts_doubt(rest)) and rest[0].low in _SUBJECTS:
        cursor.place = len(cursor.tokens)


def _without_aside(tokens: Sequence[Token]) -> Sequence[Token]:
    """The sentence without what stands before its colon or semicolon, if that only gives a reason, or says what stays."""
    if not tokens or tokens[0].low not in _GIVING_REASONS | _SPARING:
        return tokens
    sparing = tokens[0].low in _SPARING
    if tokens[0].low == "do" and tokens[1:2] and tokens[1].low != "not":
        return tokens
    for number, token in enumerate(tokens):
        if token.kind not in {"word", "quote", "sign"} or token.low in _CONDITIONAL - {"not"}:
            return tokens
        if token.text in {";", ":"}:
            named = token.text == ";" and any(each.kind == "quote" for each in tokens[:number])
            return tokens[number + 1 :] if named or not sparing else tokens
    return tokens


def _aside(cursor: TokenCursor, context: ClauseContext) -> bool:
    """What a change is for, or is made in place of, before the comma: "To settle this,", "Rather than repeal the rule X,"."""
    saved = cursor.save()
    if cursor.first(("rather than", "instead of", "without")):
        verb = cursor.kind("word")
        rule = None if verb is None or not (verb.low in KIND_OF or verb.low in GERUNDS) else read_rule(cursor, context.latest)
        if rule is not None and cursor.take(","):
            context.latest = rule
            return True
    elif cursor.take("in? order? to") and cursor.ahead().low in _PURPOSES:
        while cursor.ahead().kind == "word" and cursor.ahead().low not in _CONDITIONAL:
            cursor.place += 1
        if cursor.take(",|:"):
            return True
    cursor.back(saved)
    return False


def _ruled(conditions: Sequence[InstructionCondition]) -> RuleName | None:
    """The rule that "it" means behind conditions: the one that is asked about."""
    asked = [rule for condition in conditions if (rule := condition.rule or condition.within) is not None]
    return asked[0] if len(conditions) == 1 and asked else None
