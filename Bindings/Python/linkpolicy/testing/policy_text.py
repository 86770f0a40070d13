"""Reads two sections of a policy in the canonical form of `linkpolicy expand`."""
from __future__ import annotations

import re

__all__ = ["code_treatments", "pools"]

# The purposes that every policy has, each with `(recipient, staleness)`.
_STANDARD = {
    "sign-in": ("asserted", "never"), "verify": ("account", "with-address"), "change": ("asserted", "with-address"),
    "reset": ("account", "with-address"), "undo": ("account", "never"),
}


def pools(text: str) -> list[list[str]]:
    """Returns the providers of each pool; an empty list if the policy has no pools."""
    found = [re.search(r"\[(.*)\]", line) for line in _section(text, "pools")]
    return [[word.strip().strip("'\"") for word in one.group(1).split(",")] for one in found if one]


def code_treatments(text: str) -> dict[str, tuple[str, str]]:
    """Returns, for each purpose, the recipient of the mailed code, and the event that makes the code stale."""
    treatments = dict(_STANDARD)
    for line in _section(text, "purposes"):
        entry = re.match(r"\s+([\w-]+):\s*\{(.*)\}", line)
        if entry:
            keys = dict(re.findall(r"([\w-]+):\s*([\w-]+)", entry.group(2)))
            never = keys.get("stale") == "never" or keys.get("for") == "nobody"
            treatments[entry.group(1)] = (keys.get("to", "asserted"), "never" if never else "with-address")
    return treatments


def _section(text: str, name: str) -> list[str]:
    """Returns the lines of a section of the first level."""
    found = re.search(rf"^{name}:[^\n]*\n((?:[ \t]+[^\n]*\n|[ \t]*\n)*)", text, re.M)
    return found.group(1).splitlines() if found else []
