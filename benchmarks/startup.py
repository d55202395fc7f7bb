"""CPU time of the commands that must be cheap, in pairs with ``import pluggy``.

Each round runs every command once, one after the other, so that load on the machine falls on all alike; the ratio is
the median over the rounds.
"""

import os
import statistics
import subprocess
import sys

ROUNDS = 21
BASELINE = [sys.executable, "-c", "import pluggy"]
COMMANDS = {
    "crossbearing --help": [sys.executable, "-m", "crossbearing", "--help"],
    "crossbearing plugins list": [sys.executable, "-m", "crossbearing", "plugins", "list"],
}
LIMIT = 3.0


def cpu_seconds(command: list[str]) -> float:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} failed with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    rounds = [
        {"baseline": cpu_seconds(BASELINE)} | {name: cpu_seconds(command) for name, command in COMMANDS.items()}
        for _ in range(ROUNDS)
    ]
    base = statistics.median(each["baseline"] for each in rounds)
    print(f"import pluggy: {base * 1000:.0f} ms CPU (median of {ROUNDS})")
    worst = 0.0
    for name in COMMANDS:
        ratio = statistics.median(each[name] / each["baseline"] for each in rounds)
        worst = max(worst, ratio)
        print(f"{name}: {statistics.median(e[name] for e in rounds) * 1000:.0f} ms CPU, {ratio:.2f} x (limit {LIMIT})")
    return int(worst >= LIMIT)


if __name__ == "__main__":
    sys.exit(main())
