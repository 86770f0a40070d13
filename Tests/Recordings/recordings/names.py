"""What the recordings call by one name and the policy `firebase-emulator` by another."""

from __future__ import annotations

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

# The groups of three-step sequences, the bulk of the vectors: they say what each step answers and what
# accounts there are at the end, and leave names and sessions to the shorter ones.
BULK = ("seq3", "seq3aba", "dup3aba", "recycled3")

# The other large groups: as BULK, but each sign-in must also open a session. All others ask at the
# end, too, which tokens still count and what a look-up of the sign-in methods tells.
LARGE = (
    "seq2", "dup2", "recycled2", "tenant2", "privacy2", "disabled", "dup-link", "dupToggle",
    "link-same", "link-other", "link-taken", "link-noemail", "link-idtaken", "link-then",
    "adminVerified", "emailChange", "unlink",
)

# The file that a group's vectors go to; every other group goes to `settings-and-rest`.
SHARDS = {
    "sequences-1-2": ("seq1", "seq2", "recycled2"),
    "sequences-aba": ("seq3aba", "recycled3", "dup3aba"),
    "sequences-3": ("seq3",),
    "linking": (
        "link-same", "link-other", "link-taken", "link-noemail", "link-idtaken", "link-self",
        "link-sameprov", "link-then", "dup-link", "unlink", "unlink1", "adminLink", "clientLink",
    ),
}


class LeftOut(Exception):
    """A recording that says something no vector of this policy can say."""


def error(message: str) -> str:
    """The policy's error for a message of the emulator."""
    for beginning, name in ERRORS.items():
        if message == beginning or message.startswith((beginning + " ", beginning + ":")):
            return name
    raise LeftOut(f"a malformed request: {message.split(' : ')[0][:60]}")


def shard(group: str) -> str:
    """The name of the file for a group."""
    for name, groups in SHARDS.items():
        if group in groups:
            return name
    return "settings-and-rest"
