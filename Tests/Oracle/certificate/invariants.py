"""What must hold of an account, and of a step (Docs/Safety.md, The invariants)."""

from __future__ import annotations

from typing import NamedTuple

from .accounts import ATTACKER, ATTACKERS, OWNER, OWNERS, Account, Factor, Method, Session, Things
from .attempts import UNKNOWN
from .graph import Graph
from .rules import Answer
from .standing import Case
from .vocabulary import Vocabulary
from .world import Environment

_ADDS = ("link", "add-subject", "refresh-method", "replace-subject", "supersede-subject", "set-password")
_PUTS = ("link", "add-subject", "refresh-method", "replace-subject", "supersede-subject", "seize-credential")
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


class Kept(NamedTuple):
    """Which methods count for nothing, since no cell lets their provider and kind sign in."""

    has_closed: bool
    """Whether the account may have one."""
    adds_closed: bool
    """Whether the attempt carries one."""
    passwords_closed: bool
    """Whether passwords are such methods."""


def signs_in(words: list[str]) -> bool:
    """Whether effects get somebody into an account that was there."""
    return "sign-in" in words and not {"create", "create-without-address"} & set(words)


class Steps:
    """The invariants that are about one attempt."""

    def __init__(self, vocabulary: Vocabulary, counted: frozenset[str]) -> None:
        self.vocabulary, self.counted = vocabulary, counted

    def broken_by(self, answer: Answer, case: Case, has_account: bool, graph: Graph, key: tuple[int, ...], kept: Kept) -> list[tuple[str, str]]:
        """The invariants that an answer may break, each with why."""
        found = []
        words = [word for word, _ in answer.effects]
        # That the owner is told changes nothing.
        if answer.refused and set(words) - {"notify-owner"}:
            found.append(("I6", "it refuses, and changes something"))
        if self._mails_refused(answer, words, case, graph, key):
            found.append(("I15", "it mails a link to a domain that is not allowed"))
        if not case.attempt.action.administrators:
            if not answer.refused and (why := self._loses(answer, words, case, has_account, graph, key, kept)):
                found.append(("I4", why))
            if self._shares(answer, words, case, graph, key):
                found.append(("I5", "it gives an account an address that another may have"))
        return found

    def verifies_for_others(
        self, answer: Answer, case: Case, environment: Environment, account: Account | None, results: list[Account]
    ) -> bool:
        """Whether an answer has the owner's address verified, and neither the owner nor an administrator did it (I14)."""
        words = {word for word, _ in answer.effects}
        if "verify-email" not in words or case.attempt.action.administrators or self._is_owners(words, case, environment):
            return False
        was_verified = account is not None and _is_owners_verified(account) and not {"create", "create-without-address"} & words
        return not was_verified and any(_is_owners_verified(one) for one in results)

    def _is_owners(self, words: set[str], case: Case, environment: Environment) -> bool:
        """Whether the attempt is the owner's own: what he asked for, or what gets him into the account."""
        attempt = case.attempt
        if attempt.actor != OWNER:
            return False
        if case.held is not None:
            asked = case.held.asker == OWNER
        else:
            # Who asked for a code that is no account's is not known.
            asked = attempt.code in (None, UNKNOWN) or not environment.is_on("clicks")
        live = self.vocabulary.mask("session", "recent", "old")
        in_session = case.session == OWNER and not case.values("session", -1) & ~live
        return asked or in_session or "sign-in" in words or "set-password" in words or (attempt.kind is not None and bool(words & set(_PUTS)))

    def _mails_refused(self, answer: Answer, words: list[str], case: Case, graph: Graph, key: tuple[int, ...]) -> bool:
        """Whether an answer can mail a link that leads to a domain which is not allowed."""
        if case.attempt.action.name != "send-link" or not {"send-code", "remember-undo"} & set(words):
            return False
        return answer in limited(graph, key, [("link-domain", self.vocabulary.mask("link-domain", "refused"))])

    def _loses(self, answer: Answer, words: list[str], case: Case, has_account: bool, graph: Graph, key: tuple[int, ...], kept: Kept) -> str | None:
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
                brings = case.attempt.kind not in kinds and not kept.adds_closed
                has = has or (word == "set-password" and not kept.passwords_closed) or brings
            elif word == "unlink":
                has, lost = False, lost or kept.has_closed or self._can_have_one(answer, graph, key)
            elif word in _REMOVES:
                has, lost = False, True
        return "the account may have no other method" if lost and not has else None

    def _can_have_one(self, answer: Answer, graph: Graph, key: tuple[int, ...]) -> bool:
        """Whether the answer can come where the account has one method that counts, or none, besides an anonymous one."""
        few = ("none", "one", "more") if "anonymous" in self.counted else ("none", "one")
        return answer in limited(graph, key, [("methods", self.vocabulary.mask("methods", *few))])

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
        return answer in limited(graph, key, [held])


def _is_owners_verified(account: Account) -> bool:
    return account.key.email == OWNERS and account.key.verified


def limited(graph: Graph, key: tuple[int, ...], limits: list[tuple[str, int]]) -> tuple[Answer, ...]:
    """The answers that can come where some facts are limited further."""
    narrow = list(key)
    for fact, values in limits:
        if fact in graph.place:
            narrow[graph.place[fact]] &= values
    return graph.possible(tuple(narrow))
