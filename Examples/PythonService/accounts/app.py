"""The pages and actions of the service. Each action is one attempt that the store settles."""
from __future__ import annotations

import hmac
import re
import secrets
from typing import Any, Callable, Optional
from urllib.parse import urlencode

from flask import Flask, abort, current_app, redirect, render_template_string, request, session
from werkzeug.wrappers import Response

from linkpolicy import LinkPolicyError, RequestError
from linkpolicy.store import Settled, Store

from . import passwords, tokens
from .mailbox import Mailbox
from .provider import LocalProvider, ProviderError, RemoteProvider

_COOKIE = "account"
_SENTENCES = {
    "invalid-action-code": "this link is not valid", "expired-action-code": "this link has expired",
    "requires-recent-login": "sign in again first", "consent-required": "first agree to the link", "missing-or-invalid-nonce": "please start over",
}
_PAGE = """<!doctype html><title>Accounts</title>
{% if account %}<meta name=account content="{{ account.id }}">{% endif %}<h1>Accounts</h1>
{% if message %}<p id=message>{{ message }}</p>{% endif %}
{% macro form(action, label) %}<form method=post action="{{ action }}">
<input type=hidden name=request value="{{ request_id }}">{{ caller() }} <button>{{ label }}</button></form>{% endmacro %}
{% if account %}<p id=account>You are {{ account.email or "without an address" }}{{ "" if account.verified else " (not verified)" }}.
You sign in with {{ account.methods | map(attribute="provider") | join(", ") }}.</p>
{% for action in ("sign-out", "request-verification", "delete") %}{% call form("/" + action, action) %}{% endcall %}{% endfor %}
{% for name in providers %}{% call form("/link/" + name, "Add " + name) %}
<label><input type=checkbox name=consent value=yes> Others may then see that both are mine</label>{% endcall %}
{% call form("/unlink/" + name, "Remove " + name) %}{% endcall %}{% endfor %}
{% elif code %}{% call form("/code/" + purpose, "Continue") %}<input type=hidden name=code value="{{ code }}">
{% if purpose == "sign-in" %}<label>Address <input name=email></label>{% endif %}
{% if purpose == "reset" %}<label>New password <input name=password type=password></label>{% endif %}{% endcall %}
{% else %}
{% for name in providers %}{% call form("/sign-in/" + name, "Sign in with " + name) %}{% endcall %}{% endfor %}
{% for action in ("sign-up", "sign-in") %}{% call form("/" + action, action) %}<label>Address <input name=email></label>
<label>Password <input name=password type=password></label>{% endcall %}{% endfor %}
{% for action in ("send-link", "request-reset") %}{% call form("/" + action, action) %}<label>Address <input name=email></label>
{% endcall %}{% endfor %}{% endif %}"""


class Service:
    """The parts that the pages use."""

    def __init__(self, store: Store, mailbox: Mailbox, provider: LocalProvider | RemoteProvider) -> None:
        self.store, self.mailbox, self.provider = store, mailbox, provider

    def settle(
        self, attempt: dict[str, Any], code: Optional[str] = None, new_password: Optional[str] = None, **more: Any
    ) -> Settled:
        """Settles an attempt of the browser, and sends the notices that are due."""
        caller = self.store.caller(session=request.cookies.get(_COOKIE), code=code)
        if attempt["action"] in ("sign-in", "sign-up", "send-link", "request-reset"):
            # These act for the person of the method or address, whoever is signed in.
            caller["session"] = None
        id = request.form.get("request") or None
        if id is not None and not re.fullmatch(r"[0-9A-Za-z-]{1,64}", id):
            abort(400)
        if new_password is not None:
            more["password_hash"] = passwords.hashed(new_password)
            # The attempt has no new password. Somebody who repeats the form with another one must not get the session.
            id = id and passwords.bound(id, new_password)
        settled = self.store.settle(attempt, caller=caller, request_id=id, **more)
        for notice, error in self.store.outbox.deliver(self.mailbox.send).failures:
            current_app.logger.error("notice %d was not sent: %s", notice.n, error)
        return settled

    def page(self, message: str = "", status: int = 200, **more: Any) -> Response:
        """Returns the page."""
        id = self.store.signed_in(request.cookies.get(_COOKIE))
        text = render_template_string(
            _PAGE, message=message, account=self.store.account(id) if id and "code" not in more else None,
            providers=list(tokens.PROVIDERS), request_id=secrets.token_hex(16), **more)
        # The address of a page can contain a code. Without any referrer, browsers would send `Origin: null` with forms.
        return Response(text, status, {"Referrer-Policy": "same-origin", "Cache-Control": "no-store"}, mimetype="text/html")

    def answer(self, settled: Settled, done: str) -> Response:
        """Shows the result that the policy discloses, which can differ from the real one, and sets the cookie of a new session."""
        decision = settled.decision
        shown = decision.get("shown") or decision.get("error") or "allowed"
        if shown != "allowed":
            return self.page(f"{_SENTENCES.get(shown, 'this is not possible')} ({shown})", 403)
        response = redirect("/?done=" + done, 303)
        if settled.outcome.session:
            cookie = self.store.tokens.issue("session", settled.outcome.session)
            response.set_cookie(_COOKIE, cookie, httponly=True, samesite="Lax", secure=request.is_secure)
        return response


