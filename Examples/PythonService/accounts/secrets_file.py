"""The secrets of the service, in a file that only its user can read. A real service gets them from its secret manager."""
from __future__ import annotations

import json
import os
import secrets
from pathlib import Path
from typing import TypedDict

from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat


class Secrets(TypedDict):
    """The keys, as text."""

    store: str
    cookies: str
    rs256: str
    es256: str


def load(folder: Path) -> Secrets:
    """Reads the secrets of a data folder; makes them at the first start."""
    path = folder / "secrets.json"
    if not path.exists():
        made = Secrets(
            store=secrets.token_hex(32), cookies=secrets.token_hex(32),
            rs256=_pem(rsa.generate_private_key(public_exponent=65537, key_size=2048)), es256=_pem(ec.generate_private_key(ec.SECP256R1())))
        # A name of another process's file, so that two first starts do not mix their keys.
        draft = folder / f"secrets.{os.getpid()}"
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump(made, file)
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        draft.unlink()
    read: Secrets = json.loads(path.read_text(encoding="utf-8"))
    return read


def _pem(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> str:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode("ascii")
