"""The profile's file: what is read from it and what is refused; a draft of it, which reads back;
and the command that writes one.
"""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.ruleset import read_ruleset
from parsers.ruleset.parameters import PARAMETERS
from parsers.ruleset.ruleset_model import Action, Ruleset, Variable
from sync.cli import main
from sync.errors import UsageError
from sync.settings.profile_file import draft_profile, read_profile
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.paths import EDITIONS, GAMES, real_ruleset
from validators.profile.dynasty_profile import Profile, Range, Unmet, evaluate, with_ranges

WHOLE = """
[columns]
"Sis. Ship" = "Sister Ship"

[aliases]
"Ana B" = "Ana"

[ranges.Money]
min = 0
max = 20000

[ranges."Sister Ship"]
choices = ["Kestrel", "Heron"]

[[constraints]]
name = "rich"
check = "self.Money <= 20000"
message = "too much"

[[constraints]]
name = "sharp"
over = "game"
check = 'self["Phase of It"] == "Full"'

[cadence]
"Last Dig" = "daily"
"Last Feast" = "weekly"
"""


def read(text: str, folder: Path) -> Profile:
    path = folder / "dynasty.toml"
    path.write_text(text, encoding="utf-8")
    return read_profile(path)


def test_a_file_becomes_a_profile(tmp_path: Path) -> None:
    profile = read(WHOLE, tmp_path)
    assert profile.columns == {"Sis. Ship": "Sister Ship"}
    assert profile.aliases == {"Ana B": "Ana"}
    assert profile.ranges == {
        "Money": Range(0, 20000),
        "Sister Ship": Range(choices=("Kestrel", "Heron")),
    }
    assert profile.cadence == {"Last Dig": "daily", "Last Feast": "weekly"}
    assert [(each.name, each.scope, each.text) for each in profile.constraints] == [
        ("rich", "player", "self.Money <= 20000"),
        ("sharp", "game", 'self["Phase of It"] == "Full"'),
    ]
    broken = '“self["Phase of It"] == "Full"” does not hold'
    found = list(
        evaluate(profile, {"Ana": {"Money": 20001}, "Bo": {"Money": 20000}}, {"Phase of It": "New"})
    )
    assert found == [Unmet("rich", "Ana", "too much"), Unmet("sharp", None, broken)]


def test_an_empty_file_is_an_empty_profile(tmp_path: Path) -> None:
    assert read("", tmp_path) == Profile()


WRONG = tomllib.loads(Path(__file__).with_name("wrong_profiles.toml").read_text(encoding="utf-8"))[
    "wrong"
]


@pytest.mark.parametrize(("toml", "message"), [(each["text"], each["says"]) for each in WRONG])
def test_a_wrong_file_is_refused_with_key_and_reason(
    tmp_path: Path, toml: str, message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        read(toml, tmp_path)
    assert "dynasty.toml" in str(caught.value)
    assert message in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_ranges_meet_at_their_edges(tmp_path: Path) -> None:
    assert read("[ranges.A]\nmin = 1\nmax = 1", tmp_path).ranges == {"A": Range(1, 1)}


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="could not be read"):
        read_profile(tmp_path / "none.toml")


def proposed(text: str) -> str:
    """The draft with the sign taken away from all that it proposes."""
    return re.sub(r"^# ", "", text, flags=re.MULTILINE)


def rules(*variables: Variable, actions: tuple[Action, ...] = ()) -> Ruleset:
    return Ruleset((), (), None, None, PARAMETERS, variables=variables, actions=actions)


LEVEL = Variable(
    "Level", "player", "integer", "Rank", "Each Clerk has a Level.", min=1, max=9, default=1
)
DESK = Variable(
    "Desk", "player", "choice", "Desks", "Each has a Desk.", choices=("Roof", "Cellar"), default=""
)
DIG = Action("Dig", "daily", "Digging", "Once a day.")
FEAST = Action("Feast", "weekly-communal", "Feasts", "Once a week.")


