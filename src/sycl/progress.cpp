// What devices promise of forward progress (sycl_ext_oneapi_forward_progress).
#include <sycl/ext/oneapi/experimental/forward_progress.hpp>

#include <algorithm>

#include "sycl/bridge.hpp"

namespace sycl::inline _V1 {

namespace {

using namespace ext::oneapi::experimental;
using weft::runtime::DeviceType;

/// Within the next scope. Groups that began are threads of the CPU or stay on a multiprocessor, as do all sub-groups of
/// theirs there; work-items go in lockstep, and on the CPU sub-groups one after another.
forward_progress_guarantee within_next(execution_scope scope, DeviceType type) {
  if (scope == execution_scope::work_group)
    return forward_progress_guarantee::parallel;
  return scope == execution_scope::sub_group && type == DeviceType::gpu ? forward_progress_guarantee::concurrent
                                                                        : forward_progress_guarantee::weakly_parallel;
}

execution_scope next(execution_scope scope) {
  return static_cast<execution_scope>(static_cast<int>(scope) + 1);
}

/// The weakest on the way.
forward_progress_guarantee strongest(const device &d, execution_scope of, execution_scope coordination) {
  const DeviceType type = weft::sycl_api::device_of(d)->info().type;
  forward_progress_guarantee guarantee = within_next(of, type);
  for (execution_scope scope = next(of); scope != coordination; scope = next(scope))
    guarantee = std::max(guarantee, within_next(scope, type));
  return guarantee;
}

std::vector<forward_progress_guarantee> capabilities(const device &d, execution_scope of, execution_scope within) {
  std::vector<forward_progress_guarantee> all;
  for (const auto guarantee : {forward_progress_guarantee::weakly_parallel, forward_progress_guarantee::parallel,
                               forward_progress_guarantee::concurrent})
    if (guarantee >= strongest(d, of, within))
      all.push_back(guarantee);
  return all;
}

const char *name_of(execution_scope scope) {
  constexpr const char *names[] = {"work-items", "sub-groups", "work-groups", "all groups"};
  return names[static_cast<int>(scope)];
}
const char *name_of(forward_progress_guarantee guarantee) {
  constexpr const char *names[] = {"concurrent", "parallel", "weakly parallel"};
  return names[static_cast<int>(guarantee)];
}

} // namespace

#define WEFT_PROGRESS(scope, within)                                                                                   \
  template <>                                                                                                          \
  WEFT_API std::vector<forward_progress_guarantee>                                                                     \
  device::query<ext::oneapi::experimental::info::device::scope##_progress_capabilities<execution_scope::within>>()     \
      const {                                                                                                          \
    return capabilities(*this, execution_scope::scope, execution_scope::within);                                       \
  }
WEFT_PROGRESS(work_group, root_group)
WEFT_PROGRESS(sub_group, root_group)
WEFT_PROGRESS(sub_group, work_group)
WEFT_PROGRESS(work_item, root_group)
WEFT_PROGRESS(work_item, work_group)
WEFT_PROGRESS(work_item, sub_group)
#undef WEFT_PROGRESS

void detail::require_progress(const queue &q, execution_scope of, forward_progress_guarantee guarantee,
                              execution_scope coordination) {
  const device d = q.get_device();
  if (const auto most = strongest(d, of, coordination); guarantee < most)
    throw_error(errc::feature_not_supported, std::string("launch: ") + name_of(guarantee) + " forward progress of " +
                                                 name_of(of) + "; " + d.get_info<sycl::info::device::name>() +
                                                 " promises " + name_of(most));
}

} // namespace sycl::inline _V1
