"""Headers that weft-clang++ finds, by their own names, by those of other implementations, and beside the program.

Usage: driver_headers_test.py BIN, where BIN holds weft-clang++.
"""

from __future__ import annotations

import unittest

from driver_support import BIN, PROGRAM, DriverTest


class Headers(DriverTest):
    def test_headers_by_names_of_other_implementations(self) -> None:
        names = BIN.parent / "include" / "header_names"
        headers = [h.relative_to(names) for h in sorted(names.rglob("*.hpp"))]
        headers = [h for h in headers if h.name != "esimd.hpp" and h.parent.name != "mkl"]  # errors
        self.assertGreater(len(headers), 100)
        self.write("a.cpp", "".join(f"#include <{h}>\n" for h in headers) + "sycl::queue *q;\n")
        self.run_driver("-fsycl", "-fsyntax-only", "a.cpp")

    def test_headers_of_parts_by_the_names_of_dpcxx(self) -> None:
        parts = ("kernel", "info/kernel", "exception_list", "ext/oneapi/work_group_scratch_memory")
        parts += ("sycl_span", "async_handler", "detail/vector_convert", "detail/vector_arith")
        parts += (
            "ext/oneapi/experimental/kernel_queue_info",
            "ext/oneapi/experimental/graph/command_graph",
            "ext/oneapi/experimental/use_root_sync_prop",
        )
        self.write(
            "old.cpp",
            "#include <sycl/CL/sycl.hpp>\n#include <CL/sycl/properties/accessor_properties.hpp>\ncl::sycl::queue *q;\n",
        )
        self.run_driver("-fsycl", "-fsyntax-only", "old.cpp")
        self.write(
            "complex.cpp",
            """
            #include <sycl/ext/oneapi/experimental/sycl_complex.hpp>
            #ifndef SYCL_IMPLEMENTATION_ONEAPI
            #error another implementation
            #endif
            sycl::ext::oneapi::experimental::complex<float> *z;""",
        )
        self.run_driver("-fsycl", "-fsyntax-only", "complex.cpp")
        self.write(
            "a.cpp",
            "#include <sycl/detail/cl.h>\n"
            + "".join(f"#include <sycl/{p}.hpp>\n" for p in parts)
            + "sycl::kernel *k;\n",
        )
        self.run_driver("-fsycl", "-fsyntax-only", "a.cpp")

    def test_headers_of_the_host_s_processor(self) -> None:
        headers = ("cpuid.h", "x86intrin.h", "immintrin.h", "mm_malloc.h", "unwind.h")
        self.write(
            "a.cpp",
            "".join(f"#include <{h}>\n" for h in headers)
            + "#include <sycl/sycl.hpp>\n#include <cpuid.h>\n"
            "int main() { sycl::queue q; q.single_task([] {}).wait(); int words[4]; __cpuidex(words, 0, 0);"
            " unsigned a = 0, b, c, d; __cpuid(0, a, b, c, d); return words[1] != int(b); }",
        )
        self.run_driver("-fsycl", "a.cpp", "-o", "a")
        self.output_of("a")

    def test_the_header_brings_what_programs_take_from_the_c_library_and_cxxs(self) -> None:
        self.write(
            "a.cpp",
            "#include <sycl/sycl.hpp>\nint main() { std::vector<int> v(3); std::iota(v.begin(), v.end(), 0);"
            ' std::sort(v.begin(), v.end()); std::cout << std::strlen("a");'
            " std::array<std::complex<float>, 2> a; assert(std::accumulate(v.begin(), v.end(), 0) == 3 && a.size()); }",
        )
        self.run_driver("-fsycl", "-fsyntax-only", "a.cpp")

    def test_headers_without_their_folder(self) -> None:
        self.write("mine/range.hpp", "#define MINE")
        self.write(
            "a.cpp",
            """
            #include <buffer.hpp>
            #include <range.hpp>
            #include <dpc_common.hpp>
            #ifndef MINE
            #error
            #endif
            int main() {
              dpc_common::TimeInterval time;
              sycl::_V1::queue q(dpc_common::exception_handler);
              return time.Elapsed() < 0;
            }""",
        )
        self.run_driver("-fsycl", "-I", "mine", "a.cpp", "-o", "a")
        self.output_of("a")

    def test_sycl_may_be_named_as_an_alias(self) -> None:
        lines = ["#include <CL/sycl.hpp>", "// ours", "namespace sycl = cl::sycl;"]
        (self.folder / "in").mkdir()
        self.write("in/near.hpp", "#define NEAR 1")
        self.write(
            "in/a.cpp",
            "\n".join([*lines, PROGRAM.replace("#include", '#include "near.hpp"\n#include', 1)]),
        )
        self.run_driver("-fsycl", "-DVALUE=4", "-MD", "-MF", "a.d", "in/a.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "4\n")
        self.assertIn("in/a.cpp", (self.folder / "a.d").read_text())
        self.write("in/a.cpp", "\n".join([*lines, "int main() { wrong(); }"]))
        self.assertIn(
            "in/a.cpp:4:14: error",
            self.run_driver("-fsycl", "-c", "in/a.cpp", ok=False).stderr,
        )

    def test_headers_of_the_program_may_name_sycl_as_an_alias(self) -> None:
        alias = "#pragma once\n#include <CL/sycl.hpp>\nnamespace sycl = cl::sycl;\n"
        self.write("inc/common/all.hpp", alias)
        self.write("inc/deep.hpp", "#pragma once\n#  include <common/all.hpp>\n")
        self.write(
            "src/beside.hpp",
            alias + '#include "../inc/deep.hpp"\n#if 0\n#include "absent.hpp"\n#endif\n',
        )
        self.write("src/a.cpp", '#include "beside.hpp"\n' + PROGRAM)
        self.run_driver("-fsycl", "-DVALUE=5", "-Iinc", "src/a.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "5\n")
        self.write("src/beside.hpp", alias + "int wrong = unknown;\n")
        self.assertIn(
            "src/beside.hpp:4:13: error",
            self.run_driver("-fsycl", "-c", "src/a.cpp", ok=False).stderr,
        )

    def test_programs_declare_and_define_in_the_old_namespace(self) -> None:
        self.write(
            "inc/ours.hpp",
            """
            namespace cl { namespace sycl {
            class queue;
            } }
            namespace cl::sycl::ext { struct of_the_program {}; }
            int order_of(cl::sycl::queue &);""",
        )
        self.write(
            "a.cpp",
            """
            #include "ours.hpp"
            #include <CL/sycl.hpp>
            __SYCL_INLINE_NAMESPACE(cl) {
            namespace sycl {
            inline int twice(int i) { return 2 * i; }
            struct one { int a; };
            template <> struct is_device_copyable<one> : std::true_type {};
            } // namespace sycl
            } // namespace cl
            namespace cl::sycl { inline int thrice(int i) { return 3 * i; } }
            using namespace cl::sycl;
            int order_of(queue &q) { return q.is_in_order(); }
            int main() {
              cl::sycl::queue q;
              int *p = malloc_shared<int>(1, q);
              q.single_task([=] { p[0] = cl::sycl::twice(3) + ::sycl::thrice(5); }).wait();
              std::printf("%d %d %d\\n", p[0], order_of(q), int(std::is_empty_v<ext::of_the_program>));
            }""",
        )
        self.run_driver("-fsycl", "-Wall", "-Wextra", "-Werror", "-Iinc", "a.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "21 0 1\n")
        self.write("a.cpp", "namespace cl::sycl {\nint x = wrong;\n}")
        self.assertIn("a.cpp:2:9: error", self.run_driver("-fsycl", "-c", "a.cpp", ok=False).stderr)

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


if __name__ == "__main__":
    unittest.main(verbosity=1)
