# AdaptiveCpp: what projects written for that implementation look for, answered by weft-clang++ whatever the C++ compiler.
#
#   find_package(AdaptiveCpp REQUIRED)
#   add_sycl_to_target(TARGET name SOURCES a.cpp b.cpp)
#
# The target's sources are compiled, and it is linked, by weft-clang++ -fsycl, which takes the place of another compiler by
# way of CMake's launchers. ACPP_TARGETS and kin choose devices at compile time there; here every device is served.

get_filename_component(_weft_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(ACPP_COMPILER "${_weft_prefix}/bin/weft-clang++")
set(_weft_acpp_launcher "${CMAKE_CURRENT_LIST_DIR}/weft-launch;${ACPP_COMPILER}")

foreach(_target acpp-rt acpp-common)
  if(NOT TARGET AdaptiveCpp::${_target})
    add_library(AdaptiveCpp::${_target} INTERFACE IMPORTED)
  endif()
endforeach()

function(add_sycl_to_target)
  cmake_parse_arguments(SYCL "" "TARGET" "SOURCES" ${ARGN})
  if(NOT SYCL_TARGET)
    message(FATAL_ERROR "add_sycl_to_target: name a target with TARGET")
  endif()
  set_target_properties(${SYCL_TARGET} PROPERTIES
    CXX_COMPILER_LAUNCHER "${_weft_acpp_launcher}"
    CXX_LINKER_LAUNCHER "${_weft_acpp_launcher}")
endfunction()
