"""Adds the account and the credential with which a code was requested. Codes of earlier revisions lack both."""
import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("lp_code", sa.Column("requester_account", sa.String(255)))
    op.add_column("lp_code", sa.Column("credential_issuer", sa.String(255)))
    op.add_column("lp_code", sa.Column("credential_kind", sa.String(16)))
    op.add_column("lp_code", sa.Column("credential_subject", sa.String(255)))
