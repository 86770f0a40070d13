"""A table as a list of rules of which the first that fits decides: the rows, what guards them, what cannot occur.

A rule is a box, for some facts a set of values. A condition on a derived fact is the boxes in which the fact comes
to such a value; the rows that depend on what the attempt proves are there once for each answer to that.
"""

from __future__ import annotations

from typing import NamedTuple

from strict import Unreadable

from .document import Condition, Document, Row, Table, conditions, rows
from .vocabulary import COLLECTIVE, Vocabulary

Box = tuple[tuple[str, int], ...]
"""For each fact that is limited, its values; sorted by fact."""


class Answer(NamedTuple):
    """What a table answers: the row or guard, its effects, and whether the attempt proves its address."""

    row: str
    effects: tuple[tuple[str, tuple[str, ...]], ...]
    refused: bool
    proves: bool


class Rule(NamedTuple):
    """A box and what is answered there."""

    box: Box
    answer: Answer


class Reader:
    """Makes the rules of a policy's tables."""

    def __init__(self, document: Document, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.document = document
        self.derived: dict[str, dict[str, list[Box]]] = {}
        for name, body in document.section("facts").items():
            self.derived[name] = self._divided(name, rows(body["rows"]))
        self.proof = self.boxes(conditions(document.section("proof"))) if document.section("proof") else []
        self.impossible = [
            self.boxes(conditions({fact: value for fact, value in one.items() if fact != "because"}))
            for one in document.raw.get("impossible") or []
        ]

    def _divided(self, name: str, given: tuple[Row, ...]) -> dict[str, list[Box]]:
        """For each value of a derived fact the boxes in which it comes to that value."""
        found: dict[str, list[Box]] = {value: [] for value in self.vocabulary.derived[name]}
        earlier: list[Box] = []
        for row in given:
            if row.value not in found:
                raise Unreadable(f"the fact `{name}` comes to `{row.value}`, which it has not")
            own = self.boxes(row.conditions)
            for box in own:
                left = [box]
                for other in earlier:
                    left = [rest for one in left for rest in self.without(one, other)]
                found[row.value] += left
            earlier += own
        return found

    def without(self, box: Box, other: Box) -> list[Box]:
        """The parts of a box that are outside of another, without overlap."""
        if meet(box, other) is None:
            return [box]
        parts = []
        inside = dict(box)
        for fact, mask in other:
            own = inside.get(fact, self.vocabulary.everything(fact))
            if own & ~mask:
                parts.append(tuple(sorted({**inside, fact: own & ~mask}.items())))
            inside[fact] = own & mask
        return parts

    def boxes(self, given: tuple[Condition, ...]) -> list[Box]:
        """The boxes in which all conditions hold."""
        found: list[Box] = [()]
        for condition in given:
            found = [both for one in found for part in self._of(condition) if (both := meet(one, part)) is not None]
        return found

    def _of(self, condition: Condition) -> list[Box]:
        if condition.fact in self.derived:
            parts = self.derived[condition.fact]
            if not set(condition.values) <= set(parts):
                raise Unreadable(f"a condition on `{condition.fact}` names a value that it has not")
            return [box for value, boxes in parts.items() if (value in condition.values) != condition.negated for box in boxes]
        values = list(condition.values)
        if condition.fact == "action":
            values = [member for value in values for member in self.vocabulary.groups.get(value, (value,))]
        values = [one for value in values for one in COLLECTIVE.get((condition.fact, value), (value,))]
        mask = self.vocabulary.mask(condition.fact, *values)
        if condition.negated:
            mask = self.vocabulary.everything(condition.fact) & ~mask
        return [((condition.fact, mask),)] if mask else []

    def rules(self, table: Table, kind: str | None) -> list[Rule]:
        """The rules of a table's attempts of one kind, in the order in which they are asked."""
        known = (
            ("action", self.vocabulary.mask("action", table.action)),
            ("kind", self.vocabulary.mask("kind", kind or "none")),
        )
        found: list[Rule] = []

        def add(given: list[Box], answer: Answer) -> None:
            for box in given:
                if (both := meet(known, box)) is not None:
                    found.append(Rule(tuple(pair for pair in both if pair[0] not in ("action", "kind")), answer))

        for one in self.impossible:
            add(one, Answer("impossible", (), True, False))
        guards = self.document.guards()
        for guard in guards:
            if guard.would is None:
                add(self.boxes(guard.conditions), Answer(f"guards/{guard.id}", guard.effects or (), True, False))
        for row in table.rows:
            own = self.boxes(row.conditions)
            for guard in guards:
                if guard.would is not None and any(_is_meant(word, effect) for word in guard.would for effect in row.effects or ()):
                    refusal = Answer(f"guards/{guard.id}", guard.effects or (), True, False)
                    add(_both(own, self.boxes(guard.conditions)), refusal)
            answer = Answer(f"{table.key}/{row.id}", row.effects or (), row.refuse is not None, False)
            if answer.effects:
                add(_both(own, self.proof), answer._replace(proves=True))
            add(own, answer)
        return found


def meet(one: Box, other: Box) -> Box | None:
    """What two boxes have in common; none for nothing."""
    both = dict(one)
    for fact, mask in other:
        both[fact] = both[fact] & mask if fact in both else mask
        if not both[fact]:
            return None
    return tuple(sorted(both.items()))


def _both(first: list[Box], second: list[Box]) -> list[Box]:
    return [both for one in first for other in second if (both := meet(one, other)) is not None]


def _is_meant(word: str, effect: tuple[str, tuple[str, ...]]) -> bool:
    """Whether a guard that objects to a word objects to an effect."""
    return word == effect[0] or word == f"{effect[0]}: {' '.join(effect[1])}"
