"""The frame around every command: parsing, streams, errors and exit codes."""

import sys
from collections.abc import Sequence
from itertools import pairwise

from crossbearing.cli.output import OutputError, print_error, print_error_json, write
from crossbearing.cli.parser import parse
from crossbearing.cli.streams import only_the_answer, prepare_streams, silence
from crossbearing.model.errors import CrossbearingError, PluginError

OK, PROBLEMS, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    0: fine; 1: it ran but found problems (``--strict``, a failed check); 2: the input or the command line was wrong,
    said in one line on standard error (with ``--format json`` also as an object on standard output), or crossbearing
    itself failed, which the line says is a bug; 130: interrupted.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    prepare_streams()
    try:
        return _run(arguments)
    except BrokenPipeError:
        # The reader had enough (`crossbearing … | head`); what it did not read is not an error.
        silence(sys.stdout)
        return OK
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(arguments: list[str]) -> int:
    try:
        options = parse(arguments)
        from crossbearing.cli.options import check_format  # the command has imported it; `--help` does without

        check_format(options)
    except SystemExit as exit_request:  # argparse after --help and --version
        return _written(int(exit_request.code or 0))
    except CrossbearingError as error:
        return _fail(arguments, str(error), BAD_INPUT)
    try:
        with only_the_answer():
            return int(options.run(options))
    except OutputError as error:
        print_error(str(error))
        return BAD_INPUT
    except PluginError as error:
        # In a strict run a plugin's failure is what was looked for, not bad input.
        return _fail(arguments, str(error), PROBLEMS if "--strict" in arguments else BAD_INPUT)
    except CrossbearingError as error:
        return _fail(arguments, str(error), BAD_INPUT)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except (Exception, SystemExit) as error:
        return _fail_unexpectedly(arguments, error)


def _fail_unexpectedly(arguments: list[str], error: BaseException) -> int:
    if "--trace" in arguments:
        import traceback

        traceback.print_exc()
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    hint = "" if "--trace" in arguments else "; run it again with --trace for the details"
    return _fail(arguments, f"unexpected {what}; this is a bug in crossbearing or one of its plugins{hint}", BAD_INPUT)


def _fail(arguments: list[str], sentence: str, code: int) -> int:
    print_error(sentence)
    if _asks_for_json(arguments):
        try:
            print_error_json(sentence, code)
        except OutputError as error:
            print_error(str(error))
    return code


def _written(code: int) -> int:
    """Write out what is buffered, and return ``code`` where that succeeds."""
    try:
        write("")
    except OutputError as error:
        print_error(str(error))
        return BAD_INPUT
    return code


def _asks_for_json(arguments: list[str]) -> bool:
    return "--format=json" in arguments or ("--format", "json") in pairwise(arguments)
