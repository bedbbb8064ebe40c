"""Pitch: the 10-point partnership game and its relatives, by the rules page Pitch."""
