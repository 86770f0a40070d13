"""Settles attempts by looking up, deciding and committing in one transaction."""
from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Literal, Mapping, Optional, Sequence, Tuple, TypeVar, Union

from sqlalchemy import Connection, Engine, delete, insert, select

from ..types import DisabledMethods
from . import migrate, outcomes, schema
from .decider import Decider
from .errors import Conflict, RequirementFailed, StoreFailed
from .lookups import Reader
from .outbox import Outbox
from .outcomes import Outcome, Settled
from .tokens import Tokens
from .transactions import PATIENCE, Rollback, check_engine, retried, transaction
from .writes import Times, Writer

__all__ = ["Lifetimes", "Store"]

Value = TypeVar("Value")
MethodState = Union[Literal["enabled", "disabled"], DisabledMethods]
_DAY = 86_400


@dataclass(frozen=True)
class Lifetimes:
    """The seconds for which rows are valid.

    Attributes:
        session: the lifetime of a session after it was opened or renewed.
        recent: the time for which a sign-in counts as recent, which sensitive actions require.
        code: the lifetime of a mailed code; `codes` contains exceptions by purpose.
    """

    session: int = 30 * _DAY
    recent: int = 300
    code: int = 3600
    codes: Mapping[str, int] = field(default_factory=dict)

    def of_code(self, purpose: str) -> int:
        """Returns the lifetime of a code with a purpose."""
        return self.codes.get(purpose, self.code)


