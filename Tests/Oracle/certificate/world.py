"""What surrounds the accounts: switches, exclusions, who can obtain which assertion, providers, classes of domains."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from strict import Unreadable, yaml_node

from .document import Document, loaded, words
from .vocabulary import Vocabulary

SWITCHES = {
    "clicks": "on", "email-changes": "on", "phone": "on", "mailed": "on", "reassigned": "off", "forced-linking": "off", "forced-sign-in": "off",
    "administrator": "off", "factors": "off", "any-tenant": "off",
} | {f"exclusion-{number}": "on" for number in range(1, 10)}
"""The usual word of each switch."""

OWNER, FORMER_OWNER, ANYONE = "owner", "former-owner", "anyone"
ORDINARY_DOMAIN = "example.com"


@dataclass(frozen=True)
class Environment:
    """The switches, and the exclusions that stand."""

    switches: tuple[tuple[str, str], ...]

    def is_on(self, name: str) -> bool:
        return dict(self.switches)[name] == "on"

    @property
    def reassigned(self) -> str:
        return dict(self.switches)["reassigned"]

    def excludes(self, number: int) -> bool:
        """Whether nobody does what an exclusion of Docs/Safety.md is about."""
        if number == 9:
            return self.reassigned == "off"
        return self.is_on(f"exclusion-{number}")


@dataclass(frozen=True)
class Assumed:
    """A line of the table of assumptions: what it is about, and who can obtain such an assertion."""

    providers: tuple[str, ...] | None
    domains: tuple[str, ...] | None
    claims: tuple[tuple[str, tuple[str, str]], ...]
    """Each with its value, as a tag and a text."""
    when: tuple[str, str] | None
    who: str


class Assumptions:
    """The table of assumptions; the first line that fits says who can obtain an assertion of an address."""

    def __init__(self, raw: dict[str, Any], claims: list[list[tuple[str, tuple[str, str]]]]) -> None:
        self.switches: dict[str, str] = dict(raw.get("switches") or {})
        self.rows: list[Assumed] = []
        for row, asked in zip(raw["assertions"], claims, strict=True):
            if len(row.get("when") or {}) > 1:
                raise Unreadable("a line of the assumptions depends on several switches")
            self.rows.append(
                Assumed(
                    tuple(words(row["provider"])) if "provider" in row else None,
                    tuple(words(row["domain"])) if "domain" in row else None,
                    tuple(asked),
                    next(iter((row.get("when") or {}).items()), None), row["who"],
                )
            )

    def about(self, provider: str, domain: str, environment: Environment) -> list[Assumed]:
        """The lines about a provider and a domain, whatever the claims, in order."""
        return [
            row for row in self.rows
            if (row.when is None or row.when in environment.switches)
            and (row.providers is None or any(_matches(one, provider) for one in row.providers))
            and (row.domains is None or domain in row.domains)
        ]

    def canonical(self) -> list[Any]:
        """The lines as a certificate has them."""
        return [
            {
                "providers": None if row.providers is None else list(row.providers),
                "domains": None if row.domains is None else list(row.domains),
                "claims": {name: _native(*value) for name, value in row.claims}, "when": None if row.when is None else {row.when[0]: row.when[1]}, "who": row.who,
            }
            for row in self.rows
        ]


def read_assumptions(path: Path) -> Assumptions:
    """Reads a file of assumptions."""
    # JSON is YAML as well.
    text, raw = loaded(path)
    if not isinstance(raw, dict) or not isinstance(raw.get("assertions"), list):
        raise Unreadable(f"{path} is no file of assumptions")
    return Assumptions(raw, [_claims(row, path.suffix == ".json") for row in _member(yaml_node(text, path), "assertions").value])


INTEGER = re.compile(r"0|-?[1-9][0-9]{0,17}")
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?")


def _member(node: yaml.Node, name: str) -> Any:
    found = [value for key, value in node.value if key.value == name] if isinstance(node, yaml.MappingNode) else []
    return found[0] if found else None


def _claims(row: yaml.Node, is_json: bool) -> list[tuple[str, tuple[str, str]]]:
    """The claims that a line asks for, each a JSON value: text is quoted, or is nothing else."""
    given = _member(row, "claims")
    return [(name.value, _value(value, NUMBER if is_json else INTEGER)) for name, value in given.value] if given is not None else []


def _value(node: yaml.Node, number: re.Pattern[str]) -> tuple[str, str]:
    if not isinstance(node, yaml.ScalarNode):
        raise Unreadable("a claim of the assumptions is a list or a map")
    if node.style in ("'", '"'):
        return "s", node.value
    if node.value in ("true", "false"):
        return "b", "1" if node.value == "true" else "0"
    if node.value == "null":
        return "z", ""
    return ("n" if number.fullmatch(node.value) else "s"), node.value


def _native(tag: str, text: str) -> Any:
    """The value as Python reads it from JSON."""
    return {"s": lambda: text, "b": lambda: text == "1", "z": lambda: None, "n": lambda: json.loads(text)}[tag]()


def _spelled(tag: str, text: str) -> str:
    """A value as a word of a policy would be spelled."""
    return {"s": text, "b": "true" if text == "1" else "false", "z": "null", "n": text}[tag]


def _matches(pattern: str, provider: str) -> bool:
    return provider.startswith(pattern[:-1]) and provider != pattern[:-1] if pattern.endswith("*") else pattern == provider


@dataclass(frozen=True)
class Provider:
    """A provider that attempts come by."""

    id: str
    declared: str
    value: str
    """Its value of the fact `provider`."""
    kinds: tuple[str, ...]
    gives_email: bool
    issuer: str
    speaks_for_others: bool
    """Whether it shares the issuer of others and is not that issuer: whoever runs it chooses the subjects that it asserts."""


def declared_as(id: str, vocabulary: Vocabulary) -> str | None:
    """Under which declaration a provider's id falls: its own, or that of the longest family."""
    if id in vocabulary.providers and not id.endswith("*"):
        return id
    families = [name for name in vocabulary.providers if name.endswith("*") and id.startswith(name[:-1]) and id != name[:-1]]
    return max(families, key=len, default=None)


