# IntelSYCL: what projects written for Intel's compiler look for, answered by weft-clang++.
#
#   find_package(IntelSYCL REQUIRED)
#   add_sycl_to_target(TARGET name SOURCES a.cpp b.cpp)
#
# add_sycl_to_target compiles the named sources (all of the target's, if none are named) with -fsycl and links with it.
# The target IntelSYCL::SYCL_CXX carries the same flags. Sets SYCL_FLAGS, SYCL_COMPILER, SYCL_INCLUDE_DIR, SYCL_LIBRARY_DIR,
# SYCL_LANGUAGE_VERSION.

get_filename_component(_weft_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(SYCL_COMPILER "${_weft_prefix}/bin/weft-clang++")
set(SYCL_INCLUDE_DIR "${_weft_prefix}/include")
set(SYCL_INCLUDE_DIRS "${SYCL_INCLUDE_DIR}")
set(SYCL_LIBRARY_DIR "${_weft_prefix}/lib")
set(SYCL_FLAGS "-fsycl")
set(SYCL_LINK_FLAGS "-fsycl")
set(SYCL_LANGUAGE_VERSION 202012)

# Only our driver understands -fsycl as meant here. It may go by any name, so it is asked for the prefix it belongs to.
execute_process(COMMAND "${CMAKE_CXX_COMPILER}" --version OUTPUT_VARIABLE _weft_version ERROR_QUIET)
get_filename_component(_weft_real_prefix "${_weft_prefix}" REALPATH)
if(NOT _weft_version MATCHES "^weft-clang[^\n]* prefix ([^\n]+)" OR NOT CMAKE_MATCH_1 STREQUAL _weft_real_prefix)
  set(IntelSYCL_FOUND FALSE)
  set(IntelSYCL_NOT_FOUND_MESSAGE
      "The C++ compiler is '${CMAKE_CXX_COMPILER}'; configure with -DCMAKE_CXX_COMPILER=${SYCL_COMPILER}")
  return()
endif()

if(NOT TARGET IntelSYCL::SYCL_CXX)
  add_library(IntelSYCL::SYCL_CXX INTERFACE IMPORTED)
  set_target_properties(IntelSYCL::SYCL_CXX PROPERTIES
    INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:-fsycl>"
    INTERFACE_LINK_OPTIONS "-fsycl")
endif()

function(add_sycl_to_target)
  cmake_parse_arguments(SYCL "" "TARGET" "SOURCES" ${ARGN})
  if(NOT SYCL_TARGET)
    message(FATAL_ERROR "add_sycl_to_target: name a target with TARGET")
  endif()
  if(SYCL_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_sycl_to_target: '${SYCL_UNPARSED_ARGUMENTS}' is no argument; there are TARGET and SOURCES")
  endif()
  get_target_property(_type ${SYCL_TARGET} TYPE)
  if(_type STREQUAL "INTERFACE_LIBRARY")
    target_compile_options(${SYCL_TARGET} INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsycl>)
    target_link_options(${SYCL_TARGET} INTERFACE -fsycl)
    return()
  endif()
  if(SYCL_SOURCES)
    foreach(_source IN LISTS SYCL_SOURCES)
      get_source_file_property(_known "${_source}" WEFT_SYCL)
      if(NOT _known)
        set_property(SOURCE "${_source}" APPEND PROPERTY COMPILE_OPTIONS -fsycl)
        set_property(SOURCE "${_source}" PROPERTY WEFT_SYCL TRUE)
      endif()
    endforeach()
  else()
    target_compile_options(${SYCL_TARGET} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fsycl>)
  endif()
  target_link_options(${SYCL_TARGET} PRIVATE -fsycl)
  if(_type STREQUAL "STATIC_LIBRARY" OR _type STREQUAL "OBJECT_LIBRARY")
    target_link_options(${SYCL_TARGET} INTERFACE -fsycl)
  endif()
endfunction()
