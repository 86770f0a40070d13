"""The tables of the store. `migrations` creates them; `python -m linkpolicy.store upgrade URL` runs the migrations.

An empty text represents a missing tenant or subject, because both are parts of unique keys, and NULL never equals NULL. The
engine rejects an empty tenant and an empty subject, so the meanings cannot be confused. Times are seconds since 1970.
"""
from __future__ import annotations

from typing import Optional

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, String, Text, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

__all__ = ["Account", "Base", "Code", "Gone", "Identifier", "Label", "Method", "OutboxRow", "Request", "Session"]

# SQLite numbers rows automatically only if the column is an INTEGER, which has 64 bits in SQLite.
Number = BigInteger().with_variant(Integer, "sqlite")


class Base(DeclarativeBase):
    """The base class of the tables. Its metadata contains only these tables."""


class Account(Base):
    """An account, with its address and state."""

    __tablename__ = "lp_account"

    n: Mapped[int] = mapped_column(Number, primary_key=True)
    id: Mapped[str] = mapped_column(String(255), unique=True)
    tenant: Mapped[str] = mapped_column(String(255), server_default="")
    email: Mapped[Optional[str]] = mapped_column(String(254))
    # The address as written in the attempt that set the address, for display.
    given: Mapped[Optional[str]] = mapped_column(Text)
    verified: Mapped[bool] = mapped_column(server_default=text("false"))
    name: Mapped[Optional[str]] = mapped_column(Text)
    photo: Mapped[Optional[str]] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(16), server_default="active")
    factors: Mapped[int] = mapped_column(BigInteger, server_default="0")
    epoch: Mapped[int] = mapped_column(BigInteger, server_default="0")
    version: Mapped[int] = mapped_column(BigInteger, server_default="0")

    __table_args__ = (Index("lp_account_email", "tenant", "email"),)


class Method(Base):
    """A method of an account; `place` determines the order of the methods."""

    __tablename__ = "lp_method"

    n: Mapped[int] = mapped_column(Number, primary_key=True)
    account: Mapped[str] = mapped_column(String(255), ForeignKey("lp_account.id", ondelete="CASCADE"))
    tenant: Mapped[str] = mapped_column(String(255), server_default="")
    provider: Mapped[str] = mapped_column(String(255))
    issuer: Mapped[str] = mapped_column(String(255))
    kind: Mapped[str] = mapped_column(String(16))
    subject: Mapped[str] = mapped_column(String(255), server_default="")
    address: Mapped[Optional[str]] = mapped_column(String(254))
    proved: Mapped[Optional[str]] = mapped_column(String(254))
    superseded: Mapped[bool] = mapped_column(server_default=text("false"))
    place: Mapped[int] = mapped_column(BigInteger)
    password_hash: Mapped[Optional[str]] = mapped_column(Text)

    __table_args__ = (
        Index("lp_method_key", "account", "issuer", "kind", "subject", unique=True),
        Index(
            "lp_method_credential", "tenant", "issuer", "kind", "subject", unique=True,
            sqlite_where=text("subject <> ''"), postgresql_where=text("subject <> ''")),
        Index("lp_method_address", "tenant", "address"),
    )


class Label(Base):
    """A label of an account; a label of a method has a nonempty issuer and kind."""

    __tablename__ = "lp_label"

    account: Mapped[str] = mapped_column(String(255), ForeignKey("lp_account.id", ondelete="CASCADE"), primary_key=True)
    issuer: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    subject: Mapped[str] = mapped_column(String(255), primary_key=True)
    name: Mapped[str] = mapped_column(String(255), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class Identifier(Base):
    """An identifier of an account, such as a user name, in canonical form. Identifiers are unique in the tenant."""

    __tablename__ = "lp_identifier"

    account: Mapped[str] = mapped_column(String(255), ForeignKey("lp_account.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(255), primary_key=True)
    tenant: Mapped[str] = mapped_column(String(255))
    value: Mapped[str] = mapped_column(String(255))

    __table_args__ = (Index("lp_identifier_value", "tenant", "name", "value", unique=True),)


class Gone(Base):
    """The key of a method whose account was deleted."""

    __tablename__ = "lp_gone"

    tenant: Mapped[str] = mapped_column(String(255), primary_key=True)
    issuer: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    subject: Mapped[str] = mapped_column(String(255), primary_key=True)


class Session(Base):
    """A session. Its row remains after its account is deleted."""

    __tablename__ = "lp_session"

    n: Mapped[int] = mapped_column(Number, primary_key=True)
    id: Mapped[str] = mapped_column(String(255), unique=True)
    account: Mapped[str] = mapped_column(String(255), index=True)
    epoch: Mapped[int] = mapped_column(BigInteger)
    ended: Mapped[bool] = mapped_column(server_default=text("false"))
    proved_at: Mapped[int] = mapped_column(BigInteger)
    expires_at: Mapped[int] = mapped_column(BigInteger)


class Code(Base):
    """A mailed code. Its row remains after its account is deleted."""

    __tablename__ = "lp_code"

    n: Mapped[int] = mapped_column(Number, primary_key=True)
    id: Mapped[str] = mapped_column(String(255), unique=True)
    purpose: Mapped[str] = mapped_column(String(255))
    address: Mapped[str] = mapped_column(String(254), index=True)
    account: Mapped[Optional[str]] = mapped_column(String(255), index=True)
    bound: Mapped[Optional[str]] = mapped_column(String(254))
    requester: Mapped[Optional[str]] = mapped_column(String(255))
    requester_account: Mapped[Optional[str]] = mapped_column(String(255))
    credential_issuer: Mapped[Optional[str]] = mapped_column(String(255))
    credential_kind: Mapped[Optional[str]] = mapped_column(String(16))
    credential_subject: Mapped[Optional[str]] = mapped_column(String(255))
    tenant: Mapped[str] = mapped_column(String(255), server_default="")
    used: Mapped[bool] = mapped_column(server_default=text("false"))
    expires_at: Mapped[int] = mapped_column(BigInteger)


class OutboxRow(Base):
    """A notice to send. `due_at` is the time of the next try, and `sent_at` the time of the successful try."""

    __tablename__ = "lp_outbox"

    n: Mapped[int] = mapped_column(Number, primary_key=True)
    notice: Mapped[str] = mapped_column(String(16))
    code: Mapped[Optional[str]] = mapped_column(String(255))
    purpose: Mapped[Optional[str]] = mapped_column(String(255))
    account: Mapped[Optional[str]] = mapped_column(String(255))
    recipient: Mapped[Optional[str]] = mapped_column(String(254))
    due_at: Mapped[int] = mapped_column(BigInteger)
    tries: Mapped[int] = mapped_column(BigInteger, server_default="0")
    sent_at: Mapped[Optional[int]] = mapped_column(BigInteger)

    __table_args__ = (Index("lp_outbox_due", "sent_at", "due_at"),)


class Request(Base):
    """The answer to a request id, for a client that repeats the request."""

    __tablename__ = "lp_request"

    id: Mapped[str] = mapped_column(String(255), primary_key=True)
    answer: Mapped[str] = mapped_column(Text)
    answered_at: Mapped[int] = mapped_column(BigInteger, index=True)


def credential_columns(credential: Optional[dict[str, str]]) -> dict[str, Optional[str]]:
    """Returns the columns of a code for the credential with which the code was requested; all are None for no credential."""
    given = credential or {}
    return {f"credential_{part}": given.get(part) for part in ("issuer", "kind", "subject")}
