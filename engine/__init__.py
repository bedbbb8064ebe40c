"""The rules. Pure: no I/O, no clock, no randomness, no cryptography, no network."""
