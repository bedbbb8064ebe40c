"""What tables cost: python benchmarks/bench_table.py [tables] [setups] [shuffles] [node] [--rounds N] [--hands N]

tables    every game, whole tables of computer players over loopback: deals, moves, bytes, the event loop
setups    2 to 8 seats set up a hand, without a network
shuffles  52 to 104 cards
node      memory of one node, time to start the program

Everything is measured in interleaved rounds and given as medians. Times of tables are of the clock, so they hold for
an otherwise idle computer; the rest is processor time.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench_shuffle import report
from node import be_guest, report_node
from setups import measure_setups, report_setups
from tables import FORMS, PACE, Form, measure_tables, report_tables

from protocol.measure import measure

PARTS = ("shuffles", "setups", "tables", "node")
CARDS = (52, 54, 65, 78, 91, 104)


def main() -> None:
    if sys.argv[1:2] == ["--guest"]:
        be_guest(sys.argv[2:])
        return
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)} (all)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--hands", type=int, default=3, help="hands at each table")
    parser.add_argument("--pace", type=float, default=PACE, help="seconds that a move takes at least")
    parser.add_argument("--game", help="only tables of this game")
    args = parser.parse_args()
    if unknown := set(args.parts) - set(PARTS):
        parser.error(f"there is no part {sorted(unknown)[0]!r}")
    parts = args.parts or PARTS
    if "shuffles" in parts:
        print("\n".join(report(measure(cards, rounds=2 * args.rounds + 1)) for cards in CARDS), flush=True)
    if "setups" in parts:
        unit = measure(2, rounds=9).scalar_mult_us
        print("\n".join(report_setups(measure_setups(8, args.rounds), unit)), flush=True)
    if "tables" in parts:
        forms = [form for form in FORMS if args.game in (None, form.game)]
        print("\n".join(report_tables(measure_tables(forms, args.hands, args.rounds, args.pace))), flush=True)
    if "node" in parts:
        print("\n".join(report_node(Form("thirteen", 4), args.hands, 2 * args.rounds + 1)), flush=True)


if __name__ == "__main__":
    main()
