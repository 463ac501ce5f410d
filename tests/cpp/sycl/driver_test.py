"""weft-clang++ as a compiler: stages, outputs, dependency files, flags, errors; and what is not there.

Usage: driver_test.py BIN, where BIN holds weft-clang++.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from driver_support import BIN, DRIVER, PROGRAM, DriverTest


class Stages(DriverTest):
    def test_compiles_and_links_at_once(self) -> None:
        self.write("a.cpp", PROGRAM)
        self.run_driver("-fsycl", "-DVALUE=5", "a.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "5\n")
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["a", "a.cpp"])

    def test_an_object_without_kernels_needs_no_library(self) -> None:
        self.write("a.cpp", "#include <sycl/sycl.hpp>\nint main() {}\n")
        self.run_driver("-fsycl", "-c", "a.cpp")
        self.run_driver("a.o", "-o", "a")
        self.assertEqual(self.output_of("a"), "")

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

    def test_predefines_what_dpcpp_does_in_both_passes(self) -> None:
        self.write(
            "a.cpp",
            """static_assert(SYCL_LANGUAGE_VERSION == 202012L);
            static_assert(__SYCL_UNNAMED_LAMBDA__ == 1);
            void use(sycl::queue &);""",
        )
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
            "spir_kernel void @_ZTSN4sycl3_V16detail12range_kernelILi1E",
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

    def test_opencl_is_linked_where_it_is(self) -> None:
        """Builds for DPC++ link it, whether they call it or not."""
        self.write("a.cpp", PROGRAM)
        here = any(Path("/usr/lib").rglob("libOpenCL.so"))
        done = self.run_driver("-fsycl", "-DVALUE=6", "a.cpp", "-lOpenCL", "-o", "a")
        self.assertEqual("'-lOpenCL' is left out" in done.stderr, not here)
        self.assertEqual(self.output_of("a"), "6\n")
        self.write("cl.c", "int clThere() { return 7; }")
        self.run_driver("-shared", "-fPIC", "-x", "c", "cl.c", "-o", "libOpenCL.so")
        self.write(
            "b.cpp",
            '#include <sycl/sycl.hpp>\nextern "C" int clThere();\nint main() { return clThere() - 7; }',
        )
        for folder in ("-L.",), ("-L", "."):
            done = self.run_driver(
                "-fsycl", "b.cpp", *folder, "-Wl,-rpath,.", "-lOpenCL", "-o", "b"
            )
            self.assertEqual(done.stderr, "")

    def test_libraries_of_mkl_are_linked_where_they_are(self) -> None:
        self.write("a.cpp", PROGRAM)
        flags = ("-lmkl_sycl", "-lmkl_intel_ilp64", "-lmkl_tbb_thread", "-lmkl_core", "-lsycl")
        done = self.run_driver("-fsycl", "-DVALUE=6", "a.cpp", *flags, "-o", "a")
        self.assertEqual(done.stderr.count("is left out: no such library"), 4)
        self.assertEqual(self.output_of("a"), "6\n")
        self.write("mkl.c", "int mkl_there() { return 7; }")
        self.run_driver("-shared", "-fPIC", "-x", "c", "mkl.c", "-o", "libmkl_core.so")
        self.write("b.cpp", 'extern "C" int mkl_there();\nint main() { return mkl_there() - 7; }')
        flags = ("-L.", "-Wl,-rpath,.", "-lmkl_core")
        self.assertEqual(self.run_driver("-fsycl", "b.cpp", *flags, "-o", "b").stderr, "")
        absent = self.run_driver("-fsycl", "b.cpp", "-labsent", "-o", "b", ok=False).stderr
        self.assertIn("-labsent", absent)

    def test_devices_may_be_linked_apart(self) -> None:
        self.write("a.cpp", PROGRAM)
        self.run_driver("-fsycl", "-DVALUE=5", "-c", "a.cpp")
        self.run_driver("-fsycl", "-fsycl-link", "a.o", "-o", "devices.o")
        self.run_driver("-fsycl", "a.o", "devices.o", "-o", "a")
        self.assertEqual(self.output_of("a"), "5\n")

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
        self.assertIn("DPC++ (intel/llvm)", text)  # by which heFFTe and vecmem know how to call it
        self.assertIn("clang version 22", text)

    def test_other_names_are_the_same_driver(self) -> None:
        for name in ("clang++", "icpx", "icx", "dpcpp", "acpp", "syclcc"):
            self.assertEqual(os.path.realpath(BIN / name), DRIVER)

    def test_names_of_compilers_for_sycl_alone_need_no_flag(self) -> None:
        self.write("a.cpp", PROGRAM)
        for name, flags in ("dpcpp", ()), ("acpp", ("--acpp-targets=generic",)), ("syclcc", ()):
            command = (BIN / name, *flags, "-DVALUE=8", "-O2")
            subprocess.run(
                (*command, "-c", "a.cpp"), cwd=self.folder, check=True, capture_output=True
            )
            subprocess.run(
                (*command, "a.o", "-o", "a"), cwd=self.folder, check=True, capture_output=True
            )
            self.assertEqual(self.output_of("a"), "8\n")
        self.write("b.cpp", "#ifdef SYCL_LANGUAGE_VERSION\n#error asked not to\n#endif\n")
        subprocess.run((BIN / "dpcpp", "-fno-sycl", "-c", "b.cpp"), cwd=self.folder, check=True)

    def test_the_name_of_intels_c_compiler_is_clang_for_c(self) -> None:
        self.write(
            "a.c", '#include <stdio.h>\nint main(void) { int new = 7; printf("%d\\n", new); }'
        )
        subprocess.run((BIN / "icx", "-xHost", "a.c", "-o", "a"), cwd=self.folder, check=True)
        self.assertEqual(self.output_of("a"), "7\n")
        self.write("b.cpp", PROGRAM)
        subprocess.run(
            (BIN / "icx", "-fsycl", "-DVALUE=3", "b.cpp", "-o", "b"), cwd=self.folder, check=True
        )
        self.assertEqual(self.output_of("b"), "3\n")

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

    def test_a_standard_before_cxx17_is_raised(self) -> None:
        old = "int given_up() throw(int) { register int i = 1; return i; }\n"
        self.write("a.cpp", PROGRAM + "static_assert(__cplusplus == 201703L);\n" + old)
        for standard in ("-std=c++11", "--std=c++14", "-std=gnu++1y"):
            done = self.run_driver("-fsycl", "-DVALUE=2", standard, "a.cpp", "-o", "a")
            self.assertEqual(done.stderr.count("note:"), 1)
            self.assertIn(f"'{standard}' is '-std=", done.stderr)
            self.assertEqual(self.output_of("a"), "2\n")
        self.write("b.cpp", 'static_assert(__cplusplus == 201103L && sizeof(int) == 4, "");\n')
        self.assertEqual(self.run_driver("-std=c++11", "-c", "b.cpp").stderr, "")
        self.write("c.cpp", "static_assert(__cplusplus == 202002L);\n")
        self.assertEqual(self.run_driver("-fsycl", "-std=c++20", "-c", "c.cpp").stderr, "")

    def test_switches_of_icpx_are_those_of_clang_or_name_a_way_out(self) -> None:
        self.write(
            "a.cpp",
            "#if !defined(_OPENMP) && !defined(__SYCL_DEVICE_ONLY__)\n#error no OpenMP\n#endif\nint main() {}\n",
        )
        for switch in ("-qopenmp", "-fiopenmp"):
            said = self.run_driver("-fsycl", switch, "-c", "a.cpp").stderr
            self.assertIn(said.count("\n"), (0, 1))
            self.assertEqual("libomp-22-dev" in said, said != "")  # where that is not installed
        self.write(
            "e.cpp",
            """
            #if !defined(__AVX512F__) && !defined(__SYCL_DEVICE_ONLY__)
            #error no -march
            #endif
            int main() {}""",
        )
        for switches in (
            ("-xCORE-AVX512", "-ipo", "-no-fma"),
            ("-xICELAKE-SERVER", "-fp-model=source"),
            ("-xCOMMON-AVX512", "-fp-model", "fast=2"),
        ):
            for language in ("-fsycl", "-fno-sycl"):
                self.assertEqual(self.run_driver(language, *switches, "-c", "e.cpp").stderr, "")
        self.write("f.cpp", "int x;")
        done = self.run_driver(
            "-fsycl", "-xHost", "-axCORE-AVX2", "-diag-disable=10441", "-ftz", "-c", "f.cpp"
        )
        self.assertEqual(done.stderr.count("has no effect here"), 3)
        self.write("b.cpp", "#include <mkl_vsl.h>\n")
        done = self.run_driver("-fsycl", "-qmkl=parallel", "-c", "b.cpp", ok=False)
        self.assertIn("note: '-qmkl=parallel' has no effect here: a part of oneMKL", done.stderr)
        self.assertIn("mkl_vsl.h is of MKL, of which Weft has oneapi/mkl.hpp", done.stderr)
        self.write("c.cpp", "#include <mkl.h>\nMKL_INT n = 1;\n")
        self.run_driver("-fsycl", "-c", "c.cpp")
        self.write(
            "d.cpp",
            """
            #include <mkl_version.h>
            #include <oneapi/mkl/dft.hpp>
            #if INTEL_MKL_VERSION < 20250000 || !defined(__INTEL_MKL_BUILD_DATE)
            #error the names of older versions
            #endif
            MKL_LONG n = 1;""",
        )
        self.run_driver("-fsycl", "-c", "d.cpp")
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

    def test_files_read_beforehand_are_read_in_both_passes(self) -> None:
        self.write("a.cpp", PROGRAM)
        self.write("value.h", "#define VALUE 14\n")
        for flag in ("-imacros", "-include"):
            self.run_driver("-fsycl", flag, "value.h", "a.cpp", "-o", "a")
            with_flag = self.output_of("a")
            self.run_driver("-fsycl", "-DVALUE=14", "a.cpp", "-o", "a")
            self.assertEqual(with_flag, self.output_of("a"))

    def test_flags_that_choose_libraries_reach_the_linker(self) -> None:
        self.write("a.cpp", PROGRAM)
        said = self.run_driver("-fsycl", "-DVALUE=1", "-fopenmp", "-###", "a.cpp", "-o", "a").stderr
        (link,) = (line for line in said.splitlines() if '"-lweft"' in line)
        self.assertIn('"-lomp"', link)

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

    def test_calls_with_a_needless_template_compile(self) -> None:
        program = PROGRAM.replace("q.parallel_for(", "queue_of(q).template parallel_for(")
        program = "template <class Q> Q &queue_of(Q &q) { return q; }\n" + program
        self.assertNotEqual(program, PROGRAM)
        self.write("a.cpp", program)
        done = self.run_driver("-fsycl", "-DVALUE=8", "a.cpp", "-o", "a")
        self.assertIn("template argument list", done.stderr)
        self.assertEqual(self.output_of("a"), "8\n")

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


class Help(DriverTest):
    def test_build_scripts_find_what_they_look_for(self) -> None:
        said = self.run_driver("--help").stdout
        self.assertIn("intel", said)
        self.assertIn("-fsycl", said)
        self.assertIn("-fsyntax-only", said)  # clang's own


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


if __name__ == "__main__":
    unittest.main(verbosity=1)
