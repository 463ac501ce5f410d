# Where find_package looks by itself when site-packages is on its path.
include("${CMAKE_CURRENT_LIST_DIR}/../resources/cmake/dpctl-config.cmake")
