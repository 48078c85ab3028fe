"""Whose words a plain paragraph has: those of a rule, or of the author of a matter, who speaks of themself."""

from __future__ import annotations

from parsers.proposals.blocks import PostParagraph, StyledText
from parsers.proposals.changing import first_mark
from parsers.proposals.commentary import is_commentary
from parsers.proposals.segments import sentences_of

_OWN = frozenset("i i'm i've i'd i'll my me myself mine imo imho".split())
_OF_AUTHORS = _OWN | frozenset("we we're we've we'd we'll our us you your this that these those here proposal dynasty".split())
_OPENING = frozenset("this that these those it so and but or also thanks note hopefully please yes no in".split())


def reads_as_rule(text: str) -> bool:
    """Whether a paragraph can only be the text of a rule: it says what may, must or will be, in nobody's own words."""
    sentences = list(sentences_of((PostParagraph(StyledText(text)),)))
    lows = {token.low for sentence in sentences for token in sentence}
    if lows & _OWN or not sentences or any(sentence[-1].text in {"?", "!", ":"} for sentence in sentences):
        return False
    first = sentences[0]
    if first[0].low in _OPENING or any(token.low in _OF_AUTHORS for token in first[:3]):
        return False
    return any(first_mark(sentence) is not None and not is_commentary(sentence) for sentence in sentences)


def is_authors(text: str) -> bool:
    """Whether a paragraph can only be what its author says of the matter: in the first person, and nothing is ordered."""
    sentences = list(sentences_of((PostParagraph(StyledText(text)),)))
    return bool(sentences) and all(map(is_commentary, sentences)) and any(token.low in _OWN for token in sentences[0])
