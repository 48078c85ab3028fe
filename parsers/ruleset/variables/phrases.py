"""The object of a statement cut into named things: "a X named A that ..., a B, and a C"."""

from __future__ import annotations

import re
from typing import NamedTuple

from parsers.numbers import with_digits
from parsers.patterns import later
from parsers.ruleset.variables.values import listed, singular

__all__ = ["NumberedList", "Phrase", "name_of", "numbered_list", "split_phrases"]


class Phrase(NamedTuple):
    """One thing, or several that share a description: their names as written, and the text about them."""

    names: tuple[str, ...]
    text: str


_LIMIT = (
    r"(?:maximum|minimum|max|min|default|starting|initial|value of|value between|limit|cap|upper|lower|range|half|third|quarter|comma|space"
    r"|member of)\b"
)
_JOIN = later(
    r"(?P<sep>[,;]? and(?: also)?(?: (?:may|can) have| has| have| belongs? to| holds?| owns?| optionally)?|,? as well as|,? plus"
    r"|,? along with|,? together with|,|;) (?:(?=(?:an?|one|zero or more|any number of|some|publicly|privately|secretly|up to"
    rf"|the(?= [A-Z])) )(?!(?:an?|one) (?:{_LIMIT}|\"[^\"]{{1,2}}\"))|(?P<bare>(?=[A-Z][\w'-]*(?: [\w'-]+){{0,3}},? (?:which|that"
    r"|default|tracked|named|called|starting|also|\()))(?! ))"
)
_RELATIVE = later(r"\b(?:which|that|whose|who|representing|used)\b")
_WHERE = later(r"\bwhere (?:each|every|the|an?) ")
_DEFINING = later(
    r"\b(?:which|that|whose|who) (?:(?:both|all|each|also|always) )?(?:is|are|default|defaults|may|can|must|cannot|has"
    r"|have|start|starts|begin|begins|will|tracks?)\b"
)
_CHOOSING = later(
    r"\b(?:one of|either|any of|(?:may|can|must)(?: only)? be|is (?:always )?an?)\b(?!.*\b(?:default|which|that)\b)", re.DOTALL
)
_OR_SOON = later(r"^[^;.]{0,300}?\b(?:(?P<stop>default|which|that|named|called|track|whose)|or)\b")
_NAMED = later(
    r"\b(?:named|called|known as|referred to as|titled|entitled|labell?ed|termed|dubbed|(?:is|are) (?:their|its|the)) "
    r"(?:(?:either|their|its|his|her|the|an?|simply|that player's) )*\"?"
)
_MODIFIER = later(
    r"(?:[a-z][\w-]*(?: [a-z][\w-]*){0,2}?(?= (?:amount|number|quantity) of )|(?i:value|score|rating|stat|statistic|attribute|counter"
    r"|tally|balance)s?(?: for each of| for| in| of)(?= [A-Z])|zero or (?:more|one)|one or more|an?|the|their|its|his|her|own|one|single"
    r"|unique|distinct|exactly|at most one|any (?:number|amount|quantity)|some|several|many|various|different|distinct|possible"
    r"|available|numerous|additional|certain|particular|associated|assigned|designated|corresponding|personal|individual|separate"
    r"|current|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}|special|new|possibly|potentially|comma[- ]separated|publicly"
    r"|privately|secretly|openly|also|public|private|secret|hidden|visible|track(?:ed|able)|publicly[- ]tracked|privately[- ]tracked"
    r"|secretly[- ]tracked|non-?|negative|non-?negative|positive|whole|natural|real|decimal|rational|numerical|numeric|signed|integer"
    r"|integral|numbers?|percentage|boolean|binary|strings?|text|textual|short|free-?text|lists?|ordered|unordered|ranked|sets?"
    r"|collection|amount|quantity|count|total|supply|stock|tally|values?|variable|statistic|attribute|property|resource|empty|(?:level"
    r"|degree|measure|reserve|stash|pile|pool|store|variety|selection|assortment|sum)(?= of)|up to \w+"
    r"|by (?:the )?[A-Z][\w'-]*(?: [A-Z][\w'-]*)?)(?: of(?: the| their)?)?(?:[ -]|$|(?=,))"
)
_NAME = later(r"\"?([A-Za-z#][\w'#&/!-]*(?:[ -][\w'#&/!]+(?:-[\w'#&/!]+)*){0,6})")
_OWN_EXPLANATION = later(r"an? [A-Za-z][\w' -]{0,40}?(?: \(|,? (?:which|that) (?:is|are|can|may|must|has|defaults?|starts?)\b)")
_EACH_OF = later(r"(?<=[yrt] )of each of (?=[A-Z])")
_KINDS_OF = later(r"^(?:[a-z]+ ){0,3}[A-Z]?[a-z]+s of (?=[A-Z][\w']*(?:, [A-Z][\w']*){1,8},? and [A-Z])")
_STOP = later(
    r"\b(?:of(?= [\d$£€])|of(?= [A-Z][\w-]*(?:, [A-Z][\w-]*){0,8},? or [A-Z])|which|that|who|whom|whose|where|when|if|named|called|known"
    r"|default\w*|tracked|privately|publicly|secretly|starting|starts?|beginning|ranging|between|from|with|without|equal|equals"
    r"|consisting|containing|representing|measured|measuring|being|is|are|may|can|cannot|must|has|have|and|or|as|on|in|within|throughout"
    r"|towards?|to|for|about|at|per|by|they|it|each|both|all|initially|chosen|based|associated|written|determined|recorded|stored|listed"
    r"|either|set|inside|drawn|made|but|not|such|while|until|also|indicating|describing|displayed|kept|held|given|selected|defined"
    r"|expressed|denoting|worth|up|valued|then)\b"
)
_CAPITALS = r"[A-Z][\w'&-]*(?: (?:of |the |in |to |and the )?[A-Z0-9][\w'&-]*){0,4}"
_SEVERAL = later(rf"\"?({_CAPITALS}\"?(?:, \"?{_CAPITALS}\"?){{0,9}},? and (?:an? |their )?\"?{_CAPITALS})\"?(?=[,;:.]|$| [a-z])")
_LOWER_SEVERAL = later(r"([a-z]+(?:, [a-z]+){1,9},? and [a-z]+)(?=[,;:.]|$)")