def providers(ids: list[str], document: Document, vocabulary: Vocabulary) -> list[Provider]:
    """The providers of these ids, which have to be every one that can make a difference.

    Every declared one; two of each family, since a subject at one is another person's at the other; and those of a family that
    the assumptions tell from the rest of it (`missing_members`).
    """
    found = []
    bodies = document.section("providers")
    issuers = {id: bodies[declared].get("issuer", id) for id in ids if (declared := declared_as(id, vocabulary)) is not None}
    if set(issuers) != set(ids) or len(set(ids)) != len(ids):
        raise Unreadable("providers are played that the policy does not know, or twice")
    for name, body in bodies.items():
        if "issuer" in body and declared_as(body["issuer"], vocabulary) is not None and body["issuer"] not in issuers:
            raise Unreadable(f"`{body['issuer']}`, whose subjects `{name}` asserts, is not played")
    for id, issuer in issuers.items():
        declared = declared_as(id, vocabulary) or ""
        body = bodies[declared]
        shares = any(other != id and its == issuer for other, its in issuers.items())
        found.append(
            Provider(
                id, declared, "other" if declared == "*" else declared, vocabulary.providers[declared],
                "gives" not in body or "email" in words(body["gives"]), issuer, shares and issuer != id,
            )
        )
    for name in vocabulary.providers:
        played = sum(one.declared == name for one in found)
        if played < (2 if name.endswith("*") else 1):
            raise Unreadable(f"of `{name}` {played} providers are played, which are too few")
    return found


def missing_members(vocabulary: Vocabulary, assumptions: Assumptions, played: list[Provider]) -> list[str]:
    """What the assumptions tell from the rest of a family, and no provider is played of: more is proved by what that asserts."""
    found = []
    for named in sorted({id for row in assumptions.rows for id in row.providers or ()}):
        declared = declared_as(named[:-1] + "one" if named.endswith("*") else named, vocabulary)
        if declared is not None and declared.endswith("*") and declared != named:
            if not any(one.declared == declared and _matches(named, one.id) for one in played):
                found.append(named)
    return found


