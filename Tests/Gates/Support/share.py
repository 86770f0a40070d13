"""Which cases of a long gate are examined.

`.ci/run` examines one case in SHARE, chosen by SHARE_SEED, which it takes from the commit: over many commits, every case has its turn.
`.ci/run --all`, and a gate that is run by hand, examine all of them.
"""
import os
import zlib

SHARE = int(os.environ.get("SHARE", "1"))
SEED = os.environ.get("SHARE_SEED", "")


def examined(cases, name=str):
    """The cases that are examined, in their order; at least one of them. `name` gives the name by which a case is chosen."""
    cases = list(cases)
    count = -(-len(cases) // SHARE)
    chosen = {name(case) for case in sorted(cases, key=lambda case: zlib.crc32(f"{SEED} {name(case)}".encode()))[:count]}
    return [case for case in cases if name(case) in chosen]


def left_out(examined, of, what):
    """The words about the cases that were not examined; empty if there is none."""
    return f"; {of - examined} of {of} {what} are left out" if examined < of else ""