DRAFT = """\
## Unrecognised columns and labels of the tracking page.
[columns]
# "Header for Level" = "Level"
# "Header for Desk" = "Desk"
# "Header for Rain so far" = "Rain so far"

## Names that the wiki and the roster spell differently.
[aliases]
# "Name on the wiki" = "Name on the roster"

## Rank: “Each Clerk has a Level.”
[ranges.Level]
min = 1
max = 9
## Desks: “Each has a Desk.”
[ranges.Desk]
choices = ["Roof", "Cellar"]
## Weather: “It rains. And that in secret.”
[ranges."Rain so far"]
# min = 0
# max = 100
## Weather: “It rains. And that in secret.”
[ranges.Plan]
# choices = ["One", "Other"]

## Columns that count an action, or state when it was last taken.
[cadence]
# "Header for Dig" = "daily"
# "Header for Feast" = "weekly"

## Relations between values, with an example"""


def test_a_draft_as_a_person_finds_it(tmp_path: Path) -> None:
    quote = "It rains.\nAnd that in secret."
    hoard = Variable(
        "Level", "game", "integer", "Hoard", "There is a Level.", min=0, max=3
    )  # the first of this name counts
    rain = Variable("Rain so far", "game", "number", "Weather", quote)
    plan = Variable("Plan", "game", "unknown", "Weather", quote, visibility="private")
    dance = Action("Dance", "custom", "Dancing", "Once per Act.")
    text = draft_profile(rules(LEVEL, DESK, hoard, rain, plan, actions=(DIG, FEAST, dance, DIG)))
    head, _, rest = text.partition("\n\n")
    assert head.startswith("## The dynasty profile: complete it")
    assert all(line.startswith("## ") or line == "##" for line in head.splitlines())
    assert rest.startswith(DRAFT)
    ranges = {
        "Level": Range(1, 9),
        "Desk": Range(choices=("Roof", "Cellar")),
        "Rain so far": Range(),
        "Plan": Range(),
    }
    assert read(text, tmp_path) == Profile(ranges=ranges)


def test_the_proposals_of_a_draft_are_a_profile(tmp_path: Path) -> None:
    toll = Variable("Toll", "game", "integer", "Toll", "q", min=0)
    profile = read(
        proposed(draft_profile(rules(DESK, LEVEL, toll, actions=(DIG, FEAST)))), tmp_path
    )
    assert profile.columns == {
        "Header for Level": "Level",
        "Header for Desk": "Desk",
        "Header for Toll": "Toll",
    }
    assert profile.aliases == {"Name on the wiki": "Name on the roster"}
    assert profile.ranges["Toll"] == Range(0, 100)
    assert profile.cadence == {"Header for Dig": "daily", "Header for Feast": "weekly"}
    assert [(each.name, each.scope) for each in profile.constraints] == [("an-example", "player")]
    assert list(evaluate(profile, {"Ana": {}}, {})) == []


@cases("limits")
def test_limits_are_what_toml_can_hold(
    tmp_path: Path, low: int | None, high: int | None, stated: dict[str, Any], whole: dict[str, Any]
) -> None:
    text = draft_profile(
        rules(Variable("A", "player", "string", "R", "q", min=low, max=high, default=""))
    )
    numbers = draft_profile(rules(Variable("A", "player", "integer", "R", "q", min=low, max=high)))
    assert read(text, tmp_path).ranges == read(numbers, tmp_path).ranges == {"A": Range(**stated)}
    assert read(proposed(numbers), tmp_path).ranges == {"A": Range(**whole)}


ANY = (
    st.text(max_size=30)
    | st.text(st.characters(categories=["Cs", "Cc", "Cf", "Zl"]), max_size=5)
    | st.sampled_from(['"', "'", "]\n[x]", "'''", "\\", "# ", "a\n# b", "x" * 400])
)
VARIABLES = st.builds(
    Variable,
    ANY,
    ANY | st.sampled_from(["player", "game"]),
    ANY | st.sampled_from(["integer", "choice", "list", "unknown"]),
    ANY,
    ANY,
    st.none() | st.integers(),
    st.none() | st.integers(),
    st.none() | st.lists(ANY, max_size=3).map(tuple),
    st.none() | st.integers() | ANY,
    st.sampled_from(["public", "private"]),
)
ACTIONS = st.builds(
    Action, ANY, st.sampled_from(["daily", "weekly", "daily-communal", "custom"]), ANY, ANY
)


