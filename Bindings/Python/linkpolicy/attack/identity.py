"""A local identity provider, which listens on a loopback address and signs tokens only for the people of the suite."""
from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
import urllib.parse
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Mapping, Optional

from .signing import KEYS, Key, token

_BYTES = 1 << 16


@dataclass
class Person:
    """A person who signs in at a provider.

    Attributes:
        subject, email, claims: the claims of the token.
        nonce: `matched`, `mismatched` or `missing`.
        fault: the fault of the token, or None.
    """

    subject: str
    email: Optional[str]
    claims: Mapping[str, Any] = field(default_factory=dict)
    nonce: str = "matched"
    fault: Optional[str] = None


@dataclass
class Provider:
    """A provider, as described by the configuration.

    Attributes:
        name: the name of the provider in the requests of the service, and in the paths of the local provider.
        issuer: the claim `iss` of tokens; None for the address of the local provider.
        algorithm: RS256 or ES256.
        hashes_nonce: whether tokens have the SHA-256 digest of the nonce.
        client: the claim `aud` of tokens that no authorization request asked for.
    """

    name: str
    issuer: Optional[str]
    algorithm: str
    hashes_nonce: bool
    client: str


class IdentityProvider:
    """The providers of the suite, as one local HTTP server.

    Each provider has discovery, keys, a token endpoint and a user endpoint below its name. The suite itself answers authorization
    requests, so that nobody else gets a code.
    """

    def __init__(self, providers: Mapping[str, Provider], port: int = 0) -> None:
        self.providers = {one.name: one for one in providers.values()}
        self._keys: dict[str, Key] = {}
        for one in self.providers.values():
            if one.algorithm not in self._keys:
                self._keys[one.algorithm] = KEYS[one.algorithm]()
        # Services cache keys by their ids, and the next run has other keys, so the ids contain the run.
        self._run = secrets.token_hex(4)
        self._grants: dict[str, tuple[str, dict[str, Any]]] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self._server.daemon_threads = True
        self.base = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stops the server."""
        self._server.shutdown()
        self._server.server_close()

    def is_authorization(self, url: str) -> bool:
        """Returns whether a URL is an authorization request to one of the providers."""
        path = urllib.parse.urlsplit(url).path.strip("/").split("/")
        return url.startswith(self.base + "/") and len(path) == 2 and path[0] in self.providers and path[1] == "authorize"

    def authorize(self, url: str, person: Person) -> tuple[str, Optional[dict[str, str]]]:
        """Answers an authorization request for a person.

        Returns:
            The URL to which the browser goes, and the form that it posts there; None for a redirect.

        Raises:
            ValueError: the request is not a valid OpenID Connect request.
        """
        parts = urllib.parse.urlsplit(url)
        query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True))
        if "redirect_uri" not in query:
            raise ValueError("the authorization request has no `redirect_uri`")
        name = parts.path.strip("/").split("/")[0]
        code = secrets.token_urlsafe(16)
        claims = self.claims(name, person, query.get("client_id"), query.get("nonce"))
        self._grants[code] = (self.signed(name, claims, person.fault), claims)
        answer = {"code": code, **({"state": query["state"]} if "state" in query else {})}
        # OAuth 2.0 Form Post Response Mode, as Apple uses it.
        if query.get("response_mode") == "form_post":
            if "id_token" in query.get("response_type", "").split():
                answer["id_token"] = self._grants[code][0]
            return query["redirect_uri"], answer
        joint = "&" if urllib.parse.urlsplit(query["redirect_uri"]).query else "?"
        return query["redirect_uri"] + joint + urllib.parse.urlencode(answer), None

    def claims(self, name: str, person: Person, client: Optional[str], nonce: Optional[str]) -> dict[str, Any]:
        """Returns the claims of a token."""
        provider, now = self.providers[name], int(time.time())
        expired = person.fault == "expired"
        claims: dict[str, Any] = {
            "iss": "https://another-issuer.invalid" if person.fault == "issuer" else provider.issuer or f"{self.base}/{name}",
            "aud": "another-client" if person.fault == "audience" else client or provider.client, "sub": person.subject,
            "iat": now - 7200 if expired else now, "exp": now - 3600 if expired else now + 600}
        if person.email is not None:
            claims["email"] = person.email
        claims.update(person.claims)
        if nonce is not None and person.nonce != "missing":
            sent = nonce if person.nonce == "matched" else "the nonce of another request"
            claims["nonce"] = hashlib.sha256(sent.encode()).hexdigest() if provider.hashes_nonce else sent
        return claims

    def signed(self, name: str, claims: Mapping[str, Any], fault: Optional[str] = None) -> str:
        """Returns a token, on request with a fault of its signature."""
        algorithm = self.providers[name].algorithm
        key = None if fault == "algorithm" else KEYS[algorithm]() if fault == "signature" else self._keys[algorithm]
        return token(claims, key, f"{algorithm.lower()}-{self._run}")

    def _handler(outer) -> type[BaseHTTPRequestHandler]:  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            timeout = 10

            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                self._answer(*outer._page(self.path, self.headers.get("Authorization", ""), None))

            def do_POST(self) -> None:
                length = self.headers.get("Content-Length", "")
                if not length.isdigit() or int(length) > _BYTES:
                    return self._answer(413, {"error": "invalid_request"})
                body = self.rfile.read(int(length)).decode("utf-8", "replace")
                self._answer(*outer._page(self.path, self.headers.get("Authorization", ""), dict(urllib.parse.parse_qsl(body))))

            def _answer(self, status: int, value: Mapping[str, Any]) -> None:
                body = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        return Handler

    def _page(self, path: str, authorization: str, form: Optional[Mapping[str, str]]) -> tuple[int, Mapping[str, Any]]:
        name, _, page = urllib.parse.urlsplit(path).path.strip("/").partition("/")
        if name not in self.providers:
            return 404, {"error": "not_found"}
        provider, base = self.providers[name], f"{self.base}/{name}"
        if page == ".well-known/openid-configuration" and form is None:
            return 200, {
                "issuer": provider.issuer or base, "authorization_endpoint": base + "/authorize", "token_endpoint": base + "/token",
                "jwks_uri": base + "/jwks", "userinfo_endpoint": base + "/userinfo", "response_types_supported": ["code"],
                "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": [provider.algorithm]}
        if page == "jwks" and form is None:
            keys = [{**key.jwk(), "kid": f"{name.lower()}-{self._run}", "alg": name, "use": "sig"} for name, key in self._keys.items()]
            return 200, {"keys": keys}
        if page == "token" and form is not None:
            grant = self._grants.pop(form.get("code", ""), None)
            if grant is None:
                return 400, {"error": "invalid_grant"}
            access = secrets.token_urlsafe(16)
            self._grants[access] = grant
            return 200, {"access_token": access, "token_type": "Bearer", "expires_in": 600, "id_token": grant[0]}
        if page == "userinfo" and form is None:
            grant = self._grants.get(authorization.partition(" ")[2])
            if grant is None:
                return 401, {"error": "invalid_token"}
            return 200, {key: grant[1][key] for key in grant[1] if key not in ("iss", "aud", "iat", "exp", "nonce")}
        return 404, {"error": "not_found"}
