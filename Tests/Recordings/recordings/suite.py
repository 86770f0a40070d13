"""The suite: ids, shards and the manifest."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from .canonical import canonical
from .known import KNOWN, UNTIL
from .names import POLICY, group_of, shard
from .shape import Json

NOT_INPUT = {"id", "title", "comment", "source", "proves", "flags", "known", "accounts"}


def inputs(vector: Json) -> bytes:
    """What goes in: the vector without its expectations."""
    body = {key: value for key, value in vector.items() if key not in NOT_INPUT}
    body["steps"] = [
        {key: value for key, value in step.items() if key != "expect"} for step in body["steps"]
    ]
    return canonical(body)


def identified(vector: Json) -> Json:
    """The vector with its id, and the reason where it is known to fail."""
    number = "fe-" + hashlib.sha256(inputs(vector)).hexdigest()[:12]
    result: Json = {"id": number, **vector}
    if number in KNOWN:
        known = {"policy": POLICY, "until": UNTIL, "reason": KNOWN[number]}
        result["known"] = [known]
    return result


def write(
    vectors: dict[str, Json], folder: Path, digest: str | None, title: str, arguments: list[str]
) -> int:
    """Writes shards and manifest; returns the number of bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    shards: dict[str, list[Json]] = {}
    for vector in vectors.values():
        shards.setdefault(shard(group_of(vector["source"])), []).append(vector)
    listed = []
    size = 0
    for name in sorted(shards):
        lines = [
            json.dumps(vector, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
            for vector in sorted(shards[name], key=lambda vector: vector["id"])
        ]
        data = b"\n".join(lines) + b"\n"
        path = f"{name}.jsonl"
        (folder / path).write_bytes(data)
        size += len(data)
        listed.append(
            {
                "path": path,
                "tier": "recorded",
                "count": len(lines),
                "sha256": hashlib.sha256(data).hexdigest(),
            }
        )
    manifest: Json = {
        "format": "linkpolicy-vectors/1",
        "suite": POLICY,
        "version": "2.0.1",
        "title": title,
        "license": "Apache-2.0",
        "ids": "inputs",
        "flags": {},
        "policies": [{"name": POLICY, "digest": digest}] if digest else [],
        "shards": listed,
        "generator": {
            "name": "Tests/Recordings/import-emulator",
            "version": "2",
            "command": " ".join(["Tests/Recordings/import-emulator", *arguments]),
        },
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
    (folder / "suite.json").write_text(text, encoding="utf-8")
    return size
