"""weft-clang++ as a compiler: stages, outputs, dependency files, errors, links, CMake; and what must not compile.

Usage: driver_test.py BIN, where BIN holds weft-clang++.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
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


class Stages(DriverTest):
    def test_compiles_and_links_at_once(self) -> None:
        self.write("a.cpp", PROGRAM)
        self.run_driver("-fsycl", "-DVALUE=5", "a.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "5\n")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["a", "a.cpp"])

    def test_compiles_to_an_object_named_after_the_source(self) -> None:
        self.write("sub/a.cpp", PROGRAM)
        self.run_driver("-fsycl", "-DVALUE=6", "-c", "sub/a.cpp")
        self.run_driver("-fsycl", "a.o", "-o", "a")
        self.assertEqual(self.output_of("a"), "6\n")

    def test_links_several_sources_with_kernels_of_equal_names(self) -> None:
        unit = """
        #include <sycl/sycl.hpp>
        namespace { class K; }
        int NAME(sycl::queue q) {
          int *p = sycl::malloc_shared<int>(1, q);
          q.single_task<K>([=] { *p = VALUE; }).wait();
          return *p;
        }"""
        self.write("one.cpp", unit.replace("NAME", "one").replace("VALUE", "1"))
        self.write("two.cc", unit.replace("NAME", "two").replace("VALUE", "2"))
        self.write("helper.cxx", "#include <cstdio>\nint three() { return 3; }")
        self.write(
            "main.cpp",
            """
            #include <sycl/sycl.hpp>
            #include <cstdio>
            int three();
            int one(sycl::queue), two(sycl::queue);
            int main() { sycl::queue q; std::printf("%d %d %d\\n", one(q), two(q), three()); }""",
        )
        self.run_driver("-fsycl", "main.cpp", "one.cpp", "two.cc", "helper.cxx", "-o", "a")
        self.assertEqual(self.output_of("a"), "1 2 3\n")

    def test_host_files_are_clangs_alone(self) -> None:
        self.write(
            "a.cpp", "#ifdef SYCL_LANGUAGE_VERSION\n#error\n#endif\nint main() { return 0; }"
        )
        self.run_driver("a.cpp", "-o", "a")
        self.output_of("a")
        libraries = subprocess.run(
            ["ldd", "a"], cwd=self.folder, text=True, capture_output=True
        ).stdout
        self.assertNotIn("libweft", libraries)

    def test_predefines_the_language_version_in_both_passes(self) -> None:
        self.write("a.cpp", "static_assert(SYCL_LANGUAGE_VERSION == 202012L);")
        self.run_driver("-fsycl", "-fsyntax-only", "a.cpp")

    def test_preprocesses_and_lists_dependencies(self) -> None:
        self.write("h.hpp", "#define X 17")
        self.write("a.cpp", '#include "h.hpp"\nint x = X;')
        self.assertIn("int x = 17;", self.run_driver("-fsycl", "-E", "a.cpp").stdout)
        self.assertIn("h.hpp", self.run_driver("-fsycl", "-MM", "a.cpp").stdout)

    def test_dependency_file_names_the_object_and_headers_of_either_pass(self) -> None:
        self.write("device only.hpp", "")
        self.write("both.hpp", "")
        self.write(
            "a.cpp",
            '#include "both.hpp"\n#ifdef __SYCL_DEVICE_ONLY__\n#include "device only.hpp"\n#endif\n',
        )
        self.run_driver("-fsycl", "-c", "a.cpp", "-o", "out.o", "-MD", "-MF", "out.d")
        text = (self.folder / "out.d").read_text()
        self.assertTrue(text.startswith("out.o:"), text)
        self.assertIn("both.hpp", text)
        self.assertIn("device\\ only.hpp", text)
        self.run_driver("-fsycl", "-c", "a.cpp", "-MMD", "-MT", "target")
        self.assertTrue((self.folder / "a.d").read_text().startswith("target:"))

    def test_device_only_gives_bitcode_or_ir(self) -> None:
        self.write("a.cpp", PROGRAM)
        self.run_driver("-fsycl", "-DVALUE=1", "-fsycl-device-only", "-c", "a.cpp", "-o", "a.bc")
        self.assertEqual((self.folder / "a.bc").read_bytes()[:2], b"BC")
        self.run_driver("-fsycl", "-DVALUE=1", "-fsycl-device-only", "-S", "a.cpp", "-o", "a.ll")
        self.assertIn(
            "spir_kernel void @_ZTSN4sycl6detail12range_kernelILi1E",
            (self.folder / "a.ll").read_text(),
        )

    def test_reads_standard_input_and_response_files(self) -> None:
        self.write("flags", '-fsycl -DVALUE=8 "-o" a')
        self.run_driver("@flags", "-x", "c++", "-", input=PROGRAM)
        self.assertEqual(self.output_of("a"), "8\n")

    def test_response_files_escape_quotes_and_spaces(self) -> None:
        self.write("flags", """-E -DA=\\"a\\ b\\" '-DB="c d"' "-DC=\\"e f\\"" in\\ put.cpp""")
        self.write("in put.cpp", "values A B C")
        self.assertIn('values "a b" "c d" "e f"', self.run_driver("@flags").stdout)

    def test_shared_libraries_carry_their_kernels(self) -> None:
        self.write("lib.cpp", PROGRAM.replace("int main()", "void go()"))
        self.write("main.cpp", "void go(); int main() { go(); }")
        self.run_driver("-fsycl", "-DVALUE=9", "-fPIC", "-shared", "lib.cpp", "-o", "libgo.so")
        self.run_driver("main.cpp", "-L.", "-lgo", f"-Wl,-rpath,{self.folder}", "-o", "a")
        self.assertEqual(self.output_of("a"), "9\n")

    def test_static_libraries_carry_their_kernels(self) -> None:
        self.write("lib.cpp", PROGRAM.replace("int main()", "void go()"))
        self.write("main.cpp", "void go(); int main() { go(); }")
        self.run_driver("-fsycl", "-DVALUE=10", "-c", "lib.cpp")
        subprocess.run(["ar", "rc", "libgo.a", "lib.o"], cwd=self.folder, check=True)
        self.run_driver("-fsycl", "main.cpp", "libgo.a", "-Wl,--gc-sections", "-o", "a")
        self.assertEqual(self.output_of("a"), "10\n")


class Flags(DriverTest):
    def test_names_itself_and_clang(self) -> None:
        text = self.run_driver("--version").stdout
        self.assertIn("weft-clang++", text)
        self.assertIn("clang version 22", text)

    def test_other_names_are_the_same_driver(self) -> None:
        for name in ("clang++", "icpx"):
            self.assertEqual(os.path.realpath(BIN / name), DRIVER)

    def test_flags_of_other_sycl_compilers_are_noted_and_ignored(self) -> None:
        self.write("a.cpp", "int x;")
        done = self.run_driver(
            "-fsycl", "-fsycl-targets=amdgcn-amd-amdhsa", "-Xsycl-target-backend=amdgcn-amd-amdhsa",
            "--offload-arch=gfx90a", "-sycl-std=2020", "-fsycl-unnamed-lambda", "-fno-sycl-rdc",
            "-fpreview-breaking-changes", "-flink-huge-device-code", "-c", "a.cpp",
        )  # fmt: skip
        self.assertIn("note: '-fsycl-targets=amdgcn-amd-amdhsa' has no effect here", done.stderr)
        self.assertIn(
            "note: '-Xsycl-target-backend=amdgcn-amd-amdhsa --offload-arch=gfx90a' has no effect",
            done.stderr,
        )
        self.assertEqual(done.stderr.count("note:"), 7)

    def test_switches_of_icpx_are_those_of_clang_or_name_a_way_out(self) -> None:
        self.write(
            "a.cpp",
            "#if !defined(_OPENMP) && !defined(__SYCL_DEVICE_ONLY__)\n#error no OpenMP\n#endif\nint main() {}\n",
        )
        for switch in ("-qopenmp", "-fiopenmp"):
            self.assertEqual(self.run_driver("-fsycl", switch, "-c", "a.cpp").stderr, "")
        self.write("b.cpp", "#include <mkl.h>\n")
        done = self.run_driver("-fsycl", "-qmkl=parallel", "-c", "b.cpp", ok=False)
        self.assertIn("note: '-qmkl=parallel' has no effect here: a part of oneMKL", done.stderr)
        self.assertIn("mkl.h is of MKL, of which Weft has oneapi/mkl.hpp", done.stderr)
        self.write("mkl/mkl.h", "#define FOUND 1\n")
        self.write("b.cpp", "#include <mkl.h>\nstatic_assert(FOUND);\n")
        for flag in ("-Imkl", "-isystem"):
            self.run_driver("-fsycl", flag, *(["mkl"] if flag == "-isystem" else []), "-c", "b.cpp")

    def test_targets_that_every_object_serves_need_no_note(self) -> None:
        self.write("a.cpp", "int x;")
        for targets in ("nvptx64-nvidia-cuda", "spir64,nvptx64-nvidia-cuda", "nvidia_gpu_sm_90"):
            done = self.run_driver(
                "-fsycl", f"-fsycl-targets={targets}", "-Xsycl-target-backend=nvptx64-nvidia-cuda",
                "--offload-arch=sm_90", "-c", "a.cpp",
            )  # fmt: skip
            self.assertEqual(done.stderr, "")
        mixed = self.run_driver(
            "-fsycl", "-fsycl-targets=spir64,spir64_gen", "--offload-arch=sm_80", "-c", "a.cpp"
        )
        self.assertEqual(mixed.stderr.count("note:"), 1)

    def test_host_flags_stay_with_the_host(self) -> None:
        self.write("a.cpp", PROGRAM)
        self.run_driver(
            "-fsycl", "-DVALUE=3", "-O0", "-g", "-fopenmp", "-fstack-protector-strong", "-ffast-math", "-flto",
            "-march=x86-64-v3", "-fvisibility=hidden", "-c", "a.cpp",
        )  # fmt: skip
        self.run_driver("-fsycl", "a.o", "-o", "a")
        self.assertEqual(self.output_of("a"), "3\n")

    def test_headers_by_names_of_other_implementations(self) -> None:
        names = BIN.parent / "include" / "header_names"
        headers = [h.relative_to(names) for h in sorted(names.rglob("*.hpp"))]
        headers = [h for h in headers if h.name != "esimd.hpp" and h.parent.name != "mkl"]  # errors
        self.assertGreater(len(headers), 100)
        self.write("a.cpp", "".join(f"#include <{h}>\n" for h in headers) + "sycl::queue *q;\n")
        self.run_driver("-fsycl", "-fsyntax-only", "a.cpp")

    def test_quotes_and_fallbacks_are_where_headers_are_looked_for(self) -> None:
        for folder in ("quotes", "last", "first"):
            self.write(f"{folder}/h.hpp", f"#define FROM_{folder}\n")
        self.write("quotes/quoted.hpp", "#define QUOTED")
        self.write("last/late.hpp", "#define LATE")
        self.write(
            "a.cpp",
            """
            #include "quoted.hpp"
            #include <late.hpp>
            #include <h.hpp>
            #if !defined(QUOTED) || !defined(LATE) || !defined(FROM_first) || defined(FROM_last)
            #error
            #endif
            int x;""",
        )
        for folders in (
            ("-iquote", "quotes", "-idirafter", "last", "-I", "first"),
            ("-iquotequotes", "-idirafterlast", "-Ifirst"),
        ):
            self.run_driver("-fsycl", *folders, "-c", "a.cpp", "-o", "a.o")

    def test_quoted_target_of_a_dependency_file(self) -> None:
        self.write("a.cpp", "int x;")
        for target in (("-MQ", "a$b.o"), ("-MQa$b.o",)):
            self.run_driver("-fsycl", "-c", "a.cpp", "-o", "other.o", "-MD", "-MF", "a.d", *target)
            text = (self.folder / "a.d").read_text()
            self.assertTrue(text.startswith("a$$b.o:"), text)
            self.assertNotIn("other.o", text)
            (self.folder / "a.d").unlink()

    def test_c_files_are_cpp_as_with_other_cpp_compilers(self) -> None:
        self.write("a.c", PROGRAM)
        self.write("b.c", "int b() { return bool(true) ? 1 : 2; }")
        done = self.run_driver("-fsycl", "-std=c++17", "-DVALUE=14", "a.c", "b.c", "-o", "a")
        self.assertEqual(done.stderr, "")
        self.assertEqual(self.output_of("a"), "14\n")
        self.write("c.c", "int class = 1;")
        self.run_driver("-fsycl", "-x", "c", "-c", "c.c")

    def test_commands_are_shown_and_not_run(self) -> None:
        self.write("a.cpp", PROGRAM)
        said = self.run_driver("-fsycl", "-DVALUE=1", "-###", "a.cpp", "-o", "a").stderr
        for word in ("-fsycl-is-host", "-fsycl-is-device", "weft-embed", '"ld" "-r"', "-lweft"):
            self.assertIn(word, said)
        said = self.run_driver("-fsycl", "-###", "-MD", "-c", "a.cpp").stderr
        self.assertIn("weft-embed", said)
        self.assertIn("-cc1", self.run_driver("-###", "-c", "a.cpp").stderr)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["a.cpp"])

    def test_commands_are_shown_one_after_another(self) -> None:
        self.write("a.cpp", PROGRAM)

        def shown(_: int) -> str:
            said = self.run_driver("-fsycl", "-DVALUE=1", "-###", "-c", "a.cpp").stderr
            return re.sub(r"\S*/weft-\S*|weft-\w{6}|-[0-9a-f]{6}\b", "", said)

        with ThreadPoolExecutor(4) as pool:
            self.assertEqual(len(set(pool.map(shown, range(20)))), 1)

    def test_one_output_for_several_objects_is_an_error(self) -> None:
        for name in ("a.cpp", "b.cpp"):
            self.write(name, "int x;")
        done = self.run_driver("-fsycl", "-c", "a.cpp", "b.cpp", "-o", "c.o", ok=False)
        self.assertIn("multiple output files", done.stderr)
        self.assertFalse((self.folder / "c.o").exists())

    def test_missing_value_is_an_error(self) -> None:
        self.assertIn(
            "argument to '-o' is missing", self.run_driver("-fsycl", "a.cpp", "-o", ok=False).stderr
        )

    def test_without_clang_it_says_what_to_install(self) -> None:
        if Path("/usr/lib/llvm-22/bin/clang++").exists():
            self.skipTest("clang 22 stands where Debian puts it")
        done = self.run_driver("--version", ok=False, env={"PATH": "/nonexistent"})
        self.assertIn("clang-22", done.stderr)


class Errors(DriverTest):
    def test_are_shown_once(self) -> None:
        self.write("a.cpp", "int x = nonsense;\n#warning seen\n")
        done = self.run_driver("-fsycl", "-c", "a.cpp", ok=False)
        self.assertEqual(
            done.stderr.count("nonsense"), 2, done.stderr
        )  # the message and the quoted line
        self.assertEqual(done.stderr.count("[-W#warnings]"), 1)
        self.assertFalse((self.folder / "a.o").exists())

    def test_of_the_device_pass_alone_are_shown(self) -> None:
        self.write("a.cpp", "#ifdef __SYCL_DEVICE_ONLY__\n#error only there\n#endif\n")
        done = self.run_driver("-fsycl", "-c", "a.cpp", ok=False)
        self.assertIn("the device pass failed", done.stderr)
        self.assertIn("only there", done.stderr)

    def test_leave_no_temporary_files(self) -> None:
        temporary = self.folder / "tmp"
        temporary.mkdir()
        self.write("a.cpp", "int x = nonsense;")
        self.run_driver("-fsycl", "a.cpp", ok=False, env={**os.environ, "TMPDIR": str(temporary)})
        self.assertEqual(list(temporary.iterdir()), [])


class Absent(DriverTest):
    """What SYCL 2020 has and Weft not yet does not compile; nothing is a silent no-op."""

    def refuse(self, *cases: tuple[str, str]) -> None:
        """Compiles one function per body; each must be refused, at its own line, with its message."""
        lines = ["#include <sycl/sycl.hpp>"]
        lines += [f"void f{i}(sycl::queue q) {{ {body} }}" for i, (body, _) in enumerate(cases)]
        self.write("a.cpp", "\n".join(lines))
        said = self.run_driver(
            "-fsycl", "-fsyntax-only", "-ferror-limit=0", "a.cpp", ok=False
        ).stderr
        blocks = re.split(r"^(?=\S+:\d+:\d+: error:|In file included)", said, flags=re.MULTILINE)
        for line, (body, message) in enumerate(cases, 2):
            told = [block for block in blocks if f"a.cpp:{line}:" in block]
            self.assertIn(message, "".join(told), body)

    def test_classes(self) -> None:
        self.refuse(
            ("sycl::ext::oneapi::experimental::image_mem_handle h;", "named 'image_mem_handle' in namespace"),
        )  # fmt: skip

    def test_instructions_of_other_devices_name_the_way_out(self) -> None:
        self.write("a.cpp", "#include <sycl/ext/intel/esimd.hpp>\n")
        said = self.run_driver("-fsycl", "-fsyntax-only", "a.cpp", ok=False).stderr
        self.assertIn("Write the kernel for single work-items", said)

    def test_algorithms(self) -> None:
        kernel = "int *p = nullptr; q.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> it) { sycl::%s; });"
        calls = ("joint_sort(it.get_group(), p, p)",)
        self.refuse(
            *(
                (kernel % c, f"no member named '{c.split('(')[0]}' in namespace 'sycl'")
                for c in calls
            )
        )

    def test_misuse(self) -> None:
        self.refuse(
            ("short s; sycl::atomic_ref<short, sycl::memory_order::relaxed, sycl::memory_scope::device> r(s);",
             "atomic_ref is for integers and floating-point types of 32 or 64 bits"),
            ("std::string s; q.single_task([=] { (void)s.size(); });", "must be device copyable"),
            ("q.get_device().get_info<sycl::info::platform::name>();", "not an info::device descriptor"),
            ("sycl::device::get_devices()[0].get_info<sycl::info::device::nonsense>();", "no member named 'nonsense'"),
            ("sycl::usm_allocator<int, sycl::usm::alloc::device> a(q);", "containers need memory that the host can use"),
        )  # fmt: skip

    def test_kernels_need_the_driver(self) -> None:
        source = self.write(
            "a.cpp", "#include <sycl/sycl.hpp>\nvoid f(sycl::queue q) { q.single_task([] {}); }"
        )
        include = str(BIN.parent / "include")
        for compiler in filter(shutil.which, ("g++", "clang++-22")):
            done = subprocess.run([compiler, "-std=c++17", "-isystem", include, "-fsyntax-only", str(source)],
                                  text=True, capture_output=True)  # fmt: skip
            self.assertIn("compile it with weft-clang++ -fsycl", done.stderr)

    def test_a_host_compiler_reads_every_header_alone(self) -> None:
        include = BIN.parent / "include"
        root = (include / "sycl").resolve()
        headers = sorted("sycl/" + str(p.relative_to(root)) for p in root.rglob("*.hpp"))
        headers.append("CL/sycl.hpp")
        headers.remove("sycl/ext/intel/esimd.hpp")  # an error that says what to write instead
        compiler = shutil.which("g++") or "clang++-22"

        def read(header: str) -> tuple[str, subprocess.CompletedProcess[str]]:
            flags = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", str(include), "-fsyntax-only"]  # fmt: skip
            source = f"#include <{header}>\n"
            return header, subprocess.run(
                [compiler, *flags, "-x", "c++", "-"], input=source, text=True, capture_output=True
            )

        with ThreadPoolExecutor(os.cpu_count()) as threads:
            for header, done in threads.map(read, headers):
                self.assertEqual(done.returncode, 0, f"{compiler} {header}:\n{done.stderr}")


class DeviceCode(DriverTest):
    """What no device can run is an error of the compiler, at the user's line."""

    PRELUDE = (
        "#include <sycl/sycl.hpp>\n#include <functional>\n#include <stdexcept>\n#include <vector>\n"
    )

    def refuse(self, *cases: tuple[str, str, str]) -> None:
        """Cases are declarations, a kernel's launch, and what is said of the line with /*here*/."""
        text = self.PRELUDE
        for i, (declarations, kernel, _) in enumerate(cases):
            text += f"{declarations}\nvoid f{i}(sycl::queue q, int *p, int n) {{\n{kernel}\n}}\n"
        self.write("a.cpp", text)
        said = self.run_driver("-fsycl", "-c", "a.cpp", ok=False).stderr
        lines = (n for n, line in enumerate(text.splitlines(), 1) if "/*here*/" in line)
        for line, (_, _, message) in zip(lines, cases, strict=True):
            self.assertRegex(said, rf"\ba\.cpp:{line}:\d+: error: kernel .*{re.escape(message)}")

    def test_recursion(self) -> None:
        self.refuse(
            (
                "int down(int n) { return n < 2 ? n : down(n - 1) + down(n - 2); } /*here*/",
                "q.single_task([=] { *p = down(n); });",
                "down(int) calls itself; device code has no recursion",
            ),
            (
                "int odd(int n);\nint even(int n) { return n == 0 ? 1 : odd(n - 1); } "
                "int odd(int n) { return n == 0 ? 0 : even(n - 1); } /*here*/",
                "q.single_task([=] { *p = even(n); }); // or there",
                "device code has no recursion",
            ),
        )

    def test_calls_that_no_device_makes(self) -> None:
        self.refuse(
            (
                "",
                'q.single_task([=] {\nif (n < 0)\nthrow std::runtime_error("negative"); /*here*/\n*p = n; });',
                "it can throw",
            ),
            (
                "using function = int (*)(int);",
                "function g = reinterpret_cast<function>(p);\nq.single_task([=] { *p = g(n); /*here*/ });",
                "call through a pointer",
            ),
            (
                "struct base { virtual int get() const = 0; };",
                "auto *b = reinterpret_cast<base *>(p);\nq.single_task([=] { *p = b->get(); /*here*/ });",
                "call through a pointer",
            ),
            (
                "void meet() {\n__weft_barrier(2); /*here*/\n}",
                "q.parallel_for(8, [=](sycl::id<1> i) { p[i] = n; meet(); });",
                "launch it over an nd_range",
            ),
        )

    def test_what_the_host_alone_has(self) -> None:
        self.refuse(
            (
                "int elsewhere(int);",
                "q.single_task([=] { *p = elsewhere(n); /*here*/ });",
                "undefined symbol elsewhere(int)",
            ),
            (
                "int counter = 0;",
                "q.parallel_for(8, [=](sycl::id<1>) { counter += n; /*here*/ });",
                "global variable counter that is not constant",
            ),
            (
                "",
                "q.single_task([=] { *p = static_cast<int>(static_cast<long double>(n) / 3); /*here*/ });",
                "long double",
            ),
            (
                "",
                'q.single_task([=] { asm volatile("incl %0" : "+m"(*p)); /*here*/ });',
                "inline assembly",
            ),
        )

    def test_every_kernel_of_a_file_is_told_of(self) -> None:
        self.write(
            "a.cpp",
            self.PRELUDE + "int g(int);\nvoid f(sycl::queue q, int *p) {\n"
            "q.single_task<class One>([=] { *p = g(1); });\nq.single_task<class Two>([=] { *p = g(2); });\n}",
        )
        said = self.run_driver("-fsycl", "-c", "a.cpp", ok=False).stderr
        self.assertEqual(said.count("error: kernel"), 2)

    def test_every_kernel_of_a_file_with_many_is_looked_at_and_runs(self) -> None:
        many = """
        #include <utility>
        template <int N> int down(int n) {
          if constexpr (N % 32 == BAD) return n < 2 ? n : down<N>(n - 1) + down<N>(n - 2);
          return N + n;
        }
        template <int N> class K;
        template <int... N> void run(sycl::queue q, int *p, std::integer_sequence<int, N...>) {
          (q.single_task<K<N>>([=] { p[N] = down<N>(1); }).wait(), ...);
        }
        int main() {
          sycl::queue q;
          int *p = sycl::malloc_shared<int>(70, q), bad = 0;
          run(q, p, std::make_integer_sequence<int, 70>());
          for (int n = 0; n < 70; ++n) bad += p[n] != n + 1;
          return bad;
        }
        """
        self.write("a.cpp", self.PRELUDE + many)
        said = self.run_driver("-fsycl", "-DBAD=31", "a.cpp", ok=False).stderr
        for n in (31, 63):
            self.assertIn(f"error: kernel K<{n}>: ", said)
        self.assertEqual(said.count("error: kernel"), 2)
        self.run_driver("-fsycl", "-DBAD=-1", "a.cpp", "-o", "a")
        self.output_of("a")

    def test_optimised_away_is_not_there(self) -> None:
        self.write(
            "a.cpp",
            self.PRELUDE
            + "int apply(int (*g)(int), int n) { return g(n); }\nint twice(int n) { return 2 * n; }\n"
            "void f(sycl::queue q, int *p) {\nq.single_task([=] { *p = apply(twice, 3); });\n"
            'q.single_task([=] { if (sizeof(int) == 3) throw std::logic_error("odd"); });\n}',
        )
        self.run_driver("-fsycl", "-c", "a.cpp")


