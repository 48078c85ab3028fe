"""A person at a terminal is asked about what nobody has read, and each answer is kept at once."""

from __future__ import annotations

import io
import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from parsers.ruleset import read_ruleset
from sync.cli import main
from sync.settings.review_file import read_reviews
from sync.wiki.writing.page_edit import EditOutcome
from tests.support.command import Run
from tests.support.paths import DEMO

PAGE = """= Core Rules =
== Dynasties ==
A Dynasty is headed by a single Player, known as the Emperor.
== Fair Play ==
Be kind. A DoV should not be sung. Comments cannot be made on resolved Votable Matters.
= Dynastic Rules =
== Tin ==
Each Player has a number of Tin, which is a publicly tracked integer with a minimum value of 0 and a default value of 5.
== Fog ==
The Fog is thick. No Player may vote AGAINST a Proposal in it. A Player in it has at most 3 Tin.
= Appendix =
== Names ==
When somebody joins, their new name must be between 4 and 30 characters long.
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a Ruleset of which nothing was reviewed, at a terminal."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sync.cli.review.on_a_terminal", lambda: True)
    (tmp_path / "rules.wikitext").write_text(PAGE)
    (tmp_path / "blognomic.toml").write_text('ruleset = "rules.wikitext"\n')
    return tmp_path


def answer(monkeypatch: pytest.MonkeyPatch, *lines: str, code: int) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["rules", "--review"]) == code


def kept(game: Path, name: str = "rule") -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = tomllib.loads((game / "reviewed.toml").read_text()).get(name, [])
    return read


TIN = ("n", "y", "")
FOG = ("n", "y", "", "")
SENTENCES = ("n", "n")


def test_each_rule_and_sentence_is_asked_about_and_then_nothing_waits(
    game: Path, monkeypatch: pytest.MonkeyPatch, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, "Anna", *TIN, *FOG, *SENTENCES, code=0)
    shown = capsys.readouterr().err
    for line in (
        "Read from it: Tin: integer, at least 0, starts at 5.",
        "   ! No Player may vote AGAINST a Proposal in it.",
        "     The Fog is thick.",
        "Other rules' variables and actions in it: Tin.",
        "  ! Be kind.",
        "blognomic: 4 of 4 reviewed",
    ):
        assert line in shown
    reviews = read_reviews(game / "reviewed.toml")
    assert [(each.rule, each.by, each.complete) for each in reviews.rules] == [
        ("Tin", "Anna", True),
        ("Fog", "Anna", True),
    ]
    assert not any(rule.verdicts for rule in reviews.rules)
    assert not any(sentence.verdicts for sentence in reviews.sentences)
    assert run("rules", "--review", "--format", "json").json["waiting"] == []
    answer(monkeypatch, code=0)


@pytest.mark.parametrize(
    ("answers", "field", "value"),
    [
        (("n", "y", "", ""), "verdicts", "none"),
        (("p", "y", "", ""), "verdicts", ["proposal"]),
        (("cd", "y", "", ""), "verdicts", ["cfj", "dov"]),
        (("a", "y", "", ""), "verdicts", "all"),
        (("pcd", "y", "", ""), "verdicts", "all"),
        (("x", "np", "n", "y", "", ""), "verdicts", "none"),
        (("n", "y", "", ""), "complete", True),
        (("n", "n", "", ""), "complete", False),
        (("n", "", "maybe", "n", "", ""), "complete", False),
        (("n", "y", "", ""), "changes", []),
        (("n", "y", "n", "n"), "changes", []),
        (("n", "y", "1", ""), "changes", ["Tin"]),
        (("n", "y", "tin, 1", ""), "changes", ["Tin"]),
        (("n", "y", "2", "Coal", "Tin", ""), "changes", ["Tin"]),
        (("n", "y", "", ""), "duty", ""),
        (("n", "y", "", "n"), "duty", ""),
        (("n", "y", "", "ring the “Bell”"), "duty", "ring the “Bell”"),
    ],
)
def test_an_answer_is_kept_as_given(
    answers: tuple[str, ...],
    field: str,
    value: object,
    game: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer(monkeypatch, "Anna", "s", *answers, "q", code=1)
    (fog,) = kept(game)
    assert (fog["rule"], fog[field]) == ("Fog", value)
    assert len(read_reviews(game / "reviewed.toml").rules) == 1


@pytest.mark.parametrize("end", [("q",), ()], ids=["quits", "end of input"])
def test_whoever_quits_keeps_the_answers_so_far(
    end: tuple[str, ...], game: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    answer(monkeypatch, "Anna", *TIN, "p", "y", *end, code=1)
    assert [each["rule"] for each in kept(game)] == ["Tin"]
    waiting = run("rules", "--review", "--format", "json", code=1).json["waiting"]
    assert [each["kind"] for each in waiting] == ["rule", "sentence", "sentence"]


def test_the_last_reviewer_is_proposed(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, "Anna", *TIN, "q", code=1)
    answer(monkeypatch, "", *FOG, "q", code=1)
    answer(monkeypatch, "Ben", "n", "q", code=1)
    assert [each["by"] for each in kept(game) + kept(game, "sentence")] == ["Anna", "Anna", "Ben"]


BY_HAND = ("p", "popular.after_hours = 36", "", "y")


@pytest.mark.parametrize(
    ("answers", "verdicts", "sets"),
    [
        (BY_HAND, "none", {"popular.after_hours": 36}),
        ((*BY_HAND[:-1], "n"), ["proposal"], {"popular.after_hours": 36}),
        (("p", ""), ["proposal"], {}),
        (("p", "popular.after_hour = 1", "popular.after_hours = x", *BY_HAND[1:]), "none", None),
    ],
)
def test_a_sentence_with_manual_steps(
    answers: tuple[str, ...],
    verdicts: object,
    sets: dict[str, int] | None,
    game: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Run,
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer(monkeypatch, "Anna", "s", "s", *answers, "q", code=1)
    shown = capsys.readouterr().err
    (sentence,) = kept(game, "sentence")
    assert (sentence["begins"], sentence["verdicts"]) == ("Be kind.", verdicts)
    if sets is None:
        assert "did you mean 'popular.after_hours'?" in shown
        assert "must be a whole number from 0 to 10,000 (got 'x')" in shown
        return
    assert sentence["sets"] == sets
    clause = run("rules", "--format", "json").json["voting"]["popular.after_hours"]
    if sets:
        assert (clause["value"], clause["by"]) == (36, "Anna")
        assert "popular.after_hours: 36 [Fair Play, read by Anna]" in run("rules", "-v").out
    else:
        assert clause is None


def test_comments_and_order_of_the_file_survive(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = game / "reviewed.toml"
    mark = read_ruleset(PAGE).unread_rules[0].fingerprint
    stated = f"""# Ours.
