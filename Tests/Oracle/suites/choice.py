"""Chooses the vectors that have a purpose."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path

from .canonical import AS_WRITTEN


def without_purpose(lines: Iterable[tuple[str, str]], tool: str, scratch: Path) -> set[str]:
    """The ids, of lines with their ids, that `linkpolicy vectors stats --alone` calls idle.

    These can all be left out: no transition, pair of transitions or noticed mutant is lost.
    """
    path = scratch / "pool.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for _, line in lines:
            file.write(line + "\n")
    command = [tool, "vectors", "stats", str(path), "--alone", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True)
    path.unlink()
    if done.returncode not in (0, 1) or not done.stdout:
        raise SystemExit(f"the tool cannot tell what the vectors are for: exit {done.returncode}\n{done.stderr}")
    report = json.loads(done.stdout)
    failing = [identity for policy in report["policies"] for identity in policy["failing"]]
    if failing:
        raise SystemExit(f"{len(failing)} vectors fail under their policies: {AS_WRITTEN.encode(failing[:5])}")
    return {identity for policy in report["policies"] for shard in policy["shards"] for identity in shard["idle"]}
