"""Draws the next step of a sequence, from what is there by now."""

from __future__ import annotations

from random import Random

from .cast import NAMES, SETTINGS, Cast, weighted
from .hardened import CONSUMERS
from .points_to import BY_CODE, BY_SESSION, BY_TARGET, PURPOSES
from .state import Account, Code, Method
from .vectors import Json, Player

START = {
    "sign-in": 60, "sign-up": 18, "send-link": 14, "admin-create": 8,
    "sign-in-methods": 2, "sign-out": 1, "refresh": 1, "reset-password": 1,
}
ANYTIME = {
    "sign-in": 24, "sign-up": 4, "send-link": 11, "request-reset": 4, "sign-in-methods": 2,
    "admin-create": 2, "wait": 7, "set": 1,
}
WITH_ACCOUNT = {"admin-delete": 2, "mark-verified": 3, "mark-unverified": 2, "disable": 5, "enable": 2}
WITH_SESSION = {
    "link": 20, "unlink": 6, "reauthenticate": 10, "update-profile": 2, "update-email": 11,
    "request-email": 6, "request-verification": 6, "update-password": 6, "delete": 4, "refresh": 4,
    "reload": 2, "sign-out": 2,
}
BRINGS_AN_ADDRESS = (
    "send-link", "request-reset", "sign-in-methods", "update-email", "request-email", "admin-create",
)
PROTECTED = ("update-email", "request-email", "request-reset", "sign-in-methods")
ANSWERS = {"sign-in": "sign-in", "change": "confirm-email", "undo": "recover-email",
           "verify": "verify-email", "reset": "reset-password"}


def next_step(random: Random, cast: Cast, player: Player, place: int) -> Json:
    """A step: mostly an attempt that has something to do with what came before."""
    action = _action(random, cast, player, place)
    if action == "wait":
        return {"wait": random.choice(("old", "expired"))}
    if action == "set":
        name, value = random.choice(SETTINGS)
        return {"set": {"settings": {name: value}}}
    step: Json = {"attempt": {"action": action}}
    if len(cast.tenants) > 1:
        tenant = random.choice(cast.tenants)
        if tenant is not None:
            step["attempt"]["tenant"] = tenant
    _bring_references(random, cast, player, action, step)
    _bring_method(random, cast, player, action, step)
    _bring_address(random, cast, player, action, step)
    if action in PROTECTED and random.random() < 0.12:
        step["settings"] = {"email-enumeration-protection": "on"}
    elif random.random() < 0.10:
        name, value = random.choice(SETTINGS)
        step["settings"] = {name: value}
    return step


def _action(random: Random, cast: Cast, player: Player, place: int) -> str:
    store = player.world.store
    if place == 1:
        return weighted(random, START)
    choices = dict(ANYTIME)
    if store.accounts or random.random() < 0.05:
        choices |= WITH_ACCOUNT
    if store.sessions or random.random() < 0.05:
        choices |= WITH_SESSION
    for code in store.codes:
        answer = ANSWERS[code.purpose]
        choices[answer] = choices.get(answer, 0) + (30 if not code.used else 4)
        _add_complications(choices, cast, code)
    if random.random() < 0.1:
        for answer in PURPOSES:
            choices.setdefault(answer, 10)
    return weighted(random, choices)


def _add_complications(choices: dict[str, int], cast: Cast, code: Code) -> None:
    """What makes a pending code interesting: others take the address, or the account changes
    its own, or goes."""
    if code.used:
        return
    if code.purpose != "sign-in" and "admin-delete" in choices:
        choices["admin-delete"] += 8
    if code.purpose in ("undo", "change"):
        choices["sign-up"] += 30
    elif code.purpose in ("verify", "reset") and "update-email" in choices:
        # Where addresses change by a link alone, a linked password still brings another one.
        if cast.is_hardened:
            choices["link"] += 60
        else:
            choices["update-email"] += 16
    elif code.purpose == "sign-in" and "link" in choices:
        choices["link"] += 25


