"""Numbers for accounts, and what was worked out of each once: a state is then a few numbers."""

from __future__ import annotations

from typing import NamedTuple

from . import text
from .attempt import Attempt, Others
from .bounds import Bounds
from .invariants import broken_at, broken_by
from .moves import Moves, applies
from .policy import Policy
from .rules import Result, decide
from .state import NONE, Account
from .switches import Switches

DELETED = -1


class Step(NamedTuple):
    """A move at an account, or at none."""

    text: str
    attempt: Attempt
    result: Result
    after: int
    """The number of the account afterwards."""
    broken: list[str]
    """What fails by it."""
    is_beyond: bool
    """Does the account have more afterwards than is followed?"""



class AccountsTable:
    """Everything about accounts by themselves, remembered."""

    def __init__(self, policy: Policy, switches: Switches, moves: Moves, bounds: Bounds) -> None:
        self.policy = policy
        self.bounds = bounds
        self.switches = switches
        self.moves = moves
        self.accounts: list[Account] = []
        self.emails: list[str] = []
        self.credentials: list[frozenset[tuple[str, str]]] = []
        self.texts: list[str] = []
        self._numbers: dict[Account, int] = {}
        self._broken: dict[tuple[int, str], list[str]] = {}
        self._steps: dict[tuple[int, str, Others], list[Step]] = {}
        self._signing_in: dict[str, list[Attempt]] = {}
        self._signed_in: dict[tuple[int | None, Attempt], Step | None] = {}

    def number(self, account: Account) -> int:
        """The account's number; a new one is given the next."""
        known = self._numbers.get(account)
        if known is not None:
            return known
        self._numbers[account] = len(self.accounts)
        self.accounts.append(account)
        self.emails.append(account.email)
        self.credentials.append(account.credentials())
        self.texts.append(text.of_account(account, self.switches.factors == "on"))
        return len(self.accounts) - 1

    def broken(self, number: int, owner: str) -> list[str]:
        """The invariants of single accounts that fail at this one."""
        key = (number, owner)
        if key not in self._broken:
            self._broken[key] = broken_at(self.accounts[number], owner, self.switches)
        return self._broken[key]

    def others(self, numbers: list[int]) -> Others:
        """What these accounts hold."""
        return Others(
            frozenset(self.emails[n] for n in numbers if self.emails[n] != NONE),
            frozenset().union(*(self.credentials[n] for n in numbers)),
            "".join(sorted({actor for n in numbers for actor in self.accounts[n].sessions})),
        )

    def steps_at(self, number: int, owner: str, others: Others) -> list[Step]:
        """The moves in sessions of an account, with its codes and by administrators."""
        key = (number, owner, others)
        if key not in self._steps:
            account = self.accounts[number]
            attempts = self.moves.at_account(account, others, owner)
            self._steps[key] = [self._step(account, attempt, others) for attempt in attempts]
        return self._steps[key]

    def signing_in(self, owner: str) -> list[Attempt]:
        """The moves that need no session."""
        if owner not in self._signing_in:
            self._signing_in[owner] = list(self.moves.signing_in(owner))
        return self._signing_in[owner]

    def sign_in(self, number: int | None, attempt: Attempt) -> Step | None:
        """Such a move at the account it points to, or at none; nothing where it does not apply."""
        key = (number, attempt)
        if key not in self._signed_in:
            account = None if number is None else self.accounts[number]
            step = self._step(account, attempt, Others()) if applies(attempt, account) else None
            self._signed_in[key] = step
        return self._signed_in[key]

    def _step(self, account: Account | None, attempt: Attempt, others: Others) -> Step:
        result = decide(account, attempt, others, self.policy)
        number = DELETED if result.account is None else self.number(result.account)
        is_beyond = result.account is not None and self.bounds.are_passed(result.account)
        return Step(attempt.text(), attempt, result, number, broken_by(attempt, result), is_beyond)
