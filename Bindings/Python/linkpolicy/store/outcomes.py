"""The result of a commit, and the text that represents this result in the table of requests."""
from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional

__all__ = ["Event", "Notice", "Outcome", "Settled", "request_key"]

_FORMAT = "linkpolicy-python-answer/1"
# The members of a decision that a repeated request gets again. None of these members contains an address or another person's
# data.
_REPEATED = ("outcome", "error", "shown", "names", "ask")
_LONGEST_ID = 190


@dataclass(frozen=True)
class Event:
    """An event for the listeners of a service.

    `name` is `signed-in`, `token-refreshed`, `signed-out` (with `session`), `sessions-revoked`, `owner-notified` (with `account`),
    `method-removed` (with `account`, `provider` and `kind`) or `code-mailed` (with `code`, `purpose` and `address`).
    """

    name: str
    account: Optional[str] = None
    session: Optional[str] = None
    code: Optional[str] = None
    purpose: Optional[str] = None
    address: Optional[str] = None
    provider: Optional[str] = None
    kind: Optional[str] = None


@dataclass(frozen=True)
class Notice:
    """A message to send: `mail` sends a code, and `owner` informs the owner of an account.

    Attributes:
        n: the number of the notice's row in the outbox.
        notice: `mail` or `owner`.
        to: the recipient's address; None if the account of an `owner` notice has no address.
        code, purpose: the code's id and purpose of a `mail` notice; `Store.tokens` converts the id to the text of a link.
        account: the account id of an `owner` notice.
        tries: the number of earlier attempts to send the notice.
    """

    n: int
    notice: str
    to: Optional[str]
    code: Optional[str] = None
    purpose: Optional[str] = None
    account: Optional[str] = None
    tries: int = 0


@dataclass
class Outcome:
    """The ids that a commit assigned, its events, and its notices, which are also in the outbox."""

    new_account: Optional[str] = None
    deleted: bool = False
    session: Optional[str] = None
    codes: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


@dataclass(frozen=True)
class Settled:
    """A settled attempt.

    Attributes:
        decision: the decision; if `repeated` is true, only its `outcome`, `error`, `shown`, `names` and `ask`.
        outcome: the result of the commit; if `repeated` is true, without events and notices.
        repeated: whether an earlier request with this id committed the result.
        tries: the number of transactions that were tried.
    """

    decision: Mapping[str, Any]
    outcome: Outcome
    repeated: bool = False
    tries: int = 1


def check_request_id(request_id: Any) -> None:
    """Raises TypeError if a request id is not a string, and ValueError if the id is empty or longer than 190 bytes."""
    if not isinstance(request_id, str):
        raise TypeError(f"a request id is a string, not {type(request_id).__name__}")
    if not 0 < len(request_id.encode("utf-8", "surrogatepass")) <= _LONGEST_ID:
        raise ValueError(f"a request id has 1 to {_LONGEST_ID} bytes of UTF-8")
    if any("\ud800" <= letter <= "\udfff" or letter == "\0" for letter in request_id):
        raise ValueError("a request id has no zero byte and no half of a surrogate pair")


def request_key(request_id: str, attempt: Mapping[str, Any], caller: Mapping[str, Any]) -> str:
    """Returns the request id with a digest of the attempt and caller, so that equal ids of two clients do not collide.

    If a password was compared, the attempt contains the result as `secret`, so another result gives another key.

    Raises:
        TypeError: the id is not a string.
        ValueError: the id is empty or longer than 190 bytes.
    """
    check_request_id(request_id)
    parts = [attempt, {key: caller.get(key) for key in ("session", "target", "code")}]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), default=dict)
    return f"{request_id}.{hashlib.sha256(text.encode('utf-8')).hexdigest()}"


def encoded(decision: Mapping[str, Any], outcome: Outcome) -> str:
    """Returns the text to store under the key of a request."""
    kept = {key: decision[key] for key in _REPEATED if key in decision}
    return json.dumps({
        "format": _FORMAT, "decision": kept, "account": outcome.new_account, "deleted": outcome.deleted,
        "session": outcome.session, "codes": outcome.codes})


def decoded(text: str) -> Settled:
    """Returns the stored answer.

    Raises:
        ValueError: the text does not have the format of this package.
    """
    read = json.loads(text)
    if not isinstance(read, dict) or read.get("format") != _FORMAT:
        raise ValueError(f"the stored answer to a request does not have the format {_FORMAT}")
    outcome = Outcome(read["account"], read["deleted"], read["session"], read["codes"])
    return Settled(read["decision"], outcome, repeated=True, tries=0)
