"""The statements and readings that the deciding code of the oracle cites.

A refusal is decided by its `raise`, an allowed attempt by the branches and lines that ran. A line cites statements at the
beginning of its comment; the comment of an `if` cites them for its body. If no line does, the docstring of the deciding
function cites one, alone at its beginning or in parentheses at its end.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from oracle.rules import RULES
from oracle.vectors import Json

FOLDER = Path(__file__).resolve().parents[1] / "oracle"
MODULES = (
    "guards.py", "rules_admin.py", "rules_email.py", "rules_link.py", "rules_password.py", "rules_session.py",
    "rules_sign_in.py",
)
"""The rules of the documented policies; those of `hardened` cite weaknesses."""
HARDENED = "hardened.py"

NAME = r"[UVLAER]\d+"
OF_A_COMMENT = re.compile(rf"#\s*({NAME}(?:, {NAME})*)(?=$|[:;.])")
OF_A_DOCSTRING = re.compile(rf"\A({NAME})(?=\Z|[:;.])|\(({NAME})\)\.?\Z")

OF_A_SEQUENCE = ("U3", "U4", "U5", "R11")
"""No single decision shows these: they are about what came before."""
ONLY_OF: dict[str, Callable[[Json], bool]] = {
    "A6": lambda said: said.get("provider") == "apple.com",
    "E4": lambda said: said["action"] == "send-link" or said.get("kind") == "email-link",
    "R33": lambda said: said["action"] in ("verify-email", "request-verification"),
    "R44": lambda said: said["action"] == "reset-password",
    "U2": lambda said: said["action"] == "sign-up" or bool({"email", "addresses", "profile"} & said.keys()),
    "V1": lambda said: said["action"] not in ("sign-in", "link") or bool({"email", "addresses"} & said.keys()),
}
"""The attempts that a statement is about, if the line that cites it decides others too."""

Place = tuple[str, int]


@dataclass(frozen=True)
class Citations:
    """The statements by the place that has to run: of raised refusals, and of everything else."""

    refusals: dict[Place, tuple[str, ...]]
    others: dict[Place, tuple[str, ...]]


@cache
def citations() -> Citations:
    """The citations of all rules."""
    refusals: dict[Place, tuple[str, ...]] = {}
    others: dict[Place, tuple[str, ...]] = {}
    rules = {rule.__name__ for rule in RULES.values()}
    for module in MODULES:
        text = (FOLDER / module).read_text(encoding="utf-8")
        tree = ast.parse(text)
        comments = _comments(text)
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for function in functions:
            docstring = ast.get_docstring(function) or ""
            said = OF_A_DOCSTRING.search(docstring)
            is_alone = len(re.findall(NAME, docstring)) == 1
            own = tuple(filter(None, said.groups())) if said and (is_alone or said.start() == 0) else ()
            if own and function.name in rules:
                others[module, function.lineno] = own
            for node in ast.walk(function):
                if isinstance(node, ast.Raise):
                    refusals[module, node.lineno] = comments.get(node.lineno, own)
                elif module == "guards.py":
                    continue  # What it lets through is decided elsewhere.
                elif isinstance(node, ast.If) and node.lineno in comments:
                    others[module, node.body[0].lineno] = comments[node.lineno]
                elif isinstance(node, ast.stmt) and node.lineno in comments:
                    others.setdefault((module, node.lineno), comments[node.lineno])
    return Citations(refusals, others)


def _comments(text: str) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        said = OF_A_COMMENT.match(token.string) if token.type == tokenize.COMMENT else None
        if said:
            found[token.start[0]] = tuple(said[1].split(", "))
    return found


def lines_run(play: Callable[[], Any]) -> tuple[Any, list[Place]]:
    """What a call returns, and the lines of the rules that run in it, in order."""
    run: list[Place] = []

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        path = Path(frame.f_code.co_filename)
        if path.name not in (*MODULES, HARDENED) or path.parent != FOLDER:
            return None
        run.append((path.name, frame.f_lineno))
        return trace

    sys.settrace(trace)
    try:
        return play(), run
    finally:
        sys.settrace(None)


def shown(said: Json, run: list[Place], refused: bool) -> list[str]:
    """The statements that the lines which ran show, for an attempt."""
    cited = citations()
    if refused:
        places = [place for place in run if place in cited.refusals]
        found = cited.refusals[places[-1]] if places else ()
    else:
        found = tuple(name for place in run for name in cited.others.get(place, ()))
    names = {name for name in found if name not in OF_A_SEQUENCE and (name not in ONLY_OF or ONLY_OF[name](said))}
    return sorted(names, key=lambda name: (name[0], int(name[1:])))
