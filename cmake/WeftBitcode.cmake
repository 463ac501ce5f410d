# Device library sources become bitcode modules, and one generated table embeds them all.

# Canonical bitcode (see DESIGN.md, 2), optimised but not vectorised: finalizers do that for their target. Functions of the
# library see numbers where their callers move words.
set(WEFT_BITCODE_FLAGS
    -std=c++20 -O2 -fno-vectorize -fno-slp-vectorize -fno-math-errno -ffp-contract=off -fno-exceptions -fno-rtti
    -fno-asynchronous-unwind-tables -fwrapv -fno-strict-aliasing -fno-ident -Xclang -ffloat16-excess-precision=none
    -Wall -Wextra -Wno-return-type-c-linkage -Wno-unused-function)

# weft_bitcode(SOURCE STEMS stem... [FLAGS flag...]): compiles SOURCE to bitcode and enters it in the table under the stems.
function(weft_bitcode source)
  cmake_parse_arguments(ARG "" "" "STEMS;FLAGS" ${ARGN})
  get_filename_component(name ${source} NAME_WE)
  get_filename_component(source ${source} ABSOLUTE)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.bc)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${CMAKE_CXX_COMPILER} ${WEFT_BITCODE_FLAGS} ${ARG_FLAGS}
            -I${CMAKE_SOURCE_DIR}/src -MD -MF
            ${output}.d -emit-llvm -c ${source} -o ${output}
    DEPENDS ${source}
    DEPFILE ${output}.d
    COMMENT "Bitcode ${name}"
    VERBATIM)
  foreach(stem IN LISTS ARG_STEMS)
    set_property(DIRECTORY APPEND PROPERTY WEFT_BITCODE_ENTRIES ${stem}|${name})
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY WEFT_BITCODE_FILES ${output})
endfunction()

# weft_bitcode_table(TARGET OUTPUT): writes the source of modules() for all bitcode of this directory and adds it to TARGET. ccache
# does not see what #embed reads, so the target goes without.
function(weft_bitcode_table target output)
  get_property(files DIRECTORY PROPERTY WEFT_BITCODE_FILES)
  get_property(entries DIRECTORY PROPERTY WEFT_BITCODE_ENTRIES)
  set(arrays "")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME_WE)
    string(APPEND arrays "alignas(4) constexpr unsigned char bytes_${name}[] = {\n#embed \"${file}\"\n};\n")
  endforeach()
  list(SORT entries COMPARE STRING)
  set(rows "")
  foreach(entry IN LISTS entries)
    string(REPLACE "|" ";" entry ${entry})
    list(GET entry 0 stem)
    list(GET entry 1 name)
    string(APPEND rows "    Module{\"${stem}\", std::as_bytes(std::span(bytes_${name}))},\n")
  endforeach()
  set(WEFT_ARRAYS "${arrays}")
  set(WEFT_ROWS "${rows}")
  configure_file(bitcode_table.cpp.in ${output} @ONLY)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${output})
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${files}" COMPILE_OPTIONS -Wno-c23-extensions)
  target_sources(${target} PRIVATE ${output})
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "")
endfunction()
