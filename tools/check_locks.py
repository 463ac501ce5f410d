"""Checks that no lock but those of src/support/lock.hpp is left: others stay locked for ever in the child of a fork.

The sources must not name other locks. Where the libraries are built, they must not have static objects of functions that are
initialised under the compiler's hidden lock, thread-local ones apart; LLVM's are held off forks by a ForkDelay.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
ITSELF = {"src/support/fork.cpp", "src/support/lock.hpp"}
THE_PROGRAMS = {  # use_mutex, mutex_class, and what is compiled into programs alone
    "include/sycl/buffer.hpp",
    "include/CL/sycl.hpp",
    "include/syclcompat/device.hpp",
}
LOCKS = re.compile(
    r"std::(?:\w+_)?mutex\b|std::shared_lock|std::condition_variable|std::once_flag|std::call_once"
    r"|std::\w+_semaphore|std::barrier|std::atomic<std::\w+_ptr|std::async"
    r"|pthread_(?:mutex|rwlock|once|cond|spin|barrier)_"
)
HIDDEN = re.compile(r"OBJECT .* _ZGV(?!\w*4llvm)")
FOLDERS = ("src", "include", "python")
LIBRARIES = ("lib/libweft*.so", "lib/libDPCTL*.so", "python/**/*.so")


def named(path: Path) -> list[str]:
    name = path.relative_to(ROOT).as_posix()
    if name in ITSELF | THE_PROGRAMS:
        return []
    lines = path.read_text().splitlines()
    found = [(number, LOCKS.search(line)) for number, line in enumerate(lines, 1)]
    return [f"{name}:{number}: {hit[0]}; use support/lock.hpp" for number, hit in found if hit]


def hidden(library: Path) -> list[str]:
    symbols = subprocess.run(
        ["readelf", "-sW", library], check=True, capture_output=True, text=True
    )
    found = {line.split()[-1] for line in symbols.stdout.splitlines() if HIDDEN.search(line)}
    return [
        f"{library.name}: {name} is initialised under a lock; use Lazy" for name in sorted(found)
    ]


def main() -> int:
    files = [f for folder in FOLDERS for f in sorted((ROOT / folder).rglob("*"))]
    sources = [
        f for f in files if f.suffix in {".cpp", ".hpp", ".h", ".in", ".pyx", ".pxd", ".pxi"}
    ]
    build = ROOT / "build/release"
    libraries = [f for pattern in LIBRARIES for f in sorted(build.glob(pattern))]
    found = [line for path in sources for line in named(path)] + [
        line for path in libraries for line in hidden(path)
    ]
    print(
        "\n".join(found)
        if found
        else f"locks: {len(sources)} files, {len(libraries)} libraries, all survive a fork"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
