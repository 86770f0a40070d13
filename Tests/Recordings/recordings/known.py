"""The recordings that the policy does not reproduce, each with the reason."""

from __future__ import annotations

# The id of the vector -> why it fails.
KNOWN: dict[str, str] = {}
# Of every vector that compares the methods of such an account.
RESET_MOVES = "a reset moves the number behind the password in the emulator; the policy keeps its place"
UNTIL = "2036-12-31"