class Attributes(DriverTest):
    """Kernel attributes; what they do is tested where kernels run."""

    def test_of_others_are_warned_of_unless_silenced(self) -> None:
        self.write("a.cpp", "[[other::thing]] int x;\n[[sycl::vec_type_hint(float)]] void f() {}\n")
        said = self.run_driver("-fsycl", "-c", "a.cpp").stderr
        self.assertIn("a.cpp:1:3: warning: unknown attribute 'other::thing' ignored", said)
        self.assertNotIn("vec_type_hint", said)
        for flag in ("-w", "-Wno-unknown-attributes"):
            self.assertEqual(self.run_driver("-fsycl", flag, "-c", "a.cpp").stderr, "")

    def test_are_no_errors_where_warnings_are(self) -> None:
        kernel = "q.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(8)]] {});"
        self.write("a.cpp", "#include <sycl/sycl.hpp>\nvoid f(sycl::queue q) {\n" + kernel + "\n}")
        self.assertEqual(self.run_driver("-fsycl", "-Wall", "-Werror", "-c", "a.cpp").stderr, "")

    def test_reach_kernels_through_macros(self) -> None:
        size = "sycl::reqd_work_group_size(10%d)"
        functor = "struct F%d { void operator()(sycl::nd_item<1>) const noexcept %s {} };"
        sources = (
            ("#define BODY(...) __VA_ARGS__", f"BODY([=](sycl::nd_item<1>) [[{size % 0}]] {{}})"),
            (f"#define LIST [[{size % 1}]]", "[=](sycl::nd_item<1>) noexcept LIST {}"),
            ("#define KERNEL(a) [=](sycl::nd_item<1>) [[a]] {}", f"KERNEL({size % 2})"),
            (f"#define SIZE {size % 3}", "[=](sycl::nd_item<1>) [[sycl::vec_type_hint(int), SIZE]] {}"),
            (f"#define FUNCTOR(a) {functor % (4, '[[a]]')}\nFUNCTOR({size % 4})", "F4()"),
            (functor % (5, "[[using sycl: reqd_work_group_size(105)]]"), "F5()"),
            (f"#define FIRST [[{size % 6}]]\nstruct F6 {{ FIRST void operator()(sycl::nd_item<1>) const {{}} }};", "F6()"),
            ("", "[=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(1'07)]] { (void)1'000; }"),
            ("", f"""(void(R"(")"), [=](sycl::nd_item<1>) [[{size % 8}]] {{ (void)""; }})"""),
            ("", f"[=](sycl::nd_item<1>) noexcept(sizeof(int) == 4) [[{size % 9}]] {{}}"),
            ("", "[=]<int N = sizeof(std::pair<int, int>)>(sycl::nd_item<1>) [[sycl::reqd_work_group_size(110)]] {}"),
        )  # fmt: skip
        lines = [
            "#include <sycl/sycl.hpp>",
            *(before for before, _ in sources),
            "void f(sycl::queue q) {",
        ]
        lines += [f"q.parallel_for(sycl::nd_range<1>(8, 8), {kernel});" for _, kernel in sources]
        self.write("a.cpp", "\n".join([*lines, "}"]))  # fmt: skip
        self.run_driver("-fsycl", "-fsycl-device-only", "-S", "a.cpp", "-o", "a.ll")
        annotated = re.findall(r"\{ i32 (\d+) \}", (self.folder / "a.ll").read_text())
        self.assertLessEqual({f"{100 + i}" for i in range(len(sources))}, set(annotated))

    def test_contradictions_are_errors(self) -> None:
        for attribute, message in (
            ("sycl::reqd_work_group_size(8, 1)", "reqd_work_group_size has 2 sizes, the kernel 1 dimensions"),
            ("sycl::reqd_work_group_size(0)", "sizes are positive"),
            ("sycl::reqd_sub_group_size(8), sycl::reqd_sub_group_size(4)", "requires sub-groups of"),
        ):  # fmt: skip
            kernel = f"q.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) [[{attribute}]] {{}});"
            self.write(
                "a.cpp", "#include <sycl/sycl.hpp>\nvoid f(sycl::queue q) {\n" + kernel + "\n}"
            )
            self.assertIn(message, self.run_driver("-fsycl", "-c", "a.cpp", ok=False).stderr)


