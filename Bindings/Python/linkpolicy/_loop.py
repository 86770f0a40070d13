"""The thread of a client. Only this thread starts the tool, reads from the tool, waits for the tool, and settles futures."""
from __future__ import annotations

import collections
import copy
import enum
import heapq
import itertools
import logging
import os
import select
import threading
import time
import weakref
from concurrent.futures import Future
from typing import Any, Dict, Mapping, NamedTuple, Sequence, Tuple, Union

from . import _json
from ._child import Child, Entry
from .errors import (
    Closed, LinkPolicyError, Overloaded, PolicyRejected, ProtocolFault, RequestError, StartFailed, TimedOut, ToolEnded,
    TooManyRestarts)

_log = logging.getLogger("linkpolicy")
# The seconds between checks of an ending process.
_LOOK = 0.002

Answer = Dict[str, Any]
# A future, and the answer or the error that settles it.
_Settled = Tuple["Future[Answer]", Union[Answer, LinkPolicyError]]


class Limits(NamedTuple):
    """The limits of a client, as documented by `Client`."""

    max_in_flight: int
    wait: bool
    restarts: int
    window: float
    backoff: float
    max_backoff: float
    stall: float | None
    max_answer_bytes: int


class _Next(enum.Enum):
    START = "start the tool"
    END = "end the thread"


# The seconds to wait; None means no limit.
_Step = Union[_Next, float, None]


