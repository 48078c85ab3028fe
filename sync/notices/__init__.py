"""Correction notices: what was found, the rule, the evidence and what would settle it, said once
where it belongs.
"""
