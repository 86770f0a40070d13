"""Models that are each wrong in one rule, to see whether a comparison notices."""

from __future__ import annotations

BUGS = {
    "override-keeps-methods": "L3: what did not prove the address stays when it is proved",
    "link-keeps-sessions": "R4: sessions go on after a sign-in by mailed link",
    "reset-keeps-sessions": "R34: sessions go on after a reset",
    "undo-does-not-verify": "R32: the address that an undo link brings back is unverified",
    "unlink-forgets-link": "E9: unlinking the password leaves the e-mail link",
}
