"""Tools for those who work on fairdeal; nothing here is installed with it."""
