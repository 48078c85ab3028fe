"""Wikitext pages: read without loss (:mod:`wiki_page`), and changed in one place at a time
(:mod:`edit`).
"""