@given(st.lists(VARIABLES, max_size=4), st.lists(ACTIONS, max_size=3))
def test_a_draft_of_whatever_names_is_read_back(
    variables: list[Variable], actions: list[Action]
) -> None:
    text = draft_profile(rules(*variables, actions=tuple(actions)))
    with tempfile.TemporaryDirectory() as folder:
        profile = read(text, Path(folder))
        whole = read(proposed(text), Path(folder))
    names = {re.sub("[\ud800-\udfff]", "\ufffd", each.name) for each in variables}
    assert profile == Profile(ranges=profile.ranges)
    assert set(profile.ranges) == set(whole.ranges) == names


@given(
    VARIABLES.filter(
        lambda each: (
            each.type != "unknown"
            and not re.search("[\ud800-\udfff]", each.name + "".join(each.choices or ()))
        )
    )
)
def test_a_draft_says_what_was_read(variable: Variable) -> None:
    with tempfile.TemporaryDirectory() as folder:
        profile = read(draft_profile(rules(variable)), Path(folder))
    assert with_ranges(profile, (variable,)) == (variable,)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_given_rulesets_have_drafts_that_read_back(edition: str, tmp_path: Path) -> None:
    ruleset = read_ruleset(real_ruleset(edition), gamestate=True)
    text = draft_profile(ruleset)
    assert set(read(text, tmp_path).ranges) == {each.name for each in ruleset.variables}
    whole = read(proposed(text), tmp_path)
    assert whole.constraints
    assert whole.cadence


COMMAND = ("rules", "--ruleset", str(GAMES / "levels.rules.wikitext"), "--draft-profile")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_command_writes_a_new_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mask = os.umask(0o027)
    try:
        assert main([*COMMAND, "dynasty.toml"]) == 0
    finally:
        os.umask(mask)
    said = capsys.readouterr()
    assert (said.out, said.err) == (
        "",
        "blognomic: wrote dynasty.toml: a draft of the dynasty's profile, from 7 variables\n",
    )
    assert [path.name for path in here.iterdir()] == ["dynasty.toml"]
    assert (here / "dynasty.toml").stat().st_mode & 0o777 == 0o640
    assert read_profile(here / "dynasty.toml").ranges["Level"] == Range(1, 9)


@pytest.mark.parametrize("what", ["a file", "a folder", "a link that leads nowhere"])
def test_existing_entries_stay_unchanged(
    here: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = here / "dynasty.toml"
    if what == "a file":
        path.write_text("mine")
    elif what == "a folder":
        path.mkdir()
    else:
        path.symlink_to("nowhere")
    assert main([*COMMAND, "dynasty.toml"]) == 2
    sentence = (
        "--draft-profile dynasty.toml: the file exists already and is not replaced; choose"
        " another name, or remove it"
    )
    assert capsys.readouterr().err == f"blognomic: {sentence}\n"
    assert [each.name for each in here.iterdir()] == ["dynasty.toml"]
    assert what != "a file" or path.read_text() == "mine"


@cases("wrong_usage")
def test_impossible_requests_are_usage_errors(
    here: Path, arguments: list[str], message: str, run: Run
) -> None:
    assert run(*COMMAND, *arguments, code=2).err.startswith(f"blognomic: {message}")
    assert not list(here.iterdir())


def test_the_settings_can_name_a_file_that_does_not_exist_yet(here: Path, run: Run) -> None:
    (here / "blognomic.toml").write_text("profile = 'dynasty.toml'\n")
    assert main([*COMMAND, "dynasty.toml"]) == 0
    assert "exists already and is not replaced" in run(*COMMAND, "dynasty.toml", code=2).err


def test_a_draft_of_a_ruleset_with_a_section_missing_gives_no_verdict(here: Path, run: Run) -> None:
    (here / "rules").write_text(
        "= Dynastic Rules =\n== Lamps ==\nEach Player has an Oil, which is a publicly tracked"
        " integer.\n"
    )
    assert (
        "wrote dynasty.toml"
        in run("rules", "--ruleset", "rules", "--draft-profile", "dynasty.toml", code=3).err
    )
    assert list(read_profile(here / "dynasty.toml").ranges) == ["Oil"]
