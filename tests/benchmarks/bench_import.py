"""How long importing the readers takes, in seconds of the processor, against the import of what they need from outside.

    python -m tests.benchmarks.bench_import

Each import is timed in a new interpreter; the two take turns, and printed are the least times.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

ROUNDS = 10
OURS = ("parsers.ruleset", "parsers.gamestate", "parsers.blog")
OUTSIDE = ("dataclasses", "datetime", "difflib", "enum", "hashlib", "html", "lxml.html", "re", "urllib.parse")


def seconds(modules: tuple[str, ...]) -> float:
    code = f"import time; start = time.process_time(); import {', '.join(modules)}; print(time.process_time() - start)"
    return float(subprocess.run((sys.executable, "-c", code), check=True, capture_output=True, text=True).stdout)


def test_importing_the_readers(benchmark: Callable[[Callable[[], object]], object]) -> None:
    benchmark(lambda: seconds(OURS))


def main() -> None:
    pairs = [(seconds(OURS), seconds(OUTSIDE)) for _ in range(ROUNDS)]
    ours, outside = min(ours for ours, _ in pairs), min(outside for _, outside in pairs)
    ruleset = min(seconds(("parsers.ruleset",)) for _ in range(ROUNDS))
    sys.stdout.write(f"readers {ours * 1000:.0f} ms, what they need {outside * 1000:.0f} ms, parsers.ruleset {ruleset * 1000:.0f} ms\n")


if __name__ == "__main__":
    main()
