"""Plays the steps of a case as requests to the service."""
from __future__ import annotations

import json
import re
import secrets
import time
import urllib.parse
from dataclasses import dataclass, field
from typing import Any, Mapping, Optional

from .config import Config, Request, Step
from .identity import IdentityProvider, Person
from .mail import Mailbox
from .transport import Answer, Browser, Exchange, ServiceFault, Transport, redirects

# A session of these steps starts in a browser without cookies.
_FRESH = ("sign-up", "sign-in")
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


@dataclass
class Result:
    """The answer to a step.

    Attributes:
        outcome: `allowed` or `refused`; None for a step without an attempt.
        account: the account that is signed in afterwards in the browser; None if nobody is signed in.
        why: a remark, such as the reason for a refusal without a request.
        email, verified: the address and its state for this account, if the configuration describes them.
        text: the answer without addresses and random values, for the comparison with another answer.
    """

    step: str
    outcome: Optional[str] = None
    account: Optional[str] = None
    why: Optional[str] = None
    email: Optional[str] = None
    verified: Optional[bool] = None
    text: str = ""
    exchanges: list[Exchange] = field(default_factory=list)


class MissingValue(Exception):
    """The error if a placeholder has no value."""


def kind(attempt: Mapping[str, Any]) -> str:
    """Returns the name of the step that an attempt needs."""
    action, provider = attempt["action"], attempt.get("provider")
    if action == "sign-in" and provider == "password":
        return f"sign-in.{attempt.get('kind', 'password')}"
    if action in ("sign-in", "link") and provider is not None:
        return f"{action}.provider {provider}"
    return "refresh" if action == "reload" else str(action)


def described(number: int, step: Mapping[str, Any]) -> str:
    """Returns a line of the report that describes a step."""
    attempt = step.get("attempt", {})
    words = [str(attempt[key]) for key in ("action", "provider", "kind", "subject", "email") if key in attempt]
    words += [f"{key}={json.dumps(value)}" for key, value in attempt.get("claims", {}).items()]
    words += [f"nonce={attempt['nonce']}"] if "nonce" in attempt else []
    words += [f"fault={step['fault']}"] if "fault" in step else []
    words += [f"as the session of step {step['as']}"] if "as" in step else []
    words += [f"with the code {step['code']}"] if "code" in step else []
    return f"step {number}: " + " ".join(words)


class Player:
    """The tested service, with the provider and the mailbox that the service uses."""

    def __init__(self, config: Config, identity: IdentityProvider, mailbox: Optional[Mailbox], transport: Transport) -> None:
        self.config, self.identity, self.mailbox, self.transport = config, identity, mailbox, transport

    def missing(self, case: Mapping[str, Any]) -> Optional[str]:
        """Returns the keys that the configuration lacks for a case."""
        for step in case["steps"]:
            if "attempt" not in step:
                return "a running service cannot be made to wait or to change its settings"
            name = kind(step["attempt"])
            provider = name.partition(" ")[2]
            if provider and provider not in self.config.providers:
                return f"the configuration has no provider `{provider}`"
            if name != "refresh" and self.step(name) is None:
                return f"the configuration has no step `{name.partition(' ')[0]}`"
        return None

    def step(self, name: str) -> Optional[Step]:
        """Returns the configured step of a provider, or the step of all providers."""
        return self.config.steps.get(name) or self.config.steps.get(name.partition(" ")[0])

    def play(self, case: Mapping[str, Any]) -> tuple[list[Result], Optional[str]]:
        """Plays a case, and returns the results and the fault that ended the case."""
        playing, results = _Playing(self), []
        for number, step in enumerate(case["steps"], 1):
            result = Result(described(number, step))
            results.append(result)
            self.transport.taken()
            try:
                playing.play(number, step, result)
            except ServiceFault as fault:
                return results, f"step {number}: {fault}"
            finally:
                result.exchanges = self.transport.taken()
        return results, None


