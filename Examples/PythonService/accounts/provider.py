"""A local identity provider for trials: it signs whatever a person types, as Google (RS256) or Apple (ES256).

A real service has no such class: it redirects to the provider, and reads the provider's keys from its JWKS address, as
`RemoteProvider` does.
"""
from __future__ import annotations

import hashlib
import json
import secrets
import time
import urllib.parse
import urllib.request
from typing import Any, Optional

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from flask import Blueprint, abort, redirect, render_template_string, request
from werkzeug.wrappers import Response

from .secrets_file import Secrets
from .tokens import CLIENT_ID, PROVIDERS

FAULTS = ("none", "signature", "algorithm", "issuer", "audience", "expired", "nonce", "no-nonce")
_PAGE = """<!doctype html><title>{{ provider }}</title><h1>{{ provider }} (local trial)</h1>
<form method=post>
{% for name in ("state", "nonce", "redirect_uri") %}<input type=hidden name={{ name }} value="{{ request.args.get(name, "") }}">{% endfor %}
<p><label>Subject <input name=subject value=1></label> <label>Address <input name=email value=ada@gmail.com></label>
<label><input type=checkbox name=verified value=yes checked> verified</label>
<label>Fault <select name=fault>{% for fault in faults %}<option>{{ fault }}{% endfor %}</select></label> <button>Sign in</button></form>"""


class LocalProvider:
    """Issues authorization codes and ID tokens."""

    def __init__(self, keys: Secrets) -> None:
        self._private = {"RS256": keys["rs256"], "ES256": keys["es256"]}
        self._codes: dict[str, str] = {}

    def public_key(self, provider: str, kid: Optional[str]) -> Any:
        """Returns a public key by its id, as a JWKS client does."""
        algorithm = PROVIDERS[provider].algorithm
        if kid != algorithm.lower():
            raise KeyError(kid)
        return load_pem_private_key(self._private[algorithm].encode(), None).public_key()

    def authorize_url(self, provider: str) -> str:
        """Returns the address of the page of a provider."""
        return f"/provider/{provider}/authorize"

    def callback(self, host: str, provider: str) -> str:
        """Returns the address to which the provider redirects."""
        return f"/callback/{provider}"

    def exchange(self, provider: str, code: str, callback: str) -> str:
        """Returns the token for an authorization code, once."""
        return self._codes.pop(code)

    def token(self, provider: str, subject: str, email: str, verified: bool, nonce: str, fault: str) -> str:
        """Signs a token, with a fault on request."""
        known, now = PROVIDERS[provider], int(time.time())
        other = next(one for one in PROVIDERS.values() if one.id != provider)
        claims: dict[str, Any] = {
            "iss": other.issuer if fault == "issuer" else known.issuer, "aud": "another-client" if fault == "audience" else CLIENT_ID,
            "sub": subject, "iat": now - 7200 if fault == "expired" else now, "exp": now - 3600 if fault == "expired" else now + 600,
            "email": email, "email_verified": verified, "name": email.partition("@")[0]}
        if fault != "no-nonce":
            sent = "another nonce" if fault == "nonce" else nonce
            claims["nonce"] = hashlib.sha256(sent.encode()).hexdigest() if known.hashes_nonce else sent
        headers = {"kid": known.algorithm.lower()}
        if fault == "algorithm":
            return jwt.encode(claims, "", algorithm="none", headers=headers)
        key: Any = self._private[known.algorithm]
        if fault == "signature":
            is_rsa = known.algorithm == "RS256"
            key = rsa.generate_private_key(public_exponent=65537, key_size=2048) if is_rsa else ec.generate_private_key(ec.SECP256R1())
        return jwt.encode(claims, key, algorithm=known.algorithm, headers=headers)

    def blueprint(self) -> Blueprint:
        """Returns the page of the provider."""
        pages = Blueprint("provider", __name__)

        @pages.route("/provider/<provider>/authorize", methods=["GET", "POST"])
        def authorize(provider: str) -> str | Response:
            if provider not in PROVIDERS:
                abort(404)
            if request.method == "GET":
                return render_template_string(_PAGE, provider=provider, faults=FAULTS, request=request)
            form = request.form
            # The only registered address; another one would receive the code.
            if form["redirect_uri"] != f"/callback/{provider}":
                abort(400)
            code = secrets.token_urlsafe(16)
            self._codes[code] = self.token(
                provider, form["subject"], form["email"], form.get("verified") == "yes", form["nonce"], form.get("fault", "none"))
            return redirect(f"/callback/{provider}?code={code}&state={form['state']}", 303)

        return pages


class ProviderError(Exception):
    """The provider does not answer, or refuses."""


class RemoteProvider:
    """Identity providers at an address, such as those of the attack suite: each has its pages below its name."""

    def __init__(self, base: str) -> None:
        self._base = base.rstrip("/")

    def authorize_url(self, provider: str) -> str:
        """Returns the address of the page of a provider."""
        return f"{self._base}/{provider}/authorize"

    def callback(self, host: str, provider: str) -> str:
        """Returns the address to which the provider redirects."""
        return f"{host}callback/{provider}"

    def exchange(self, provider: str, code: str, callback: str) -> str:
        """Returns the token for an authorization code."""
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": callback, "client_id": CLIENT_ID}
        return str(self._fetch(provider, "token", urllib.parse.urlencode(form).encode())["id_token"])

    def public_key(self, provider: str, kid: Optional[str]) -> Any:
        """Returns a public key by its id. A real service keeps the keys for some minutes."""
        for key in self._fetch(provider, "jwks")["keys"]:
            if key.get("kid") == kid:
                return jwt.PyJWK(key).key
        raise KeyError(kid)

    def _fetch(self, provider: str, page: str, form: Optional[bytes] = None) -> Any:
        try:
            with urllib.request.urlopen(f"{self._base}/{provider}/{page}", form, timeout=5) as answer:
                return json.loads(answer.read(1 << 16))
        except (OSError, ValueError) as error:
            raise ProviderError(f"{page} of {provider}: {error}") from error