_AFTER_SEVERAL = later(_STOP.pattern + r"|[a-z]+s\b")
_PROPER = r"[A-Z][\w'&-]*(?: [A-Z][\w'&-]*){0,3}"
_PARENTHESIS = later(r"[()]")
_LISTING = later(r"\b(?:one of|either|any of|(?:may|can|must)(?: only)? be)\b(?!.*\b(?:default|which|that)\b)", re.DOTALL)
_ENUMERATED = later(rf", {_PROPER}$")
_ALTERNATIVES = later(rf"\"?{_PROPER}\"?(?:, \"?{_PROPER}\"?){{0,9}},? or \"?[A-Z]")

_NUMBERED = later(
    r"(?P<how>(?:[a-z]+ly[- ]tracked )?)(?P<count>[a-z]{3,5}|\d) (?P<also>[a-z]+ly[- ]tracked )?(?P<group>[A-Z][\w'-]*s)(?:: | \()"
    r"(?P<names>[A-Z][^:;.()]{2,200}?)(?P<rest>(?:\)|; |, (?:which|each|all|both|and (?:each|all|which))\b|\.).*|$)",
    re.DOTALL,
)

_KINDS = frozenset("count total supply stock tally value variable statistic attribute property resource number list".split())
_GENERIC = _KINDS | {"stat", "score", "rating", "field", "column"}
_COLUMN = later(
    r"\b(?:in|under|as) (?:the|an?|their) (?:[\w-]+ ){0,3}?(?:column|field|heading),? (?:(?:called|named|labell?ed|headed|titled"
    r"|entitled) )?\"(?P<after>[^\"]{1,40})\"|\"(?P<before>[^\"]{1,40})\" (?:column|field|heading)\b"
)


def _several(text: str) -> tuple[str, ...]:
    """The names of an enumeration at the start of a text: "Strength, Wit, and Charm"."""
    found = _SEVERAL.match(text) or _LOWER_SEVERAL.match(text)
    if not found or (text[found.end() : found.end() + 1] == " " and not _AFTER_SEVERAL.match(text, found.end() + 1)):
        return ()
    parts = re.split(r",? and |, ", found[1])
    return tuple(re.sub(r"^(?:an?|their) ", "", part).strip('"') for part in parts)


def _single(text: str) -> str:
    found = _NAME.match(text)
    if not found:
        return ""
    stop = _STOP.search(text, found.start(1))
    end = min(stop.start(), found.end()) if stop else found.end()
    words = text[found.start(1) : end].strip(" '\"-")
    return words.removesuffix(" of").strip()


def _unmodified(text: str) -> tuple[str, str]:
    """A phrase without articles and kinds of values, and the last such word before what remains."""
    last = ""
    while found := _MODIFIER.match(text):
        last = found.group().strip(" -,")
        text = text[found.end() :].lstrip(' "')
    return text, last


def name_of(text: str) -> tuple[str, ...]:
    """The names in a noun phrase; none for one that only names a type ("a list of integers").

    What is only called a statistic or the like has the name of the column that it is tracked in.
    """
    names = _names(text)
    if (not names or names[0] in _GENERIC) and (column := _COLUMN.search(text)):
        return (column["after"] or column["before"],)
    return names


