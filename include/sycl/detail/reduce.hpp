// How parallel_for runs reductions: work-items accumulate privately, groups combine in local memory and write one
// partial each, and a second kernel combines the partials in a fixed order, so that a device always gives the same
// bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include <sycl/detail/kernel.hpp>
#include <sycl/reduction.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

// One function may be launched with several kinds of variables.
template <class Name, class... Variables> struct reduction_main;
template <class Name, class... Variables> struct reduction_final;

/// A reduction variable with the place of its partials: [group][element].
template <class Variable> struct device_reduction {
  using variable_type = Variable;
  using accumulator_type = typename Variable::accumulator_type;
  using reducer_type = reducer<typename Variable::value_type, typename Variable::operation, Variable>;

  Variable variable;
  accumulator_type *partials;
};

WEFT_INLINE void work_group_barrier() {
#if WEFT_DEVICE_PASS
  __weft_barrier(static_cast<int>(memory_scope::work_group));
#endif
}

WEFT_INLINE char *reduction_memory([[maybe_unused]] std::uint32_t offset) {
  WEFT_DEVICE_RETURN(static_cast<char *>(__weft_local_mem()) + (offset & ~15u));
}

/// Combines the work-items' accumulators by halving; the result is whole in work-item 0. Every work-item calls it.
template <class Accumulator, class Op>
WEFT_INLINE Accumulator combine_in_group(const Accumulator &mine, Op op, Accumulator *local, std::size_t item,
                                         std::size_t items) {
  work_group_barrier(); // the memory may still be read from the combination before
  local[item] = mine;
  work_group_barrier();
  // Where the group's size is known, so is which vectors have no work: stores of no lane are slow on some processors.
  WEFT_UNROLL
  for (std::size_t n = items; n > 1;) {
    const std::size_t half = (n + 1) / 2;
    if (item + half < n)
      local[item].merge(op, local[item + half]);
    work_group_barrier();
    n = half;
  }
  return local[item];
}

template <class Reduction, class Reducer>
WEFT_INLINE void write_partials(const Reduction &r, Reducer &reducer, std::uint32_t local_offset, std::size_t item,
                                std::size_t items, std::size_t group) {
  using accumulator_type = typename Reduction::accumulator_type;
  auto *local = reinterpret_cast<accumulator_type *>(reduction_memory(local_offset));
  for (std::size_t i = 0; i < Reduction::variable_type::extent; ++i) {
    const accumulator_type whole = combine_in_group(reducer.partial(i), r.variable.op, local, item, items);
    if (item == 0)
      r.partials[group * Reduction::variable_type::extent + i] = whole;
  }
}

/// Runs `body` with one reducer per reduction, then writes the group's partials.
template <class Body, std::size_t... I, class... Reductions>
WEFT_INLINE void reduce_group(const Body &body, std::index_sequence<I...>, const std::tuple<Reductions...> &reductions,
                              std::uint32_t local_offset, std::size_t item, std::size_t items, std::size_t group) {
  std::tuple<typename Reductions::reducer_type...> reducers(std::get<I>(reductions).variable...);
  body(std::get<I>(reducers)...);
  (write_partials(std::get<I>(reductions), std::get<I>(reducers), local_offset, item, items, group), ...);
}

/// Over a range: each group takes a stretch of it.
template <class F, int D, class... Reductions> struct range_reduction {
  F f;
  range<D> space;
  std::size_t total, stretch;
  std::uint32_t local_offset;
  std::tuple<Reductions...> reductions;

  WEFT_INLINE void operator()(const nd_item<1> &it) const {
    const std::size_t item = it.get_local_id(0), items = it.get_local_range(0), group = it.get_group(0);
    const std::size_t begin = group * stretch;
    const std::size_t end = begin + stretch < total ? begin + stretch : total;
    const auto body = [&](auto &...reducers) {
      for (std::size_t i = begin + item; i < end; i += items)
        call_with_item<D>(f, make_item::at<D>(delinearize<id<D>>(i, space), space), reducers...);
    };
    reduce_group(body, std::index_sequence_for<Reductions...>(), reductions, local_offset, item, items, group);
  }
};

