"""Code finished ahead of time by weft-clang++, and projects that find it with CMake.

Usage: driver_builds_test.py BIN, where BIN holds weft-clang++.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from driver_support import BIN, DRIVER, PROGRAM, DriverTest


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
            ["--offload-arch=sm_90,sm_90a", "-fsycl-targets=nvidia_gpu_sm_90,nvidia_gpu_sm_100f"],
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

    def test_code_for_a_gpu_named_twice_is_made_once(self) -> None:
        self.write("a.cpp", self.PROGRAM)
        said = self.run_driver(
            "-fsycl", "-###", "-fsycl-targets=nvidia_gpu_sm_90,nvidia_gpu_sm_100f",
            "--offload-arch=sm_90,sm_90a", "-c", "a.cpp",
        ).stderr  # fmt: skip
        (embed,) = (line for line in said.splitlines() if "weft-embed" in line)
        self.assertEqual(re.findall(r'"--gpu" "(\d+)"', embed), ["90", "100"])

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


class Split(DriverTest):
    """Kernels of one device image: those of a file that require the same, unless flags say otherwise."""

    KERNELS = """
    #include <sycl/sycl.hpp>
    #include <cstdio>
    using Bundle = sycl::kernel_bundle<sycl::bundle_state::executable>;
    """
    PROGRAM = (
        KERNELS
        + """
        class First;
        class Second;
        class Impossible;
        bool has_other(const Bundle &);
        int main() {
          sycl::queue q;
          int *p = sycl::malloc_shared<int>(1, q);
          q.single_task<First>([=] { *p = 1; }).wait();
          q.single_task<Second>([=] { *p = 2; }).wait();
          if (*p == 0)
            q.parallel_for<Impossible>(sycl::nd_range<1>(8, 8),
                                       [=](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(4096)]] { *p = 3; });
          const auto first = sycl::get_kernel_id<First>();
          const Bundle b = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context(), {first});
          std::printf("%d%d%d%d ", b.has_kernel(first), b.has_kernel<Second>(), has_other(b), b.has_kernel<Impossible>());
          const auto all = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
          const auto chosen = sycl::get_kernel_bundle<sycl::bundle_state::executable>(
              q.get_context(), [&](const auto &image) { return image.has_kernel(first); });
          std::printf("%d of %d\\n", int(chosen.end() - chosen.begin()), int(all.end() - all.begin()));
          sycl::free(p, q);
        }"""
    )
    OTHER = (
        KERNELS
        + """
        class Other;
        bool has_other(const Bundle &b) { return b.has_kernel<Other>(); }
        void launch(sycl::queue q) { q.single_task<Other>([=] {}); }
        """
    )

    def output_with(self, *flags: str) -> str:
        self.write("a.cpp", self.PROGRAM)
        self.write("b.cpp", self.OTHER)
        said = self.run_driver("-fsycl", *flags, "a.cpp", "b.cpp", "-o", "a").stderr
        self.assertNotIn("note:", said)
        return self.output_of("a")

    def test_images_are_files(self) -> None:
        for flags in [], ["-fsycl-device-code-split"], ["-fsycl-device-code-split=per_source"]:
            self.assertEqual(self.output_with(*flags), "1100 1 of 2\n", flags)

    def test_images_are_kernels(self) -> None:
        self.assertEqual(self.output_with("-fsycl-device-code-split=per_kernel"), "1000 1 of 3\n")

    def test_an_image_is_the_program(self) -> None:
        self.assertEqual(self.output_with("-fsycl-device-code-split=off"), "1110 1 of 1\n")

    def test_another_word_is_an_error(self) -> None:
        said = self.run_driver("-fsycl", "-fsycl-device-code-split=none", "a.cpp", ok=False).stderr
        self.assertIn("per_kernel", said)


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

    def test_a_project_looks_beside_the_compiler(self) -> None:
        self.write("main.cpp", PROGRAM)
        self.configure(
            """
            get_filename_component(bin ${CMAKE_CXX_COMPILER} DIRECTORY)
            find_library(SYCL_LIBRARY NAMES sycl sycl6 PATHS "${bin}/../lib" NO_DEFAULT_PATH REQUIRED)
            find_path(SYCL_HEADERS sycl/sycl.hpp HINTS "${bin}/../include" NO_DEFAULT_PATH REQUIRED)
            add_library(sycl INTERFACE IMPORTED)
            set_target_properties(sycl PROPERTIES
              INTERFACE_COMPILE_OPTIONS -fsycl INTERFACE_LINK_OPTIONS -fsycl
              INTERFACE_LINK_LIBRARIES ${SYCL_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES "${SYCL_HEADERS}/sycl")
            add_executable(a main.cpp)
            target_compile_definitions(a PRIVATE VALUE=16)
            target_link_libraries(a PRIVATE sycl)"""
        )
        self.build()
        self.assertEqual(self.output_of("b/a"), "16\n")

    def test_an_installed_program_finds_its_library(self) -> None:
        """CMake takes out the folders that it links in itself; Intel's own module for CMake names the compiler's."""
        self.write("main.cpp", PROGRAM)
        self.configure(
            """
            get_filename_component(prefix ${CMAKE_CXX_COMPILER} DIRECTORY)
            get_filename_component(prefix ${prefix} DIRECTORY)
            add_executable(a main.cpp)
            target_compile_definitions(a PRIVATE VALUE=18)
            target_compile_options(a PRIVATE -fsycl)
            target_link_options(a PRIVATE -fsycl)
            target_link_directories(a PRIVATE ${prefix}/lib)
            target_link_libraries(a PRIVATE m)
            install(TARGETS a DESTINATION .)""",
            f"-DCMAKE_INSTALL_PREFIX={self.folder / 'i'}",
        )
        self.build()
        subprocess.run(
            ["cmake", "--install", str(self.folder / "b")], check=True, capture_output=True
        )
        self.assertEqual(self.output_of("i/a"), "18\n")

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
            target_link_libraries(a PRIVATE MKL::MKL MKL::MKL_SYCL)
            target_include_directories(a PRIVATE $<TARGET_PROPERTY:MKL::MKL,INTERFACE_INCLUDE_DIRECTORIES>)
            add_executable(older main.cpp)
            target_compile_options(older PUBLIC $<TARGET_PROPERTY:MKL::MKL_DPCPP,INTERFACE_COMPILE_OPTIONS>)
            target_link_libraries(older PUBLIC $<LINK_ONLY:MKL::MKL_DPCPP> MKL::MKL_SYCL::SPARSE)
            foreach(part BLAS LAPACK DFT RNG STATS VM DATA_FITTING)
              target_link_libraries(older PUBLIC $<LINK_ONLY:MKL::MKL_SYCL::${part}>)
            endforeach()"""
        )
        self.build()
        self.assertEqual(self.output_of("b/a"), "27\n")
        self.assertEqual(self.output_of("b/older"), "27\n")

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

    def test_packages_by_their_earlier_names(self) -> None:
        self.write("main.cpp", PROGRAM)
        texts = [
            """
            find_package(IntelDPCPP REQUIRED)
            add_executable(a main.cpp)
            target_compile_definitions(a PRIVATE VALUE=6)"""
        ]
        for name, target in (
            ("hipSYCL 0.9.4 CONFIG", "hipSYCL::hipSYCL-rt"),
            ("hipsycl", ""),
            ("OpenSYCL", ""),
        ):
            texts.append(
                f"""
                find_package({name} REQUIRED)
                add_executable(a main.cpp)
                target_compile_definitions(a PRIVATE VALUE=6)
                target_link_libraries(a PRIVATE {target})
                add_sycl_to_target(TARGET a SOURCES main.cpp)"""
            )
        for text in texts:
            shutil.rmtree(self.folder / "b", ignore_errors=True)
            self.configure(text, "-DHIPSYCL_TARGETS=omp")
            self.build()
            self.assertEqual(self.output_of("b/a"), "6\n")
        with self.assertRaisesRegex(AssertionError, "configure with"):
            shutil.rmtree(self.folder / "b")
            self.configure(texts[0], compiler="clang++-22")

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
