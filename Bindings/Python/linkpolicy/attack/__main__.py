"""python -m linkpolicy.attack CONFIG: plays known attacks against a service of your own.

exit codes:
  0  every attack was tried or is excluded in the configuration, and none succeeded
  1  an attack succeeded or was not tried, a control failed, or the service did not answer properly
  2  the command line or the configuration is wrong, or the host was refused
"""
from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Optional

from . import config, judge, report, runner, suite
from .identity import IdentityProvider
from .mail import SMTP, Folder, Mailbox
from .player import Player
from .transport import HostRefused, Transport, check_host


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m linkpolicy.attack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config", type=Path, nargs="?", help="the configuration, a JSON file")
    parser.add_argument(
        "--id", action="append", default=[],
        help="play only this attack and its controls; the exit code is 1, because other attacks are not tried")
    parser.add_argument(
        "--i-own", action="append", default=[], metavar="HOST", help="the service at this host, which is no loopback address, is yours")
    parser.add_argument("--report", type=Path, metavar="FILE", help="also write all requests and answers, as JSON")
    parser.add_argument("--runner", action="store_true", help="answer `linkpolicy test --runner` on standard input")
    parser.add_argument("--list", action="store_true", help="print the attacks, and end")
    options = parser.parse_args()
    if options.list:
        for case in suite.load(["PROVIDER"]):
            print(f"{case.id}  {case.title}\n  from: {case.source}\n  {case.raw['comment']}")
        return 0
    if options.config is None:
        parser.error("a configuration is missing")
    try:
        read = config.load(options.config)
        check_host(read.service, tuple(options.i_own))
        cases = suite.load(read.providers)
        unknown = [id for id in options.id if id not in {case.id for case in cases}]
        if unknown:
            raise config.ConfigError(f"--id: there is no attack `{unknown[0]}`")
        with ExitStack() as stack:
            identity = IdentityProvider(read.providers, read.port)
            stack.callback(identity.close)
            mailbox: Optional[Mailbox] = SMTP(read.smtp) if read.smtp is not None else Folder(read.folder) if read.folder else None
            if mailbox is not None:
                stack.callback(mailbox.close)
            player = Player(read, identity, mailbox, Transport(read.service, read.seconds, read.bytes))
            if options.runner:
                runner.serve(player, cases, read.exclude, sys.stdin, sys.stdout)
                return 0
            chosen = judge.part(cases, options.id) if options.id else cases
            found = judge.run(chosen, player, {} if options.id else read.exclude)
    except (config.ConfigError, HostRefused, ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if options.id:
        found.problems.append("only a part of the attacks was played")
    print(report.text(found))
    if options.report:
        options.report.write_text(json.dumps(report.json_object(found), indent=1), encoding="utf-8")
    return 0 if found.is_clean else 1


sys.exit(main())
