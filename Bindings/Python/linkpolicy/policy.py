"""Policies that answer inside this process, without the command line tool."""
from __future__ import annotations

import ctypes
import json
from array import array
from operator import itemgetter
from typing import Any, Iterable, Iterator, Literal, Mapping, NamedTuple, NoReturn, Sequence, Union, cast

from . import _json, _native
from .errors import InputError, InvalidPolicy, LibraryError
from .types import (
    Assertion,
    Attempt,
    Caller,
    ChangeSet,
    Check,
    ClaimNote,
    CodeAnswers,
    DecideRequest,
    DecidingRow,
    DecisionAnswer,
    DecisionField,
    Effect,
    Lookup,
    Nonce,
    Record,
    RecordRequest,
    StoreAnswers,
)

__all__ = ["Claims", "Column", "Decision", "Policy", "Table"]

# The values of a column, as words or as numbers.
ColumnValues = Union["array[int]", Sequence[str]]


class Decision(Mapping[str, Any]):
    """A decision: its JSON as a mapping, with attributes for the members that every caller needs.

    A decision has no truth value, because a refusal must not be mistaken for an allowed attempt: test `allowed`. An attribute raises
    `KeyError` if the request left out its member with `fields`.

    Attributes:
        record: the record of the decision, or None if the request asked for no record.
    """

    __slots__ = ("_members", "record")

    def __init__(self, members: DecisionAnswer, record: Record | None = None) -> None:
        self._members = members
        self.record = record

    @property
    def outcome(self) -> Literal["allowed", "refused"]:
        """`allowed` or `refused`."""
        return self._members["outcome"]

    @property
    def allowed(self) -> bool:
        """Whether the attempt is allowed."""
        return self.outcome == "allowed"

    @property
    def error(self) -> str | None:
        """The code of a refusal's error, or None."""
        self._members["outcome"]
        return self._members.get("error")

    @property
    def shown(self) -> str | None:
        """The outcome to report to the client, if this outcome differs from the true outcome."""
        self._members["outcome"]
        return self._members.get("shown")

    @property
    def effects(self) -> list[Effect]:
        """The effects, in order."""
        return self._members["effects"]

    @property
    def changes(self) -> ChangeSet:
        """The change set: `requires`, `writes` and `notices`, for one transaction."""
        return self._members["changes"]

    @property
    def row(self) -> DecidingRow | None:
        """The deciding row."""
        return self._members["row"]

    def __getitem__(self, key: str) -> Any:
        return self._members[key]  # type: ignore[literal-required]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __bool__(self) -> NoReturn:
        raise TypeError("a decision has no truth value: test `allowed`")

    def __repr__(self) -> str:
        return f"Decision({self._members!r})"


class Claims(NamedTuple):
    """The assertion of a payload, with the checks that were made and the checks that were not made."""

    assertion: Assertion
    checked: list[Check]
    unchecked: list[Check]
    notes: list[ClaimNote]
    undeclared: list[str]

    def attempt(self, action: str, **more: Any) -> Attempt:
        """Returns an attempt with this assertion.

        Args:
            action: the action, such as `sign-in`.
            more: other keys of the attempt, such as `tenant`.
        """
        return cast(Attempt, {"action": action, **self.assertion, **more})


class Column(NamedTuple):
    """A fact on which the answers of a table depend, with the words of its values. The number of a word is its index."""

    fact: str
    values: tuple[str, ...]


