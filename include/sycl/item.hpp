// class item: one work-item of a range kernel (SYCL 2020, 4.9.1.4).
#pragma once

#include <sycl/id.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
struct make_item;

template <int Dimensions, bool WithOffset> struct item_offset {
  id<Dimensions> offset_;
};
template <int Dimensions> struct item_offset<Dimensions, false> {};
} // namespace detail

template <int Dimensions = 1, bool WithOffset = true>
class item : public detail::index_conversion<item<Dimensions, WithOffset>, Dimensions>,
             private detail::item_offset<Dimensions, WithOffset> {
public:
  static constexpr int dimensions = Dimensions;

  item() = delete;

  id<Dimensions> get_id() const noexcept { return id_; }
  std::size_t get_id(int d) const noexcept { return id_[d]; }
  std::size_t operator[](int d) const noexcept { return id_[d]; }
  range<Dimensions> get_range() const noexcept { return range_; }
  std::size_t get_range(int d) const noexcept { return range_[d]; }

  template <bool B = WithOffset, class = std::enable_if_t<B>> id<Dimensions> get_offset() const noexcept {
    return this->offset_;
  }
  template <bool B = WithOffset, class = std::enable_if_t<!B>> operator item<Dimensions, true>() const noexcept {
    return item<Dimensions, true>(id_, range_, id<Dimensions>());
  }

  std::size_t get_linear_id() const noexcept {
    if constexpr (WithOffset)
      return detail::linearize<Dimensions>(id_ - this->offset_, range_);
    else
      return detail::linearize<Dimensions>(id_, range_);
  }

  friend bool operator==(const item &a, const item &b) noexcept { return a.id_ == b.id_ && a.range_ == b.range_; }
  friend bool operator!=(const item &a, const item &b) noexcept { return !(a == b); }

private:
  template <int, bool> friend class item;
  friend struct detail::make_item;

  constexpr item(const id<Dimensions> &where, const range<Dimensions> &extent, const id<Dimensions> &offset) noexcept
      : detail::item_offset<Dimensions, true>{offset}, id_(where), range_(extent) {}
  constexpr item(const id<Dimensions> &where, const range<Dimensions> &extent) noexcept : id_(where), range_(extent) {}

  id<Dimensions> id_;
  range<Dimensions> range_;
};

} // namespace _V1
} // namespace sycl
