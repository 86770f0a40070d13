"""Corrupts details of recordings wherever the same recording says them, so that it does not contradict itself.

Only a vector can notice these: they are what another emulator might have answered.
"""

from __future__ import annotations

from typing import Callable, Iterator

from .shape import Json

Edit = Callable[[Json], None]


def together(recording: Json) -> Iterator[tuple[str, Edit]]:
    """Every such corruption of a recording."""
    yield from looked_up(recording)
    for number, result in enumerate(recording["results"]):
        if "acct" in result:
            yield from account(number, result["acct"])
        yield from answer(recording, number, result)
    yield from table(recording)


def looked_up(recording: Json) -> Iterator[tuple[str, Edit]]:
    """A look-up that tells of other methods."""
    answer = recording["methods"]
    listed = answer.get("signinMethods")
    if not listed:
        return

    def told(methods: list[str], registered: bool = True) -> Edit:
        providers = list(dict.fromkeys("password" if method == "emailLink" else method for method in methods))
        return lambda held: held["methods"].update(
            signinMethods=methods, allProviders=providers, registered=registered
        )

    yield "together, methods: one less", told(listed[:-1])
    yield "together, methods: one more", told([*listed, "example.org"])
    yield "together, methods: nobody", told([], registered=False)
    if len(listed) > 1 and {listed[0], listed[-1]} != {"password", "emailLink"}:
        yield "together, methods: another order", told(listed[::-1])
    if "password" in listed and "emailLink" in listed:
        swapped = {"password": "emailLink", "emailLink": "password"}
        yield "together, methods: link before password", told([swapped.get(name, name) for name in listed])


def account(number: int, shown: Json) -> Iterator[tuple[str, Edit]]:
    """Another account after a step."""

    def becomes(**values: object) -> Edit:
        return lambda held: held["results"][number]["acct"].update(values)

    def verified(held: Json) -> None:
        result = held["results"][number]
        result["acct"]["emailVerified"] = not shown["emailVerified"]
        if "respEmailVerified" in result and "needConfirmation" not in result:
            result["respEmailVerified"] = not shown["emailVerified"]

    providers = shown["providers"]
    others = [name for name in providers if name != "password"]
    if shown["emailVerified"] is not None:
        yield "together, results.acct: verified or not", verified
    if shown["hasPassword"] and not shown["emailLink"]:
        yield "together, results.acct: no password", becomes(hasPassword=False, providers=others)
        yield "together, results.acct: a link for a password", becomes(hasPassword=False, emailLink=True)
    if shown["emailLink"] and not shown["hasPassword"]:
        yield "together, results.acct: no link", becomes(emailLink=False, providers=others)
    if "password" not in providers:
        more = sorted([*providers, "password"])
        yield "together, results.acct: a password", becomes(hasPassword=True, providers=more)
    if others:
        less = sorted(set(providers) - {others[-1]})
        yield "together, results.acct: a provider less", becomes(providers=less)


def answer(recording: Json, number: int, result: Json) -> Iterator[tuple[str, Edit]]:
    """Another answer: no token, or a token more; another account that is there."""

    def no_token(held: Json) -> None:
        answer = held["results"][number]
        answer["tokens"] = False
        del answer["signInProvider"]
        for key in ("isNewUser",) if held["steps"][number]["op"] != "idp" else ():
            answer.pop(key, None)
        for later in held["results"]:
            later.get("deadTokens", {}).pop(str(number + 1), None)

    is_used = any(step.get("as") in (number + 1, "last") for step in recording["steps"][number + 1 :])
    if result.get("tokens") and not is_used:
        yield "together, results: no token", no_token
    made = [uid for earlier in recording["results"][:number] for uid in earlier.get("created", [])]
    others = [uid for uid in made if uid != result.get("uid")]
    if others and "uid" in result and "created" not in result and "acct" in result:
        other = next((seen["acct"] for seen in recording["results"][:number][::-1]
                      if seen.get("acct", {}).get("uid") == others[-1]), None)
        if other is not None:
            yield "together, results: another account", lambda held: held["results"][number].update(
                uid=others[-1], acct=dict(other)
            )


def table(recording: Json) -> Iterator[tuple[str, Edit]]:
    """Another table at the end, where the last step says nothing of what is changed."""
    for number, user in enumerate(recording["users"]):

        def becomes(number: int = number, **values: object) -> Edit:
            return lambda held: held["users"][number].update(values)

        def without(number: int, name: str, **values: object) -> Edit:
            def edit(held: Json) -> None:
                account = held["users"][number]
                account["providers"] = [entry for entry in account["providers"] if entry["id"] != name]
                account.update(values)
                for result in held["results"][-1:]:
                    if result.get("acct", {}).get("uid") == account["uid"]:
                        result["acct"]["providers"] = sorted(entry["id"] for entry in account["providers"])
                        result["acct"].update({key: values[key] for key in ("hasPassword", "emailLink") if key in values})

            return edit

        def unflagged(held: Json, uid: str = user["uid"], flag: object = user["emailVerified"]) -> None:
            for shown in [*held["users"], *(result.get("acct", {}) for result in held["results"][-1:])]:
                if shown.get("uid") == uid:
                    shown["emailVerified"] = not flag

        if user["email"] is None and user["emailVerified"] is not None:
            yield "together, users: a flag without an address", unflagged
        names = [entry["id"] for entry in user["providers"]]
        if "password" in names:
            edit = without(number, "password", hasPassword=False, emailLink=False)
            yield "together, users: no password and no link", edit
        if "phone" in names:
            yield "together, users: no number", without(number, "phone", phone=None)
        for name in names:
            if name not in ("password", "phone"):
                yield "together, users: a provider less", without(number, name)
        if user["phone"]:
            entries = [{**entry, "rawId": "+15555550199"} if entry["id"] == "phone" else entry
                       for entry in user["providers"]]
            yield "together, users: another number", becomes(phone="+15555550199", providers=entries)
        if user["email"]:
            entries = [{**entry, "rawId": "m@example.net", "email": "m@example.net"} if entry["id"] == "password" else entry
                       for entry in user["providers"]]
            yield "together, users: another address", becomes(email="m@example.net", providers=entries)
        if "displayName" in user:
            entries = [{**entry, "name": "Mallory"} if entry["id"] == "password" else entry for entry in user["providers"]]
            yield "together, users: another name", becomes(displayName="Mallory", providers=entries)
