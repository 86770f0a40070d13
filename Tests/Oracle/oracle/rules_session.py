"""What a session can do: new tokens, reading the account, the profile, leaving."""

from __future__ import annotations

from .attempt import Answer, Attempt
from .changes import delete as remove
from .guards import may_delete, may_enter
from .state import Store


def refresh(store: Store, attempt: Attempt, answer: Answer) -> None:
    """New tokens; that does not make the sign-in recent (U9)."""
    assert attempt.session is not None
    may_enter(store, attempt, attempt.session.account)
    answer.listeners.append("token-refreshed")


def reload(store: Store, attempt: Attempt, answer: Answer) -> None:
    """U3: reading changes nothing."""


def sign_out(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Ends this session, whatever opened it (E11), and no other (U7, R16); without one it is no error."""
    session = attempt.session
    if session is not None and session.state != "ended":
        # One that was revoked elsewhere still has its user on this device until now (U8).
        session.state = "ended"
        answer.listeners.append("signed-out")


def update_profile(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Users may change name and photo (U1), which are replaced by the ones given (R29)."""
    assert attempt.session is not None
    attempt.session.account.name = attempt.name  # R29
    attempt.session.account.photo = attempt.photo


def delete(store: Store, attempt: Attempt, answer: Answer) -> None:
    """Users delete their own accounts, unless that is switched off (U11, U12)."""
    assert attempt.session is not None
    may_delete(attempt)
    remove(store, attempt.session.account, answer)
