"""Accounts as a certificate has them: what is known of one, and the set of what it may have."""

from __future__ import annotations

from typing import NamedTuple, Union

OWNER, ATTACKER = "owner", "attacker"
ACTORS = (OWNER, ATTACKER)
OWNERS, ATTACKERS = "owners", "attackers"
"""The owner's address, which is one, and the attacker's, which is any of his."""

Address = Union[str, None]


class Method(NamedTuple):
    """A sign-in method: whose subject it is, or who has set the password; nobody's where an address opens it."""

    provider: str
    kind: str
    holder: str | None
    proved: Address
    superseded: bool


class Session(NamedTuple):
    """A session of somebody; one that is not live was revoked, and can still be presented."""

    holder: str
    live: bool


class Code(NamedTuple):
    """A code that was mailed for the account."""

    purpose: str
    mailbox: Address
    bound: Address
    """The account's address then, where the code goes stale with it."""
    asker: str
    in_session: bool
    used: bool


class Factor(NamedTuple):
    """A second factor that somebody has enrolled."""

    holder: str


Thing = Union[Method, Session, Code, Factor]


class Key(NamedTuple):
    """What is known of an account for certain."""

    email: Address
    verified: bool
    provers: frozenset[str]
    """Who has proved the owner's address there."""

    def __str__(self) -> str:
        address = {None: "no address", OWNERS: "the owner's address", ATTACKERS: "an address of the attacker's"}[self.email]
        verified = "verified" if self.verified else "unverified"
        return f"{address}, {verified}, proved by {' and '.join(sorted(self.provers)) or 'nobody'}"


class Account(NamedTuple):
    """A key, and as bits the numbers of what an account of it may have."""

    key: Key
    may: int


class Things:
    """Everything that accounts may have, numbered, so that sets of things are sets of bits."""

    def __init__(self, things: list[Thing]) -> None:
        self.list = list(things)
        self.numbers = {thing: number for number, thing in enumerate(self.list)}

    def bit(self, thing: Thing) -> int:
        """The bit of a thing, which gets one if it has none."""
        number = self.numbers.get(thing)
        if number is None:
            number = self.numbers[thing] = len(self.list)
            self.list.append(thing)
        return 1 << number

    def of(self, bits: int) -> list[Thing]:
        """The things of a set."""
        found = []
        while bits:
            low = bits & -bits
            found.append(self.list[low.bit_length() - 1])
            bits ^= low
        return found

    def mask(self, bits: int, wanted) -> int:
        """Those of a set that are as wanted."""
        found = 0
        while bits:
            low = bits & -bits
            if wanted(self.list[low.bit_length() - 1]):
                found |= low
            bits ^= low
        return found


def can_be_same(one: Address, other: Address) -> bool:
    """Whether two addresses can be one: two of the attacker's may be."""
    return one is not None and one == other


def can_differ(one: Address, other: Address) -> bool:
    """Whether they can be two."""
    return not (one == other == OWNERS)
