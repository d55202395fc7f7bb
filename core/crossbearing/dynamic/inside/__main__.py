"""The entry: ``python PATH/inside SPEC.json`` runs tests as the specification file says and writes events."""

import importlib.util
import json
import os
import sys

_NAME = "_crossbearing_inside"


def _main() -> int:
    here = os.path.dirname(os.path.abspath(__file__))
    # The folder of a started script is put first on the path; its modules must not hide the target's.
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != here]
    spec = importlib.util.spec_from_file_location(
        _NAME,
        os.path.join(here, "__init__.py"),
        submodule_search_locations=[here],
    )
    if spec is None or spec.loader is None:
        return 70
    package = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = package
    spec.loader.exec_module(package)
    drive = importlib.import_module(_NAME + ".drive")
    with open(sys.argv[1], encoding="utf-8") as file:
        request = json.load(file)
    return int(drive.run(request))


sys.exit(_main())
