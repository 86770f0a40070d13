"""The SHA-256 of what a policy means, worked out from the file (Docs/Language.md, Digest).

Every part is a length and its bytes. Sets are sorted; what is ordered in meaning keeps its order.
"""

from __future__ import annotations

import hashlib

from .document import Condition, Document, Row, conditions, rows, words

POINTS_TO = ("session", "target", "code", "credential")
PRESENCE = ("none", "optional", "required", "by-kind")


class _Form:
    """The bytes that are hashed."""

    def __init__(self) -> None:
        self.bytes = bytearray()

    def count(self, number: int) -> None:
        self.bytes += number.to_bytes(4, "big")

    def flag(self, flag: bool) -> None:
        self.bytes.append(1 if flag else 0)

    def name(self, text: str | bytes) -> None:
        data = text if isinstance(text, bytes) else text.encode()
        self.count(len(data))
        self.bytes += data

    def names(self, given: list[str] | tuple[str, ...]) -> None:
        self.count(len(given))
        for name in given:
            self.name(name)

    def set(self, given: list[str] | tuple[str, ...]) -> None:
        self.names(sorted(given, key=str.encode))

    def optional(self, given: str | None) -> None:
        self.flag(given is not None)
        if given is not None:
            self.name(given)

    def conditions(self, given: tuple[Condition, ...]) -> None:
        self.count(len(given))
        for condition in sorted(given, key=lambda one: one.fact.encode()):
            self.name(condition.fact)
            self.flag(condition.negated)
            self.set(condition.values)

    def rows(self, given: tuple[Row, ...]) -> None:
        self.count(len(given))
        for row in given:
            self.name(row.id)
            self.conditions(row.conditions)
            self.optional(row.value)
            self.flag(row.effects is not None)
            self.count(len(row.effects or ()))
            for word, arguments in row.effects or ():
                self.name(word)
                (self.set if word == "drop" else self.names)(arguments)
            self.optional(row.refuse)
            self.flag(row.would is not None)
            self.set(row.would or ())
            self.optional(row.ask)
            self.flag(row.tell is not None)
            self.set(row.tell or ())
            self.optional(row.show)


def digest(document: Document) -> str:
    """The digest that the tool must come to, too."""
    form = _Form()
    form.name("linkpolicy 1")
    form.name(document.name)
    _declarations(form, document)
    _addresses(form, document)
    facts = document.section("facts")
    form.count(len(facts))
    for name, fact in facts.items():
        form.name(name)
        form.names(fact["values"])
        form.flag(fact.get("hit") == "first")
        form.rows(rows(fact["rows"]))
    form.conditions(conditions(document.section("proof")))
    impossible = []
    for one in document.raw.get("impossible") or []:
        part = _Form()
        part.conditions(conditions({key: value for key, value in one.items() if key != "because"}))
        impossible.append(bytes(part.bytes))
    form.count(len(impossible))
    form.count(len(impossible))
    for part in sorted(impossible):
        form.name(part)
    form.rows(document.guards())
    tables = document.tables()
    form.count(len(tables))
    for table in sorted(tables, key=lambda one: one.key.encode()):
        form.name(table.action)
        form.set(table.kinds)
        form.flag(table.first)
        form.rows(table.rows)
    errors = document.section("errors")
    form.count(len(errors))
    for name, error in _sorted(errors):
        form.name(name)
        form.optional((error or {}).get("ask"))
        form.set(words((error or {}).get("tell") or []))
        names = (error or {}).get("names") or {}
        form.count(len(names))
        for platform, text in _sorted(names):
            form.name(platform)
            form.name(text)
    _codes(form, document)
    _listing(form, document)
    _folded_subjects(form, document)
    return hashlib.sha256(form.bytes).hexdigest()


def _folded_subjects(form: _Form, document: Document) -> None:
    """The providers whose subjects are compared without case; nothing if there are none."""
    folded = sorted((name for name, body in document.section("providers").items() if body.get("subjects") == "folded"), key=str.encode)
    if folded:
        form.name("folded-subjects")
        form.names(folded)


def _sorted(given: dict) -> list[tuple]:
    return sorted(given.items(), key=lambda pair: pair[0].encode())


