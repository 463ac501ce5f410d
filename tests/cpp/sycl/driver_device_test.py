"""What weft-clang++ makes of device code: attributes, checks; and what must not compile.

Usage: driver_device_test.py BIN, where BIN holds weft-clang++.
"""

from __future__ import annotations

import os
import re
import subprocess
import unittest

from driver_support import DriverTest


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

    def test_memory_of_groups(self) -> None:
        static = "sycl::ext::oneapi::experimental::work_group_static<int>"
        self.refuse(
            (
                f"{static} in_range;",
                "q.parallel_for(8, [=](sycl::id<1>) { in_range = n; /*here*/ });",
                "in a range kernel",
            ),
            (
                f"{static} one, other;\n{static} &of(int n) {{ return n < 0 ? one : other; }}",
                "q.parallel_for(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1>) {\n*p = of(n); /*here*/ });",
                "a work_group_static that is chosen at run time",
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
                "int next() { static int count = 0; return ++count; } /*here*/",
                "q.single_task([=] { *p = next(); });",
                "global variable next()::count that is not constant",
            ),
            (
                "",
                "static int count = 0; count += n; q.single_task([=] { *p = count; /*here*/ });",
                "count that is not constant",
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

    def test_flags_that_change_types_leave_the_library_its_layout(self) -> None:
        self.write(
            "a.cpp",
            self.PRELUDE
            + "int main() {\nsycl::queue q;\nint *p = sycl::malloc_shared<int>(1, q);\n*p = 1;\n"
            "q.submit([&](sycl::handler &h) { h.single_task([=] { *p = 0; }); }).wait();\nreturn *p;\n}",
        )
        for level in ("-O0", "-O3"):
            self.run_driver("-fsycl", level, "-mlong-double-64", "a.cpp", "-o", "a")
            self.output_of("a")

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

    def test_what_the_host_alone_calls_is_not_looked_at(self) -> None:
        self.write(
            "a.cpp",
            """
            #include <sycl/sycl.hpp>
            volatile int seen;
            template <int Depth> int twice(int x) {
              seen = x;
              if constexpr (Depth == 0)
                return x;
              else
                return twice<Depth - 1>(x) ^ twice<Depth - 1>(x + seen);
            }
            int on_the_host(int x) { return twice<40>(x); } // inlined, it would be 2^40 calls
            int main() {
              sycl::queue q;
              q.single_task([] {}).wait();
            }
            """,
        )
        self.run_driver("-fsycl", "-O1", "a.cpp", "-o", "a", timeout=300)
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


class FloatTraps(DriverTest):
    def test_of_the_program_are_not_sprung_by_kernels_or_the_library(self) -> None:
        self.write(
            "a.cpp",
            """
            #include <cfenv>
            #include <cmath>
            #include <cstdio>
            #include <sycl/sycl.hpp>
            int main() {
              feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
              sycl::queue q;
              constexpr int n = 1000;
              float *x = sycl::malloc_shared<float>(n, q);
              for (int i = 0; i < n; ++i)
                x[i] = i % 3 - 1;
              q.parallel_for(n, [=](sycl::id<1> i) {
                if (x[i] > 0)
                  x[i] = std::sqrt(x[i]) / x[i] + std::log(x[i]);
                else
                  x[i] = sycl::sqrt(x[i]);
              });
              q.parallel_for(n, sycl::reduction(x, sycl::maximum<float>()), [=](sycl::id<1>, auto &most) {
                most.combine(2);
              }).wait();
              std::printf("%g %d\\n", x[2], fegetexcept() == (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW));
              sycl::free(x, q);
            }""",
        )
        self.run_driver("-fsycl", "-O2", "a.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "1 1\n")


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

    MEETING = """
    #include <sycl/sycl.hpp>
    int main(int count, char **) {
      sycl::queue q;
      int *turns = sycl::malloc_shared<int>(64, q), *seen = sycl::malloc_shared<int>(64, q);
      for (int i = 0; i < 64; ++i)
        turns[i] = count > 1 && i == 40 ? 5 : 3;
      q.submit([&](sycl::handler &h) {
        sycl::local_accessor<int, 1> s(64, h);
        h.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
          const int i = it.get_global_id(0);
          s[i] = i;
          for (int k = 0; k < turns[i]; ++k)
            sycl::group_barrier(it.get_group());
          s[i] = 2 * i;
          sycl::group_barrier(it.get_group());
          seen[i] = s[63 - i];
        });
      }).wait();
      return 0;
    }
    """

    def test_items_that_part_over_a_barrier_are_told(self) -> None:
        self.write("a.cpp", self.MEETING)
        told = r"kernel main::.*: a condition over a barrier or an operation of the group differs"
        line = next(n for n, text in enumerate(self.MEETING.splitlines(), 1) if "turns[i];" in text)
        for flags, place in ((), ""), (("-g",), rf"a\.cpp:{line}:\d+: error: "):
            self.run_driver("-fsycl", *flags, "a.cpp", "-o", "a")
            done = self.ends("some")
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, place + told)
            self.assertEqual(self.ends().returncode, 0, "all together")


if __name__ == "__main__":
    unittest.main(verbosity=1)
