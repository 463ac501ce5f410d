# OpenSYCL: AdaptiveCpp by an earlier name, for projects that look for that, in any spelling.
include("${CMAKE_CURRENT_LIST_DIR}/../AdaptiveCpp/AdaptiveCppConfig.cmake")
foreach(_part rt common)
  if(NOT TARGET OpenSYCL::OpenSYCL-${_part})
    add_library(OpenSYCL::OpenSYCL-${_part} INTERFACE IMPORTED)
  endif()
endforeach()
