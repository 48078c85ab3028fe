"""A scripted game of 300 revisions by eight accounts, on a real wiki and without one."""
