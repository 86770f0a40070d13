"""Every attempt that somebody can make and no exclusion of Docs/Safety.md forbids, as far as it depends on no account."""

from __future__ import annotations

from typing import Iterator, NamedTuple

from .accounts import ACTORS, ATTACKER, ATTACKERS, OWNER, OWNERS, Address
from strict import Unreadable

from .document import Table
from .vocabulary import Action, Vocabulary
from .world import ANYONE, FORMER_OWNER, Environment, Obtaining, Provider, domain_value

Limits = tuple[tuple[str, int], ...]
"""The values that facts can have; a fact that is not here can have any."""

UNKNOWN, MAILED, HELD, GONE = "unknown", "mailed", "held", "of an account that is gone"


class Attempt(NamedTuple):
    """Who attempts what, and what he brings."""

    table: int
    action: Action
    kind: str | None
    actor: str
    provider: Provider | None
    subject: str | None
    address: Address
    code: str | None
    """None where none is brought; one that is held is a code of the account in question."""
    proves: bool
    """Whether it shows the owner's address to be the actor's, where it is allowed."""
    sessions: tuple[str, ...]
    """Whose sessions it can be made in."""
    limits: Limits

    def __str__(self) -> str:
        words = [f"{self.actor}: {self.action.name}"]
        if self.provider is not None:
            words.append(f"by {self.provider.id} ({self.kind})" + (f" as the {self.subject}" if self.subject else ""))
        if self.address is not None:
            words.append(f"naming an address of the {'owner' if self.address == OWNERS else 'attacker'}")
        if self.code is not None:
            words.append(f"with a code that is {self.code}")
        return ", ".join(words)


