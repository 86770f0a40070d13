"""Runs migrations on the connection that `linkpolicy.store.upgrade` opened."""
from alembic import context

from linkpolicy.store.migrate import VERSION_TABLE
from linkpolicy.store.schema import Base

connection = context.config.attributes.get("connection")
if connection is None:
    raise SystemExit("run `python -m linkpolicy.store upgrade URL`: these migrations have no configuration file")
context.configure(
    connection=connection, target_metadata=Base.metadata, version_table=VERSION_TABLE, transactional_ddl=True,
    transaction_per_migration=False)
context.run_migrations()
