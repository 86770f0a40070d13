"""What a service has come to, as far as any later answer can depend on it."""

from __future__ import annotations

from collections.abc import Hashable

from oracle.points_to import account_of, credential_gone, holder_of_credential
from oracle.state import Account, Code, Session, Store
from oracle.vectors import Player

from .canonical import CANONICAL
from .sequence import Step


def state(player: Player) -> Hashable:
    """The same for two sequences after which nothing can be told apart, but for the numbers of steps."""
    store = player.world.store
    places = {account: place for place, account in enumerate(store.accounts)}
    sessions = tuple((_of(s, store), places.get(s.account)) for s in store.sessions.values())
    order = {session: place for place, session in enumerate(store.sessions.values())}
    codes = tuple(
        (_code(c), None if c.account is None else places.get(c.account, -1),
         None if c.requester is None else order.get(c.requester))
        for c in store.codes
    )
    accounts = tuple(_account(a, store) for a in store.accounts)
    return accounts, sessions, codes, tuple(sorted(store.orphans, key=repr)), tuple(sorted(player.settings.items()))


def situation(player: Player, step: Step) -> Hashable:
    """What the answer to an attempt can depend on: less than the whole state."""
    written = CANONICAL.encode({k: v for k, v in step.items() if k not in ("as", "target", "code")})
    if "attempt" not in step:
        return written, state(player)
    store = player.world.store
    attempt = player.attempt(step)
    pointed = account_of(store, attempt)
    holder = holder_of_credential(store, attempt)
    owner = store.by_address(attempt.code.address if attempt.code else attempt.address, attempt.tenant)
    session, code = attempt.session, attempt.code
    return (
        written,
        _account(pointed, store),
        _relation(holder, pointed),
        _relation(owner, pointed),
        None if session is None else (_of(session, store), session.recent),
        _others(store, pointed, session),
        None if code is None else (_code(code), code.requester is None, code.requester is session),
        credential_gone(store, attempt),
    )


def _account(account: Account | None, store: Store) -> Hashable:
    if account is None:
        return None
    methods = tuple((m.provider, m.kind, m.proved == account.email, m.subject) for m in account.methods)
    profile = (account.name is None, account.photo is None, store.newest("undo", account))
    return account.email, account.verified, account.disabled, account.tenant, profile, methods


def _relation(other: Account | None, pointed: Account | None) -> str:
    if other is None:
        return "nobody"
    return "itself" if other is pointed else "another"


def _of(session: Session, store: Store) -> Hashable:
    return session.state, session.recent, session.account.disabled


def _others(store: Store, pointed: Account | None, session: Session | None) -> Hashable:
    """How many other sessions of the account live, at most two being told apart."""
    return min(2, sum(s.account is pointed and s is not session and s.state == "live" for s in store.sessions.values()))


def _code(code: Code) -> Hashable:
    return code.purpose, code.address, code.tenant, code.used, code.expired
