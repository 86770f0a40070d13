"""Can the owner get back to his address by himself? (I9)"""

from __future__ import annotations

from .accounts_table import AccountsTable
from .state import OWNER, E
from .successors import State, Successors

WITHIN = 3
"""In so many moves of his, past the bounds too."""


class Recovery:
    """Looks for a session of the owner on the account that has E."""

    def __init__(self, table: AccountsTable, successors: Successors) -> None:
        self.table = table
        self.successors = successors

    def is_possible(self, state: State) -> bool:
        """Searches breadth first from the state."""
        if self._is_in(state):
            return True
        level, seen = [state], {state}
        for _ in range(WITHIN):
            following = []
            for reached in level:
                for move in self.successors.by(OWNER, reached):
                    if move.state in seen:
                        continue
                    if self._is_in(move.state):
                        return True
                    seen.add(move.state)
                    following.append(move.state)
            level = following
        return False

    def _is_in(self, state: State) -> bool:
        accounts = [self.table.accounts[n] for n in state[1]]
        return any(a.email == E and OWNER in a.sessions for a in accounts)
