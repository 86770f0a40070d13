"""Sends the notices of committed change sets, each at least once."""
from __future__ import annotations

from typing import Callable, NamedTuple, Optional

from sqlalchemy import Engine, func, select, update

from . import schema
from .errors import Busy
from .outcomes import Notice
from .transactions import PATIENCE, retried, transaction

__all__ = ["Delivery", "Outbox"]

_LEASE = 300
_LONGEST_WAIT = 3600


class Delivery(NamedTuple):
    """The result of `Outbox.deliver`.

    Attributes:
        sent: the number of sent notices.
        failures: the notices that could not be sent, each with its exception.
        busy: the conflict that ended the delivery early; None if all due notices were claimed. A notice that was sent but not
            marked is sent again after some minutes.
    """

    sent: int
    failures: list[tuple[Notice, Exception]]
    busy: Optional[Busy] = None


class Outbox:
    """The notices that change sets stored. Several processes may deliver at the same time."""

    def __init__(self, engine: Engine, clock: Callable[[], float], tries: int = 8, patience: float = PATIENCE) -> None:
        self._engine = engine
        self._clock = clock
        self._tries = tries
        self._patience = patience

    def deliver(self, send: Callable[[Notice], None], limit: int = 100) -> Delivery:
        """Sends the notices that are due.

        Call this method after `settle`, and once a minute for the notices of a process that died. A notice is sent twice if the
        process dies between sending and marking. If `send` raises an exception, the notice is due again after a pause that
        doubles with each failure. A locked database raises no exception, because the attempt was settled: the delivery ends, and
        `busy` contains the error.

        Args:
            send: the function that sends a notice. `Store.tokens.issue("code", notice.code)` is the code for the notice's link.
            limit: the maximum number of notices to send.
        """
        sent, failures = 0, []
        try:
            for _ in range(limit):
                notice = retried(lambda _: self._claim(), self._tries, self._patience)
                if notice is None:
                    break
                try:
                    send(notice)
                except Exception as error:
                    failures.append((notice, error))
                    self._mark(notice.n, due_at=self._now() + min(_LONGEST_WAIT, 30 << min(notice.tries, 7)))
                else:
                    sent += 1
                    self._mark(notice.n, sent_at=self._now())
        except Busy as error:
            return Delivery(sent, failures, error)
        return Delivery(sent, failures)

    def pending(self) -> int:
        """Returns the number of unsent notices."""
        o = schema.OutboxRow

        def once(_: int) -> int:
            with transaction(self._engine, reads=True) as connection:
                return connection.scalar(select(func.count()).select_from(o).where(o.sent_at.is_(None))) or 0

        return retried(once, self._tries, self._patience)

    def _now(self) -> int:
        return int(self._clock())

    def _claim(self) -> Optional[Notice]:
        """Claims the oldest due notice, so that other processes do not send it for some minutes."""
        o, now = schema.OutboxRow, self._now()
        # Each statement changes one row by its number, so concurrent deliveries need not conflict.
        with transaction(self._engine, "READ COMMITTED") as connection:
            row = connection.execute(
                select(o.n, o.notice, o.recipient, o.code, o.purpose, o.account, o.tries)
                .where(o.sent_at.is_(None), o.due_at <= now).order_by(o.n).limit(1).with_for_update(skip_locked=True)).first()
            if row is None:
                return None
            connection.execute(update(o).where(o.n == row.n).values(due_at=now + _LEASE, tries=row.tries + 1))
        return Notice(row.n, row.notice, row.recipient, row.code, row.purpose, row.account, row.tries)

    def _mark(self, n: int, **values: int) -> None:
        def once(_: int) -> None:
            with transaction(self._engine, "READ COMMITTED") as connection:
                connection.execute(update(schema.OutboxRow).where(schema.OutboxRow.n == n).values(**values))

        # A notice without a mark is sent again, so the marking has more tries than a request.
        retried(once, 4 * self._tries, 2 * self._patience)
