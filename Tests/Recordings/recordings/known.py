"""The recordings that the policy does not reproduce, each with the reason."""

from __future__ import annotations

# The id of the vector -> why it fails.
KNOWN: dict[str, str] = {}
UNTIL = "2036-12-31"