class Loop:
    """The state of a client. The lock guards the whole state, but futures are settled without the lock."""

    def __init__(self, command: Sequence[str], cwd: str | None, env: Mapping[str, str] | None, limits: Limits) -> None:
        self._command, self._cwd, self._env, self._limits = command, cwd, env, limits
        self._is_over = False
        self._clear()
        _loops.add(self)

    def _clear(self) -> None:
        # The lock is reentrant, because a garbage collection may close a client while this thread holds the lock.
        self._lock = threading.RLock()
        self._room = threading.Condition(self._lock)
        # The requests that wait for the start of the tool.
        self._queue: collections.deque[Entry] = collections.deque()
        self._child: Child | None = None
        # The futures to settle without the lock, which only the client's thread uses.
        self._settled: collections.deque[_Settled] = collections.deque()
        # The number of requests in the queue and in flight.
        self._held = 0
        self._timers: list[tuple[float, int, Entry]] = []
        self._count = itertools.count()
        # The times at which the tool was started within the window.
        self._starts: collections.deque[float] = collections.deque()
        self._last: ToolEnded | None = None
        self._last_end = 0.0
        self._rejection: PolicyRejected | None = None
        # The time until which requests in flight may be answered; None if the client is open.
        self._closing: float | None = None
        # The error with which the client's thread failed, or None.
        self._failure: ToolEnded | None = None
        self._thread: threading.Thread | None = None
        self._pipe: tuple[int, int] | None = None

    # Methods that any thread may call.

    @property
    def pid(self) -> int | None:
        with self._lock:
            return self._child.process.pid if self._child and self._child.ending_since is None else None

    def submit(self, id: Any, line: bytes, key: str | None, seconds: float | None) -> Future[Answer]:
        deadline = None if seconds is None else time.monotonic() + seconds
        with self._lock:
            self._admit(deadline)
            if self._thread is None:
                self._begin()
            entry = Entry(id, line, key, deadline)
            future = entry.future
            assert future is not None
            self._held += 1
            wakes = self._schedule(entry)
            if self._child is not None and self._child.is_running:
                self._child.send(entry)
                wakes = wakes or bool(self._child.outgoing) or not self._child.is_running
            else:
                self._queue.append(entry)
                wakes = True
            if wakes:
                self._wake()
        return future

    def _admit(self, deadline: float | None) -> None:
        """Waits until another request may be in flight."""
        limit = self._limits.max_in_flight
        while True:
            if self._failure is not None:
                raise copy.copy(self._failure)
            if self._is_over or self._closing is not None:
                raise Closed("the client is closed")
            if self._rejection is not None:
                raise copy.copy(self._rejection)
            if self._held < limit:
                return
            left = None if deadline is None else deadline - time.monotonic()
            # The client's thread would wait for itself.
            if not self._limits.wait or threading.current_thread() is self._thread or left is not None and left <= 0:
                raise Overloaded(f"{limit} requests are in flight")
            self._room.wait(left)

    def _begin(self) -> None:
        try:
            self._pipe = os.pipe()
            for descriptor in self._pipe:
                os.set_blocking(descriptor, False)
            self._thread = threading.Thread(target=self._run, name="linkpolicy", daemon=True)
            self._thread.start()
        except BaseException as error:
            self._thread = None
            self._close_pipe()
            if isinstance(error, (OSError, RuntimeError)):
                raise StartFailed(f"cannot start the thread of the client: {error}") from error
            raise

    def _schedule(self, entry: Entry) -> bool:
        """Schedules the timeout of a request, and returns whether this timeout is the next one."""
        if entry.deadline is None:
            return False
        if len(self._timers) > 2 * self._held + 1024:
            self._timers = [timer for timer in self._timers if timer[2].future is not None]
            heapq.heapify(self._timers)
        heapq.heappush(self._timers, (entry.deadline, next(self._count), entry))
        return self._timers[0][2] is entry

    def _wake(self) -> None:
        if self._pipe is not None:
            try:
                os.write(self._pipe[1], b"\0")
            except BlockingIOError:
                pass

    def reset(self) -> None:
        with self._lock:
            self._rejection = None
            self._starts.clear()
            self._wake()

    def close(self, seconds: float, joins: bool = True) -> None:
        with self._lock:
            deadline = time.monotonic() + seconds
            self._closing = deadline if self._closing is None else min(self._closing, deadline)
            self._room.notify_all()
            self._wake()
            thread = self._thread
            if thread is None:
                self._is_over = True
        if joins and thread is not None and thread is not threading.current_thread():
            thread.join()

    # Methods that only the client's thread calls.

    def _run(self) -> None:
        try:
            while self._turn():
                pass
        except BaseException as error:
            _log.exception("the thread of a client failed")
            self._give_up(error)

    def _turn(self) -> bool:
        """Performs one step and waits for the next event; returns whether the thread must continue."""
        with self._lock:
            now = time.monotonic()
            self._expire(now)
            self._watch(now)
            step = self._advance(now)
        self._settle()
        if step is _Next.END:
            return False
        if step is _Next.START:
            self._start()
        else:
            self._wait(step)
        return True

    def _finish(self, entry: Entry, value: Answer | LinkPolicyError) -> None:
        """Records the answer or the error of a request, and forgets the request's line."""
        if entry.future is not None:
            self._settled.append((entry.future, value))
            entry.future, entry.line = None, b""

    def _expire(self, now: float) -> None:
        dropped = 0
        while self._timers and self._timers[0][0] <= now:
            entry = heapq.heappop(self._timers)[2]
            if entry.future is not None:
                self._finish(entry, TimedOut("the request was not answered in time"))
                # If the request was already sent, the tool still owes its answer.
                dropped += 0 if entry.is_sent else 1
        if dropped:
            self._queue = collections.deque(entry for entry in self._queue if entry.future is not None)
            self._release(dropped)

    def _watch(self, now: float) -> None:
        """Checks whether the tool has ended, and ends a tool that does not answer."""
        child, stall = self._child, self._limits.stall
        if child is None:
            return
        if stall is not None and child.owed and child.is_running and now - child.progress > stall:
            # If this process was suspended, the answer may be in the pipe, so the output is read once more.
            if child.was_looked_at:
                child.fail(ToolEnded, f"the tool gave no answer for {stall:g} s")
            child.was_looked_at = True
        if child.is_gone(now):
            self._child = None
            error = child.release()
            self._last, self._last_end = error, now
            if isinstance(error, PolicyRejected):
                self._rejection = error
            self._fail(child.owed, error)

    def _advance(self, now: float) -> _Step:
        """Returns the next step of the client's thread."""
        child = self._child
        times = [timer[0] for timer in self._timers[:1]]
        if self._closing is not None:
            if self._closing <= now:
                self._fail(self._queue, Closed("the client is closed"))
                if child is not None and child.owed:
                    self._fail(child.owed, Closed("the client is closed"))
                    child.fail(ToolEnded, "the client is closed")
            else:
                times.append(self._closing)
            if not self._queue:
                if child is None:
                    self._is_over = True
                    self._close_pipe()
                    return _Next.END
                if child.is_running and not child.owed:
                    child.close_input()
                    child.end()
        if child is None and self._queue:
            start = self._next_start(now)
            if isinstance(start, LinkPolicyError):
                self._fail(self._queue, start)
                return 0.0
            elif start <= now:
                return _Next.START
            else:
                times.append(start)
        if child is not None:
            if child.ending_since is not None:
                times.append(now + _LOOK)
            elif self._limits.stall is not None:
                times.append((child.progress if child.owed else now) + self._limits.stall + _LOOK)
        return max(min(times) - now, 0) if times else None

    def _next_start(self, now: float) -> float | LinkPolicyError:
        """Returns the time at which the tool may be started, or the error that prevents the start."""
        if self._rejection is not None:
            return self._rejection
        starts, limits = self._starts, self._limits
        while starts and now - starts[0] > limits.window:
            starts.popleft()
        if len(starts) > limits.restarts:
            return TooManyRestarts(limits.restarts, limits.window, starts[0] + limits.window - now, self._last)
        if len(starts) < 2:
            return now
        return self._last_end + min(limits.backoff * 2.0 ** min(len(starts) - 2, 60), limits.max_backoff)

    def _start(self) -> None:
        child, failure = None, None
        try:
            child = Child(self._command, self._cwd, self._env, self._limits.max_answer_bytes)
        except Exception as error:  # Of the system, or about a word that the system does not take.
            failure = StartFailed(f"cannot start `{self._command[0]}`: {error}")
        with self._lock:
            now = time.monotonic()
            self._starts.append(now)
            if failure is not None:
                self._last, self._last_end = failure, now
                self._fail(self._queue, failure)
            elif child is not None:
                self._child = child
                while self._queue:
                    child.send(self._queue[0])
                    self._queue.popleft()
        self._settle()

    def _wait(self, seconds: float | None) -> None:
        """Waits for the tool or a caller, and reads and writes without blocking."""
        child, poll = self._child, select.poll()
        assert self._pipe is not None
        poll.register(self._pipe[0], select.POLLIN)
        if child is not None:
            if not child.output_is_over and child.reason is None:
                poll.register(child.output, select.POLLIN)
            if not child.errors_are_over:
                poll.register(child.errors, select.POLLIN)
            if child.outgoing and child.is_running:
                poll.register(child.input, select.POLLOUT)
        ready = {found for found, _ in poll.poll(None if seconds is None else int(seconds * 1000) + 1)}
        if self._pipe[0] in ready:
            os.read(self._pipe[0], 1 << 16)
        if child is None:
            return
        if child.errors in ready:
            child.read_errors()
        if child.output in ready:
            self._take(child, child.read())
        with self._lock:
            if child.outgoing and child.is_running:
                child.flush()

    def _take(self, child: Child, lines: list[bytes]) -> None:
        """Settles the oldest requests with the given answers."""
        if not lines:
            return
        answers = [_json.parsed(line) for line in lines]
        with self._lock:
            for answer in answers:
                if not child.owed:
                    child.fail(ProtocolFault, "the tool wrote a line that it was not asked for")
                    break
                entry = child.owed[0]
                problem = _problem(answer, entry)
                if problem is not None:
                    child.fail(ProtocolFault, problem)
                    break
                is_error = entry.key is not None and "error" in answer
                self._finish(entry, RequestError(answer) if is_error else answer)
                child.owed.popleft()
                child.answers += 1
                child.advance()
                self._release(1)
        self._settle()

    def _release(self, count: int) -> None:
        self._held -= count
        self._room.notify(count)

    def _fail(self, entries: collections.deque[Entry], error: LinkPolicyError) -> None:
        """Fails all given requests, each with a separate error object, because raising an error changes the object."""
        for entry in entries:
            self._finish(entry, copy.copy(error))
        self._release(len(entries))
        entries.clear()

    def _settle(self) -> None:
        if not self._settled:
            return
        began = time.monotonic()
        while self._settled:
            future, value = self._settled.popleft()
            try:
                if not future.set_running_or_notify_cancel():
                    continue
                if isinstance(value, BaseException):
                    future.set_exception(value)
                else:
                    future.set_result(value)
            except BaseException:
                _log.exception("a callback of a future failed")
        with self._lock:
            if self._child is not None:
                # During the settling, nobody read the output of the tool.
                now = time.monotonic()
                self._child.progress = min(now, self._child.progress + now - began)

    def _give_up(self, error: BaseException) -> None:
        """Ends the client after an error of this module or of the system, such as a lack of memory."""
        with self._lock:
            self._is_over = True
            child, self._child = self._child, None
            self._failure = ToolEnded(f"the client failed: {error!r}")
            try:
                for entries in ([child.owed] if child else []) + [self._queue]:
                    self._fail(entries, self._failure)
            finally:
                self._room.notify_all()
                self._close_pipe()
        try:
            self._settle()
        finally:
            if child is not None:
                child.process.kill()
                child.close_pipes()
                child.process.wait()

    def _close_pipe(self) -> None:
        if self._pipe is not None:
            os.close(self._pipe[0])
            os.close(self._pipe[1])
            self._pipe = None

    # Methods for the child of a fork, in which only one thread runs.

    def forget(self) -> None:
        """Leaves the tool to the parent process."""
        if self._child is not None:
            self._child.close_pipes()
            # The tool is not a child of this process, so this process cannot wait for the tool.
            self._child.process.returncode = 0
        self._close_pipe()
        self._is_over = self._is_over or self._closing is not None
        self._clear()