class Externals(DriverTest):
    """SYCL_EXTERNAL functions: device code of several translation units, linked when a kernel is finalized."""

    USES = """
        #include <sycl/sycl.hpp>
        #include <cstdio>
        SYCL_EXTERNAL int twice(int);
        struct Point { float x; SYCL_EXTERNAL float length(float y) const; };
        int main() {
          sycl::queue q;
          float *p = sycl::malloc_shared<float>(4, q);
          q.parallel_for(4, [=](sycl::id<1> i) { p[i] = Point{3}.length(4) + twice(int(i)); }).wait();
          std::printf("%g %g\\n", p[0], p[3]);
          sycl::free(p, q);
        }"""
    TWICE = """
        #include <sycl/sycl.hpp>
        template <sycl::aspect A> [[sycl::device_has(A)]] SYCL_EXTERNAL int more(int, int);
        template <> SYCL_EXTERNAL [[sycl::device_has()]] int more<sycl::aspect::cpu>(int x, int) { return x; }
        [[sycl::device_has()]] SYCL_EXTERNAL int more(int, int);
        static int own(int x) { return more(x, 0); }
        SYCL_EXTERNAL int twice(int x) { return own(x) + x; }"""
    REST = """
        #include <cmath>
        extern SYCL_EXTERNAL int more(int, int);
        SYCL_EXTERNAL
        extern "C++"
        int more(int, int);
        inline SYCL_EXTERNAL int unused() { return 1; }
        extern "C++" SYCL_EXTERNAL int more(int x, int y) { return x + y; }
        struct Point { float x; float SYCL_EXTERNAL length(float y) const; };
        float Point::length(float y) const { return std::sqrt(x * x + y * y); }"""

    def test_links_device_code_of_objects_and_static_libraries(self) -> None:
        for name, text in (("a", self.USES), ("b", self.TWICE), ("c", self.REST)):
            self.write(f"{name}.cpp", text)
            self.run_driver("-fsycl", "-O1", "-c", f"{name}.cpp")
        self.run_driver("-fsycl", "a.o", "b.o", "c.o", "-o", "whole")
        self.assertEqual(self.output_of("whole"), "5 11\n")
        subprocess.run(["ar", "rc", "libx.a", "b.o", "c.o"], cwd=self.folder, check=True)
        self.run_driver("-fsycl", "a.o", "-L.", "-lx", "-Wl,--gc-sections", "-o", "archived")
        self.assertEqual(self.output_of("archived"), "5 11\n")
        self.run_driver("-fsycl", "-shared", "-fPIC", "b.cpp", "c.cpp", "-o", "libs.so")
        self.run_driver("-fsycl", "a.o", "libs.so", "-Wl,-rpath,$ORIGIN", "-o", "shared")
        self.assertEqual(self.output_of("shared"), "5 11\n")

    def test_constant_arrays_are_device_globals_in_cxx20_too(self) -> None:
        self.write(
            "a.cpp",
            """
            #include <sycl/sycl.hpp>
            static sycl::ext::oneapi::experimental::device_global<const float[3]> steps{-0.5, 0, 0.5};
            float last() { return steps[2]; }""",
        )
        self.run_driver("-fsycl", "-std=c++20", "-fsyntax-only", "a.cpp")

    def test_functions_of_other_units_read_specialization_constants(self) -> None:
        header = """
            #include <sycl/sycl.hpp>
            #include <cstdio>
            template <int I> inline constexpr sycl::specialization_id<int> number(I);
            SYCL_EXTERNAL int read(sycl::kernel_handler &);"""
        self.write(
            "b.cpp",
            header
            + "int read(sycl::kernel_handler &h) { return h.get_specialization_constant<number<2>>(); }",
        )
        self.write(
            "a.cpp",
            header
            + """
            class Reads;
            void ask(sycl::queue q, int *p, void (*prepare)(sycl::handler &)) {
              q.submit([&](sycl::handler &h) {
                prepare(h);
                h.single_task<Reads>([=](sycl::kernel_handler kh) {
                  *p = 10 * kh.get_specialization_constant<number<1>>() + read(kh);
                });
              }).wait();
              std::printf("%d\\n", *p);
            }
            int main() {
              sycl::queue q;
              int *p = sycl::malloc_shared<int>(1, q);
              ask(q, p, [](sycl::handler &) {});
              ask(q, p, [](sycl::handler &h) { h.set_specialization_constant<number<2>>(7); });
              const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::input>(
                  q.get_context(), {sycl::get_kernel_id<Reads>()});
              std::printf("%d\\n", bundle.has_specialization_constant<number<2>>() ? 1 : 0);
              sycl::free(p, q);
            }""",
        )
        self.run_driver("-fsycl", "a.cpp", "b.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "12\n17\n1\n")

    def test_a_missing_or_second_definition_is_the_linkers_error(self) -> None:
        self.write("a.cpp", self.USES)
        self.write("b.cpp", self.TWICE)
        self.assertIn(
            "length", self.run_driver("-fsycl", "a.cpp", "b.cpp", "-o", "a", ok=False).stderr
        )
        self.write("c.cpp", self.REST)
        self.write("d.cpp", "SYCL_EXTERNAL int more(int x, int y) { return x - y; }")
        said = self.run_driver("-fsycl", "a.cpp", "b.cpp", "c.cpp", "d.cpp", "-o", "a", ok=False)
        self.assertIn("more", said.stderr)

    def test_a_function_of_another_unit_without_the_mark_is_an_error(self) -> None:
        self.write("a.cpp", self.USES.replace("SYCL_EXTERNAL int twice", "int twice"))
        said = self.run_driver("-fsycl", "-c", "a.cpp", ok=False).stderr
        self.assertIn("SYCL_EXTERNAL", said)
        self.assertIn("twice(int)", said)

    def test_kernels_of_external_functions_take_part_in_the_object_cache(self) -> None:
        self.write("a.cpp", self.USES)
        self.write("c.cpp", self.REST)
        for factor in (2, 3):
            self.write("b.cpp", f"SYCL_EXTERNAL int twice(int x) {{ return {factor} * x; }}")
            self.run_driver("-fsycl", "a.cpp", "b.cpp", "c.cpp", "-o", "a")
            self.assertEqual(self.output_of("a"), f"5 {5 + 3 * factor}\n")


class Checks(DriverTest):
    """WEFT_CHECK=1: subscripts of accessors are checked."""

    PROGRAM = """
    #include <sycl/sycl.hpp>
    #include <cstdlib>
    #include <cstring>
    int main(int, char **argv) {
      const int beyond = std::atoi(argv[2]);
      sycl::queue q;
      sycl::buffer<int, 1> a(8);
      sycl::buffer<int, 2> b(sycl::range<2>(4, 8));
      q.submit([&](sycl::handler &h) {
        sycl::accessor x(a, h);
        sycl::accessor y(b, h);
        sycl::local_accessor<int, 1> z(16, h);
        const bool one = !std::strcmp(argv[1], "one"), two = !std::strcmp(argv[1], "two");
        const bool slice = !std::strcmp(argv[1], "slice");
        const int further = std::strcmp(argv[1], "local") ? 0 : beyond;
        h.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> it) {
          const int i = it.get_global_id(0);
          z[i + 8] = i;
          if (i == 5 && one)
            x[beyond] = 1;
          else if (two)
            y[sycl::id<2>(i / 2, beyond)] = 2;
          else if (slice)
            y[beyond][i] = 3;
          else
            x[i] = z[i + 8 + further];
        });
      }).wait();
      return 0;
    }
    """

    def ends(self, *arguments: str, check: str = "1") -> subprocess.CompletedProcess[str]:
        environment = dict(os.environ, WEFT_CHECK=check, ONEAPI_DEVICE_SELECTOR="*:cpu")
        return subprocess.run(
            [str(self.folder / "a"), *arguments], text=True, capture_output=True, env=environment
        )

    def test_a_wrong_index_is_told_with_line_index_and_extent(self) -> None:
        self.write("a.cpp", self.PROGRAM)
        self.run_driver("-fsycl", "-g", "a.cpp", "-o", "a")
        lines = self.PROGRAM.splitlines()
        for case, index, extent, code in (
            ("one", 8, 8, "x[beyond] = 1"),
            ("one", -1, 8, "x[beyond] = 1"),
            ("two", 8, 8, "beyond)] = 2"),
            ("slice", 4, 4, "y[beyond][i]"),
            ("local", 100, 16, "z[i + 8 + further]"),
        ):
            done = self.ends(case, str(index))
            self.assertNotEqual(done.returncode, 0, case)
            line = next(n for n, text in enumerate(lines, 1) if code in text)
            self.assertRegex(done.stderr, rf"a\.cpp:{line}:\d+: error: kernel main::", case)
            shown = r"1\d\d" if case == "local" else str(index)
            self.assertRegex(
                done.stderr, rf": index {shown} is out of bounds: the extent is {extent}\n"
            )
        for case, index in ("one", 7), ("two", 7), ("slice", 3), ("local", 0):
            self.assertEqual(self.ends(case, str(index)).returncode, 0, case)
        self.assertEqual(self.ends("two", "8", check="0").returncode, 0, "inside of the memory")

    def test_without_debug_information_the_kernel_is_named(self) -> None:
        self.write("a.cpp", self.PROGRAM)
        self.run_driver("-fsycl", "a.cpp", "-o", "a")
        self.assertIn(": index 9 is out of bounds: the extent is 8\n", self.ends("one", "9").stderr)


class Finished(DriverTest):
    """-fsycl-targets=, --offload-arch= and kin: objects carry finished code."""

    PROGRAM = """
    #include <sycl/sycl.hpp>
    #include <cstdio>
    int main() {
      sycl::queue q;
      int *p = sycl::malloc_shared<int>(256, q), *other = sycl::malloc_shared<int>(256, q);
      q.parallel_for(256, [=](sycl::id<1> i) { other[i] = int(i); }).wait();
      q.submit([&](sycl::handler &h) {
        sycl::local_accessor<int, 1> local(64, h);
        h.parallel_for(sycl::nd_range<1>(256, 64), [=](sycl::nd_item<1> it) {
          local[63 - it.get_local_id(0)] = other[it.get_global_id(0)];
          sycl::group_barrier(it.get_group());
          p[it.get_global_id(0)] = local[it.get_local_id(0)];
        });
      }).wait();
      std::printf("%d %d\\n", p[0], p[255]);
      sycl::free(p, q);
      sycl::free(other, q);
    }
    """
    RESULT = "63 192\n"

    def explained(self, program: str, **environment: str) -> subprocess.CompletedProcess[str]:
        cache = tempfile.mkdtemp(dir=self.folder)
        everything = dict(os.environ, WEFT_EXPLAIN="1", WEFT_CACHE_DIR=cache)
        everything.setdefault("ONEAPI_DEVICE_SELECTOR", "*:cpu")
        return subprocess.run(
            [str(self.folder / program)],
            text=True,
            capture_output=True,
            env=everything | environment,
        )

    def test_a_first_launch_on_a_cpu_compiles_nothing(self) -> None:
        self.write("a.cpp", self.PROGRAM)
        self.run_driver(
            "-fsycl", "-fsycl-targets=spir64_x86_64,nvptx64-nvidia-cuda", "a.cpp", "-o", "a",
        )  # fmt: skip
        done = self.explained("a")
        self.assertEqual(done.stdout, self.RESULT)
        self.assertEqual(done.stderr.count(" was finished with its program"), 2, done.stderr)
        self.assertNotIn(" compiled for ", done.stderr)
        for name, value in ("WEFT_VECTOR_WIDTH", "2"), ("WEFT_CHECK", "1"):
            other = self.explained("a", **{name: value})
            self.assertEqual(other.stdout, self.RESULT)
            self.assertEqual(other.stderr.count(" compiled for "), 2, name)
        narrow = self.explained("a", WEFT_VECTOR_BITS="256")
        self.assertEqual(narrow.stdout, self.RESULT)
        self.assertNotIn(" compiled for ", narrow.stderr)

    def test_levels_of_a_cpu_can_be_chosen(self) -> None:
        self.write("a.cpp", self.PROGRAM)
        self.run_driver(
            "-fsycl", "-fsycl-targets=native_cpu", "-Xsycl-target-backend=native_cpu", "-march=avx2",
            "a.cpp", "-o", "a",
        )  # fmt: skip
        done = self.explained("a", WEFT_VECTOR_BITS="256")
        self.assertEqual(done.stdout, self.RESULT)
        self.assertNotIn(" compiled for ", done.stderr)

    def test_a_first_launch_on_a_gpu_compiles_nothing(self) -> None:
        driver = BIN.parent / "lib" / "fake_cuda"
        if not driver.exists():
            self.skipTest("no stand-in for CUDA's driver beside the compiler")
        self.write("a.cpp", self.PROGRAM)
        for spelled in (
            ["-fsycl-targets=nvptx64-nvidia-cuda", "--offload-arch=sm_90"],
            ["-fsycl-targets=nvidia_gpu_sm_90"],
            ["-fsycl-targets=nvptx64-nvidia-cuda",
             "-Xsycl-target-backend=nvptx64-nvidia-cuda", "--cuda-gpu-arch=sm_90"],
            ["-fsycl-targets=nvptx64-nvidia-cuda",
             "-Xsycl-target-backend", "--cuda-gpu-arch=sm_90a"],
        ):  # fmt: skip
            self.run_driver("-fsycl", *spelled, "a.cpp", "-o", "a")
            environment = {"LD_LIBRARY_PATH": str(driver), "ONEAPI_DEVICE_SELECTOR": "cuda:*"}
            done = self.explained("a", **environment, WEFT_FAKE_CUDA="sm=90")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(" was finished with its program", done.stderr)
            self.assertNotIn(" compiled for ", done.stderr)
        other = self.explained("a", **environment, WEFT_FAKE_CUDA="sm=80")
        self.assertNotIn(" was finished with its program", other.stderr)
        self.assertIn(" compiled for ", other.stderr)

    def test_a_code_generator_that_cannot_be_loaded_is_not_missed(self) -> None:
        """Launches that would have code of their own compiled beside the program go on with what it carries."""
        driver = BIN.parent / "lib" / "fake_cuda"
        if not driver.exists():
            self.skipTest("no stand-in for CUDA's driver beside the compiler")
        generator = BIN.parent / "lib" / "libweft-codegen.so"
        said = subprocess.run(["ldd", str(generator)], text=True, capture_output=True).stdout
        llvm = re.search(r"(libLLVM\S*) => (\S+)", said)
        if llvm is None:
            self.skipTest("LLVM is a part of the code generator")
        notes = subprocess.run(["readelf", "-n", llvm[2]], text=True, capture_output=True).stdout
        identity = re.search(r"Build ID: (\w+)", notes)
        assert identity is not None, notes
        self.write("stub.cpp", "extern int stub;\nint stub;\n")
        self.run_driver(
            "-shared", "-fPIC", "-nostdlib", f"-Wl,--build-id=0x{identity[1]},-soname,{llvm[1]}",
            "stub.cpp", "-o", llvm[1],
        )  # fmt: skip
        self.write(
            "a.cpp", self.PROGRAM.replace("q.submit", "for (int i = 0; i < 4; ++i) q.submit")
        )
        self.run_driver("-fsycl", "-fsycl-targets=nvidia_gpu_sm_90", "a.cpp", "-o", "a")
        device = {"ONEAPI_DEVICE_SELECTOR": "cuda:*", "WEFT_FAKE_CUDA": "sm=90"}
        beside = self.explained("a", LD_LIBRARY_PATH=str(driver), **device)
        self.assertIn(" compiled for ", beside.stderr)
        done = self.explained("a", LD_LIBRARY_PATH=f"{driver}:{self.folder}", **device)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(" is not compiled beside the program: ", done.stderr)

    def test_architectures_without_code_are_errors(self) -> None:
        self.write("a.cpp", self.PROGRAM)
        for arguments, complaint in (
            (["--offload-arch=sm_61"], "there is no code for sm_61; NVIDIA's GPUs that Weft"),
            (["-fsycl-targets=nvidia_gpu_sm_9x"], "there is no code for sm_9x"),
            (
                ["-Xsycl-target-backend=nvptx64-nvidia-cuda", "--offload-arch=gfx90a"],
                "gfx90a is no GPU of NVIDIA's",
            ),
        ):
            done = self.run_driver("-fsycl", *arguments, "-c", "a.cpp", ok=False)
            self.assertIn(complaint, done.stderr)


class CMake(DriverTest):
    def configure(self, text: str, *arguments: str, compiler: Path | str = DRIVER) -> None:
        self.write(
            "CMakeLists.txt", "cmake_minimum_required(VERSION 3.21)\nproject(p CXX)\n" + text
        )
        done = subprocess.run(
            ["cmake", "-S", str(self.folder), "-B", str(self.folder / "b"), f"-DCMAKE_CXX_COMPILER={compiler}", *arguments],
            text=True, capture_output=True, env={**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"},
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def build(self) -> str:
        done = subprocess.run(
            ["cmake", "--build", str(self.folder / "b")], text=True, capture_output=True
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_unmodified_project_finds_intel_sycl(self) -> None:
        self.write("main.cpp", PROGRAM)
        self.write("host.cpp", "#ifdef SYCL_LANGUAGE_VERSION\n#error\n#endif\n")
        self.configure(
            """
            find_package(IntelSYCL REQUIRED)
            add_executable(a main.cpp host.cpp)
            target_compile_definitions(a PRIVATE VALUE=12)
            add_sycl_to_target(TARGET a SOURCES main.cpp)
            add_executable(b main.cpp)
            target_compile_definitions(b PRIVATE VALUE=13)
            target_link_libraries(b PRIVATE IntelSYCL::SYCL_CXX)"""
        )
        self.build()
        self.assertEqual(self.output_of("b/a"), "12\n")
        self.assertEqual(self.output_of("b/b"), "13\n")

    def test_unmodified_project_finds_onemkl(self) -> None:
        self.write(
            "main.cpp",
            """
            #include <oneapi/mkl.hpp>
            #include <cstdio>
            int main() {
              sycl::queue q;
              double *x = sycl::malloc_shared<double>(4, q);
              auto filled = q.fill(x, 3.0, 3);
              oneapi::mkl::blas::row_major::dot(q, 3, x, 1, x, 1, x + 3, {filled}).wait();
              std::printf("%g\\n", x[3]);
              sycl::free(x, q);
            }""",
        )
        self.configure(
            """
            find_package(MKL REQUIRED)
            add_executable(a main.cpp)
            target_link_libraries(a PRIVATE MKL::MKL_SYCL)"""
        )
        self.build()
        self.assertEqual(self.output_of("b/a"), "27\n")

    def test_a_project_for_adaptivecpp_builds_with_any_compiler(self) -> None:
        self.write("main.cpp", '#include "part.hpp"\n' + PROGRAM)
        self.write("part.hpp", "#define VALUE part()\nSYCL_EXTERNAL int part();")
        self.write("part.cpp", '#include "part.hpp"\nint part() { return 14; }')
        for compiler in filter(shutil.which, (DRIVER, "g++")):
            shutil.rmtree(self.folder / "b", ignore_errors=True)
            self.configure(
                """
                find_package(AdaptiveCpp 24.02 REQUIRED)
                add_library(part STATIC part.cpp)
                add_sycl_to_target(TARGET part)
                add_executable(a main.cpp)
                target_link_libraries(a PRIVATE part AdaptiveCpp::acpp-rt)
                add_sycl_to_target(TARGET a SOURCES main.cpp)""",
                "-DACPP_TARGETS=generic",
                compiler=compiler,
            )
            self.build()
            self.assertEqual(self.output_of("b/a"), "14\n")

    def test_any_name_of_the_compiler_serves_its_own_prefix_only(self) -> None:
        """A wheel holds copies where the build has links; the compiler is asked, not its name compared."""
        prefix = self.folder / "prefix"
        for folder, names in (("bin", ("icpx", "weft-clang++")), ("lib/cmake", ("IntelSYCL",))):
            (prefix / folder).mkdir(parents=True)
            for name in names:
                source = BIN.parent / folder / name
                copy = shutil.copytree if source.is_dir() else shutil.copy
                copy(source.resolve(), prefix / folder / name)
        package = f"-DCMAKE_PREFIX_PATH={prefix}"
        text = "find_package(IntelSYCL REQUIRED)"
        self.configure(text, package, compiler=prefix / "bin/icpx")
        shutil.rmtree(self.folder / "b")
        with self.assertRaisesRegex(AssertionError, "configure with"):
            self.configure(text, package, compiler="clang++-22")

    def test_a_target_precompiles_its_headers(self) -> None:
        kernel = "[=](sycl::id<1> i) { p[i] = VALUE; }"
        attributed = "sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> it) [[sycl::reqd_work_group_size(4)]] { p[it.get_global_linear_id()] = VALUE; }"
        self.assertIn(f"4, {kernel}", PROGRAM)
        self.write("main.cpp", PROGRAM)
        self.write("attributed.cpp", PROGRAM.replace(f"4, {kernel}", attributed))
        self.write("value.hpp", "#include <sycl/sycl.hpp>\nconstexpr int VALUE = 1;\n")
        self.configure(
            """
            find_package(IntelSYCL REQUIRED)
            add_executable(a main.cpp)
            add_sycl_to_target(TARGET a)
            target_precompile_headers(a PRIVATE value.hpp <vector>)
            add_executable(b attributed.cpp)
            add_sycl_to_target(TARGET b)
            target_precompile_headers(b REUSE_FROM a)""",
            "-GNinja",
        )
        self.build()
        self.assertEqual(self.output_of("b/a") + self.output_of("b/b"), "1\n1\n")
        self.write("value.hpp", "#include <sycl/sycl.hpp>\nconstexpr int VALUE = 2;\n")
        os.utime(self.folder / "value.hpp", ns=(2**62, 2**62))
        self.build()
        self.assertEqual(self.output_of("b/a") + self.output_of("b/b"), "2\n2\n")

    def test_a_changed_header_rebuilds(self) -> None:
        self.write("main.cpp", '#include "value.hpp"\n' + PROGRAM)
        self.write("value.hpp", "#define VALUE 1")
        self.configure(
            "find_package(IntelSYCL REQUIRED)\nadd_executable(a main.cpp)\nadd_sycl_to_target(TARGET a)",
            "-GNinja",
        )
        self.build()
        self.write("value.hpp", "#define VALUE 2")
        os.utime(self.folder / "value.hpp", ns=(2**62, 2**62))
        self.build()
        self.assertEqual(self.output_of("b/a"), "2\n")


if __name__ == "__main__":
    unittest.main(verbosity=1)
