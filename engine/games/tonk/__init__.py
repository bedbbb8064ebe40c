"""Tonk, after docs/rules/tonk.md ("rules page Tonk"). Sections are cited as §."""
