// What the command line asks to finish code for: -fsycl-targets, --offload-arch and how DPC++ spells them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::driver {

class Machines {
public:
  /// Takes one of these flags with its value: `flag` as far as it names it, `words` as they were written. False where
  /// it has no effect here. Throws std::runtime_error for an architecture of NVIDIA's that there is no code for.
  bool take(std::string_view flag, const std::vector<std::string> &words);

  /// The same for weft-embed.
  std::vector<std::string> for_embed() const;

private:
  bool take_targets(std::string_view list);
  bool take_architectures(std::string_view list, const std::vector<std::string> &words);
  bool take_option(std::string_view option, const std::vector<std::string> &words);

  bool wants_cpus_ = false;
  std::vector<std::string> cpu_levels_; ///< those that were named; empty: all
  std::vector<unsigned> gpus_;
};

} // namespace weft::driver
