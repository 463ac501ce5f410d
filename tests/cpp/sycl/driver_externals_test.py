"""What weft-clang++ makes of SYCL_EXTERNAL: device code of several files and libraries.

Usage: driver_externals_test.py BIN, where BIN holds weft-clang++.
"""

from __future__ import annotations

import subprocess
import unittest

from driver_support import DriverTest


class Externals(DriverTest):
    """SYCL_EXTERNAL functions: device code of several translation units, linked when a kernel is finalized."""

    USES = """
        #include <sycl/sycl.hpp>
        #include <cstdio>
        int twice(int);
        SYCL_EXTERNAL int twice(int);
        struct Point { float x; float SYCL_EXTERNAL length(float y) const; };
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
        struct Point { float x; float length(float y) const; };
        SYCL_EXTERNAL float Point::length(float y) const { return std::sqrt(x * x + y * y); }"""

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

    def test_external_functions_may_follow_parentheses(self) -> None:
        self.write(
            "a.cpp",
            """
            #include <sycl/sycl.hpp>
            template <int N> requires (N == 1) SYCL_EXTERNAL int only(int x) { return x + N; }
            template int only<1>(int);
            __attribute__((noinline)) SYCL_EXTERNAL int kept(int);
            alignas(64) int before; SYCL_EXTERNAL int kept(int x) { return only<1>(x); }
            int main() { return kept(-1); }""",
        )
        self.run_driver("-fsycl", "-std=c++20", "a.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "")

    def test_external_functions_may_follow_their_type(self) -> None:
        self.write(
            "a.cpp",
            """
            #include <sycl/sycl.hpp>
            #include <cstdio>
            template <class T, int N> concept sized = sizeof(T) == N;
            template <int N> std::enable_if_t<(N > 0), ::std::size_t> SYCL_EXTERNAL more(int x) { return x + N; }
            template <class T> requires sized<T, 4> && (sizeof(T) > 2) std::common_type_t<T, int> SYCL_EXTERNAL
            twice(T x) { return x + x; }
            template <class T> requires (sizeof(T) > 2) && sized<T, 4> T SYCL_EXTERNAL halved(T x) { return x / 2; }
            template <class T> requires sized<T, 2> || std::is_same_v<T, int> T SYCL_EXTERNAL same(T x) { return x; }
            decltype(sizeof(int)) SYCL_EXTERNAL third(int);
            struct Sum {
              explicit(true) SYCL_EXTERNAL Sum(int x) : x(x) {}
              std::array<std::pair<int, int>, (2 > 1)> SYCL_EXTERNAL of(int y) const { return {{{x, y}}}; }
            private:
              int x;
            };
            decltype(sizeof(int)) third(int x) { return x / 3; }
            int main() {
              sycl::queue q;
              int *const x = sycl::malloc_shared<int>(4, q);
              q.single_task([=] {
                x[0] = more<2>(3);
                x[1] = twice(4);
                x[2] = same(halved(6)) * third(3);
                x[3] = Sum(6).of(7)[0].second;
              }).wait();
              std::printf("%d %d %d %d", x[0], x[1], x[2], x[3]);
            }""",
        )
        self.run_driver("-fsycl", "-std=c++20", "a.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "5 8 3 7")

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

    def test_functions_of_the_c_library_may_be_declared(self) -> None:
        self.write(
            "a.cpp",
            """
            #include <sycl/sycl.hpp>
            #include <cstdio>
            SYCL_EXTERNAL extern "C" float cosf(float);
            extern "C" SYCL_EXTERNAL double sin(double);
            int main() {
              sycl::queue q;
              double *p = sycl::malloc_shared<double>(1, q);
              *p = 0;
              q.single_task([=] { *p = cosf(float(*p)) + sin(*p); }).wait();
              std::printf("%g\\n", *p);
              sycl::free(p, q);
            }""",
        )
        self.run_driver("-fsycl", "-fno-builtin", "a.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "1\n")

    def test_kernels_that_call_functions_of_one_object_are_told_apart(self) -> None:
        self.write(
            "a.cpp",
            """
            #include <sycl/sycl.hpp>
            #include <cstdio>
            SYCL_EXTERNAL void more(int *), most(int *);
            int main() {
              sycl::queue q;
              int *p = sycl::malloc_shared<int>(1, q);
              *p = 0;
              q.single_task([=] { more(p); }).wait();
              q.single_task([=] { most(p); }).wait();
              std::printf("%d\\n", *p);
              sycl::free(p, q);
            }""",
        )
        self.write(
            "b.cpp",
            """
            SYCL_EXTERNAL void more(int *to) { *to += 3; }
            SYCL_EXTERNAL void most(int *to) { *to += 20; }""",
        )
        self.run_driver("-fsycl", "a.cpp", "b.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "23\n")

    def test_free_function_kernels_may_be_defined_in_another_file(self) -> None:
        self.write(
            "k.hpp",
            """
            #include <sycl/sycl.hpp>
            namespace syclexp = sycl::ext::oneapi::experimental;
            namespace { struct Step { int value; }; }
            struct Holder {
              SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::single_task_kernel)) static void task(int *to);
            };
            SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::nd_range_kernel<1>))
            SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::work_group_size<4>))
            void items(int *to);
            template <class T> SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::single_task_kernel)) void more(T *to);
            extern template void more(int *);""",
        )
        self.write(
            "a.cpp",
            """
            #include "k.hpp"
            #include <cstdio>
            SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::single_task_kernel)) static void own(int *to) { *to += 100; }
            static SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::single_task_kernel)) void later(int *to) { *to += 1000; }
            namespace {
            SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::single_task_kernel)) void unnamed(int *to) { *to += 10000; }
            }
            int main() {
              sycl::queue q{sycl::property::queue::in_order()};
              int *p = sycl::malloc_shared<int>(4, q);
              syclexp::nd_launch(q, sycl::nd_range<1>(4, 4), syclexp::kernel_function<items>, p);
              syclexp::single_task(q, syclexp::kernel_function<Holder::task>, p);
              syclexp::single_task(q, syclexp::kernel_function<more<int>>, p);
              syclexp::single_task(q, syclexp::kernel_function<own>, p);
              syclexp::single_task(q, syclexp::kernel_function<later>, p);
              syclexp::single_task(q, syclexp::kernel_function<unnamed>, p);
              const auto bundle = syclexp::get_kernel_bundle<items, sycl::bundle_state::executable>(q.get_context());
              q.submit([&](sycl::handler &h) {
                h.set_args(p + 2);
                h.parallel_for(sycl::nd_range<1>(4, 4), bundle.ext_oneapi_get_kernel<items>());
              }).wait();
              std::printf("%d %d %d\\n", p[0], p[1], p[3]);
              sycl::free(p, q);
            }""",
        )
        self.write(
            "b.cpp",
            """
            #include "k.hpp"
            void items(int *to) {
              const auto i = sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0);
              to[i] = static_cast<int>(i);
            }
            void Holder::task(int *to) { *to += 20; }
            template <class T> void more(T *to) { *to += 3; }
            template void more(int *);
            SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((syclexp::single_task_kernel)) static void own(Step *) {}
            void (*used)(Step *) = own;""",
        )
        self.run_driver("-fsycl", "a.cpp", "b.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "11123 1 1\n")

    def test_device_globals_may_be_defined_in_another_file(self) -> None:
        self.write(
            "g.hpp",
            """
            #include <sycl/sycl.hpp>
            template <class T> using global = sycl::ext::oneapi::experimental::device_global<T>;
            extern SYCL_EXTERNAL global<int> count;
            #define ARRAY(name, n) SYCL_EXTERNAL global<float[n]> name
            #define SCALAR(name) SYCL_EXTERNAL global<float> name
            #define THIRD(first, second, third, ...) third
            #define VARIABLE(...) THIRD(__VA_ARGS__, ARRAY, SCALAR, )(__VA_ARGS__)
            extern VARIABLE(weights, sizeof(int) > (1 < 2) ? 4 : 1);
            void one_more(sycl::queue &q);""",
        )
        self.write(
            "a.cpp",
            """
            #include "g.hpp"
            #include <cstdio>
            int main() {
              sycl::queue q;
              q.single_task([=] { count.get() += 1; weights[2] = 3; }).wait();
              one_more(q);
              int all = 0;
              float w[4];
              q.memcpy(&all, count).wait();
              q.memcpy(w, weights).wait();
              std::printf("%d %g\\n", all, w[2]);
            }""",
        )
        self.write(
            "b.cpp",
            """
            #include "g.hpp"
            SYCL_EXTERNAL global<int> count{5};
            VARIABLE(weights, 4);
            void one_more(sycl::queue &q) { q.single_task([=] { count.get() += 1; }).wait(); }""",
        )
        self.run_driver("-fsycl", "a.cpp", "b.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "7 3\n")

    def test_external_functions_use_device_globals_of_their_own_file(self) -> None:
        self.write(
            "g.hpp",
            """
            #include <sycl/sycl.hpp>
            template <class T> using global = sycl::ext::oneapi::experimental::device_global<T>;
            SYCL_EXTERNAL int next(int by);
            SYCL_EXTERNAL int other(int by);
            int count_on_host(sycl::queue &q);""",
        )
        self.write(
            "a.cpp",
            """
            #include "g.hpp"
            #include <cstdio>
            static global<char> hidden{10};
            int main() {
              sycl::queue q;
              int *r = sycl::malloc_shared<int>(4, q);
              q.parallel_for(sycl::nd_range<1>(1, 1), [=](auto) {
                r[0] = next(1);
                hidden.get() += 1;
                r[1] = next(10);
                r[2] = hidden;
                r[3] = other(100);
              }).wait();
              std::printf("%d %d %d %d %d\\n", r[0], r[1], r[2], r[3], count_on_host(q));
              q.single_task([=] { r[0] = other(1); }).wait();
              std::printf("%d\\n", r[0]);
            }""",
        )
        self.write(
            "b.cpp",
            """
            #include "g.hpp"
            global<int> count{5};
            static global<int> hidden{1};
            SYCL_EXTERNAL int next(int by) {
              hidden.get() += 1;
              count.get() += by;
              return 1000 * hidden + count;
            }
            int count_on_host(sycl::queue &q) {
              int n = 0;
              q.memcpy(&n, count).wait();
              q.single_task([=] { count.get() += hidden; }).wait();
              q.memcpy(&n, count).wait();
              return n;
            }""",
        )
        self.write(
            "c.cpp",
            """
            #include "g.hpp"
            static global<int> hidden{0};
            static global<float[4]> unused{};
            SYCL_EXTERNAL int other(int by) { hidden.get() += by; return hidden; }
            SYCL_EXTERNAL float more(int i) { return unused[i]; }""",
        )
        self.run_driver("-fsycl", "a.cpp", "b.cpp", "c.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "2006 3016 11 100 19\n101\n")

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


if __name__ == "__main__":
    unittest.main(verbosity=1)
