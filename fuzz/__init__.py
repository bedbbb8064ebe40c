"""Fuzzing of everything that decodes what others sent. `python -m fuzz TARGET` runs one target with Atheris."""
