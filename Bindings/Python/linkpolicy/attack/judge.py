"""Judges the answers of a service: which attacks succeeded, and which attacks were not tried."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Mapping, Optional, Sequence

from .player import Player, Result, kind
from .suite import Case

WITHSTOOD, SUCCEEDED, UNTRIED, EXCLUDED, FAULTY, WORKS, FAILS, ABSENT = (
    "withstood", "succeeded", "not tried", "excluded", "faulty", "works", "fails", "absent")


@dataclass
class Verdict:
    """The verdict of a case.

    Attributes:
        status: of an attack `withstood`, `succeeded`, `not tried`, `excluded` or `faulty`; of a control `works`, `fails`, `absent` or
            `faulty`.
        reason: the condition that holds, the conditions that do not hold, or the reason why the case was not tried.
        compares: whether the safe condition holds because two account ids differ.
    """

    case: Case
    status: str
    reason: str
    results: list[Result] = field(default_factory=list)
    compares: bool = False


@dataclass
class Report:
    """The verdicts of one run of the suite."""

    verdicts: list[Verdict] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def of(self, status: str, controls: bool = False) -> list[Verdict]:
        """Returns the verdicts with a status."""
        return [one for one in self.verdicts if one.status == status and one.case.is_control == controls]

    @property
    def is_clean(self) -> bool:
        """Returns whether every attack was tried or excluded, at least one attack was tried, and no attack succeeded."""
        good = all(one.status in (WORKS, ABSENT) if one.case.is_control else one.status in (WITHSTOOD, EXCLUDED) for one in self.verdicts)
        return good and not self.problems and bool(self.of(WITHSTOOD))


def judged(case: Case, player: Player) -> Verdict:
    """Plays one case and judges the answers, without playing the controls of the case."""
    missing = player.missing(case.raw)
    if missing is not None:
        return Verdict(case, ABSENT if case.is_control else UNTRIED, missing)
    results, fault = player.play(case.raw)
    if fault is not None:
        return Verdict(case, FAULTY, fault, results)
    for number in case.needs:
        if results[number - 1].outcome != "allowed":
            reason = f"step {number} was refused" + (f" ({results[number - 1].why})" if results[number - 1].why else "")
            return Verdict(case, FAILS if case.is_control else UNTRIED, reason + ", which the case needs", results)
    held = [(one, one.holds(results)) for one in case.safe]
    good = next((one for one, holds in held if holds), None)
    if good is not None:
        return Verdict(case, WORKS if case.is_control else WITHSTOOD, f"step {good.because(results)}", results, good.compares(results))
    if any(holds is None for _, holds in held):
        unknown = ", or ".join(one.text for one, holds in held if holds is None)
        return Verdict(case, FAILS if case.is_control else UNTRIED, f"the answers do not show whether step {unknown}", results)
    expected = ", or ".join(one.text for one in case.safe)
    return Verdict(case, FAILS if case.is_control else SUCCEEDED, f"safe would be: step {expected}", results)


def part(cases: list[Case], ids: Sequence[str]) -> list[Case]:
    """Returns the attacks with the given ids, and controls that have the steps of these attacks."""
    attacks = [case for case in cases if case.id in ids]
    missing, chosen = {name for case in attacks for name in case.kinds}, []
    for case in cases:
        if case.is_control and (case.kinds & missing or case.joins):
            chosen.append(case)
            missing -= case.kinds
    return chosen + [case for case in attacks if case not in chosen]


def reason(case: Case, exclude: Mapping[str, str]) -> Optional[str]:
    """Returns the reason to exclude an attack; None to play it."""
    if case.is_control:
        return None
    return next((exclude[name] for name in case.names if name in exclude), None)


def run(cases: list[Case], player: Player, exclude: Mapping[str, str], note: Optional[Callable[[Verdict], None]] = None) -> Report:
    """Plays the controls, then every attack whose steps the controls have shown to work.

    Args:
        cases: the suite.
        player: the service.
        exclude: the reasons why attacks are not played, by `Case.names`.
        note: gets each verdict.
    """
    report = Report()
    shown: set[str] = set()
    failed: set[str] = set()
    joins = False
    uncovered: dict[str, str] = {}
    # A refused attack proves nothing if the service refuses everybody.
    coverable: set[str] = set().union(*(case.kinds for case in cases if case.is_control))
    report.problems += _wrong(cases, player, exclude)
    for case in sorted(cases, key=lambda one: not one.is_control):
        excluded = reason(case, exclude)
        if excluded is not None:
            verdict = Verdict(case, EXCLUDED, excluded)
        else:
            missing = sorted(case.kinds & coverable - (shown - failed)) if not case.is_control and player.missing(case.raw) is None else []
            if missing:
                why = f", {uncovered[missing[0]]}" if missing[0] in uncovered else ""
                verdict = Verdict(case, UNTRIED, f"no control shows that `{missing[0]}` works{why}")
            else:
                verdict = judged(case, player)
                if not case.is_control and verdict.status == WITHSTOOD:
                    doubt = _doubt(verdict, joins, coverable)
                    verdict = verdict if doubt is None else Verdict(case, UNTRIED, doubt, verdict.results)
        if case.is_control and verdict.status == WORKS:
            shown |= case.kinds
            joins = joins or case.joins
        elif case.is_control:
            # A step that fails in a control may fail in an attack too.
            failed |= case.kinds if verdict.status == FAILS else set()
            uncovered.update({one: f"see {case.id}" for one in case.kinds if one not in uncovered})
        report.verdicts.append(verdict)
        if note is not None:
            note(verdict)
    return report


def _doubt(verdict: Verdict, joins: bool, coverable: set[str]) -> Optional[str]:
    """Returns the reason why an attack that seems withstood proves nothing; None if there is no such reason."""
    if verdict.compares and not joins:
        return "no control shows that two methods reach one account id"
    for step, result in zip(verdict.case.raw["steps"], verdict.results):
        name = kind(step["attempt"]) if "attempt" in step else None
        if name is not None and name not in coverable and result.outcome == "refused":
            return f"`{name}` was refused, and no control shows that it works"
    return None


def _wrong(cases: list[Case], player: Player, exclude: Mapping[str, str]) -> list[str]:
    """Returns the errors in the exclusions: unknown names, and steps or providers that the configuration contains."""
    config, names = player.config, {name for case in cases if not case.is_control for name in case.names}
    wrong = []
    for name in exclude:
        if name in config.providers or any(name == step.partition(" ")[0] for step in config.steps):
            wrong.append(f"exclude: the configuration has `{name}`; exclude attacks by their ids")
        elif name not in names:
            wrong.append(f"exclude: there is no attack, step or provider `{name}`")
    return wrong
