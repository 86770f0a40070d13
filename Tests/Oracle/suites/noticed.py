"""The rows whose edits a chosen vector is needed for, for the titles of the suite `mutants`."""

from __future__ import annotations

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from oracle.vectors import Json

from .canonical import AS_WRITTEN
from .purpose import purposed

NAMED = 2
"""So many rows are named in a title."""
AT_ONCE = 2


def rows(policy: str, shard: Path, tool: str) -> list[str]:
    """The rows of a policy that decide, as reports name them."""
    command = [tool, "coverage", policy, str(shard), "--format", "json", "--stores", "1"]
    done = subprocess.run(command, capture_output=True, text=True)
    return [str(row["row"]) for row in json.loads(done.stdout)["rows"]]


def noticed(policy: str, shard: Path, tool: str, scratch: Path) -> dict[str, list[str]]:
    """By id the rows whose edits the vector is needed for, the row with the fewest vectors first.

    The tool says, for each row alone, which of the vectors are enough to notice its edits.
    """
    names = rows(policy, shard, tool)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        enough = dict(zip(names, pool.map(partial(_enough, policy, shard, tool, scratch), names)))
    found: dict[str, list[str]] = {}
    for row in sorted(names, key=lambda name: (len(enough[name]), name)):
        for identity in enough[row]:
            found.setdefault(identity, []).append(row)
    return found


def _enough(policy: str, shard: Path, tool: str, scratch: Path, row: str) -> list[str]:
    path = scratch / f"enough-{row.replace('/', '-')}"
    subprocess.run(
        [tool, "mutate", policy, str(shard), "--row", row, "--limit", "0", "--adequate", str(path)], check=False,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path.read_text(encoding="utf-8").split() if path.exists() else []


def titled(line: str, found: dict[str, list[str]]) -> str:
    """The line of a vector with its purpose: the rows, if one needs it, and what happens in it."""
    vector: Json = purposed(json.loads(line))
    names = found.get(vector["id"], [])
    if names:
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        vector["title"] = f"edits of {', '.join(names[:NAMED])}{more}: {vector['title']}"
    return AS_WRITTEN.encode(vector)
