"""The few things that several rules do to an account in the same way."""

from __future__ import annotations

from .attempt import Answer, Attempt
from .state import Account, Method, Store


def method_of(store: Store, attempt: Attempt) -> Method:
    """The method that the attempt brings, with what it remembers."""
    assert attempt.provider is not None and attempt.kind is not None
    proves = store.hooks.trusted(attempt)
    return Method(
        attempt.provider,
        attempt.kind,
        attempt.subject,
        attempt.address,
        attempt.address if proves else None,
    )


def create(store: Store, attempt: Attempt, email: str | None) -> Account:
    """A first sign-in: an account bound to the credential used (A10)."""
    account = store.new_account(attempt.tenant)
    account.email = email
    account.methods.append(method_of(store, attempt))
    return account


def add_method(store: Store, account: Account, attempt: Attempt) -> None:
    """Adds the attempt's method; where the account has that provider and kind, this one takes its place."""
    assert attempt.provider is not None and attempt.kind is not None
    held = account.of_provider(attempt.provider, attempt.kind)
    if held is not None:
        account.methods[account.methods.index(held)] = method_of(store, attempt)
    else:
        account.methods.append(method_of(store, attempt))


def refresh_method(store: Store, account: Account, attempt: Attempt) -> None:
    """Keeps what the provider said this time, and nothing that it said before (R48)."""
    for place, method in enumerate(account.methods):
        if method.provider == attempt.provider and method.subject == attempt.subject:
            account.methods[place] = method_of(store, attempt)
            if attempt.ignored_address:  # R45: what is stored stays.
                account.methods[place].address = method.address
                account.methods[place].proved = method.proved


def unproven(account: Account) -> list[Method]:
    """The methods that did not prove the address the account has now (R3, R22)."""
    return [m for m in account.methods if account.email is None or m.proved != account.email]


def drop_unproven(store: Store, account: Account, answer: Answer) -> None:
    """Removes what `unproven` says."""
    for method in store.hooks.unproven(account):
        account.methods.remove(method)
        answer.removed.append((method.provider, method.kind))


def fill_profile(account: Account, attempt: Attempt) -> None:
    """Fills what is blank with what the provider gives at a sign-in; what is set stays (U2, R6)."""
    if attempt.kind != "federated":
        return  # U2: nobody else gives anything.
    if account.name is None:
        account.name = attempt.name
    if account.photo is None and attempt.provider != "apple.com":  # A8
        account.photo = attempt.photo


def set_email(account: Account, address: str) -> None:
    """Gives the account an address; a new one comes unverified."""
    if account.email != address:
        account.email = address
        account.verified = False


def mailbox_shown(account: Account, purpose: str) -> None:
    """Whoever brings back what was mailed to the account's address for a purpose reads that mailbox (V1, E1).

    That is enough: no trusted provider has to say so as well (R1).
    """
    account.verified = True


def after_reset(store: Store, account: Account) -> None:
    """U9, R34: every session ends."""
    store.revoke_sessions(account)


def take_away(account: Account, method: Method) -> None:
    """Unlinks a method; the account keeps everything else (R27)."""
    account.methods.remove(method)


def set_password(account: Account, proved: bool) -> None:
    """Stores a password. It proves the address only where a code mailed there set it."""
    password = account.of_kind("password")
    if password is None:
        password = Method("password", "password", None, account.email)
        account.methods.append(password)
    password.proved = account.email if proved else None


def delete(store: Store, account: Account, answer: Answer) -> None:
    """Removes the account; every device that holds it is signed out."""
    held = [s for s in store.sessions.values() if s.account is account and s.state != "ended"]
    answer.listeners += ["signed-out" for _ in held]
    answer.account = None
    store.remove(account)


def open_session(account: Account, answer: Answer) -> None:
    """Signs in."""
    answer.account = account
    answer.session = True
    answer.listeners.append("signed-in")
