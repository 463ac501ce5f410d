# SYCL programs of this repository, compiled by weft-clang++ itself.

# weft_sycl_executable(NAME [EXCLUDE_FROM_ALL] SOURCES...); the objects of tests are listed in WEFT_SYCL_TEST_OBJECTS, too.
function(weft_sycl_executable name)
  cmake_parse_arguments(ARG "EXCLUDE_FROM_ALL" "" "" ${ARGN})
  set(objects)
  foreach(source ${ARG_UNPARSED_ARGUMENTS})
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${source}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND $<TARGET_FILE:weft-clang++> -fsycl -std=c++17 -O1 -Wall -Wextra ${WEFT_SANITIZE_OPTIONS}
              -c ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${object} -MD -MF ${object}.d
      DEPENDS weft-clang++ weft-embed weft-codegen ${CMAKE_CURRENT_SOURCE_DIR}/${source}
      DEPFILE ${object}.d VERBATIM)
    list(APPEND objects ${object})
    if(name MATCHES "^test_")
      set_property(GLOBAL APPEND PROPERTY WEFT_SYCL_TEST_OBJECTS ${object})
    endif()
  endforeach()
  add_executable(${name} ${objects})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  if(ARG_EXCLUDE_FROM_ALL)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  target_link_libraries(${name} PRIVATE weft)
endfunction()
