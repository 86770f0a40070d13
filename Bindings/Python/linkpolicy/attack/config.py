"""Reads a configuration, and rejects unknown keys and values."""
from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping, Optional

from .identity import Provider
from .signing import KEYS
from .transport import Answer

STEPS = (
    "sign-up", "sign-in.password", "sign-in.email-link", "sign-in.provider", "link.provider", "unlink", "refresh", "sign-out", "send-link",
    "request-reset", "reset-password", "request-verification", "verify-email", "update-email", "request-email", "confirm-email")
_REQUEST = ("request", "form", "json", "headers", "save")


class ConfigError(Exception):
    """The error if the configuration is invalid; the message names the position."""


@dataclass
class Matcher:
    """A condition on an answer, of which every given part must hold."""

    statuses: Optional[list[int]]
    body: Optional[re.Pattern[str]]
    without: Optional[re.Pattern[str]]
    location: Optional[re.Pattern[str]]
    json: Mapping[str, Any]

    def matches(self, answer: Answer) -> bool:
        """Returns whether an answer meets the condition."""
        return (
            (self.statuses is None or answer.status in self.statuses) and (self.body is None or bool(self.body.search(answer.body)))
            and (self.without is None or not self.without.search(answer.body))
            and (self.location is None or bool(self.location.search(answer.header("Location") or "")))
            and all(at(answer.body, path) == value for path, value in self.json.items()))


@dataclass
class Extractor:
    """The location of a value in an answer."""

    body: Optional[re.Pattern[str]]
    json: Optional[str]
    header: Optional[str]

    def value(self, answer: Answer) -> Optional[str]:
        """Returns the value; None if the answer does not contain the value."""
        if self.body is not None:
            found = self.body.search(answer.body)
            return found.group(1) if found else None
        if self.header is not None:
            return answer.header(self.header)
        value = at(answer.body, self.json or "")
        return None if value is None else value if isinstance(value, str) else json.dumps(value)


@dataclass
class Request:
    """A request of a step. Its texts can contain placeholders."""

    method: str
    target: str
    form: Optional[Mapping[str, str]]
    json: Any
    headers: Mapping[str, str]
    save: Mapping[str, Extractor]


@dataclass
class Step:
    """A step of an attack, as requests to the service."""

    requests: list[Request]
    allowed: list[Matcher]
    refused: list[Matcher]
    code: Optional[re.Pattern[str]]


@dataclass
class AccountPage:
    """The request that shows the signed-in account."""

    request: Request
    signed_in: Matcher
    signed_out: Matcher
    id: Extractor
    email: Optional[Extractor]
    verified: Optional[Matcher]


@dataclass
class Config:
    """The configuration of the attack suite for one service."""

    service: str
    seconds: float
    mail_seconds: float
    bytes: int
    port: int
    providers: dict[str, Provider]
    folder: Optional[Path]
    smtp: Optional[int]
    account: AccountPage
    steps: dict[str, Step]
    exclude: dict[str, str]
    volatile: list[re.Pattern[str]]


def at(body: str, path: str) -> Any:
    """Returns the value at a path such as `user.emails.0` in a JSON text; None if there is no such value."""
    try:
        value = json.loads(body)
    except ValueError:
        return None
    for key in path.split(".") if path else []:
        if isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, dict) and key in value:
            value = value[key]
        else:
            return None
    return value


