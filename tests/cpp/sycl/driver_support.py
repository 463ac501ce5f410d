"""What the tests of weft-clang++ share: a folder for each, and the driver run in it.

Usage of each of them: FILE BIN, where BIN holds weft-clang++.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIN = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else Path("build/release/bin").resolve()
DRIVER = str(BIN / "weft-clang++")

PROGRAM = """
#include <sycl/sycl.hpp>
#include <cstdio>
int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(4, q);
  q.parallel_for(4, [=](sycl::id<1> i) { p[i] = VALUE; }).wait();
  std::printf("%d\\n", p[3]);
  sycl::free(p, q);
}
"""


class DriverTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="weft-driver-test-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_driver(
        self, *arguments: str, ok: bool = True, **more: object
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [DRIVER, *arguments], cwd=self.folder, text=True, capture_output=True, **more
        )
        if ok:
            self.assertEqual(done.returncode, 0, done.stderr)
        else:
            self.assertNotEqual(done.returncode, 0, "this must not compile")
        return done

    def output_of(self, program: str) -> str:
        return subprocess.run(
            [str(self.folder / program)], text=True, capture_output=True, check=True
        ).stdout