def create(store: Store, mailbox: Mailbox, provider: LocalProvider | RemoteProvider, cookies_key: str) -> Flask:
    """Returns the application."""
    app, service = Flask(__name__), Service(store, mailbox, provider)
    # Keeps state and nonce between the redirect and the callback.
    app.secret_key = cookies_key
    app.config.update(SESSION_COOKIE_SAMESITE="Lax", MAX_CONTENT_LENGTH=1 << 16)
    if isinstance(provider, LocalProvider):
        app.register_blueprint(provider.blueprint())

    @app.before_request
    def same_origin() -> None:
        # Another site must not send forms in a person's name.
        origin = request.headers.get("Origin")
        if request.method == "POST" and origin is not None and origin != request.host_url.rstrip("/"):
            abort(403)

    @app.errorhandler(RequestError)
    def wrong_request(error: RequestError) -> Response:
        return service.page("this is not a valid address", 400) if error.code == "malformed" else service.page("not possible", 400)

    @app.errorhandler(LinkPolicyError)
    def no_decision(error: LinkPolicyError) -> Response:
        # Without a decision, the attempt is refused. The message can contain addresses.
        app.logger.error("%s: %s", type(error).__name__, error)
        return Response("please try again later\n", 503, mimetype="text/plain")

    @app.get("/")
    def index() -> Response:
        return service.page({"mailed": "Look into your mailbox."}.get(request.args.get("done", ""), ""))

    # Passwords.

    @app.post("/sign-up")
    def sign_up() -> Response:
        password = request.form["password"]
        if len(password) < passwords.LEAST:
            return service.page(f"a password has at least {passwords.LEAST} characters", 400)
        attempt = {"action": "sign-up", "provider": "password", "addresses": [{"email": request.form["email"]}]}
        return service.answer(service.settle(attempt, new_password=password), "signed-up")

    @app.post("/sign-in")
    def sign_in() -> Response:
        attempt = {"action": "sign-in", "provider": "password", "kind": "password", "addresses": [{"email": request.form["email"]}]}
        return service.answer(service.settle(attempt, password=passwords.comparing(request.form["password"])), "signed-in")

    # Providers.

    def redirected(action: str, provider: str) -> Response:
        if provider not in tokens.PROVIDERS:
            abort(404)
        # The person's own choice on a page of this service, which no other site can send.
        consent = "given" if request.form.get("consent") == "yes" else "absent"
        visit = session["visit"] = {
            "action": action, "provider": provider, "consent": consent, "state": secrets.token_urlsafe(16),
            "nonce": secrets.token_urlsafe(16)}
        query = urlencode({
            "client_id": tokens.CLIENT_ID, "redirect_uri": service.provider.callback(request.host_url, provider), "response_type": "code",
            "scope": "openid email", "state": visit["state"], "nonce": visit["nonce"]})
        return redirect(f"{service.provider.authorize_url(provider)}?{query}", 303)

    @app.post("/sign-in/<provider>")
    def sign_in_by(provider: str) -> Response:
        return redirected("sign-in", provider)

    @app.post("/link/<provider>")
    def link(provider: str) -> Response:
        return redirected("link", provider)

    @app.get("/callback/<provider>")
    def callback(provider: str) -> Response:
        visit = session.pop("visit", None)
        state = request.args.get("state", "")
        if not visit or visit["provider"] != provider or not hmac.compare_digest(state.encode(), visit["state"].encode()):
            return service.page("please start over (no such visit)", 400)
        known = tokens.PROVIDERS[provider]
        try:
            token = service.provider.exchange(
                provider, request.args.get("code", ""), service.provider.callback(request.host_url, provider))
            claims = tokens.verified(known, token, service.provider.public_key)
        except (tokens.TokenError, ProviderError, KeyError) as error:
            app.logger.warning("a token was refused: %s", error)
            return service.page("please start over (the token was refused)", 400)
        attempt = {"action": visit["action"], "consent": visit["consent"], **tokens.assertion(known, claims, visit["nonce"])}
        return service.answer(service.settle(attempt), visit["action"])

    # Mails.

    @app.post("/send-link")
    def send_link() -> Response:
        attempt = {
            "action": "send-link", "address": request.form["email"], "link": {"domain": "allowed", "in-app": "on"}}
        return service.answer(service.settle(attempt), "mailed")

    @app.post("/request-reset")
    def request_reset() -> Response:
        # The page looks the same for an address without an account.
        settings = {"email-enumeration-protection": "on"}
        return service.answer(service.settle({"action": "request-reset", "address": request.form["email"]}, settings=settings), "mailed")

    @app.get("/code/<purpose>")
    def code_page(purpose: str) -> Response:
        # Programs that read mails open links; only the form uses the code.
        return service.page(code=request.args.get("code", ""), purpose=purpose)

    @app.post("/code/<purpose>")
    def code(purpose: str) -> Response:
        form, more = request.form, {}
        if purpose == "sign-in":
            attempt: dict[str, Any] = {
                "action": "sign-in", "provider": "password", "kind": "email-link", "addresses": [{"email": form["email"]}]}
        elif purpose == "reset":
            if len(form["password"]) < passwords.LEAST:
                return service.page(f"a password has at least {passwords.LEAST} characters", 400, code=form["code"], purpose=purpose)
            attempt, more = {"action": "reset-password"}, {"new_password": form["password"]}
        elif purpose == "verify":
            attempt = {"action": "verify-email"}
        else:
            abort(404)
        return service.answer(service.settle(attempt, code=form["code"], **more), purpose)

    # The person's own account.

    def plain(action: str) -> Callable[[], Response]:
        def act() -> Response:
            return service.answer(service.settle({"action": action}), "mailed" if action == "request-verification" else action)
        return act

    for action in ("sign-out", "request-verification", "delete"):
        app.add_url_rule(f"/{action}", action, plain(action), methods=["POST"])

    @app.post("/unlink/<provider>")
    def unlink(provider: str) -> Response:
        if provider not in tokens.PROVIDERS:
            abort(404)
        return service.answer(service.settle({"action": "unlink", "provider": provider}), "unlink")

    return app
