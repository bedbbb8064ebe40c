"""`export`: the hands and moves of one table, for other programs."""

import json
import sys
from argparse import Namespace

from cli.history import exported, shelf


def run(args: Namespace) -> int:
    """`fairdeal export FILE|ID`."""
    table = shelf.shown(shelf.find(args.table))
    if args.csv:
        sys.stdout.write(exported.as_csv(table))
    else:
        print(json.dumps(exported.as_json(table)))
    return 0
