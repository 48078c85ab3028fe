"""``rules --compare``: with a file or an earlier revision, for people and for programs, and how it
is refused.
"""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from parsers.model import Revision
from sync.store import Store
from tests.support.cases import cases
from tests.support.command import Run
from tests.support.paths import DEMO

RULES = (DEMO / "wiki" / "Ruleset.wikitext").read_text(encoding="utf-8")
OPEN = "It has been open for voting for at least forty-eight hours, more than one"
EARLIER = RULES.replace(OPEN, OPEN.replace("forty-eight", "36")).replace(
    "\n== Lamps ==", "\n== Lanterns =="
)
NOON = datetime(2024, 5, 17, 12, tzinfo=UTC)
BAN = "No Bargee may vote AGAINST a Proposal while the Bell rings."


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample game with a saved history of its Ruleset: 36 hours, then hidden, then broken off,
    then as it is.
    """
    monkeypatch.chdir(tmp_path)
    shutil.copytree(DEMO, tmp_path / "saved")
    texts: dict[int, str | None] = {
        4000: EARLIER,
        4001: None,
        4050: "= Core Rules =\n== Lamps ==\nA lamp.\n",
        4060: "",
        4200: RULES,
    }
    lines = [
        json.dumps(
            {
                "revid": revid,
                "parentid": 0,
                "timestamp": f"2024-0{5 if revid < 4200 else 6}-01T00:00:00Z",
                "text": text,
            }
        )
        for revid, text in texts.items()
    ]
    (tmp_path / "saved" / "wiki" / "Ruleset.history.jsonl").write_text("\n".join(lines))
    (tmp_path / "earlier.wikitext").write_text(EARLIER, encoding="utf-8")
    return tmp_path


SAVED = ("rules", "--snapshot", "saved", "--compare")


@cases("sources")
@pytest.mark.usefixtures("game")
def test_the_json_names_what_was_compared(run: Run, given: str, old: dict[str, object]) -> None:
    found = run(*SAVED, given, "--format", "json").json
    assert found["schema"] == "blognomic/ruleset-comparison/1"
    assert found["old"] == {"page": None, "revid": None, "timestamp": None, "file": None, **old}
    assert found["new"] == {
        "page": "Ruleset",
        "revid": 4102,
        "timestamp": "2024-05-16T09:00:00Z",
        "file": None,
    }
    (change,) = found["voting"]
    assert change["key"] == "popular.after_hours"
    assert [change[side]["value"] for side in ("old", "new")] == [36, 48]
    assert [change[side]["rule"] for side in ("old", "new")] == ["Votes", "Votes"]
    assert "36 hours" in change["old"]["quote"]
    assert change["old_unread"] is change["new_unread"] is None
    assert found["terms"] is found["tracking_page"] is None
    assert found["reported"] == found["no_longer_reported"] == {"unread": [], "caveats": []}
    votes, lamps = found["rules"]
    assert (votes["changes"], votes["new"]["path"]) == (["text"], ["Votable Matters", "Votes"])
    assert [OPEN in sentence for sentence in votes["added"]] == [True]
    assert (lamps["changes"], lamps["old"]["title"], lamps["new"]["title"]) == (
        ["renamed"],
        "Lanterns",
        "Lamps",
    )


def test_everything_that_can_differ(game: Path, run: Run) -> None:
    """A page for each kind of line: no two of them may be mistaken for each other."""
    other = (
        RULES.replace("Bargee", "Heron")
        .replace("Lock Warden", "Old Pike")
        .replace("The Long Cut", "The Reeds")
        .replace(
            "= Dynastic Rules =\n",
            "= Dynastic Rules =\n== [x](y) \x1b[31m{{Bell}}"
            f" ==\n{BAN.replace('Bargee', 'Heron')}\n",
            1,
        )
        .replace("\n== Night Watch ==", "\n== [b]Watch[/b] [Core] ==")
        .replace(OPEN, OPEN.replace("forty-eight", "about 36"))
        .replace("\n== Lamps ==\n", "\n== Lamps ==\n" + "More. " * 20)
    )
    (game / "other.wikitext").write_text(other, encoding="utf-8")
    back = run(*SAVED, "other.wikitext").words
    assert "~ popular.after_hours - not understood + 48: “" in back
    shown = run(
        "rules",
        "--ruleset",
        "other.wikitext",
        "--snapshot",
        "saved",
        "--compare",
        "saved/wiki/Ruleset.wikitext",
    ).out
    out = " ".join(shown.split())
    assert "\x1b" not in shown
    assert out.startswith("From saved/wiki/Ruleset.wikitext to other.wikitext.")
    assert (
        "The dynasty's words - Bargee (Bargees) and Lock Warden + Heron (Herons) and Old Pike"
        in out
    )
    assert "The tracking page - The Long Cut + The Reeds" in out
    assert "+ not understood" in out
    assert "it may change verdicts: cfj, dov, proposal" in out
    assert "Rules added" in out
    assert "4.4 Synonyms in Appendix: terms" in out
    assert "and 8 more; --format json has them all" in out
    assert "No longer reported" in back


@cases("differences")
def test_a_single_difference_is_a_line(game: Path, run: Run, old: str, new: str, line: str) -> None:
    assert old in RULES
    (game / "other.wikitext").write_text(RULES.replace(old, new, 1), encoding="utf-8")
    assert line in run(*SAVED, "other.wikitext").words


@cases("refused")
def test_rulesets_that_cannot_be_compared(
    game: Path, run: Run, given: str, code: int, message: str
) -> None:
    (game / "picture.png").write_bytes(b"\x89PNG\xff")
    (game / "long.wikitext").write_text("x" * 2_000_001)
    _, out, err = run(*SAVED[:-1], f"--compare={given}", code=code)
    assert (out, err.count("\n")) == ("", 1)
    assert message in err


@pytest.mark.usefixtures("game")
def test_a_revision_that_is_not_whole_is_compared_and_named(run: Run) -> None:
    captured = run(*SAVED, "4050", code=3)
    assert captured.err.startswith(
        "blognomic: wiki/Ruleset.wikitext: revision 4050 is not the whole Ruleset: the page has no"
        " section D"
    )
    assert "half-plus-one: “" in captured.out


def test_a_reviewed_rule_is_not_reported(game: Path, run: Run) -> None:
    (game / "new.wikitext").write_text(
        EARLIER.replace("= Dynastic Rules =\n", f"= Dynastic Rules =\n== Bell ==\n{BAN}\n", 1)
    )
    (game / "blognomic.toml").write_text('snapshot = "saved"\nruleset = "new.wikitext"\n')
    (reported,) = run(*SAVED, "4000", "--format", "json").json["reported"]["caveats"]
    assert reported["quote"] == BAN
    review = (
        f'fingerprint = "{reported["fingerprint"]}"\nrule = "Bell"\nverdicts = "none"\ncomplete = true\nby ='
        ' "Ana"\nat = 2024-01-20T12:00:00Z'
    )
    (game / "reviewed.toml").write_text(f"[[rule]]\n{review}\n")
    found = run(*SAVED, "4000", "--format", "json").json
    assert found["reported"]["caveats"] == []


def test_a_revision_of_the_store(tmp_path: Path, run: Run) -> None:
    store = tmp_path / "store.sqlite3"
    with Store.open(store, now=NOON) as made, made.run("wiki", NOON) as seen:
        for number, text in enumerate((RULES, EARLIER), 1):
            seen.revision(
                Revision(
                    "Ruleset", number, number - 1, NOON.replace(hour=number), "Ana", "why", text
                )
            )
        seen.finish()
    where = ("rules", "--offline", "--store", str(store), "--now", NOON.isoformat(), "--compare")
    assert "+ 36: “" in run(*where, "1").out
    assert "revision 3 of Ruleset is not available" in run(*where, "3", code=3).err
