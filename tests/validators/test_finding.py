"""What every finding holds to, whoever makes it."""

from __future__ import annotations

import ast
from dataclasses import replace
from itertools import product

import pytest

from parsers.model import Confidence
from tests.support.paths import ROOT
from validators.finding import Finding, Severity, Subject


@pytest.mark.parametrize(("severity", "confidence"), list(product(Severity, Confidence)))
def test_a_severity_never_stands_above_what_its_confidence_carries(severity: Severity, confidence: Confidence) -> None:
    carried = Severity.WARNING if (severity, confidence) == (Severity.ERROR, Confidence.LOW) else severity
    made = Finding("BN105", "slug", severity, Subject("post", "a"), "words", confidence=confidence)
    changed = replace(Finding("BN105", "slug", severity, Subject("post", "a"), "words"), confidence=confidence)
    assert made.severity is changed.severity is carried
    assert replace(made, severity=Severity.ERROR).severity is (Severity.WARNING if confidence is Confidence.LOW else Severity.ERROR)


def test_no_finding_is_changed_past_its_own_check_of_severity() -> None:
    """``object.__setattr__`` alone could; nothing but the finding itself uses it on one (and a revision, which packs its text)."""
    users = []
    for package in ("parsers", "validators", "sync"):
        for path in (ROOT / package).rglob("*.py"):
            if any(isinstance(node, ast.Attribute) and node.attr == "__setattr__" for node in ast.walk(ast.parse(path.read_text("utf-8")))):
                users.append(path.relative_to(ROOT).as_posix())
    assert sorted(users) == ["parsers/history/model.py", "validators/finding.py"]
