"""Lines of JSON: requests that mean exactly what the caller passed, and answers that are strict JSON."""
from __future__ import annotations

import json
import math
from typing import Any, Mapping, NoReturn

# The tool accepts 64 levels. The higher limit of the client stops values that contain themselves.
_DEEPEST = 200


def line(id: int, body: Mapping[str, Any]) -> bytes:
    """Returns the line of a request, without its line feed.

    Raises:
        ValueError: a value has no representation in JSON. `json.dumps` would write some of these values as other values.
    """
    try:
        plain = {"id": id, **_plain(body, 0)}
        return json.dumps(plain, allow_nan=False, check_circular=False, separators=(",", ":")).encode()
    except RecursionError:
        raise ValueError("a request is nested too deep") from None


def _plain(value: Any, depth: int) -> Any:
    """Returns a copy of a value that consists only of JSON types."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"a request has no number {value}: JSON has none")
        return value
    if depth >= _DEEPEST:
        raise ValueError(f"a request is nested more than {_DEEPEST} deep, or a value contains itself")
    if isinstance(value, (list, tuple)):
        return [_plain(item, depth + 1) for item in value]
    # The test for a dict comes first, because `isinstance` with an abstract class is slow.
    if isinstance(value, dict) or isinstance(value, Mapping):
        items = {key: _plain(item, depth + 1) for key, item in value.items()}
        for key in items:
            if not isinstance(key, str):
                raise ValueError(f"a key of a request is a string, not {type(key).__name__}")
        return items
    raise ValueError(f"a value of type {type(value).__name__} has no representation in JSON")


def parsed(line: bytes) -> Any:
    """Returns the value of a line, or None if the line is not strict JSON in UTF-8 without a byte order mark."""
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")