def load(path: Path) -> Config:
    """Reads a configuration file in JSON. Paths in the file are relative to its folder.

    Raises:
        ConfigError: the file cannot be read, or is invalid.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_object)
    except OSError as error:
        raise ConfigError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: this is no JSON text in UTF-8") from error
    except json.JSONDecodeError as error:
        what = "the file is empty" if not error.doc.strip() else f"this is not valid JSON ({error.msg.lower()})"
        raise ConfigError(f"{path}:{error.lineno}:{error.colno}: {what}") from error
    except ValueError as error:
        raise ConfigError(f"{path}: {error}") from error
    return _config(value, path.parent)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise ValueError(f"the key `{twice}` occurs twice in one object")
    return dict(pairs)


def _config(value: Any, folder: Path) -> Config:
    top = _members(
        value, "", ("service", "account", "steps"), ("identity", "providers", "mail", "answers", "exclude", "limits", "volatile"))
    limits = _members(top.get("limits", {}), "limits", (), ("seconds", "mail-seconds", "bytes"))
    identity = _members(top.get("identity", {}), "identity", (), ("port", "client"))
    client = _text(identity.get("client", "attack-suite"), "identity.client")
    providers = {}
    for name, one in _dictionary(top.get("providers", {}), "providers").items():
        providers[name] = _provider(one, f"providers.{name}", name, client)
    if providers and len({one.name for one in providers.values()}) != len(providers):
        raise ConfigError("providers: two providers of the suite have one name in the service")
    mail = _members(top.get("mail", {}), "mail", (), ("folder", "smtp"))
    if len(mail) == 2:
        raise ConfigError("mail: either `folder` or `smtp`")
    answers = _members(top.get("answers", {}), "answers", (), ("allowed", "refused"))
    usual = {key: _matchers(answers[key], f"answers.{key}") for key in answers}
    steps = {}
    for name, one in _dictionary(top["steps"], "steps").items():
        known, _, provider = name.partition(" ")
        if known not in STEPS or provider and (provider not in providers or not known.endswith(".provider")):
            raise ConfigError(f"steps: there is no step `{name}`; steps are {', '.join(STEPS)}")
        steps[name] = _step(one, f"steps.{name}", usual)
        if steps[name].code is not None and not mail:
            raise ConfigError(f"steps.{name}.code: the configuration has no `mail`")
    exclude = {}
    for name, reason in _dictionary(top.get("exclude", {}), "exclude").items():
        exclude[name] = _text(reason, f"exclude.{name}")
        if not exclude[name].strip():
            raise ConfigError(f"exclude.{name}: the reason is empty")
    volatile = top.get("volatile", [])
    if not isinstance(volatile, list):
        raise ConfigError("volatile: not a list of patterns")
    return Config(
        service=_text(top["service"], "service").rstrip("/"), seconds=_number(limits.get("seconds", 10), "limits.seconds"),
        mail_seconds=_number(limits.get("mail-seconds", 3), "limits.mail-seconds"),
        bytes=int(_number(limits.get("bytes", 1_000_000), "limits.bytes")), port=_port(identity.get("port", 0), "identity.port"),
        providers=providers, folder=folder / _text(mail["folder"], "mail.folder") if "folder" in mail else None,
        smtp=_port(mail["smtp"], "mail.smtp") if "smtp" in mail else None, account=_account(top["account"]), steps=steps, exclude=exclude,
        volatile=[_pattern(one, "volatile", 0) for one in volatile])


def _account(value: Any) -> AccountPage:
    members = _members(value, "account", ("request", "signed-in", "signed-out", "id"), ("headers", "email", "verified", "form", "json"))
    request = {key: members[key] for key in ("request", "headers", "form", "json") if key in members}
    return AccountPage(
        _request(request, "account"), _matcher(members["signed-in"], "account.signed-in"),
        _matcher(members["signed-out"], "account.signed-out"),
        _extractor(members["id"], "account.id"), _extractor(members["email"], "account.email") if "email" in members else None,
        _matcher(members["verified"], "account.verified") if "verified" in members else None)


def _provider(value: Any, place: str, name: str, client: str) -> Provider:
    members = _members(value, place, (), ("name", "issuer", "algorithm", "nonce"))
    algorithm = _text(members.get("algorithm", "RS256"), place + ".algorithm")
    if algorithm not in KEYS:
        raise ConfigError(f"{place}.algorithm: {', '.join(KEYS)} are known")
    nonce = members.get("nonce", "plain")
    if nonce not in ("plain", "sha256"):
        raise ConfigError(f"{place}.nonce: `plain` or `sha256`")
    known = _text(members.get("name", name), place + ".name")
    if not re.fullmatch(r"[\w.-]+", known):
        raise ConfigError(f"{place}.name: letters, digits, `.`, `_` and `-`")
    return Provider(
        known, _text(members["issuer"], place + ".issuer") if "issuer" in members else None, algorithm, nonce == "sha256", client)


def _step(value: Any, place: str, usual: Mapping[str, list[Matcher]]) -> Step:
    members = _members(value, place, (), ("requests", "allowed", "refused", "code", *_REQUEST))
    if ("requests" in members) == ("request" in members):
        raise ConfigError(f"{place}: either `request` or `requests`")
    given = members["requests"] if "requests" in members else [{key: members[key] for key in _REQUEST if key in members}]
    if not isinstance(given, list) or not given:
        raise ConfigError(f"{place}.requests: not a list of requests")
    conditions = {}
    for key in ("allowed", "refused"):
        conditions[key] = _matchers(members[key], f"{place}.{key}") if key in members else usual.get(key)
        if not conditions[key]:
            raise ConfigError(f"{place}: `{key}` is missing, also in `answers`")
    return Step(
        [_request(one, f"{place}.requests") for one in given], conditions["allowed"] or [], conditions["refused"] or [],
        _pattern(members["code"], place + ".code", 1) if "code" in members else None)


def _request(value: Any, place: str) -> Request:
    members = _members(value, place, ("request",), _REQUEST[1:])
    found = re.fullmatch(r"(GET|POST|PUT|PATCH|DELETE) (/\S*|\{code\})", _text(members["request"], place + ".request"))
    if not found:
        raise ConfigError(f"{place}.request: a method and a path, such as `POST /sign-up`")
    if "form" in members and "json" in members:
        raise ConfigError(f"{place}: either `form` or `json`")
    form = _texts(members["form"], place + ".form") if "form" in members else None
    save = {key: _extractor(one, f"{place}.save.{key}") for key, one in _dictionary(members.get("save", {}), place + ".save").items()}
    return Request(found.group(1), found.group(2), form, members.get("json"), _texts(members.get("headers", {}), place + ".headers"), save)


def _matchers(value: Any, place: str) -> list[Matcher]:
    given = value if isinstance(value, list) else [value]
    if not given:
        raise ConfigError(f"{place}: the list is empty")
    return [_matcher(one, place) for one in given]


def _matcher(value: Any, place: str) -> Matcher:
    members = _members(value, place, (), ("status", "body", "without", "location", "json"))
    if not members:
        raise ConfigError(f"{place}: a condition that every answer meets")
    statuses = members.get("status")
    statuses = statuses if isinstance(statuses, list) or statuses is None else [statuses]
    if statuses is not None and not all(isinstance(one, int) for one in statuses):
        raise ConfigError(f"{place}.status: not a status")
    body, without, location = (
        _pattern(members[key], f"{place}.{key}", 0) if key in members else None for key in ("body", "without", "location"))
    return Matcher(statuses, body, without, location, _dictionary(members.get("json", {}), place + ".json"))


def _extractor(value: Any, place: str) -> Extractor:
    members = _members(value, place, (), ("body", "json", "header"))
    if len(members) != 1:
        raise ConfigError(f"{place}: one of `body`, `json` and `header`")
    texts = {key: _text(one, f"{place}.{key}") for key, one in members.items()}
    return Extractor(_pattern(texts["body"], place + ".body", 1) if "body" in texts else None, texts.get("json"), texts.get("header"))


def _members(value: Any, place: str, needed: tuple[str, ...], more: tuple[str, ...]) -> dict[str, Any]:
    members = _dictionary(value, place)
    unknown = [key for key in members if key not in needed + more]
    if unknown:
        raise ConfigError(f"{place or 'configuration'}: the key `{unknown[0]}` is unknown; keys are {', '.join(needed + more)}")
    missing = [key for key in needed if key not in members]
    if missing:
        raise ConfigError(f"{place or 'configuration'}: the key `{missing[0]}` is missing")
    return members


def _dictionary(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ConfigError(f"{place or 'configuration'}: not an object")
    return value


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise ConfigError(f"{place}: not a text")
    return value


def _texts(value: Any, place: str) -> dict[str, str]:
    return {key: _text(one, f"{place}.{key}") for key, one in _dictionary(value, place).items()}


def _number(value: Any, place: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 100_000_000:
        raise ConfigError(f"{place}: not a positive number")
    return value


def _port(value: Any, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 65536:
        raise ConfigError(f"{place}: not a port")
    return value


def _pattern(value: Any, place: str, groups: int) -> re.Pattern[str]:
    try:
        pattern = re.compile(_text(value, place), re.M)
    except re.error as error:
        raise ConfigError(f"{place}: {error}") from error
    if groups and pattern.groups != groups:
        raise ConfigError(f"{place}: the pattern needs {groups} group for the value")
    return pattern
