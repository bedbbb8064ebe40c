"""`python -m tools.translations [update|check]`: update the catalogues, and say what is missing in them."""

import sys

from tools.translations.catalogues import TRANSLATIONS, gaps, template, update
from tools.translations.extract import messages

COMMANDS = ("update", "check")


def main(arguments: list[str]) -> int:
    """Do what the argument says, "update" if there is none; 0 if nothing is missing, 1 if something is."""
    command = arguments[0] if arguments else "update"
    if command not in COMMANDS:
        print(f"There is no command {command}; there are {' and '.join(COMMANDS)}.", file=sys.stderr)
        return 2
    texts = template(messages())
    if command == "update":
        update(texts)
    total = sum(1 for entry in texts if entry.id)
    missing = 0
    for language in TRANSLATIONS:
        found = gaps(language, texts)
        missing += len(found)
        for gap in found:
            print(f"{language}: {gap.trouble}: {gap.english!r}")
        print(f"{language}: {total - len(found)} of {total} texts.")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
