"""`python -m cli`: the command `fairdeal` from a checkout."""

import sys

from cli.main import entry

sys.exit(entry())
