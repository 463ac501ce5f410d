# One folder is one object library; weft_folder() declares it, and libweft gathers them.

add_library(weft_options INTERFACE)
target_compile_options(weft_options INTERFACE -Wall -Wextra -Wno-unused-parameter -fno-strict-aliasing
                       -ffp-contract=off)
target_include_directories(weft_options INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/src
                           ${CMAKE_SOURCE_DIR}/include)
if(WEFT_SANITIZE)
  set(WEFT_SANITIZE_OPTIONS -fsanitize=${WEFT_SANITIZE} -fno-omit-frame-pointer -gline-tables-only -fno-sanitize-recover=undefined)
  target_compile_options(weft_options INTERFACE ${WEFT_SANITIZE_OPTIONS})
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-runtime-dir OUTPUT_VARIABLE sanitizer_dir
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  target_link_options(weft_options INTERFACE -fsanitize=${WEFT_SANITIZE} -shared-libsan -Wl,-rpath,${sanitizer_dir})
endif()

# The libraries of others that libweft stands on. A bundle has them inside or beside it, so that it needs nothing beyond the C
# and C++ runtimes: Debian's hwloc and fmt have no position-independent archive, so they and the udev that hwloc asks come along.
add_library(weft_external INTERFACE)
if(WEFT_BUNDLE)
  foreach(library xxhash zstd)
    find_library(${library}_archive lib${library}.a REQUIRED)
    target_link_libraries(weft_external INTERFACE ${${library}_archive})
  endforeach()
  foreach(library libudev.so.1 libhwloc.so.15 libfmt.so.9)
    find_library(${library}_path ${library} REQUIRED)
    file(REAL_PATH ${${library}_path} real)
    target_link_libraries(weft_external INTERFACE
                          -Wl,--push-state,--no-as-needed ${${library}_path} -Wl,--pop-state)
    install(FILES ${real} DESTINATION weft/lib RENAME ${library})
  endforeach()
  target_link_libraries(weft_external INTERFACE fmt::fmt Threads::Threads)
  target_link_options(weft_options INTERFACE LINKER:--exclude-libs,ALL LINKER:--as-needed)
else()
  target_link_libraries(weft_external INTERFACE fmt::fmt Threads::Threads PkgConfig::xxhash PkgConfig::zstd
                        PkgConfig::hwloc)
endif()

# weft_folder(NAME [LLVM] SOURCES...): object library weft_NAME of this folder; LLVM says it may include LLVM's headers.
function(weft_folder name)
  cmake_parse_arguments(ARG "LLVM" "" "" ${ARGN})
  add_library(weft_${name} OBJECT ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(weft_${name} PUBLIC weft_options weft_external)
  if(ARG_LLVM)
    target_include_directories(weft_${name} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    target_compile_definitions(weft_${name} PRIVATE ${LLVM_DEFINITIONS_LIST})
    target_compile_options(weft_${name} PRIVATE -fno-rtti -Wno-deprecated-declarations)
  endif()
endfunction()
