"""What the policy `hardened` does otherwise than the documents, by the weakness of Docs/Attacks.md that it closes.

Everything that is not here it does as documented.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from . import trust
from .attempt import Answer, Attempt, Refused
from .changes import add_method, drop_unproven, open_session, set_email, set_password
from .guards import REPLAYED, SENSITIVE, may_enter
from .guards import nonce_fails as documented_nonce_fails
from .hooks import DOCUMENTED
from .rules import RULES
from .rules_email import refuse_if_taken
from .state import Account, Code, Store

APPLES_OWN = ("icloud.com", "me.com", "mac.com", trust.RELAY)
CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad"
"""Microsoft's tenant of personal accounts."""


def trusted(attempt: Attempt) -> bool:
    """W5: Apple speaks for its own domains alone; W8: Microsoft for those who are in the consumers' tenant.

    W16: nobody is believed on an address that he does not say is verified, unless he says nothing of it.
    """
    said = attempt.claims.get("email_verified", True)
    if attempt.kind == "federated" and said is not True and said != "true":
        return False
    if attempt.provider == "apple.com" and attempt.address is not None:
        return trust.domain_of(attempt.address) in APPLES_OWN
    if attempt.provider == "microsoft.com" and attempt.claims.get("tid") != CONSUMERS:
        return False
    return trust.trusted(attempt)


def counts(code: Code, attempt: Attempt) -> bool:
    """W2: a click that proves an address counts in the session that asked for the mail, as long as that is not gone."""
    if code.purpose not in ("verify", "change"):
        return True
    session = attempt.session
    return session is not None and session is code.requester and session.state != "ended"


def not_believed(holder: Account, attempt: Attempt) -> NoReturn:
    """W11: nothing is told; W10: a squatter's account is no reason to ask for a credential that nobody has.

    Whether it is a squatter's is not told either: whoever proves the address is let in, one way or the other.
    """
    raise Refused("account-exists-with-different-credential", tell=[], ask="verification")


def may_join(holder: Account, attempt: Attempt) -> None:
    """W6: another subject at the same provider may be another person.

    W17: not where nobody has proved the address, for then it may be a stranger's.
    """
    if not holder.verified:
        return
    if any(m.provider == attempt.provider and m.kind == attempt.kind for m in holder.methods):
        raise Refused("account-exists-with-different-credential", tell=[], ask="verification")  # W10, W11


def clear_out(store: Store, account: Account, answer: Answer) -> None:
    """What a stranger may have left goes: methods, second factors (W12), sessions (W1) and what is pending (W3)."""
    drop_unproven(store, account, answer)
    if account.factors is not None:
        account.factors = 0
    _revoke(store, account, answer)
    store.cancel_pending(account)


def join(store: Store, holder: Account, attempt: Attempt, answer: Answer) -> None:
    """A trusted provider brings an address that an account holds; W13: a stranger's profile goes as well."""
    if holder.verified:
        DOCUMENTED.join(store, holder, attempt, answer)
        return
    clear_out(store, holder, answer)
    holder.verified = True
    holder.name = attempt.name
    holder.photo = None if attempt.provider == "apple.com" else attempt.photo  # A8
    add_method(store, holder, attempt)
    open_session(holder, answer)


def mailbox_enters(store: Store, account: Account, answer: Answer) -> None:
    """The same, by a mailed link, which brings no profile."""
    clear_out(store, account, answer)
    account.name = account.photo = None


def may_adopt(store: Store, attempt: Attempt, account: Account) -> None:
    """W18: it opens a session, which a disabled account does not (R18).

    What was mailed for the account is cancelled before it has the address, as where a change is confirmed: links that went
    there are its owner's, and count on.
    """
    may_enter(store, attempt, account)
    store.cancel_pending(account)


def adopted(store: Store, account: Account, answer: Answer) -> None:
    """W18: who opened the session before the account had a proven address need not be the one who proved it."""
    _revoke(store, account, answer)
    open_session(account, answer)


def may_name(attempt: Attempt, account: Account | None) -> None:
    """W19: under protection a password is for an address that the account has already, so no answer depends on a stranger's."""
    if attempt.protected and (account is None or attempt.address != account.email):
        raise Refused("operation-not-allowed")


def conceals(attempt: Attempt) -> bool:
    """W19: under protection an address that nobody has proved is kept in the method, whether it is free or taken."""
    return attempt.protected and not trusted(attempt)


def unlink(store: Store, attempt: Attempt, answer: Answer) -> None:
    """I4: nobody takes away the last way in, and the password goes without the e-mail link.

    A custom token is the service's own word, and no way in that the account has.
    """
    assert attempt.session is not None
    account = attempt.session.account
    if attempt.kind in ("custom", "anonymous"):
        raise Refused("no-such-provider")  # R26
    named = [m for m in account.methods if (m.provider, m.kind) == (attempt.provider, attempt.kind)]
    going = [m for m in named if attempt.subject in (None, m.subject)]
    if not going:
        raise Refused("no-such-provider")  # R27
    if sum(m.kind not in ("custom", "anonymous") for m in account.methods) == 1:
        raise Refused("last-sign-in-method")
    for method in going:
        account.methods.remove(method)
        answer.removed.append((method.provider, method.kind))


def update_email(store: Store, attempt: Attempt, answer: Answer) -> None:
    """W4: an address changes only by a link that is mailed to the new one."""
    raise Refused("operation-not-allowed")


def confirm_email(store: Store, attempt: Attempt, answer: Answer) -> None:
    """W3: whatever else is pending is cancelled, and every session ends."""
    code = attempt.code
    assert code is not None and code.account is not None
    refuse_if_taken(store, code.address, code.account)
    store.cancel_pending(code.account)
    set_email(code.account, code.address)
    code.account.verified = True
    _revoke(store, code.account, answer)


def reset_password(store: Store, attempt: Attempt, answer: Answer) -> None:
    """W14: the code proves the mailbox, so what is unproven goes; a verified account keeps its owner's methods."""
    assert attempt.code is not None and attempt.code.account is not None
    account = attempt.code.account
    if account.verified:
        _revoke(store, account, answer)
        store.cancel_pending(account)
    else:
        clear_out(store, account, answer)
        account.verified = True
    set_password(account, proved=True)


def mark_verified(store: Store, attempt: Attempt, answer: Answer) -> None:
    """W7: a mark proves nothing, so nothing that did not prove the address stays."""
    account = attempt.target
    if account is None:
        raise Refused("user-not-found")  # R38
    if account.email is None:
        raise Refused("missing-email")  # R43
    clear_out(store, account, answer)
    account.verified = True


def nonce_fails(attempt: Attempt) -> bool:
    """W20: the assertion of another request is a replay, whoever the provider is."""
    return attempt.nonce in REPLAYED or documented_nonce_fails(attempt)


def _revoke(store: Store, account: Account, answer: Answer) -> None:
    store.revoke_sessions(account)
    answer.listeners.append("sessions-revoked")


HARDENED = replace(
    DOCUMENTED,
    trusted=trusted,
    nonce_fails=nonce_fails,
    counts=counts,
    not_believed=not_believed,
    may_join=may_join,
    join=join,
    mailbox_enters=mailbox_enters,
    may_adopt=may_adopt,
    adopted=adopted,
    may_name=may_name,
    conceals=conceals,
    sensitive=(*SENSITIVE, "link"),  # W15
    rules={
        **RULES,
        "unlink": unlink,
        "update-email": update_email,
        "confirm-email": confirm_email,
        "reset-password": reset_password,
        "mark-verified": mark_verified,
    },
)
