"""Thirteen (Tiến Lên): climb over each other's combinations and be the first without cards."""
