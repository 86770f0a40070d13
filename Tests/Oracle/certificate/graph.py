"""Which answers a table can give where facts are limited: exactly, by following its rules fact by fact."""

from __future__ import annotations

from .rules import Answer, Rule
from .vocabulary import Vocabulary

Node = int


class Graph:
    """The first rule that fits, for every combination of values, as a graph in which equal parts are one."""

    def __init__(self, rules: list[Rule], vocabulary: Vocabulary) -> None:
        self.rules = rules
        self.answers: list[Answer] = []
        numbers: dict[Answer, int] = {}
        for rule in rules:
            if rule.answer not in numbers:
                numbers[rule.answer] = len(self.answers)
                self.answers.append(rule.answer)
        self._number = [numbers[rule.answer] for rule in rules]
        tested = {fact for rule in rules for fact, _ in rule.box}
        self.facts = sorted(tested, key=lambda fact: -sum(any(f == fact for f, _ in rule.box) for rule in rules))
        self.place = {fact: place for place, fact in enumerate(self.facts)}
        self.all = [vocabulary.everything(fact) for fact in self.facts]
        self._levels: list[list[tuple[int, int]]] = []
        """For each fact its classes of values: the values, and the rules that fit them."""
        last = [max((self.place[fact] for fact, _ in rule.box), default=-1) for rule in rules]
        self._decided = [sum(1 << n for n, level in enumerate(last) if level < place) for place in range(len(self.facts) + 1)]
        """The rules that ask for nothing from a fact on."""
        for place, fact in enumerate(self.facts):
            classes: dict[int, int] = {}
            for value in range(len(vocabulary.values[fact])):
                fitting = 0
                for number, rule in enumerate(rules):
                    if dict(rule.box).get(fact, self.all[place]) >> value & 1:
                        fitting |= 1 << number
                classes[fitting] = classes.get(fitting, 0) | 1 << value
            self._levels.append([(values, fitting) for fitting, values in classes.items()])
        self._nodes: list[tuple[int, list[tuple[int, Node]]]] = []
        """The fact that is asked for, and where its values lead; a negative number is an answer, from -1 on."""
        self._made: dict[tuple[int, int], Node] = {}
        self._root = self._node(0, (1 << len(rules)) - 1)
        self._known: dict[tuple[int, ...], tuple[Answer, ...]] = {}

    def _node(self, level: int, alive: int) -> Node:
        certain = alive & self._decided[level]
        if certain:
            # No rule behind one that fits whatever follows is asked.
            alive &= ((certain & -certain) << 1) - 1
            if alive & -alive == alive:
                return -1 - self._number[alive.bit_length() - 1]
        if not alive:
            return -1 - len(self.answers)
        key = (level, alive)
        if key in self._made:
            return self._made[key]
        edges = [(values, self._node(level + 1, alive & fitting)) for values, fitting in self._levels[level]]
        if len({target for _, target in edges}) == 1:
            node = edges[0][1]
        else:
            node = len(self._nodes)
            self._nodes.append((level, edges))
        self._made[key] = node
        return node

    def possible(self, limits: tuple[int, ...]) -> tuple[Answer, ...]:
        """The answers that can come where each fact, in the order of `facts`, has one of these values.

        Where no rule fits there is no answer: a policy decides whatever can occur, or it does not load.
        """
        found = self._known.get(limits)
        if found is None:
            reached: set[int] = set()
            if all(limits):
                seen: set[Node] = set()
                waiting = [self._root]
                while waiting:
                    node = waiting.pop()
                    if node < 0:
                        reached.add(-1 - node)
                        continue
                    if node in seen:
                        continue
                    seen.add(node)
                    level, edges = self._nodes[node]
                    allowed = limits[level]
                    waiting += [target for values, target in edges if values & allowed]
            found = tuple(self.answers[number] for number in sorted(reached) if number < len(self.answers))
            self._known[limits] = found
        return found
