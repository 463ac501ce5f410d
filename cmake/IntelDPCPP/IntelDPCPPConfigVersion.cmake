include("${CMAKE_CURRENT_LIST_DIR}/../IntelSYCL/IntelSYCLConfigVersion.cmake")
