// sycl/sycl.hpp in clang's precompiled form, kept in the user's cache.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "command_line.hpp"
#include "toolchain.hpp"

namespace weft::driver {

/// The header, precompiled for one pass. There is one for each compiler and each set of flags that may change what the
/// header means. The second compilation that could use it makes it, since many sources are compiled once.
///
/// It is taken only where all files that it was made from, and the folders in which clang looked for them, are as they
/// were, and where no folder of the user's holds a header of the same name.
class PrecompiledHeader {
public:
  PrecompiledHeader() = default; ///< There is none.

  /// `user` are the flags of the driver's caller, between those of the driver.
  PrecompiledHeader(const Toolchain &, const Arguments &before, const Arguments &user, const Arguments &after);

  void begin();       ///< Starts to make it where that is due.
  std::string path(); ///< Its file; empty where there is none to use.
  void drop();        ///< It does not work: the next compilation makes it anew.

private:
  struct Making;

  bool is_there() const;
  bool holds(std::string_view line, const std::set<std::string> &users) const;

  std::string folder_, entry_; ///< entry_ is empty where there can be none.
  Arguments command_, user_folders_;
  std::shared_ptr<Making> making_;
};

} // namespace weft::driver
