"""weft-clang++ with sycl/sycl.hpp precompiled: when it is taken, and that nobody could tell from what comes out.

Usage: precompiled_test.py BIN, where BIN holds weft-clang++.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import unittest
from pathlib import Path

from driver_support import BIN, PROGRAM, DriverTest

QUIET = "#include <sycl/sycl.hpp>\nint main() {}\n"


class PrecompiledHeaders(DriverTest):
    """With a prefix and a cache of its own, so that headers may change."""

    def setUp(self) -> None:
        super().setUp()
        self.prefix = self.folder / "prefix"
        (self.prefix / "bin").mkdir(parents=True)
        shutil.copy(BIN / "weft-clang++", self.prefix / "bin")
        (self.prefix / "bin" / "weft-embed").symlink_to(BIN / "weft-embed")
        (self.prefix / "lib").symlink_to(BIN.parent / "lib")
        shutil.copytree(BIN.parent / "include", self.prefix / "include")
        self.cache = self.folder / "cache"

    def compile(
        self, *arguments: str, ok: bool = True, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [str(self.prefix / "bin" / "weft-clang++"), "-fsycl", *arguments],
            cwd=self.folder,
            text=True,
            capture_output=True,
            env=os.environ | {"WEFT_CACHE_DIR": str(self.cache)} | variables,
        )
        self.assertEqual(done.returncode == 0, ok, done.stderr)
        return done

    def makes(self, *arguments: str) -> None:
        for _ in range(2):
            self.compile(*arguments)

    def uses(self, *arguments: str, **variables: str) -> bool:
        return "-include-pch" in self.compile("-###", *arguments, **variables).stderr

    def entries(self) -> list[Path]:
        return sorted((self.cache / "headers").glob("*.pch"))

    def test_the_second_compilation_makes_it_and_programs_stay_the_same(self) -> None:
        self.write("a.cpp", PROGRAM)
        for made in (0, 2, 2):  # one for each pass
            self.compile("-DVALUE=7", "-O2", "a.cpp", "-o", "a")
            self.assertEqual(len(self.entries()), made)
            self.assertEqual(self.output_of("a"), "7\n")
        self.assertTrue(self.uses("-DVALUE=7", "-O2", "-c", "a.cpp"))

    def test_flags_that_change_the_header_have_their_own(self) -> None:
        self.write("a.cpp", QUIET)
        self.makes("-c", "a.cpp")
        self.assertTrue(self.uses("-c", "a.cpp", "-I", "nowhere", "-MD", "-MF", "a.d"))
        for flags in (
            ["-DNDEBUG"],
            ["-std=c++20"],
            ["-fno-sycl-precompiled-header"],
            ["-include", "cmath"],
        ):
            self.assertFalse(self.uses("-c", "a.cpp", *flags), flags)
        self.assertFalse(self.uses("-c", "a.cpp", WEFT_CACHE="0"))
        self.assertFalse(self.uses("-c", "a.cpp", CPATH=str(self.folder)))

    def test_what_comes_before_the_header_counts(self) -> None:
        self.write("one.hpp", "#ifndef ONE\n#define ONE\n#include <cmath>\n/* none */\n#endif\n")
        self.write(
            "two.hpp",
            '#pragma once // once\n#include "one.hpp"\n#include <sycl/sycl.hpp>\nint two;\n',
        )
        self.write("other.hpp", "#define SYCL_SIMPLE_SWIZZLES\n")
        same = ("#include <vector>\n  #  include <CL/sycl.hpp>\n", '#include "two.hpp"\n', '#include "one.hpp"\n' + QUIET)  # fmt: skip
        others = (
            "#define SYCL_SIMPLE_SWIZZLES\n"
            + QUIET
            + "auto xy(sycl::float4 v) { return sycl::float2(v.xy()); }\n",
            '#include "other.hpp"\n' + QUIET,
            "#ifdef A\n" + QUIET + "#endif\n",
            "int before;\n" + QUIET,
            "#include <sycl/queue.hpp>\n",
        )
        self.write("a.cpp", QUIET)
        self.makes("-c", "a.cpp")
        for text in same:
            self.write("b.cpp", text)
            self.assertTrue(self.uses("-c", "b.cpp"), text)
        for text in others:
            self.write("b.cpp", text)
            self.assertFalse(self.uses("-c", "b.cpp"), text)
            self.compile("-c", "b.cpp")

    def test_a_changed_header_is_read(self) -> None:
        self.write("a.cpp", "#include <sycl/sycl.hpp>\nint main() { return CHANGED; }\n")
        self.compile("-fsyntax-only", "a.cpp", ok=False)
        self.compile("-fsyntax-only", "a.cpp", ok=False)
        self.assertTrue(self.uses("-fsyntax-only", "a.cpp"))
        with (self.prefix / "include" / "sycl" / "version.hpp").open("a") as header:
            header.write("#define CHANGED 1\n")
        self.assertFalse(self.uses("-fsyntax-only", "a.cpp"))
        self.makes("-fsyntax-only", "a.cpp")

    def test_a_header_of_the_users_with_that_name_is_read(self) -> None:
        self.write("a.cpp", QUIET)
        self.write("own/complex", "#error mine\n")
        self.makes("-c", "a.cpp")
        self.assertIn("mine", self.compile("-Iown", "-c", "a.cpp", ok=False).stderr)

    def test_a_damaged_file_does_no_harm(self) -> None:
        self.write("a.cpp", PROGRAM)
        self.makes("-DVALUE=8", "a.cpp", "-o", "a")
        for file in self.entries():
            status = file.stat()
            file.write_bytes(b"\0" * status.st_size)
            os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
        said = self.compile("-DVALUE=9", "a.cpp", "-o", "a").stderr
        self.assertEqual((said, self.output_of("a")), ("", "9\n"))
        self.assertEqual(self.compile("-DVALUE=8", "a.cpp", "-o", "a").stderr, "")
        self.assertEqual(self.entries(), [])  # the next compilation makes it anew

    def test_warnings_errors_and_dependencies_are_the_same(self) -> None:
        self.write("w.cpp", QUIET + "[[nodiscard]] int f();\nvoid g() { f(); }\n")
        self.write(
            "e.cpp",
            QUIET + "void g(sycl::queue q) { q.nothing(); sycl::vec<int, 3> v{1, 2, 3, 4}; }\n",
        )
        self.makes("-c", "w.cpp")
        files = []
        for plain in ((), ("-fno-sycl-precompiled-header",)):
            warned = self.compile("-c", "w.cpp", "-MMD", "-MF", "w.d", *plain).stderr
            failed = self.compile("-c", "e.cpp", *plain, ok=False).stderr
            self.compile("-c", "w.cpp", "-MD", "-MF", "all.d", *plain)
            listed = (self.folder / "all.d").read_text().replace("\\\n", " ").split()
            files.append((warned, failed, sorted(set(listed))))
            self.assertIn("w.cpp", (self.folder / "w.d").read_text())
        self.assertEqual(files[0], files[1])
        self.assertIn("nodiscard", files[0][0])


class ProgramsHeaders(DriverTest):
    """Precompiled by the program itself."""

    def setUp(self) -> None:
        super().setUp()
        self.write(
            "own.hpp", "#include <sycl/sycl.hpp>\n#include <cstdio>\nconstexpr int VALUE = 3;\n"
        )
        self.write("a.cpp", PROGRAM.replace("#include <sycl/sycl.hpp>\n#include <cstdio>\n", ""))

    def test_each_pass_has_its_half(self) -> None:
        for arguments in (["own.hpp"], ["-c", "-x", "c++-header", "own.hpp", "-o", "own.hpp.pch"]):
            self.run_driver("-fsycl", *arguments)
            for named in (["-include-pch", "own.hpp.pch"], ["-include", "own.hpp"]):
                self.run_driver("-fsycl", *named, "a.cpp", "-o", "a")
                self.assertEqual(self.output_of("a"), "3\n")
                (self.folder / "a").unlink()
            (self.folder / "own.hpp.pch").unlink()
            (self.folder / "own.hpp.pch.device").unlink()

    def test_errors_name_the_file(self) -> None:
        self.run_driver("-fsycl", "own.hpp")
        self.write("k.cpp", "struct K { [[sycl::reqd_work_group_size(4)]] void operator()() const {} };\n"
                            "void f(sycl::queue q) { q.single_task(K()); }\n")  # fmt: skip
        said = self.run_driver(
            "-fsycl", "-c", "-include-pch", "own.hpp.pch", "k.cpp", ok=False
        ).stderr
        self.assertIn("kernel attributes", said)
        self.run_driver("-fsycl", "-c", "-include", "own.hpp", "k.cpp")
        (self.folder / "own.hpp.pch.device").unlink()
        said = self.run_driver(
            "-fsycl", "-c", "-include-pch", "own.hpp.pch", "a.cpp", ok=False
        ).stderr
        self.assertIn("own.hpp.pch was made without device code", said)
        said = self.run_driver("-fsycl", "-c", "-include-pch", "none.pch", "a.cpp", ok=False).stderr
        self.assertIn("none.pch", said)


if __name__ == "__main__":
    unittest.main()
