"""Creates the tables of accounts, methods, labels, sessions and codes."""
import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "lp_account",
        sa.Column("n", Number, primary_key=True),
        sa.Column("id", sa.String(255), nullable=False, unique=True),
        sa.Column("tenant", sa.String(255), nullable=False, server_default=""),
        sa.Column("email", sa.String(254)),
        sa.Column("given", sa.Text),
        sa.Column("verified", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("name", sa.Text),
        sa.Column("photo", sa.Text),
        sa.Column("state", sa.String(16), nullable=False, server_default="active"),
        sa.Column("factors", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("epoch", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("version", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("lp_account_email", "lp_account", ["tenant", "email"])
    op.create_table(
        "lp_method",
        sa.Column("n", Number, primary_key=True),
        sa.Column("account", sa.String(255), sa.ForeignKey("lp_account.id", ondelete="CASCADE"), nullable=False),
        sa.Column("tenant", sa.String(255), nullable=False, server_default=""),
        sa.Column("provider", sa.String(255), nullable=False),
        sa.Column("issuer", sa.String(255), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False, server_default=""),
        sa.Column("address", sa.String(254)),
        sa.Column("proved", sa.String(254)),
        sa.Column("superseded", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("place", sa.BigInteger, nullable=False),
        sa.Column("password_hash", sa.Text))
    op.create_index("lp_method_key", "lp_method", ["account", "issuer", "kind", "subject"], unique=True)
    op.create_index(
        "lp_method_credential", "lp_method", ["tenant", "issuer", "kind", "subject"], unique=True,
        sqlite_where=sa.text("subject <> ''"), postgresql_where=sa.text("subject <> ''"))
    op.create_index("lp_method_address", "lp_method", ["tenant", "address"])
    op.create_table(
        "lp_label",
        sa.Column("account", sa.String(255), sa.ForeignKey("lp_account.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("issuer", sa.String(255), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("subject", sa.String(255), primary_key=True),
        sa.Column("name", sa.String(255), primary_key=True),
        sa.Column("value", sa.Text, nullable=False))
    op.create_table(
        "lp_gone",
        sa.Column("tenant", sa.String(255), primary_key=True),
        sa.Column("issuer", sa.String(255), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("subject", sa.String(255), primary_key=True))
    op.create_table(
        "lp_session",
        sa.Column("n", Number, primary_key=True),
        sa.Column("id", sa.String(255), nullable=False, unique=True),
        sa.Column("account", sa.String(255), nullable=False, index=True),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("proved_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False))
    op.create_table(
        "lp_code",
        sa.Column("n", Number, primary_key=True),
        sa.Column("id", sa.String(255), nullable=False, unique=True),
        sa.Column("purpose", sa.String(255), nullable=False),
        sa.Column("address", sa.String(254), nullable=False, index=True),
        sa.Column("account", sa.String(255), index=True),
        sa.Column("bound", sa.String(254)),
        sa.Column("requester", sa.String(255)),
        sa.Column("tenant", sa.String(255), nullable=False, server_default=""),
        sa.Column("used", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("expires_at", sa.BigInteger, nullable=False))
