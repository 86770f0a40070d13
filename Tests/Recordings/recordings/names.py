"""What the recordings call by one name and the policy `firebase-emulator` by another."""

from __future__ import annotations

from .refusing import NotUnderstood

POLICY = "firebase-emulator"
SOURCE = "emulator"

# How the emulator's message begins -> the error of the policy whose `rest` name it is.
ERRORS = {
    "ADMIN_ONLY_OPERATION": "admin-restricted-operation",
    "EMAIL_EXISTS": "email-already-in-use",
    "EMAIL_NOT_FOUND": "email-not-found",
    "FEDERATED_USER_ID_ALREADY_LINKED": "credential-already-in-use",
    "INVALID_EMAIL": "invalid-email",
    "INVALID_LOGIN_CREDENTIALS": "invalid-login-credentials",
    "INVALID_OOB_CODE": "invalid-action-code",
    "INVALID_PASSWORD": "wrong-password",
    "INVALID_REFRESH_TOKEN": "invalid-refresh-token",
    "Internal state invariant broken": "internal-error",
    "MISSING_EMAIL": "missing-email",
    "OPERATION_NOT_ALLOWED": "operation-not-allowed",
    "PASSWORD_LOGIN_DISABLED": "password-login-disabled",
    "PHONE_NUMBER_EXISTS": "phone-already-in-use",
    "PROJECT_DISABLED": "project-disabled",
    "TENANT_ID_MISMATCH": "tenant-id-mismatch",
    "TOKEN_EXPIRED": "user-token-expired",
    "UNSUPPORTED_TENANT_OPERATION": "unsupported-tenant-operation",
    "USER_DISABLED": "user-disabled",
    "USER_NOT_FOUND": "user-not-found",
}
NEED_CONFIRMATION = "account-exists-with-different-credential"
TEMPORARY_PROOF = "phone-belongs-to-another"

# A key of a tenant's configuration -> the setting it switches.
TENANT_SWITCHES = {
    "allowPasswordSignup": "password-sign-up",
    "enableEmailLinkSignin": "email-link-sign-in",
    "enableAnonymousUser": "anonymous-sign-in",
}

# The file that a group's vectors go to; every other group goes to `settings-and-rest`.
SHARDS = {
    "sequences": ("seq1", "seq2", "recycled2", "seq3"),
    "sequences-aba": ("seq3aba", "recycled3", "dup3aba"),
    "linking": (
        "link-same", "link-other", "link-taken", "link-noemail", "link-idtaken", "link-self",
        "link-sameprov", "link-then", "dup-link", "unlink", "unlink1", "adminLink", "clientLink",
    ),
}


def error(message: str) -> str:
    """The policy's error for a message of the emulator."""
    for beginning, name in ERRORS.items():
        if message == beginning or message.startswith((beginning + " ", beginning + ":")):
            return name
    raise NotUnderstood(f"the error {message[:60]!r}")


def shard(group: str) -> str:
    """The name of the file for a group."""
    for name, groups in SHARDS.items():
        if group in groups:
            return name
    return "settings-and-rest"


def group_of(source: str) -> str:
    """The group of the recording that a vector's source names."""
    return source.split(":", 1)[1].split("/", 1)[0]
