"""Creates the table of account identifiers. Accounts of earlier revisions have no identifiers."""
import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "lp_identifier",
        sa.Column("account", sa.String(255), sa.ForeignKey("lp_account.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", sa.String(255), primary_key=True),
        sa.Column("tenant", sa.String(255), nullable=False),
        sa.Column("value", sa.String(255), nullable=False))
    op.create_index("lp_identifier_value", "lp_identifier", ["tenant", "name", "value"], unique=True)
