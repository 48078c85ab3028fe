"""``python -m sync`` is ``blognomic``; the wheel has this file as ``blognomic.py``, too."""

from __future__ import annotations

import sys

from sync.cli import run

if __name__ == "__main__":
    sys.exit(run())