class _Playing:
    """The state of one case: browsers, codes and passwords. No other case uses the addresses and subjects of this case."""

    def __init__(self, player: Player) -> None:
        self._player, self._config = player, player.config
        self._tag = secrets.token_hex(4)
        self._browsers: dict[int, Browser] = {}
        self._codes: list[Optional[tuple[str, str]]] = []
        self._passwords: dict[str, list[str]] = {}
        # The address of the person of each step, and the requested changes of addresses, by the new address.
        self._people: dict[int, Optional[str]] = {}
        self._changes: dict[str, Optional[str]] = {}

    def play(self, number: int, step: Mapping[str, Any], result: Result) -> None:
        attempt = step["attempt"]
        action, name = attempt["action"], kind(attempt)
        browser = self._browsers.get(step["as"], Browser()) if "as" in step else Browser()
        self._browsers[number] = browser
        values, person = self._values(attempt), None
        self._people[number] = self._people.get(step["as"]) if "as" in step else values.get("email")
        if "code" in step or action in ("reset-password", "verify-email", "confirm-email") or name == "sign-in.email-link":
            code = self._code(step.get("code"))
            if code is None:
                result.outcome, result.why = "refused", "no mail with a code came"
                return
            values["code"], address = code
            if action == "reset-password":
                values["password"] = self._password(address)
        if " " in name:
            person = Person(
                f"{attempt.get('subject', 'nobody')}-{self._tag}", values.get("email"), attempt.get("claims", {}),
                attempt.get("nonce", "matched"), step.get("fault"))
        known = self._player.step(name)
        if known is None:
            # The answers to `refresh` and `reload` come from the account page.
            self._look(browser, result)
            result.outcome = "allowed" if result.account is not None else "refused"
            return
        before = len(self._player.mailbox.mails()) if self._player.mailbox else 0
        for request in known.requests:
            answer, browser = self._send(request, values, browser, person)
        self._browsers[number] = browser
        allowed, refused = (any(one.matches(answer) for one in condition) for condition in (known.allowed, known.refused))
        if allowed == refused:
            both = "both `allowed` and `refused`" if allowed else "neither `allowed` nor `refused`"
            raise ServiceFault(f"the last answer, with status {answer.status}, meets {both} of the configuration")
        result.outcome = "allowed" if allowed else "refused"
        result.text = self._plain(answer)
        if action == "reset-password" and refused:
            self._passwords[address].pop()
        if action == "sign-up" and refused:
            self._passwords[values["email"]].pop()
        if allowed and action in ("request-email", "update-email"):
            self._changes[values["email"]] = self._people[number]
        if allowed and action in ("confirm-email", "update-email"):
            new = values["email"] if action == "update-email" else address
            old = self._changes.get(new)
            # The person keeps the old password for the new address.
            if old is not None:
                self._passwords[new] = list(self._passwords.get(old, []))
        if known.code is not None and allowed:
            self._codes.append(self._mailed(known.code, values.get("email"), before))
        self._look(browser, result)
        if action == "sign-in" and allowed != (result.account is not None):
            state = "nobody is signed in" if allowed else "somebody is signed in"
            raise ServiceFault(f"the answer counts as {result.outcome}, and {state} afterwards")
        if action == "sign-up" and refused and result.account is not None:
            raise ServiceFault("the answer counts as refused, and somebody is signed in afterwards")

    def _values(self, attempt: Mapping[str, Any]) -> dict[str, str]:
        values = {"unique": secrets.token_hex(8)}
        if "email" in attempt:
            local, _, domain = attempt["email"].rpartition("@")
            values["email"] = f"{local}{self._tag}@{domain}"
        if "provider" in attempt and attempt["provider"] in self._config.providers:
            values["provider"] = self._config.providers[attempt["provider"]].name
        if attempt["action"] == "sign-up":
            values["password"] = self._password(values["email"])
        elif kind(attempt) == "sign-in.password":
            # A wrong password is the person's previous password, which was valid earlier.
            past = self._passwords.get(values["email"], [])
            back = 2 if attempt.get("secret") == "wrong" else 1
            values["password"] = past[-back] if len(past) >= back else "Never-a-password-1"
        return values

    def _password(self, address: str) -> str:
        self._passwords.setdefault(address, []).append(f"Pass-{secrets.token_hex(8)}")
        return self._passwords[address][-1]

    def _code(self, asked: Optional[str]) -> Optional[tuple[str, str]]:
        if asked == "last":
            return self._codes[-1] if self._codes else None
        number = int(asked[1:]) if asked else 0
        if 0 < number <= len(self._codes):
            return self._codes[number - 1]
        # This code was never mailed.
        return secrets.token_urlsafe(24), ""

    def _mailed(self, pattern: re.Pattern[str], address: Optional[str], before: int) -> Optional[tuple[str, str]]:
        assert self._player.mailbox is not None
        end = time.monotonic() + self._config.mail_seconds
        while True:
            for mail in reversed(self._player.mailbox.mails()[before:]):
                to = next((one for one in mail.to if self._tag in one and address in (None, one)), None)
                found = pattern.search(mail.text) if to else None
                if to and found:
                    return urllib.parse.unquote(found.group(1)), to
            if time.monotonic() > end:
                return None
            time.sleep(0.02)

    def _send(self, request: Request, values: Mapping[str, str], browser: Browser, person: Optional[Person]) -> tuple[Answer, Browser]:
        """Sends a request and follows redirects.

        For an authorization request to the local provider, the function answers for the person.
        """
        transport, identity = self._player.transport, self._player.identity
        texts = {**browser.saved, **values}
        if person is not None:
            name = values["provider"]
            claims = identity.claims(name, person, None, browser.saved.get("nonce"))
            texts["id_token"] = identity.signed(name, claims, person.fault)
        try:
            target = _filled(request.target, texts, quoted=True)
            headers = {key: _filled(text, texts) for key, text in request.headers.items()}
            body, method = None, request.method
            if request.form is not None:
                body = urllib.parse.urlencode({key: _filled(text, texts) for key, text in request.form.items()}).encode()
                headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
            elif request.json is not None:
                body = json.dumps(_filled_json(request.json, texts)).encode()
                headers.setdefault("Content-Type", "application/json")
        except MissingValue as error:
            raise ServiceFault(f"`{request.method} {request.target}` needs `{error}`, which no earlier answer saved") from error
        url = transport.url(target)
        answer = transport.send(method, url, browser, headers, body)
        for _ in redirects():
            location = answer.header("Location")
            if answer.status not in (301, 302, 303, 307, 308) or location is None:
                break
            url = transport.url(location, url)
            posted = None
            if person is not None and identity.is_authorization(url):
                try:
                    url, posted = identity.authorize(url, person)
                except ValueError as error:
                    raise ServiceFault(str(error)) from error
                if person.fault == "other-browser":
                    # The other person has started a sign-in too, so only the state distinguishes the requests.
                    browser = Browser()
                    transport.send(method, transport.url(target), browser, headers, body)
                if not transport.is_own(url):
                    raise ServiceFault(f"the service asked the provider to redirect to another origin, {url.partition('?')[0]}")
            elif not transport.is_own(url):
                break
            if posted is not None:
                sent = {"Content-Type": "application/x-www-form-urlencoded", "Origin": identity.base}
                answer = transport.send("POST", url, browser, sent, urllib.parse.urlencode(posted).encode())
                continue
            kept = answer.status in (307, 308)
            answer = transport.send(method if kept else "GET", url, browser, headers if kept else {}, body if kept else None)
        for key, place in request.save.items():
            value = place.value(answer)
            if value is not None:
                browser.saved[key] = value
        return answer, browser

    def _look(self, browser: Browser, result: Result) -> None:
        """Reads from the account page who is signed in."""
        page = self._config.account
        try:
            answer, _ = self._send(page.request, {}, browser, None)
        except ServiceFault as fault:
            if isinstance(fault.__cause__, MissingValue):
                return  # No earlier answer saved a token.
            raise
        signed_in, signed_out = page.signed_in.matches(answer), page.signed_out.matches(answer)
        if signed_in == signed_out:
            both = "both `signed-in` and `signed-out`" if signed_in else "neither `signed-in` nor `signed-out`"
            raise ServiceFault(f"the answer of the account page, with status {answer.status}, meets {both}")
        if not signed_in:
            return
        result.account = page.id.value(answer)
        if not result.account:
            raise ServiceFault("somebody is signed in, and the account page has no `id`")
        result.email = page.email.value(answer) if page.email else None
        result.verified = page.verified.matches(answer) if page.verified else None

    def _plain(self, answer: Answer) -> str:
        text = f"{answer.status} {answer.header('Location') or ''}\n{answer.body}"
        for pattern in self._config.volatile:
            text = pattern.sub("~", text)
        # The pattern matches addresses and subjects of this case, and tokens. A long word without a digit is text of the service.
        return re.sub(r"[\w.+@%-]*" + self._tag + r"[\w.+@%-]*|(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}", "~", text)


def _filled(text: str, values: Mapping[str, str], quoted: bool = False) -> str:
    def value(found: re.Match[str]) -> str:
        if found.group(1) not in values:
            raise MissingValue(found.group(1))
        one = values[found.group(1)]
        return one if not quoted or text == "{code}" else urllib.parse.quote(one, safe="")

    return _PLACEHOLDER.sub(value, text)


def _filled_json(value: Any, values: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _filled(value, values)
    if isinstance(value, list):
        return [_filled_json(one, values) for one in value]
    if isinstance(value, dict):
        return {key: _filled_json(one, values) for key, one in value.items()}
    return value
