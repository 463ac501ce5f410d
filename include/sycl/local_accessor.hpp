// class local_accessor: an array in the local memory of each work-group (SYCL 2020, 4.7.6.11).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include <sycl/detail/device.hpp>
#include <sycl/handler.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {

namespace ext::oneapi::experimental {
template <class T, int Dimensions> class dynamic_local_accessor;
}
namespace detail {
/// Start of a local array. The mask proves an alignment to the optimiser, which lets loads become vectors.
template <class T> WEFT_INLINE T *local_memory([[maybe_unused]] std::uint32_t offset) noexcept {
  WEFT_DEVICE_RETURN(reinterpret_cast<T *>(static_cast<char *>(__weft_local_mem()) + (offset & ~15u)));
}

/// A place in the work-group's local memory.
template <class T> class alignas(8) local_place {
public:
  local_place() = default; ///< Of nothing; kernels must not use it.
  /// What launches replace, by its mark.
  local_place(std::uint32_t number, std::uint32_t mark) noexcept : offset_(number), mark_(mark) {}
  local_place(std::size_t n, handler &h, bool no_init = false)
      : offset_(h.reserve_local(n * sizeof(T), alignof(T) > 16 ? alignof(T) : 16)),
        mark_(local_accessor_mark | (no_init ? 1 : 0)) {}
  /// To one that only reads.
  template <class U, class = std::enable_if_t<std::is_same_v<const U, T>>>
  local_place(const local_place<U> &other) noexcept : offset_(other.offset_), mark_(other.mark_) {}

  T *get() const noexcept { return local_memory<T>(offset_); }
  std::uint32_t offset() const noexcept { return offset_; }
  bool has_no_init() const noexcept { return (mark_ & 1) != 0; }

private:
  template <class> friend class local_place;
  std::uint32_t offset_ = 0;
  std::uint32_t mark_ = 0;
};

/// a[i][j]: what is left after the first index.
template <class T, int Dimensions> class local_slice {
public:
  local_slice(T *data, const std::size_t *extent) noexcept : data_(data), extent_(extent) {}
  decltype(auto) operator[](std::size_t i) const noexcept {
    check_index(i, *extent_);
    if constexpr (Dimensions == 1)
      return static_cast<T &>(data_[i]);
    else
      return local_slice<T, Dimensions - 1>(data_ + i * stride(), extent_ + 1);
  }

private:
  /// From one index of this dimension to the next, in elements.
  std::size_t stride() const noexcept {
    std::size_t n = 1;
    WEFT_UNROLL
    for (int d = 1; d < Dimensions; ++d)
      n *= extent_[d];
    return n;
  }

  T *data_;
  const std::size_t *extent_; // of this dimension and those after it
};
} // namespace detail

template <class T, int Dimensions = 1>
class local_accessor : public detail::accessor_properties<local_accessor<T, Dimensions>> {
  static_assert(Dimensions >= 0 && Dimensions <= 3, "a local_accessor has at most three dimensions");
  static constexpr int ranks = Dimensions == 0 ? 1 : Dimensions;

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  template <access::decorated Decorated> using accessor_ptr = local_ptr<T, Decorated>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  local_accessor() = default; ///< Of nothing; kernels must not use it.
  template <int D = Dimensions, class = std::enable_if_t<D == 0>>
  explicit local_accessor(handler &h, const property_list &properties = {})
      : place_(1, h, properties.has_property<property::no_init>()), extent_{1} {}
  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>>
  local_accessor(range<ranks> extent, handler &h, const property_list &properties = {})
      : place_(extent.size(), h, properties.has_property<property::no_init>()) {
    for (int d = 0; d < ranks; ++d)
      extent_[d] = extent[d];
  }

  /// To one that only reads.
  template <class U, class = std::enable_if_t<std::is_same_v<const U, T>>>
  local_accessor(const local_accessor<U, Dimensions> &other) noexcept : place_(other.place_) {
    WEFT_UNROLL
    for (int d = 0; d < ranks; ++d)
      extent_[d] = other.extent_[d];
  }

  std::size_t byte_size() const noexcept { return size() * sizeof(T); }
  std::size_t size() const noexcept {
    std::size_t n = 1;
    for (std::size_t e : extent_)
      n *= e;
    return n;
  }
  std::size_t max_size() const noexcept { return std::numeric_limits<std::uint32_t>::max() / sizeof(T); }
  bool empty() const noexcept { return size() == 0; }
  void swap(local_accessor &other) noexcept { std::swap(*this, other); }
  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>> range<D> get_range() const noexcept {
    return detail::gather<range<D>>([this](int d) { return extent_[d]; });
  }

  // The place is no deduced type, so that what converts to one will do: items, ranges, lists of numbers.
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>> T &operator[](id<ranks> i) const noexcept {
    WEFT_UNROLL
    for (int d = 0; d < D; ++d)
      detail::check_index(i[d], extent_[d]);
    return data()[detail::linearize<D>(i, extent_)];
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 1>> T &operator[](range<ranks> i) const noexcept {
    detail::check_index(i[0], extent_[0]);
    return data()[i[0]];
  }
  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>>
  decltype(auto) operator[](std::size_t i) const noexcept {
    return detail::local_slice<T, D>(data(), extent_)[i];
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 0>> operator T &() const noexcept { return *data(); }
  template <int D = Dimensions, class = std::enable_if_t<D == 0>> const local_accessor &operator=(const T &v) const {
    *data() = v;
    return *this;
  }

  local_ptr<T> get_pointer() const noexcept { return local_ptr<T>(data()); }
  template <access::decorated Decorated> local_ptr<T, Decorated> get_multi_ptr() const noexcept {
    return local_ptr<T, Decorated>(data());
  }
  iterator begin() const noexcept { return data(); }
  iterator end() const noexcept { return data() + size(); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

  /// Do both stand for the same memory of a command group?
  friend bool operator==(const local_accessor &a, const local_accessor &b) noexcept {
    return a.place_.offset() == b.place_.offset() && std::equal(a.extent_, a.extent_ + ranks, b.extent_);
  }
  friend bool operator!=(const local_accessor &a, const local_accessor &b) noexcept { return !(a == b); }

private:
  template <class, int> friend class local_accessor;
  friend class ext::oneapi::experimental::dynamic_local_accessor<T, Dimensions>;
  friend struct std::hash<local_accessor>;
  friend struct detail::region_access;

  local_accessor(detail::local_place<T> place, range<ranks> extent) noexcept : place_(place) {
    for (int d = 0; d < ranks; ++d)
      extent_[d] = extent[d];
  }
  T *data() const noexcept { return place_.get(); }

  detail::local_place<T> place_;
  std::size_t extent_[ranks] = {};
};

} // namespace _V1
} // namespace sycl

template <class T, int Dimensions> struct std::hash<sycl::local_accessor<T, Dimensions>> {
  std::size_t operator()(const sycl::local_accessor<T, Dimensions> &a) const noexcept { return a.place_.offset(); }
};
