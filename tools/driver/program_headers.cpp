// Finds precompiled headers among flags, with -Xclang before each word or without.
#include "program_headers.hpp"

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

namespace weft::driver {
namespace {

namespace fs = std::filesystem;
using namespace std::literals;

/// A flag with its value, as it stands among others.
struct Pair {
  std::string flag, value;
  bool for_clang; ///< Each word follows -Xclang.
  std::size_t words() const { return for_clang ? 4 : 2; }
};

std::optional<Pair> pair_at(const Arguments &all, std::size_t at) {
  if (at + 3 < all.size() && all[at] == "-Xclang" && all[at + 2] == "-Xclang")
    return Pair{all[at + 1], all[at + 3], true};
  if (at + 1 < all.size() && all[at] != "-Xclang")
    return Pair{all[at], all[at + 1], false};
  return std::nullopt;
}

void add(Arguments &to, const Pair &pair) {
  for (const std::string &word : {pair.flag, pair.value}) {
    if (pair.for_clang)
      to.emplace_back("-Xclang");
    to.push_back(word);
  }
}

/// What clang takes in the place of a header of -include.
std::string precompiled_beside(const std::string &header) {
  for (const char *const end : {".pch", ".gch"})
    if (fs::is_regular_file(header + end) && fs::exists(device_half(header + end)))
      return header + end;
  return {};
}

/// `change` gives what stands for a pair of flag and value; other flags stay.
template <class Change> Arguments with_pairs(const Arguments &all, const Change &change) {
  Arguments changed;
  for (std::size_t at = 0; at < all.size();) {
    const std::optional<Pair> pair = pair_at(all, at);
    if (pair && (pair->flag == "-include-pch" || pair->flag == "-include")) {
      change(changed, *pair);
      at += pair->words();
    } else {
      changed.push_back(all[at++]);
    }
  }
  return changed;
}

} // namespace

std::string device_half(const std::string &precompiled) {
  return precompiled + ".device";
}

Arguments with_device_halves(const Arguments &device) {
  return with_pairs(device, [](Arguments &changed, const Pair &pair) {
    const bool named = pair.flag == "-include-pch";
    const std::string file = named ? pair.value : pair.for_clang ? std::string() : precompiled_beside(pair.value);
    if (file.empty())
      return add(changed, pair);
    if (named && !fs::exists(device_half(file)) && fs::exists(file))
      throw std::runtime_error(
          fmt::format("{} was made without device code: precompile the header with weft-clang++ -fsycl", file));
    add(changed, {"-include-pch", device_half(file), pair.for_clang});
  });
}

Arguments without_precompiled(const Arguments &device) {
  std::string dropped;
  bool includes = false;
  Arguments changed = with_pairs(device, [&](Arguments &to, const Pair &pair) {
    if (pair.flag == "-include-pch") {
      dropped = pair.value;
    } else {
      includes = true;
      add(to, {pair.flag, pair.value, true}); // so that clang looks for no precompiled file beside the header
    }
  });
  if (!dropped.empty() && !includes)
    throw std::runtime_error(
        fmt::format("kernel attributes, or SYCL_EXTERNAL behind other specifiers, beside -include-pch {}: add -include "
                    "with the header that it was made from",
                    dropped));
  return changed;
}

Arguments without_headers(const Arguments &device) {
  return with_pairs(device, [](Arguments &, const Pair &) {});
}

} // namespace weft::driver
