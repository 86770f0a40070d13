"""The shape of a recording: its keys and what each holds. Anything else is of another version."""

from __future__ import annotations

from typing import Any

from .refusing import Refused

VERSION = "linkpolicy-recordings/1"
EMULATOR = "firebase-tools a786bda73b48"

Json = dict[str, Any]
NULL = type(None)

METHODS: dict[str, tuple[type, ...]] = {
    "registered": (bool, NULL), "allProviders": (list, NULL), "signinMethods": (list, NULL), "err": (str,),
}
ACCOUNT: dict[str, tuple[type, ...]] = {
    "uid": (str,), "emailVerified": (bool, NULL), "providers": (list,), "hasPassword": (bool,), "emailLink": (bool,),
}
ENTRY: dict[str, tuple[type, ...]] = {"id": (str,), "rawId": (str,), "email": (str, NULL), "name": (str, NULL)}
USER: dict[str, tuple[type, ...]] = {
    **ACCOUNT, "email": (str, NULL), "phone": (str, NULL), "displayName": (str, NULL), "photoUrl": (str, NULL),
    "screenName": (str, NULL), "disabled": (bool,), "customAuth": (bool,), "initialEmail": (str, NULL),
    "tenant": (bool,), "validSince": (int, NULL),
}
RESULT: dict[str, tuple[type, ...]] = {
    "n": (int,), "ok": (bool,), "http": (int,), "err": (str,), "detail": (str,), "needConfirmation": (bool,),
    "verifiedProvider": (list,), "isNewUser": (bool,), "uid": (str,), "respEmailVerified": (bool,),
    "respEmail": (str,), "emailRecycled": (bool,), "errorMessage": (str,), "temporaryProof": (bool,),
    "mfaPending": (bool,), "tokens": (bool,), "signInProvider": (str,), "created": (list,),
    "validSinceMoved": (list,), "acct": (dict,), "deadTokens": (dict,), "resp": (dict,), "harness": (str,),
}
STEP: dict[str, tuple[type, ...]] = {
    "op": (str,), "as": (int, str), "email": (str, NULL), "password": (str,), "target": (str,), "set": (dict,),
    "provider": (str,), "sub": (str,), "name": (str, NULL), "picture": (str, NULL), "screen_name": (str, NULL),
    "saml": (dict,), "verify": (str,), "displayName": (str,), "phone": (str,), "uid": (str,), "newEmail": (str,),
    "duplicateEmails": (bool,), "temporaryProof": (bool,), "returnIdpCredential": (bool,), "badCode": (bool,),
    "noEmail": (bool,),
}
SET: dict[str, tuple[type, ...]] = {
    "email": (str,), "password": (str,), "emailVerified": (bool,), "disableUser": (bool,), "displayName": (str, NULL),
    "photoUrl": (str, NULL), "linkProviderUserInfo": (dict,),
}
LINKED: dict[str, tuple[type, ...]] = {"providerId": (str,), "rawId": (str,), "email": (str,)}
SUBJECT: dict[str, tuple[type, ...]] = {"nameId": (str,)}
# What each operation cannot do without.
NEEDED = {
    "idp": "provider sub", "pwSignIn": "email", "emailLink": "email", "custom": "uid", "phone": "phone",
    "unlink": "as provider", "delete": "as", "adminDelete": "target", "adminUpdate": "target set",
    "clientUpdate": "as set", "resetPassword": "email", "changeEmailVerified": "as newEmail", "verifyEmail": "as",
    "refresh": "as", "lookup": "as", "createAuthUri": "email", "setConfig": "duplicateEmails", "adminCreate": "set",
}
RECORDING: dict[str, tuple[type, ...]] = {
    "group": (str,), "id": (str,), "seq": (list,), "domain": (str,), "config": (dict,), "email": (str,),
    "steps": (list,), "results": (list,), "users": (list,), "methods": (dict,), "tenant": (str,), "blocking": (str,),
}
OPERATIONS = frozenset(
    "idp pwSignUp pwSignIn emailLink anonymous custom phone unlink delete adminDelete adminUpdate clientUpdate"
    " resetPassword changeEmailVerified recoverEmail verifyEmail refresh lookup createAuthUri setConfig"
    " adminCreate enrollMfa".split()
)


def unknown_operations(recording: Json) -> list[str]:
    """Returns the operations of a recording that this version cannot convert, each once."""
    names = [step["op"] for step in recording["steps"] if step["op"] not in OPERATIONS]
    return list(dict.fromkeys(names))


