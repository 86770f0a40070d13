"""Writes the verdicts as text for people, and as JSON."""
from __future__ import annotations

from dataclasses import asdict
from typing import Any, Iterator

from .judge import ABSENT, EXCLUDED, FAILS, FAULTY, SUCCEEDED, UNTRIED, WITHSTOOD, WORKS, Report, Verdict


def text(report: Report) -> str:
    """Returns the report as text: first the successful attacks with their requests, then the other verdicts by status."""
    lines: list[str] = []
    for verdict in report.of(SUCCEEDED):
        lines += [f"SUCCEEDED {verdict.case.id}, violated: {verdict.case.title}", f"  source: {verdict.case.source}", f"  {verdict.reason}"]
        lines += [*_steps(verdict), ""]
    for status in (FAULTY, FAILS):
        for verdict in report.of(status) + report.of(status, controls=True):
            word = "control" if verdict.case.is_control else "attack"
            lines += [f"{status.upper()} {word} {verdict.case.id}: {verdict.case.title}", f"  {verdict.reason}", *_steps(verdict), ""]
    for status in (UNTRIED, EXCLUDED, WITHSTOOD):
        found = report.of(status)
        if found:
            lines += [f"{status}:", *(f"  {one.case.id}  {one.case.title}: {one.reason}" for one in found), ""]
    lines += [f"problem: {problem}" for problem in report.problems]
    lines.append(summary(report))
    return "\n".join(_printable(line) for line in lines)


def summary(report: Report) -> str:
    """Returns the numbers of verdicts as text."""
    counts = [f"{len(report.of(status))} {status}" for status in (SUCCEEDED, WITHSTOOD, FAULTY, UNTRIED, EXCLUDED)]
    controls = [f"{len(report.of(status, controls=True))} {word}" for status, word in (
        (WORKS, "work"), (FAILS, "fail"), (FAULTY, "are faulty"), (ABSENT, "are absent"))]
    return f"attacks: {', '.join(counts)}; controls: {', '.join(controls)}"


def json_object(report: Report) -> dict[str, Any]:
    """Returns the report as a JSON object."""
    return {
        "format": "linkpolicy-attack-report/1", "clean": report.is_clean, "summary": summary(report), "problems": report.problems,
        "cases": [{
            "id": one.case.id, "title": one.case.title, "source": one.case.source, "control": one.case.is_control, "status": one.status,
            "reason": one.reason, "steps": [asdict(result) for result in one.results]} for one in report.verdicts]}


def _steps(verdict: Verdict) -> Iterator[str]:
    for result in verdict.results:
        end = result.outcome or "no answer"
        end += f" ({result.why})" if result.why else ""
        end += f", in account {result.account}" if result.account else ""
        yield f"  {result.step}: {end}"
        for one in result.exchanges:
            to = f" to {one.location}" if one.location else ""
            yield f"    {one.request}{' ' + one.sent if one.sent else ''} -> {one.problem or str(one.status) + to}"


def _printable(line: str) -> str:
    """Escapes characters with which a service could control the terminal or change other lines."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in line)
