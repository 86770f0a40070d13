"""The errors of the store. After every error except `Uncertain`, nothing was written."""
from __future__ import annotations

from typing import Any, Mapping

from ..errors import LinkPolicyError

__all__ = ["Busy", "Conflict", "RequirementFailed", "SchemaMismatch", "StoreError", "StoreFailed", "Uncertain"]


class StoreError(LinkPolicyError):
    """The base class of the store's errors. Messages can contain ids and addresses, so keep messages out of public answers."""


class StoreFailed(StoreError):
    """The database reports an error, or the engine returned a change set that contradicts the rows."""


class SchemaMismatch(StoreFailed):
    """The tables are missing, older than this package, or newer. The message contains the command that solves the problem."""


class Conflict(StoreError):
    """Another transaction changed the same rows. `settle` retries automatically; after `commit`, look up and decide again."""


class RequirementFailed(Conflict):
    """A requirement of the change set does not hold.

    After `commit`, look up and decide again, at most eight times. After `settle`, a retry does not help: the policy allows the
    attempt, and another account already has the address of the new password or link.

    Attributes:
        requirement: the requirement, as in Docs/Changes.md.
    """

    def __init__(self, requirement: Mapping[str, Any]) -> None:
        self.requirement = dict(requirement)
        super().__init__(f"the requirement on the {next(iter(requirement), 'store')} does not hold: look up and decide again")


class Busy(StoreError):
    """Every try ended in a conflict.

    Attributes:
        tries: the number of tries.
    """

    def __init__(self, tries: int, last: Exception) -> None:
        self.tries = tries
        super().__init__(f"{tries} tries ended in a conflict, the last with: {last}")


class Uncertain(StoreError):
    """The connection failed during the commit, so the result is unknown. Settle again with the same request id."""