def _declarations(form: _Form, document: Document) -> None:
    domains = document.section("domains")
    form.count(len(domains))
    for name, given in _sorted(domains):
        body = given if isinstance(given, dict) else {"names": given}
        form.name(name)
        form.names(sorted((one.lower() for one in words(body["names"])), key=str.encode))
        form.flag(body.get("relay") == "true")
    providers = document.section("providers")
    form.count(len(providers))
    for name, body in _sorted(providers):
        form.name(name)
        form.names(kinds_of(body))
        form.flag("gives" in body)
        form.set(words(body.get("gives", [])))
        form.flag(body.get("consent") == "required")
        form.flag(body.get("case") == "exact")
        form.optional(body.get("issuer"))
    form.count(len(document.claims))
    for name, declared in sorted(document.claims, key=lambda one: one[0].encode()):
        form.name(name)
        form.count(len(declared))
        for word, values in declared:
            form.name(word)
            form.names(sorted((tag + text for tag, text in values), key=str.encode))
    settings = document.section("settings")
    form.count(len(settings))
    for name, given in _sorted(settings):
        form.name(name)
        form.names(given["values"] if isinstance(given, dict) else given)
        form.flag(isinstance(given, dict) and given.get("per") == "provider")
    labels = document.section("labels")
    form.count(len(labels))
    for name, given in _sorted(labels):
        form.name(name)
        form.names(given["values"] if isinstance(given, dict) else given)
        form.count(1 if isinstance(given, dict) and given.get("on") == "method" else 0)
    actions = document.section("actions")
    form.count(len(actions))
    for name, body in _sorted(actions):
        form.name(name)
        form.count(POINTS_TO.index(body["points-to"]))
        form.set(words(body.get("kinds", [])))
        form.count(PRESENCE.index(address_of(body)))
    groups = document.section("action-groups")
    form.count(len(groups))
    for name, members in _sorted(groups):
        form.name(name)
        form.set(words(members))


def address_of(body: dict) -> str:
    """What an own action's attempts say of an address: where nothing is declared, what their kinds carry."""
    return body.get("address", "by-kind" if body.get("kinds") else "none")


def kinds_of(provider: dict) -> list[str]:
    """The kinds that a provider declares."""
    return words(provider["kinds"]) if "kinds" in provider else [provider["kind"]]


def _addresses(form: _Form, document: Document) -> None:
    given = document.section("addresses")
    fold = words(given.get("fold", ["case"]))
    form.count(("primary", "any-proven").index(given.get("match", "primary")))
    form.count(("account", "methods").index(given.get("held-by", "account")))
    elect = words(given.get("elect", []))
    form.count(len(elect))
    for one in elect:
        form.count(("held", "primary").index(one))
    form.flag(given.get("unique", "yes") == "yes")
    form.flag("dots" in fold)
    form.flag("plus-tags" in fold)
    form.flag("case" in fold)
    form.count(("absent", "error").index(given.get("international", "error")))
    aliases = sorted((a.lower(), b.lower()) for a, b in (given.get("aliases") or {}).items())
    form.count(len(aliases))
    for alias, domain in aliases:
        form.name(alias)
        form.name(domain)
    form.set(words((document.section("methods")).get("count", [])))
    pools = document.section("pools")
    form.count(len(pools))
    for name, members in _sorted(pools):
        form.name(name)
        form.set(words(members))


def _listing(form: _Form, document: Document) -> None:
    given = document.section("methods")
    kinds, order = words(given.get("list", [])), given.get("order", "added")
    if not kinds and order == "added":
        return
    form.name("listing")
    form.set(kinds)
    form.count(("added", "provider").index(order))


def _codes(form: _Form, document: Document) -> None:
    given = document.raw.get("purposes") or {}
    purposes = given if isinstance(given, dict) else {name: {} for name in given}
    taking = {name: body["takes"] for name, body in document.section("actions").items() if "takes" in body}
    if not purposes and not taking:
        return
    form.name("codes")
    form.count(len(purposes))
    for name, body in _sorted(purposes):
        form.name(name)
        form.count(("asserted", "account").index((body or {}).get("to", "asserted")))
        form.count(("account", "nobody").index((body or {}).get("for", "account")))
        form.count(("with-address", "never").index((body or {}).get("stale", "with-address")))
    form.count(len(taking))
    for name, takes in _sorted(taking):
        form.name(name)
        form.optional(takes)
