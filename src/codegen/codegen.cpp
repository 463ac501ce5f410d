// Loads libweft-codegen, which stands beside libweft, when something must be compiled.
#include "codegen/codegen.hpp"

#include <dlfcn.h>

#include "codegen/build_identity.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::codegen {

namespace {
const Codegen *load() {
  const std::string path = codegen_path();
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw Error(Errc::runtime, "codegen: {}; reinstall Weft so that libweft-codegen.so stands beside libweft.so",
                dlerror());
  using Make = const Codegen *(*)();
  const auto make = reinterpret_cast<Make>(dlsym(library, "weft_codegen_instance"));
  if (make == nullptr)
    throw Error(Errc::runtime, "codegen: {} is not Weft's code generator; reinstall Weft", path);
  return make();
}
} // namespace

const Codegen &codegen() {
  static constinit Lazy<const Codegen *> instance;
  return *instance.get(load);
}

} // namespace weft::codegen
