// class nd_range: global and work-group extents of a launch (SYCL 2020, 4.9.1.2).
#pragma once

#include <sycl/id.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {

template <int Dimensions = 1> class nd_range {
public:
  static constexpr int dimensions = Dimensions;

  nd_range() noexcept = default;
  constexpr nd_range(range<Dimensions> global, range<Dimensions> local,
                     id<Dimensions> offset = id<Dimensions>()) noexcept
      : global_(global), local_(local), offset_(offset) {}

  range<Dimensions> get_global_range() const noexcept { return global_; }
  range<Dimensions> get_local_range() const noexcept { return local_; }
  range<Dimensions> get_group_range() const noexcept { return global_ / local_; }
  id<Dimensions> get_offset() const noexcept { return offset_; }

  friend bool operator==(const nd_range &a, const nd_range &b) noexcept {
    return a.global_ == b.global_ && a.local_ == b.local_ && a.offset_ == b.offset_;
  }
  friend bool operator!=(const nd_range &a, const nd_range &b) noexcept { return !(a == b); }

private:
  range<Dimensions> global_, local_;
  id<Dimensions> offset_;
};

} // namespace _V1
} // namespace sycl
