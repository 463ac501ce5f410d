include("${CMAKE_CURRENT_LIST_DIR}/../AdaptiveCpp/AdaptiveCppConfigVersion.cmake")
