"""What the effects of an answer make of an account (Docs/Effects.md, Docs/Changes.md).

What is added may be there. What is taken away is gone only where nothing that stands for it can have stayed.
"""

from __future__ import annotations

from .accounts import ATTACKERS, Account, Code, Factor, Key, Method, Session, Things, can_be_same
from .attempts import Attempt
from strict import Unreadable
from .rules import Answer
from .standing import Case
from .vocabulary import Vocabulary
from .world import Provider

_HARMLESS = {"fill-profile", "overwrite-profile", "notify-owner", "disable", "enable", "end-session", "unlink"}
"""Profiles and notices open nothing; who has two sessions or subjects keeps one; an account may always be off."""

EFFECTS = tuple(sorted(_HARMLESS | {
    "create", "create-without-address", "sign-in", "link", "add-subject", "replace-subject", "supersede-subject", "seize-credential", "refresh-method",
    "drop-unproven", "drop", "drop-factors", "enroll-factor", "remove-factor", "set-password", "set-identifier", "clear-identifier", "verify-email", "unverify-email", "set-email", "adopt-email", "clear-email",
    "revoke-sessions", "cancel-pending", "remember-undo", "send-code", "issue-token", "set", "delete",
}))
"""Every word that an effect can begin with; policies with labels or identifiers, which `set` and two others are about, are not checked."""


class Effects:
    """Carries out answers at one domain of the owner's address."""

    def __init__(self, vocabulary: Vocabulary, things: Things, played: list[Provider], spellings: bool) -> None:
        self.vocabulary, self.things, self.spellings = vocabulary, things, spellings
        self.issuers = {provider.id: provider.issuer for provider in played}
        self.password = next((provider.id for provider in played if "password" in provider.kinds), None)

    def results(self, account: Account | None, case: Case, answer: Answer) -> list[Account]:
        """The accounts that can be there afterwards; none where nothing is left."""
        outcomes = [_Outcome(self, account, case, answer)]
        for effect in answer.effects:
            outcomes = [after for one in outcomes for after in one.carried_out(effect)]
        found: list[Account] = []
        for one in outcomes:
            found += one.accounts()
        return found


