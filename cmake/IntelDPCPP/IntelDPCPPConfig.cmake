# IntelDPCPP: IntelSYCL by an earlier name, whose projects say nothing of single targets: all C++ of the folder is SYCL's.
include("${CMAKE_CURRENT_LIST_DIR}/../IntelSYCL/IntelSYCLConfig.cmake")
if(IntelSYCL_FOUND STREQUAL FALSE)
  set(IntelDPCPP_FOUND FALSE)
  set(IntelDPCPP_NOT_FOUND_MESSAGE "${IntelSYCL_NOT_FOUND_MESSAGE}")
  return()
endif()
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsycl>)
add_link_options($<$<LINK_LANGUAGE:CXX>:-fsycl>)