/// Over an nd-range: the program's own groups.
template <class F, int D, class... Reductions> struct nd_range_reduction {
  F f;
  std::uint32_t local_offset;
  std::tuple<Reductions...> reductions;

  WEFT_INLINE void operator()(const nd_item<D> &it) const {
    const auto body = [&](auto &...reducers) {
      nd_item<D> mine = it;
      call(f, mine, reducers...);
    };
    reduce_group(body, std::index_sequence_for<Reductions...>(), reductions, local_offset, it.get_local_linear_id(),
                 it.get_local_range().size(), it.get_group_linear_id());
  }
};

/// One group combines all partials into the variables.
template <class... Reductions> struct final_reduction {
  std::size_t groups;
  std::tuple<Reductions...> reductions;

  template <class Reduction> WEFT_INLINE void finish(const Reduction &r, const nd_item<1> &it) const {
    using accumulator_type = typename Reduction::accumulator_type;
    constexpr std::size_t extent = Reduction::variable_type::extent;
    auto *local = reinterpret_cast<accumulator_type *>(reduction_memory(0));
    const std::size_t item = it.get_local_id(0), items = it.get_local_range(0);
    for (std::size_t i = 0; i < extent; ++i) {
      accumulator_type mine;
      mine.reset(r.variable.identity);
      for (std::size_t g = item; g < groups; g += items)
        mine.merge(r.variable.op, r.partials[g * extent + i]);
      const accumulator_type whole = combine_in_group(mine, r.variable.op, local, item, items);
      if (item == 0 && whole.set())
        store(r.variable, i, whole.value);
    }
  }

  template <class Variable, class T> WEFT_INLINE static void store(const Variable &v, std::size_t i, const T &value) {
    auto op = v.op; // whose call operator need not be const
    v.target[i] = v.initialize ? value : op(v.target[i], value);
  }

  WEFT_INLINE void operator()(const nd_item<1> &it) const {
    std::apply([&](const auto &...r) { (finish(r, it), ...); }, reductions);
  }
};

constexpr std::size_t round_up(std::size_t n, std::size_t to) {
  return (n + to - 1) / to * to;
}

template <class... Variables> constexpr std::size_t largest_accumulator() {
  return std::max({sizeof(typename Variables::accumulator_type)...});
}

/// The plan of one reduction launch: how many groups of how many items.
struct reduction_shape {
  std::size_t groups, items;
};
/// A few groups per compute unit, so that stretches are long and partials few. `value_bytes`: of the largest variable.
WEFT_API reduction_shape plan_reduction(const queue &q, std::size_t total, std::size_t value_bytes);

/// The largest group that final_reduction may use.
inline constexpr std::size_t final_items = 128;

template <class... Variables, std::size_t... I>
auto place_partials(char *memory, std::size_t groups, std::index_sequence<I...>, const Variables &...variables) {
  std::size_t offsets[sizeof...(Variables) + 1] = {0};
  ((offsets[I + 1] =
        round_up(offsets[I] + groups * Variables::extent * sizeof(typename Variables::accumulator_type), 64)),
   ...);
  return std::tuple<device_reduction<Variables>...>{device_reduction<Variables>{
      variables, reinterpret_cast<typename Variables::accumulator_type *>(memory + offsets[I])}...};
}

template <class... Variables> std::size_t partial_bytes(std::size_t groups) {
  return (round_up(groups * Variables::extent * sizeof(typename Variables::accumulator_type), 64) + ...);
}

/// Local memory for `items` accumulators behind what the program reserved.
template <class... Variables> launch_extras with_group_memory(launch_extras extras, std::size_t items) {
  extras.local_bytes =
      static_cast<std::uint32_t>(round_up(extras.local_bytes, 64) + items * largest_accumulator<Variables...>());
  return extras;
}

