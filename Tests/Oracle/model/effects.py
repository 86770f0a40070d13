"""What rules do to an account."""

from __future__ import annotations

from .state import NONE, Code, Draft, Method, joined


def create(account: Draft, address: str, method: Method) -> None:
    """A first sign-in makes an account bound to its credential (A10)."""
    account.exists = True
    account.email = address
    put(account, method)


def put(account: Draft, method: Method) -> None:
    """Adds a method, or puts it in the place of the provider's former one."""
    account.methods[method.name] = method


def open_session(account: Draft, actor: str) -> None:
    """Signs in."""
    account.sessions = joined(account.sessions, actor)


def revoke_sessions(account: Draft, but: str = "") -> None:
    """Ends every session, but one actor's where that one goes on."""
    account.sessions = but


def cancel_pending(account: Draft) -> None:
    """Codes, changes of address and undo links come to nothing."""
    account.codes = set()


def drop_unproven(account: Draft) -> None:
    """Removes the methods that did not prove the address the account has now (R3, R22)."""
    kept = {name: m for name, m in account.methods.items() if m.proved != NONE and m.proved == account.email}
    account.methods = kept


def set_email(account: Draft, address: str) -> None:
    """Gives it an address, unverified if it is a new one."""
    if account.email != address:
        account.email = address
        account.verified = False


def set_password(account: Draft, actor: str, proved: str = NONE) -> None:
    """The password is the actor's from now on; one set through the mailbox proves the address."""
    put(account, Method("password", actor, proved))


def mail(account: Draft, purpose: str, address: str, requester: str) -> None:
    """Mails a code that the requester's session asked for."""
    account.codes.add(Code(purpose, address, requester))
