"""Read the dynasty's words for Player and Emperor, and the wiki page that tracks its gamestate.

Four places state the words, none of them in every edition and one of them wrong in some: the rules
"Dynasties" and "Synonyms", the bullet "The terms X and Player are synonyms", and the first
sentence, which gives the plural. Disagreements are reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from parsers.patterns import later
from parsers.ruleset.ruleset_model import Rule, SectionKind, Terms, UnreadClause
from parsers.ruleset.tree import Tree
from parsers.wiki.text_blocks import Block
from parsers.wiki.visible import visible_text

_NAME = r"[^,;:\"“”]{1,60}?"
_FULL_STOP = r"(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)\.(?: |$)"
_HEADED = later(
    rf"\bheaded by (?:a single|one|an?) ({_NAME}), known as (?:the|an?)"
    rf" ({_NAME})(?:[,;:]|{_FULL_STOP}|$)"
)
_NO_EMPEROR = later(rf"\b[Ii]f there is no ({_NAME}), the [Dd]ynasty is a [Mm]etadynasty")
_SYNONYM = later(rf"^({_NAME}) ?\((player|emperor)s?\)", re.IGNORECASE)
_ARE_SYNONYMS = later(rf"\bterms [\"“]({_NAME}),?[\"”] and [\"“]({_NAME}),?[\"”] are synonyms\b")
_PLURAL = later(rf"\ball ({_NAME}) shall obey\b")
_PLURAL_FORM = later(rf"\(plural form:? ({_NAME}(?:\([^()]{{1,40}}\))?)\)")
_VOTERS = later(rf"\b[Ee]ach ({_NAME}) may cast (?:one|a) [Vv]ote\b")

_PLURALS = {
    "ies": "y",
    "ches": "ch",
    "shes": "sh",
    "sses": "ss",
    "xes": "x",
    "eeses": "eese",
    "eses": "esis",
    "oes": "o",
    "men": "man",
}


def singular(noun: str) -> str:
    """A noun's singular, for a plural formed by the regular rules."""
    if not noun.endswith(("s", "men")):
        return noun
    for ending, instead in _PLURALS.items():
        if noun.endswith(ending) and len(noun) > len(ending) + 1:
            return noun.removesuffix(ending) + instead
    return noun if noun.endswith(("ss", "us", "is", "men")) else noun[:-1]


def guess_plural(noun: str) -> str:
    """The plural of regular English."""
    if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def _first(pattern: re.Pattern[str], texts: Iterable[str]) -> tuple[str, ...]:
    """The groups of the first match, each with single spaces; none if nothing matches."""
    found = next((match for text in texts if (match := pattern.search(text))), None)
    return tuple(" ".join(group.split()) for group in found.groups()) if found else ()


def _synonyms(texts: Iterable[str]) -> dict[str, str]:
    """The term for each role in the list of synonyms; the roles are in lower case."""
    found: dict[str, str] = {}
    for text in texts:
        listed = _first(_SYNONYM, (text,))
        if listed:
            found.setdefault(listed[1].lower(), listed[0])
        pair = _first(_ARE_SYNONYMS, (text,))
        for role, term in (pair, pair[::-1]) if pair else ():
            if role.lower() in ("player", "emperor") and role != term:
                found.setdefault(role.lower(), term)
    return found


