"""How much is followed; a move that leads to more is left out."""

from __future__ import annotations

from typing import NamedTuple

from .state import Account


class Bounds(NamedTuple):
    """At most so many accounts, and on each so many methods and so many unused codes."""

    accounts: int = 1
    methods: int = 2
    codes: int = 1

    def are_passed(self, account: Account) -> bool:
        """Does it have more?"""
        return len(account.methods) > self.methods or len(account.codes) > self.codes
