"""The rules of Firebase Authentication, written from Docs/Firebase.md, Docs/Facts.md and Docs/Readings.md alone.

`World` is what is stored, and `Rules.play` takes one attempt. `bug` is the number of the mistake that it makes.
"""

from __future__ import annotations

from assertions import RELAY, Assertions, Unplayable
from world import Account, Code, Method, Session, World

SENSITIVE = ("delete", "update-email", "request-email", "update-password")  # R37
IN_SESSION = SENSITIVE + ("link", "unlink", "reauthenticate", "update-profile", "request-verification", "refresh", "reload")
FOR_CODE = {"confirm-email": "change", "recover-email": "undo", "verify-email": "verify", "reset-password": "reset"}
FOR_TARGET = ("admin-delete", "mark-verified", "mark-unverified", "disable", "enable")


class Refused(Exception):
    """A refusal, with the name of its error."""


class Rules(Assertions):
    """Decides and carries out attempts."""

    def __init__(self, bug: int = 0) -> None:
        super().__init__(bug)
        self.world = World()
        self.heard: list[object] = []
        self.removed: list[Method] = []
        self.opened: Session | None = None
        self.created = False

    def proves(self, own: Method, account: Account) -> bool:
        """Whether a method proved the address that the account has now (R22, R48)."""
        if own.kind == "federated":
            return own.address == account.email and self.trusts(own.provider, own.address, {})
        return (own.kind == "email-link" or own.is_mailed) and own.address == account.email

    def drop(self, account: Account, methods: list[Method]) -> None:
        account.methods = [own for own in account.methods if own not in methods]
        self.removed += methods

    def revoke(self, account: Account, but: Session | None = None) -> None:
        self.world.end(account, "revoked", but)
        self.heard.append("sessions-revoked")

    def sign_in(self, account: Account) -> Account:
        """Opens a session, unless the account is disabled (R18)."""
        if account.disabled:
            raise Refused("user-disabled")
        self.opened = Session(account)
        self.heard.append("signed-in")
        return account

    def make(self, settings: dict[str, str], email: str | None, verified: bool, method: Method | None) -> Account:
        """Makes an account, where users may (U12, U13)."""
        if settings.get("client-create") == "restricted":
            raise Refused("admin-restricted-operation")
        account = self.world.create(email, verified)
        self.created = True
        if method is not None:
            account.methods.append(method)
        return account

    def mail(self, purpose: str, address: str, account: Account | None, session: Session | None = None) -> None:
        self.world.codes.append(Code(purpose, address, account, session))
        self.heard.append({"code-mailed": purpose})

    # Guards, in the order of R40

    def play(self, attempt: dict, session: Session | None, target: str | None, code: Code | None,
             settings: dict[str, str], is_off: bool) -> Account | None:
        """Takes an attempt and gives the account that it ended on."""
        self.heard, self.removed, self.opened, self.created = [], [], None, False
        action, provider = attempt["action"], attempt.get("provider")
        kind = self.kind(attempt) if provider else None
        self.is_international = False
        email = self.asserted(attempt, kind)
        carries = kind is not None and action != "unlink"
        if is_off and (carries or action == "send-link"):
            raise Refused("operation-not-allowed")
        no_passwords = settings.get("email-password") == "off"
        if no_passwords and (carries and provider == "password" or action == "send-link"):
            raise Refused("operation-not-allowed")
        if action in IN_SESSION:
            if session is None or session.state not in ("recent", "old"):
                raise Refused("user-token-expired")
            is_sensitive = action in SENSITIVE and not (self.bug == 8 and action == "update-email")
            if is_sensitive and session.state == "old":
                raise Refused("requires-recent-login")
        if carries and provider == "apple.com":
            self.check_nonce(attempt, settings)
        if carries and kind == "email-link":
            self.check_link(code, email, session if action in ("link", "reauthenticate") else None)
        if action in FOR_CODE:
            self.check_code(action, code)
        if action == "link" and self.needs_consent(session.account, attempt, email) and attempt.get("consent") != "given":
            if self.bug != 11:
                raise Refused("consent-required")
        if action == "sign-in":
            return self.signing_in(attempt, kind, email, settings, code)
        if action == "sign-up":
            return self.sign_up(attempt, email, settings)
        if action in FOR_TARGET:
            account = self.world.named(target)
            if account is None:
                raise Refused("user-not-found")
            return self.administer(action, account)
        if action == "admin-create":
            if self.world.holders(email):
                raise Refused("email-already-in-use")
            account = self.world.create(email)
            self.created = True
            return account
        if action == "send-link":
            link = attempt.get("link") or {}
            if link.get("domain") == "refused":
                raise Refused("unauthorized-continue-uri")
            if link.get("in-app") != "on":
                raise Refused("argument-error")
            holders = self.world.holders(email)
            self.mail("sign-in", email, holders[0] if holders else None, session)
            return holders[0] if holders else None
        if action == "request-reset":
            holders = self.world.holders(email)
            if not holders:
                raise Refused("user-not-found")
            self.mail("reset", email, holders[0])
            return holders[0]
        if action == "sign-in-methods":
            holders = self.world.holders(email)
            return holders[0] if holders else None
        if action in FOR_CODE:
            return self.follow(action, code)
        if action == "sign-out":
            if session is None or session.state == "gone":
                return None
            session.state = "gone"
            self.heard.append("signed-out")
            return session.account
        return self.in_session(attempt, kind, email, session, settings, code)

    def check_nonce(self, attempt: dict, settings: dict[str, str]) -> None:
        """R14."""
        nonce = attempt.get("nonce", "not-sent")
        is_spared = settings.get("apple-flow") == "generic" or attempt.get("origin") == "returned"
        is_wrong = nonce in ("mismatched", "missing") and self.bug != 24
        if is_wrong or nonce in ("not-sent", "absent") and not is_spared and self.bug != 30:
            raise Refused("missing-or-invalid-nonce")

    def check_link(self, code: Code | None, email: str | None, session: Session | None) -> None:
        """E2, E7, R17, R42."""
        if code is not None and code.purpose == "sign-in" and code.state == "expired" and self.bug != 23:
            raise Refused("expired-action-code")
        if code is None or code.purpose != "sign-in" or code.state == "used" and self.bug != 22:
            raise Refused("invalid-action-code")
        if code.address != email and self.bug != 21:
            raise Refused("invalid-email")
        if session is not None and code.session is not None and code.session is not session:
            raise Refused("user-mismatch")

    def check_code(self, action: str, code: Code | None) -> None:
        """R17, R33, R44."""
        is_known = code is not None and code.purpose == FOR_CODE[action] and code.account in self.world.accounts
        is_stale = is_known and action in ("verify-email", "reset-password") and code.account.email != code.address
        if is_known and code.state == "expired":
            raise Refused("expired-action-code")
        if not is_known or code.state != "valid" or is_stale:
            raise Refused("invalid-action-code")

    def needs_consent(self, account: Account, attempt: dict, email: str | None) -> bool:
        """R5, R49."""
        addresses = [email, account.email, *(own.address for own in account.methods if own.kind == "federated")]
        providers = [attempt["provider"], *(own.provider for own in account.methods)]
        return "apple.com" in providers or any(one and one.endswith("@" + RELAY) for one in addresses)

    # Signing in

    def signing_in(self, attempt: dict, kind: str, email: str | None, settings: dict[str, str], code: Code | None) -> Account:
        world, provider = self.world, attempt["provider"]
        if kind == "password":
            account = world.owner("password", "password", email)
            if account is None or attempt.get("secret") == "wrong":
                raise Refused("invalid-credential")
            return self.sign_in(account)
        if kind == "email-link":
            return self.by_link(email, settings, code)
        if kind == "anonymous":
            return self.sign_in(self.make(settings, None, False, Method("anonymous", "anonymous")))
        if not attempt.get("subject"):
            raise Unplayable("no subject")
        new = Method(provider, kind, attempt["subject"], email)
        account = world.owner(provider, kind, new.subject)
        if account is not None:
            self.sign_in(account)
            own = next(own for own in account.methods if (own.provider, own.kind, own.subject) == (provider, kind, new.subject))
            own.address = own.address if self.is_international else email
            if self.bug == 20 and email is not None and not world.holders(email):
                account.email, account.verified = email, self.trusts(provider, email, attempt.get("claims") or {})
            return account
        profile = self.profile(attempt, kind)
        trusted = kind == "federated" and self.trusts(provider, email, attempt.get("claims") or {})
        if kind != "federated" or settings.get("one-account-per-email") == "off":
            account = self.make(settings, None, False, new)
        else:
            holders = world.holders(email)
            if holders:
                return self.join(holders[0], new, trusted, profile)
            account = self.make(settings, email, trusted, new)
        account.fill(profile)
        return self.sign_in(account)

    def join(self, account: Account, new: Method, trusted: bool, profile: dict[str, str]) -> Account:
        """An address that an account has (L1 to L4)."""
        own = account.method(new.provider, new.kind)
        is_hidden = new.address.endswith("@" + RELAY) and own is None and account.verified
        if not trusted or is_hidden:
            raise Refused("account-exists-with-different-credential")
        if account.disabled:
            raise Refused("user-disabled")
        place = None
        if own is not None and self.bug != 7:
            place = account.methods.index(own)
        if not account.verified and self.bug != 2:
            others = [own for own in account.methods if not self.proves(own, account)]
            if place is not None and own in others:
                others.remove(own)
            self.drop(account, others)
            place = account.methods.index(own) if place is not None else None
        account.verified = True
        if place is None:
            account.methods.append(new)
        else:
            account.methods[place] = new
        if self.bug == 10:
            account.name, account.photo = profile.get("name", account.name), profile.get("photo", account.photo)
        account.fill(profile)
        return self.sign_in(account)

    def by_link(self, email: str, settings: dict[str, str], code: Code) -> Account:
        """E1, E3."""
        holders = self.world.holders(email)
        new = Method("password", "email-link", None, email)
        if not holders:
            account = self.make(settings, email, True, new)
        else:
            account = holders[0]
            if account.disabled:
                raise Refused("user-disabled")
            own = account.method("password", "email-link")
            if not account.verified:
                others = [one for one in account.methods if one is not own and not self.proves(one, account)]
                self.drop(account, others)
                if self.bug != 3:
                    self.revoke(account)
                account.verified = True
            if own is None:
                account.methods.append(new)
            else:
                own.address = email
        code.state = "used"
        return self.sign_in(account)

    def sign_up(self, attempt: dict, email: str, settings: dict[str, str]) -> Account:
        if self.world.holders(email):
            raise Refused("email-already-in-use")
        account = self.make(settings, email, False, Method("password", "password", None, email))
        return self.sign_in(account)

    # In a session

    def in_session(self, attempt: dict, kind: str | None, email: str | None, session: Session,
                   settings: dict[str, str], code: Code | None) -> Account:
        action, account, world = attempt["action"], session.account, self.world
        is_protected = settings.get("email-enumeration-protection") == "on"
        others = [one for one in world.holders(email) if one is not account]
        if action == "link":
            return self.link(attempt, kind, email, session, settings, code)
        if action == "unlink":
            kinds = ("password",) if self.bug == 6 and attempt["provider"] == "password" else None
            gone = [own for own in account.methods if own.provider == attempt["provider"]
                    and own.kind not in ("custom", "anonymous") and (kinds is None or own.kind in kinds)
                    and attempt.get("subject") in (None, own.subject)]
            if not gone:
                raise Refused("no-such-provider")
            self.drop(account, gone)
        elif action == "reauthenticate":
            self.reauthenticate(attempt, kind, email, session, code)
        elif action == "update-profile":
            profile = attempt.get("profile") or {}
            account.name, account.photo = profile.get("name"), profile.get("photo")
        elif action == "update-email":
            if email == account.email:
                return account
            if is_protected:
                raise Refused("operation-not-allowed")
            if others:
                raise Refused("email-already-in-use")
            if account.email is not None:
                self.mail("undo", account.email, account)
            account.email = email
            account.verified = account.verified and self.bug == 5
        elif action == "request-email":
            if others:
                raise Refused("email-already-in-use")
            self.mail("change", email, account)
        elif action == "request-verification":
            if account.email is None:
                raise Refused("missing-email")
            self.mail("verify", account.email, account)
        elif action == "update-password":
            if account.email is None:
                raise Refused("missing-email")
            if account.disabled:
                raise Refused("user-disabled")
            self.set_password(account)
            self.revoke(account, session)
            self.heard.append("token-refreshed")
        elif action == "delete":
            if settings.get("client-delete") == "restricted":
                raise Refused("admin-restricted-operation")
            self.heard += ["signed-out"] * world.delete(account)
            return None
        elif action == "refresh":
            if account.disabled:
                raise Refused("user-disabled")
            self.heard.append("token-refreshed")
        elif action != "reload":
            raise Unplayable(f"the action {action}")
        return account

    def set_password(self, account: Account, is_mailed: bool = False) -> None:
        """Sets a password, which proves the address that the code for it was mailed to."""
        own = account.method("password", "password")
        if own is None:
            account.methods.append(Method("password", "password", None, account.email, is_mailed))
        else:
            own.address, own.is_mailed = account.email if is_mailed else own.address, is_mailed

    def link(self, attempt: dict, kind: str, email: str | None, session: Session, settings: dict[str, str],
             code: Code | None) -> Account:
        account, world, provider = session.account, self.world, attempt["provider"]
        if kind in ("custom", "anonymous"):
            raise Refused("argument-error")
        own, others = account.method(provider, kind), [one for one in world.holders(email) if one is not account]
        subject = attempt.get("subject") if kind in ("federated", "phone") else email
        owner = world.owner(provider, kind, subject)
        if owner is not None and owner is not account and kind in ("federated", "phone"):
            if self.bug != 25:
                raise Refused("credential-already-in-use")
            owner.methods = [one for one in owner.methods if (one.provider, one.subject) != (provider, subject)]
        if own is not None and self.bug != 7:
            raise Refused("provider-already-linked")
        is_unique = settings.get("one-account-per-email") != "off"
        if kind == "phone":
            account.methods.append(Method(provider, kind, subject))
        elif kind == "federated":
            if others and is_unique and self.bug != 26:
                raise Refused("email-already-in-use")
            trusted = self.trusts(provider, email, attempt.get("claims") or {})
            if account.email is None and email is not None and not others:
                account.email, account.verified = email, trusted
            elif email is not None and email == account.email and trusted:
                account.verified = True
            account.methods.append(Method(provider, kind, subject, email))
        else:
            if others:
                raise Refused("email-already-in-use")
            if kind == "email-link":
                code.state = "used"
            account.verified = kind == "email-link" or account.verified and (account.email == email or self.bug == 5)
            account.email = email
            account.methods.append(Method("password", kind, None, email))
        return account

    def reauthenticate(self, attempt: dict, kind: str, email: str | None, session: Session, code: Code | None) -> None:
        """R28."""
        account, provider = session.account, attempt["provider"]
        subject = attempt.get("subject") if kind in ("federated", "phone", "custom") else email
        if kind == "anonymous" or self.world.owner(provider, kind, subject) is not account:
            raise Refused("user-mismatch")
        if kind == "password" and attempt.get("secret") == "wrong":
            raise Refused("invalid-credential")
        if account.disabled:
            raise Refused("user-disabled")
        if kind == "email-link":
            code.state = "used"
        if kind == "federated":
            next(own for own in account.methods if (own.provider, own.subject) == (provider, subject)).address = email
        session.state = "recent"
        self.heard.append("token-refreshed")

    # By code, and by an administrator

    def follow(self, action: str, code: Code) -> Account:
        account = code.account
        if action in ("confirm-email", "recover-email"):
            if [one for one in self.world.holders(code.address) if one is not account]:
                raise Refused("email-already-in-use")
            account.email, account.verified = code.address, True
        elif action == "verify-email":
            account.verified = True
        else:
            self.set_password(account, is_mailed=True)
            self.revoke(account)
        code.state = "used"
        return account

    def administer(self, action: str, account: Account) -> Account | None:
        if action == "admin-delete":
            self.heard += ["signed-out"] * self.world.delete(account)
            return None
        if action in ("disable", "enable"):
            account.disabled = action == "disable"
            return account
        if account.email is None:
            raise Refused("missing-email")
        account.verified = action == "mark-verified"
        return account
