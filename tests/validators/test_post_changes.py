"""What of a post is compared with its other versions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.validators.making import proposal
from tests.validators.scene import DAY
from validators.post_changes import shown

A, B = "https://a.example", "https://b.example"


@pytest.mark.parametrize(
    ("hrefs", "links"),
    [
        ([A, B], [A, B]),
        ([A, B, B], [A, B]),
        ([A, B, A], [A, B, A]),
        (["http://a.example/", A], [A]),
    ],
    ids=["two", "one in two parts", "one again", "one without encryption"],
)
def test_a_link_in_several_parts_is_one(hrefs: list[str], links: list[str]) -> None:
    markup = "".join(f'<a href="{href}">x</a>' for href in hrefs)
    assert list(shown(replace(proposal(DAY), markup=markup)).marks[:-1]) == links
