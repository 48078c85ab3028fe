"""The page as a tree: sections, rules, numbers, tags and statuses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.ruleset.ruleset_model import Rule, SectionKind
from parsers.ruleset.tree import content_end, read_tree, with_statuses
from parsers.wiki.text_blocks import Block
from tests.support.cases import cases

SMALL = """Preface.

= Core Rules =
Intro.
== Votes* [Core] [ Two  words ] ==
Text.
=== Sub ===
= Dynastic Rules=
==  Storm==
=Appendix =
"""


def rules(page: str) -> list[tuple[str, str]]:
    return [(rule.number, rule.title) for rule in read_tree(page).rules]


def test_sections_and_rules_of_a_small_page() -> None:
    tree = read_tree(SMALL)
    assert [(section.title, section.kind, section.intro.text) for section in tree.sections] == [
        ("Core Rules", SectionKind.CORE, "Intro."),
        ("Dynastic Rules", SectionKind.DYNASTIC, ""),
        ("Appendix", SectionKind.APPENDIX, ""),
    ]
    assert tree.rules[0] == Rule(
        number="1.1",
        title="Votes",
        heading="Votes* [Core] [ Two words ]",
        tags=("Core", "Two words"),
        level=2,
        section="Core Rules",
        path=("Votes",),
        text="Text.",
        kind=SectionKind.CORE,
        blocks=(Block("Text."),),
        start=32,
        body=67,
        end=73,
    )
    assert [(rule.number, rule.title, rule.path) for rule in tree.rules[1:]] == [
        ("1.1.1", "Sub", ("Votes", "Sub")),
        ("2.1", "Storm", ("Storm",)),
    ]
    assert tree.preface.text == "Preface."
    assert [text.title for text in tree.texts] == [
        "",
        "Core Rules",
        "Dynastic Rules",
        "Appendix",
        "Votes",
        "Sub",
        "Storm",
    ]


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Core Rules", "core"),
        ("Special Case", "special-case"),
        ("Special Case Rules", "special-case"),
        ("Building Blocks", "building-blocks"),
        ("APPENDIX", "appendix"),
        ("Glossary", "appendix"),
        ("Scorekeeping", "other"),
        ("Thermodynastics", "other"),
    ],
)
def test_kind_of_a_section(title: str, kind: str) -> None:
    tree = read_tree(f"= {title} =\n== R ==\n")
    assert (tree.sections[0].kind, tree.rules[0].kind) == (kind, kind)


@cases("headings")
def test_level_and_title_of_a_heading(line: str, level: int, title: str) -> None:
    _, heading = read_tree(line).texts
    assert (heading.level, heading.title) == (level, title)


@pytest.mark.parametrize(
    "line",
    [
        "=",
        "==",
        "== A",
        " == A ==",
        "A == B ==",
        "== A == b",
        "<nowiki>== A ==</nowiki>",
        "<pre>\n== A ==\n</pre>",
    ],
)
def test_lines_that_are_no_headings(line: str) -> None:
    assert len(read_tree(line).texts) == 1


def contents(levels: list[int]) -> list[str]:
    """The numbers of a table of contents, told as the wiki's software tells them: by a count for
    every depth.
    """
    depth, previous = 0, 0
    level_at: dict[int, int] = {}
    count: dict[int, int] = {}
    numbers = []
    for level in levels:
        if level > previous:
            depth += 1
            count[depth] = 0
        elif level < previous and depth > 1:
            depth = next(
                (d + (level_at[d] < level) for d in range(depth, 0, -1) if level_at[d] <= level), 1
            )
        level_at[depth] = level
        count[depth] += 1
        previous = level
        numbers.append(".".join(str(count[d]) for d in range(1, depth + 1)))
    return numbers


@given(st.lists(st.integers(2, 6), max_size=30))
def test_numbers_are_those_of_the_table_of_contents(levels: list[int]) -> None:
    page = "\n".join(f"{'=' * level} x {'=' * level}" for level in levels)
    assert [number for number, _ in rules(page)] == contents(levels)


def statuses(
    titles: list[str], default: str | None, section: str = "Special Case"
) -> list[tuple[str | None, bool]]:
    page = f"= {section} =\n" + "\n".join(
        title if title.startswith("=") else f"== {title} ==" for title in titles
    )
    return [(rule.status, rule.defaulted) for rule in with_statuses(read_tree(page), default).rules]


@cases("defaults")
def test_default_status_by_title(
    default: str | None,
    plain: str | None,
    starred: str | None,
    rare: str | None,
    standard: str | None,
) -> None:
    found = statuses(["A", "B*", "C [Rare]", "D [standard]"], default)
    assert found == [(status, default is not None) for status in (plain, starred, rare, standard)]


def test_a_subrule_has_the_status_of_the_rule_above_it() -> None:
    titles = [
        "A [Inactive]",
        "=== A1 ===",
        "=== A2 [Active] ===",
        "==== A2a ====",
        "B",
        "=== B1 ===",
    ]
    assert [status for status, _ in statuses(titles, "active")] == [
        "inactive",
        "inactive",
        "active",
        "active",
        "active",
        "active",
    ]


def test_building_blocks_are_active_and_other_sections_only_say_so_themselves() -> None:
    assert statuses(["A", "B [Inactive]"], None, "Building Blocks") == [("active", False)] * 2
    assert statuses(["A", "B [Inactive]"], "inactive", "House Rules") == [
        (None, False),
        ("inactive", False),
    ]
    assert statuses(["A [Inactive]"], "inactive", "Dynastic Rules") == [(None, False)]


PAGE = """Above.
<div style="x">
= Core Rules =