def _names(text: str) -> tuple[str, ...]:
    relative = _RELATIVE.search(text)
    head = text[: relative.start()] if relative else text
    if (named := _NAMED.search(text)) and (named.start() <= len(head) or not relative):
        after = text[named.end() :]
        if names := _several(after):
            return names
        if name := _single(after):
            return (name,)
    bare, last = _unmodified(text)
    if _ALTERNATIVES.match(bare):
        return ()
    if names := _several(bare):
        return names
    name = _single(bare)
    if name:
        return (name,)
    lone = last in _KINDS and text.split(" ", maxsplit=1)[0] in ("a", "an", "one") and len(text.split(",", maxsplit=1)[0].split(" ")) <= 2
    return (last,) if lone else ()


def _asides(text: str) -> list[tuple[int, int]]:
    """The places of parentheses."""
    spans: list[tuple[int, int]] = []
    opened, depth = 0, 0
    for found in _PARENTHESIS.finditer(text):
        if found.group() == "(":
            opened = opened if depth else found.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                spans.append((opened, found.start()))
    return spans


def _enumerates(segment: str, rest: str) -> bool:
    """Whether a comma stands between the choices of a variable rather than between variables."""
    if not _CHOOSING.search(segment):
        return False
    soon = _OR_SOON.match(rest)
    return bool(soon and not soon["stop"])


def _cuts(text: str) -> list[tuple[int, int, str]]:
    asides = _asides(text)
    cuts: list[tuple[int, int, str]] = []
    start = 0
    for found in _JOIN.finditer(text):
        segment = text[start : found.start()]
        sep = found["sep"]
        if any(a < found.start() < z for a, z in asides) or _enumerates(segment, text[found.end() :]):
            continue
        if found["bare"] is not None and (("," not in sep and "," not in segment) or _ENUMERATED.search(segment)):
            continue
        if found["bare"] is not None and (_LISTING.search(segment) or re.search(r"\b(?:and|or)\b", text[found.end() : found.end() + 40])):
            continue
        relative = _RELATIVE.search(segment)
        if _WHERE.search(segment):
            continue
        plain = "," not in sep and ";" not in sep
        if relative and plain and (text.startswith("the ", found.end()) or not _DEFINING.search(segment)):
            continue
        cuts.append((found.start(), found.end(), sep))
        start = found.end()
    return cuts


def split_phrases(text: str) -> list[Phrase]:
    """The phrases of an object, in order. A part that names nothing, or explains the one before, is joined to that."""
    text = _EACH_OF.sub("of ", _KINDS_OF.sub("", text, count=1), count=1)
    cuts = _cuts(text)
    starts = [0, *(end for _, end, _ in cuts)]
    ends = [*(begin for begin, _, _ in cuts), len(text)]
    joins = ["", *(sep.strip() for _, _, sep in cuts)]
    found: list[Phrase] = []
    for place, (start, end, join) in enumerate(zip(starts, ends, joins, strict=True)):
        part = text[start:end].strip()
        names = name_of(part)
        last = place == len(starts) - 1
        apposition = join == "," and last and len(found) == 1 and not any(joined.endswith("and") for joined in joins[1:])
        apposition = apposition and not (_OWN_EXPLANATION.match(part) and names[:1] and _alike(found[-1], names))
        if found and (
            not names
            or _belongs(names[0], part)
            or apposition
            or not (join.startswith(";") or _fits(found, names) or (not last and _OWN_EXPLANATION.match(part)))
        ):
            found[-1] = Phrase(found[-1].names, f"{found[-1].text}, {part}")
        elif names:
            found.append(Phrase(names, part))
    return found


def _belongs(name: str, text: str) -> bool:
    """Whether a name is somebody else's thing ("the Ship's Hull"), which is mentioned rather than given."""
    return "'s " in name and not _NAMED.search(text)


def _alike(before: Phrase, names: tuple[str, ...]) -> bool:
    """Whether a name begins like the one before it, with a capital or without."""
    return names[0][:1].isupper() == before.names[-1][:1].isupper()


def _fits(before: list[Phrase], names: tuple[str, ...]) -> bool:
    """Whether a name may stand beside those before it: lower-case words after proper names are an explanation."""
    return any(letter.isupper() for letter in names[0]) or not all(phrase.names[-1][:1].isupper() for phrase in before)


class NumberedList(NamedTuple):
    """Things listed behind their number: "four Aptitudes: Chemistry, Physics, Biology and Luck"."""

    group: str
    names: tuple[str, ...]
    rest: str


def numbered_list(given: str) -> NumberedList | None:
    """The list at the start of an object, if it has one with as many names as it says."""
    found = _NUMBERED.match(given)
    names = listed(found["names"]) if found else None
    if not found or not names or not all(name[:1].isupper() for name in names):
        return None
    if with_digits(found["count"].lower()) != str(len(names)):
        return None
    return NumberedList(singular(found["group"].casefold()), names, f"{found['how']}{found['also'] or ''}{found['rest']}")