class Store:
    """A store of accounts, sessions and codes in SQLite or PostgreSQL. Threads and processes may share the database.

    Attributes:
        tokens: converts ids to session cookies and link codes, and back.
        outbox: the notices to send.
    """

    def __init__(
        self,
        engine: Engine,
        decider: Decider,
        *,
        key: bytes,
        older_keys: Sequence[bytes] = (),
        lifetimes: Lifetimes = Lifetimes(),
        pools: Sequence[Sequence[str]] = (),
        clock: Callable[[], float] = time.time,
        new_id: Optional[Callable[[str], str]] = None,
        tries: int = 8,
        patience: float = PATIENCE,
    ) -> None:
        """Opens the store, whose tables `upgrade(engine)` or `python -m linkpolicy.store upgrade URL` must have created.

        Args:
            engine: the database, from `sqlalchemy.create_engine`.
            decider: the policy, such as `linkpolicy.process.Client("policy.yaml")`.
            key: the key that signs session cookies and links: at least 32 random bytes. Keep the key outside the database.
            older_keys: former keys; cookies and links that were signed with these keys stay valid.
            lifetimes: the lifetimes of sessions and codes.
            pools: the providers of each pool, if the policy has `pools:`.
            clock: a function that returns the current time in seconds since 1970.
            new_id: a function that returns a new id starting with `u`, `s` or `c`; by default, the id has 128 random bits.
            tries: the maximum number of tries of a transaction because of conflicts, including the first try.
            patience: the seconds after which no further try begins. The last try can wait for a lock as long as the engine
                permits: five seconds with SQLite, which `connect_args={"timeout": SECONDS}` changes.

        Raises:
            SchemaMismatch: the tables are missing, older than this package, or newer.
            StoreFailed: the database is unreachable, or the engine shares connections: it has a `StaticPool` or a
                `SingletonThreadPool`, like engines for `sqlite://` in memory.
            TypeError: a key is not `bytes`.
            ValueError: the key is too short, or the database is neither SQLite nor PostgreSQL.
        """
        check_engine(engine)
        self.tokens = Tokens(key, *older_keys)
        self.outbox = Outbox(engine, clock, max(1, tries), patience)
        self._engine = engine
        self._decider = decider
        self._lifetimes = lifetimes
        self._pools = pools
        self._clock = clock
        self._new_id = new_id or _random_id
        self._tries = max(1, tries)
        self._patience = patience
        migrate.check(engine)

    def caller(
        self, session: Optional[str] = None, code: Optional[str] = None, target: Optional[str] = None
    ) -> dict[str, Optional[str]]:
        """Returns the `caller` for `settle` from the text of a cookie, the code of a link, and the id of an account.

        For a forged or damaged cookie or code, the caller contains an id that no row has.
        """
        return {
            "session": self.tokens.read("session", session), "code": self.tokens.read("code", code), "target": target}

    def settle(
        self,
        attempt: Mapping[str, Any],
        *,
        caller: Optional[Mapping[str, Optional[str]]] = None,
        settings: Optional[Mapping[str, Any]] = None,
        method: Optional[MethodState] = None,
        password: Optional[Callable[[Optional[str]], bool]] = None,
        password_hash: Optional[str] = None,
        request_id: Optional[str] = None,
    ) -> Settled:
        """Looks up an attempt, decides the attempt, and commits its changes, in one transaction. After a conflict, starts again.

        Args:
            attempt: the verified attempt, in the format of Docs/Protocol.md. Never copy `nonce`, `origin`, `connection`, `secret`
                or `consent` from a client's request.
            caller: the ids of the session, the code and the target account; `caller()` reads these ids from tokens.
            settings: the values of the policy's settings.
            method: whether the method is enabled; None means that the method is enabled.
            password: a function that compares the person's password with a hash, or with a dummy hash if the argument is None.
                The result becomes `secret` of the attempt. The function runs outside the transaction, because hashing is slow.
            password_hash: the hash to store if the decision sets a new password.
            request_id: an unpredictable id, at most 190 bytes. If the same attempt of the same caller was committed with this id
                before, nothing is written, and the result has the earlier answer. The attempt includes the result of comparing the
                password, so an attempt with a wrong password gets its own decision. A decision that writes nothing is not stored.

        Returns:
            The decision and the result of the commit. The notices are in the outbox, so call `outbox.deliver`.

        Raises:
            Busy: all tries ended in conflicts.
            RequirementFailed: another account has the address of the new password or link.
            Uncertain: the connection failed during the commit. Settle again with the same request id.
            StoreFailed: the database reports an error, the change set has a write or field that the store does not know, or a
                text contains a zero byte.
            TypeError: the request id is not a string.
            Exception: any error of the decider.
        """
        asked = dict(caller or {})
        if request_id is not None:
            outcomes.check_request_id(request_id)
        _check_texts(attempt, asked, password_hash)

        def once(number: int) -> Settled:
            compared = self._compare(attempt, asked, settings, password)
            # The key includes the result of the comparison, so only a person with the right password gets an earlier answer.
            key = None if request_id is None else outcomes.request_key(request_id, compared.attempt, asked)
            return self._settle_once(
                compared.attempt, asked, settings, method, compared, password_hash, key, number)

        return retried(once, self._tries, self._patience)

    def decide(
        self,
        attempt: Mapping[str, Any],
        *,
        caller: Optional[Mapping[str, Optional[str]]] = None,
        settings: Optional[Mapping[str, Any]] = None,
        method: Optional[MethodState] = None,
    ) -> Mapping[str, Any]:
        """Returns the decision on the present rows without writing; pass the decision's `changes` to `commit`."""
        return self._read(lambda reader: self._decide(reader, attempt, dict(caller or {}), settings, method)[0])

    def commit(
        self, changes: Mapping[str, Any], *, password_hash: Optional[str] = None, request_id: Optional[str] = None
    ) -> Outcome:
        """Commits the change set of a decision that was made outside the store, without retries.

        Args:
            changes: the member `changes` of a decision.
            password_hash: the hash to store if the set has a new password.
            request_id: an id of the request. If a set was committed with this id before, nothing is written. Two clients must not
                share an id.

        Raises:
            RequirementFailed, Conflict: the rows have changed. Look up and decide again, at most eight times.
            Uncertain, StoreFailed: the same as for `settle`.
        """
        key = None if request_id is None else outcomes.request_key(request_id, {}, {})
        _check_texts(changes, password_hash)
        with transaction(self._engine) as connection:
            before = self._answered(connection, key)
            if before is not None:
                return before.outcome
            reader = self._reader(connection)
            for requirement in changes["requires"]:
                if not reader.holds(requirement):
                    raise RequirementFailed(requirement)
            return self._write(connection, changes, password_hash, key, {})

    # Reading.

    def account(self, id: str) -> Optional[dict[str, Any]]:
        """Returns an account in the form of `answers.accounts`; None if the account does not exist."""
        return self._read(lambda reader: reader.account(id))

    def signed_in(self, cookie: Optional[str]) -> Optional[str]:
        """Returns the account id of a live session; None if the session has ended, expired or was revoked.

        A disabled account has no live session. Use this method for pages, but settle an attempt for every action.
        """
        id = self.tokens.read("session", cookie)

        def once(reader: Reader) -> Optional[str]:
            session = None if id is None else reader.session(id)
            account = session and reader.account(session["account"])
            if not session or not account or session["ended"] or session["epoch"] < account["epoch"]:
                return None
            return str(account["id"]) if account["state"] == "active" else None

        return None if id is None else self._read(once)

    # Maintenance.

    def prune(self, older_than: int = 30 * _DAY) -> int:
        """Deletes answers to requests, sent notices, and expired sessions and codes that are older than some seconds.

        Returns:
            The number of deleted rows.
        """
        r, o, s, c = schema.Request, schema.OutboxRow, schema.Session, schema.Code
        before = int(self._clock()) - older_than

        def once(_: int) -> int:
            with transaction(self._engine) as connection:
                statements = (
                    delete(r).where(r.answered_at < before), delete(o).where(o.sent_at < before),
                    delete(s).where(s.expires_at < before), delete(c).where(c.expires_at < before))
                return sum(connection.execute(statement).rowcount for statement in statements)

        return retried(once, self._tries, self._patience)

    # The steps of one transaction.

    def _reader(self, connection: Connection) -> Reader:
        return Reader(connection, int(self._clock()), self._lifetimes.recent, self._pools)

    def _read(self, body: Callable[[Reader], Value]) -> Value:
        """Calls a function with a reader that sees one snapshot."""
        def once(_: int) -> Value:
            with transaction(self._engine, reads=True) as connection:
                return body(self._reader(connection))

        return retried(once, self._tries, self._patience)

    def _compare(
        self, attempt: Mapping[str, Any], caller: Mapping[str, Optional[str]], settings: Optional[Mapping[str, Any]],
        password: Optional[Callable[[Optional[str]], bool]],
    ) -> "_Compared":
        """Compares the password with the stored hash, before the transaction."""
        if password is None:
            return _Compared(attempt)
        find = _stored_hash(attempt, self._decider.lookup(attempt, caller=caller, settings=settings))
        hash = self._read(find)
        is_right = password(hash)
        secret = "absent" if hash is None else "right" if is_right else "wrong"
        return _Compared({**attempt, "secret": secret}, find, hash)

    def _settle_once(
        self, attempt: Mapping[str, Any], caller: Mapping[str, Optional[str]], settings: Optional[Mapping[str, Any]],
        method: Optional[MethodState], compared: "_Compared", password_hash: Optional[str], key: Optional[str], number: int,
    ) -> Settled:
        result: Optional[Settled] = None
        with transaction(self._engine) as connection:
            result = self._answered(connection, key)
            if result is not None:
                raise Rollback
            reader = self._reader(connection)
            if compared.find is not None and compared.find(reader) != compared.hash:
                raise Conflict("the password was changed while it was compared")
            decision, lookup = self._decide(reader, attempt, caller, settings, method)
            changes = decision["changes"]
            result = Settled(decision, Outcome(), tries=number)
            if not changes["writes"] and not changes["notices"]:
                raise Rollback
            for requirement in changes["requires"]:
                if not reader.holds(requirement):
                    raise Conflict("an answer is outdated") if _asks(lookup, requirement) else RequirementFailed(requirement)
            result = Settled(decision, self._write(connection, changes, password_hash, key, decision), tries=number)
        if result is None:
            raise StoreFailed("the transaction ended without a result")
        return result

    def _decide(
        self, reader: Reader, attempt: Mapping[str, Any], caller: Mapping[str, Optional[str]],
        settings: Optional[Mapping[str, Any]], method: Optional[MethodState],
    ) -> Tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Returns the decision, and the complete lookup for this decision."""
        lookup = self._decider.lookup(attempt, caller=caller, settings=settings)
        if lookup["code"] and lookup["code"].get("bringsAddress"):
            # The row of the code contains the address, and the decision needs the address's holders.
            known = reader.answers({**lookup, "session": None, "target": None, "credential": None, "addresses": []})
            asked = {"accounts": known["accounts"], "code": known["code"]}
            lookup = {
                **self._decider.lookup(attempt, answers=asked, caller=caller, settings=settings), "code": lookup["code"]}
        answers = reader.answers(lookup)
        if method is not None or lookup["method"]:
            # Some policies require the list of disabled methods; by default, no method is disabled.
            asks = lookup["method"] or {}
            answers["method"] = method or ({"disabled": []} if asks.get("list") else "enabled")
        try:
            return self._decider.decide(attempt, answers=answers, caller=caller, settings=settings), lookup
        except Exception as error:
            if getattr(error, "code", None) == "torn":
                raise Conflict(str(error)) from error
            raise

    def _answered(self, connection: Connection, key: Optional[str]) -> Optional[Settled]:
        if key is None:
            return None
        text = connection.scalar(select(schema.Request.answer).where(schema.Request.id == key))
        return None if text is None else outcomes.decoded(text)

    def _write(
        self, connection: Connection, changes: Mapping[str, Any], password_hash: Optional[str], key: Optional[str],
        decision: Mapping[str, Any],
    ) -> Outcome:
        now = int(self._clock())
        outcome = self._writer(
            connection, Times(now, self._lifetimes.session, self._lifetimes.of_code), password_hash).execute(changes)
        if key is not None:
            connection.execute(insert(schema.Request).values(
                id=key, answer=outcomes.encoded(decision, outcome), answered_at=now))
        return outcome

    def _writer(self, connection: Connection, times: Times, password_hash: Optional[str]) -> Writer:
        return Writer(connection, times, self._new_id, password_hash)


@dataclass(frozen=True)
class _Compared:
    """An attempt with the result of the password comparison, and the compared hash."""

    attempt: Mapping[str, Any]
    find: Optional[Callable[[Reader], Optional[str]]] = None
    hash: Optional[str] = None


def _stored_hash(attempt: Mapping[str, Any], lookup: Mapping[str, Any]) -> Callable[[Reader], Optional[str]]:
    """Returns a function that reads the hash with which the attempt's password must be compared."""
    credential, identifiers = lookup["credential"], lookup.get("identifiers") or []
    if credential and credential["kind"] == "password":
        return lambda reader: reader.password_hash(credential["tenant"], credential["issuer"], credential["subject"])
    # Without an address, an attempt states exactly one identifier, which finds the account.
    if not credential and attempt.get("provider") and len(identifiers) == 1:
        return lambda reader: reader.named_password_hash(attempt["provider"], **identifiers[0])
    raise ValueError("`password` is for attempts by the kind `password`")


def _asks(lookup: Mapping[str, Any], requirement: Mapping[str, Any]) -> bool:
    """Returns whether a requirement repeats an answer of the lookup, so that a new lookup can have another result."""
    if "credential" in requirement:
        return bool(requirement["credential"] == lookup["credential"])
    if "identifier" in requirement:
        return requirement["identifier"] in lookup.get("identifiers", ())
    if "address" in requirement:
        return requirement["address"] in lookup["addresses"]
    return True


def _check_texts(*values: Any) -> None:
    """Raises StoreFailed for a text with a zero byte, because PostgreSQL cannot store such a text, and SQLite must behave alike."""
    for value in values:
        if isinstance(value, str):
            if "\0" in value:
                raise StoreFailed("a text has a zero byte (NUL), which databases do not store")
        elif isinstance(value, Mapping):
            _check_texts(*value.keys(), *value.values())
        elif isinstance(value, (list, tuple)):
            _check_texts(*value)


def _random_id(letter: str) -> str:
    return f"{letter}_{secrets.token_hex(16)}"
