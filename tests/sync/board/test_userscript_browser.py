"""What the userscript of a published board shows on the blog, in a real Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

import pytest

from parsers.blog.blog_page import read_page
from sync.board.build import Board
from tests.support.browser import Chromium, running_chromium
from tests.support.paths import SHARED
from tests.sync.board.pages import EVIL
from tests.sync.board.published import Panel, Published, published

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.xdist_group("browser")]

SAMPLES = SHARED / "samples" / "expressionengine"
PENDING = "passing_places", "quiet_hours", "a_bell_at_every_lock", "let_me_aboard"
ENACT, WAIT, FAIL, UNSURE = PENDING


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    yield from running_chromium(tmp_path_factory.mktemp("chromium"))


@pytest.fixture(scope="module")
def publication(chromium: Chromium, demo_board: Board) -> Iterator[Published]:
    with published(chromium, demo_board) as made:
        yield made


@pytest.fixture
def site(publication: Published) -> Published:
    publication.reset()
    return publication


def test_every_pending_matter_of_the_front_page_has_its_verdict(site: Published) -> None:
    panels = site.open("/")
    assert {panel.title.partition(": ")[2]: (panel.tone, panel.lines[0]) for panel in panels} == {
        "Oilskins": ("wait", "cannot be resolved yet"),
        "Which Way Is Upstream?": ("unsure", "probably cannot be resolved yet: check first"),
        "Night Fares": ("wait", "cannot be resolved yet"),
        "Quiet Hours": ("wait", "cannot be resolved yet"),
        "Let Me Aboard": ("unsure", "probably can be failed now: check first"),
        "Passing Places": ("go", "can be enacted now"),
        "A Bell at Every Lock": ("stop", "can be failed now"),
    }
    assert site.asked == [f"GET {site.board.url}/tally.json"]
    assert site.board.asked == ["/tally.json"]
    others = {address for address in site.chromium.requests() if "/images/" not in address}
    icon = f"{site.blog.url}/favicon.ico"
    assert others - {icon} == {f"{site.blog.url}/", f"{site.board.url}/tally.json"}


def test_a_matter_that_can_be_enacted(site: Published) -> None:
    panel = site.panel(ENACT)
    assert panel.head == "“Proposal: Passing Places”: can be enacted now"
    assert panel.lines == [
        "can be enacted now",
        "6–1–0 (FOR–AGAINST–DEFERENTIAL), quorum 6.",
        "It can be failed from Thu 23 May, 02:01 UTC (in 5 d 7 h), if no vote, post or roster"
        " changes.",
        "No vote seen from: D'Arcy_Vole, Pemberly, Wick-and-Tallow.",
        "Certified when the board was made (18:00 UTC, 1 h 0 min ago): check for a DoV, votes and"
        " rule changes since.",
        f"Board of Fri 17 May, 18:00 UTC (1 h 0 min ago): {site.board.url}",
    ]
    assert site.board.asked == ["/tally.json"]


def test_a_matter_that_waits(site: Published) -> None:
    lines = site.panel("night_fares", hours=0.5).lines
    assert lines[2] == (
        "It can be enacted once 2 older Proposals are resolved, from Sun 19 May, 04:00 UTC (in 33 h"
        " 30 min) at the earliest; else from Thu 23 May, 21:01 UTC (in 6 d 2 h)."
    )
    assert lines[4].startswith("Blocks enacting: 3 FOR, quorum 6; open for 14 h (48 h needed)")
    assert lines[5].startswith("No vote seen from: Hobb, Brisket.Ford, Juno O'Dell, ")
    assert lines[-1].startswith("Board of Fri 17 May, 18:00 UTC (30 min ago): ")
    assert (
        site.panel(WAIT)
        .lines[2]
        .startswith(
            "It can be enacted once 1 older Proposal is resolved; else from Thu 23 May, 02:01 UTC"
        )
    )


def test_a_matter_that_is_not_certified_says_why(site: Published) -> None:
    panel = site.panel(UNSURE)
    assert (panel.tone, panel.lines[0]) == ("unsure", "probably can be failed now: check first")
    assert "\nIt cannot be enacted as things stand.\n" in panel.text
    assert "\nNot certified: “Night Watch” can change this verdict, according to " in panel.text
    assert "; its author Gulliver Banks is not on the roster" in panel.text
    # A certificate beside doubts is none.
    site.matter(UNSURE)["certified"] = True
    site.board.body = b""
    assert "\nNot certified: " in site.panel(UNSURE).text


@pytest.mark.parametrize(
    ("enactable", "failable", "expected"),
    [(None, False, "not known: data is missing"), (None, None, "not known: data is missing"),
     (None, True, "probably can be failed now: check first"),
     (True, True, "probably can be enacted or failed now: check first")],
)  # fmt: skip
def test_missing_data_is_no_verdict(
    enactable: bool | None, failable: bool | None, expected: str, site: Published
) -> None:
    nothing = dict.fromkeys(("earliest_enact", "earliest_fail", "enact_if_first", "fail_if_first"))
    site.matter(UNSURE).update(enactable=enactable, failable=failable, **nothing)
    panel = site.panel(UNSURE)
    assert (panel.tone, panel.lines[0]) == ("unsure", expected)
    assert ("It is not known when it can be enacted." in panel.lines) is (enactable is None)


def test_times_are_those_of_the_reader(site: Published) -> None:
    zone = site.chromium.driver.execute_cdp_cmd
    zone("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Kolkata"})
    try:
        text = site.panel(ENACT).text
    finally:
        zone("Emulation.setTimezoneOverride", {"timezoneId": "Etc/UTC"})
    assert "It can be failed from Thu 23 May, 07:31 GMT+5:30 (in 5 d 7 h)" in text
    assert "Board of Fri 17 May, 23:30 GMT+5:30" in text


@pytest.mark.parametrize(
    ("hours", "said"),
    [(6, None), (6.01, "The board is out of date: it is more than 6 hours old."),
     (-0.08, None), (-0.1, "The board is dated in the future: check the clock of this device.")],
)  # fmt: skip
def test_a_board_of_another_time_gives_no_verdict(
    hours: float, said: str | None, site: Published
) -> None:
    panel = site.panel(ENACT, hours=hours)
    if said is None:
        assert panel.lines[0] == "can be enacted now"
    else:
        assert (panel.tone, panel.lines[:3]) == (
            "unsure",
            ["not known now", said, f"The board said: can be enacted now. {COUNTS}"],
        )
        assert "It was certified." in panel.lines


COUNTS = "6–1–0 (FOR–AGAINST–DEFERENTIAL), quorum 6."


def test_a_time_that_has_passed_since_gives_no_verdict(site: Published) -> None:
    site.matter(ENACT)["earliest_fail"] = "2024-05-17T20:00:00Z"
    assert site.panel(ENACT, hours=1.99).lines[0] == "can be enacted now"
    panel = site.panel(ENACT, hours=2)
    assert panel.lines[:2] == ["not known now", "A time named below has passed."]
    assert "from Fri 17 May, 20:00 UTC (that has passed)" in panel.text


@pytest.mark.parametrize(
    ("read", "shown", "said"),
    [(6, "Comments (6)", None),
     (5, "Comments (6)", "This page has 6 comments, the board has read 5: votes may have changed."),
     (2, "Comments (1)", "This page has 1 comment, the board has read 2: votes may have changed."),
     (None, "Comments (6)", "Whether there are newer comments is not known."),
     (6, "Comments", "Whether there are newer comments is not known.")],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/", f"/archive/{ENACT}"])
def test_comments_that_the_board_has_not_read(
    path: str, read: int | None, shown: str, said: str | None, site: Published
) -> None:
    page = site.page(path)
    before, place, after = page.partition(f'<a href="/archive/{ENACT}" title="Comments">')
    assert place and after.startswith("Comments (6)")
    site.blog.instead[path] = (before + place + after.replace("Comments (6)", shown, 1)).encode()
    site.matter(ENACT)["comments_read"] = read
    panel = next(each for each in site.open(path) if "Passing Places" in each.title)
    assert panel.lines[0] == ("can be enacted now" if said is None else "not known now")
    assert said is None or panel.lines[1] == said


def test_a_matter_that_the_board_does_not_have(site: Published) -> None:
    site.tally["matters"] = [each for each in site.tally["matters"] if "bell" in each["url"]]
    site.tally["skipped"] = [{"url": f"{site.blog.url}/archive/quiet_hours", "title": "?"}]
    panels = {panel.title: panel for panel in site.open("/")}
    missing = panels["Proposal: Passing Places"]
    assert missing.lines[:2] == [
        "Not known",
        "It is not on the board as a pending matter; it may be newer.",
    ]
    assert missing.tone == "unsure"
    assert panels["Proposal: A Bell at Every Lock"].lines[0] == "can be failed now"
    skipped = "The board did not judge it, because its date could not be read."
    assert panels["Proposal: Quiet Hours"].lines[1] == skipped


@pytest.mark.parametrize(
    ("classes", "title", "known", "expected"),
    [("dov open", "Mine", False, "not known now"), ("open", "Declaration of Victory: Mine", False, "not known now"),
     ("dov open", "Mine", True, "can be enacted now"), ("dov Failed", "Mine", False, "can be enacted now"),
     ("cfj open", "Mine", False, "can be enacted now"), ("proposal open", "Victory", False, "can be enacted now")],
)  # fmt: skip
def test_a_newer_dov_on_the_page_may_be_a_hiatus(
    classes: str, title: str, known: bool, expected: str, site: Published
) -> None:
    dov = f'<div class="post"><h3 class="post-title {classes}"><a href="/archive/mine">{title}</a></h3></div>'
    site.blog.instead["/"] = site.page("/").replace('<div class="post">', dov, 1).encode()
    if known:
        site.tally["matters"].append(site.matter(WAIT) | {"url": f"{site.blog.url}/archive/mine"})
    panel = next(each for each in site.open("/") if "Passing Places" in each.title)
    assert panel.lines[0] == expected
    said = "This page has a Declaration of Victory that is not on the board: the game may be on hiatus."
    assert (said in panel.lines) is (expected == "not known now")


def test_a_matter_that_the_board_lists_as_resolved_is_not_pending_there(site: Published) -> None:
    site.matter(ENACT)["status"] = "enacted"
    assert site.panel(ENACT).lines[0] == "Not known"


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [(404, "", "it answers with HTTP status 404"), (503, "{}", "it answers with HTTP status 503"),
     (200, "<html>", "its data is not JSON"), (200, "", "its data is not JSON"),
     (200, "null", "its schema is not blognomic/tally/1: install its userscript again"),
     (200, '{"schema": "blognomic/tally/2"}', "its schema is not blognomic/tally/1"),
     (200, '{"schema": "blognomic/tally/1"}', "some of its data is missing or not understood"),
     (200, "[" + " " * 2_000_001 + "]", "its data is too large")],
)  # fmt: skip
def test_a_board_that_cannot_be_read(status: int, body: str, said: str, site: Published) -> None:
    site.board.status, site.board.body = status, body.encode() or b" "
    panels = site.open("/")
    assert len(panels) == 7
    for panel in panels:
        assert (panel.tone, panel.lines[0]) == ("unsure", "Not known")
        assert panel.lines[1].startswith(
            f"There is no verdict of the board at {site.board.url}: {said}"
        )
    assert site.asked == [f"GET {site.board.url}/tally.json"]


@pytest.mark.parametrize(
    ("key", "value"),
    [("certified", "yes"), ("enactable", 1), ("quorum", -1), ("quorum", 1.5), ("doubts", "none"),
     ("not_voted", [1]), ("earliest_enact", "soon"), ("earliest_fail", "2024-99-99T00:00:00Z"),
     ("title", None), ("counts", None), ("counts", {"for": 1}), ("url", None), ("comments_read", "6")],
)  # fmt: skip
def test_one_wrong_field_is_no_verdict_at_all(key: str, value: Any, site: Published) -> None:
    site.matter(FAIL)[key] = value
    assert (
        site.panel(ENACT)
        .lines[1]
        .endswith(": some of its data is missing or not understood: install its userscript again.")
    )


def test_a_board_that_cannot_be_reached(site: Published) -> None:
    site.prepare = "window.fetch = () => Promise.reject(Error('offline'))"
    assert site.panel(ENACT).lines[1].endswith(": it cannot be reached.")


def test_a_board_that_does_not_answer(site: Published) -> None:
    site.prepare = (
        "const wait = setTimeout; window.waited = []; window.setTimeout = (act, time) =>"
        " { if (time >= 1000) waited.push(time); return wait(act, time >= 1000 ? 1 : time); };"
        " GM_xmlhttpRequest = (details) => { asked.push('GET'); return {abort: () => asked.push('abort')} }"
    )
    assert site.panel(ENACT).lines[1].endswith(": it does not answer within 10 seconds.")
    assert site.chromium.run("return waited") == [10000]
    assert site.asked == ["GET", "abort"]


@pytest.mark.parametrize("follow", [False, True])
def test_a_board_that_leads_elsewhere(follow: bool, site: Published) -> None:
    site.board.place = "/other.json"
    site.prepare = "window.redirects = 'follow'" if follow else ""
    said = "its address leads to another one" if follow else "it cannot be reached"
    assert site.panel(ENACT).lines[1].endswith(f": {said}.")


def test_the_manager_of_the_newer_kind(site: Published) -> None:
    site.prepare = (
        "window.GM = {xmlHttpRequest: GM_xmlhttpRequest}; window.GM_xmlhttpRequest = undefined"
    )
    assert site.panel(ENACT).lines[0] == "can be enacted now"
    site.prepare = "window.GM_xmlhttpRequest = undefined; asked.push('none')"
    assert site.panel(ENACT).lines[0] == "Not known"


def test_hostile_texts_are_only_texts(site: Published) -> None:
    matter = site.matter(UNSURE)
    for key in ("doubts", "not_voted", "blocking"):
        matter[key] = [EVIL + "x" * 1000] * 20
    matter["author"] = site.tally["site"] = EVIL
    matter["title"] = "<img src=x onerror=alert(2)>"
    path = f"/archive/{UNSURE}"
    page = site.page(path).replace("Call for Judgement: Let Me Aboard", escape(matter["title"]))
    site.blog.instead[path] = page.encode()
    panel = site.panel(UNSURE)
    assert panel.text.count("<img src=x onerror=alert(2)>") == 24
    assert panel.text.count(" and 12 more.") == 3
    assert panel.head.startswith("“<img src=x onerror=alert(2)>”: probably ")
    assert len(panel.text) < 9000
    assert not {"\u202e", "\u2066", "\0"} & set(panel.text)
    tags = "return [...document.querySelector('[role=note]').shadowRoot.querySelectorAll('*')].map((each) => each.tagName)"
    assert set(site.chromium.run(tags)) == {"STYLE", "DIV", "P", "STRONG", "BDI", "TIME"}
    assert site.board.asked == ["/tally.json"]
    assert [each for each in site.chromium.complaints() if "404" not in each] == []


def test_another_title_on_the_board_is_only_text(site: Published) -> None:
    site.matter(ENACT)["title"] = EVIL + "x" * 1000
    panel = site.panel(ENACT)
    assert (panel.tone, panel.head) == ("unsure", "Not known")
    assert panel.lines[1].startswith("The board has another title for this address: “")
    assert "<img src=x onerror=alert(2)>" in panel.lines[1]
    assert len(panel.lines[1]) < 400
    assert not {"\u202e", "\u2066", "\0"} & set(panel.text)


@pytest.mark.parametrize(
    ("on_the_board", "known"),
    [("Proposal:  Passing\n Places ", True), ("Proposal: Passing\u00a0Places", True),
     ("Proposal: Passing Place", False), ("proposal: Passing Places", False), ("", False)],
)  # fmt: skip
def test_a_title_must_be_that_of_the_board(on_the_board: str, known: bool, site: Published) -> None:
    site.matter(ENACT)["title"] = on_the_board
    assert (site.panel(ENACT).lines[0] == "can be enacted now") is known


# Whoever posts can close the elements of their post and write more of the page.
IMITATED = (
    '</div></div><div class="post"><h3 class="post-title {}"><a href="/archive/{}">{}</a></h3>'
    '<p class="post-footer">Comments (6)</p></div><div class="post"><div class="post-body">'
)


def with_imitation(site: Published, path: str, text: str) -> list[Panel]:
    """What a page shows if the body of “Let Me Aboard” contains more markup."""
    before, place, after = site.page(path).partition("<p>I have read every post since March")
    assert place
    site.blog.instead[path] = f"{before}{text}{place}{after}".encode()
    return site.open(path)


@pytest.mark.parametrize("classes", ["proposal open", "proposal Enacted", "story open"])
def test_two_titles_with_one_address_have_no_verdict(classes: str, site: Published) -> None:
    text = IMITATED.format(classes, f"archive/../{ENACT}/", "Proposal: Passing Places")
    panels = with_imitation(site, "/", text.replace("(6)", "(5)"))
    found = [each for each in panels if each.title == "Proposal: Passing Places"]
    assert len(found) == (1 if classes == "proposal Enacted" else 2)
    for panel in found:
        assert (panel.tone, panel.head) == ("unsure", "Not known")
        assert (
            panel.lines[1]
            == "This page has two posts with this address that differ: see its own page."
        )
    others = [each.lines[0] for each in panels if each.title == "Proposal: Quiet Hours"]
    assert others == ["cannot be resolved yet"]


def test_a_sticky_matter_has_its_verdict_twice(site: Published) -> None:
    text = IMITATED.format("proposal open", ENACT, "Proposal: Passing Places")
    panels = with_imitation(
        site, "/", text.replace("(6)", f"({site.matter(ENACT)['comments_read']})")
    )
    found = [each for each in panels if each.title == "Proposal: Passing Places"]
    assert [each.lines[0] for each in found] == ["can be enacted now"] * 2


def test_a_title_with_the_address_of_another_matter_has_no_verdict(site: Published) -> None:
    text = IMITATED.format("cfj open", ENACT, "Call for Judgement: Let Me Aboard")
    panels = with_imitation(site, f"/archive/{UNSURE}", text)
    assert [each.lines[:2] for each in panels if each.tone != "unsure"] == []
    assert panels[-1].head == "Not known"
    said = "The board has another title for this address: “Proposal: Passing Places”."
    assert panels[-1].lines[1] == said


@pytest.mark.parametrize("place", ["before", "behind"])
def test_the_footer_of_another_post_is_not_read(place: str, site: Published) -> None:
    path = f"/archive/{ENACT}"
    page = site.page(path)
    nested = '<div class="post"><p class="post-footer">Comments (6)</p></div>'
    before, start, after = page.partition('<p class="post-footer">')
    footer, end, rest = after.partition("</p>")
    assert start and end
    stated = footer.replace("Comments (6)", "Comments (7)")
    around = (nested, "") if place == "before" else ("", nested)
    instead = f"{before}{around[0]}{start}{stated}{end}{around[1]}{rest}"
    site.blog.instead[path] = instead.encode()
    assert site.panel(ENACT).lines[1].startswith("This page has 7 comments, the board has read 6")


def test_a_title_outside_of_a_post_has_no_footer(site: Published) -> None:
    path = f"/archive/{ENACT}"
    site.blog.instead[path] = site.page(path).replace('<div class="post">', "<div>", 1).encode()
    assert site.panel(ENACT).lines[1] == "Whether there are newer comments is not known."


@pytest.mark.parametrize(
    ("text", "other"),
    [("<p>There are 10 players. Quorum is 5.</p>", None), ("<p>There are 10 players.</p>", None),
     ("<p>There are 10 players. Quorum is 6.</p>", 6), ("<p>Quorum\nis <b>4</b>.</p>", 4),
     ("Quorum is 5.<p>quorum is 0</p>", 0), ("<script>// Quorum is 4</script>", None),
     ('<div class="comment"><p>Quorum is 4.</p></div>', None)],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/", f"/archive/{ENACT}"])
def test_another_quorum_on_the_page_gives_no_verdict(
    path: str, text: str, other: int | None, site: Published
) -> None:
    panel = with_quorum(site, path, text)
    if other is None:
        assert panel.lines[0] == "can be enacted now"
    else:
        said = (
            f"This page states quorum {other}, the board has read 5: the roster may have changed."
        )
        assert panel.lines[:2] == ["not known now", said]


def with_quorum(site: Published, path: str, text: str) -> Panel:
    """The panel of “Passing Places” on a page whose sidebar ends otherwise."""
    stated = "<p>There are 10 players. Quorum is 5.</p>"
    page = site.page(path)
    assert stated in page
    site.blog.instead[path] = page.replace(stated, text).encode()
    return next(each for each in site.open(path) if "Passing Places" in each.title)


@pytest.mark.parametrize(("on_the_page", "known"), [(6, True), (5, False)])
def test_a_board_of_a_page_without_quorum_has_its_own(
    on_the_page: int, known: bool, site: Published
) -> None:
    site.tally["players"]["stated_quorum"] = None
    panel = with_quorum(site, "/", f"<p>Quorum is {on_the_page}.</p>")
    assert (panel.lines[0] == "can be enacted now") is known


def test_a_quorum_in_a_post_is_not_that_of_the_page(site: Published) -> None:
    panels = with_imitation(site, "/", "<p>Quorum is 4.</p>")
    assert "go" in {each.tone for each in panels}


@pytest.mark.parametrize(
    "path",
    [f"/archive/{ENACT}/", f"/archive/{ENACT}/P100", f"/index.php/archive/{ENACT}/P5/",
     f"/archive/{ENACT}#c12", f"/archive/{ENACT}?x=1", "/index.php", "/?x=1"],
)  # fmt: skip
@pytest.mark.parametrize("linked", [True, False])
def test_an_entry_is_known_by_its_address(path: str, linked: bool, site: Published) -> None:
    is_entry = ENACT in path
    page = site.page(f"/archive/{ENACT}" if is_entry else "/")
    if not linked:
        page = page.replace(f'<a href="/archive/{ENACT}">', "<a>")
    asked = path.partition("#")[0]
    site.blog.instead[asked.rstrip("/") or "/"] = page.encode()
    found = [each.lines[0] for each in site.open(path) if "Passing Places" in each.title]
    assert found == (["can be enacted now"] if is_entry or linked else [])


@pytest.mark.parametrize(
    ("link", "known"),
    [("/archive/{}/", True), ("{blog}/archive/{}", True), ("archive/{}#c5", True),
     ("/index.php/archive/{}", True), ("/archive/{}/P100?x", True),
     ("https://elsewhere.example/archive/{}", False), ("javascript:alert(1)", False),
     ("http://[", False)],
)  # fmt: skip
def test_a_title_is_known_by_its_link(link: str, known: bool, site: Published) -> None:
    written = link.format(ENACT, blog=site.blog.url)
    title = f'<a href="/archive/{ENACT}">Proposal'
    page = site.page("/").replace(title, f'<a href="{written}">Proposal')
    assert written in page
    site.blog.instead["/"] = page.encode()
    found = [each.lines[0] for each in site.open("/") if "Passing Places" in each.title]
    assert found == (["can be enacted now"] if known else [])


@pytest.mark.parametrize(
    ("title", "is_matter"),
    [("proposal open", True), ("open", True), ("", True), ("category-proposal", True), ("proposal Enacted", False),
     ("proposal Failed", False), ("proposal Vetoed", False), ("proposal Illegal", False)],
)  # fmt: skip
def test_resolved_matters_have_no_verdict(title: str, is_matter: bool, site: Published) -> None:
    page = site.page(f"/archive/{ENACT}")
    assert 'class="post-title proposal open"' in page
    site.blog.instead[f"/archive/{ENACT}"] = page.replace(
        'class="post-title proposal open"', f'class="post-title {title}"'
    ).encode()
    panels = site.open(f"/archive/{ENACT}")
    assert len(panels) == len(site.asked) == is_matter


def test_a_title_that_somebody_wrote_in_a_comment_is_none(site: Published) -> None:
    page = site.page(f"/archive/{UNSURE}")
    fake = f'<h3 class="post-title proposal"><a href="/archive/{ENACT}">Proposal: Mine</a></h3><p class="post-footer">Comments (99)</p>'
    for place in ('<div class="commentbody">', '<div class="post-body">'):
        assert place in page
        page = page.replace(place, place + fake, 1)
    site.blog.instead[f"/archive/{UNSURE}"] = page.encode()
    (panel,) = site.open(f"/archive/{UNSURE}")
    assert panel.lines[0] == "probably can be failed now: check first"


@pytest.mark.parametrize(
    "path", ["/2024/05/", "/member/2", "/archive/", "/archive/the_queue_this_weekend", "/archive/under_tow", "/nowhere"]
)  # fmt: skip
def test_other_pages_are_left_alone(path: str, site: Published) -> None:
    if path in ("/member/2", "/archive/"):
        site.blog.instead[path.rstrip("/")] = site.page("/").encode()
    assert site.open(path) == []
    assert site.asked == site.board.asked == []
    assert site.chromium.run("return document.querySelectorAll('[role=note]').length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_panels_fit_and_can_be_read_by_everybody(width: int, scheme: str, site: Published) -> None:
    site.matter(FAIL)["quorum"] = 7
    assert len(site.open("/", width=width, scheme=scheme)) == 7
    assert site.chromium.run("return document.documentElement.scrollWidth") <= width
    ours = [each for each in site.chromium.violations() if "[role=note]" in each or "bdi" in each]
    assert ours == []
    label = "return document.querySelector('[role=note]').ariaLabel"
    assert site.chromium.run(label) == "Verdict of the board"


def test_a_page_that_is_saved_with_its_notes_is_read_as_without(site: Published) -> None:
    for path in ("/", f"/archive/{ENACT}"):
        before = read_page(site.page(path), site.blog.url + path)
        site.open(path)
        saved = site.chromium.run("return document.documentElement.outerHTML")
        assert "Verdict of the board" in saved
        assert read_page(saved, site.blog.url + path) == before


def test_the_verdict_ages_on_an_open_page(site: Published) -> None:
    site.prepare = (
        "window.setInterval = (act, time) => { window.later = act; window.every = time; }"
    )
    assert site.panel(ENACT).lines[0] == "can be enacted now"
    shown = "return document.querySelector('[role=note]').shadowRoot.querySelector('strong').lastChild.data"
    passed = "const now = Date.now(); Date.now = () => now + 6 * 3600 * 1000; later();"
    assert site.chromium.run(f"{passed} {shown}") == "”: not known now"
    assert site.chromium.run("return every") == 60000
    assert site.board.asked == ["/tally.json"]


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample pages are not beside the repository")
@pytest.mark.parametrize(
    ("name", "path", "slug", "title", "comments"),
    [("entry_logged_out", "/archive/sample", "sample", "Proposal: Sample", 7),
     ("entry_logged_in", "/archive/sample", "sample", "Proposal: Sample", 7),
     ("month_archive", "/", "sample", "Proposal: Sample", 7),
     ("month_archive", "/", "a_cfj", "Call for Judgment: A CfJ", 1)],
)  # fmt: skip
def test_pages_that_expression_engine_rendered(
    name: str, path: str, slug: str, title: str, comments: int, site: Published
) -> None:
    site.tally["players"]["stated_quorum"] = 2
    site.blog.instead[path] = (SAMPLES / f"{name}.html").read_bytes()
    for read in (comments, comments - 1):
        here = {"url": f"{site.blog.url}/archive/{slug}", "title": title, "comments_read": read}
        site.tally["matters"] = [site.matter(ENACT) | here, *site.tally["matters"]]
        site.board.body = json.dumps(site.tally).encode()
        verdicts = [panel.lines[0] for panel in site.open(path)]
        assert ("can be enacted now" in verdicts) is (read == comments)
        site.tally["matters"].pop(0)


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample pages are not beside the repository")
@pytest.mark.parametrize("name", ["error_404", "login_page_template_form", "comment_preview"])
def test_pages_of_expression_engine_without_matters(name: str, site: Published) -> None:
    site.blog.instead["/"] = (SAMPLES / f"{name}.html").read_bytes()
    assert site.open("/") == []
    assert site.asked == []
