"""The attacks of the suite, with the answers that a safe service gives.

`attacks.json` is generated from `vectors/services`. The comment of a vector has the form

    Needs 1, 2. Safe: 3 refused, or in another account than 2.

The needed steps prepare the attack: if one is refused, the attack was not tried. At least one condition after `Safe:` must hold.
"""
from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterable, Mapping, Optional

from .player import Result, kind

# Tokens and callbacks are checked before an attempt exists, so no vector can contain these faults.
_FAULTS = [
    ("signature", "a token with a wrong signature signs nobody in", "EN-04; OpenID Connect Core 3.1.3.7 (6)"),
    ("algorithm", "an unsigned token signs nobody in", "EN-04; RFC 8725, section 3.1"),
    ("issuer", "a token of another issuer signs nobody in", "EN-04; OpenID Connect Core 3.1.3.7 (2)"),
    ("audience", "a token for another application signs nobody in", "FL-14; OpenID Connect Core 3.1.3.7 (3)"),
    ("expired", "an expired token signs nobody in", "FL-14; OpenID Connect Core 3.1.3.7 (9)"),
    ("other-browser", "a callback signs nobody in, in a browser that did not ask for it", "FL-16; RFC 6749, section 10.12"),
]
_CONDITION = re.compile(
    r"(?:(?P<step>\d+) )?(?:(?P<outcome>refused|allowed)|in (?P<relation>another account than|the account of) (?P<account>\d+)"
    r"|answered as (?P<answer>\d+)|not verified as (?P<address>\S+@\S+))")


class SuiteError(Exception):
    """The error if a case of the suite is malformed."""


@dataclass(frozen=True)
class Condition:
    """A condition that a safe service meets.

    Attributes:
        text: the condition as the report shows it.
        step: the number of the step to which the condition applies.
        outcome, same, other, like, address: the kind of condition; exactly one of these attributes is set.
    """

    text: str
    step: int
    outcome: Optional[str] = None
    same: Optional[int] = None
    other: Optional[int] = None
    like: Optional[int] = None
    address: Optional[str] = None

    def compares(self, results: list[Result]) -> bool:
        """Returns whether the condition holds because two account ids differ."""
        return self.other is not None and results[self.step - 1].outcome == results[self.other - 1].outcome == "allowed"

    def because(self, results: list[Result]) -> str:
        """Returns the reason why the condition holds."""
        if self.other is not None and results[self.other - 1].outcome == "refused":
            return f"{self.other} refused, so that {self.step} entered no account of its person"
        return self.text

    def holds(self, results: list[Result]) -> Optional[bool]:
        """Returns whether the condition holds; None if the answers do not show this."""
        result = results[self.step - 1]
        if self.outcome is not None:
            return result.outcome == self.outcome
        if self.like is not None:
            return (result.outcome, result.text) == (results[self.like - 1].outcome, results[self.like - 1].text)
        if self.address is not None:
            local, _, domain = self.address.rpartition("@")
            if result.account is None:
                return True
            if result.email is None or result.verified is None:
                return None
            shown = html.unescape(result.email).strip().lower()
            if not re.fullmatch(r"[^@\s]+@[^@\s]+", shown):
                return None
            return not (result.verified and re.fullmatch(re.escape(local) + r"\w*@" + re.escape(domain), shown))
        of = results[(self.same or self.other or 0) - 1]
        if self.other is not None and of.outcome == "refused":
            return True
        if result.outcome != "allowed" or of.outcome != "allowed":
            return False
        if result.account is None or of.account is None:
            return None
        return (result.account == of.account) == (self.same is not None)


@dataclass(frozen=True)
class Case:
    """An attack, or a control that shows that steps work.

    Attributes:
        raw: the case in the form of the runner protocol.
        needs: the numbers of the steps that prepare the attack.
        safe: the conditions, at least one of which must hold.
        expected: the outcomes that the vector expects, in order.
    """

    id: str
    title: str
    source: str
    is_control: bool
    raw: Mapping[str, Any]
    needs: tuple[int, ...]
    safe: tuple[Condition, ...]
    expected: tuple[str, ...]

    @property
    def kinds(self) -> set[str]:
        """The names of the steps in the case."""
        return {kind(step["attempt"]) for step in self.raw["steps"] if "attempt" in step}

    @property
    def joins(self) -> bool:
        """Whether the case shows that two methods reach one account id."""
        def method(number: int) -> tuple[object, bool]:
            attempt = self.raw["steps"][number - 1]["attempt"]
            return attempt.get("provider"), attempt.get("kind") == "email-link"

        return any(one.same is not None and method(one.step) != method(one.same) for one in self.safe)

    @property
    def names(self) -> list[str]:
        """The names that exclude the case: its id, steps and providers, and `id-token` if the case is about the content of ID tokens."""
        steps = [step for step in self.raw["steps"] if "attempt" in step]
        faulty = any(
            step["attempt"].get("nonce", "matched") != "matched" or step.get("fault", "other-browser") != "other-browser" for step in steps)
        return [self.id, *(["id-token"] if faulty else []), *(part for name in sorted(self.kinds) for part in name.split(" "))]


def parsed(comment: str, steps: int) -> tuple[tuple[int, ...], tuple[Condition, ...]]:
    """Reads the comment of a case.

    Raises:
        SuiteError: the comment has another form, or names a missing step.
    """
    found = re.fullmatch(r"(?:Needs (\d+(?:, \d+)*)\. )?Safe: (.+)\.", comment)
    if not found:
        raise SuiteError(f"the comment `{comment}` names no safe answer")
    needs, safe, last = tuple(int(one) for one in (found.group(1) or "").split(", ") if one), [], 0
    for text in found.group(2).split(", or "):
        part = _CONDITION.fullmatch(text)
        last = int(part["step"]) if part and part["step"] else last
        if not part or not last:
            raise SuiteError(f"the condition `{text}` is unknown")
        account = int(part["account"]) if part["account"] else None
        is_same = part["relation"] == "the account of"
        safe.append(Condition(
            text if part["step"] else f"{last} {text}", last, part["outcome"], account if is_same else None, None if is_same else account,
            int(part["answer"]) if part["answer"] else None, part["address"]))
    named = [*needs, *(number for one in safe for number in (one.step, one.same, one.other, one.like) if number)]
    if not all(0 < number <= steps for number in named):
        raise SuiteError(f"the comment `{comment}` names a step that does not exist")
    return needs, tuple(safe)


def load(providers: Iterable[str]) -> list[Case]:
    """Returns the controls and the attacks of `vectors/services`, and the faults of tokens for each provider."""
    cases = [_case(raw) for raw in json.loads((Path(__file__).parent / "attacks.json").read_text(encoding="utf-8"))["cases"]]
    for provider in providers:
        for fault, title, source in _FAULTS:
            # Only a provider whose claims about addresses the service trusts needs a claim, which an honest token contains.
            attempt = {
                "action": "sign-in", "provider": provider, "subject": "owner", "email": "owner@gmail.com",
                "claims": {"email_verified": True}}
            raw = {
                "id": f"{fault}/{provider}", "title": title, "source": source, "comment": "Needs 1. Safe: 2 refused.",
                "steps": [{"attempt": attempt}, {"attempt": attempt, "fault": fault}]}
            cases.append(_case(raw))
    return cases


def _case(raw: Mapping[str, Any]) -> Case:
    needs, safe = parsed(raw["comment"], len(raw["steps"]))
    outcomes = tuple(step.get("expect", {}).get("outcome", "") for step in raw["steps"])
    return Case(raw["id"], raw["title"], raw["source"], "Control" in raw.get("flags", ()), raw, needs, safe, outcomes)
