"""``python -m blognomic`` is ``blognomic``."""

from __future__ import annotations

import sys

from sync.cli import main

if __name__ == "__main__":
    sys.exit(main())
