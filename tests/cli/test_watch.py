"""``scan --watch`` keeps the map warm until it is interrupted."""

import signal
import subprocess
import sys
import time
from functools import partial

import pytest


@pytest.fixture
def shop(tmp_path):
    (tmp_path / "shop.py").write_text("def price():\n    return 1\n")
    return tmp_path


def start(*arguments):
    command = [sys.executable, "-u", "-m", "crossbearing", "scan", *map(str, arguments)]
    # Where the tests run in the background, an interrupt is ignored, and so by all that they start.
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed)


def read_until(process, word, seconds=60):
    """Lines of standard output up to the first that holds the word."""
    lines, deadline = [], time.monotonic() + seconds
    while time.monotonic() < deadline:
        line = process.stdout.readline()
        lines.append(line)
        if word in line or not line:
            break
    return "".join(lines)


def test_an_edit_is_on_the_map_at_once(shop):
    with start(shop, "--watch") as process:
        try:
            assert "definitions  1" in read_until(process, "definitions")
            assert "watching" in process.stderr.readline()
            for number in range(100):  # the watcher may need a moment before it sees anything
                (shop / f"more_{number}.py").write_text(f"def more_{number}():\n    return 2\n")
                time.sleep(0.2)
                if (shop / ".crossbearing").exists() and number > 3:
                    break
            text = read_until(process, "definitions")
            assert "map of" in text
            assert "definitions  1\n" not in text
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.communicate(timeout=60)
            finally:
                process.kill()
        assert process.returncode == 0


def test_a_revision_is_not_watched(shop):
    with start(shop, "--watch", "--rev", "HEAD") as process:
        assert process.wait(60) == 2
        assert "a revision does not change" in process.stderr.read()
