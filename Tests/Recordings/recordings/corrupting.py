"""Corrupts single details of recordings, systematically: every place that something was recorded in, in every way it can be wrong.

A kind is a place and a way, such as `results.acct.providers: one less`. Where a recording says a detail twice, it then
contradicts itself; what `together.py` has is a detail wherever it is said. Steps are what was sent, not what was recorded
of the emulator; of them the password alone is corrupted, since the importer compares it.
"""

from __future__ import annotations

import copy
import random
from typing import Any, Callable, Iterator

from .shape import ACCOUNT, ENTRY, METHODS, RESULT, USER, Json
from .together import together

# A kind, and what brings it about in a copy of the recording.
Corruption = tuple[str, Callable[[Json], None]]
# Where something was recorded: its place in words, the keys that lead there, and the shape of what stands there.
Place = tuple[str, list[Any], dict[str, tuple[type, ...]]]

OTHER_TEXTS = {
    "uid": "u9", "err": "TOKEN_EXPIRED", "errorMessage": "EMAIL_EXISTS", "signInProvider": "example.org",
    "email": "mallory@example.net", "respEmail": "mallory@example.net", "initialEmail": "mallory@example.net",
    "phone": "+15555550199", "id": "example.org", "rawId": "mallory", "name": "Mallory", "displayName": "Mallory",
    "photoUrl": "http://m/1", "screenName": "mallory", "detail": "something else", "harness": "something else",
}
ADDED_LISTS = {
    "created": ["u9"], "validSinceMoved": ["u1"], "verifiedProvider": ["example.org"], "signinMethods": ["example.org"],
    "allProviders": ["example.org"],
}
# What only another kind of answer has: added alone it would be no answer at all.
WHOLE = {"acct", "resp", "err", "http", "detail", "harness"}


def places(recording: Json) -> Iterator[Place]:
    """Every place of a recording that has keys."""
    for number, result in enumerate(recording["results"]):
        yield "results", ["results", number], RESULT
        if "acct" in result:
            yield "results.acct", ["results", number, "acct"], ACCOUNT
        if "registered" in result.get("resp", {}):
            yield "results.resp", ["results", number, "resp"], METHODS
    for number, user in enumerate(recording["users"]):
        yield "users", ["users", number], USER
        for index in range(len(user["providers"])):
            yield "users.providers", ["users", number, "providers", index], ENTRY
    yield "methods", ["methods"], METHODS


def found(recording: Json, keys: list[Any]) -> Any:
    """What stands at a place."""
    value: Any = recording
    for key in keys:
        value = value[key]
    return value


def corruptions(recording: Json, chance: random.Random) -> Iterator[Corruption]:
    """Every corruption of a recording, each kind at one place of it that is drawn by lot."""
    kinds: dict[str, list[Callable[[Json], None]]] = {}
    for name, keys, shape in places(recording):
        held = found(recording, keys)
        for key in shape:
            present = key in held
            if key == "n" or (name == "users" and key == "providers"):
                continue
            for way, edit in ways(key, held, present, shape[key]):
                kinds.setdefault(f"{name}.{key}: {way}", []).append(at(keys, edit))
    for way, edit in (*whole(recording), *together(recording)):
        kinds.setdefault(way, []).append(edit)
    for kind, edits in kinds.items():
        yield kind, chance.choice(edits)


def at(keys: list[Any], edit: Callable[[Json], None]) -> Callable[[Json], None]:
    """An edit of what stands at a place."""
    return lambda recording: edit(found(recording, keys))


def assign(key: str, value: Any) -> Callable[[Json], None]:
    """The edit that puts something under a key."""
    return lambda held: held.__setitem__(key, copy.deepcopy(value))


def ways(key: str, held: Json, present: bool, types: tuple[type, ...]) -> Iterator[tuple[str, Callable[[Json], None]]]:
    """The ways in which what stands under a key can be wrong."""
    value = held.get(key)
    if not present:
        if key not in WHOLE:
            yield "added", assign(key, added(key, types))
        return
    if type(None) in types and value is not None:
        yield "taken for nothing", assign(key, None)
    if key not in WHOLE:
        yield "left out", lambda held: held.pop(key)
    if value is None:
        yield "made up", assign(key, added(key, types))
    elif isinstance(value, bool):
        yield "the contrary", assign(key, not value)
    elif isinstance(value, int):
        yield "another number", assign(key, value + 10)
    elif isinstance(value, str):
        yield "another text", assign(key, OTHER_TEXTS.get(key, value + "x") if value != OTHER_TEXTS.get(key) else "x")
    elif isinstance(value, list):
        yield "one more", assign(key, sorted(value + ["example.org"]) if key == "providers" else value + ["example.org"])
        if value:
            yield "one less", assign(key, value[:-1])
            yield "another one", assign(key, ["example.org", *value[1:]])
        if len(value) > 1:
            yield "another order", assign(key, value[::-1])
    elif key == "deadTokens":
        yield from dead(value)


