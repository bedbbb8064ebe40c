"""Keeps the catalogues of translations: `python -m tools.translations` collects texts, updates, compiles, and counts.

A development tool; it needs Babel. See docs/translating.md.
"""
