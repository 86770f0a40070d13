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
TOO_MANY_HANDLES: Final = 5
EXPLAIN: Final = 1

_NAME = "liblinkpolicy.so"
# The environment variable with the path of the library, for a checkout whose package contains no library.
_VARIABLE = "LINKPOLICY_LIBRARY"
_lock = threading.Lock()
_loaded: ctypes.CDLL | None = None


class Text(ctypes.Structure):
    """`lp_text`: bytes that the library allocated. This object frees the bytes, so an exception of a signal handler leaks no memory."""

    _fields_ = [("bytes", ctypes.c_void_p), ("count", ctypes.c_size_t)]


class PolicyHandle(ctypes.c_uint64):
    """`lp_policy`: the handle of a policy, which this object frees."""


class TableHandle(ctypes.c_uint64):
    """`lp_table`: the handle of a table, which this object frees."""


def _path() -> Path:
    given = os.environ.get(_VARIABLE)
    return Path(given) if given else Path(__file__).with_name(_NAME)


def library() -> ctypes.CDLL:
    """Returns the library, loaded once.

    Raises:
        ImportError: the package was installed without the library, or the file is a wrong library.
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
    try:
        return _declared(ctypes.CDLL(str(path)))
    except OSError as error:
        raise ImportError(f"{path} is not the library of linkpolicy for this system: {error}") from error
    except AttributeError as error:
        raise ImportError(f"{path} is another library, or an older version of {_NAME}: {error}") from error


def _declared(loaded: ctypes.CDLL) -> ctypes.CDLL:
    """Declares the types of the library's functions."""
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
    # `__del__` is not Python code, because the interpreter runs signal handlers only in Python code. A handler that raises an
    # exception could end a Python `__del__` before the memory is freed.
    method = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(("PyInstanceMethod_New", ctypes.pythonapi))
    for type, free in ((Text, "lp_text_free"), (PolicyHandle, "lp_policy_free"), (TableHandle, "lp_table_free")):
        setattr(type, "__del__", method(getattr(loaded, free)))
    return loaded


def take(text: Text) -> bytes:
    """Copies the bytes of a text, and frees the text."""
    try:
        return ctypes.string_at(text.bytes, text.count) if text.bytes else b""
    finally:
        library().lp_text_free(ctypes.byref(text))