def added(key: str, types: tuple[type, ...]) -> Any:
    """Something that may stand under a key."""
    if key == "deadTokens":
        return {"1": "TOKEN_EXPIRED"}
    if bool in types:
        return True
    if int in types:
        return 400 if key == "http" else 10
    if str in types:
        return OTHER_TEXTS.get(key, "x")
    return ADDED_LISTS.get(key, [])


def dead(tokens: Json) -> Iterator[tuple[str, Callable[[Json], None]]]:
    """The ways in which it can be wrong which tokens are refused."""
    first = next(iter(tokens))
    reason = "USER_DISABLED" if tokens[first] != "USER_DISABLED" else "TOKEN_EXPIRED"
    rest = {token: tokens[token] for token in tokens if token != first}
    yield "one less", lambda held: held.__setitem__("deadTokens", rest) if rest else held.pop("deadTokens")
    yield "another reason", assign("deadTokens", {**tokens, first: reason})


def whole(recording: Json) -> Iterator[tuple[str, Callable[[Json], None]]]:
    """Answers that are another answer as a whole, accounts that are there or not, and another password sent."""
    for number, (step, result) in enumerate(zip(recording["steps"], recording["results"])):
        kept = {key: result[key] for key in ("n", "acct", "deadTokens") if key in result}
        if result["ok"] and step["op"] != "setConfig":
            code = "INVALID_PASSWORD" if step["op"] == "pwSignIn" else "EMAIL_EXISTS"
            refusal = {**kept, "ok": False, "http": 400, "err": code}
            name = "a successful password sign-in" if step["op"] == "pwSignIn" else "an answer"
            yield f"results: {name} is a refusal", replaced("results", number, refusal)
        elif not result["ok"] and "acct" in result:
            uid = result["acct"]["uid"]
            answer = {**kept, "ok": True, "uid": uid, "tokens": True, "signInProvider": provider(step)}
            if step["op"] == "idp":
                answer["respEmailVerified"] = bool(result["acct"]["emailVerified"])
            if step["op"] in ("emailLink", "phone", "custom"):
                answer["isNewUser"] = False
            yield "results: a refusal is an answer", replaced("results", number, answer)
        if result.get("needConfirmation"):
            answer = {key: result[key] for key in result if key not in ("needConfirmation", "verifiedProvider")}
            answer |= {"tokens": True, "signInProvider": provider(step)}
            yield "results: a request to confirm is a sign-in", replaced("results", number, answer)
        if step["op"] == "pwSignIn":
            other = "password0" if result["ok"] else "password1"
            if step.get("password", "password1") != other and not (result.get("err") or "").startswith("EMAIL"):
                yield "steps.password: another one", at(["steps", number], assign("password", other))
    for number in range(len(recording["users"])):
        yield "users: one less", lambda recording, number=number: recording["users"].pop(number)
    extra = {"uid": "u9", "email": None, "emailVerified": None, "providers": [], "hasPassword": False,
             "emailLink": False, "phone": None, "validSince": None}
    yield "users: one more", lambda recording: recording["users"].append(extra)
    for number, user in enumerate(recording["users"]):
        if len(user["providers"]) > 1:
            order = user["providers"][::-1]
            yield "users.providers: another order", at(["users", number], assign("providers", order))
        if user["providers"]:
            less = user["providers"][:-1]
            yield "users.providers: one less", at(["users", number], assign("providers", less))
        more = [*user["providers"], {"id": "example.org", "rawId": "mallory"}]
        yield "users.providers: one more", at(["users", number], assign("providers", more))


def provider(step: Json) -> str:
    """How a step signs in."""
    return step["provider"].lower() if step["op"] == "idp" else {"phone": "phone", "custom": "custom"}.get(
        step["op"], "password"
    )


def replaced(key: str, number: int, value: Json) -> Callable[[Json], None]:
    """The edit that puts something in the place of an element."""
    return lambda recording: recording[key].__setitem__(number, copy.deepcopy(value))
