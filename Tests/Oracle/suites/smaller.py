"""Leaves vectors out of a selection until it is small enough, and no transition between decisions is lost.

Which row decides each attempt, the tool says; it never says what is expected.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

from oracle.vectors import Json

from .canonical import AS_WRITTEN
from .variety import ends_with_a_switch

MOST_BYTES = 35_100_000
"""So many bytes have all vectors, without their purposes."""
LEFT_OUT_OF = "firebase"
"""The policy whose vectors may be left out: of the other there are few."""

Transition = tuple[str, ...]


def small_enough(lines: dict[str, str], tool: str, scratch: Path) -> dict[str, str]:
    """The lines by id without the ones that show one pair of transitions more than the others, and no transition.

    Those that end with the refusal by a switch go first, then the longest.
    """
    transitions, pairs = _shown(lines, tool, scratch)
    count: Counter[Transition] = Counter()
    for identity in lines:
        count.update(transitions.get(identity, ()))
        count.update(pairs.get(identity, ()))
    kept = dict(lines)
    size = sum(len(line.encode("utf-8")) + 1 for line in lines.values())
    for identity in sorted(transitions, key=lambda name: _order(name, lines[name])):
        if size <= MOST_BYTES:
            break
        own = [transition for transition in transitions[identity] | pairs[identity] if count[transition] == 1]
        if len(own) == 1 and own[0] in pairs[identity]:
            count.subtract(transitions[identity] | pairs[identity])
            size -= len(kept.pop(identity).encode("utf-8")) + 1
    return kept


def _order(identity: str, line: str) -> tuple[bool, int, str]:
    return not ends_with_a_switch(json.loads(line)), -len(line), identity


def _shown(
    lines: dict[str, str], tool: str, scratch: Path
) -> tuple[dict[str, set[Transition]], dict[str, set[Transition]]]:
    """The transitions, and the pairs of them, of each vector of the policy."""
    path = scratch / "asked.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for line in lines.values():
            vector = json.loads(line)
            if vector["policy"] == LEFT_OUT_OF:
                file.write(AS_WRITTEN.encode(_asking(vector)) + "\n")
    done = subprocess.run([tool, "test", str(path), "--format", "jsonl"], capture_output=True, text=True)
    path.unlink()
    if done.returncode != 1:
        # Every case fails, since no policy has the row that is expected.
        sys.exit(f"the tool does not say which rows decide: exit {done.returncode}: {done.stderr[:500]}")
    transitions: dict[str, set[Transition]] = {}
    pairs: dict[str, set[Transition]] = {}
    for line in done.stdout.splitlines():
        vector = json.loads(line).get("case")
        if vector is None:
            continue
        rows = [said["decided"].split(" ")[0] for said in vector["mismatches"] if said["key"] == "row"]
        identity = vector["id"]
        transitions[identity] = {(one, two) for one, two in zip(rows, rows[1:])}
        pairs[identity] = {(one, two, three) for one, two, three in zip(rows, rows[1:], rows[2:])}
    return transitions, pairs


def _asking(vector: Json) -> Json:
    """The vector with a row expected that no policy has, so that the tool names the one that decides."""
    steps = []
    for step in vector["steps"]:
        answer = step.get("expect", {})
        steps.append(step | {"expect": {"row": "?", "outcome": answer["outcome"]}} if "outcome" in answer else step)
    return {key: value for key, value in vector.items() if key != "accounts"} | {"steps": steps}
