"""What is kept between runs, in the build directory: ``recon.db`` and the arrays beside it."""

from crossbearing.store.facts import FACTS_LIMIT, FactKey
from crossbearing.store.map import ROW_BITS, GraphRow, GraphTables, MakeArrays, MapHeader, StoredMap, Symbol
from crossbearing.store.place import BuildDirectory, build_directory, choose_build_directory
from crossbearing.store.store import Store

__all__ = [
    "FACTS_LIMIT",
    "ROW_BITS",
    "BuildDirectory",
    "FactKey",
    "GraphRow",
    "GraphTables",
    "MakeArrays",
    "MapHeader",
    "Store",
    "StoredMap",
    "Symbol",
    "build_directory",
    "choose_build_directory",
]