class Attempts:
    """Makes the attempts of a policy's tables at one domain of the owner's address."""

    def __init__(
        self, vocabulary: Vocabulary, environment: Environment, settings: Limits, played: list[Provider], obtaining: Obtaining,
        value: str, alias: bool, spellings: bool,
    ) -> None:
        self.vocabulary, self.environment, self.settings, self.played = vocabulary, environment, settings, played
        self.obtaining, self.alias = obtaining, alias
        # Whether the owner's address can be written in two ways that are not folded into one.
        self.spellings = spellings
        self.domains = {
            None: vocabulary.mask("domain", "absent"),
            OWNERS: vocabulary.mask("domain", value),
            # The attacker can have an address anywhere, at the owner's domain as well.
            ATTACKERS: vocabulary.everything("domain") & ~vocabulary.mask("domain", "absent"),
        }

    def limit(self, fact: str, *values: str) -> tuple[str, int]:
        return fact, self.vocabulary.mask(fact, *values)

    def reads(self, actor: str, mailbox: Address) -> bool:
        """Whether somebody reads the mail to an address (exclusion 2)."""
        if mailbox is None:
            return False
        own = OWNERS if actor == OWNER else ATTACKERS
        return mailbox == own or not self.environment.excludes(2) or (actor == ATTACKER and self.alias)

    def is_played(self, action: Action, kind: str | None) -> bool:
        """Whether somebody makes such attempts in this environment."""
        is_on = self.environment.is_on
        if action.administrators and self.environment.excludes(6):
            return action.name == "mark-verified" and is_on("administrator")
        if (kind == "phone" and not is_on("phone")) or (action.name in ("send-link", "request-reset") and not is_on("mailed")):
            return False
        return is_on("email-changes") or action.name not in ("update-email", "request-email")

    def of(self, number: int, table: Table, kind: str | None) -> Iterator[Attempt]:
        """Every attempt that a table decides, of one kind."""
        action = self.vocabulary.actions[table.action]
        if not self.is_played(action, kind):
            return
        if action.points_to == "code" and kind is not None:
            raise Unreadable(f"`{action.name}` takes both a code and a sign-in, which is not checked")
        for actor in ACTORS:
            # Only an attempt with both a code and a sign-in, which is not checked, has another value.
            base = self.settings + (self.limit("code-credential", "absent"),)
            if not (kind == "password" and action.checks_secret):
                base += (self.limit("secret", "absent"),)
            if kind == "federated":
                base += (self.limit("nonce", "matched", "mismatched", "missing", "not-sent"),)
            else:
                base += (self.limit("nonce", "absent"), self.limit("connection", "none"))
            plain = Attempt(number, action, kind, actor, None, None, None, None, False, self._sessions(actor), base)
            for named in self._by_provider(plain):
                for asserting in self._naming(named):
                    yield from self._bringing(asserting)

    def _sessions(self, actor: str) -> tuple[str, ...]:
        """Whose sessions somebody acts in (exclusions 4 and 7)."""
        mixes = not self.environment.excludes(4) or not self.environment.excludes(7)
        if self.environment.is_on("forced-linking" if actor == ATTACKER else "forced-sign-in"):
            mixes = True
        return ACTORS if mixes else (actor,)

    def _by_provider(self, plain: Attempt) -> Iterator[Attempt]:
        if plain.kind is None:
            yield plain._replace(limits=plain.limits + (self.limit("provider", "none"),))
            return
        for provider in self.played:
            if plain.kind not in provider.kinds:
                continue
            limits = plain.limits + (self.limit("provider", provider.value),)
            for subject in self._subjects(plain.actor, plain.kind, provider):
                yield plain._replace(provider=provider, subject=subject, limits=limits)

    def _subjects(self, actor: str, kind: str, provider: Provider) -> tuple[str | None, ...]:
        """Who is asserted (exclusion 5); nobody where an address, or nothing, opens the method."""
        if kind in ("password", "email-link", "anonymous"):
            return (None,)
        chooses = provider.speaks_for_others or not self.environment.excludes(5)
        return ACTORS if actor == ATTACKER and chooses else (actor,)

    def _naming(self, plain: Attempt) -> Iterator[Attempt]:
        """The addresses that are named or asserted, with what can be claimed of them."""
        if plain.action.points_to == "code":
            # The address is the code's.
            yield plain
            return
        presence = plain.action.carries_address(plain.kind)
        addresses: list[Address] = [] if presence == "required" else [None]
        if presence != "none" and (plain.kind != "federated" or plain.provider is None or plain.provider.gives_email):
            # The owner names no address but his (exclusion 7).
            addresses += [OWNERS] if plain.actor == OWNER and self.environment.excludes(7) else [OWNERS, ATTACKERS]
        for address in addresses:
            named = plain._replace(address=address, limits=plain.limits + (("domain", self.domains[address]),))
            if plain.kind == "federated" and plain.provider is not None and address == OWNERS:
                yield from self._asserting(named)
            else:
                yield named

    def _asserting(self, named: Attempt) -> Iterator[Attempt]:
        """Assertions of the owner's address that the actor can obtain (exclusions 1, 8 and 9)."""
        limits = named.limits
        # A connection that is bound to the domain of an alias asserts the address as one of its own people's.
        if named.actor == ATTACKER and self.environment.excludes(8) and not self.alias:
            limits += (self.limit("connection", "unbound", "none"),)
        for claimed, who in self.obtaining.regions(named.provider.id if named.provider else ""):
            if named.actor == ATTACKER and not self._obtains(who):
                continue
            proves = who != ANYONE and named.actor == named.subject and not (self.alias and named.actor == ATTACKER)
            yield named._replace(proves=proves, limits=limits + claimed)

    def _obtains(self, who: str) -> bool:
        """Whether the attacker has assertions of the owner's address that such people can obtain."""
        if who == ANYONE or self.alias or not self.environment.excludes(1):
            return True
        return who == FORMER_OWNER and not self.environment.excludes(9)

    def _bringing(self, asserting: Attempt) -> Iterator[Attempt]:
        """What codes can be brought; those that accounts hold come with the account."""
        without = (self.limit("code", "absent"), self.limit("requested-by", "absent"), self.limit("link-address", "absent"))
        if not asserting.action.carries_code(asserting.kind):
            yield asserting._replace(limits=asserting.limits + without)
            return
        none = (self.limit("code", "unknown", "absent"), self.limit("requested-by", "absent"))
        absent = (("domain", self.domains[None]),) if asserting.action.points_to == "code" else ()
        yield asserting._replace(code=UNKNOWN, limits=asserting.limits + none + absent)
        for mailbox in (OWNERS, ATTACKERS):
            if not self.reads(asserting.actor, mailbox):
                continue
            if asserting.action.points_to == "code":
                limits = asserting.limits + (("domain", self.domains[mailbox]),)
                # Who asked for it is not known here: it may have been the actor, who shows then that he reads the mail.
                proves = mailbox == OWNERS and not (self.alias and asserting.actor == ATTACKER)
                yield asserting._replace(code=GONE, address=mailbox, proves=proves, limits=limits)
            elif self.environment.is_on("mailed") or asserting.action.takes != "sign-in":
                yield from self._mailed(asserting, mailbox)
        if asserting.action.points_to == "code":
            yield asserting._replace(code=HELD)

    def _mailed(self, asserting: Attempt, mailbox: Address) -> Iterator[Attempt]:
        """A code that went to a mailbox and is no account's."""
        link = []
        if asserting.address == mailbox:
            link.append("same")
        if not asserting.address == mailbox == OWNERS or self.spellings:
            link.append("different")
        brought = asserting._replace(
            code=f"{MAILED} to the {'owner' if mailbox == OWNERS else 'attacker'}",
            limits=asserting.limits + (self.limit("link-address", *link),),
        )
        proves = asserting.address == mailbox == OWNERS and not (self.alias and asserting.actor == ATTACKER)
        yield brought._replace(proves=proves, limits=brought.limits + (self.limit("code", "valid"),))
        yield brought._replace(limits=brought.limits + (self.limit("code", "expired", "used", "stale"),))


def owners_domain(vocabulary: Vocabulary, document, domain: str) -> str:
    """The value of the fact `domain` for the owner's address."""
    value = domain_value(domain, document)
    vocabulary.index("domain", value)
    return value
