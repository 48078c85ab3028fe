"""The parameters read so far, with their proof, and what was not understood."""

from __future__ import annotations

from collections.abc import Mapping

from parsers.model import MatterKind
from parsers.ruleset.caveats import named
from parsers.ruleset.clauses.clause_tables import Sets, only_on
from parsers.ruleset.clauses.values import stated
from parsers.ruleset.model import Clause, ClauseValue, UnreadClause
from parsers.ruleset.prose import Prose
from parsers.ruleset.sentences import Sentence


class ClauseCollector:
    """Where the readers put what they read. ``_key`` is no parameter, but how a clause settles the key, say by its silence."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose
        self.voting: dict[str, Clause | None] = {}
        self.unread: list[UnreadClause] = []

    def set(self, key: str, value: ClauseValue, proof: Sentence) -> None:
        """Record a parameter. A second clause that says otherwise makes the key unread."""
        self.prose.accept(proof)
        before, topic = self.voting.get(key), key.removeprefix("_")
        if before is not None and before.value != value:
            self.voting[key] = self.voting[topic] = None
            self.skip(topic, f"two clauses disagree: {before.value!r} in {before.rule!r}, {value!r} in {proof.rule.title!r}", proof)
        elif before is None and not self.skipped(topic):
            self.voting[key] = Clause(value, proof.rule.title, proof.text)

    def set_all(self, sets: Sets, slots: Mapping[str, str | None], kinds: Mapping[str, str], proof: Sentence) -> None:
        """Record what a row sets, by what stands in its slots."""
        for key, value in sets.items():
            try:
                read = stated(value, slots, kinds, proof)
            except ValueError as wrong:
                self.skip(key, str(wrong), proof)
                continue
            if read is not None:
                self.set(key, read, proof)

    def skip(self, topic: str, why: str, at: Sentence | None = None, quote: str = "", known_by: str = "", *, only: str = "") -> None:
        """Record a clause that was not understood; its sentence counts as dealt with.

        One that no row needs has its words and its fingerprint, by which a person may review it.
        """
        if at is not None:
            self.prose.accept(at)
        kinds = named(at.canon) if at else frozenset[MatterKind]()
        only = only_on(at.words) if at else only
        self.unread.append(UnreadClause(topic, why, at.rule.title if at else None, kinds, quote, known_by, only))

    def unrecognised(self, topic: str, sentence: Sentence) -> None:
        """Record a sentence whose words are not understood."""
        self.skip(topic, f"not understood: “{sentence.text}”", sentence)

    def has(self, key: str) -> bool:
        """Whether the key was read."""
        return self.voting.get(key) is not None

    def skipped(self, topic: str) -> bool:
        """Whether just this topic has been recorded as not understood."""
        return any(unread.topic == topic for unread in self.unread)
