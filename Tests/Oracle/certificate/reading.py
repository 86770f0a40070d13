"""A certificate as it is written; anything else than one is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from strict import Unreadable, json_value, text

from .accounts import ACTORS, ATTACKERS, OWNERS, Account, Code, Factor, Key, Method, Session, Thing, Things
from .vocabulary import KINDS

FORMAT = 1
INVARIANTS = ("I1", "I2", "I3", "I4", "I5", "I6", "I8", "I14", "I15")
"""What this checker looks at; a certificate for anything else is refused."""


class Refused(Unreadable):
    """The certificate is not one, or not of what it was to be about."""


class Domain(NamedTuple):
    """The accounts that can come about where the owner's address is at a domain."""

    name: str
    things: Things
    accounts: list[Account]


class Certificate(NamedTuple):
    """What a certificate says."""

    engine: str
    policy: dict[str, str]
    vocabulary: dict[str, Any]
    assumptions: list[Any]
    switches: dict[str, str]
    settings: dict[str, str]
    exclusions: list[int]
    invariants: list[str]
    providers: list[str]
    domains: list[Domain]


def read(path: Path) -> Certificate:
    """Reads a certificate."""
    raw = json_value(text(path), path)
    try:
        return _certificate(raw)
    except TypeError as problem:
        raise Refused(f"something in the certificate is of another sort than it should be: {problem}") from None


def _certificate(raw: Any) -> Certificate:
    found = _members(raw, "the certificate", ("certificate", *Certificate._fields))
    if type(found["certificate"]) is not int or found["certificate"] != FORMAT:
        raise Refused(f"the certificate has format {found['certificate']!r}, and this checker reads {FORMAT}")
    _strings(found["engine"], "`engine`", one=True)
    _members(found["policy"], "`policy`", ("name", "digest"))
    for key in ("switches", "settings", "vocabulary"):
        _expect(isinstance(found[key], dict), f"`{key}` is no map")
    for key in ("invariants", "providers"):
        _strings(found[key], f"`{key}`")
    for key in ("assumptions", "domains", "exclusions"):
        _expect(isinstance(found[key], list), f"`{key}` is no list")
    for one in found["invariants"]:
        _expect(one in INVARIANTS, f"`{one}` is nothing that this checker looks at")
    _expect(len(found["invariants"]) > 0, "it is for no invariant")
    _expect(len(set(found["invariants"])) == len(found["invariants"]), "it is for an invariant twice")
    domains = [_domain(one, set(found["providers"])) for one in found["domains"]]
    return Certificate(**{key: found[key] for key in Certificate._fields if key != "domains"}, domains=domains)


def _domain(raw: Any, providers: set[str]) -> Domain:
    found = _members(raw, "a domain", ("domain", "things", "accounts"))
    _strings(found["domain"], "`domain`", one=True)
    things = [_thing(one, providers) for one in found["things"]]
    _expect(len(set(things)) == len(things), f"at {found['domain']} a thing is listed twice")
    accounts = [_account(one, len(things), found["domain"]) for one in found["accounts"]]
    return Domain(found["domain"], Things(things), accounts)


def _account(raw: Any, count: int, domain: str) -> Account:
    found = _members(raw, f"an account at {domain}", ("email", "verified", "provers", "may"))
    _expect(isinstance(found["verified"], bool), "`verified` is neither true nor false")
    _expect(isinstance(found["provers"], list) and set(found["provers"]) <= set(ACTORS), "`provers` names somebody unknown")
    _expect(isinstance(found["may"], list), "`may` is no list")
    may = 0
    for number in found["may"]:
        _expect(type(number) is int and 0 <= number < count, f"at {domain} an account may have {number!r}, which is no thing")
        may |= 1 << number
    return Account(Key(_address(found["email"]), found["verified"], frozenset(found["provers"])), may)


def _thing(raw: Any, providers: set[str]) -> Thing:
    _expect(isinstance(raw, dict) and isinstance(raw.get("thing"), str), "a thing does not say what it is")
    sort = raw["thing"]
    if sort == "method":
        found = _members(raw, "a method", ("thing", "provider", "kind", "holder", "proved", "superseded"))
        _expect(found["provider"] in providers, f"a method is of `{found['provider']}`, which is not played")
        _expect(found["kind"] in KINDS, f"a method is of the kind `{found['kind']}`")
        holder = None if found["holder"] is None else _actor(found["holder"])
        return Method(found["provider"], found["kind"], holder, _address(found["proved"]), _flag(found["superseded"]))
    if sort == "session":
        found = _members(raw, "a session", ("thing", "holder", "live"))
        return Session(_actor(found["holder"]), _flag(found["live"]))
    if sort == "code":
        found = _members(raw, "a code", ("thing", "purpose", "mailbox", "bound", "asker", "inSession", "used"))
        _strings(found["purpose"], "`purpose`", one=True)
        return Code(
            found["purpose"], _address(found["mailbox"]), _address(found["bound"]), _actor(found["asker"]),
            _flag(found["inSession"]), _flag(found["used"]),
        )
    found = _members(raw, "a factor", ("thing", "holder"))
    _expect(sort == "factor", f"there is no thing called `{sort}`")
    return Factor(_actor(found["holder"]))


def _members(raw: Any, what: str, names: tuple[str, ...]) -> dict[str, Any]:
    _expect(isinstance(raw, dict), f"{what} is no map")
    missing, more = set(names) - set(raw), set(raw) - set(names)
    _expect(not missing, f"{what} lacks {', '.join(sorted(missing))}")
    _expect(not more, f"{what} has {', '.join(sorted(more))}, which this checker does not know")
    return raw


def _strings(raw: Any, what: str, one: bool = False) -> None:
    _expect(all(isinstance(word, str) for word in ([raw] if one else raw if isinstance(raw, list) else [None])), f"{what} is not text")


def _actor(raw: Any) -> str:
    _expect(raw in ACTORS, f"there is nobody called {raw!r}")
    return raw


def _address(raw: Any) -> str | None:
    _expect(raw in (None, OWNERS, ATTACKERS), f"there is no address {raw!r}")
    return raw


def _flag(raw: Any) -> bool:
    _expect(isinstance(raw, bool), f"{raw!r} is neither true nor false")
    return raw


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)
