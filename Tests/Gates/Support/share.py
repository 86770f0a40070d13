"""Which cases of a long gate are examined.

`.ci/run` examines one case in SHARE, chosen by SHARE_SEED, which it takes from the commit: over many commits, every case has its turn.
`.ci/run --all`, and a gate that is run by hand, examine all of them.
"""
import os
import sys
import zlib

if not os.environ.get("SHARE", "1").isdecimal() or int(os.environ.get("SHARE", "1")) == 0:
    sys.exit(f"SHARE is `{os.environ['SHARE']}`, and a whole number from 1 is needed: SHARE=4 examines a quarter")
SHARE = int(os.environ.get("SHARE", "1"))
SEED = os.environ.get("SHARE_SEED", "")


def examined(cases, name=str):
    """The cases that are examined, in their order; at least one of them. `name` gives the name by which a case is chosen."""
    cases = list(cases)
    count = -(-len(cases) // SHARE)
    chosen = {name(case) for case in sorted(cases, key=lambda case: zlib.crc32(f"{SEED} {name(case)}".encode()))[:count]}
    return [case for case in cases if name(case) in chosen]


def problems():
    """What is wrong with the choice itself: each case has its turn, and none is lost or repeated where all are examined."""
    global SHARE, SEED
    given, cases, found = (SHARE, SEED), [f"case {number}" for number in range(50)], []
    for SHARE in (1, 4, 7, 1000):
        turns = []
        for SEED in map(str, range(200)):
            turns.append(examined(cases))
        if any(len(turn) != -(-50 // SHARE) or turn != [case for case in cases if case in turn] for turn in turns):
            found.append(f"share.py: with SHARE={SHARE} another number of cases is examined, or in another order")
        if SHARE < 50 and set().union(*turns) != set(cases):
            found.append(f"share.py: with SHARE={SHARE} some case never has its turn")
    SHARE, SEED = given
    return found


def left_out(examined, of, what):
    """The words about the cases that were not examined; empty if there is none."""
    return f"; {of - examined} of {of} {what} are left out" if examined < of else ""
