"""``python -m sync`` runs ``blognomic``; the wheel installs this file also as ``blognomic.py``."""

from __future__ import annotations

import sys

from sync.cli import run

if __name__ == "__main__":
    sys.exit(run())
