"""What a vector is for, in words: its last attempt, what that meets, the answer, and the attempts it follows.

A vector of the suite is kept for a transition between two decisions, or for a pair of transitions; its title names the
last three. Everything in it is the oracle's: the answers, and the statements cited by the code that decided.
"""

from __future__ import annotations

from oracle.attempt import Attempt, Outcome
from oracle.hooks import DOCUMENTED
from oracle.points_to import BY_CODE, BY_SESSION, BY_TARGET, PURPOSES, account_of, credential_gone
from oracle.state import Account
from oracle.vectors import Json, Player, kind_of

from .probes import bearing
from .citations import lines_run, shown

BRINGS_A_METHOD = ("sign-in", "link", "reauthenticate", "sign-up")
AT_AN_ADDRESS = (*BRINGS_A_METHOD, "update-email", "request-email", "request-reset", "admin-create")
BEFORE = 2
"""So many attempts before the last are named."""


def purpose(vector: Json) -> tuple[str, list[str]]:
    """The title of a vector, and the statements that its last answer shows."""
    steps = vector["steps"]
    last = max(number for number, step in enumerate(steps) if "attempt" in step)
    player = Player(vector, DOCUMENTED)
    earlier: list[str] = []
    for number, step in enumerate(steps[:last], 1):
        outcome = player.step(number, step)
        if outcome is not None:
            earlier.append(_short(step, outcome))
        elif "wait" in step:
            earlier.append("sessions grow old" if step["wait"] == "old" else "codes expire")
    step = steps[last]
    said = step["attempt"]
    is_malformed = player.malformed(said) is not None
    attempt = None if is_malformed else player.attempt(step)
    conditions = {} if attempt is None else _conditions(attempt, said)
    meets = [] if attempt is None else _meets(player, attempt)
    outcome, run = lines_run(lambda: player.step(last + 1, step))
    assert isinstance(outcome, Outcome)
    by_guard = outcome.error is not None and not any(module != "guards.py" for module, _ in run)
    about = OF_A_GUARD.get(outcome.error or "", tuple(conditions)) if by_guard else tuple(conditions)
    words = [_named(said), *(word for name in about for word in conditions.get(name, ()))]
    if not by_guard:
        words += meets
    title = f"{', '.join(words)}: {_answer(outcome)}"
    if earlier:
        title += f"; after {', '.join(earlier[-BEFORE:])}"
    is_documented = vector.get("policy") != "hardened" and not is_malformed
    return title, shown(said, run, outcome.error is not None) if is_documented else []


def purposed(vector: Json) -> Json:
    """The vector with its title and its statements, behind its policy."""
    title, proves = purpose(vector)
    said: Json = {"title": title}
    if proves:
        said["proves"] = proves
    head = {key: vector[key] for key in ("id", "policy") if key in vector}
    rest = {key: value for key, value in vector.items() if key not in (*head, "title", "proves")}
    return head | said | rest


def _named(said: Json) -> str:
    """An attempt by its action and the method that it brings."""
    action = str(said["action"])
    if "provider" not in said:
        return action
    provider = str(said["provider"])
    kind = kind_of(provider, said.get("kind"))
    method = provider if kind == "federated" or kind == provider else str(kind)
    return f"{action} {method}" if action in ("link", "unlink") else f"{action} with {method}"


def _short(step: Json, outcome: Outcome) -> str:
    return _named(step["attempt"]) + (" (refused)" if outcome.malformed or outcome.error else "")


def _answer(outcome: Outcome) -> str:
    if outcome.malformed is not None:
        return f"malformed, {outcome.malformed}"
    if outcome.error is not None:
        return outcome.error
    did = "new account" if outcome.new else "allowed"
    if outcome.removed:
        did += " without " + "+".join(_method(provider, kind) for provider, kind in outcome.removed)
    return did


def _method(provider: str, kind: str) -> str:
    return provider if kind in ("federated", provider) else kind


def _account(account: Account) -> str:
    """An account by what decisions ask about it."""
    words = ["disabled"] if account.disabled else []
    if account.email is not None:
        words.append("verified" if account.verified else "unverified")
    methods = [_method(method.provider, method.kind) for method in account.methods]
    return " ".join([*words, "+".join(dict.fromkeys(methods)) or "empty", "account"])


