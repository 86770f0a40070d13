"""What a recording has made so far: sessions, codes, methods and who owns which credential."""

from __future__ import annotations

from typing import Any

from .names import LeftOut

Json = dict[str, Any]


class History:
    """Everything about the steps before the present one that a later step may refer to."""

    def __init__(self) -> None:
        # The recorded step that issued a token -> the vector's step that opened its session.
        self.session_of: dict[int, int] = {}
        self.newest_token: dict[int, int] = {}
        self.account_of: dict[int, str | None] = {}
        self.last_token: int | None = None
        self.dead: dict[str, str] = {}
        self.codes = 0
        self.undo_code: int | None = None
        self.email: dict[str, str | None] = {}
        self.first: dict[str, list[Any]] = {}
        self.order: dict[str, list[str]] = {}
        self.has_password: dict[str, bool] = {}
        self.owner: dict[tuple[str, str], str] = {}

    def session(self, reference: int | str, is_refresh: bool = False) -> int:
        """The vector's step whose session the token of a recorded step belongs to.

        A refresh token counts whatever has become of the id token it came with (op:1958).
        """
        number = self.last_token if reference == "last" else int(reference)
        if number is None or number not in self.session_of:
            raise LeftOut("a token that no step issued")
        step = self.session_of[number]
        is_old = self.newest_token[step] != number and not is_refresh
        if is_old and str(number) in self.dead:
            raise LeftOut("an old id token of a session that has a newer one")
        return step

    def issued(self, number: int, step: int, uid: str | None) -> None:
        """Notes that a recorded step issued a token of a session."""
        self.account_of.setdefault(step, uid)
        self.session_of[number] = step
        self.newest_token[step] = number
        self.last_token = number

    def mailed(self) -> str:
        """Notes a code, and gives its id in the vector."""
        self.codes += 1
        return f"c{self.codes}"

    def saw(self, account: Json | None, final: list[Json]) -> None:
        """Notes in which order the methods of an account came."""
        if account is None:
            return
        listed = [
            entry["id"]
            for user in final
            if user["uid"] == account["uid"]
            for entry in user["providers"]
        ]
        self.has_password[account["uid"]] = account["hasPassword"]
        present = {name for name in account["providers"] if name != "password"}
        if account["hasPassword"]:
            present.add("password")
        if account["emailLink"]:
            present.add("emailLink")
        order = [name for name in self.order.get(account["uid"], []) if name in present]
        new = sorted(
            present - set(order),
            key=lambda name: (listed.index(name) if name in listed else len(listed), name),
        )
        self.order[account["uid"]] = order + new

    def owns(self, provider: str, subject: str, uid: str | None) -> None:
        """Notes whose credential it is now."""
        if uid is not None:
            self.owner[(provider, subject)] = uid
