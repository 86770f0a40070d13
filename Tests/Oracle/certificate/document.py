"""A policy as it stands in the file that `linkpolicy expand` prints: plain reading, no meaning."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from strict import BASE, Unreadable, text, yaml_node, yaml_value

ANSWER_KEYS = ("id", "do", "refuse", "is", "would", "ask", "tell", "show", "overrides", "because", "comment", "owner", "since")
"""What a row says beside its conditions."""


@dataclass(frozen=True)
class Condition:
    """A fact and the values that it may, or may not, have."""

    fact: str
    negated: bool
    values: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A row of a table, a guard, or a line of a derived fact."""

    id: str
    conditions: tuple[Condition, ...]
    effects: tuple[tuple[str, tuple[str, ...]], ...] | None
    """Each a word and its arguments; none where `do` is not there."""
    refuse: str | None = None
    value: str | None = None
    would: tuple[str, ...] | None = None
    ask: str | None = None
    tell: tuple[str, ...] | None = None
    show: str | None = None


@dataclass(frozen=True)
class Table:
    """What decides an action, for some kinds of sign-in."""

    key: str
    action: str
    kinds: tuple[str, ...]
    first: bool
    rows: tuple[Row, ...]


@dataclass
class Document:
    """A policy file, with nothing left to look up elsewhere."""

    raw: dict[str, Any]
    claims: list[tuple[str, list[tuple[str, list[tuple[str, str]]]]]] = field(default_factory=list)
    """Each claim with its words, and for each word its values as a tag and a text."""

    @property
    def name(self) -> str:
        return self.raw["name"]

    def section(self, key: str) -> dict[str, Any]:
        """A section that maps names to declarations."""
        return self.raw.get(key) or {}

    def guards(self) -> tuple[Row, ...]:
        return rows(self.raw.get("guards") or [])

    def tables(self) -> list[Table]:
        found = []
        for key, body in self.section("decisions").items():
            action, _, kinds = key.partition(".")
            found.append(
                Table(key, action, tuple(kinds.split("|")) if kinds else (), body.get("hit") == "first", rows(body["rows"]))
            )
        return found

    def conditions(self) -> list[Condition]:
        """Every condition that decides something."""
        given = [rows(fact["rows"]) for fact in self.section("facts").values()] + [table.rows for table in self.tables()]
        found = [condition for listed in [*given, self.guards()] for row in listed for condition in row.conditions]
        found += conditions(self.section("proof"))
        for one in self.raw.get("impossible") or []:
            found += conditions({fact: value for fact, value in one.items() if fact != "because"})
        return found


def loaded(path: Path, loader: Any = BASE) -> tuple[str, Any]:
    """The text of a YAML file, and what it says."""
    given = text(path)
    return given, yaml_value(given, path, loader)


def read(path: Path) -> Document:
    """Reads a policy file; every scalar is its text, but for the values of claims."""
    given, raw = loaded(path)
    if not isinstance(raw, dict) or "decisions" not in raw or not isinstance(raw.get("name"), str):
        raise Unreadable(f"{path} is no policy")
    if "extends" in raw:
        raise Unreadable(f"{path} extends another policy: give what `linkpolicy expand` prints")
    return Document(raw, _claims(yaml_node(given, path)))


def rows(given: list[dict[str, Any]], shared: tuple[Condition, ...] = ()) -> tuple[Row, ...]:
    """The rows of a list, those inside `given` with what is given there."""
    found: list[Row] = []
    for row in given:
        if "given" in row:
            found += rows(row["rows"], shared + conditions(row["given"]))
            continue
        own = conditions({key: value for key, value in row.items() if key not in ANSWER_KEYS})
        effects = None if "do" not in row else tuple(_effect(one) for one in words(row["do"]))
        found.append(
            Row(
                row.get("id", ""), shared + own, effects, row.get("refuse"), row.get("is"),
                None if "would" not in row else tuple(words(row["would"])), row.get("ask"),
                None if "tell" not in row else tuple(words(row["tell"])), row.get("show"),
            )
        )
    return tuple(found)


def conditions(given: dict[str, Any]) -> tuple[Condition, ...]:
    """The conditions of a map from facts to values."""
    found = []
    for fact, wanted in given.items():
        negated = isinstance(wanted, dict)
        if negated and set(wanted) != {"not"}:
            raise Unreadable(f"a condition on `{fact}` says {wanted}")
        found.append(Condition(fact, negated, tuple(words(wanted["not"] if negated else wanted))))
    return tuple(found)


def words(given: Any) -> list[Any]:
    """One value, or a list of them, as a list."""
    return given if isinstance(given, list) else [given]


def _effect(given: Any) -> tuple[str, tuple[str, ...]]:
    if isinstance(given, str):
        return given, ()
    ((word, argument),) = given.items()
    if isinstance(argument, dict):
        ((name, value),) = argument.items()
        return word, (name, value)
    return word, tuple(words(argument))


def _claims(root: yaml.Node) -> list[tuple[str, list[tuple[str, list[tuple[str, str]]]]]]:
    section = next((value for key, value in root.value if key.value == "claims"), None)
    found = []
    for name, declared in section.value if section else []:
        found.append((name.value, [(word.value, [json_scalar(v) for v in _items(values)]) for word, values in declared.value]))
    return found


def _items(node: yaml.Node) -> list[yaml.Node]:
    return node.value if isinstance(node, yaml.SequenceNode) else [node]


def json_scalar(node: yaml.Node) -> tuple[str, str]:
    """A value of a claim as a policy lists it: plain text is JSON, quoted text is a string."""
    if node.style in ("'", '"'):
        return "s", node.value
    if node.value in ("true", "false"):
        return "b", "1" if node.value == "true" else "0"
    return ("z", "") if node.value == "null" else ("n", node.value)