template <class Name, class... Reductions>
event launch_final(const queue &q, std::size_t groups, const std::tuple<Reductions...> &reductions, event_list main,
                   const std::shared_ptr<const void> &memory) {
  const std::size_t items = std::clamp(groups, std::size_t(1), final_items);
  const auto extras = with_group_memory<typename Reductions::variable_type...>(launch_extras{0, memory}, items);
  return launch_nd_range<reduction_final<Name, typename Reductions::variable_type...>>(
      q, nd_range<1>(range<1>(items), range<1>(items)), final_reduction<Reductions...>{groups, reductions}, main,
      extras);
}

template <class Name, int D, class F, class... Variables>
event reduce(const queue &q, const range<D> &space, event_list depends, const launch_extras &extras, const F &f,
             const Variables &...variables) {
  using name = kernel_name<Name, F>;
  const std::size_t total = space.size();
  const reduction_shape shape = plan_reduction(q, total, std::max({sizeof(typename Variables::value_type)...}));
  const std::shared_ptr<void> memory = scratch(q, partial_bytes<Variables...>(shape.groups));
  const auto reductions = place_partials(static_cast<char *>(memory.get()), shape.groups,
                                         std::index_sequence_for<Variables...>(), variables...);
  const std::size_t stretch = round_up((total + shape.groups - 1) / shape.groups, shape.items);
  const range_reduction<F, D, device_reduction<Variables>...> kernel{
      f, space, total, stretch, static_cast<std::uint32_t>(round_up(extras.local_bytes, 64)), reductions};
  const event main = launch_nd_range<reduction_main<name, Variables...>>(
      q, nd_range<1>(range<1>(shape.groups * shape.items), range<1>(shape.items)), kernel, depends,
      with_group_memory<Variables...>(extras, shape.items));
  return launch_final<name>(q, shape.groups, reductions, {main, depends.requirements}, memory);
}

template <class Name, int D, class F, class... Variables>
event reduce(const queue &q, const nd_range<D> &space, event_list depends, const launch_extras &extras, const F &f,
             const Variables &...variables) {
  using name = kernel_name<Name, F>;
  const std::size_t items = space.get_local_range().size();
  const std::size_t groups = items == 0 ? 0 : space.get_group_range().size(); // the launch refuses groups without items
  const std::shared_ptr<void> memory = scratch(q, partial_bytes<Variables...>(groups));
  const auto reductions =
      place_partials(static_cast<char *>(memory.get()), groups, std::index_sequence_for<Variables...>(), variables...);
  const nd_range_reduction<F, D, device_reduction<Variables>...> kernel{
      f, static_cast<std::uint32_t>(round_up(extras.local_bytes, 64)), reductions};
  const event main = launch_nd_range<reduction_main<name, Variables...>>(
      q, space, kernel, depends, with_group_memory<Variables...>(extras, items));
  return launch_final<name>(q, groups, reductions, {main, depends.requirements}, memory);
}

/// parallel_for's arguments are reductions first, the function last: turn them around.
template <class Name, class Space, std::size_t... I, class... Rest>
event launch_reductions_of(const queue &q, const Space &space, event_list depends, const launch_extras &extras,
                           std::index_sequence<I...>, const std::tuple<const Rest &...> &rest) {
  return reduce<Name>(q, space, depends, extras, std::get<sizeof...(Rest) - 1>(rest), std::get<I>(rest)...);
}

template <class Name, class Space, class... Rest>
event launch_reductions(const queue &q, const Space &space, event_list depends, const launch_extras &extras,
                        const Rest &...rest) {
  return launch_reductions_of<Name>(q, space, depends, extras, std::make_index_sequence<sizeof...(Rest) - 1>(),
                                    std::tuple<const Rest &...>(rest...));
}

} // namespace detail
} // namespace _V1
} // namespace sycl