class Policy:
    """A policy that answers in this process.

    Create each policy only once, and keep the object. Threads may share the policy, and a child process may use the policy after
    `os.fork`. The interpreter lock is released while the library answers.
    """

    def __init__(self, handle: _native.PolicyHandle) -> None:
        self._handle = handle
        text = _native.Text()
        _check(_native.library().lp_policy_about(handle, ctypes.byref(text)), text)
        about = json.loads(_native.take(text))
        self.name: str = about["name"]
        self.digest: str = about["digest"]

    def __enter__(self) -> Policy:
        return self

    def __exit__(self, *_: object) -> None:
        """Does nothing: the policy is freed with its last reference, because other threads may still use the policy."""

    @classmethod
    def shipped(cls, name: str) -> Policy:
        """Returns a shipped policy, which the library contains.

        Args:
            name: `firebase`, `firebase-emulator`, `hardened`, `hardened-events` or `identity-platform`.

        Raises:
            ValueError: no policy has the name.
        """
        library, handle = _native.library(), _native.PolicyHandle()
        status = library.lp_policy_shipped(_word(name), ctypes.byref(handle))
        if status == _native.NOT_FOUND:
            raise ValueError(f"no policy {name!r} is shipped")
        _check(status)
        return cls(handle)

    @classmethod
    def load(cls, image: bytes) -> Policy:
        """Loads an image that `linkpolicy compile` wrote.

        Raises:
            InvalidPolicy: the library rejects the image.
        """
        library, handle, findings = _native.library(), _native.PolicyHandle(), _native.Text()
        data = _bytes(image, "an image")
        _check(library.lp_policy_load(data, len(data), ctypes.byref(handle), ctypes.byref(findings)), findings)
        return cls(handle)

    @classmethod
    def compile(cls, text: str | bytes, *, name: str = "policy.yaml") -> Policy:
        """Compiles the YAML text of a policy, which may extend a shipped policy.

        Args:
            text: the text.
            name: the name of the file in findings and in the positions of rows.

        Raises:
            InvalidPolicy: the text has errors.
        """
        library, handle, findings = _native.library(), _native.PolicyHandle(), _native.Text()
        # The library itself reports half of a surrogate pair, with its position.
        data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else _bytes(text, "the text of a policy")
        status = library.lp_policy_compile(data, len(data), _word(name), ctypes.byref(handle), ctypes.byref(findings))
        _check(status, findings)
        return cls(handle)

    def recording(self, account_key: bytes | None = None) -> Policy:
        """Returns this policy with required records: each call of `decide` needs `record`.

        Args:
            account_key: 32 to 65536 secret bytes. Records then contain a keyed hash of the account's id, and the id without a key.

        Raises:
            ValueError: the key is too short or too long.
        """
        handle, key = _native.PolicyHandle(), None if account_key is None else _bytes(account_key, "a key")
        status = _native.library().lp_policy_recording(self._handle, key, len(key or b""), ctypes.byref(handle))
        if status == _native.INVALID_ARGUMENT:
            raise ValueError("a key has 32 to 65536 bytes")
        _check(status)
        return Policy(handle)

    def answer(self, request: bytes, *, explain: bool = False) -> bytes:
        """Answers one request in JSON with one line of JSON, like `linkpolicy decide`.

        Args:
            request: one JSON object in UTF-8.
            explain: whether a decision contains its explanation.
        """
        text, data = _native.Text(), _bytes(request, "a request")
        flags = _native.EXPLAIN if explain else 0
        _check(_native.library().lp_answer(self._handle, data, len(data), flags, ctypes.byref(text)))
        return _native.take(text)

    def answer_lines(self, lines: bytes, *, explain: bool = False) -> bytes:
        """Answers one request on each line with one answer on each line.

        Args:
            lines: the requests; blank lines have no answer.
            explain: whether decisions contain their explanations.
        """
        text, data = _native.Text(), _bytes(lines, "requests")
        flags = _native.EXPLAIN if explain else 0
        _check(_native.library().lp_answer_lines(self._handle, data, len(data), flags, ctypes.byref(text)))
        return _native.take(text)

    def lookup(
        self,
        attempt: Attempt | Mapping[str, Any],
        *,
        caller: Caller | Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        answers: CodeAnswers | Mapping[str, Any] | None = None,
    ) -> Lookup:
        """Returns the questions that the store must answer before the attempt can be decided.

        Args:
            attempt: the attempt, in the format of Docs/Protocol.md.
            caller: the ids of the session, the code and the target account.
            settings: the values of the policy's settings.
            answers: the code and its account, if the code supplies the address.

        Raises:
            InputError: the attempt is malformed, or the policy does not offer the attempt.
        """
        body = {"attempt": attempt, "caller": caller, "settings": settings, "answers": answers}
        return self._ask("lookup", body)["lookup"]  # type: ignore[no-any-return]

    def decide(
        self,
        attempt: Attempt | Mapping[str, Any],
        *,
        answers: StoreAnswers | Mapping[str, Any] | None = None,
        caller: Caller | Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
        record: RecordRequest | Mapping[str, str] | None = None,
        fields: Sequence[DecisionField] | None = None,
        explain: bool = False,
    ) -> Decision:
        """Decides an attempt.

        Args:
            attempt: the attempt, in the format of Docs/Protocol.md.
            answers: the store's answers to the questions of the lookup.
            caller: the ids of the session, the code and the target account.
            settings: the values of the policy's settings.
            record: the time and the correlation id of the record, which the decision then contains.
            fields: the members that the decision must contain; None for all members.
            explain: whether the decision contains its explanation.

        Raises:
            InputError: the attempt is malformed, a question has no answer, or the answers contradict each other.
        """
        body = {
            "attempt": attempt, "caller": caller, "settings": settings, "answers": answers, "record": record,
            "fields": fields}
        return _decision(self._ask("decide", body, explain=explain))

    def decide_many(self, requests: Iterable[DecideRequest | Mapping[str, Any]]) -> list[Decision | InputError]:
        """Decides many attempts with one call of the library.

        Args:
            requests: the bodies of `decide` lines: `attempt`, and optionally `caller`, `settings`, `answers`, `record` and
                `fields`.

        Returns:
            A decision for each request, in order, or the error of a request that cannot be decided.

        Raises:
            ValueError: a value of a request has no representation in JSON. In this case, no request is decided.
        """
        lines = b"\n".join(_json.line(0, {"decide": request}) for request in requests)
        results: list[Decision | InputError] = []
        for line in self.answer_lines(lines).splitlines():
            answer = json.loads(line)
            results.append(InputError(answer) if "error" in answer else _decision(answer))
        return results

    def claims(
        self,
        mapping: str | Mapping[str, Any],
        payload: str | bytes,
        *,
        provider: str | None = None,
        form: str | None = None,
        addresses: str | None = None,
        audiences: Sequence[str] | None = None,
        issuers: Sequence[str] | None = None,
        time: int | None = None,
        leeway: int | None = None,
        nonce: Nonce | None = None,
        subject: str | None = None,
    ) -> Claims:
        """Converts the payload of a token, whose signature you have verified, to an assertion.

        Args:
            mapping: the name of a shipped mapping, such as `google`, or your own mapping; Docs/Claims.md describes both.
            payload: one JSON object as the provider sent it, after base64url decoding.
            provider: the provider's id in the policy; None to use the id in the mapping.
            form: the form that accompanies a token of Apple.
            addresses: a separate list of addresses, as JSON.
            audiences: the client ids of the service.
            issuers: the accepted issuers; None for the issuers of the mapping.
            time: the current time in seconds since 1970; None to leave the times unchecked.
            leeway: the tolerated clock difference in seconds; None for 60 seconds.
            nonce: `{"raw": value}`, `{"claim": value}` or `"not-sent"`; required for ID tokens.
            subject: `sub` of the ID token that belongs to a user-info answer.

        Raises:
            InputError: the payload is for another issuer or application, has expired, or lacks a claim; `reason` states the
                cause.
        """
        if not isinstance(payload, (str, bytes)):
            raise TypeError(f"a payload is a string or `bytes`, not {type(payload).__name__}")
        try:
            text = payload.decode("utf-8") if isinstance(payload, bytes) else payload
        except UnicodeDecodeError as error:
            message = f"the payload is not UTF-8: byte {error.start + 1}"
            raise InputError({"error": {"code": "claims", "message": message, "reason": "malformed"}}) from None
        body = {
            "mapping": mapping, "payload": text, "provider": provider, "form": form, "addresses": addresses,
            "audiences": audiences, "issuers": issuers, "time": time, "leeway": leeway, "nonce": nonce, "subject": subject}
        return Claims(**self._ask("claims", body)["claims"])

    def table(self, action: str, kind: str | None = None) -> Table:
        """Returns the table of the attempts of an action, to decide many combinations of facts at once.

        Args:
            action: the action, such as `sign-in`.
            kind: the kind of sign-in, such as `federated`; None for an action without a method.

        Raises:
            InputError: the policy does not decide such attempts.
        """
        handle, findings = _native.TableHandle(), _native.Text()
        status = _native.library().lp_table_make(
            self._handle, _word(action), None if kind is None else _word(kind), ctypes.byref(handle), ctypes.byref(findings))
        if status == _native.REJECTED:
            raise _input_error(_native.take(findings))
        _check(status)
        return Table(handle)

    def _ask(self, verb: str, body: Mapping[str, Any], *, explain: bool = False) -> dict[str, Any]:
        given = {key: value for key, value in body.items() if value is not None}
        answer: dict[str, Any] = json.loads(self.answer(_json.line(0, {verb: given}), explain=explain))
        if "error" in answer:
            raise InputError(answer)
        return answer

    def __repr__(self) -> str:
        return f"<Policy {self.name} {self.digest[:12]}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a policy cannot be pickled: create it in each process")


