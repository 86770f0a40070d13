"""What Swift's index says of sources: which file declares a name, and which files refer to it.

The toolchain's own library reads the index. It is found beside the compiler.
"""

import collections
import ctypes
import os
import shutil
from pathlib import Path

DECLARED, REFERRED = 2, 4


class _Text(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.start, self.length).decode() if self.length else ""


_TextFound = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, _Text)
_ItemFound = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)


def _library():
    toolchain = Path(os.path.realpath(shutil.which("swiftc"))).parent.parent
    library = ctypes.CDLL(str(toolchain / "lib" / "libIndexStore.so"))
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    errors = ctypes.POINTER(ctypes.c_void_p)
    for name, result, *parameters in [
        ("store_create", pointer, text, errors),
        ("store_units_apply_f", ctypes.c_bool, pointer, ctypes.c_uint, pointer, _TextFound),
        ("unit_reader_create", pointer, pointer, text, errors),
        ("unit_reader_dispose", None, pointer),
        ("unit_reader_dependencies_apply_f", ctypes.c_bool, pointer, pointer, _ItemFound),
        ("unit_dependency_get_kind", ctypes.c_int, pointer),
        ("unit_dependency_get_name", _Text, pointer),
        ("unit_dependency_get_filepath", _Text, pointer),
        ("record_reader_create", pointer, pointer, text, errors),
        ("record_reader_dispose", None, pointer),
        ("record_reader_occurrences_apply_f", ctypes.c_bool, pointer, pointer, _ItemFound),
        ("occurrence_get_symbol", pointer, pointer),
        ("occurrence_get_roles", ctypes.c_uint64, pointer),
        ("symbol_get_usr", _Text, pointer),
        ("symbol_get_name", _Text, pointer),
    ]:
        function = getattr(library, "indexstore_" + name)
        function.restype, function.argtypes = result, parameters
    return library


def references(store, inside):
    """For each file in a folder, the files in it that it refers to, each with the names it refers to.

    Every Swift file of the folder is a key. Raises where the index lacks one, so that nothing is left out unnoticed.
    """
    library = _library()
    error = ctypes.c_void_p()
    opened = library.indexstore_store_create(str(store).encode(), ctypes.byref(error))
    if not opened:
        raise RuntimeError(f"{store} is no index")
    inside = str(inside) + "/"
    units, records = [], {}

    @_TextFound
    def unit(_, name):
        units.append(str(name))
        return True

    library.indexstore_store_units_apply_f(opened, 0, None, unit)
    for name in units:
        reader = library.indexstore_unit_reader_create(opened, name.encode(), ctypes.byref(error))
        if not reader:
            raise RuntimeError(f"the unit {name} cannot be read")

        @_ItemFound
        def dependency(_, item):
            path = str(library.indexstore_unit_dependency_get_filepath(item))
            if library.indexstore_unit_dependency_get_kind(item) == 2 and path.startswith(inside):
                records[path] = str(library.indexstore_unit_dependency_get_name(item))
            return True

        library.indexstore_unit_reader_dependencies_apply_f(reader, None, dependency)
        library.indexstore_unit_reader_dispose(reader)

    declared, referred, named = {}, collections.defaultdict(set), {}
    for path, record in records.items():
        reader = library.indexstore_record_reader_create(opened, record.encode(), ctypes.byref(error))
        if not reader:
            raise RuntimeError(f"the record of {path} cannot be read")

        @_ItemFound
        def occurrence(_, item):
            symbol = library.indexstore_occurrence_get_symbol(item)
            roles = library.indexstore_occurrence_get_roles(item)
            usr = str(library.indexstore_symbol_get_usr(symbol))
            named[usr] = str(library.indexstore_symbol_get_name(symbol))
            if roles & DECLARED:
                declared[usr] = path
            elif roles & REFERRED:
                referred[path].add(usr)
            return True

        library.indexstore_record_reader_occurrences_apply_f(reader, None, occurrence)
        library.indexstore_record_reader_dispose(reader)

    # A program's start is no part of what is indexed.
    found = {str(path): collections.defaultdict(set) for path in Path(inside).rglob("*.swift") if path.name != "main.swift"}
    for path in found:
        # A file of comments alone has no record.
        for usr in referred[path]:
            place = declared.get(usr)
            if place is not None and place != path:
                found[path][place].add(named[usr])
    missing = [path for path in found if path not in records and "\n" in _code(path)]
    if missing:
        raise RuntimeError(f"the index lacks {missing[0]} and {len(missing) - 1} more")
    return found


def _code(path):
    lines = Path(path).read_text().splitlines()
    return "".join(line + "\n" for line in lines if line.strip() and not line.strip().startswith(("//", "import", "internal import", "package import", "public import")))
