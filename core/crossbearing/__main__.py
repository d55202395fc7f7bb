"""Run the command line with ``python -m crossbearing``."""

from crossbearing.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
