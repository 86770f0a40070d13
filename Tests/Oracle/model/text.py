"""The canonical text of a state."""

from __future__ import annotations

from collections.abc import Iterable

from .state import Account, Code, Method


def of_account(account: Account, with_factors: bool) -> str:
    """`E v [google.com:O/E password:A/-] s[AO] c[change:F:A] p[O]`"""
    methods = " ".join(sorted(_of_method(m) for m in account.methods))
    codes = " ".join(sorted(_of_code(c) for c in account.codes))
    verified = "v" if account.verified else "u"
    text = f"{account.email} {verified} [{methods}] s[{account.sessions}] c[{codes}] p[{account.proved}]"
    return f"{text} f[{account.factors}]" if with_factors else text


def of_state(owner: str, accounts: Iterable[str]) -> str:
    """The owner of E, and the accounts' texts in order."""
    return " | ".join([f"owner={owner}", *sorted(accounts)])


def _of_method(method: Method) -> str:
    return f"{method.name}:{method.holder}/{method.proved}"


def _of_code(code: Code) -> str:
    return f"{code.purpose}:{code.address}:{code.requester}"