def _bring_references(random: Random, cast: Cast, player: Player, action: str, step: Json) -> None:
    """The caller's session, the administrator's target, the code."""
    store = player.world.store
    if action in BY_SESSION and store.sessions and random.random() < 0.97:
        live = [n for n, s in store.sessions.items() if s.state == "live"]
        step["as"] = random.choice(live if live and random.random() < 0.85 else list(store.sessions))
    elif store.sessions and action in ("send-link", "sign-in") and random.random() < 0.45:
        step["as"] = random.choice(list(store.sessions))
    if action in BY_TARGET and random.random() < 0.93:
        ids = [a.id for a in store.accounts] or ["u1"]
        step["target"] = random.choice(ids) if random.random() < 0.97 else f"u{store.made + 1}"
    if action in BY_CODE:
        code = _bring_code(random, player, PURPOSES[action], step)
        if cast.is_hardened and code is not None:
            _bring_session(random, player, code, step)


def _bring_session(random: Random, player: Player, code: Code, step: Json) -> None:
    """The code is mostly brought in the session that asked for it."""
    sessions = player.world.store.sessions
    asked = [n for n, s in sessions.items() if s is code.requester]
    roll = random.random()
    if asked and roll < 0.7:
        step["as"] = asked[0]
    elif sessions and roll < 0.85:
        step["as"] = random.choice(list(sessions))


def _bring_code(random: Random, player: Player, purpose: str, step: Json) -> Code | None:
    """A code: mostly a fresh one of the right purpose."""
    codes = player.world.store.codes
    fitting = [c for c in codes if c.purpose == purpose]
    unused = [c for c in fitting if not c.used]
    roll = random.random()
    if unused and roll < 0.85:
        code = random.choice(unused)
    elif fitting and roll < 0.93:
        code = random.choice(fitting)
    elif codes and roll < 0.97:
        code = random.choice(codes)
    else:
        if roll > 0.985:
            step["code"] = "c99"
        return None
    step["code"] = code.id
    return code


def subject(random: Random, provider: str) -> str:
    """One of the two subjects that a provider has."""
    number = random.choice((1, 1, 2))
    return f"+1555010{number}" if provider == "phone" else f"{provider[0]}{number}"


def _bring_method(random: Random, cast: Cast, player: Player, action: str, step: Json) -> None:
    if action == "sign-up":
        email = _sought(random, player) or _address(random, cast)
        step["attempt"] |= {"provider": "password", "email": email}
    elif action in ("sign-in", "link", "reauthenticate"):
        _bring_credential(random, cast, player, action, step)
    elif action == "unlink":
        _name_method(random, cast, player, step)
    if action in ("sign-in", "sign-up", "link", "reauthenticate", "send-link") and random.random() < 0.02:
        step["method"] = "disabled"


def _sought(random: Random, player: Player) -> str | None:
    """An address that somebody gave up and could take back, or has asked for."""
    sought = [c.address for c in player.world.store.codes if c.purpose in ("undo", "change")]
    return random.choice(sought) if sought and random.random() < 0.7 else None


def _own_method(random: Random, player: Player, step: Json) -> tuple[Account, Method] | None:
    session = player.world.store.sessions.get(step.get("as", 0))
    if session is None or not session.account.methods:
        return None
    return session.account, random.choice(session.account.methods)


def _name_method(random: Random, cast: Cast, player: Player, step: Json) -> None:
    own = _own_method(random, player, step)
    if own is not None and random.random() < 0.75:
        _, method = own
        if method.kind != "anonymous":
            step["attempt"] |= {"provider": method.provider, "kind": method.kind}
            return
    provider = random.choice(cast.providers + ["phone", "password", "custom"])
    step["attempt"]["provider"] = provider


def _bring_credential(random: Random, cast: Cast, player: Player, action: str, step: Json) -> None:
    own = _own_method(random, player, step)
    attempt: Json = step["attempt"]
    repeats = random.random() < (0.7 if action == "reauthenticate" else 0.1)
    if action != "sign-in" and own is not None and own[1].kind != "anonymous" and repeats:
        account, method = own
        attempt |= {"provider": method.provider, "kind": method.kind}
        if method.subject is not None:
            attempt["subject"] = method.subject
        elif method.kind in ("password", "email-link") and account.email is not None:
            attempt["email"] = account.email
    else:
        kind = _kind(random, cast, player, action)
        provider = random.choice(cast.providers) if kind == "federated" else kind
        attempt |= {"provider": "password" if kind == "email-link" else provider, "kind": kind}
    _complete(random, cast, player, attempt, step)


