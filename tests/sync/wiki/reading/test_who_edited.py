"""A scripted game of three hundred revisions by nine accounts on a real MediaWiki: every illegal edit is found, no legal one accused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sync.wiki.reading.client import WikiClient
from sync.wiki.settings import WikiSettings
from tests.support.mediawiki import ImportedRevision, MediaWiki
from tests.sync.wiki.scripted import Waits
from tests.validators.edits.boats import PAGE
from tests.validators.edits.test_random_edits import Model, judged

pytestmark = pytest.mark.mediawiki


def test_edits_that_a_real_wiki_tells_are_judged_as_what_they_are(mediawiki: MediaWiki) -> None:
    model = Model(1, 299)
    view = model.view()
    script = view.histories[PAGE]
    title = "The Cut of three hundred"
    made = [ImportedRevision(each.timestamp, each.user or "", each.text or "", each.comment or "") for each in script]
    mediawiki.import_page(title, made)
    with WikiClient(WikiSettings("tests@example.org", api_url=mediawiki.api_url), sleep=Waits()) as client:
        latest = mediawiki.history(title)[-1]["revid"]
        told = [*client.history(title, latest)][::-1]
    assert [each.comment for each in told] == [each.comment for each in script]
    number = {0: 0} | {each.revid: 100 + place for place, each in enumerate(told)}
    read = tuple(replace(each, title=PAGE, revid=number[each.revid], parentid=number.get(each.parentid, 0)) for each in told)
    judged(model, replace(view, histories={PAGE: read}))
