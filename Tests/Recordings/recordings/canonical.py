"""One text for each JSON value."""

from __future__ import annotations

import json
from typing import Any


def canonical(value: Any) -> bytes:
    """JSON with sorted keys and without white space."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")
