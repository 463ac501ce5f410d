# Dpctl: headers and C library of dpctl, for extensions.
#
#   find_package(Dpctl REQUIRED)      # with -DDpctl_ROOT=$(python -m dpctl --cmakedir), or site-packages on CMAKE_PREFIX_PATH
#   target_link_libraries(my_extension PRIVATE Dpctl::Headers)
#
# Sets Dpctl_INCLUDE_DIR(S) for dpctl_capi.h and dpctl4pybind11.hpp, Dpctl_TENSOR_INCLUDE_DIR for the headers of
# dpctl.tensor, Dpctl_VERSION. Targets: Dpctl::Headers, Dpctl::TensorHeaders, Dpctl::SyclInterface (libDPCTLSyclInterface).

get_filename_component(_dpctl_folder "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(Dpctl_INCLUDE_DIR "${_dpctl_folder}/include" CACHE PATH "Headers of dpctl")
set(Dpctl_INCLUDE_DIRS "${Dpctl_INCLUDE_DIR}")
set(Dpctl_TENSOR_INCLUDE_DIR "${_dpctl_folder}/tensor/libtensor/include" CACHE PATH "Headers of dpctl.tensor")

if(NOT TARGET Dpctl::Headers)
  add_library(Dpctl::Headers INTERFACE IMPORTED)
  set_target_properties(Dpctl::Headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Dpctl_INCLUDE_DIR}")

  add_library(Dpctl::TensorHeaders INTERFACE IMPORTED)
  set_target_properties(Dpctl::TensorHeaders PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${Dpctl_INCLUDE_DIR};${Dpctl_TENSOR_INCLUDE_DIR}")

  add_library(Dpctl::SyclInterface SHARED IMPORTED)
  set_target_properties(Dpctl::SyclInterface PROPERTIES
    IMPORTED_LOCATION "${_dpctl_folder}/libDPCTLSyclInterface.so"
    INTERFACE_INCLUDE_DIRECTORIES "${Dpctl_INCLUDE_DIR}")
endif()
unset(_dpctl_folder)