SETTINGS, TENANT, SESSION, CODE, SAID = "settings", "tenant", "session", "code", "said"
"""What an attempt's conditions are about."""
OF_A_GUARD = {
    "operation-not-allowed": (SETTINGS,), "user-token-expired": (SESSION,), "tenant-id-mismatch": (TENANT,),
    "requires-recent-login": (SESSION,), "missing-or-invalid-nonce": (SAID,), "invalid-action-code": (CODE,),
    "expired-action-code": (CODE,), "invalid-email": (CODE,), "user-mismatch": (SESSION, CODE), "consent-required": (),
    "user-disabled": (), "admin-restricted-operation": (SETTINGS,),
}
"""Those that a refusal by a guard depends on; every other answer has all of them named."""


def _conditions(attempt: Attempt, said: Json) -> dict[str, list[str]]:
    """What bears on an attempt beside accounts, by what it is about."""
    settings = ["method off"] if attempt.method_off else []
    settings += [f"{name} {attempt.settings[name]}" for name in _bearing(attempt, said) if name in attempt.settings]
    client = ["wrong password"] if attempt.secret == "wrong" else []
    if attempt.provider == "apple.com" and attempt.nonce in ("not-sent", "mismatched", "missing") and not attempt.returned:
        client.append(f"nonce {attempt.nonce}")
    if attempt.returned:
        client.append("returned credential")
    if attempt.action == "link" and attempt.consent:
        client.append("consent given")
    if attempt.action == "send-link" and attempt.link_domain != "allowed":
        client.append(f"domain {attempt.link_domain}")
    elif attempt.action == "send-link" and attempt.link_in_app != "on":
        client.append(f"in-app {attempt.link_in_app}")
    takes_a_code = attempt.action in BY_CODE or attempt.kind == "email-link"
    return {
        SETTINGS: settings,
        TENANT: [f"tenant {attempt.tenant}"] if attempt.tenant is not None else [],
        SESSION: _session(attempt) if attempt.action in BY_SESSION else [],
        CODE: _code(attempt) if takes_a_code else [],
        SAID: client,
    }


def _bearing(attempt: Attempt, said: Json) -> list[str]:
    """The settings that bear on an attempt; the flow only on Apple's."""
    return [name for name in bearing(attempt.action, said) if name != "apple-flow" or attempt.provider == "apple.com"]


def _session(attempt: Attempt) -> list[str]:
    session = attempt.session
    if session is None:
        return ["no session"]
    if session.state != "live":
        return [f"{session.state} session"]
    return [] if session.recent else ["old session"]


def _code(attempt: Attempt) -> list[str]:
    code = attempt.code
    if code is None:
        return ["unknown code"]
    words = ["used code"] if code.used else ["expired code"] if code.expired else []
    if code.purpose != PURPOSES.get(attempt.action, "sign-in"):
        words.append(f"{code.purpose} code")
    elif attempt.kind == "email-link" and code.address != attempt.address:
        words.append("code of another address")
    return words


def _meets(player: Player, attempt: Attempt) -> list[str]:
    """What there is for the attempt: a known credential, whoever holds the address, and the account that it is about."""
    store = player.world.store
    caller = account_of(store, attempt) if attempt.action in BY_SESSION else None
    words: list[str] = []
    if attempt.action in BRINGS_A_METHOD and attempt.subject is not None:
        owner = store.hooks.holder_of_credential(store, attempt)
        if credential_gone(store, attempt):
            words.append("credential of a deleted account")
        elif owner is not None:
            words.append("own credential" if owner is caller else f"known to {_a(owner)}")
            if caller is None:
                return words
    if attempt.action in AT_AN_ADDRESS and attempt.ignored_address:
        words.append("internationalized address")
    elif attempt.action in AT_AN_ADDRESS and attempt.address is not None:
        holder = store.by_address(attempt.address, attempt.tenant)
        if holder is None:
            words.append("free address")
        else:
            words.append("own address" if holder is caller else f"address of {_a(holder)}")
    elif attempt.action in AT_AN_ADDRESS and attempt.kind == "federated":
        words.append("no address")
    if caller is not None:
        words.append(f"from {_a(caller)}")
    if attempt.action in BY_TARGET:
        words.append(f"of {_a(attempt.target)}" if attempt.target else "no such account")
    if attempt.action in BY_CODE and attempt.code is not None and attempt.code.account is not None:
        words.append(f"of {_a(attempt.code.account)}")
    return words


def _a(account: Account) -> str:
    said = _account(account)
    return ("an " if said[0] in "aeiou" else "a ") + said
