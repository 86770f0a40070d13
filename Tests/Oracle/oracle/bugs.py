"""Oracles that are wrong in one rule each. Vectors that do not notice one of them have a hole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from weakref import WeakKeyDictionary

from . import changes, guards, points_to, trust
from .attempt import Attempt
from .hooks import DOCUMENTED, Hooks
from .state import Account, Method, Store


def _also_trusted(provider: str, *domains: str) -> Hooks:
    """A provider's word counts for domains that V3 does not name for it (V3, V4, R51)."""

    def trusted(attempt: Attempt) -> bool:
        address = attempt.address
        if attempt.provider == provider and address is not None and trust.domain_of(address) in domains:
            return True
        return trust.trusted(attempt)

    return replace(DOCUMENTED, trusted=trusted)


def yahoo_japan_trusted() -> Hooks:
    """Yahoo's word counts for yahoo.co.jp, which another company runs."""
    return _also_trusted("yahoo.com", "yahoo.co.jp")


def googlemail_trusted() -> Hooks:
    """Google's word counts for the other name of gmail.com."""
    return _also_trusted("google.com", "googlemail.com")


def live_trusted() -> Hooks:
    """Microsoft's word counts for two more domains that it issues."""
    return _also_trusted("microsoft.com", "live.com", "msn.com")


def ymail_trusted() -> Hooks:
    """Yahoo's word counts for another domain that it issues."""
    return _also_trusted("yahoo.com", "ymail.com")


def github_trusted() -> Hooks:
    """GitHub's word counts for its own domains."""
    return _also_trusted("github.com", "github.com", "users.noreply.github.com")


def untrusted_method_stays() -> Hooks:
    """A trusted provider joins an unverified account, and nothing is replaced (L3)."""
    return replace(DOCUMENTED, unproven=lambda account: [])


def replaced_method_returns() -> Hooks:
    """Facebook, Google, Facebook: what was replaced is still known, and enters (L3)."""
    dropped: WeakKeyDictionary[Account, list[Method]] = WeakKeyDictionary()

    def unproven(account: Account) -> list[Method]:
        going = changes.unproven(account)
        dropped.setdefault(account, []).extend(going)
        return going

    def holder(store: Store, attempt: Attempt) -> Account | None:
        held = points_to.documented_holder_of_credential(store, attempt)
        if held is not None or attempt.subject is None:
            return held
        credential = attempt.provider, attempt.subject
        formerly = (a for a in store.accounts if any((m.provider, m.subject) == credential for m in dropped.get(a, [])))
        return next(formerly, None)

    return replace(DOCUMENTED, unproven=unproven, holder_of_credential=holder)


def link_does_not_verify() -> Hooks:
    """Whoever signs in by a mailed link owns the address, which stays unverified (E1)."""

    def mailbox_shown(account: Account, purpose: str) -> None:
        if purpose != "sign-in":
            changes.mailbox_shown(account, purpose)

    return replace(DOCUMENTED, mailbox_shown=mailbox_shown)


def undo_does_not_verify() -> Hooks:
    """The undo link brings back an unverified address (R32)."""

    def mailbox_shown(account: Account, purpose: str) -> None:
        if purpose != "undo":
            changes.mailbox_shown(account, purpose)

    return replace(DOCUMENTED, mailbox_shown=mailbox_shown)


def reset_keeps_sessions() -> Hooks:
    """After a reset, whoever knew the old password stays signed in (U9, R34)."""
    return replace(DOCUMENTED, after_reset=lambda store, account: None)


def unlink_clears_address() -> Hooks:
    """Unlinking the method that proved the address takes the address away, too (R27)."""

    def take_away(account: Account, method: Method) -> None:
        changes.take_away(account, method)
        if method.proved is not None and method.proved == account.email:
            account.email = None
            account.verified = False

    return replace(DOCUMENTED, take_away=take_away)


def disabled_reauthenticates() -> Hooks:
    """A disabled account gets no new session, but new tokens for an old one (R18)."""

    def enters(attempt: Attempt, account: Account) -> bool:
        return attempt.action == "reauthenticate" or guards.enters(attempt, account)

    return replace(DOCUMENTED, enters=enters)


def absent_nonce_links() -> Hooks:
    """Apple's nonce is checked where there is one, and not missed when linking (A4, R14)."""

    def nonce_fails(attempt: Attempt) -> bool:
        if attempt.action == "link" and attempt.nonce == "not-sent":
            return False
        return guards.nonce_fails(attempt)

    return replace(DOCUMENTED, nonce_fails=nonce_fails)


def returned_nonce_accepted() -> Hooks:
    """No nonce of a credential that a refusal handed back is compared, not even one of another request (A4, R14)."""

    def nonce_fails(attempt: Attempt) -> bool:
        return not attempt.returned and guards.nonce_fails(attempt)

    return replace(DOCUMENTED, nonce_fails=nonce_fails)


def tenants_together() -> Hooks:
    """An address is looked for in all tenants (R10)."""

    def holder_of_address(store: Store, address: str, tenant: str | None) -> Account | None:
        return next((account for account in store.accounts if account.email == address), None)

    return replace(DOCUMENTED, holder_of_address=holder_of_address)


BUGS: dict[str, Callable[[], Hooks]] = {
    "yahoo-japan-trusted": yahoo_japan_trusted,
    "googlemail-trusted": googlemail_trusted,
    "live-trusted": live_trusted,
    "ymail-trusted": ymail_trusted,
    "github-trusted": github_trusted,
    "untrusted-method-stays": untrusted_method_stays,
    "replaced-method-returns": replaced_method_returns,
    "link-does-not-verify": link_does_not_verify,
    "undo-does-not-verify": undo_does_not_verify,
    "reset-keeps-sessions": reset_keeps_sessions,
    "unlink-clears-address": unlink_clears_address,
    "disabled-reauthenticates": disabled_reauthenticates,
    "absent-nonce-links": absent_nonce_links,
    "returned-nonce-accepted": returned_nonce_accepted,
    "tenants-together": tenants_together,
}


def hooks_of(bug: str | None) -> Hooks:
    """The rules with a bug, or the documented ones."""
    return DOCUMENTED if bug is None else BUGS[bug]()
