"""What a post shows, as the wikitext of a rule."""

from __future__ import annotations

from parsers.instructions.application import Protection, apply_instructions
from parsers.instructions.instruction_model import RuleName
from parsers.instructions.reader import read_instructions
from parsers.ruleset.ruleset_model import SectionKind
from tests.support.cases import cases


@cases("posts")
def test_markup_of_a_post_becomes_wikitext(html: str, wikitext: str | None) -> None:
    reading = read_instructions(
        f"<p>Add a new rule called “Doors”:</p><blockquote>{html}</blockquote>"
    )
    assert [step.new for step in reading.steps] == ([] if wikitext is None else [wikitext])
    assert bool(reading.open) is (wikitext is None)


PAGE = (
    "= Core Rules =\n\n== Core ==\n\nFixed.\n\n= Appendix =\n\n== Glossary ==\n\n;Ash\n:A"
    " tree.\n;Oak\n:Another.\n"
)


@cases("sections_without_tag")
def test_a_section_that_lacks_its_tag(html: str, *, named_will_do: bool, applied: bool) -> None:
    lacking = Protection(frozenset({SectionKind.CORE}), demanded=not named_will_do)
    made = apply_instructions(read_instructions(html).steps, PAGE, protection=lacking)
    assert made.outcomes[0].applied is applied
    assert (made.ruleset != PAGE) is applied
    assert made.outcomes[0].instruction.rule in (
        None,
        RuleName("Core"),
        RuleName("Core", section="core"),
    )
