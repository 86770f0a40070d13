"""How an attempt can stand to an account, or to none: which facts follow, by what Docs/Facts.md says of each.

Of other accounts nothing is known: somebody may hold the credential, or the address, or not.
"""

from __future__ import annotations

from typing import Iterator, NamedTuple

from .accounts import ATTACKERS, Account, Address, Code, Method, Session, Things, can_be_same, can_differ
from .attempts import GONE, HELD, Attempt, Attempts, Limits


class Case(NamedTuple):
    """One way to stand: the facts that follow, and what the account may have where it stands so."""

    attempt: Attempt
    limits: Limits
    may: int
    session: str | None = None
    """Whose session of the account it is made in; none where that is not known to be the account's."""
    held: Code | None = None
    """The account's code that is brought."""

    def values(self, fact: str, everything: int) -> int:
        """The values that a fact can have."""
        for limited, values in self.limits:
            if limited == fact:
                everything &= values
        return everything


class Standing:
    """The ways for one domain of the owner's address."""

    def __init__(self, attempts: Attempts, things: Things, counted: frozenset[str], unique: bool, pools: bool) -> None:
        self.attempts, self.things, self.counted, self.unique = attempts, things, counted, unique
        # Whether accounts are searched in parts, so that an address that one of them has can be free.
        self.pools = pools
        self.vocabulary, self.environment = attempts.vocabulary, attempts.environment
        self._limits: dict[tuple[str, ...], tuple[str, int]] = {}
        self._issuers = {provider.id: provider.issuer for provider in attempts.played}

    def can_differ(self, one: Address, other: Address) -> bool:
        return can_differ(one, other) or self.attempts.spellings

    def limit(self, fact: str, *values: str) -> tuple[str, int]:
        key = (fact, *values)
        if key not in self._limits:
            self._limits[key] = self.attempts.limit(fact, *values)
        return self._limits[key]

    # No account

    def to_nobody(self, attempt: Attempt) -> Iterator[Case]:
        """The attempt points to no account."""
        if attempt.code == HELD:
            return
        known = (
            self.limit("account", "none"), self.limit("account.state", "none"), self.limit("same-provider", "none"),
            self.limit("methods", "none"), self.limit("tenant", "none", "same"),
        )
        held = (self.limit("address", "absent"),) if attempt.address is None else (self.limit("address", "free", "taken", "several"),)
        points_to = attempt.action.points_to
        if points_to == "session":
            known += (self.limit("session", "none", "gone"),)
        if points_to != "credential":
            yield Case(attempt, known + held + (self.limit("credential", "new", "known", "broken"),), 0)
            return
        # Whoever holds the credential, or alone the address, would be pointed to.
        alone = held if attempt.address is None else (self.limit("address", "free", "several"),)
        new = (self.limit("credential", "new"),)
        if attempt.kind == "password":
            new += (self.limit("secret", "absent"),)
        yield Case(attempt, known + alone + new, 0)
        if attempt.kind in ("federated", "phone", "custom", "passkey"):
            yield Case(attempt, known + held + (self.limit("credential", "broken"),), 0)

    # One account

    def to(self, account: Account, attempt: Attempt) -> Iterator[Case]:
        """The attempt points to the account."""
        points_to = attempt.action.points_to
        if attempt.code == GONE or (points_to == "code" and attempt.code != HELD):
            return
        state = "no-address" if account.key.email is None else "verified" if account.key.verified else "unverified"
        plain = Case(
            attempt, (self.limit("account", state), self.limit("account.state", "active", "disabled")), account.may
        )
        if points_to == "session":
            for case in self._in_session(plain):
                yield from self._found(account, case)
        elif points_to == "target":
            yield from self._found(account, plain)
        elif points_to == "code":
            for case in self._by_code(account, plain):
                yield from self._found(account, case)
        else:
            yield from self._by_credential(account, plain)

    def _in_session(self, plain: Case) -> Iterator[Case]:
        for holder in plain.attempt.sessions:
            for live, words in ((True, ("recent", "old")), (False, ("revoked",))):
                number = self.things.numbers.get(Session(holder, live))
                if number is not None and plain.may >> number & 1:
                    yield plain._replace(limits=plain.limits + (self.limit("session", *words),), session=holder)

    def _by_code(self, account: Account, plain: Case) -> Iterator[Case]:
        attempt = plain.attempt
        for code in self.things.of(account.may):
            if not isinstance(code, Code) or code.purpose != attempt.action.takes:
                continue
            if not self.attempts.reads(attempt.actor, code.mailbox):
                continue
            if attempt.actor == "owner" and code.asker == "attacker" and not self.environment.is_on("clicks"):
                continue
            purpose = self.vocabulary.purposes[code.purpose]
            states = ["used"]
            if not code.used:
                # Bound to one of the attacker's addresses, it can be another than the account's now.
                states = ["expired"]
                if not purpose.goes_stale or code.bound == account.key.email:
                    states.append("valid")
                if purpose.goes_stale and (
                    code.bound != account.key.email or code.bound == ATTACKERS or self.attempts.spellings
                ):
                    states.append("stale")
            asked = ["absent"]
            if code.in_session:
                asked = ["same-account", "other-account"] + (["this-session"] if code.asker == attempt.actor or code.asker in attempt.sessions else [])
            proves = code.mailbox == "owners" and code.asker == attempt.actor
            proves = proves and not (self.attempts.alias and attempt.actor == "attacker")
            yield plain._replace(
                attempt=attempt._replace(address=code.mailbox, proves=proves), held=code,
                limits=plain.limits + (
                    self.limit("code", *states), self.limit("requested-by", *asked),
                    ("domain", self.attempts.domains[code.mailbox]),
                ),
            )

    # What is brought, where session, target or code point to the account

    def _address(self, address: Address, email: Address) -> tuple[str, int]:
        """Who holds the address that is brought."""
        if address is None:
            return self.limit("address", "absent")
        values: tuple[str, ...] = ("own",) if can_be_same(address, email) else ()
        if self.can_differ(address, email) or self.pools:
            values += ("free", "taken")
        return self.limit("address", *values, *(() if self.unique else ("several",)))

    def _methods(self, attempt: Attempt, may: int, wanted) -> int:
        """The account's methods of the attempt's kind and issuer."""
        issuer = attempt.provider.issuer if attempt.provider else None
        return self.things.mask(
            may, lambda one: isinstance(one, Method) and one.kind == attempt.kind
            and self._issuers[one.provider] == issuer and wanted(one),
        )

    def _counting(self, case: Case, has: bool = False) -> Case:
        """The case with what follows for how many methods there are."""
        found = self.things.mask(
            case.may, lambda one: isinstance(one, Method) and not one.superseded and one.kind in self.counted
        )
        if has and case.attempt.kind in self.counted:
            return case._replace(limits=case.limits + (self.limit("methods", "one", "more"),))
        return case if found else case._replace(limits=case.limits + (self.limit("methods", "none"),))

    def _with(self, case: Case, *limits: tuple[str, int], without: int = 0, has: bool = False) -> Case:
        return self._counting(case._replace(limits=case.limits + limits, may=case.may & ~without), has)

    def _found(self, account: Account, case: Case) -> Iterator[Case]:
        """The account was found by session, target or code, in the attempt's tenant or in another."""
        yield from self._found_here(account, case)
        # There neither its credentials nor its address are found; what it has it has.
        other = self.limit("tenant", "other")
        free = self.limit("address", *(("absent",) if case.attempt.address is None else ("free", "taken", "several")))
        strange = self.limit("credential", "new", "known", "broken")
        for one in self._found_here(account, case, elsewhere=True):
            kept = tuple(limit for limit in one.limits if limit[0] not in ("address", "credential"))
            yield one._replace(limits=kept + (other, free, strange))

    def _found_here(self, account: Account, case: Case, elsewhere: bool = False) -> Iterator[Case]:
        attempt = case.attempt
        holder = self._address(attempt.address, account.key.email)
        new = self.limit("credential", "new")
        none = self.limit("same-provider", "none")
        if attempt.kind is None:
            yield self._with(case, holder, new, none)
            return
        if attempt.kind == "anonymous":
            yield self._with(case, holder, new)
            return
        listed = self._methods(attempt, case.may, lambda one: not one.superseded)
        if attempt.action.names_method:
            # It names one that is there, listed or not, or one that is not.
            either = self.limit("credential", "new", "own")
            yield self._with(case, holder, either, none)
            if listed:
                yield self._with(case, holder, either, self.limit("same-provider", "same-subject", "other-subject"), has=True)
            return
        if attempt.kind in ("password", "email-link"):
            yield from self._by_address(account, case, listed, elsewhere)
            return
        own = self._methods(attempt, case.may, lambda one: one.holder == attempt.subject)
        if own & listed:
            yield self._with(
                case, holder, self.limit("credential", "own"), self.limit("same-provider", "same-subject"), has=True
            )
        absent = self.limit("credential", "new", "known", "broken")
        for credential in ([self.limit("credential", "own")] if own & ~listed else []) + [absent]:
            yield self._with(case, holder, credential, none, without=listed)
            if listed:
                yield self._with(case, holder, credential, self.limit("same-provider", "other-subject"), has=True)

    def _secret(self, attempt: Attempt, method: Method) -> tuple[tuple[str, int], ...]:
        """What the check of a password can say: right where he knows it (exclusion 3)."""
        if attempt.kind != "password" or not attempt.action.checks_secret or not self.environment.excludes(3):
            return ()
        return () if method.holder == attempt.actor else (self.limit("secret", "wrong", "absent"),)

    def _by_address(self, account: Account, case: Case, listed: int, elsewhere: bool) -> Iterator[Case]:
        """A password or an e-mail link, whose subject is the account's present address, in a session of the account."""
        attempt = case.attempt
        holder = self._address(attempt.address, account.key.email)
        others = [(self.limit("credential", "new"), self.limit("secret", "absent")), (self.limit("credential", "known"),)]
        if listed and can_be_same(attempt.address, account.key.email):
            for secret in {self._secret(attempt, method) for method in self.things.of(listed)}:
                own = (self.limit("credential", "own"), self.limit("same-provider", "same-subject"))
                yield self._with(case, holder, *own, *secret, has=True)
        # In another tenant the account's own address is not found, and is that of another subject.
        if listed and (elsewhere or self.can_differ(attempt.address, account.key.email)):
            for limits in others:
                yield self._with(case, holder, self.limit("same-provider", "other-subject"), *limits, has=True)
        for limits in others:
            yield self._with(case, holder, self.limit("same-provider", "none"), *limits, without=listed)

    # Found by what is brought

    def _by_credential(self, account: Account, case: Case) -> Iterator[Case]:
        attempt, email = case.attempt, account.key.email
        holder = self._address(attempt.address, email)
        known, new = self.limit("credential", "known"), self.limit("credential", "new")
        taken, none = self.limit("address", "taken"), self.limit("same-provider", "none")
        is_holder = can_be_same(attempt.address, email)
        if attempt.kind in (None, "anonymous"):
            # Neither brings a credential that somebody could hold: the address alone finds the account.
            if is_holder:
                yield self._with(case, new, taken, *((none,) if attempt.kind is None else ()))
            return
        listed = self._methods(attempt, case.may, lambda one: not one.superseded)
        if attempt.kind in ("password", "email-link"):
            if not is_holder:
                return
            for secret in {self._secret(attempt, method) for method in self.things.of(listed)}:
                own = (known, holder, self.limit("same-provider", "same-subject"))
                yield self._with(case, *own, *secret, has=True)
            yield self._with(case, new, taken, none, self.limit("secret", "absent"), without=listed)
            return
        own = self._methods(attempt, case.may, lambda one: one.holder == attempt.subject)
        if own & listed:
            yield self._with(case, known, holder, self.limit("same-provider", "same-subject"), has=True)
        ways = ([(known, holder)] if own & ~listed else []) + ([(new, taken)] if is_holder else [])
        for way in ways:
            yield self._with(case, *way, none, without=listed)
            if listed:
                yield self._with(case, *way, self.limit("same-provider", "other-subject"), has=True)
