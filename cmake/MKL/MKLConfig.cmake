# MKL: what projects that use oneMKL's C++ interface look for, as far as include/oneapi has it.
#
#   find_package(MKL REQUIRED)
#   target_link_libraries(name PRIVATE MKL::MKL_SYCL)
#
# Headers only: the target compiles and links with -fsycl. Another compiler than weft-clang++ is told to look for oneMKL itself.

if(NOT TARGET IntelSYCL::SYCL_CXX) # a project's own IntelSYCL serves as well
  include("${CMAKE_CURRENT_LIST_DIR}/../IntelSYCL/IntelSYCLConfig.cmake")
endif()
if(NOT TARGET IntelSYCL::SYCL_CXX)
  set(MKL_FOUND FALSE)
  set(MKL_NOT_FOUND_MESSAGE "this MKL is for weft-clang++; the C++ compiler is '${CMAKE_CXX_COMPILER}'")
  return()
endif()

# MKL_DPCPP is the name before 2024.
foreach(_mkl_part MKL_SYCL MKL_SYCL::BLAS MKL_SYCL::DATA_FITTING MKL_SYCL::DFT MKL_SYCL::LAPACK MKL_SYCL::RNG MKL_SYCL::SPARSE
                  MKL_SYCL::STATS MKL_SYCL::VM MKL_DPCPP)
  if(NOT TARGET MKL::${_mkl_part})
    add_library(MKL::${_mkl_part} INTERFACE IMPORTED)
    set_target_properties(MKL::${_mkl_part} PROPERTIES INTERFACE_LINK_LIBRARIES IntelSYCL::SYCL_CXX)
  endif()
endforeach()

# The interface in C, of which mkl.h has what the system's CBLAS and LAPACKE are: with their libraries where there are any.
if(NOT TARGET MKL::MKL)
  add_library(MKL::MKL INTERFACE IMPORTED)
  find_library(WEFT_CBLAS_LIBRARY NAMES openblas cblas blas)
  find_library(WEFT_LAPACKE_LIBRARY NAMES lapacke)
  mark_as_advanced(WEFT_CBLAS_LIBRARY WEFT_LAPACKE_LIBRARY)
  foreach(_mkl_library IN ITEMS ${WEFT_LAPACKE_LIBRARY} ${WEFT_CBLAS_LIBRARY})
    if(_mkl_library)
      set_property(TARGET MKL::MKL APPEND PROPERTY INTERFACE_LINK_LIBRARIES "${_mkl_library}")
    endif()
  endforeach()
endif()
