"""The rule of each action."""

from __future__ import annotations

from collections.abc import Callable

from . import rules_admin, rules_email, rules_link, rules_password, rules_session, rules_sign_in
from .attempt import Answer, Attempt
from .state import Store

Rule = Callable[[Store, Attempt, Answer], None]

RULES: dict[str, Rule] = {
    "sign-in": rules_sign_in.sign_in,
    "sign-up": rules_sign_in.sign_up,
    "send-link": rules_sign_in.send_link,
    "sign-in-methods": rules_sign_in.sign_in_methods,
    "link": rules_link.link,
    "unlink": rules_link.unlink,
    "reauthenticate": rules_link.reauthenticate,
    "update-email": rules_email.update_email,
    "request-email": rules_email.request_email,
    "confirm-email": rules_email.take_mailed_address,
    "recover-email": rules_email.take_mailed_address,
    "request-verification": rules_email.request_verification,
    "verify-email": rules_email.verify_email,
    "update-password": rules_password.update_password,
    "request-reset": rules_password.request_reset,
    "reset-password": rules_password.reset_password,
    "update-profile": rules_session.update_profile,
    "refresh": rules_session.refresh,
    "reload": rules_session.reload,
    "sign-out": rules_session.sign_out,
    "delete": rules_session.delete,
    "admin-create": rules_admin.admin_create,
    "admin-delete": rules_admin.admin_delete,
    "mark-verified": rules_admin.mark_verified,
    "mark-unverified": rules_admin.mark_unverified,
    "disable": rules_admin.disable,
    "enable": rules_admin.enable,
}
