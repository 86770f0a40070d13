"""What is printed of a proof."""

from __future__ import annotations

import json
from typing import Any

from .bounds import Bounds
from .explore import Run
from .invariants import INVARIANTS
from .switches import Switches


def shortest(runs: list[Run], name: str) -> tuple[str, list[str]] | None:
    """The domain and moves of the shortest counterexample; of the first domain where several are as short."""
    failed = [(run.domain, run.counterexamples[name]) for run in runs if name in run.counterexamples]
    return min(failed, key=lambda found: len(found[1]), default=None)


def as_json(policy: str, bounds: Bounds, switches: Switches, runs: list[Run]) -> str:
    """One object, for programs."""
    verdicts: dict[str, Any] = {}
    for name in INVARIANTS:
        found = shortest(runs, name)
        domain, moves = found or (None, [])
        length = len(moves) if found else None
        verdicts[name] = {"proved": found is None, "length": length, "domain": domain, "moves": moves}
    explored = [
        {"domain": r.domain, "providers": r.providers, "states": r.states, "transitions": r.transitions,
         "depth": r.depth}
        for r in runs
    ]
    return json.dumps({
        "policy": policy, **bounds._asdict(), "switches": switches.named(), "runs": explored,
        "verdicts": verdicts,
    })


def as_text(runs: list[Run]) -> str:
    """Lines, for people."""
    lines = [
        f"{r.domain}: {r.states} states, {r.transitions} transitions, depth {r.depth}; "
        f"providers {', '.join(r.providers)}"
        for r in runs
    ]
    for name in INVARIANTS:
        found = shortest(runs, name)
        if found is None:
            lines.append(f"{name} PROVED")
            continue
        lines.append(f"{name} fails in {len(found[1])} moves at {found[0]}:")
        lines += [f"  {move}" for move in found[1]]
    return "\n".join(lines)
