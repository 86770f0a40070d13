"""What can be attempted next, from what is there by now: every action, rightly and wrongly."""

from __future__ import annotations

from collections.abc import Iterator

from oracle.points_to import BY_TARGET, PURPOSES
from oracle.vectors import Json, Player

from .sequence import Step
from .sign_ins import federated

FREE = "b@x.com"
MAILS = {"domain": "allowed", "in-app": "on"}
PLAIN_SESSION = ("refresh", "reload", "sign-out", "delete", "update-password", "request-verification")
UNLINKABLE = ("google.com", "facebook.com", "apple.com", "password", "phone", "custom")
AGAINST_RULES: dict[str, str] = {
    "one-account-per-email": "off", "client-create": "restricted", "client-delete": "restricted",
    "email-password": "off", "apple-flow": "generic", "email-enumeration-protection": "on",
}
CREDENTIALS = ("sign-in", "link", "reauthenticate")


def probes(own: str, player: Player) -> Iterator[Step]:
    """Every step worth taking here, in a fixed order; some of them also under other settings."""
    for step in plain(own, player):
        yield step
        yield from _under_settings(step)


def plain(own: str, player: Player) -> Iterator[Step]:
    """Every step worth taking here, under the settings in force."""
    store = player.world.store
    sessions = list(store.sessions)
    codes = [code.id for code in store.codes]
    yield from _without_session(own, player)
    yield from _credentials(own, "sign-in", player, None)
    for number in sessions:
        yield from _with_session(own, player, number)
    if not sessions:
        yield from ({"attempt": {"action": action}} for action in PLAIN_SESSION)
        yield from _credentials(own, "link", player, None)
        yield from _credentials(own, "reauthenticate", player, None)
    for action in BY_TARGET:
        for account in [*store.accounts, None]:
            yield {"attempt": {"action": action}, "target": account.id if account else "u9"}
    for action in PURPOSES:
        yield {"attempt": {"action": action}}
        yield from ({"attempt": {"action": action}, "code": code} for code in [*codes, "c9"])
    if any(session.recent and session.state == "live" for session in store.sessions.values()):
        yield {"wait": "old"}
    if any(not code.expired and not code.used for code in store.codes):
        yield {"wait": "expired"}


def _without_session(own: str, player: Player) -> Iterator[Step]:
    for address in _addresses(own, player):
        yield {"attempt": {"action": "sign-up", "provider": "password", "email": address}}
        yield {"attempt": {"action": "send-link", "email": address, "link": MAILS}}
        for action in ("sign-in-methods", "request-reset", "admin-create"):
            yield {"attempt": {"action": action, "email": address}}
    for link in ({"domain": "refused", "in-app": "on"}, {"domain": "allowed", "in-app": "off"}):
        yield {"attempt": {"action": "send-link", "email": own, "link": link}}


def _with_session(own: str, player: Player, number: int) -> Iterator[Step]:
    for action in PLAIN_SESSION:
        yield {"attempt": {"action": action}, "as": number}
    yield {"attempt": {"action": "update-profile", "profile": {"name": "A"}}, "as": number}
    for address in _addresses(own, player):
        for action in ("update-email", "request-email"):
            yield {"attempt": {"action": action, "email": address}, "as": number}
        yield {"attempt": {"action": "send-link", "email": address, "link": MAILS}, "as": number}
    for provider in UNLINKABLE:
        yield {"attempt": {"action": "unlink", "provider": provider}, "as": number}
    for action in ("link", "reauthenticate"):
        yield from _credentials(own, action, player, number)


def _addresses(own: str, player: Player) -> list[str]:
    held = [account.email for account in player.world.store.accounts if account.email is not None]
    return list(dict.fromkeys([own, FREE, *held]))