def _problem(answer: Any, entry: Entry) -> str | None:
    """Returns the reason why a line is not the answer to a request, or None if it is the answer."""
    if not isinstance(answer, dict) or "id" not in answer:
        return "the tool wrote a line that is no answer"
    id, is_error = answer["id"], "error" in answer
    if (type(id) is not type(entry.id) or id != entry.id) and (id is not None or not is_error):
        return "the tool wrote the answer to another request"
    # An answer has exactly one of these members, and the member's value is never `null`.
    kinds = [key for key in ("decision", "lookup", "error") if key in answer]
    wanted = "error" if is_error else entry.key or "".join(kinds)
    if kinds != [wanted] or not isinstance(answer[wanted], dict) or is_error and not _is_error(answer["error"]):
        return "the tool wrote an answer of another kind"
    return None


def _is_error(error: dict[str, Any]) -> bool:
    question, column = error.get("question"), error.get("column")
    return (
        isinstance(error.get("code"), str) and isinstance(error.get("message"), str)
        and (question is None or isinstance(question, str)) and (column is None or type(column) is int))


_loops: weakref.WeakSet[Loop] = weakref.WeakSet()


def _after_fork() -> None:
    for loop in list(_loops):
        loop.forget()


os.register_at_fork(after_in_child=_after_fork)
