"""Checks that the accounts of a certificate are closed under every attempt, and break no invariant that it is for."""

from __future__ import annotations

from typing import Iterator, NamedTuple

from .accounts import Account, Factor, Key, Method, Session, Things
from .attempts import Attempts, owners_domain
from .document import Document, Table, words
from .effects import Effects
from .graph import Graph
from .invariants import Kept, Steps, broken_by, limited, signs_in
from .reading import Certificate, Domain, Refused
from .rules import Answer, Reader
from .standing import Case, Standing
from .vocabulary import LASTING, Vocabulary
from .world import Assumptions, Environment, Obtaining, aliases, domain_class, domain_classes, missing_members, providers


class Problem(NamedTuple):
    """Something that a certificate does not show."""

    domain: str
    what: str


class Counts(NamedTuple):
    """How much was looked at."""

    accounts: int
    attempts: int
    answers: int


class Checker:
    """Checks one certificate against one policy."""

    def __init__(self, certificate: Certificate, document: Document, vocabulary: Vocabulary, assumptions: Assumptions) -> None:
        self.certificate, self.document, self.vocabulary = certificate, document, vocabulary
        self.environment = Environment(tuple(certificate.switches.items()))
        self.assumptions = assumptions
        self.played = providers(certificate.providers, document, vocabulary)
        missing = missing_members(vocabulary, assumptions, self.played)
        if missing:
            raise Refused(f"nobody comes by {', '.join(missing)}, of which the assumptions say something")
        if self.environment.reassigned == "during":
            raise Refused("an address that passes on is not checked")
        if "I5" in certificate.invariants and document.section("pools"):
            raise Refused("I5 is not checked of a policy with pools")
        reader = Reader(document, vocabulary)
        self.tables = [(table, kind, Graph(reader.rules(table, kind), vocabulary)) for table, kind in _tables(document, vocabulary)]
        self.wanted = set(certificate.invariants)
        given = certificate.settings.items()
        self.settings = tuple((f"setting.{name}", vocabulary.mask(f"setting.{name}", value)) for name, value in given)
        self.counted = frozenset(words(document.section("methods").get("count", list(LASTING))))
        self.steps = Steps(vocabulary, self.counted)
        self.closed = self._closed()
        of_passwords = {provider.id for provider in self.played if "password" in provider.kinds}
        self.passwords_closed = all((provider, "password") in self.closed for provider in of_passwords)
        addresses = document.section("addresses")
        self.unique = addresses.get("unique", "yes") == "yes"
        fold = set(words(addresses.get("fold", ["case"])))
        self.folds = bool({"dots", "plus-tags"} & fold)
        self.spellings = "case" not in fold or any(body.get("case") == "exact" for body in document.section("providers").values())
        self.aliases = {one for pair in aliases(document).items() for one in pair}
        self.attempt_count = self.answer_count = 0

    def _closed(self) -> frozenset[tuple[str, str]]:
        """The providers and kinds that no cell lets sign in to an account that is there."""
        closed = {(provider.id, kind) for provider in self.played for kind in provider.kinds if kind != "anonymous"}
        for table, kind, graph in self.tables:
            action = self.vocabulary.actions[table.action]
            if kind is None or action.points_to == "session" or action.administrators:
                continue
            for provider in self.played:
                limits = [("provider", self.vocabulary.mask("provider", provider.value)), *self.settings]
                limits.append(("account", self.vocabulary.mask("account", "no-address", "unverified", "verified")))
                if kind not in ("password", "email-link"):
                    limits.append(("credential", self.vocabulary.mask("credential", "known", "own")))
                answers = limited(graph, tuple(graph.all), limits)
                if any(not one.refused and signs_in([word for word, _ in one.effects]) for one in answers):
                    closed.discard((provider.id, kind))
        return frozenset(closed)

    def problems(self) -> Iterator[Problem]:
        """Everything that is not as it should be, as it is found."""
        yield from self._missing_domains()
        for domain in self.certificate.domains:
            yield from _DomainCheck(self, domain).problems()

    def _missing_domains(self) -> Iterator[Problem]:
        about = (self.document, self.vocabulary, self.assumptions, self.environment, self.played)
        there = {domain_class(domain.name, *about) for domain in self.certificate.domains}
        for one, name in domain_classes(*about).items():
            if one not in there:
                yield Problem(name, "no accounts are given for an owner's address at such a domain")

    def counts(self) -> Counts:
        """How much was looked at so far."""
        return Counts(sum(len(domain.accounts) for domain in self.certificate.domains), self.attempt_count, self.answer_count)


def _tables(document: Document, vocabulary: Vocabulary) -> Iterator[tuple[Table, str | None]]:
    """Each table with each kind that it decides."""
    tables = document.tables()
    offered = {kind for kinds in vocabulary.providers.values() for kind in kinds}
    for table in tables:
        if table.kinds:
            for kind in table.kinds:
                yield table, kind
            continue
        decided = {kind for other in tables if other.action == table.action for kind in other.kinds}
        kinds = [kind for kind in vocabulary.actions[table.action].kinds if kind in offered and kind not in decided]
        for kind in kinds if vocabulary.actions[table.action].kinds else [None]:
            yield table, kind


