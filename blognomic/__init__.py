"""The command ``blognomic`` under its own name: ``python -m blognomic``. The program is in ``sync``."""
