"""The C library that the wheel contains, called with ctypes, which releases the interpreter lock during each call."""
from __future__ import annotations

import ctypes
import os
import threading
from pathlib import Path
from typing import Any, Final, Sequence

OK: Final = 0
INVALID_ARGUMENT: Final = 1
INVALID_HANDLE: Final = 2
NOT_FOUND: Final = 3
REJECTED: Final = 4
EXPLAIN: Final = 1

_NAME = "liblinkpolicy.so"
# For a checkout, where the package has no library.
_VARIABLE = "LINKPOLICY_LIBRARY"
_lock = threading.Lock()
_loaded: ctypes.CDLL | None = None


class Text(ctypes.Structure):
    """`lp_text`: bytes that the library allocated."""

    _fields_ = [("bytes", ctypes.c_void_p), ("count", ctypes.c_size_t)]


def _path() -> Path:
    given = os.environ.get(_VARIABLE)
    return Path(given) if given else Path(__file__).with_name(_NAME)


def library() -> ctypes.CDLL:
    """Returns the library, loaded once.

    Raises:
        ImportError: the package was installed without the library.
    """
    global _loaded
    if _loaded is None:
        with _lock:
            if _loaded is None:
                _loaded = _load(_path())
    return _loaded


def _load(path: Path) -> ctypes.CDLL:
    if not path.exists():
        raise ImportError(
            f"{path} is missing: install the wheel that `make wheel` builds, or set {_VARIABLE} to the path of {_NAME}")
    loaded = ctypes.CDLL(str(path))
    number, size, word = ctypes.c_uint64, ctypes.c_size_t, ctypes.c_char_p
    text, handle = ctypes.POINTER(Text), ctypes.POINTER(ctypes.c_uint64)
    signatures: dict[str, Sequence[Any]] = {
        "lp_policy_shipped": (word, handle),
        "lp_policy_load": (word, size, handle, text),
        "lp_policy_compile": (word, size, word, handle, text),
        "lp_policy_about": (number, text),
        "lp_policy_recording": (number, word, size, handle),
        "lp_policy_free": (number,),
        "lp_answer": (number, word, size, ctypes.c_uint32, text),
        "lp_answer_lines": (number, word, size, ctypes.c_uint32, text),
        "lp_table_make": (number, word, word, handle, text),
        "lp_table_columns": (number, text),
        "lp_table_decide": (number, ctypes.POINTER(ctypes.c_void_p), size, size, ctypes.c_void_p, text),
        "lp_table_answer": (number, ctypes.c_uint32, text),
        "lp_table_free": (number,),
    }
    for name, arguments in signatures.items():
        function = getattr(loaded, name)
        function.argtypes, function.restype = arguments, ctypes.c_int32
    loaded.lp_text_free.argtypes, loaded.lp_text_free.restype = (text,), None
    loaded.lp_version.argtypes, loaded.lp_version.restype = (), word
    return loaded


def take(text: Text) -> bytes:
    """Copies the bytes of a text and frees it."""
    try:
        return ctypes.string_at(text.bytes, text.count) if text.bytes else b""
    finally:
        library().lp_text_free(ctypes.byref(text))
