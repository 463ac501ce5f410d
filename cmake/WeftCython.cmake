# Builds Cython extension modules against libweft and installs them where the package expects them.

# weft_cython_module(NAME PYX [NUMPY] [PUBLIC_HEADERS] [SOURCES file...] [LIBRARIES target...])
# NAME is the dotted module name, as dpctl.memory._memory; PYX a file of the current folder. PUBLIC_HEADERS installs the
# headers that Cython writes for `cdef public api` names under dpctl/include, for extensions in C and C++.
# A parameter of an extension type takes None only where that is its default: its C fields are read without a look.
function(weft_cython_module name pyx)
  cmake_parse_arguments(ARG "NUMPY;PUBLIC_HEADERS" "" "SOURCES;LIBRARIES" ${ARGN})
  string(REPLACE "." "_" target "py_${name}")
  string(REPLACE "." ";" parts ${name})
  list(POP_BACK parts module)
  list(JOIN parts "/" package)

  set(folder ${WEFT_CYTHON_DIR}/${package})
  file(MAKE_DIRECTORY ${folder})
  set(cpp ${folder}/${module}.cpp)
  set(headers)
  if(ARG_PUBLIC_HEADERS)
    set(headers ${folder}/${module}.h ${folder}/${module}_api.h)
  endif()
  add_custom_command(
    OUTPUT ${cpp} ${headers}
    COMMAND ${Python_EXECUTABLE} -m cython -3 --cplus --depfile --fast-fail
            -X allow_none_for_extension_args=False -I ${PROJECT_SOURCE_DIR}/python
            ${CMAKE_CURRENT_SOURCE_DIR}/${pyx} -o ${cpp}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${pyx}
    DEPFILE ${cpp}.dep
    WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
    COMMENT "Cythonizing ${name}"
    VERBATIM)

  Python_add_library(${target} MODULE WITH_SOABI ${cpp} ${ARG_SOURCES})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/include/dpctl
                             ${PROJECT_SOURCE_DIR}/python/dpctl ${PROJECT_SOURCE_DIR}/python ${WEFT_CYTHON_DIR})
  target_link_libraries(${target} PRIVATE weft weft_options ${ARG_LIBRARIES})
  if(ARG_NUMPY)
    target_link_libraries(${target} PRIVATE Python::NumPy)
    target_compile_definitions(${target} PRIVATE NPY_NO_DEPRECATED_API=NPY_2_0_API_VERSION)
  endif()
  target_compile_options(${target} PRIVATE -Wno-unused-function -Wno-unused-variable -Wno-deprecated-declarations
                         -Wno-cast-function-type-mismatch -Wno-deprecated-enum-enum-conversion)
  string(REGEX REPLACE "[^/]+" ".." up ${package})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${module}
    LIBRARY_OUTPUT_DIRECTORY ${WEFT_CYTHON_DIR}/${package}
    INSTALL_RPATH "$ORIGIN/${up}/dpctl;$ORIGIN/${up}/weft/lib")
  install(TARGETS ${target} LIBRARY DESTINATION ${package})
  install(FILES ${headers} DESTINATION dpctl/include/${package})
endfunction()