class _DomainCheck:
    """Checks what is given for one domain of the owner's address."""

    def __init__(self, checker: Checker, domain: Domain) -> None:
        self.checker, self.domain = checker, domain
        self.things = Things(domain.things.list)
        vocabulary, environment = checker.vocabulary, checker.environment
        alias = checker.folds or domain.name in checker.aliases
        obtaining = Obtaining(vocabulary, checker.document, checker.assumptions, environment, domain.name)
        value = owners_domain(vocabulary, checker.document, domain.name)
        self.attempts = Attempts(vocabulary, environment, checker.settings, checker.played, obtaining, value, alias, checker.spellings)
        pools = len(checker.document.section("pools")) > 1
        self.standing = Standing(self.attempts, self.things, checker.counted, checker.unique, pools)
        self.effects = Effects(vocabulary, self.things, checker.played, checker.spellings)
        closed = [number for number, one in enumerate(domain.things.list) if isinstance(one, Method) and (one.provider, one.kind) in checker.closed]
        self.closed = sum(1 << number for number in closed)
        self.given: dict[Key, list[int]] = {}
        for account in domain.accounts:
            self.given.setdefault(account.key, []).append(account.may)

    def problems(self) -> Iterator[Problem]:
        for account in self.domain.accounts:
            for invariant, why in broken_by(account, self.things, self.checker.environment):
                if invariant in self.checker.wanted:
                    yield Problem(self.domain.name, f"{invariant} may not hold of an account with {account.key}: {why}")
        starts = [
            (graph, [(attempt, self._base(graph, attempt.limits)) for attempt in self.attempts.of(number, table, kind)])
            for number, (table, kind, graph) in enumerate(self.checker.tables)
        ]
        for account in [None, *self.domain.accounts]:
            for graph, attempts in starts:
                for attempt, base in attempts:
                    cases = self.standing.to_nobody(attempt) if account is None else self.standing.to(account, attempt)
                    for case in cases:
                        yield from self._follow(account, case, graph, base)
            if account is not None:
                yield from self._beside(account, starts)

    def _base(self, graph: Graph, limits: tuple[tuple[str, int], ...]) -> list[int]:
        base = list(graph.all)
        for fact, values in limits:
            place = graph.place.get(fact)
            if place is not None:
                base[place] &= values
        return base

    def _follow(self, account: Account | None, case: Case, graph: Graph, base: list[int]) -> Iterator[Problem]:
        """Every answer that an attempt can get, and what it comes to."""
        limits = list(base)
        for fact, values in case.limits:
            place = graph.place.get(fact)
            if place is not None:
                limits[place] &= values
        key = tuple(limits)
        self.checker.attempt_count += 1
        for answer in graph.possible(key):
            self.checker.answer_count += 1
            attempt = case.attempt
            is_closed = attempt.provider is not None and (attempt.provider.id, attempt.kind) in self.checker.closed
            kept = Kept(bool(case.may & self.closed), is_closed, self.checker.passwords_closed)
            for invariant, why in self.checker.steps.broken_by(answer, case, account is not None, graph, key, kept):
                if invariant in self.checker.wanted:
                    yield self._problem(account, case, answer, f"{invariant} may not hold: {why}")
            results = self.effects.results(account, case, answer)
            steps, environment = self.checker.steps, self.checker.environment
            if "I14" in self.checker.wanted and steps.verifies_for_others(answer, case, environment, account, results):
                yield self._problem(account, case, answer, "I14 may not hold: somebody else verifies the owner's address")
            for result in results:
                if not self._is_covered(result):
                    yield self._problem(account, case, answer, self._uncovered(result))

    def _is_covered(self, account: Account) -> bool:
        return any(account.may & ~may == 0 for may in self.given.get(account.key, ()))

    def _uncovered(self, account: Account) -> str:
        closest = min((account.may & ~may for may in self.given.get(account.key, ())), key=int.bit_count, default=None)
        if closest is None:
            return f"no account is given with {account.key}"
        return f"an account with {account.key} may then have {', '.join(map(str, self.things.of(closest)))}"

    def _problem(self, account: Account | None, case: Case, answer: Answer, what: str) -> Problem:
        where = "where there is no account" if account is None else f"on an account with {account.key}"
        return Problem(self.domain.name, f"{where}\n  {case.attempt}\n  by {answer.row}\n  {what}")

    def _beside(self, account: Account, starts: list) -> Iterator[Problem]:
        """What becomes of an account without an attempt that points to it."""
        for holder in ("owner", "attacker"):
            live, revoked = (self.things.numbers.get(Session(holder, one)) for one in (True, False))
            is_live = live is not None and account.may >> live & 1
            if is_live and self.checker.environment.is_on("factors"):
                after = Account(account.key, account.may | self.things.bit(Factor(holder)))
                if not self._is_covered(after):
                    yield Problem(self.domain.name, f"{account.key}\n  the {holder} enrols a factor\n  {self._uncovered(after)}")
            if is_live or revoked is None or not account.may >> revoked & 1:
                continue
            yield from self._renewed(account, holder, starts)

    def _renewed(self, account: Account, holder: str, starts: list) -> Iterator[Problem]:
        """A session is renewed by an attempt that points to another account."""
        after = Account(account.key, account.may | self.things.bit(Session(holder, True)))
        if self._is_covered(after):
            return
        revoked = self.standing.limit("session", "revoked")
        for graph, attempts in starts:
            for attempt, base in attempts:
                if attempt.action.points_to == "session" or holder not in attempt.sessions:
                    continue
                case = Case(attempt, (revoked,), account.may)
                for answer in graph.possible(tuple(self._base(graph, attempt.limits + (revoked,)))):
                    if any(word == "issue-token" for word, _ in answer.effects):
                        yield self._problem(account, case, answer, self._uncovered(after))
                        return