def _kind(random: Random, cast: Cast, player: Player, action: str) -> str:
    """Mostly what there is something to do with."""
    store = player.world.store
    mailed = any(c.purpose == "sign-in" and not c.used for c in store.codes)
    known = any(a.of_kind("password") is not None for a in store.accounts)
    moves = cast.is_hardened and action == "link" and any(c.purpose in ("verify", "reset") for c in store.codes)
    return weighted(random, {
        "federated": 60, "password": 90 if moves else 20 if known else 4, "email-link": 60 if mailed else 2,
        "phone": 26 if action == "link" else 10, "custom": 4, "anonymous": 4 if action == "sign-in" else 0,
    })


def _complete(random: Random, cast: Cast, player: Player, attempt: Json, step: Json) -> None:
    """Gives a credential the parts that its kind has."""
    kind = attempt["kind"]
    if kind in ("federated", "phone", "custom"):
        attempt.setdefault("subject", subject(random, attempt["provider"]))
    if kind == "federated":
        _complete_federated(random, cast, attempt)
    elif kind == "email-link":
        code = _bring_code(random, player, "sign-in", step)
        if code is not None and random.random() < 0.9:
            attempt["email"] = code.address
    if kind == "password" and attempt["action"] != "link" and random.random() < 0.7:
        held = [a.email for a in player.world.store.accounts if a.email and a.of_kind("password")]
        if held:
            attempt.setdefault("email", random.choice(held))
    if kind in ("password", "email-link"):
        attempt.setdefault("email", _address(random, cast))
    if kind == "password" and attempt["action"] != "link":
        _check_secret(random, player, attempt)
    if random.random() < 0.3:
        attempt["consent"] = "given"


def _complete_federated(random: Random, cast: Cast, attempt: Json) -> None:
    if random.random() < 0.85:
        attempt["email"] = _address(random, cast)
    if random.random() < 0.3:
        attempt["origin"] = "returned"
    nonces = {"matched": 84, "mismatched": 5, "missing": 2, "absent": 9}
    if attempt["provider"] != "apple.com":
        nonces = {"absent": 94, "matched": 3, "mismatched": 2, "missing": 1}
    nonce = weighted(random, nonces)
    if nonce != "absent":
        attempt["nonce"] = nonce
    if cast.is_hardened and "email" in attempt and attempt["provider"] == "microsoft.com" and random.random() < 0.8:
        attempt["claims"] = {"tid": CONSUMERS if random.random() < 0.8 else "another tenant"}
    if cast.is_hardened and "email" in attempt and random.random() < 0.15:
        said = random.choice([True, False, "true", "false"])
        attempt["claims"] = attempt.get("claims", {}) | {"email_verified": said}
    profile = {}
    if random.random() < 0.4:
        profile["name"] = random.choice(NAMES)
    if random.random() < 0.4:
        profile["photo"] = "p:" + attempt["subject"]
    if profile:
        attempt["profile"] = profile


def _check_secret(random: Random, player: Player, attempt: Json) -> None:
    """The service has checked it, where there is a password to check it against."""
    tenant = attempt.get("tenant")
    holder = player.world.store.by_address(attempt["email"], tenant)
    if holder is not None and holder.of_kind("password") is not None:
        attempt["secret"] = "right" if random.random() < 0.8 else "wrong"


def _address(random: Random, cast: Cast) -> str:
    return random.choice(cast.addresses)


def _bring_address(random: Random, cast: Cast, player: Player, action: str, step: Json) -> None:
    attempt: Json = step["attempt"]
    if action in BRINGS_AN_ADDRESS:
        attempt["email"] = _address(random, cast)
    if action in ("send-link", "request-reset", "request-email") and random.random() < 0.4:
        held = [a.email for a in player.world.store.accounts if a.email]
        if held:
            attempt["email"] = random.choice(held)
    if action == "send-link" and random.random() < 0.95:
        attempt["link"] = {
            "domain": "allowed" if random.random() < 0.93 else "refused",
            "in-app": "on" if random.random() < 0.95 else "off",
        }
    if action == "update-profile":
        attempt["profile"] = {"name": random.choice(NAMES)} if random.random() < 0.7 else {"photo": "p:new"}
