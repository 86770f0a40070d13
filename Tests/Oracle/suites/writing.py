"""Writes the suite: shards sorted by id, and the manifest."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
from collections.abc import Iterable, Iterator
from itertools import cycle
from multiprocessing import Pool
from pathlib import Path

from oracle.known import DOCUMENTED_POLICIES
from oracle.vectors import Json

from .actions import further
from .families import FAMILIES, SEQUENCES
from .sequence import Sequence
from .sign_ins import ADDRESSES

Vectors = dict[str, str]
FURTHER_IN_A_SHARD = 50_000


def closed(sequences: Iterable[Sequence]) -> Iterator[Sequence]:
    """The sequences, and before each what has to be a vector of its own."""
    for sequence in sequences:
        before = sequence.before
        if before is not None:
            yield from closed([before])
        yield sequence


def family(number: int) -> Vectors:
    """The vectors of a family by id."""
    return {sequence.id: sequence.line for sequence in closed(FAMILIES[number].sequences())}


def shards(count: int, seed: int) -> Iterator[tuple[str, str, Vectors]]:
    """Name, tier and vectors of each shard: every family, then further sequences up to the count."""
    taken: set[str] = set()
    numbers = range(len(FAMILIES))
    # A worker that took over the handler of the main process could be told to end while it waits for a lock, and never
    # end.
    with Pool(initializer=signal.signal, initargs=(signal.SIGTERM, signal.SIG_DFL)) as pool:
        found = {number: pool.apply_async(family, [number]) for number in reversed(numbers)}
        for number in numbers:
            vectors = {i: line for i, line in found[number].get().items() if i not in taken}
            taken |= vectors.keys()
            yield FAMILIES[number].name, FAMILIES[number].tier, vectors
        pool.close()
        pool.join()
    sources = cycle([further(own, seed) for own in ADDRESSES])
    part = 0
    while len(taken) < count:
        part += 1
        vectors = {}
        while len(vectors) < min(FURTHER_IN_A_SHARD, count - len(taken)):
            for sequence in closed([next(next(sources))]):
                if sequence.id not in taken:
                    vectors[sequence.id] = sequence.line
        taken |= vectors.keys()
        yield f"further-{part:04}", SEQUENCES, vectors


def write(folder: Path, count: int, seed: int, tool: str) -> list[str]:
    """Writes the suite; the names of its files."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.jsonl"):
        old.unlink()  # A family may have gone.
    listed: list[Json] = []
    for name, tier, vectors in shards(count, seed):
        text = "".join(vectors[identity] + "\n" for identity in sorted(vectors)).encode("utf-8")
        (folder / f"{name}.jsonl").write_bytes(text)
        digest = hashlib.sha256(text).hexdigest()
        listed.append({"path": f"{name}.jsonl", "tier": tier, "count": len(vectors), "sha256": digest})
    command = "Tests/Oracle/exhaustive --out vectors/firebase-exhaustive"
    if count:
        command += f" --seed {seed} --count {count}"
    manifest: Json = {
        "format": "linkpolicy-vectors/1",
        "suite": "firebase-exhaustive",
        "version": "2.0.0",
        "title": "Firebase Authentication as documented: single attempts and short sequences, systematically",
        "license": "Apache-2.0",
        "ids": "inputs",
        "flags": {},
        "policies": [{"name": name, "digest": _digest(tool, name)} for name in DOCUMENTED_POLICIES],
        "shards": listed,
        "generator": {"name": "Tests/Oracle/exhaustive", "version": "1", "seed": seed, "command": command},
    }
    (folder / "suite.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
    return [str(shard["path"]) for shard in listed] + ["suite.json"]


def _digest(tool: str, policy: str) -> str:
    done = subprocess.run([tool, "check", policy, "--format", "json"], capture_output=True, text=True, check=True)
    return str(json.loads(done.stdout)["digest"])


def differences(one: Path, other: Path) -> list[str]:
    """The files that only one of two folders has, or that differ."""
    names = {name for folder in (one, other) for name in os.listdir(folder)}
    return [
        name
        for name in sorted(names)
        if not all((folder / name).is_file() for folder in (one, other))
        or (one / name).read_bytes() != (other / name).read_bytes()
    ]
