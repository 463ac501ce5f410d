# Writes OUTPUT: a header with a hash over the files INPUTS.
set(all "")
foreach(file ${INPUTS})
  file(SHA256 ${file} hash)
  string(APPEND all ${hash})
endforeach()
string(SHA256 hash "${all}")
file(WRITE ${OUTPUT} "inline constexpr char fuse_revision[] = \"${hash}\";\n")