def check(value: Any, shape: dict[str, tuple[type, ...]], needed: str, what: str, is_open: bool = False) -> Json:
    """Sees that a value is a map with these keys, and that each holds what it should."""
    if not isinstance(value, dict):
        raise Refused(f"{what} is no map")
    for key in needed.split():
        if key not in value:
            raise Refused(f"{what} has no `{key}`")
    for key, held in value.items():
        types = shape.get(key)
        if types is None and not is_open:
            raise Refused(f"{what} has `{key}`, which this version does not know")
        # A flag is no number, though Python says so.
        if types is not None and (not isinstance(held, types) or isinstance(held, bool) and bool not in types):
            raise Refused(f"`{key}` of {what} holds {str(held)[:40]!r}")
    return value


def texts(value: Any, what: str) -> None:
    """Sees that a list holds nothing but texts."""
    for element in value or []:
        if not isinstance(element, str):
            raise Refused(f"{what} holds {str(element)[:40]!r}")


def check_recording(recording: Any) -> Json:
    """Sees that a recording has the shape that Docs/Emulator.md describes."""
    check(recording, RECORDING, "group id email steps results users methods", "the recording")
    steps, results = recording["steps"], recording["results"]
    if not steps or len(steps) != len(results):
        raise Refused(f"{len(results)} results of {len(steps)} steps")
    for number, step in enumerate(steps, start=1):
        check(step, STEP, "op", f"step {number}", is_open=True)
    if unknown_operations(recording):
        # The shape of what another operation sends and answers is unknown; the recording is left out by name.
        return recording
    for number, (step, result) in enumerate(zip(steps, results), start=1):
        check_step(step, f"step {number}")
        check_result(result, number)
    for user in recording["users"]:
        check(user, USER, "uid email emailVerified providers hasPassword emailLink phone validSince", "an account")
        for entry in user["providers"]:
            check(entry, ENTRY, "id rawId", f"an entry of {user['uid']}")
    check_methods(recording["methods"], "the look-up at the end")
    return recording


def check_step(step: Any, what: str) -> None:
    """Sees that a step says all that its operation needs; what else it says is for others to understand."""
    check(step, STEP, "op", what, is_open=True)
    needed = NEEDED.get(step["op"], "")
    if step["op"] == "pwSignUp" and not step.get("noEmail"):
        needed = "email"
    check(step, STEP, needed, what, is_open=True)
    if "email" in needed and not step["email"]:
        raise Refused(f"`email` of {what} holds nothing")
    if isinstance(step.get("as"), str) and step["as"] != "last":
        raise Refused(f"`as` of {what} holds {step['as'][:40]!r}")
    wanted = check(step.get("set", {}), SET, "", f"`set` of {what}", is_open=True)
    if "linkProviderUserInfo" in wanted:
        check(wanted["linkProviderUserInfo"], LINKED, "providerId rawId", f"`set` of {what}", is_open=True)
    assertion = step.get("saml", {}).get("assertion", {})
    held = check(assertion, {"subject": (dict,)}, "", f"`saml` of {what}", is_open=True).get("subject", {})
    check(held, SUBJECT, "", f"`saml` of {what}", is_open=True)


def check_result(result: Any, number: int) -> None:
    """Sees that a result has the shape of one."""
    what = f"result {number}"
    check(result, RESULT, "n ok", what)
    if result["n"] != number:
        raise Refused(f"{what} says it is {result['n']}")
    if result["ok"] == ("err" in result):
        raise Refused(f"{what} is {'allowed, with' if result['ok'] else 'refused, without'} an error")
    for key in ("verifiedProvider", "created", "validSinceMoved"):
        texts(result.get(key), f"`{key}` of {what}")
    for token, reason in result.get("deadTokens", {}).items():
        if not token.isdigit() or not 1 <= int(token) <= number or not isinstance(reason, str):
            raise Refused(f"`deadTokens` of {what} holds {token[:40]!r}")
    if "acct" in result:
        check(result["acct"], ACCOUNT, "uid emailVerified providers hasPassword emailLink", f"`acct` of {what}")
        texts(result["acct"]["providers"], f"`providers` of {what}")
    if "registered" in result.get("resp", {}):
        check_methods(result["resp"], f"the look-up of {what}")


def check_methods(value: Any, what: str) -> None:
    """Sees that the answer to a look-up has the shape of one."""
    check(value, METHODS, "registered allProviders signinMethods" if "err" not in value else "err", what)
    texts(value.get("allProviders"), what)
    texts(value.get("signinMethods"), what)