class _Outcome:
    """An account while effects are carried out on it."""

    def __init__(self, effects: Effects, account: Account | None, case: Case, answer: Answer) -> None:
        self.effects, self.case, self.answer = effects, case, answer
        self.attempt: Attempt = case.attempt
        self.things = effects.things
        self.key = account.key if account else None
        self.may = case.may
        self.left: list[Account] = []
        self.made = False
        if case.held is not None and not answer.refused:
            self.may |= self.things.bit(case.held._replace(used=True))

    def copy(self) -> "_Outcome":
        other = object.__new__(_Outcome)
        other.__dict__.update(self.__dict__)
        other.left = list(self.left)
        return other

    def accounts(self) -> list[Account]:
        if self.key is None:
            return self.left
        key = self.key
        if self.attempt.proves and not self.answer.refused:
            key = key._replace(provers=key.provers | {self.attempt.actor})
        return self.left + [Account(key, self.may)]

    def drop(self, wanted) -> None:
        self.may &= ~self.things.mask(self.may, wanted)

    def add(self, thing) -> None:
        self.may |= self.things.bit(thing)

    def carried_out(self, effect: tuple[str, tuple[str, ...]]) -> "list[_Outcome]":
        """What an effect comes to: one outcome, or two where it cannot be told which."""
        word, arguments = effect
        if word in ("create", "create-without-address"):
            return [self._create(word == "create")]
        if self.key is None or word in _HARMLESS:
            return [self]
        after = self.copy()
        if word == "set-email" or word == "adopt-email":
            return after._set_email(adopts=word == "adopt-email")
        if word == "sign-in":
            after.add(Session(self.attempt.actor, True))
        elif word == "issue-token":
            after._renew()
        elif word in ("link", "add-subject", "refresh-method", "replace-subject", "supersede-subject", "seize-credential"):
            after._put(word)
        elif word == "set-password":
            after._set_password()
        elif word == "drop-unproven":
            after.drop(lambda one: isinstance(one, Method) and not can_be_same(one.proved, self.key.email))
        elif word == "drop":
            after.drop(lambda one: isinstance(one, Method) and one.kind in arguments)
        elif word == "drop-factors":
            after.drop(lambda one: isinstance(one, Factor))
        elif word == "verify-email":
            after.key = self.key._replace(verified=self.key.email is not None)
        elif word == "unverify-email":
            after.key = self.key._replace(verified=False)
        elif word == "clear-email":
            after.key = self.key._replace(email=None, verified=False)
        elif word == "revoke-sessions":
            for session in self.things.of(after.may):
                if isinstance(session, Session) and session.live:
                    after.may &= ~self.things.bit(session)
                    after.add(session._replace(live=False))
        elif word == "cancel-pending":
            after.drop(lambda one: isinstance(one, Code))
        elif word in ("send-code", "remember-undo"):
            after._mail("undo" if word == "remember-undo" else arguments[0])
        elif word == "delete":
            after.key = None
        else:
            raise Unreadable(f"the checker knows no effect `{word}`")
        return [after]

    def _create(self, with_address: bool) -> "_Outcome":
        after = self.copy()
        if self.key is not None:
            # The account that the attempt points to stays as it is, beside the new one.
            after.left.append(Account(self.key, self.may))
        after.key = Key(self.attempt.address if with_address else None, False, frozenset())
        after.may, after.made = 0, True
        if self.attempt.kind is not None:
            after._put("create")
        return after

    def _set_email(self, adopts: bool) -> "list[_Outcome]":
        address, email = self.attempt.address, self.key.email
        if address is None or (adopts and email is not None):
            return [self]
        moved = self.copy()
        moved.key = self.key._replace(email=address, verified=False)
        if email == address:
            # It is verified still where it is the same, which one of the attacker's need not be.
            return [self, moved] if address == ATTACKERS or self.effects.spellings else [self]
        return [moved]

    def _renew(self) -> None:
        """The session in which the attempt is made is live afterwards, where it is one of the account that was there."""
        if self.made:
            self.left = [one._replace(may=self._with_renewed(one.may)) for one in self.left]
        else:
            self.may = self._with_renewed(self.may)

    def _with_renewed(self, may: int) -> int:
        """What an account may have, with whatever session of its the attempt can be made in live."""
        holders = (self.case.session,) if self.case.session is not None else self.attempt.sessions
        for holder in holders:
            live, revoked = self.things.bit(Session(holder, True)), self.things.bit(Session(holder, False))
            if may & (live | revoked):
                may |= live
        return may

    # Methods

    def _is_alike(self, one) -> bool:
        """Whether a thing is a method of the attempt's issuer and kind."""
        provider = self.attempt.provider
        return (
            isinstance(one, Method) and provider is not None and one.kind == self.attempt.kind
            and self.effects.issuers[one.provider] == provider.issuer
        )

    def _put(self, word: str) -> None:
        attempt = self.attempt
        if attempt.provider is None or attempt.kind is None:
            return
        if attempt.kind == "password":
            # What is there keeps its secret, and who has set it.
            if not any(self._is_alike(one) for one in self.things.of(self.may)) or self._can_lack():
                self.add(Method(attempt.provider.id, "password", attempt.actor, None, False))
            return
        proved = attempt.address if self.answer.proves else None
        own = Method(attempt.provider.id, attempt.kind, attempt.subject, proved, False)
        others = [one for one in self.things.of(self.may) if self._is_alike(one) and not one.superseded]
        if any(self._is_alike(one) and one.superseded and one.holder == attempt.subject for one in self.things.of(self.may)):
            # A refreshed method stays as it was, listed or not.
            self.add(own._replace(superseded=True))
        for other in others:
            if attempt.subject is None:
                continue
            # A person can have two subjects: one's own may be another one.
            is_anothers = other.holder != attempt.subject
            if word == "supersede-subject":
                self.add(other._replace(superseded=True))
            if is_anothers and word in ("replace-subject", "seize-credential", "supersede-subject"):
                self.may &= ~self.things.bit(other)
        self.add(own)

    def _can_lack(self) -> bool:
        """Whether the account can have no method of the attempt's issuer and kind."""
        if self.made:
            return True
        none = self.effects.vocabulary.mask("same-provider", "none")
        everything = self.effects.vocabulary.everything("same-provider")
        return bool(self.case.values("same-provider", everything) & none)

    def _set_password(self) -> None:
        if self.effects.password is None:
            return
        is_by_code = self.attempt.action.points_to == "code" and self.attempt.provider is None
        # One account, one password.
        self.drop(lambda one: isinstance(one, Method) and one.kind == "password")
        proved = self.attempt.address if is_by_code else None
        self.add(Method(self.effects.password, "password", self.attempt.actor, proved, False))

    # Codes

    def _mail(self, name: str) -> None:
        purpose = self.effects.vocabulary.purposes.get(name)
        if purpose is None:
            raise Unreadable(f"the checker knows no purpose `{name}`")
        mailbox = self.key.email if purpose.to_account else self.attempt.address
        if purpose.of_nobody or mailbox is None:
            return
        bound = self.key.email if purpose.goes_stale else None
        # Whoever needs no session may be in one all the same.
        for in_session in (True,) if self.attempt.action.points_to == "session" else (False, True):
            self.add(Code(name, mailbox, bound, self.attempt.actor, in_session, False))
