"""Writes the suite: a shard for each action that vectors end with, sorted by id, and the manifest; or looks at what stands
there."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from oracle.answers import answered
from oracle.hooks import DOCUMENTED
from oracle.known import DOCUMENTED_POLICIES
from oracle.vectors import Json

from .actions import further
from .canonical import AS_WRITTEN, id_of, inputs
from .choice import without_purpose
from .pool import attempts, pool
from .purpose import purposed
from .sequence import closed
from .sign_ins import ADDRESSES
from .smaller import small_enough

SEED = 1
TIER = "sequences"
FURTHER_IN_A_SHARD = 50_000


def vector_line(vector: Json) -> tuple[str, str]:
    """The id of a vector and its line, with its purpose and everything that the oracle expects."""
    identity, bare = _named(vector)
    return identity, AS_WRITTEN.encode(purposed(answered(bare, DOCUMENTED, everything=True)))


def _answered_line(vector: Json) -> tuple[str, str]:
    """The id of a vector and its line, without a purpose: of many candidates few are chosen."""
    identity, bare = _named(vector)
    return identity, AS_WRITTEN.encode(answered(bare, DOCUMENTED, everything=True))


def _named(vector: Json) -> tuple[str, Json]:
    bare = inputs(vector)
    identity = id_of(bare)
    return identity, {"id": identity} | bare


def shard_name(vector: Json) -> str:
    """The shard in which a vector stands: its last attempt's action."""
    return str(attempts(vector)[-1]["action"])


def chosen(tool: str, scratch: Path) -> dict[str, dict[str, str]]:
    """The lines that have a purpose, by shard and id."""
    lines: dict[str, str] = {}
    names: dict[str, str] = {}
    for vector in pool(tool, SEED, scratch):
        identity, line = _answered_line(vector)
        lines.setdefault(identity, line)
        names[identity] = shard_name(vector)
    lines = _needed(lines, tool, scratch)
    # In the order in which they are written, some add nothing that did so in the order in which they were found.
    lines = _needed({identity: lines[identity] for identity in sorted(lines, key=lambda i: (f"{names[i]}.jsonl", i))}, tool, scratch)
    lines = small_enough(lines, tool, scratch)
    shards: dict[str, dict[str, str]] = {}
    for identity, line in lines.items():
        shards.setdefault(names[identity], {})[identity] = AS_WRITTEN.encode(purposed(json.loads(line)))
    return shards


def _needed(lines: dict[str, str], tool: str, scratch: Path) -> dict[str, str]:
    idle = without_purpose(lines.items(), tool, scratch)
    return {identity: line for identity, line in lines.items() if identity not in idle}


def further_shards(taken: set[str], count: int, seed: int) -> Iterator[tuple[str, dict[str, str]]]:
    """More sequences than the suite has, without an end, until there are so many vectors."""
    sources = cycle([further(own, seed) for own in ADDRESSES])
    part = 0
    while len(taken) < count:
        part += 1
        vectors: dict[str, str] = {}
        while len(vectors) < min(FURTHER_IN_A_SHARD, count - len(taken)):
            for sequence in closed([next(next(sources))]):
                if sequence.id not in taken:
                    vectors[sequence.id] = AS_WRITTEN.encode(purposed(json.loads(sequence.line)))
        taken |= vectors.keys()
        yield f"further-{part:04}", vectors


def write(folder: Path, count: int, seed: int, tool: str, scratch: Path) -> None:
    """Writes the suite; what stood in the folder goes."""
    folder.mkdir(parents=True, exist_ok=True)
    shards = chosen(tool, scratch)
    for old in folder.glob("*.jsonl"):
        old.unlink()  # A shard may have gone.
    for name, vectors in sorted(shards.items()):
        _write_shard(folder, name, vectors)
    taken = {identity for vectors in shards.values() for identity in vectors}
    for name, vectors in further_shards(taken, count, seed):
        _write_shard(folder, name, vectors)
    (folder / "suite.json").write_text(manifest(folder, count, seed, tool), encoding="utf-8")


def _write_shard(folder: Path, name: str, vectors: dict[str, str]) -> None:
    text = "".join(vectors[identity] + "\n" for identity in sorted(vectors))
    (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")


def manifest(folder: Path, count: int, seed: int, tool: str) -> str:
    """The manifest of the shards in a folder."""
    listed: list[Json] = []
    for path in sorted(folder.glob("*.jsonl")):
        text = path.read_bytes()
        digest = hashlib.sha256(text).hexdigest()
        listed.append({"path": path.name, "tier": TIER, "count": text.count(b"\n"), "sha256": digest})
    command = "Tests/Oracle/exhaustive --out vectors/firebase-exhaustive"
    if count:
        command += f" --seed {seed} --count {count}"
    value: Json = {
        "format": "linkpolicy-vectors/1",
        "suite": "firebase-exhaustive",
        "version": "4.0.0",
        "title": "Firebase Authentication as documented, in sequences of up to five attempts",
        "license": "Apache-2.0",
        "ids": "inputs",
        "flags": {},
        "policies": [{"name": name, "digest": _digest(tool, name)} for name in DOCUMENTED_POLICIES],
        "shards": listed,
        "generator": {"name": "Tests/Oracle/exhaustive", "version": "3", "seed": seed, "command": command},
    }
    return json.dumps(value, indent=2) + "\n"


def problems(folder: Path, tool: str) -> Iterator[str]:
    """What in a folder is not as it is written today: a line that the oracle answers otherwise, a vector that stands in
    the wrong place, files, the manifest."""
    for path in sorted(folder.glob("*.jsonl")):
        last = ""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            vector = json.loads(line)
            identity, written = vector_line(vector)
            if written != line:
                yield f"{path}:{number}: the oracle writes this line otherwise"
            if shard_name(vector) != path.stem:
                yield f"{path}:{number}: its last attempt is `{shard_name(vector)}`"
            if identity <= last:
                yield f"{path}:{number}: is not in the order of ids"
            last = identity
    names = {path.name for path in folder.iterdir()}
    shards = {path.name for path in folder.glob("*.jsonl")}
    if not shards:
        yield f"{folder} has no shards"
    for name in sorted(names - shards - {"suite.json"}):
        yield f"{folder / name} is no part of the suite"
    if (folder / "suite.json").read_text(encoding="utf-8") != manifest(folder, 0, SEED, tool):
        yield f"{folder / 'suite.json'} is not what is written today"


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
