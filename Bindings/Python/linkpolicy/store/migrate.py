"""Creates the tables, and migrates them to the current revision, with Alembic."""
from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Optional

from sqlalchemy import Connection, Engine, inspect, select
from sqlalchemy import column as sql_column
from sqlalchemy import table as sql_table
from sqlalchemy.exc import SQLAlchemyError

from . import schema
from .errors import SchemaMismatch, StoreFailed
from .transactions import check_engine, transaction

__all__ = ["check", "revision", "upgrade"]

# The revision that this package reads and writes, which is the last file of `migrations/versions`.
HEAD = "0004"
REVISIONS = ("0001", "0002", "0003", HEAD)
# A separate table, because a service may use Alembic for its own tables in the same database.
VERSION_TABLE = "lp_alembic_version"
# The number of an advisory lock of PostgreSQL, so that two processes do not migrate at the same time.
_LOCK = 5119
_HELP = "run `python -m linkpolicy.store upgrade URL`"


def revision(engine: Engine) -> Optional[str]:
    """Returns the revision of the tables; None if there are no tables."""
    check_engine(engine)
    try:
        with engine.connect() as connection:
            return _revision(connection)
    except SQLAlchemyError as error:
        raise StoreFailed(f"the database cannot be read: {getattr(error, 'orig', None) or error}") from error


def check(engine: Engine) -> None:
    """Raises `SchemaMismatch` unless the tables have the revision of this package, with all columns and indexes."""
    present = revision(engine)
    if present == HEAD:
        missing = _missing(engine)
        if missing:
            raise SchemaMismatch(
                f"the tables have revision {HEAD}, but {', '.join(missing)} is missing: somebody changed the tables; restore it from a"
                " database that `python -m linkpolicy.store upgrade URL` creates")
        return
    if present is None:
        raise SchemaMismatch(f"the database has no tables of linkpolicy: {_HELP}")
    if present in REVISIONS:
        raise SchemaMismatch(f"the tables have revision {present}, and this package needs {HEAD}: {_HELP}")
    raise SchemaMismatch(f"the tables have revision {present}, which is newer than {HEAD}: install a later version of linkpolicy")


def upgrade(engine: Engine, to: str = HEAD) -> None:
    """Runs the missing migrations in one transaction.

    Raises:
        SchemaMismatch: a later version of this package created the tables.
        StoreFailed: the database reports an error; the tables are unchanged.
        ModuleNotFoundError: Alembic is missing.
    """
    if find_spec("alembic") is None:
        raise ModuleNotFoundError("migrations need alembic: install `linkpolicy[store]`")
    from alembic import command
    from alembic.config import Config

    check_engine(engine)
    config = Config()
    # Alembic interprets `%` as the start of a variable.
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    # A serializable transaction would not see tables that another process created while this process waited for the lock.
    with transaction(engine, "READ COMMITTED") as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        present = _revision(connection)
        if present is not None and present not in REVISIONS:
            raise SchemaMismatch(
                f"the tables have revision {present}, which is newer than {HEAD}: install a later version of linkpolicy")
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def _missing(engine: Engine) -> list[str]:
    """Returns the tables, columns, indexes and unique columns that this package needs and the database lacks."""
    tables = schema.Base.metadata.sorted_tables
    names = [table.name for table in tables]
    try:
        inspector = inspect(engine)
        columns = inspector.get_multi_columns(filter_names=names)
        indexes = inspector.get_multi_indexes(filter_names=names)
        uniques = inspector.get_multi_unique_constraints(filter_names=names)
    except SQLAlchemyError as error:
        raise StoreFailed(f"the database cannot be read: {getattr(error, 'orig', None) or error}") from error
    missing = []
    for table in tables:
        key = (None, table.name)
        if key not in columns:
            missing.append(f"the table `{table.name}`")
            continue
        found = {column["name"] for column in columns[key]}
        missing += [f"the column `{table.name}.{column.name}`" for column in table.columns if column.name not in found]
        present = {(index["name"], bool(index["unique"])) for index in indexes.get(key, ())}
        wanted = [(str(index.name), bool(index.unique)) for index in table.indexes]
        missing += [f"the index `{name}`" for name, is_unique in wanted if (name, is_unique) not in present]
        unique: list[list[Optional[str]]] = [[*constraint["column_names"]] for constraint in uniques.get(key, ())]
        unique += [index["column_names"] for index in indexes.get(key, ()) if index["unique"]]
        missing += [f"the unique index on `{table.name}.{column.name}`" for column in table.columns
                    if column.unique and [column.name] not in unique]
    return sorted(missing)


def _revision(connection: Connection) -> Optional[str]:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    rows = connection.scalars(select(sql_table(VERSION_TABLE, sql_column("version_num")).c.version_num)).all()
    return str(rows[0]) if rows else None
