"""Creates the tables of the outbox and of the answers to request ids."""
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "lp_outbox",
        sa.Column("n", Number, primary_key=True),
        sa.Column("notice", sa.String(16), nullable=False),
        sa.Column("code", sa.String(255)),
        sa.Column("purpose", sa.String(255)),
        sa.Column("account", sa.String(255)),
        sa.Column("recipient", sa.String(254)),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("sent_at", sa.BigInteger))
    op.create_index("lp_outbox_due", "lp_outbox", ["sent_at", "due_at"])
    op.create_table(
        "lp_request",
        sa.Column("id", sa.String(255), primary_key=True),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("answered_at", sa.BigInteger, nullable=False, index=True))
