"""Asks a policy through the command line tool, which runs as a child process."""
from __future__ import annotations

import enum
import itertools
import os
import weakref
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Mapping, NamedTuple, Sequence

from . import _json
from ._loop import Limits, Loop
from .errors import ProtocolFault

__all__ = ["Client", "Recorded"]

# The maximum length of a line that the tool reads, without its line feed.
_LINE_LIMIT = 16 << 20
# The maximum time that the system can wait, in seconds.
_LONGEST = 1_000_000


class _Default(enum.Enum):
    TIMEOUT = "the timeout of the client"


class Recorded(NamedTuple):
    """A decision, and its record, which the caller must store."""

    decision: dict[str, Any]
    record: dict[str, Any]


class Client:
    """Asks one policy. Every request ends in its own answer or in an error of `linkpolicy.errors`.

    The tool starts with the first request, and starts again with the next request after it has ended. The requests that were in
    flight then fail with `ToolEnded`; the client sends no request twice. Several threads may share a client. After `os.fork`, the
    child may use the client too, and then starts a separate tool; futures from before the fork belong to the parent.
    """

    def __init__(
        self,
        policy: str | os.PathLike[str],
        *,
        tool: str | Sequence[str] = "linkpolicy",
        options: Sequence[str] = (),
        timeout: float | None = 10.0,
        max_in_flight: int = 1024,
        wait: bool = True,
        restarts: int = 5,
        window: float = 60.0,
        backoff: float = 0.05,
        max_backoff: float = 2.0,
        stall: float | None = 30.0,
        max_answer_bytes: int = 64 << 20,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Creates a client without starting the tool.

        Args:
            policy: a path, or the name of a shipped policy.
            tool: the program, or the program with its first arguments. A wrapper must `exec` the tool.
            options: options of `linkpolicy decide`, such as `--record`.
            timeout: the seconds that a request may take, unless the request states its own limit; None for no limit.
            max_in_flight: the maximum number of requests in flight.
            wait: whether a request waits within its timeout if too many requests are in flight; otherwise, the request fails
                immediately.
            restarts: the maximum number of restarts of the tool within `window` seconds.
            window: the seconds in which restarts are counted.
            backoff: the seconds before the second restart within the window, doubled for each further restart.
            max_backoff: the maximum seconds before a restart.
            stall: the seconds without any complete answer after which the tool is ended; None for no limit. Without a limit,
                requests that a hanging tool does not answer count towards `max_in_flight` until the client is closed.
            max_answer_bytes: the maximum bytes of an answer, without its line feed. If the tool writes a longer line, the tool is
                ended.
            cwd: the folder in which the tool runs.
            env: the environment of the tool.

        Raises:
            ValueError: a number is out of range, or the policy is standard input.
        """
        name = os.fspath(policy)
        if name == "-":
            raise ValueError("the policy cannot be standard input, which carries the requests")
        if max_in_flight < 1 or max_answer_bytes < 1 or restarts < 0:
            raise ValueError("`max_in_flight` and `max_answer_bytes` are at least 1, `restarts` at least 0")
        for seconds in (timeout, window, backoff, max_backoff, stall):
            _check_seconds(seconds)
        program = (tool,) if isinstance(tool, str) else tuple(tool)
        limits = Limits(max_in_flight, wait, restarts, window, backoff, max_backoff, stall, max_answer_bytes)
        self._timeout = timeout
        self._ids = itertools.count(1)
        self._loop = Loop((*program, "decide", name, *options), cwd, env, limits)
        # When nothing refers to the client anymore, it accepts no requests and lets its tool end.
        weakref.finalize(self, self._loop.close, 0.0, joins=False)

    @property
    def pid(self) -> int | None:
        """The process id of the tool; None if the tool is not running."""
        return self._loop.pid

    def decide(
        self,
        attempt: Mapping[str, Any],
        *,
        answers: Mapping[str, Any],
        caller: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        fields: Sequence[str] | None = None,
        timeout: float | None | _Default = _Default.TIMEOUT,
    ) -> dict[str, Any]:
        """Decides an attempt.

        Args:
            attempt, answers, caller, settings: as in Docs/Protocol.md. Values are None, strings, booleans, integers, finite floats,
                lists, tuples, and mappings whose keys are strings.
            fields: the members that the decision must contain, such as `outcome`; None for all members.
            timeout: the seconds that the request may take.

        Returns:
            The decision.

        Raises:
            RequestError: the tool answered with an error.
            LinkPolicyError: the request got no answer.
            ValueError: a value has no representation in JSON, or the line is longer than 16 MiB.
        """
        body: dict[str, Any] = {"attempt": attempt, "caller": caller, "settings": settings, "answers": answers}
        if fields is not None:
            body["fields"] = fields
        decision: dict[str, Any] = self.request({"decide": body}, timeout=timeout)["decision"]
        return decision

    def decide_with_record(
        self,
        attempt: Mapping[str, Any],
        *,
        answers: Mapping[str, Any],
        record: Mapping[str, Any],
        caller: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        timeout: float | None | _Default = _Default.TIMEOUT,
    ) -> Recorded:
        """Decides an attempt, and also returns the record of the decision.

        Args:
            record: the `time` and the `correlation` of the record, as in Docs/Records.md.
            attempt, answers, caller, settings, timeout: the same as for `decide`.

        Returns:
            The decision and its record.

        Raises:
            RequestError: the tool answered with an error. If the tool wrote a record, the record is in `answer["record"]`.
            LinkPolicyError, ValueError: the same as for `decide`.
        """
        body = {"attempt": attempt, "caller": caller, "settings": settings, "answers": answers, "record": record}
        if not isinstance(record, Mapping):
            raise ValueError(f"`record` is a mapping, not {type(record).__name__}")
        answer = self.request({"decide": body}, timeout=timeout)
        if not isinstance(answer.get("record"), dict):
            raise ProtocolFault("the tool wrote a decision without its record")
        return Recorded(answer["decision"], answer["record"])

    def lookup(
        self,
        attempt: Mapping[str, Any],
        *,
        answers: Mapping[str, Any] | None = None,
        caller: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        timeout: float | None | _Default = _Default.TIMEOUT,
    ) -> dict[str, Any]:
        """Returns the lookup for an attempt; the arguments and errors are the same as for `decide`."""
        body = {"attempt": attempt, "caller": caller, "settings": settings, "answers": answers}
        lookup: dict[str, Any] = self.request({"lookup": body}, timeout=timeout)["lookup"]
        return lookup

    def request(
        self, body: Mapping[str, Any], *, timeout: float | None | _Default = _Default.TIMEOUT
    ) -> dict[str, Any]:
        """Sends `{"decide": ...}` or `{"lookup": ...}` and returns the whole answer; the errors are the same as for `decide`."""
        return self.submit(body, timeout=timeout).result()

    def submit(
        self, body: Mapping[str, Any], *, timeout: float | None | _Default = _Default.TIMEOUT
    ) -> Future[dict[str, Any]]:
        """Sends a request without waiting for its answer.

        Callbacks of the future run on the client's thread, and must not wait for another request of the same client.

        Args:
            body: `{"decide": ...}` or `{"lookup": ...}`, as in Docs/Protocol.md, without an id.
            timeout: the seconds until the future fails with `TimedOut`.

        Returns:
            A future of the whole answer.

        Raises:
            Overloaded: too many requests are in flight, and none of these requests ended within the timeout.
            Closed, PolicyRejected: the client accepts no requests.
            StartFailed: the system has no descriptor or thread left for the client.
            ValueError: the body is not a request, a value has no representation in JSON, or the line is longer than 16 MiB.
        """
        if not isinstance(body, Mapping):
            raise ValueError(f"a request is a mapping, not {type(body).__name__}")
        keys = {"decide": "decision", "lookup": "lookup"}
        verbs = [verb for verb in keys if body.get(verb) is not None]
        if len(verbs) != 1 or "id" in body:
            raise ValueError("a request has exactly one of `decide` and `lookup`, and no `id`")
        id = next(self._ids)
        return self._send(id, _json.line(id, body), keys[verbs[0]], timeout)

    def submit_line(
        self, id: int | float | str, line: bytes, *, timeout: float | None | _Default = _Default.TIMEOUT
    ) -> Future[dict[str, Any]]:
        """Sends a line unchanged; an answer with an error is returned like any other answer.

        Args:
            id: the id in the line. Two lines with equal ids must not be in flight at the same time.
            line: a line without its line feed, which must not be blank.
            timeout: the seconds until the future fails with `TimedOut`.

        Returns:
            A future of the whole answer.

        Raises:
            ValueError: the line is blank, or has a line feed.
            LinkPolicyError: the same as for `submit`.
        """
        if b"\n" in line or not line.strip(b" \t\r"):
            raise ValueError("a line has no line feed and is not blank: otherwise it has not exactly one answer")
        return self._send(id, line, None, timeout)

    def _send(self, id: Any, line: bytes, key: str | None, timeout: float | None | _Default) -> Future[dict[str, Any]]:
        if key is not None and len(line) > _LINE_LIMIT:
            raise ValueError(f"a request has at most {_LINE_LIMIT} bytes, this one has {len(line)}")
        seconds = self._timeout if isinstance(timeout, _Default) else timeout
        _check_seconds(seconds)
        return self._loop.submit(id, line + b"\n", key, seconds)

    def reset(self) -> None:
        """Permits the client to start the tool again after `PolicyRejected` or `TooManyRestarts`. Call this method after the repair."""
        self._loop.reset()

    def close(self, timeout: float = 5.0) -> None:
        """Ends the client. Accepted requests may be answered for some more seconds, and then fail with `Closed`.

        Returns after the tool and the client's thread have ended. Later requests, and requests that wait for room, fail with
        `Closed`. If accepted requests still need the tool, the tool is started.

        Args:
            timeout: the seconds for requests in flight.
        """
        _check_seconds(timeout)
        self._loop.close(timeout)

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _check_seconds(seconds: float | None) -> None:
    if seconds is not None and not 0 <= seconds <= _LONGEST:
        raise ValueError(f"a time is a number of seconds from 0 to {_LONGEST}, or None where that is allowed; not {seconds}")
