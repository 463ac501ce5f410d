# Kernels of the array library: SYCL C++ through the device pass of our own driver, embedded as bitcode.

# weft_algorithm_kernels(TARGET SOURCE...): object library with algorithm_bitcode(name), NAME_WE of each source.
function(weft_algorithm_kernels target)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/include/sycl/*.hpp ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  set(files "")
  set(WEFT_ARRAYS "")
  set(WEFT_ROWS "")
  foreach(source ${ARGN})
    get_filename_component(name ${source} NAME_WE)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.bc)
    set(contract -ffp-contract=off) # array operations round as they are written; products may round once
    if(name STREQUAL "product")
      set(contract -ffp-contract=fast)
    endif()
    add_custom_command(
      OUTPUT ${output}
      COMMAND $<TARGET_FILE:weft-clang++> -fsycl -fsycl-device-only -std=c++20 -fno-strict-aliasing ${contract}
              -I${CMAKE_SOURCE_DIR}/src -c ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${output}
      DEPENDS weft-clang++ ${CMAKE_CURRENT_SOURCE_DIR}/${source} ${headers}
              ${CMAKE_SOURCE_DIR}/src/libdevice/builtins.hpp ${CMAKE_SOURCE_DIR}/src/libdevice/builtins.def
              ${CMAKE_SOURCE_DIR}/src/libdevice/scanning/vector_scan.hpp
              ${CMAKE_SOURCE_DIR}/src/libdevice/sorting/keys.hpp ${CMAKE_SOURCE_DIR}/src/libdevice/sorting/vector_sort.hpp
      COMMENT "Device pass of algorithm ${name}"
      VERBATIM)
    list(APPEND files ${output})
    string(APPEND WEFT_ARRAYS "alignas(4) constexpr unsigned char bytes_${name}[] = {\n#embed \"${output}\"\n};\n")
    string(APPEND WEFT_ROWS "  if (name == \"${name}\")\n    return std::as_bytes(std::span(bytes_${name}));\n")
  endforeach()
  configure_file(bitcode_table.cpp.in algorithm_bitcode.cpp @ONLY)
  set(table ${CMAKE_CURRENT_BINARY_DIR}/algorithm_bitcode.cpp)
  set_source_files_properties(${table} PROPERTIES OBJECT_DEPENDS "${files}" COMPILE_OPTIONS -Wno-c23-extensions)
  weft_folder(${target} ${table})
  set_target_properties(weft_${target} PROPERTIES CXX_COMPILER_LAUNCHER "") # ccache does not see what #embed reads
endfunction()
