"""The errors that a request can end in."""
from __future__ import annotations

from typing import Any


class LinkPolicyError(Exception):
    """The base class of all errors of this package."""


class RequestError(LinkPolicyError):
    """The tool rejected the request because the request is wrong. Sending the request again has the same result.

    Attributes:
        code: the code of Docs/Protocol.md, such as `malformed` or `unanswered`.
        message: the message for people.
        question: the key of `answers` that is missing, if the code is `unanswered`.
        column: the character of the line at which it cannot be read, counted from 1.
        answer: the whole answer.
    """

    def __init__(self, answer: dict[str, Any]) -> None:
        error = answer["error"]
        self.code: str = error["code"]
        self.message: str = error["message"]
        self.question: str | None = error.get("question")
        self.column: int | None = error.get("column")
        self.answer = answer
        super().__init__(f"{self.code}: {self.message}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.answer,)


class InputError(RequestError):
    """The library rejected the request because the request is wrong. Sending the request again has the same result.

    Attributes:
        code: the code of Docs/Protocol.md, such as `malformed` or `unanswered`.
        question: the key of `answers` that is missing, if the code is `unanswered`.
        reason: the reason why claims were rejected, such as `audience`, if the code is `claims`.
    """

    @property
    def reason(self) -> str | None:
        reason: str | None = self.answer["error"].get("reason")
        return reason


class InvalidPolicy(LinkPolicyError):
    """The library rejected the text or the image of a policy.

    Attributes:
        findings: the findings, each with `code`, `level` and `message`, and if available `help`, `file`, `line` and `column`.
    """

    def __init__(self, findings: list[dict[str, Any]]) -> None:
        self.findings = findings
        super().__init__("\n".join(_finding(one) for one in findings))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.findings,)


class LibraryError(LinkPolicyError, RuntimeError):
    """The library cannot execute the call: 16384 policies and tables are alive, or a text is longer than its limit."""


def _finding(finding: dict[str, Any]) -> str:
    place = "".join(f"{finding[key]}:" for key in ("file", "line", "column") if key in finding)
    return f"{place} {finding['level']}: {finding['message']}".strip()


class ToolEnded(LinkPolicyError):
    """The tool ended before it answered the request. Deciding has no effects, so the request may be sent again.

    Attributes:
        reason: the reason, as a text for people.
        status: the exit code of the tool, the negative number of the signal that ended the tool, or None if the tool was not
            started.
        stderr: the last 8 KiB that the tool wrote to standard error.
    """

    def __init__(self, reason: str, status: int | None = None, stderr: str = "") -> None:
        self.reason = reason
        self.status = status
        self.stderr = stderr
        super().__init__(reason + (":\n" + stderr.strip() if stderr.strip() else ""))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason, self.status, self.stderr)


class ProtocolFault(ToolEnded):
    """The tool wrote a line that is not the answer to the oldest request, so the client ended it."""


class StartFailed(ToolEnded):
    """The tool cannot be started: there is no such program, or the system refuses to run it."""


class PolicyRejected(StartFailed):
    """The tool ended with exit code 2 or 3 before its first answer: the policy does not load, or an option is wrong.

    `stderr` has the diagnostics. The client starts no tool again until `Client.reset` is called.
    """


class TooManyRestarts(LinkPolicyError):
    """The tool has ended too often lately, so the client does not start it now.

    Attributes:
        retry_after: the seconds after which the client would start the tool again.
        last: the error with which the tool ended last.
    """

    def __init__(self, restarts: int, window: float, retry_after: float, last: ToolEnded | None) -> None:
        self.retry_after = retry_after
        self.last = last
        cause = f"; the last time: {last}" if last else ""
        self._limits = (restarts, window)
        super().__init__(f"the tool was restarted {restarts} times within {window:g} s{cause}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self._limits, self.retry_after, self.last)


class TimedOut(LinkPolicyError, TimeoutError):
    """The request was not answered within its timeout."""


class Overloaded(LinkPolicyError):
    """The client has reached its limit for requests in flight."""


class Closed(LinkPolicyError):
    """The client is closed, or was closed before the request was answered."""