Intro.

== One [Core] ==
Text <!-- == Not here == --> more.
<!--
== Nor here ==
-->
=== Two === <!-- a note -->
Deep.
</div>

<div>
=Dynastic Rules=
<!-- first -->== Three ==
<nowiki>
== Plain ==
</nowiki>

 </div>
"""


def test_the_place_of_every_rule() -> None:
    rules = read_tree(PAGE).in_order
    assert [(rule.titles, rule.kind, rule.level) for rule in rules] == [
        ((), SectionKind.OTHER, 0),
        (("Core Rules",), SectionKind.CORE, 1),
        (("Core Rules", "One"), SectionKind.CORE, 2),
        (("Core Rules", "One", "Two"), SectionKind.CORE, 3),
        (("Dynastic Rules",), SectionKind.DYNASTIC, 1),
        (("Dynastic Rules", "Three"), SectionKind.DYNASTIC, 2),
    ]
    assert "".join(PAGE[rule.start : rule.end] for rule in rules) == PAGE
    assert PAGE[rules[3].body : content_end(PAGE, rules[3])] == "Deep."
    assert PAGE[rules[1].body : content_end(PAGE, rules[1])] == "\nIntro."
    assert content_end(PAGE, rules[4]) == rules[4].body - 1
    assert PAGE.startswith("<!-- first -->==", rules[5].start)


@pytest.mark.parametrize(
    "unit",
    [
        "\n",
        "</div>\n",
        "<pre>",
        "<!--",
        "{{",
        "}}",
        "[[",
        "= \n",
        "https://",
        "[//a",
        "<div ",
        "\x00=",
    ],
)
def test_repeated_markup_is_covered_in_one_pass(unit: str) -> None:
    text = "== A ==\n" + unit * 20_000 + "x"
    assert content_end(text, read_tree(text).in_order[-1]) == len(text)


@given(st.text(alphabet="=\n\r aA<>!-{}[]|*:;/nowikprec", max_size=80))
def test_rules_cover_the_page(text: str) -> None:
    rules = read_tree(text).in_order
    assert "".join(text[rule.start : rule.end] for rule in rules) == text
    assert all(rule.start <= rule.body <= rule.end for rule in rules)
    assert all(rule.start <= content_end(text, rule) <= rule.end for rule in rules)
    assert all(
        0 <= block.start <= block.end <= len(text) for rule in rules for block in rule.blocks
    )


def test_templates_that_are_nested_too_deeply_are_named() -> None:
    tree = read_tree("== Rule ==\n" + "{{a|" * 1200 + "}}" * 1200)
    assert [(part.why, part.template) for part in tree.unread] == [
        ("templates are nested too deeply to be read", True)
    ]
    assert read_tree("== Rule ==\nEach {{a|{{b|Player}}}} has Coal.").unread == ()


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("{{anchor|x}} Lamps", "Lamps"),
        ("Lamps {{a|{{b}}}} [Rare] <!-- c -->", "Lamps"),
        ("{{anchor|x}}{{pill|Lamps|2|red}} of oil", "Lamps 2 of oil"),
        ("{{Song|Lamps}}", "Lamps"),
    ],
)
def test_a_title_has_no_text_of_templates_that_may_show_anything(heading: str, title: str) -> None:
    """One that is all of the title is reported beside
    (:mod:`tests.parsers.ruleset.test_unread_sentences`).
    """
    assert rules(f"== {heading} ==\n") == [("1", title)]
