"""A password that the wiki repeats in an error."""

from __future__ import annotations

import json

import mwclient.errors  # type: ignore[import-untyped]  # it has no types
import pytest

from sync.errors import NoVerdict
from sync.net.http import Http
from sync.settings.credentials import Credentials
from sync.wiki.wiki_access import ApiError, WikiSettings
from sync.wiki.wiki_api import Api

SECRET = "Sluice Gate&9"
ECHO = "SLUICE%20gate&amp;9"


@pytest.fixture
def api() -> Api:
    settings = WikiSettings("ops@example.org", api_url="https://wiki.example/w")
    return Api(settings, Http(settings), Credentials("Ana@bot", SECRET).hide)


def test_errors_of_the_api_do_not_show_it(api: Api) -> None:
    with pytest.raises(NoVerdict, match="not “…”") as caught, api.asking("a login"):
        raise mwclient.errors.APIError(ECHO, f"not “{ECHO}”", {})
    assert "luice" not in str(caught.value).lower()


def test_an_error_that_is_cut_short_does_not_show_its_beginning(api: Api) -> None:
    with pytest.raises(NoVerdict) as caught, api.asking("a login"):
        raise mwclient.errors.APIError("odd", "x" * 190 + ECHO, {})
    assert "sluice" not in str(caught.value).lower()


def test_errors_before_the_library_sees_them_do_not_show_it(api: Api) -> None:
    body = json.dumps({"error": {"code": "internal_api_error_X", "info": f"not “{ECHO}”"}})
    with pytest.raises(ApiError, match="not “…”"):
        api._check(body.encode())
