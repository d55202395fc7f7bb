"""What a run may use."""

import os

from attrs import field, frozen, validators


def _half_of_memory() -> int:
    try:
        return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)
    except (OSError, ValueError, AttributeError):
        return 4_000_000_000


@frozen
class Limits:
    """Bounds of one command and everything that it starts; whoever exceeds one is ended, and the reason kept.

    ``seconds`` is for all tests together, ``test_seconds`` for one of them; ``disk_bytes`` what may be written below
    the folder of the run, ``file_bytes`` the largest file, ``output_bytes`` what may be printed.
    """

    seconds: float = field(default=300.0, validator=validators.gt(0))
    test_seconds: float = field(default=60.0, validator=validators.gt(0))
    memory_bytes: int = field(factory=_half_of_memory, validator=validators.gt(0))
    processes: int = field(default=200, validator=validators.gt(0))
    output_bytes: int = field(default=2_000_000_000, validator=validators.gt(0))
    disk_bytes: int = field(default=2_000_000_000, validator=validators.gt(0))
    file_bytes: int = field(default=1_000_000_000, validator=validators.gt(0))
