# Writes ${OUT}: the identity of the code generator, a hash over the sources in the file ${LIST}.
file(STRINGS "${LIST}" sources)
set(all "")
foreach(source IN LISTS sources)
  file(SHA256 "${source}" digest)
  string(APPEND all "${digest}")
endforeach()
string(SHA256 id "${all}")
string(SUBSTRING "${id}" 0 32 id)
file(CONFIGURE OUTPUT "${OUT}" CONTENT [[
// Generated: names this build of the code generator.
#include "codegen/codegen.hpp"

namespace weft::codegen {
const std::string &build_id() {
  static const std::string id = "@id@";
  return id;
}
} // namespace weft::codegen
]] @ONLY)
