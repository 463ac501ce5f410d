// Local memory whose size may change between submissions of a graph (sycl_ext_oneapi_graph).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

#include <sycl/ext/oneapi/experimental/graph.hpp>
#include <sycl/ext/oneapi/experimental/work_group_memory.hpp>
#include <sycl/local_accessor.hpp>

namespace sycl {
inline namespace _V1 {
namespace detail {

struct dynamic_memory_size {
  std::size_t bytes, alignment;
  int dims = 0; ///< so many extents lie behind its place among captures
  std::size_t extent[3] = {};
};

/// Gives a number of its own, under which launches find it by dynamic_memory_mark.
WEFT_API std::uint32_t make_dynamic_memory(const dynamic_memory_size &);
/// For kernels that are recorded from now on, and the nodes of those that were.
WEFT_API void set_dynamic_memory(std::uint32_t number, const dynamic_memory_size &);

template <class T> dynamic_memory_size dynamic_size(std::size_t elements) {
  return {elements * sizeof(T), alignof(T) > 16 ? alignof(T) : 16};
}
template <class T, int Dimensions> dynamic_memory_size dynamic_size(const range<Dimensions> &extent) {
  dynamic_memory_size size = dynamic_size<T>(extent.size());
  size.dims = Dimensions;
  for (int d = 0; d < Dimensions; ++d)
    size.extent[d] = extent[d];
  return size;
}

} // namespace detail
namespace ext::oneapi::experimental {

/// A local_accessor that kernels take by get(), or as a parameter. Copies are the same memory.
template <class T, int Dimensions = 1> class dynamic_local_accessor {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "a dynamic_local_accessor has one, two or three dimensions");

public:
  explicit dynamic_local_accessor(range<Dimensions> extent, const property_list &properties = {})
      : accessor_(sycl::detail::local_place<T>(sycl::detail::make_dynamic_memory(sycl::detail::dynamic_size<T>(extent)),
                                               sycl::detail::dynamic_memory_mark |
                                                   (properties.has_property<sycl::property::no_init>() ? 1 : 0)),
                  extent) {}
  dynamic_local_accessor(const command_graph<graph_state::modifiable> &, range<Dimensions> extent,
                         const property_list &properties = {})
      : dynamic_local_accessor(extent, properties) {}

  local_accessor<T, Dimensions> get() const noexcept { return accessor_; } ///< In kernels.
  local_accessor<T, Dimensions> get(handler &) const noexcept { return accessor_; }

  /// Executable graphs take it with update(node), or when they are made.
  void update(range<Dimensions> extent) {
    sycl::detail::set_dynamic_memory(number(), sycl::detail::dynamic_size<T>(extent));
  }

  friend bool operator==(const dynamic_local_accessor &a, const dynamic_local_accessor &b) noexcept {
    return a.number() == b.number();
  }
  friend bool operator!=(const dynamic_local_accessor &a, const dynamic_local_accessor &b) noexcept {
    return !(a == b);
  }

private:
  friend struct std::hash<dynamic_local_accessor>;
  std::uint32_t number() const noexcept { return accessor_.place_.offset(); }

  local_accessor<T, Dimensions> accessor_; ///< Launches give it its place.
};

/// A work_group_memory of the same kind: of an array whose length is given at run time.
template <class T, class Properties = empty_properties_t> class dynamic_work_group_memory {
  static_assert(std::is_array_v<T> && std::extent_v<T> == 0, "a dynamic_work_group_memory is of an array: T[]");
  using element = std::remove_extent_t<T>;

public:
  explicit dynamic_work_group_memory(std::size_t n)
      : memory_(sycl::detail::local_place<std::remove_all_extents_t<T>>(
            sycl::detail::make_dynamic_memory(sycl::detail::dynamic_size<element>(n)),
            sycl::detail::dynamic_memory_mark)) {}
  dynamic_work_group_memory(const command_graph<graph_state::modifiable> &, std::size_t n)
      : dynamic_work_group_memory(n) {}

  work_group_memory<T, Properties> get() const noexcept { return memory_; } ///< In kernels.
  work_group_memory<T, Properties> get(handler &) const noexcept { return memory_; }

  void update(std::size_t n) { sycl::detail::set_dynamic_memory(number(), sycl::detail::dynamic_size<element>(n)); }

  friend bool operator==(const dynamic_work_group_memory &a, const dynamic_work_group_memory &b) noexcept {
    return a.number() == b.number();
  }
  friend bool operator!=(const dynamic_work_group_memory &a, const dynamic_work_group_memory &b) noexcept {
    return !(a == b);
  }

private:
  friend struct std::hash<dynamic_work_group_memory>;
  std::uint32_t number() const noexcept { return memory_.place_.offset(); }

  work_group_memory<T, Properties> memory_;
};

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

template <class T, int Dimensions>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_local_accessor<T, Dimensions>> {
  std::size_t
  operator()(const sycl::ext::oneapi::experimental::dynamic_local_accessor<T, Dimensions> &a) const noexcept {
    return a.number();
  }
};
template <class T, class Properties>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_work_group_memory<T, Properties>> {
  std::size_t
  operator()(const sycl::ext::oneapi::experimental::dynamic_work_group_memory<T, Properties> &a) const noexcept {
    return a.number();
  }
};
