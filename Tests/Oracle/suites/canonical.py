"""Canonical JSON, and ids that come from the inputs of a vector."""

from __future__ import annotations

import hashlib
import json
from typing import Any

Json = dict[str, Any]

CANONICAL = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)
AS_WRITTEN = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
NO_INPUT = ("id", "title", "comment", "source", "proves", "flags", "known", "accounts")


def inputs(vector: Json) -> Json:
    """A vector without its name, without what is said about it, and without what is expected."""
    kept = {key: value for key, value in vector.items() if key not in NO_INPUT}
    kept["steps"] = [{k: v for k, v in step.items() if k != "expect"} for step in vector["steps"]]
    return kept


def id_of(vector: Json, prefix: str = "fx") -> str:
    """The prefix and the first 12 hex digits of the SHA-256 of the canonical inputs."""
    text = CANONICAL.encode(inputs(vector))
    return f"{prefix}-" + hashlib.sha256(text.encode("utf-8")).hexdigest()[:12]
