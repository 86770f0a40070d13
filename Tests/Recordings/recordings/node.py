"""A vector before it has an id: the steps, what is asked after them, and what is known of the accounts then.

Recordings that begin alike share one: what each of them says is put together, and must agree.
"""

from __future__ import annotations

from .canonical import canonical
from .known import UNTIL
from .names import POLICY
from .refusing import Refused
from .shape import Json
from .title import title


class Node:
    """What is known after the first steps of a recording."""

    def __init__(self, head: Json, source: str, is_prefix: bool) -> None:
        self.head, self.source, self.is_prefix = head, source, is_prefix
        self.steps: list[Json] = []
        self.probes: list[Json] = []
        # By id what is known of each account, in the order in which they were made.
        self.accounts: dict[str, Json] = {}
        # Why the policy is known to answer otherwise.
        self.known: str | None = None

    @property
    def key(self) -> bytes:
        """What goes in, without what is asked afterwards."""
        return canonical([self.head, [without(step, "expect") for step in self.steps]])

    def complete(self, accounts: dict[str, Json]) -> None:
        """Adds the whole table of accounts to what is known of one of them."""
        if self.accounts.keys() != accounts.keys():
            ids = ", ".join(sorted(self.accounts.keys() ^ accounts.keys()))
            raise Refused(f"contradicts itself: whether {ids} is there at the end")
        for uid, account in accounts.items():
            merge(self.accounts[uid], account, f"contradicts itself: at the end, {uid}")

    def add(self, other: Node) -> None:
        """Adds what another recording says that begins alike."""
        where = f"same steps as {self.source}, other answers:"
        for number, (mine, its) in enumerate(zip(self.steps, other.steps), start=1):
            if "expect" in mine:
                mine["expect"] = both(mine["expect"], its["expect"], f"{where} step {number}")
        if self.accounts.keys() != other.accounts.keys():
            raise Refused(f"{where} which accounts there are")
        for uid, account in other.accounts.items():
            merge(self.accounts[uid], account, f"{where} {uid}")
        probes = {canonical(without(probe, "expect")): probe for probe in self.probes}
        for probe in other.probes:
            present = probes.setdefault(canonical(without(probe, "expect")), probe)
            present["expect"] = both(
                present["expect"], probe["expect"], f"{where} `{probe['attempt']['action']}` afterwards"
            )
        self.probes = list(probes.values())
        self.known = self.known or other.known
        if self.is_prefix and not other.is_prefix:
            self.source, self.is_prefix = other.source, False

    @property
    def vector(self) -> Json:
        """The vector, without its id."""
        accounts = [{"id": uid, **account} for uid, account in self.accounts.items()]
        head = {"policy": self.head["policy"], "title": title(self.steps), "source": self.source}
        rest = {key: value for key, value in self.head.items() if key != "policy"}
        vector = {**head, **rest, "steps": [*self.steps, *self.probes], "accounts": accounts}
        if self.known is not None:
            vector["known"] = [{"policy": POLICY, "until": UNTIL, "reason": self.known}]
        return vector


def merge(known: Json, more: Json, where: str) -> None:
    """Adds what is known of an account; the names of its methods give way to all there is of them."""
    for key, value in more.items():
        present = known.get(key)
        if key in known and key == "methods" and names(present) == names(value):
            known[key] = max(present, value, key=lambda methods: sum(not isinstance(method, str) for method in methods))
        elif key in known and present != value:
            raise Refused(f"{where} `{key}`")
        else:
            known[key] = value


def both(known: Json, more: Json, where: str) -> Json:
    """What two recordings expect of one attempt, of which one may say more than the other."""
    for key in known.keys() & more.keys():
        if known[key] != more[key]:
            raise Refused(f"{where}, `{key}`")
    return {**known, **more}


def names(methods: list[object]) -> list[object]:
    """The names of methods."""
    return [method["provider"] if isinstance(method, dict) else method for method in methods]


def without(value: Json, key: str) -> Json:
    """A map without one of its keys."""
    return {name: held for name, held in value.items() if name != key}