class Table:
    """The answers of a policy to the attempts of one action and kind, from facts alone, without lookups and checks.

    Attributes:
        columns: the facts, in order, with the words of their values.
    """

    def __init__(self, handle: _native.TableHandle) -> None:
        self._handle = handle
        text = _native.Text()
        _check(_native.library().lp_table_columns(handle, ctypes.byref(text)), text)
        self.columns = [Column(one["fact"], tuple(one["values"])) for one in json.loads(_native.take(text))]
        self._numbers = [{word: number for number, word in enumerate(column.values)} for column in self.columns]
        self._answers: dict[int, DecisionAnswer] = {}

    def decide(self, given: Sequence[Mapping[str, str]] | Mapping[str, ColumnValues]) -> list[DecisionAnswer]:
        """Returns the answer to each combination of facts. Equal answers are the same object, so do not change an answer.

        Args:
            given: rows, each with a word for every fact of `columns`; or columns, each with the words of one fact, or with the
                numbers of the words in an `array("H")`.

        Raises:
            InputError: a fact is missing or unknown, or a word is not a value of its fact.
            ValueError: the columns have different lengths.
        """
        combinations, numbers = self._decided(given)
        distinct = {number: self.answer(number) for number in set(numbers)}
        if combinations is None:
            return [distinct[number] for number in numbers]
        answers = {words: distinct[number] for words, number in zip(dict.fromkeys(combinations), numbers)}
        return list(map(answers.__getitem__, combinations))

    def numbers(self, given: Sequence[Mapping[str, str]] | Mapping[str, ColumnValues]) -> array[int]:
        """Returns the number of the answer to each combination, as an `array("I")`; `answer` converts a number to its answer.

        Args:
            given: the combinations, in the form of `decide`.

        Raises:
            InputError: a fact is missing or unknown, or a word or number is not a value of its fact.
            ValueError: the columns have different lengths.
        """
        combinations, numbers = self._decided(given)
        if combinations is None:
            return numbers
        by_words = dict(zip(dict.fromkeys(combinations), numbers))
        return array("I", map(by_words.__getitem__, combinations))

    def answer(self, number: int) -> DecisionAnswer:
        """Returns the answer with a number of `numbers`: `outcome`, `effects`, `row` and so on.

        Raises:
            ValueError: the table has no answer with the number.
        """
        return self._answers.get(number) or self._answer(number)

    def _answer(self, number: int) -> DecisionAnswer:
        if not isinstance(number, int):
            raise TypeError(f"the number of an answer is an integer, not {type(number).__name__}")
        # ctypes would use only the lower 32 bits of a larger number.
        if not 0 <= number < 1 << 32:
            raise ValueError(f"the table has no answer {number}")
        text = _native.Text()
        status = _native.library().lp_table_answer(self._handle, number, ctypes.byref(text))
        if status == _native.NOT_FOUND:
            raise ValueError(f"the table has no answer {number}")
        _check(status)
        answer: DecisionAnswer = json.loads(_native.take(text))
        self._answers[number] = answer
        return answer

    def _decided(
        self, given: Sequence[Mapping[str, str]] | Mapping[str, ColumnValues]
    ) -> tuple[list[tuple[str, ...]] | None, array[int]]:
        """Returns the combinations of words with the number of the answer to each distinct one, in the order of first occurrence;
        or None with the number of the answer to each combination, if a column has numbers.
        """
        combinations = self._combinations(given)
        if combinations is None:
            assert isinstance(given, Mapping)
            columns = [self._column(given[column.fact], number) for number, column in enumerate(self.columns)]
            return None, self._decide(columns)
        # Converting is slower than deciding, so each distinct combination is converted only once.
        distinct = dict.fromkeys(combinations)
        words = zip(*distinct) if distinct else ((),) * len(self.columns)
        columns = [self._column(column, number) for number, column in enumerate(words)]
        return combinations, self._decide(columns, len(distinct))

    def _combinations(self, given: Sequence[Mapping[str, str]] | Mapping[str, ColumnValues]) -> list[tuple[str, ...]] | None:
        """Returns the words of each combination, or None if a column has numbers."""
        facts = [column.fact for column in self.columns]
        try:
            if isinstance(given, Mapping):
                columns = [given[fact] for fact in facts]
                if len(given) != len(facts):
                    raise self._unknown(given)
                if any(len(column) != len(columns[0]) for column in columns):
                    raise ValueError("the columns have different lengths")
                if any(isinstance(column, array) for column in columns):
                    return None
                return list(zip(*columns))
            rows = given if isinstance(given, (list, tuple)) else list(given)
            if len(facts) > 1:
                combinations = list(map(itemgetter(*facts), rows))
            else:
                combinations = [tuple(row[fact] for fact in facts) for row in rows]
            if set(map(len, rows)) - {len(facts)}:
                raise self._unknown(next(row for row in rows if len(row) != len(facts)))
            return combinations
        except KeyError as error:
            raise self._refused(f"the fact `{error.args[0]}` has no column") from None

    def _column(self, values: ColumnValues | tuple[str, ...], column: int) -> array[int]:
        """Returns the numbers of the words of a column."""
        if isinstance(values, array) and memoryview(values).format == "H":
            return values
        try:
            return array("H", map(self._numbers[column].__getitem__, cast("Sequence[str]", values)))
        except KeyError as error:
            raise self._refused(f"the fact `{self.columns[column].fact}` has no value `{error.args[0]}`") from None

    def _decide(self, columns: list[array[int]], count: int | None = None) -> array[int]:
        """Decides columns of numbers; `count` is the number of combinations of a table without columns."""
        # While a view exists, no thread can change the length of its array. A subclass could report another length.
        views = [memoryview(column) for column in columns]
        try:
            lengths = {view.nbytes // view.itemsize for view in views} or {count or 0}
            if len(lengths) != 1:
                raise ValueError("the columns have different lengths")
            length = lengths.pop()
            numbers, findings = array("I", bytes(4 * length)), _native.Text()
            pointers = (ctypes.c_void_p * max(len(views), 1))(*(map(_address, views) if length else ()))
            status = _native.library().lp_table_decide(
                self._handle, pointers, len(views), length, numbers.buffer_info()[0], ctypes.byref(findings))
        finally:
            for view in views:
                view.release()
        if status == _native.REJECTED:
            raise _input_error(_native.take(findings))
        _check(status)
        return numbers

    def _unknown(self, given: Mapping[str, Any]) -> InputError:
        unknown = [str(fact) for fact in given if fact not in {column.fact for column in self.columns}]
        return self._refused(f"the table has no fact `{'`, `'.join(unknown)}`: `columns` lists its facts")

    @staticmethod
    def _refused(message: str) -> InputError:
        return InputError({"error": {"code": "not-offered", "message": message}})

    def __reduce__(self) -> NoReturn:
        raise TypeError("a table cannot be pickled: make it in each process")


def _address(view: memoryview) -> int:
    # This ctypes object prevents the release of the view, and is itself released here.
    return ctypes.addressof(ctypes.c_char.from_buffer(view))


def _bytes(value: Any, name: str) -> bytes:
    """Returns bytes whose `len` is the real number of bytes, because a subclass can report another number."""
    if type(value) is bytes:
        return value
    if not isinstance(value, bytes):
        raise TypeError(f"{name} is `bytes`, not {type(value).__name__}")
    return memoryview(value).tobytes()


def _word(text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"a name is a string, not {type(text).__name__}")
    data = text.encode()
    if b"\0" in data:
        raise ValueError("a name has no zero byte")
    return data


def _check(status: int, findings: _native.Text | None = None) -> None:
    if status == _native.REJECTED and findings is not None:
        raise InvalidPolicy(json.loads(_native.take(findings)))
    if status == _native.TOO_MANY_HANDLES:
        raise LibraryError("16384 policies and tables are alive: keep one policy for the whole service")
    if status == _native.INVALID_ARGUMENT:
        raise LibraryError("an argument has more than 1 GiB")
    if status != _native.OK:
        raise LibraryError(f"the library returned {status}")


def _decision(answer: dict[str, Any]) -> Decision:
    return Decision(answer["decision"], answer.get("record"))


def _input_error(findings: bytes) -> InputError:
    first = json.loads(findings)[0]
    return InputError({"error": {"code": first["code"], "message": first["message"]}})
