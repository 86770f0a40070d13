"""Answers the runner protocol (Docs/Runner.md), so that `linkpolicy test --runner` plays vectors on the service."""
from __future__ import annotations

import json
from typing import Any, Mapping, Optional, TextIO

from .judge import EXCLUDED, FAILS, FAULTY, SUCCEEDED, UNTRIED, WITHSTOOD, Verdict, judged, reason
from .player import Player
from .suite import Case, Condition


def serve(player: Player, cases: list[Case], exclude: Mapping[str, str], source: TextIO, target: TextIO) -> None:
    """Answers the lines of the tool until the tool ends the conversation."""
    known = {case.id: case for case in cases}
    for line in source:
        message, answer = json.loads(line), None
        if message["cmd"] == "hello":
            answer = {
                "protocol": 1, "implementation": "attack-suite", "version": "1", "language": "python", "keys": ["outcome", "account"]}
        elif message["cmd"] == "policy":
            answer = {"ok": True}
        elif message["cmd"] == "run":
            answer = {"seq": message["seq"], "results": [_result(player, known.get(one["id"]), one, exclude) for one in message["vectors"]]}
        if answer is None:
            return
        target.write(json.dumps(answer) + "\n")
        target.flush()


def _result(player: Player, case: Optional[Case], raw: Mapping[str, Any], exclude: Mapping[str, str]) -> dict[str, Any]:
    id = raw["id"]
    if "steps" not in raw or "given" in raw:
        return _skipped(id, "a running service starts with no given state, and plays steps only")
    excluded = None if case is None else reason(case, exclude)
    if excluded is not None:
        return _skipped(id, f"excluded: {excluded}")
    if case is None or case.raw["steps"] != _with(raw["steps"], case.raw["steps"]):
        # This vector is from another suite, so only the tool compares the answers.
        case = Case(id, id, "", False, raw, (), (Condition("", 1),), ())
    missing = player.missing(raw)
    if missing is not None:
        return _skipped(id, missing)
    if not case.expected:
        results, fault = player.play(raw)
        verdict = Verdict(case, FAULTY if fault else "", fault or "", results)
    else:
        verdict = judged(case, player)
    if verdict.status in (FAULTY, SUCCEEDED, FAILS):
        return {"id": id, "errored": {"message": f"{verdict.status}: {verdict.reason}"}}
    if verdict.status in (UNTRIED, EXCLUDED):
        return _skipped(id, verdict.reason)
    outcomes = tuple(result.outcome for result in verdict.results)
    if verdict.status == WITHSTOOD and outcomes != case.expected:
        # The tool knows only one safe answer.
        return _skipped(id, f"withstood by another safe answer: {verdict.reason}")
    names: dict[str, str] = {}
    steps = []
    for result in verdict.results:
        account = names.setdefault(result.account, f"u{len(names) + 1}") if result.account is not None else None
        steps.append({"outcome": result.outcome, "account": account})
    return {"id": id, "steps": steps, "accounts": []}


def _with(given: list[Mapping[str, Any]], ours: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Adds the suite's expectations to steps, because the protocol omits the expectations."""
    if len(given) != len(ours):
        return []
    return [{**step, "expect": own["expect"]} for step, own in zip(given, ours)]


def _skipped(id: str, reason: str) -> dict[str, Any]:
    return {"id": id, "skipped": {"reason": reason}}
