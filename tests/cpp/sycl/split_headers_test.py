"""Each of Khronos' split headers alone has what the extension asks of it (sycl_khr_split_headers).

Usage: FILE BIN, where BIN holds weft-clang++.
"""

from __future__ import annotations

import unittest

from driver_support import BIN, DriverTest

NAMES = {
    "accessor": "accessor host_accessor local_accessor no_init property::no_init target access::target "
    "access::placeholder access_mode access::mode read_only write_only_host_task",
    "atomic": "atomic_fence memory_order memory_scope atomic_ref atomic atomic_fetch_add",
    "backend": "backend backend_traits backend_input_t backend_return_t get_native make_device make_queue",
    "bit": "bit_cast",
    "buffer": "buffer buffer_allocator property::buffer::use_host_ptr property::buffer::context_bound",
    "builtins_common": "clamp degrees mix sign step smoothstep",
    "builtins_geometric": "cross dot distance length normalize fast_length",
    "builtins_integer": "abs_diff popcount mul_hi rotate clz",
    "builtins_math": "sin native::sin half_precision::sin pow fma lgamma_r",
    "builtins_relational": "isequal isnan any all bitselect select",
    "byte": "byte",
    "context": "context info::context::devices",
    "device": "default_selector_v gpu_selector_v accelerator_selector_v cpu_selector_v aspect_selector device aspect "
    "info::device::vendor info::device_type info::partition_property info::fp_config",
    "event": "event info::event::command_execution_status info::event_command_status "
    "info::event_profiling::command_end",
    "exception": "async_handler exception exception_list errc make_error_code sycl_category",
    "functional": "plus multiplies bit_and bit_or bit_xor logical_and logical_or minimum maximum",
    "group_algorithms": "group_broadcast any_of_group joint_any_of none_of_group joint_none_of reduce_over_group "
    "joint_reduce shift_group_left shift_group_right permute_group_by_xor select_from_group "
    "exclusive_scan_over_group joint_inclusive_scan",
    "groups": "group sub_group device_event group_barrier",
    "half": "half",
    "handler": "handler",
    "hierarchical_parallelism": "private_memory h_item",
    "image": "unsampled_image sampled_image image_allocator property::image::use_host_ptr unsampled_image_accessor "
    "host_sampled_image_accessor no_init addressing_mode filtering_mode coordinate_normalization_mode image_target "
    "image_sampler",
    "index_space": "id item nd_item range nd_range",
    "interop_handle": "interop_handle",
    "kernel_bundle": "bundle_state kernel_id kernel device_image kernel_bundle info::kernel::num_args "
    "info::kernel_device_specific::work_group_size get_kernel_bundle has_kernel_bundle compile link build join "
    "is_compatible get_kernel_id get_kernel_ids specialization_id",
    "kernel_handler": "kernel_handler",
    "marray": "marray mfloat4 mbool2",
    "math": "sin native::exp popcount mix cross isnan",
    "multi_ptr": "multi_ptr access::address_space access::decorated global_ptr raw_private_ptr decorated_local_ptr",
    "platform": "platform info::platform::name",
    "property_list": "property_list",
    "queue": "queue info::queue::context property::queue::in_order",
    "reduction": "reduction reducer property::reduction::initialize_to_identity plus",
    "span": "span dynamic_extent",
    "stream": "stream_manipulator flush endl setprecision setw stream",
    "type_traits": "is_property is_property_v is_property_of is_group is_group_v is_device_copyable any_device_has "
    "all_devices_have_v remove_decoration known_identity known_identity_v has_known_identity_v",
    "usm": "usm::alloc usm_allocator malloc_device aligned_alloc_host malloc get_pointer_type free",
    "vec": "rounding_mode elem vec float4 uchar16",
}


class SplitHeaders(DriverTest):
    def test_each_has_its_names(self) -> None:
        prefix = BIN.parent / "include"
        without_kernels = ["-std=c++17", f"-I{prefix}", f"-I{prefix}/header_names"]
        for header, names in NAMES.items():
            lines = [
                f"#include <sycl/khr/split_headers/{header}.hpp>",
                "#if !SYCL_KHR_SPLIT_HEADERS",
                "#error",
                "#endif",
            ]
            for number, name in enumerate(names.split()):
                lines.append(f"namespace of{number} {{ using sycl::{name}; }}")
            self.write("a.cpp", "\n".join(lines))
            flags = ["-fsycl"] if header == "kernel_bundle" else without_kernels
            self.run_driver("-fsyntax-only", *flags, "a.cpp")

    def test_the_macros_are_those_of_all_headers(self) -> None:
        tell = "\n".join(
            f"int has_{macro} = {macro};"
            for macro in (
                "SYCL_EXT_ONEAPI_GRAPH",
                "SYCL_KHR_QUEUE_FLUSH",
                "SYCL_LANGUAGE_VERSION",
                "SYCL_EXT_ONEAPI_FP8",
            )
        )
        self.write(
            "a.cpp",
            f"#include <sycl/khr/split_headers/version.hpp>\n{tell}\n#include <sycl/sycl.hpp>\n",
        )
        self.run_driver("-fsycl", "-Werror", "-fsyntax-only", "a.cpp")

    def test_programs_need_no_other_header(self) -> None:
        self.write(
            "a.cpp",
            """
            #include <sycl/khr/split_headers/queue.hpp>
            #include <sycl/khr/split_headers/usm.hpp>
            #include <sycl/khr/split_headers/index_space.hpp>
            #include <sycl/khr/split_headers/builtins_math.hpp>
            #include <cstdio>
            int main() {
              sycl::queue q;
              float *p = sycl::malloc_shared<float>(4, q);
              q.parallel_for(4, [=](sycl::id<1> i) { p[i] = sycl::sqrt(float(i[0] * i[0])); }).wait();
              std::printf("%g\\n", p[3]);
              sycl::free(p, q);
            }""",
        )
        self.run_driver("-fsycl", "a.cpp", "-o", "a")
        self.assertEqual(self.output_of("a"), "3\n")


if __name__ == "__main__":
    unittest.main()
