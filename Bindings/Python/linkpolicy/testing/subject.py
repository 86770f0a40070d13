"""The interface between the vectors and a store or service under test."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Mapping, Optional, Protocol, Union

from ..types import DisabledMethods

__all__ = ["Attempted", "PolicyUnderTest", "Rows", "Subject"]


class Decides(Protocol):
    """A policy that looks up and decides, such as `linkpolicy.process.Client`."""

    def lookup(
        self, attempt: Mapping[str, Any], *, answers: Optional[Mapping[str, Any]] = None,
        caller: Optional[Mapping[str, Any]] = None, settings: Optional[Mapping[str, Any]] = None,
    ) -> Mapping[str, Any]: ...

    def decide(
        self, attempt: Mapping[str, Any], *, answers: Mapping[str, Any], caller: Optional[Mapping[str, Any]] = None,
        settings: Optional[Mapping[str, Any]] = None,
    ) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class PolicyUnderTest:
    """The policy that vectors use.

    Attributes:
        name: the name of the policy in the vectors.
        text: the text of the policy, merged with the policies that it extends.
        decider: the object that answers lookups and decides by the policy.
    """

    name: str
    text: str
    decider: Decides


@dataclass
class Rows:
    """All rows of a store, in the form of the answers in Docs/Protocol.md. A table that is None is not compared.

    Attributes:
        accounts: the accounts in the form of `answers.accounts`, with `tenant`, `labels`, `factors`, `profile` and `epoch`, in
            the order of creation. Methods in `Subject.give` also have `issuer`.
        gone: the keys of methods whose accounts were deleted: `tenant`, `issuer`, `kind`, `subject`.
        sessions: the sessions by id, each with `account`, even if it was deleted, `epoch`, `ended` and `recent`.
        codes: the codes by id, in the order of creation, each with `purpose`, `address`, `account`, `bound`, `requester`,
            `requesterAccount`, `credential` (`issuer`, `kind`, `subject`), `tenant`, `used` and `expired`.
        notices: the outbox: `notice` (`mail` or `owner`), `to`, and the ids `code` or `account`.

    Further members are compared only if they are present: `given` of an account; `hash` of a method, which states whether a
        password hash is stored; `expires` of a session, in seconds; and `purpose` of a `mail` notice.
    """

    accounts: list[dict[str, Any]] = field(default_factory=list)
    gone: Optional[list[dict[str, Any]]] = None
    sessions: Optional[dict[str, dict[str, Any]]] = None
    codes: Optional[dict[str, dict[str, Any]]] = None
    notices: Optional[list[dict[str, Any]]] = None


@dataclass
class Attempted:
    """The result of an attempt.

    Attributes:
        decision: the decision, in the format of Docs/Protocol.md. With `changes`, the rows are compared with this change set. A
            service that does not use the engine returns the keys of `expect` that it supports, and passes these keys to `play` as
            `keys`.
        new_account: the id of the account that was created.
        deleted: whether the account was deleted.
        session: the id of the session that was opened.
        codes: the ids of the codes that were created, in order.
        listeners: the events for listeners, as in `expect.listeners` of Docs/Vectors.md.
        removed: the removed methods, `{"provider", "kind"}`, except replaced and superseded ones.
    """

    decision: Mapping[str, Any]
    new_account: Optional[str] = None
    deleted: bool = False
    session: Optional[str] = None
    codes: list[str] = field(default_factory=list)
    listeners: list[Any] = field(default_factory=list)
    removed: list[dict[str, Any]] = field(default_factory=list)


class Subject(Protocol):
    """An empty store or service for one vector, with ids of any form.

    For `linkpolicy_checks`, a store can have three further methods:

    - `attempt_once(request_id, attempt, caller, settings, method)`: as `attempt`, with the id of a request.
    - `connect()`: returns another subject with the same rows and an own connection.
    - `expire_sessions()`: lets all sessions expire.
    """

    def give(self, rows: Rows) -> None:
        """Adds rows that exist before the first step, with their ids."""
        ...

    def attempt(
        self, attempt: dict[str, Any], caller: dict[str, Optional[str]], settings: dict[str, Any],
        method: Optional[Union[Literal["enabled", "disabled"], DisabledMethods]],
    ) -> Attempted:
        """Looks up, decides and commits. Errors of the engine must be raised, because their `code` is compared."""
        ...

    def wait(self, event: Literal["old", "expired"]) -> None:
        """Lets time pass: with `old`, no session is recent anymore; with `expired`, all codes expire."""
        ...

    def rows(self) -> Rows:
        """Returns all rows."""
        ...

    def close(self) -> None:
        """Ends the vector, and releases the subject."""
        ...