[[sentence]]  # an old one
fingerprint = "0123456789abcdef"
rule = "Gone"
by = "Ben"
at = 2024-01-20T12:00:00Z
# Tin is harmless.
[[rule]]
fingerprint = "{mark}"
rule = "Tin"
verdicts = "none"
by = "Ben"
at = 2024-01-20T12:00:00Z
[[sentence]]
fingerprint = "0123456789abcdee"
rule = "Gone, too"
by = "Ben"
at = 2024-01-20T12:00:00Z
# The end."""
    file.write_text(stated)
    answer(monkeypatch, "Anna", *FOG, "n", "q", code=1)
    assert file.read_text().startswith(stated + "\n")
    assert [each["rule"] for each in kept(game)] == ["Tin", "Fog"]
    assert [each["rule"] for each in kept(game, "sentence")] == ["Gone", "Gone, too", "Fair Play"]


def test_a_file_of_another_form_is_left_as_it_is(
    game: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    (game / "reviewed.toml").write_text("rule = []\n")
    answer(monkeypatch, "Anna", *TIN, code=2)
    assert (game / "reviewed.toml").read_text() == "rule = []\n"


@pytest.fixture
def changed(game: Path) -> Path:
    """The game with another rule on Fog than the one that was reviewed; both were saved."""
    snapshot = game / "saved"
    (snapshot / "wiki").mkdir(parents=True)
    (snapshot / "snapshot.toml").write_text("as_of = 2024-01-21T12:00:00Z\n")
    now = PAGE.replace("The Fog is thick.", "The Fog is thin.")
    stood = {1: PAGE.replace("The Fog is thick.", "No Fog."), 2: PAGE, 3: now}
    (snapshot / "wiki" / "Ruleset.wikitext").write_text(now)
    records = [
        {
            "title": "Ruleset",
            "revid": revid,
            "parentid": revid - 1,
            "timestamp": f"2024-01-20T1{revid}:00:00Z",
            "user": "Ben",
            "comment": "",
            "text": text,
        }
        for revid, text in stood.items()
    ]
    lines = "".join(f"{json.dumps(record)}\n" for record in records)
    (snapshot / "wiki" / "Ruleset.history.jsonl").write_text(lines)
    (game / "blognomic.toml").write_text('snapshot = "saved"\n')
    mark = read_ruleset(PAGE).unread_rules[1].fingerprint
    (game / "reviewed.toml").write_text(
        f'[[rule]]\nfingerprint = "{mark}"\nrule = "Fog"\nverdicts = "none"\nby = "Ben"\n'
        "at = 2024-01-20T13:00:00Z\n"
    )
    return game


def test_a_changed_rule_is_shown_beside_the_text_that_was_reviewed(
    changed: Path, monkeypatch: pytest.MonkeyPatch, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = run("rules", "--review", "--format", "json", code=1).json["waiting"]
    tin, fog = (each for each in asked if each["kind"] == "rule")
    assert (tin["previous"], fog["previous"][:17]) == (None, "The Fog is thick.")
    answer(monkeypatch, "Anna", "s", *FOG, "q", code=1)
    shown = capsys.readouterr().err
    assert "2/4 “Fog”, changed since it was reviewed\n  -  The Fog is thick.\n" in shown
    assert "  +  The Fog is thin.\n   ! No Player may vote" in shown
    assert "“Tin”, changed" not in shown


def test_without_the_reviewed_text_the_whole_rule_is_shown(
    changed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (changed / "saved" / "wiki" / "Ruleset.history.jsonl").unlink()
    answer(monkeypatch, "Anna", "s", "q", code=1)
    assert "2/4 “Fog”\n     The Fog is thin.\n" in capsys.readouterr().err


def test_answers_need_a_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: Path, run: Run
) -> None:
    refused = run("rules", "--review", "--site", "demo", code=2).err
    assert "the reviews of --site demo come with the package" in refused
    (tmp_path / "blognomic.toml").unlink()
    refused = run("rules", "--review", "--ruleset", "rules.wikitext", code=2).err
    assert "no blognomic.toml, so the answers cannot be saved" in refused


def test_without_a_terminal_they_are_listed(
    game: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    monkeypatch.setattr("sync.cli.review.on_a_terminal", lambda: False)
    _, out, err = run("rules", "--review", code=1)
    assert "run `blognomic rules --review` at a terminal" in err
    assert run("rules", "--review", "--format", "json", code=1).err == ""
    assert [line[17:] for line in out.splitlines()] == [
        "rule “Tin”",
        "rule “Fog”",
        "“Fair Play”: Be kind.",
        "“Fair Play”: A DoV should not be sung.",
    ]


@pytest.mark.parametrize("at_a_terminal", [True, False])
def test_it_says_that_nothing_waits(
    at_a_terminal: bool, game: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    answer(monkeypatch, "Anna", *TIN, *FOG, *SENTENCES, code=0)
    monkeypatch.setattr("sync.cli.review.on_a_terminal", lambda: at_a_terminal)
    _, out, err = run("rules", "--review")
    assert "othing waits for a review" in (err if at_a_terminal else out)
    assert "at a terminal" not in err


def test_enter_alone_is_answered_with_what_is_expected(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, "", "Anna", "", "n", "", "y", "", "q", code=1)
    said = capsys.readouterr().err
    for expected in ("state your name", "answer n, a, or one or more of", "answer y or n"):
        assert said.count(f"Error: {expected}") == 1
    assert [each["rule"] for each in kept(game)] == ["Tin"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The Tinsmith works.", []),
        ("Tin is heavy.", ["Tin"]),
        ("All tins are heavy.", ["Tin"]),
        ("A Tin’s weight is 3.", ["Tin"]),
        ("The pewTin is heavy.", []),
    ],
)
def test_a_name_occurs_only_as_a_word(text: str, names: list[str], game: Path, run: Run) -> None:
    (game / "rules.wikitext").write_text(PAGE.replace("A Player in it has at most 3 Tin.", text))
    _, fog, *_ = run("rules", "--review", "--format", "json", code=1).json["waiting"]
    assert fog["names"] == names


def test_waiting_reviews_are_listed_as_json(game: Path, run: Run) -> None:
    tin, fog, *_ = run("rules", "--review", "--format", "json", code=1).json["waiting"]
    assert (tin["read"], tin["names"]) == (
        [{"name": "Tin", "as": "integer, at least 0, starts at 5"}],
        [],
    )
    assert (fog["read"], fog["names"], fog["previous"]) == ([], ["Tin"], None)
    assert fog["highlighted"] == ["No Player may vote AGAINST a Proposal in it."]


# enact


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample game with reviews and a plan of one's own; what is saved is taken as saved."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, tmp_path / "saved")
    shutil.copy(DEMO / "reviewed.toml", tmp_path)
    (tmp_path / "blognomic.toml").write_text('snapshot = "saved"\n')
    monkeypatch.setattr("sync.cli.correct.on_a_terminal", lambda: True)
    monkeypatch.setattr("sync.cli.enact.live_to_write", lambda config: config)
    monkeypatch.setattr(
        "sync.cli.enact.enact", lambda planned, *_, **__: [EditOutcome("saved") for _ in planned]
    )
    main(["enact", "Passing Places", "--plan", "plan.toml"])
    plan = tmp_path / "plan.toml"
    plan.write_text(plan.read_text().replace('decision = ""', 'decision = "comment"'))
    return tmp_path


ENACT = ("enact", "Passing Places", "--plan", "plan.toml", "--admin", "Pemberly", "--apply")


def test_whoever_enacts_is_asked_about_the_rules_that_it_changes(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = len(kept(sample))
    answers = [*("n", "y", "", "sound the Horn"), *("n", "y", "", "")]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    assert main([*ENACT]) == 0
    shown = capsys.readouterr().err
    assert "1/2 “Moorings”, changed since it was reviewed" in shown
    assert "2/2 “Passing Places”\n" in shown
    moorings, places = kept(sample)[before:]
    assert (moorings["by"], moorings["duty"]) == ("Pemberly", "sound the Horn")
    assert (places["rule"], places["duty"]) == ("Passing Places", "")


@pytest.mark.parametrize("why", ["with --yes", "not saved"])
def test_nobody_is_asked_who_did_not_save_at_a_terminal(
    why: str, sample: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    if why == "not saved":
        monkeypatch.setattr(
            "sync.cli.enact.enact",
            lambda planned, *_, **__: [EditOutcome("refused") for _ in planned],
        )
    more = ("--yes",) if why == "with --yes" else ()
    assert "Does it change" not in run(*ENACT, *more, code=None).err


def test_duties_and_rules_that_nobody_reviewed_are_left(sample: Path, run: Run) -> None:
    def left() -> list[str]:
        found: list[str] = run(*ENACT[:-1], "--format", "json", code=None).json["left"]
        return found

    assert left() == []
    reviewed = sample / "reviewed.toml"
    stated = reviewed.read_text()
    head, _, last = stated.rpartition("complete = true\n")
    title = last_title(stated)
    reviewed.write_text(f'{head}complete = true\nduty = "ring the Bell"\n{last}')
    assert left() == [f"ring the Bell (rule “{title}”)"]
    assert f"ring the Bell (rule “{title}”)" in run(*ENACT[:-1], code=1).out
    reviewed.write_text(stated.rpartition("[[rule]]")[0])
    assert left() == [f"rule “{title}”: not reviewed: may ask something of you"]


def last_title(stated: str) -> str:
    title: str = tomllib.loads(stated)["rule"][-1]["rule"]
    return title


def test_skipping_the_name_prompt_reviews_nothing(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "s", code=1)
    assert not (game / "reviewed.toml").exists()


def test_a_review_needs_a_name(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, "  ", "Anna", *TIN, "q", code=1)
    assert "state your name" in capsys.readouterr().err
    assert [each["by"] for each in kept(game)] == ["Anna"]


def test_a_blank_name_in_the_file_is_refused(game: Path, run: Run) -> None:
    (game / "reviewed.toml").write_text(
        '[[rule]]\nfingerprint = "0123456789abcdef"\nrule = "Tin"\nverdicts = "all"\nby = " "\n'
        "at = 2024-05-17T12:00:00Z\n"
    )
    assert "key 'by': must name the reviewer of “Tin”" in run("rules", code=2).err


def test_reviews_are_saved_as_of_today_only(game: Path, run: Run) -> None:
    refused = run("rules", "--review", "--now", "2024-05-17T12:00:00Z", code=2).err
    assert "so --now hides them" in refused