def _credentials(own: str, action: str, player: Player, number: int | None) -> Iterator[Step]:
    """Every kind of credential for one of the actions that take one."""
    for step in _bare_credentials(own, action, player):
        if number is not None:
            step["as"] = number
        yield step
        said = step["attempt"]
        apples = said["provider"] == "apple.com" or "relay" in said.get("email", "") or _has_apple(player)
        if action == "link" and apples:
            yield step | {"attempt": said | {"consent": "given"}}


def _bare_credentials(own: str, action: str, player: Player) -> Iterator[Step]:
    federations: list[tuple[str, str, str | None]] = [
        ("google.com", "g", own), ("google.com", "h", own), ("google.com", "g", FREE), ("google.com", "h", None),
        ("facebook.com", "f", own), ("facebook.com", "e", own), ("facebook.com", "f", FREE),
        ("facebook.com", "f", None),
        ("apple.com", "p", own), ("apple.com", "p", FREE), ("apple.com", "p", None), ("yahoo.com", "y", own),
        ("microsoft.com", "m", own),
    ]
    for provider, subject, address in federations:
        yield {"attempt": federated(provider, subject, address) | {"action": action}}
    for nonce in ("not-sent", "mismatched", "missing"):
        yield {"attempt": federated("apple.com", "p", own) | {"action": action, "nonce": nonce}}
    returned = {"action": action, "provider": "apple.com", "subject": "p", "email": own, "origin": "returned"}
    yield {"attempt": returned}
    named = federated("google.com", "g", own) | {"action": action, "profile": {"name": "G", "photo": "g"}}
    yield {"attempt": named}
    for provider, subject in (("phone", "1"), ("phone", "2"), ("custom", "c")):
        yield {"attempt": {"action": action, "provider": provider, "subject": subject}}
    if action == "sign-in":
        yield {"attempt": {"action": action, "provider": "anonymous"}}
    for address in _addresses(own, player):
        yield from _passwords(action, player, address)
        yield from _links(own, action, player, address)


def _passwords(action: str, player: Player, address: str) -> Iterator[Step]:
    """A password has been checked where somebody holds one at the address."""
    said = {"action": action, "provider": "password", "email": address}
    holder = player.world.store.by_address(address, player.tenant)
    if action == "link" or holder is None or holder.of_kind("password") is None:
        yield {"attempt": said}
    else:
        yield {"attempt": said | {"secret": "right"}}
        yield {"attempt": said | {"secret": "wrong"}}


def _links(own: str, action: str, player: Player, address: str) -> Iterator[Step]:
    said = {"action": action, "provider": "password", "kind": "email-link", "email": address}
    for code in player.world.store.codes:
        if code.purpose == "sign-in" or code.address == address:
            yield {"attempt": said, "code": code.id}
    if address == own:
        yield {"attempt": said, "code": "c9"}
        yield {"attempt": said}


def _has_apple(player: Player) -> bool:
    return any(
        "relay" in (account.email or "") or account.of_provider("apple.com", "federated")
        for account in player.world.store.accounts
    )


def _under_settings(step: Step) -> Iterator[Step]:
    """The same under another setting, where one bears on it."""
    said: Json = step.get("attempt", {})
    action = said.get("action")
    for name in bearing(action, said):
        yield step | {"settings": {name: AGAINST_RULES[name]}}
    if action in ("sign-up", "send-link", *CREDENTIALS):
        yield step | {"method": "disabled"}


def bearing(action: str | None, said: Json) -> Iterator[str]:
    """The settings that bear on an attempt."""
    kinded = action in CREDENTIALS
    if action in ("sign-up", "sign-in"):
        yield "client-create"
    if action == "delete":
        yield "client-delete"
    if action in ("sign-up", "send-link") or (kinded and said["provider"] == "password"):
        yield "email-password"
    if kinded and said.get("nonce") in ("not-sent", "mismatched", "missing"):
        yield "apple-flow"
    if action in ("update-email", "request-email", "request-reset", "sign-in-methods"):
        yield "email-enumeration-protection"
    if action in ("sign-in", "link") and "subject" in said and "email" in said:
        yield "one-account-per-email"