def read_terms(tree: Tree) -> tuple[Terms | None, list[UnreadClause]]:
    """Read the two themed terms, and doubts about them. Terms are None if no place states the one
    for Player.
    """
    rules = (rule for rule in tree.texts if rule.kind is not SectionKind.DYNASTIC)
    texts = tuple(block.text for rule in rules for block in rule.blocks)
    listed = _synonyms(texts)
    headed = _first(_HEADED, texts)
    obeying, stated = _first(_PLURAL, texts), _first(_PLURAL_FORM, texts)
    plural = next(iter(stated or obeying), None)
    player = next(iter(headed or _first(_VOTERS, texts)), None) or listed.get("player")
    if player is None and plural is None:
        return None, [UnreadClause("terms", "no rule states this dynasty's name for Players")]
    player = player or singular(plural or "")
    emperor = next(iter(headed[1:] or _first(_NO_EMPEROR, texts)), None) or listed.get("emperor")
    doubts = []
    for role, read in (("Player", player), ("Emperor", emperor)):
        other = listed.get(role.lower())
        if read and other and other != read:
            doubts.append(
                UnreadClause(
                    "terms",
                    f"the rule on dynasties calls the {role} {read!r}, the list of synonyms"
                    f" {other!r}",
                    "Synonyms",
                )
            )
    if obeying and stated and obeying != stated:
        doubts.append(
            UnreadClause(
                "terms", f"Players are called {obeying[0]!r} in one place, {stated[0]!r} in another"
            )
        )
    if emperor is None:
        doubts.append(UnreadClause("terms", "no rule states this dynasty's name for the Emperor"))
    return Terms(player, plural or guess_plural(player), emperor), doubts


_STATED = later(
    r"(?i:\bgamestate tracking page\b)[^.;]{0,60}? is (?:the )?(?:['\"“]{0,3}“([^“”]{1,200})”)?"
)
_STATED_END = later(r" (?:wiki )?page\b| on the wiki\b|[;,]|\.(?: (?![0-9])|$)|$")
_PAGE = (
    r"(?:[\"“]([^\"“”]{1,120})[\"”]|([A-Z][\w'’-]{0,60}(?:"
    r" (?:of|the|and|[A-Z0-9][\w'’-]{0,40})){0,6}))"
)
_LINK = later(r"\[\[:?([^\[\]|#{}<>]{1,200})(?:#[^\[\]|]*)?(?:\|[^\[\]]*)?\]\]")
_PART = r"\b(?:on|in|of) (?:the |a )?(?:[\w'’]{1,40} ){0,3}(?:table|section|list|part) of the "
_MENTIONS = (
    later(
        rf"(?:\b(?:on|in|of) the |{_PART}){_PAGE} (?:wiki page|page of the wiki|page on the"
        r" wiki|page)\b"
    ),
    later(rf"\bwiki page (?:called |named |titled )?{_PAGE}"),
)


def read_tracking_page(tree: Tree, source: str) -> str | None:
    """The title of the tracking page: the one that a sentence names, else the page on which the
    dynastic rules track most variables.
    """
    for rule in tree.texts:
        if rule.effective and "tracking page" in rule.text.lower():
            pages = (
                _stated_page(block, source)
                for block in rule.blocks
                if "tracking page" in block.text.lower()
            )
            if page := next(filter(None, pages), None):
                return page
    mentions = Counter(
        page
        for rule in tree.texts
        if rule.kind is SectionKind.DYNASTIC
        for page in _mentioned(rule, source)
    )
    return next(iter(mentions.most_common(1)), (None, 0))[0]


def _stated_page(block: Block, source: str) -> str | None:
    text = _with_targets(block, source)
    stated = _STATED.search(text)
    if stated is None or stated[1]:
        return stated and _title(stated[1])
    rest = text[stated.end() : stated.end() + 400]
    end = _STATED_END.search(rest)
    return (_title(rest[: end.start()]) if end else "") or None


def _mentioned(rule: Rule, source: str) -> Iterator[str]:
    """Return the pages that a dynastic rule names as the place of tracking."""
    for block in rule.blocks:
        low = block.text.lower()
        if "page" in low and ("tracked" in low or "tracks" in low):
            text = _with_targets(block, source)
            for pattern in _MENTIONS:
                yield from (_title(quoted or bare) for quoted, bare in pattern.findall(text))


def _with_targets(block: Block, source: str) -> str:
    """The text of a block with the target of each link, in quotation marks, in place of its label."""
    wikitext = source[block.start : block.end]
    if "[[" not in wikitext:
        return block.text
    return visible_text(_LINK.sub(lambda found: f"“{found[1].strip()}”", wikitext))


def _title(name: str) -> str:
    return " ".join(name.replace("_", " ").split()).strip("\"“”'").strip()
