"""`python -m linkpolicy.store upgrade URL` creates the tables or brings them up to date; `check URL` only compares."""
from __future__ import annotations

import argparse
import sys

from sqlalchemy import create_engine
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from . import migrate
from .errors import StoreError


def main() -> int:
    """Runs the command; returns 0 if the tables have the revision of this package at the end, and 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m linkpolicy.store", description=__doc__)
    parser.add_argument("verb", choices=["upgrade", "check"])
    parser.add_argument("url", help="such as sqlite:///accounts.db or postgresql+psycopg://user@host/accounts")
    options = parser.parse_args()
    try:
        engine = create_engine(options.url)
        if options.verb == "upgrade":
            before = migrate.revision(engine)
            migrate.upgrade(engine)
            print(f"the tables have revision {migrate.HEAD}" + (" already" if before == migrate.HEAD else ""))
        else:
            migrate.check(engine)
            print(f"the tables have revision {migrate.HEAD}")
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        print(f"error: SQLAlchemy cannot open `{options.url.split(':')[0]}`: {error}; install its driver", file=sys.stderr)
        return 2
    except ArgumentError:
        # The message does not repeat the URL, because a URL may contain a password.
        print("error: the first argument is no URL of a database; write one such as `sqlite:///accounts.db`", file=sys.stderr)
        return 2
    except (StoreError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


sys.exit(main())
