"""One run of the tool: the process, its pipes, and the requests that the tool has not answered yet."""
from __future__ import annotations

import collections
import os
import signal
import subprocess
import time
from concurrent.futures import Future
from typing import Any, Mapping, Sequence

from .errors import PolicyRejected, ProtocolFault, ToolEnded

_CHUNK = 1 << 18
_KEPT_ERRORS = 8 << 10
# The exit codes of a wrong command line and of a policy that does not load.
_REJECTIONS = (2, 3)
# The seconds that the tool may take to exit after it has closed its output.
_GRACE = 0.5
# The seconds that the system may take to end a killed process.
_ABANDONED = 5.0


class Entry:
    """A request, with its line until the line is written, and its future until the future is settled."""

    __slots__ = ("id", "line", "key", "future", "deadline", "is_sent")

    def __init__(self, id: Any, line: bytes, key: str | None, deadline: float | None) -> None:
        self.id = id
        self.line = line
        # The member that an answer without an error must have; None if the caller accepts every answer.
        self.key = key
        self.future: Future[dict[str, Any]] | None = Future()
        self.deadline = deadline
        self.is_sent = False


class Child:
    """A process of the tool.

    Only the client's thread reads and waits. Any thread may call `send` while it holds the client's lock.
    """

    def __init__(self, command: Sequence[str], cwd: str | None, env: Mapping[str, str] | None, answer_limit: int) -> None:
        # The tool runs in a separate session, so that an interrupt from the terminal does not end the tool before its client.
        self.process = subprocess.Popen(
            command, cwd=cwd, env=env, bufsize=0, start_new_session=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        self.input, self.output, self.errors = (pipe.fileno() if pipe else -1 for pipe in pipes)
        for descriptor in (self.input, self.output, self.errors):
            os.set_blocking(descriptor, False)
        self.answer_limit = answer_limit
        self.owed: collections.deque[Entry] = collections.deque()
        self.outgoing = bytearray()
        self.answers = 0
        # The time of the last answer, or of the first unanswered request. Time in callbacks of callers does not count.
        self.progress = time.monotonic()
        # Whether the output was read once more after `stall` had passed.
        self.was_looked_at = False
        self.input_is_closed = self.output_is_over = self.errors_are_over = False
        # The time at which the client noticed the end, and the reason if the client ends the tool.
        self.ending_since: float | None = None
        self.fault: type[ToolEnded] = ToolEnded
        self.reason: str | None = None
        self._killed_at: float | None = None
        self._rest: list[bytes] = []
        self._rest_size = 0
        self._said = b""

    @property
    def is_running(self) -> bool:
        return self.ending_since is None and not self.input_is_closed

    def send(self, entry: Entry) -> None:
        """Accepts a request, and writes as many bytes of the request as fit into the pipe."""
        if not self.owed:
            self.advance()
        self.owed.append(entry)
        entry.is_sent = True
        line, entry.line = entry.line, b""
        if self.outgoing:
            self.outgoing += line
            return
        try:
            self.outgoing += line[self._write(line):]
        except BaseException:
            # A signal handler raised an exception, so it is unknown how much of the line was written.
            self.fail(ToolEnded, "a request was interrupted while the client wrote it")
            raise

    def advance(self) -> None:
        """Restarts the time of `stall`."""
        self.progress = time.monotonic()
        self.was_looked_at = False

    def flush(self) -> None:
        """Writes as many of the remaining bytes as fit into the pipe."""
        del self.outgoing[: self._write(bytes(self.outgoing[:_CHUNK]))]

    def _write(self, data: bytes) -> int:
        try:
            return _write_without_signal(self.input, data)
        except (BlockingIOError, InterruptedError):
            return 0
        except OSError:
            # The tool reads no more. Its output has the earlier answers, and then ends.
            self.end()
            return len(data)

    def read(self) -> list[bytes]:
        """Returns the complete lines. A last line without a line feed is not an answer."""
        chunk = self._read(self.output)
        if chunk is None:
            return []
        if not chunk:
            self.output_is_over = True
            self.end()
            return []
        *lines, rest = chunk.split(b"\n")
        if lines:
            lines[0] = b"".join(self._rest) + lines[0]
            self._rest, self._rest_size = [], 0
        self._rest.append(rest)
        self._rest_size += len(rest)
        for place, size in enumerate([*map(len, lines), self._rest_size]):
            if size > self.answer_limit:
                self.fail(ProtocolFault, f"the tool wrote a line of more than {self.answer_limit} bytes")
                return lines[:place]
        return lines

    def read_errors(self) -> None:
        chunk = self._read(self.errors)
        if chunk == b"":
            self.errors_are_over = True
        elif chunk:
            self._said = (self._said + chunk)[-_KEPT_ERRORS:]

    @staticmethod
    def _read(descriptor: int) -> bytes | None:
        try:
            return os.read(descriptor, _CHUNK)
        except (BlockingIOError, InterruptedError):
            return None
        except OSError:
            return b""

    def close_input(self) -> None:
        """Closes the tool's input, so that the tool ends by itself."""
        self.input_is_closed = True
        self.outgoing.clear()
        if self.process.stdin:
            self.process.stdin.close()

    def fail(self, fault: type[ToolEnded], reason: str) -> None:
        """Ends the tool because of a fault of the tool."""
        if self.reason is None:
            self.fault, self.reason = fault, reason
        self.end()
        self.kill()

    def end(self) -> None:
        if self.ending_since is None:
            self.ending_since = time.monotonic()

    def kill(self) -> None:
        if self._killed_at is None:
            self._killed_at = time.monotonic()
            self.process.kill()

    def is_gone(self, now: float) -> bool:
        """Returns whether the process has ended; kills a process that does not end by itself."""
        if self.ending_since is None:
            return False
        has_had_time = now - self.ending_since > _GRACE
        if self.process.poll() is not None:
            # The pipe may still contain output from before the end.
            return self.output_is_over or self.reason is not None or has_had_time
        if has_had_time:
            self.kill()
        return self._killed_at is not None and now - self._killed_at > _ABANDONED

    def release(self) -> ToolEnded:
        """Closes the pipes, and returns the error for the requests without an answer."""
        while not self.errors_are_over:
            before = self._said
            self.read_errors()
            if self._said == before:
                break
        self.close_pipes()
        status = self.process.returncode
        said = self._said.decode("utf-8", "replace")
        if self.reason is not None:
            return self.fault(self.reason, status, said)
        if status in _REJECTIONS and not self.answers:
            return PolicyRejected(f"the tool rejects the policy or its options (exit code {status})", status, said)
        within = " in the middle of an answer" if self._rest_size else ""
        if status is not None and status < 0:
            return ToolEnded(f"signal {-status} ended the tool{within}", status, said)
        return ToolEnded(f"the tool ended with exit code {status}{within}", status, said)

    def close_pipes(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()


def _write_without_signal(descriptor: int, data: bytes) -> int:
    """Writes to a pipe. If nobody reads the pipe, raises `BrokenPipeError` and never lets SIGPIPE end the program.

    Python ignores SIGPIPE, but a program may restore the default action. The system sends SIGPIPE to the writing thread, so the
    function blocks the signal only in this thread, and consumes a pending SIGPIPE before it restores the signal mask.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    if signal.SIGPIPE in before:
        return os.write(descriptor, data)
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGPIPE,))
        return os.write(descriptor, data)
    except BrokenPipeError:
        if signal.SIGPIPE in signal.sigpending():
            signal.sigwait((signal.SIGPIPE,))
        raise
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
