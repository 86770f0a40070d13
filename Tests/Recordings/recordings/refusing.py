"""What is wrong with recordings, and what of them no vector of the policy can say."""

from __future__ import annotations

import enum


class Refused(Exception):
    """Recordings that are not what they should be: cut short, altered, or of another version."""


class NotUnderstood(Exception):
    """A recording of something that neither becomes a vector nor is among what is left out by name."""


class Entry(enum.Enum):
    """What is left out, each with the reason; one that leaves nothing out of the project's recordings is an error."""

    # Whole recordings.
    BLOCKING = "blocking functions, which the policy does not have"
    SECOND_FACTOR = "a second factor, which the policy does not have"
    MALFORMED = "a malformed request, which the service refuses before it asks"
    OLD_TOKEN = "an old id token of a session with a newer one: one session has one token here"
    RESERVED = "`password` or `phone` as an identity provider: an account with no entry for it"
    # Parts of a recording whose remaining parts are said.
    BY_ENTRY = "part: a look-up that finds an account by an entry's address"
    CAME_BACK = "part: a token of a deleted account whose uid a custom token has brought back"
    FLAG_ALONE = "part: an address that is verified and is not there"
    DEAD_ENTRY = "part: an entry that stays in the list of an account that lost it"

    @property
    def word(self) -> str:
        """The entry's name."""
        return self.name.lower().replace("_", "-")

    @property
    def is_part(self) -> bool:
        """Whether the recording becomes a vector without it."""
        return self.value.startswith("part: ")


class LeftOut(Exception):
    """A recording that is left out, by the entry that says so."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(entry.word)
        self.entry = entry
