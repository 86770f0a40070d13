"""Starts the service, by default on 127.0.0.1."""
from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
from pathlib import Path

import sqlalchemy
from werkzeug.serving import make_server

from linkpolicy import Policy
from linkpolicy.process import Client
from linkpolicy.store import Decider, Store, StoreError, upgrade

from . import app, secrets_file
from .mailbox import Mailbox
from .provider import LocalProvider, RemoteProvider


def hardened() -> contextlib.AbstractContextManager[Decider]:
    """Returns the policy: through the tool that LINKPOLICY names, or by the library of the wheel."""
    tool = os.environ.get("LINKPOLICY")
    return Client("hardened", tool=tool) if tool else contextlib.nullcontext(Policy.shipped("hardened"))


def main() -> int:
    """Serves until SIGINT or SIGTERM."""
    parser = argparse.ArgumentParser(prog="python -m accounts", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("data"), help="the folder for secrets, mails and the database")
    parser.add_argument("--database", help="a URL of SQLAlchemy; SQLite in the folder by default")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on; 0.0.0.0 in a container")
    parser.add_argument("--port", type=int, default=8080, help="0 for any free port")
    parser.add_argument("--provider", metavar="URL", help="the address of identity providers, in place of the local one")
    options = parser.parse_args()
    options.data.mkdir(parents=True, exist_ok=True)
    keys = secrets_file.load(options.data)
    engine = sqlalchemy.create_engine(options.database or f"sqlite:///{options.data.resolve()}/accounts.db")
    with hardened() as policy:
        try:
            upgrade(engine)
            store = Store(engine, policy, key=bytes.fromhex(keys["store"]))
        except StoreError as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        # A server with a late application: the links in mails need the port.
        server = make_server(options.host, options.port, lambda environ, start: application(environ, start), threaded=True)
        base = f"http://127.0.0.1:{server.server_port}"
        mailbox = Mailbox(options.data / "mails", store.tokens, base)
        provider = RemoteProvider(options.provider) if options.provider else LocalProvider(keys)
        application = app.create(store, mailbox, provider, keys["cookies"])
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: threading.Thread(target=server.shutdown).start())
        # Mails of an earlier process that died before it sent them.
        store.outbox.deliver(mailbox.send)
        print(f"{base}/ (mails in {options.data / 'mails'})", flush=True)
        server.serve_forever()
    return 0


sys.exit(main())
