# Headers that programs include by names of other implementations. Each gives all of Weft's; the driver looks for them
# after its own, in include/header_names.

# add_header_name(PATH TEXT...): PATH includes each of TEXT.
function(add_header_name path)
  list(TRANSFORM ARGN REPLACE "(.+)" "#include <\\1>\n" OUTPUT_VARIABLE lines)
  list(JOIN lines "" lines)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/include/header_names/${path} CONTENT "#pragma once\n${lines}" @ONLY)
endfunction()

# Of SYCL 1.2.1 and DPC++ then: parts of <CL/sycl.hpp>.
file(GLOB_RECURSE parts RELATIVE ${CMAKE_SOURCE_DIR}/include/sycl ${CMAKE_SOURCE_DIR}/include/sycl/*.hpp)
list(FILTER parts EXCLUDE REGEX "^(detail|builtins|khr)/|^sycl.hpp")
foreach(part ${parts})
  string(REGEX REPLACE "^ext/oneapi/" "ONEAPI/" first_name ${part})
  string(REGEX REPLACE "^ext/intel/" "INTEL/" first_name ${first_name})
  string(REGEX REPLACE "^access.hpp" "access/access.hpp" first_name ${first_name})
  string(REPLACE "INTEL/" "intel/" before_it ${first_name})
  foreach(name ${part} ${first_name} ${before_it})
    add_header_name(CL/sycl/${name} CL/sycl.hpp sycl/${part})
  endforeach()
endforeach()

add_header_name(CL/sycl/backend/cuda.hpp CL/sycl.hpp sycl/ext/oneapi/experimental/backend/cuda.hpp)

# Of Intel's toolkit, beside the compiler.
add_header_name(dpc_common.hpp sycl/ext/intel/dpc_common.hpp)
add_header_name(syclcompat.hpp syclcompat/syclcompat.hpp)

# Of DPC++ today, where the same is in headers of other names.
foreach(name
    access/access accessor_image async_handler backend/cuda detail/common detail/core detail/defines detail/defines_elementary
    detail/export detail/host_task_impl detail/vector_arith detail/vector_convert device_aspect_traits exception_list
    ext/intel/experimental/bfloat16 ext/intel/experimental/cache_control_properties
    ext/intel/experimental/fp_control_kernel_properties ext/intel/experimental/gpu_kernel_properties
    ext/intel/experimental/grf_size_properties ext/intel/experimental/kernel_execution_properties
    ext/intel/experimental/usm_properties ext/intel/usm_pointers ext/oneapi/backend/cuda
    ext/oneapi/experimental/address_cast ext/oneapi/experimental/annotated_arg/annotated_arg
    ext/oneapi/experimental/annotated_ptr/annotated_ptr_properties ext/oneapi/experimental/annotated_usm/alloc_device
    ext/oneapi/experimental/annotated_usm/alloc_host ext/oneapi/experimental/annotated_usm/alloc_shared
    ext/oneapi/experimental/annotated_usm/dealloc ext/oneapi/experimental/ballot_group
    ext/oneapi/experimental/bfloat16 ext/oneapi/experimental/bfloat16_math ext/oneapi/experimental/chunk
    ext/oneapi/experimental/common_annotated_properties/properties ext/oneapi/experimental/enqueue_types
    ext/oneapi/experimental/fixed_size_group
    ext/oneapi/experimental/fragment ext/oneapi/experimental/free_function_traits
    ext/oneapi/experimental/graph/command_graph ext/oneapi/experimental/graph/dynamic
    ext/oneapi/experimental/graph/executable_graph ext/oneapi/experimental/graph/modifiable_graph
    ext/oneapi/experimental/graph/node ext/oneapi/experimental/group_helpers_sorters
    ext/oneapi/experimental/kernel_queue_info ext/oneapi/experimental/max_work_groups
    ext/oneapi/experimental/named_sub_group_sizes ext/oneapi/experimental/opportunistic_group
    ext/oneapi/experimental/reduction_properties ext/oneapi/experimental/tangle ext/oneapi/experimental/tangle_group
    ext/oneapi/experimental/use_root_sync_prop
    ext/oneapi/free_function_kernel_properties ext/oneapi/get_kernel_info ext/oneapi/kernel_properties
    ext/oneapi/matrix/matrix-intel ext/oneapi/matrix/matrix-unified ext/oneapi/memcpy2d ext/oneapi/properties/property
    ext/oneapi/properties/property_value ext/oneapi/sub_group ext/oneapi/virtual_mem/physical_mem
    ext/oneapi/virtual_mem/virtual_mem ext/oneapi/work_group_scratch_memory ext/oneapi/work_group_static feature_test
    group_algorithm group_barrier group_local_memory half_type info/info_desc info/kernel kernel kernel_bundle_enums
    known_identity pointers properties/accessor_properties properties/all_properties properties/buffer_properties
    properties/image_properties properties/property_traits properties/queue_properties properties/reduction_properties
    sampler stl sycl_span types usm/usm_allocator usm/usm_enums usm/usm_pointer_info vector)
  add_header_name(sycl/${name}.hpp sycl/sycl.hpp)
  add_header_name(CL/sycl/${name}.hpp CL/sycl.hpp)
endforeach()
add_header_name(sycl/CL/sycl.hpp CL/sycl.hpp)
add_header_name(sycl/ext/oneapi/experimental/sycl_complex.hpp sycl/sycl.hpp sycl/ext/oneapi/experimental/complex/complex.hpp)

# OpenCL's C headers, which DPC++ brings; here those of the system, where there are any.
file(
  CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/include/header_names/sycl/detail/cl.h
  CONTENT
    "#pragma once
#if __has_include(<CL/cl.h>)
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#endif
#include <CL/cl.h>
#endif
"
  @ONLY)

# clang's own for the host. Its __cpuidex is another function in device passes: the builtin of that name is known there, and
# __has_builtin, by which the header leaves its own out, does not say so.
file(
  CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/include/header_names/cpuid.h
  CONTENT
    "#ifdef __SYCL_DEVICE_ONLY__
#define __cpuidex weft_header_cpuidex
#endif
#include_next <cpuid.h>
#undef __cpuidex
"
  @ONLY)

# Khronos' split headers (sycl_khr_split_headers), and by the folder that DPC++ has them in: the parts that each is asked for.
# add_split_header(NAME PART...)
function(add_split_header name)
  list(TRANSFORM ARGN REPLACE "(.+)" "sycl/\\1.hpp")
  foreach(folder split_headers includes)
    add_header_name(sycl/khr/${folder}/${name}.hpp sycl/khr/${folder}/version.hpp ${ARGN})
  endforeach()
endfunction()
add_split_header(accessor accessor host_accessor local_accessor)
add_split_header(atomic atomic atomic_fence atomic_ref)
add_split_header(backend backend)
add_split_header(bit bit_cast)
add_split_header(buffer buffer)
add_split_header(builtins_common builtins)
add_split_header(builtins_geometric builtins)
add_split_header(builtins_integer builtins)
add_split_header(builtins_math builtins)
add_split_header(builtins_relational builtins)
add_split_header(byte aliases)
add_split_header(context context)
add_split_header(device device device_selector)
add_split_header(event event)
add_split_header(exception exception)
add_split_header(functional functional)
add_split_header(group_algorithms group_algorithms group_scans group_shuffles)
add_split_header(groups group sub_group device_event group_algorithms)
add_split_header(half half)
add_split_header(handler handler)
add_split_header(hierarchical_parallelism hierarchical)
add_split_header(image image)
add_split_header(images image)
add_split_header(index_space id item nd_item range nd_range)
add_split_header(interop_handle interop_handle)
add_split_header(kernel_bundle kernel_bundle specialization_id)
add_split_header(kernel_handler kernel_handler)
add_split_header(marray marray aliases)
add_split_header(math builtins)
add_split_header(multi_ptr multi_ptr)
add_split_header(platform platform)
add_split_header(property_list property_list)
add_split_header(queue queue handler)
add_split_header(reduction reduction functional)
add_split_header(span span)
add_split_header(stream stream)
add_split_header(type_traits property_list group_algorithms device_copyable aspects multi_ptr functional reduction)
add_split_header(usm usm usm_allocator)
add_split_header(vec vec aliases)

# Their version.hpp has the macros of all extensions, which headers define where they belong. Programs ask for complex numbers by theirs.
set(macros)
foreach(part ${parts})
  file(STRINGS ${CMAKE_SOURCE_DIR}/include/sycl/${part} own REGEX "^#define SYCL_(EXT|KHR)_[A-Z0-9_]+ [0-9]+$")
  list(APPEND macros ${own})
endforeach()
list(FILTER macros EXCLUDE REGEX "SYCL_EXT_ONEAPI_COMPLEX ")
list(JOIN macros "\n" macros)
foreach(folder split_headers includes)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/include/header_names/sycl/khr/${folder}/version.hpp
       CONTENT "#pragma once\n#include <sycl/backend_types.hpp>\n#include <sycl/version.hpp>\n${macros}\n" @ONLY)
endforeach()

# Of Intel's MKL, which is found where it is installed, behind the program's own folders.
function(add_mkl_name path otherwise)
  file(
    CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/include/header_names/${path}
    CONTENT
      "#if __has_include_next(<${path}>)
#include_next <${path}>
#else
${otherwise}
#endif
"
    @ONLY)
endfunction()
add_mkl_name(mkl_version.h "#include <oneapi/mkl_version.h>")
foreach(path mkl.h mkl_types.h mkl_service.h mkl_cblas.h mkl_lapacke.h)
  add_mkl_name(${path} "#include <oneapi/mkl_c_interface.h>")
endforeach()
foreach(path mkl_blas.h mkl_dfti.h mkl_spblas.h mkl_vsl.h)
  add_mkl_name(
    ${path}
    "#error \"${path} is of MKL, of which Weft has oneapi/mkl.hpp with blas, dft, lapack, rng, spblas, stats and vm, and mkl.h with what the system has of CBLAS and LAPACKE; add -I and -l of another MKL\""
  )
endforeach()

install(DIRECTORY ${CMAKE_BINARY_DIR}/include/header_names DESTINATION weft/include)
