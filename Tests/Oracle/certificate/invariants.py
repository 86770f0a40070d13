"""What must hold of an account, and of a step (Docs/Safety.md, The invariants)."""

from __future__ import annotations

from .accounts import ATTACKER, ATTACKERS, OWNER, Account, Factor, Method, Session, Things
from .graph import Graph
from .rules import Answer
from .standing import Case
from .vocabulary import Vocabulary
from .world import Environment

_ADDS = ("link", "refresh-method", "replace-subject", "supersede-subject", "set-password")
_REMOVES = ("unlink", "drop", "drop-unproven")


def broken_by(account: Account, things: Things, environment: Environment) -> list[tuple[str, str]]:
    """The invariants that may not hold of an account, each with why."""
    held = things.of(account.may)
    sessions = [one for one in held if isinstance(one, Session) and one.live]
    attackers = any(one.holder == ATTACKER for one in sessions)
    ways = [str(one) for one in held if _opens(one, account)]
    if account.key.email == ATTACKERS and environment.is_on("mailed"):
        ways.append("the mailbox of its address")
    found = []
    if OWNER in account.key.provers:
        if ways:
            found.append(("I1", f"the attacker has a way in: {ways[0]}"))
        if attackers:
            found.append(("I2", "the attacker has a live session"))
        if ATTACKER in account.key.provers:
            found.append(("I3", "both have proved the address"))
    if any(one.holder == OWNER for one in sessions) and (attackers or ways):
        found.append(("I8", f"the owner is signed in beside the attacker: {ways[0] if ways else 'a live session'}"))
    return found


def _opens(thing: object, account: Account) -> bool:
    """Whether the attacker gets in by it, sessions aside."""
    if isinstance(thing, Factor):
        return thing.holder == ATTACKER
    if not isinstance(thing, Method) or thing.holder != ATTACKER:
        return False
    return thing.kind != "password" or account.key.email is not None


class Steps:
    """The invariants that are about one attempt."""

    def __init__(self, vocabulary: Vocabulary, counted: frozenset[str]) -> None:
        self.vocabulary, self.counted = vocabulary, counted

    def broken_by(self, answer: Answer, case: Case, has_account: bool, graph: Graph, key: tuple[int, ...]) -> list[tuple[str, str]]:
        """The invariants that an answer may break, each with why."""
        found = []
        words = [word for word, _ in answer.effects]
        # That the owner is told changes nothing.
        if answer.refused and set(words) - {"notify-owner"}:
            found.append(("I6", "it refuses, and changes something"))
        if not case.attempt.action.administrators:
            if not answer.refused and (why := self._loses(answer, words, case, has_account, graph, key)):
                found.append(("I4", why))
            if self._shares(answer, words, case, graph, key):
                found.append(("I5", "it gives an account an address that another may have"))
        return found

    def _loses(self, answer: Answer, words: list[str], case: Case, has_account: bool, graph: Graph, key: tuple[int, ...]) -> str | None:
        """Why an answer may leave an account without a method; none where it cannot."""
        if "seize-credential" in words:
            return "another account may lose its last method"
        if "delete" in words:
            return None
        creates = any(word.startswith("create") for word in words)
        if not creates and (not has_account or not any(word in _REMOVES for word in words)):
            return None
        has = False
        lost = creates
        # Whoever begins anonymously may; to have nothing else left is a loss.
        kinds = (None,) if creates else (None, "anonymous")
        for word, arguments in answer.effects:
            if word in _ADDS or word.startswith("create"):
                has = has or word == "set-password" or case.attempt.kind not in kinds
            elif word == "unlink":
                has, lost = False, lost or self._can_have_one(answer, graph, key)
            elif word in _REMOVES:
                has, lost = False, True
        return "the account may have no other method" if lost and not has else None

    def _can_have_one(self, answer: Answer, graph: Graph, key: tuple[int, ...]) -> bool:
        """Whether the answer can come where the account has one method that counts, or none, besides an anonymous one."""
        few = ("none", "one", "more") if "anonymous" in self.counted else ("none", "one")
        return answer in _limited(graph, key, [("methods", self.vocabulary.mask("methods", *few))])

    def _shares(self, answer: Answer, words: list[str], case: Case, graph: Graph, key: tuple[int, ...]) -> bool:
        """Whether an answer can give an address that somebody else has."""
        if case.attempt.address is None or not {"create", "set-email", "adopt-email"} & set(words):
            return False
        # An account that is made beside the one that has it shares it with that.
        held = ("address", self.vocabulary.mask("address", *(("taken", "own") if "create" in words else ("taken",))))
        values = case.values("address", -1)
        if not values & held[1] or ("create" not in words and values == held[1]):
            # Nobody has it; or the account was found by it, and nobody else has it then.
            return False
        return answer in _limited(graph, key, [held])


def _limited(graph: Graph, key: tuple[int, ...], limits: list[tuple[str, int]]) -> tuple[Answer, ...]:
    """The answers that can come where some facts are limited further."""
    narrow = list(key)
    for fact, values in limits:
        if fact in graph.place:
            narrow[graph.place[fact]] &= values
    return graph.possible(tuple(narrow))
