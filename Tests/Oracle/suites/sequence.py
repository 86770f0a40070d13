"""One sequence of the suite: its inputs, and with the oracle's answers a vector."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from oracle.attempt import Outcome
from oracle.vectors import Json, Player, account_json, outcome_json

from .canonical import AS_WRITTEN, id_of

Step = Json
CHECKED = ("sign-in", "reauthenticate")
"""The actions in which a password is checked."""


@dataclass(frozen=True)
class Sequence:
    """Steps under a policy, with what is in force and what exists before the first."""

    steps: tuple[Step, ...]
    policy: str = "firebase"
    settings: Json = field(default_factory=dict)
    given: Json = field(default_factory=dict)

    def then(self, *steps: Step) -> Sequence:
        """This sequence with further steps."""
        return Sequence(self.steps + steps, self.policy, self.settings, self.given)

    @property
    def before(self) -> Sequence | None:
        """What has to be a vector of its own, so that only the last attempt has to be answered in full:
        everything up to the last attempt but one."""
        attempts = [n for n, step in enumerate(self.steps) if "attempt" in step]
        if len(attempts) < 2:
            return None
        return Sequence(self.steps[: attempts[-2] + 1], self.policy, self.settings, self.given)

    def fitting(self) -> Sequence:
        """This sequence with a password checked in its last step just where somebody holds one by then."""
        step = self.steps[-1]
        said = {key: value for key, value in step["attempt"].items() if key != "secret"}
        if said.get("provider") != "password" or said.get("kind") or said["action"] not in CHECKED:
            return self
        player = Player(self.inputs())
        for number, earlier in enumerate(self.steps[:-1], 1):
            player.step(number, earlier)
        holder = player.world.store.by_address(said["email"], said.get("tenant"))
        if holder is not None and holder.of_kind("password") is not None:
            said["secret"] = step["attempt"].get("secret", "right")
        return Sequence((*self.steps[:-1], step | {"attempt": said}), self.policy, self.settings, self.given)

    def inputs(self) -> Json:
        """The sequence as a vector without answers."""
        vector: Json = {"policy": self.policy}
        if self.settings:
            vector["settings"] = self.settings
        if self.given:
            vector["given"] = self.given
        return vector | {"steps": list(self.steps)}

    @cached_property
    def id(self) -> str:
        """The id of the vector."""
        return id_of(self.inputs())

    @property
    def size(self) -> int:
        """The length by which vectors were chosen, when what is expected of an undo code was three bytes shorter: with
        another measure other vectors would be, and ids be lost."""
        return len(self.line) - 3 * self.line.count('"codes":{"undo":')

    @property
    def length(self) -> int:
        """How long the vector is at least."""
        return len(AS_WRITTEN.encode(self.inputs())) + len(self.steps) * len(',"expect":{"outcome":"allowed"}')

    @cached_property
    def line(self) -> str:
        """The vector, with what the oracle expects: in full of the last attempt, the outcome of others."""
        vector = self.inputs()
        player = Player(vector)
        outcomes = [player.step(number, step) for number, step in enumerate(self.steps, 1)]
        last = max(number for number, step in enumerate(self.steps) if "attempt" in step)
        vector["steps"] = [
            step if outcome is None else step | {"expect": _expected(step, outcome, number == last)}
            for number, (step, outcome) in enumerate(zip(self.steps, outcomes))
        ]
        several = _with_several_subjects(vector)
        action = self.steps[last]["attempt"]["action"]
        accounts = [account_json(account, player.world.store) for account in player.world.store.accounts]
        vector["accounts"] = [_account(account, several, action) for account in accounts]
        return AS_WRITTEN.encode({"id": self.id} | vector)


def closed(sequences: Iterable[Sequence]) -> Iterator[Sequence]:
    """The sequences, and before each what has to be a vector of its own."""
    for sequence in sequences:
        before = sequence.before
        if before is not None:
            yield from closed([before])
        yield sequence


def _expected(step: Step, outcome: Outcome, in_full: bool) -> Json:
    answer = outcome_json(outcome)
    if "input-error" in answer:
        return answer
    if not in_full:
        return {"outcome": answer["outcome"]}
    if outcome.error is not None and "as" in step:
        answer.pop("account")  # It is the caller's.
    if outcome.session and outcome.listeners == ["signed-in"]:
        answer.pop("listeners")  # As whenever a session opens.
    for key in ("new", "session", "listeners", "removed"):
        if not answer.get(key):
            answer.pop(key, None)
    if answer.get("removed"):
        answer["removed"] = [_method_named(m) for m in answer["removed"]]
    for key in ("ask", "ticket", "tell"):
        answer.pop(key, None)
    return answer


def _method_named(method: Json) -> str:
    provider, kind = method["provider"], method["kind"]
    usual = {"password": "password", "phone": "phone", "custom": "custom", "anonymous": "anonymous"}
    return str(provider if kind == usual.get(provider, "federated") else f"{provider}/{kind}")


def _account(account: Json, several: set[str], last: str) -> Json:
    """An account by its place; what is usual, and cannot have been changed by the last step, is not written."""
    short: Json = {"email": account["email"]}
    if account["email"] is not None:
        short["verified"] = account["verified"]
    short["methods"] = [
        {"provider": m["provider"], "subject": m["subject"]} if m["provider"] in several else _method_named(m)
        for m in account["methods"]
    ]
    if account["state"] == "disabled" or last in ("enable", "disable"):
        short["state"] = account["state"]
    if account["tenant"] is not None:
        short["tenant"] = account["tenant"]
    if account["codes"]["undo"] is not None or last in ("update-email", "recover-email"):
        short["codes"] = account["codes"]
    profile = {key: value for key, value in account["profile"].items() if value is not None}
    if profile or last == "update-profile":
        short["profile"] = account["profile"]
    return short


def _with_several_subjects(vector: Json) -> set[str]:
    """The providers that the vector names with more than one subject: there it matters which."""
    subjects: dict[str, set[str]] = {}
    attempts = [step["attempt"] for step in vector["steps"] if "attempt" in step]
    for said in attempts + vector.get("given", {}).get("orphans", []):
        if "subject" in said:
            subjects.setdefault(said["provider"], set()).add(said["subject"])
    return {provider for provider, named in subjects.items() if len(named) > 1}
