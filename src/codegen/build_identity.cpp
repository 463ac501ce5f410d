// Asks the libraries that shape kernels which build they are.
#include "codegen/build_identity.hpp"

#include <algorithm>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>
#include <vector>

#include "support/elf.hpp"
#include "support/env.hpp"
#include "support/lock.hpp"

namespace weft::codegen {

namespace {

std::string folder_of(const std::string &path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

#ifdef WEFT_LLVM_LIBRARY
/// In the order of the loader (man 8 ld.so); of its cache's places those that distributions use.
std::vector<std::string> library_folders() {
  std::vector<std::string> folders;
  const std::string path = env::text("LD_LIBRARY_PATH").value_or("");
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find_first_of(":;", begin), path.size());
    if (end != begin)
      folders.push_back(path.substr(begin, end - begin) + "/");
    begin = end + 1;
  }
  folders.push_back(folder_of(codegen_path()));
  for (const char *folder : {WEFT_LLVM_FOLDER "/", "/lib/x86_64-linux-gnu/", "/usr/lib/x86_64-linux-gnu/", "/lib64/",
                             "/usr/lib64/", "/lib/", "/usr/lib/", "/usr/local/lib/"})
    folders.emplace_back(folder);
  return folders;
}
#endif

} // namespace

std::string codegen_path() {
  return folder_of(elf::path_of_loaded(reinterpret_cast<const void *>(&codegen_path))) + "libweft-codegen.so";
}

std::string llvm_path() {
#ifdef WEFT_LLVM_LIBRARY
  for (const std::string &folder : library_folders())
    if (const std::string path = folder + WEFT_LLVM_LIBRARY; ::access(path.c_str(), R_OK) == 0)
      return path;
#endif
  return "";
}

bool identity_holds() {
#ifdef WEFT_LLVM_LIBRARY
  void *const loaded = ::dlopen(WEFT_LLVM_LIBRARY, RTLD_NOLOAD | RTLD_LAZY);
  if (loaded == nullptr)
    return true;
  link_map *object = nullptr;
  const bool known = ::dlinfo(loaded, RTLD_DI_LINKMAP, &object) == 0;
  const bool holds = known && elf::identity_of_file(object->l_name) == elf::identity_of_file(llvm_path());
  ::dlclose(loaded);
  return holds;
#else
  return true;
#endif
}

const Hash &build_identity() {
  static constinit Lazy<Hash> identity;
  return identity.get([] {
    std::string all = elf::identity_of_loaded(reinterpret_cast<const void *>(&build_identity));
    for (const std::string &path : {codegen_path(), llvm_path()})
      all += ' ' + (path.empty() ? "none" : elf::identity_of_file(path));
    return hash_text(all);
  });
}

} // namespace weft::codegen
