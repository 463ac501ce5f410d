// Names hold what the environment changes in code, so that code of another setting is not taken for this.
#include "codegen/finished_targets.hpp"

#include <algorithm>

#include "codegen/gpu_options.hpp"
#include "support/env.hpp"
#include "support/error.hpp"

namespace weft::codegen {

const CpuLevel &cpu_level(std::string_view name) {
  const auto *const found = std::ranges::find(cpu_levels, name, &CpuLevel::name);
  if (found == cpu_levels.end())
    throw Error(Errc::invalid, "'{}' is no level that CPU code is finished for", name);
  return *found;
}

std::string finished_cpu_target(const CpuLevel &level, bool gathers) {
  const auto width = env::text("WEFT_VECTOR_WIDTH");
  return fmt::format("cpu-{}{}{}", level.name, gathers ? "" : "-no_gathers",
                     width ? ":WEFT_VECTOR_WIDTH=" + *width : std::string());
}

std::string finished_gpu_target(unsigned architecture, bool cubin) {
  return fmt::format("cuda-sm_{}-{}:{}", architecture, cubin ? "cubin" : "ptx", gpu_options());
}

} // namespace weft::codegen