class Obtaining:
    """Who can obtain which assertions of the owner's address from a provider, at one domain."""

    def __init__(self, vocabulary: Vocabulary, document: Document, assumptions: Assumptions, environment: Environment, domain: str) -> None:
        self.vocabulary, self.assumptions, self.environment, self.domain = vocabulary, assumptions, environment, domain
        self.words = {name: declared for name, declared in document.claims}

    def regions(self, provider: str) -> list[tuple[tuple[tuple[str, int], ...], str]]:
        """What can be claimed with the address, as values of facts, and who can have that said."""
        lines = self.assumptions.about(provider, self.domain, self.environment)
        names = sorted({name for line in lines for name, _ in line.claims if name in self.words})
        facts = [f"claim.{name}" for name in names]
        found: dict[tuple[str, ...], list[tuple[int, ...]]] = {}
        for values in itertools.product(*(range(len(self.vocabulary.values[fact])) for fact in facts)):
            obtainers = tuple(sorted({self._in_effect(who) for who in self._obtainers(lines, dict(zip(names, values)))}))
            found.setdefault(obtainers, []).append(values)
        regions = []
        for obtainers, places in found.items():
            boxes = [tuple(1 << value for value in one) for one in places]
            if len(facts) == 1:
                boxes = [(sum(box[0] for box in boxes),)]
            regions += [(tuple(zip(facts, box)), who) for box in boxes for who in obtainers]
        return regions

    def _in_effect(self, who: str) -> str:
        """Where addresses are not given to somebody else, nobody is a former owner."""
        return OWNER if who == FORMER_OWNER and self.environment.excludes(9) else who

    def _obtainers(self, lines: list[Assumed], values: dict[str, int]) -> set[str]:
        """Those of the first line that fits; where a fact does not tell whether one fits, of it and of what follows."""
        found = set()
        for line in lines:
            fits = [self._fits(name, value, values) for name, value in line.claims]
            if any(one is False for one in fits):
                continue
            found.add(line.who)
            if all(one is True for one in fits):
                return found
        return found | {ANYONE}

    def _fits(self, name: str, value: tuple[str, str], values: dict[str, int]) -> bool | None:
        """Whether a claim has a value, by the value of its fact; none if that does not tell. A word of the policy is all its values."""
        if name not in self.words:
            return None
        declared = self.words[name]
        named = next((n for n, (word, _) in enumerate(declared) if word == _spelled(*value)), None)
        if named is not None:
            return named == values[name]
        place = next((n for n, (_, meant) in enumerate(declared) if value in meant), len(declared))
        if place != values[name]:
            return False
        return True if place < len(declared) and len(declared[place][1]) == 1 else None


def aliases(document: Document) -> dict[str, str]:
    """Domains that the policy takes for others."""
    return {one.lower(): other.lower() for one, other in (document.section("addresses").get("aliases") or {}).items()}


def domain_value(domain: str, document: Document) -> str:
    """The value of the fact `domain`: the set that names it, or the longest pattern that fits."""
    domain = aliases(document).get(domain, domain)
    best, found = -1, "other"
    for name, body in document.section("domains").items():
        for pattern in words(body["names"] if isinstance(body, dict) else body):
            pattern = pattern.lower()
            if pattern == domain:
                return name
            if pattern.startswith("*.") and domain.endswith(pattern[1:]) and len(pattern) > best:
                best, found = len(pattern), name
    return found


def domain_classes(document: Document, vocabulary: Vocabulary, assumptions: Assumptions, environment: Environment,
                   played: list[Provider]) -> dict[Any, str]:
    """What tells domains of the owner's address apart, each with the plainest domain that is so."""
    names = [ORDINARY_DOMAIN]
    named = [domain for row in assumptions.rows for domain in row.domains or ()]
    for name, body in document.section("domains").items():
        for pattern in words(body["names"] if isinstance(body, dict) else body):
            names += unnamed(pattern.lower(), name, document, named) if pattern.startswith("*.") else [pattern.lower()]
    names += named
    # Where two domains are one, somebody else may have the same address.
    names += [one for pair in aliases(document).items() for one in pair]
    found: dict[Any, str] = {}
    for name in names:
        found.setdefault(domain_class(name, document, vocabulary, assumptions, environment, played), name)
    return found


def unnamed(pattern: str, value: str, document: Document, named: list[str]) -> list[str]:
    """A domain that a pattern stands for, and that nothing else names; none where there is no such domain."""
    labels = ["one", *(f"n{number}" for number in range(len(named) + 64))]
    fits = (label + pattern[1:] for label in labels)
    return list(itertools.islice((one for one in fits if one not in named and domain_value(one, document) == value), 1))


def domain_class(domain: str, document: Document, vocabulary: Vocabulary, assumptions: Assumptions, environment: Environment,
                 played: list[Provider]) -> Any:
    """Everything that a condition of the policy, or the assumptions, tell of a domain."""
    value = domain_value(domain, document)
    tests = sorted({condition.values for condition in document.conditions() if condition.fact == "domain"})
    obtaining = Obtaining(vocabulary, document, assumptions, environment, domain)
    return (
        tuple(value in values for values in tests), any(domain in pair for pair in aliases(document).items()),
        tuple(tuple(obtaining.regions(one.id)) for one in played if "federated" in one.kinds),
    )
