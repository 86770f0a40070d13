"""Transactions that may depend on rows that do not exist yet, and the classification of database errors."""
from __future__ import annotations

import random
import sqlite3
import time
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import SingletonThreadPool, StaticPool

from .errors import Busy, Conflict, RequirementFailed, StoreError, StoreFailed, Uncertain

__all__ = ["Rollback", "retried", "transaction"]

Value = TypeVar("Value")

DIALECTS = ("sqlite", "postgresql")
# The states are: serialization failure, deadlock, unique violation, and lock not available.
_CONFLICTS = ("40001", "40P01", "23505", "55P03")
# The codes SQLITE_BUSY and SQLITE_LOCKED.
_LOCKED = (5, 6)
_TRIES = 8
# The seconds after which no further try begins.
PATIENCE = 10.0


class Rollback(Exception):
    """The exception that ends a transaction with nothing to commit."""


def check_engine(engine: Engine) -> None:
    """Checks that no other user of the engine can share the store's transactions.

    Raises:
        ValueError: the engine is for another database system.
        StoreFailed: two users of the engine can get the same connection.
    """
    if engine.dialect.name not in DIALECTS:
        raise ValueError(f"the store needs SQLite or PostgreSQL, not {engine.dialect.name}")
    if isinstance(engine.pool, (StaticPool, SingletonThreadPool)):
        raise StoreFailed(
            f"the engine has a {type(engine.pool).__name__}, so the store would share a connection and its transactions with other users:"
            " pass a URL with a file, such as `sqlite:////tmp/test.db`, and no `poolclass`")


@contextmanager
def transaction(engine: Engine, isolation: str = "SERIALIZABLE", reads: bool = False) -> Iterator[Connection]:
    """Runs a block in one transaction, and commits the transaction; `Rollback` and errors roll the transaction back.

    SQLite takes the write lock first (`BEGIN IMMEDIATE`). PostgreSQL uses the given isolation level. With `reads`, the block
    reads one snapshot and writes nothing.

    Raises:
        Conflict: another transaction changed or locked the same rows.
        Uncertain: the connection failed during the commit.
        StoreFailed: the database reports any other error.
        BaseException: the block or a signal handler raised an exception. If a signal handler raises an exception during the
            commit, it is unknown whether the transaction was committed.
    """
    try:
        connection = engine.connect()
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise StoreFailed(f"the database cannot be reached: {_text(error)}") from error
    has_ended = False
    try:
        try:
            _begin(connection, isolation, reads)
            yield connection
        except Rollback:
            has_ended = _roll_back(connection)
            return
        except (SQLAlchemyError, sqlite3.Error) as error:
            has_ended = _roll_back(connection)
            raise _meaning(error, committing=False) from error
        except BaseException:
            has_ended = _roll_back(connection)
            raise
        try:
            connection.commit()
            has_ended = True
        except (SQLAlchemyError, sqlite3.Error) as error:
            has_ended = _roll_back(connection)
            raise _meaning(error, committing=True) from error
    finally:
        _close(connection, has_ended)


def retried(
    body: Callable[[int], Value], tries: int = _TRIES, patience: float = PATIENCE, pause: Optional[Callable[[int], None]] = None
) -> Value:
    """Calls a function again after each conflict, with a random pause that doubles with each try.

    Args:
        body: the function, called with the number of the try, counted from 1.
        tries: the maximum number of tries.
        patience: the seconds after which no further try begins.
        pause: the function that waits before the next try.

    Raises:
        Busy: the last try also ended in a conflict.
    """
    number, end = 1, time.monotonic() + patience
    while True:
        try:
            return body(number)
        except RequirementFailed:
            raise
        except Conflict as error:
            if number >= tries or time.monotonic() >= end:
                raise Busy(number, error) from error
        (pause or _pause)(number)
        number += 1


def _pause(number: int) -> None:
    longest = 0.001 * (1 << min(number, 7))
    time.sleep(random.uniform(longest / 2, longest))


def _begin(connection: Connection, isolation: str, reads: bool) -> None:
    if connection.dialect.name == "postgresql":
        connection.execution_options(isolation_level="REPEATABLE READ" if reads else isolation)
        # Otherwise, PostgreSQL would read small tables as a whole, and such a read conflicts with every write to the table.
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        return
    # This call runs the `begin` events of the engine, if there are any.
    connection.begin()
    if getattr(connection.connection.dbapi_connection, "in_transaction", False):
        raise StoreFailed(
            "the engine began a transaction by itself: create it with `sqlalchemy.create_engine(URL)`, without an own `begin` event"
            " and without `autocommit=False`")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _roll_back(connection: Connection) -> bool:
    """Rolls back, and returns whether the connection is known to have no transaction."""
    try:
        connection.rollback()
        if not connection.invalidated:
            # After a failed commit, SQLAlchemy assumes that the transaction has ended.
            connection.dialect.do_rollback(connection.connection.dbapi_connection)  # type: ignore[arg-type]
        return True
    except Exception:
        return False


def _close(connection: Connection, has_ended: bool) -> None:
    """Returns the connection to the pool, or closes it in an unknown state: the pool must not hand out an open transaction."""
    try:
        if not has_ended:
            connection.invalidate()
        connection.close()
    except (SQLAlchemyError, sqlite3.Error):
        _discard(connection)
    except BaseException:
        _discard(connection)
        raise


def _discard(connection: Connection) -> None:
    if not connection.closed:
        connection.invalidate()


def _text(error: BaseException) -> str:
    """Returns the message of the driver, because the message of SQLAlchemy also contains the values of the statement."""
    return str(getattr(error, "orig", None) or error).strip()


def _meaning(error: Exception, *, committing: bool) -> StoreError:
    original: Any = getattr(error, "orig", None) or error
    state = getattr(original, "sqlstate", None) or getattr(original, "pgcode", None)
    if state in _CONFLICTS:
        return Conflict(_text(error))
    if isinstance(original, sqlite3.Error):
        return _sqlite_meaning(original, committing)
    if isinstance(error, PoolTimeout):
        return StoreFailed(f"the pool of the engine has no free connection: {_text(error)}")
    lost = isinstance(error, DBAPIError) and (error.connection_invalidated or state is None or state[:2] in ("08", "57"))
    if committing and lost:
        return Uncertain(f"the connection failed during the commit: {_text(error)}")
    return StoreFailed(_text(error))


def _sqlite_meaning(error: sqlite3.Error, committing: bool) -> StoreError:
    # Before Python 3.11, the error has no code.
    code: Optional[int] = getattr(error, "sqlite_errorcode", None)
    text = str(error)
    if "is locked" in text or (code is not None and code & 0xFF in _LOCKED):
        return Conflict(text)
    if committing and not isinstance(error, sqlite3.IntegrityError) and "full" not in text:
        return Uncertain(f"SQLite reports an error during the commit: {text}")
    return StoreFailed(text)



