"""What tells the parts of a page apart."""

from __future__ import annotations

import pytest

from parsers.blog.selectors import is_log_out


@pytest.mark.parametrize(
    ("href", "text", "logs_out"),
    [
        ("/member/logout", "x", True),
        ("/member/logout/?a=b", "x", True),
        ("/member/other", "Log out", True),
        ("/member/logouts", "x", False),
        ("/member/1", "Ana", False),
        ("", "", False),
    ],
)
def test_a_link_logs_out_by_its_address_or_its_text(href: str, text: str, logs_out: bool) -> None:
    assert is_log_out(href, text) is logs_out
