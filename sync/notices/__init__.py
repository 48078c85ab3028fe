"""Correction notices: the finding, the rule, the evidence and the remedy, posted once in the right
place.
"""
