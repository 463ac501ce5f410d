// What accessors share: subscripts, ranges and iterators over elements that lie in rows (SYCL 2020, 4.7.6.9).
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include <sycl/atomic.hpp>
#include <sycl/detail/device.hpp>
#include <sycl/detail/memory_object.hpp>
#include <sycl/id.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {
template <class T, int Dimensions> class local_accessor;
namespace detail {

/// Extents of the memory in all dimensions but the slowest.
template <int N> struct pitches {
  std::size_t pitch_[N];
};
template <> struct pitches<0> {};

/// What a subscript gives: a reference, or for atomic accessors a sycl::atomic.
template <class Element, bool IsAtomic> struct subscript {
  using type = Element &;
  static type of(Element *p) noexcept { return *p; }
};
template <class Element> struct subscript<Element, true> {
  using type = atomic<Element, ::sycl::access::address_space::global_space>;
  static type of(Element *p) noexcept { return type(global_ptr<Element>(p)); }
};

/// a[i][j]: what is left after the first subscripts.
template <class Element, int Dimensions, bool IsAtomic> class accessor_slice {
public:
  accessor_slice(Element *data, std::size_t pitch, const std::size_t *extent) noexcept
      : data_(data), pitch_(pitch), extent_(extent) {}
  decltype(auto) operator[](std::size_t i) const noexcept {
    check_index(i, *extent_);
    if constexpr (Dimensions == 1)
      return subscript<Element, IsAtomic>::of(data_ + i);
    else
      return accessor_slice<Element, 1, IsAtomic>(data_ + i * pitch_, 0, extent_ + 1);
  }

private:
  Element *data_;
  std::size_t pitch_;         // elements from one row to the next
  const std::size_t *extent_; // of this dimension and those after it
};

/// Walks the elements of an accessor row by row.
template <class Element, int Dimensions> class accessor_iterator {
public:
  using value_type = std::remove_cv_t<Element>;
  using difference_type = std::ptrdiff_t;
  using pointer = Element *;
  using reference = Element &;
  using iterator_category = std::random_access_iterator_tag;

  accessor_iterator() = default;
  accessor_iterator(Element *data, const std::size_t (&extent)[Dimensions], const std::size_t *pitch,
                    difference_type at) noexcept
      : data_(data), at_(at) {
    WEFT_UNROLL
    for (int d = 1; d < Dimensions; ++d) {
      extent_[d - 1] = extent[d];
      pitch_[d - 1] = pitch[d - 1];
    }
  }
  template <class Other, class = std::enable_if_t<std::is_same_v<const Other, Element>>>
  accessor_iterator(const accessor_iterator<Other, Dimensions> &other) noexcept : data_(other.data_), at_(other.at_) {
    WEFT_UNROLL
    for (int d = 0; d < Dimensions - 1; ++d) {
      extent_[d] = other.extent_[d];
      pitch_[d] = other.pitch_[d];
    }
  }

  reference operator*() const noexcept { return (*this)[0]; }
  pointer operator->() const noexcept { return &**this; }
  reference operator[](difference_type n) const noexcept {
    std::size_t left = static_cast<std::size_t>(at_ + n), offset = 0, unit = 1;
    WEFT_UNROLL
    for (int d = Dimensions - 2; d >= 0; --d) {
      offset += left % extent_[d] * unit;
      left /= extent_[d];
      unit *= pitch_[d];
    }
    return data_[offset + left * unit];
  }
  accessor_iterator &operator+=(difference_type n) noexcept { return at_ += n, *this; }
  accessor_iterator &operator-=(difference_type n) noexcept { return at_ -= n, *this; }
  accessor_iterator &operator++() noexcept { return *this += 1; }
  accessor_iterator &operator--() noexcept { return *this -= 1; }
  accessor_iterator operator++(int) noexcept {
    const accessor_iterator old = *this;
    ++*this;
    return old;
  }
  accessor_iterator operator--(int) noexcept {
    const accessor_iterator old = *this;
    --*this;
    return old;
  }
  friend accessor_iterator operator+(accessor_iterator i, difference_type n) noexcept { return i += n; }
  friend accessor_iterator operator+(difference_type n, accessor_iterator i) noexcept { return i += n; }
  friend accessor_iterator operator-(accessor_iterator i, difference_type n) noexcept { return i -= n; }
  friend difference_type operator-(const accessor_iterator &a, const accessor_iterator &b) noexcept {
    return a.at_ - b.at_;
  }
#define WEFT_ITERATOR_COMPARISON(op)                                                                                   \
  friend bool operator op(const accessor_iterator &a, const accessor_iterator &b) noexcept { return a.at_ op b.at_; }
  WEFT_ITERATOR_COMPARISON(==)
  WEFT_ITERATOR_COMPARISON(!=)
  WEFT_ITERATOR_COMPARISON(<)
  WEFT_ITERATOR_COMPARISON(>)
  WEFT_ITERATOR_COMPARISON(<=)
  WEFT_ITERATOR_COMPARISON(>=)
#undef WEFT_ITERATOR_COMPARISON

private:
  template <class, int> friend class accessor_iterator;

  Element *data_ = nullptr;
  difference_type at_ = 0;
  std::size_t extent_[Dimensions > 1 ? Dimensions - 1 : 1] = {}, pitch_[Dimensions > 1 ? Dimensions - 1 : 1] = {};
};

template <class Element, int Dimensions, bool IsAtomic = false> class accessor_base;

/// Reaches what accessors keep for the runtime.
struct region_access {
  template <class E, int D, bool A> static memory_region region(const accessor_base<E, D, A> &a) { return a.region(); }
  template <class E, int D, bool A> static std::uint64_t id(const accessor_base<E, D, A> &a) {
    return a.id_ & ~without_content;
  }
  template <class E, int D, bool A> static bool has_no_init(const accessor_base<E, D, A> &a) noexcept {
    return (a.id_ & without_content) != 0;
  }
  template <class T, int D> static bool has_no_init(const local_accessor<T, D> &a) noexcept {
    return a.place_.has_no_init();
  }
};

/// The properties of an accessor, of which there is one: no_init. The accessor keeps it in its own members.
template <class Accessor> class accessor_properties {
public:
  template <class Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> &&
           region_access::has_no_init(static_cast<const Accessor &>(*this));
  }
  template <class Property> Property get_property() const {
    if (!has_property<Property>())
      detail::throw_error(errc::invalid, "get_property: the accessor was made without that property");
    return Property();
  }
};

/// `Element` is const where the accessor only reads. No more than a kernel needs lies in it, and all of it is plain
/// values, which a finalizer takes apart.
template <class Element, int Dimensions, bool IsAtomic>
class accessor_base : private pitches<(Dimensions > 1 ? Dimensions - 1 : 0)>,
                      public accessor_properties<accessor_base<Element, Dimensions, IsAtomic>> {
  static_assert(Dimensions >= 0 && Dimensions <= 3, "an accessor has at most three dimensions");
  template <int D> using if_dimensions = std::enable_if_t<(D > 0)>;

public:
  using value_type = Element;
  using reference = Element &;
  using const_reference = const Element &;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;
  using iterator = std::conditional_t<(Dimensions < 2), Element *, accessor_iterator<Element, Dimensions>>;
  using const_iterator =
      std::conditional_t<(Dimensions < 2), const Element *, accessor_iterator<const Element, Dimensions>>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  std::size_t size() const noexcept {
    std::size_t n = extent_[0];
    WEFT_UNROLL
    for (int d = 1; d < Dimensions; ++d)
      n *= extent_[d];
    return n;
  }
  std::size_t get_count() const noexcept { return size(); }
  std::size_t byte_size() const noexcept { return size() * sizeof(Element); }
  std::size_t get_size() const noexcept { return byte_size(); }
  std::size_t max_size() const noexcept { return std::numeric_limits<std::ptrdiff_t>::max() / sizeof(Element); }
  bool empty() const noexcept { return size() == 0; }
  template <int D = Dimensions, class = if_dimensions<D>> range<D> get_range() const noexcept {
    return gather<range<D>>([this](int d) { return extent_[d]; });
  }
  template <int D = Dimensions, class = if_dimensions<D>> id<D> get_offset() const noexcept {
    return gather<id<D>>([this](int d) { return offset_[d]; });
  }

  decltype(auto) operator[](id<Dimensions == 0 ? 1 : Dimensions> i) const noexcept {
    static_assert(Dimensions > 0, "an accessor without dimensions has no subscripts");
    WEFT_UNROLL
    for (int d = 0; d < Dimensions; ++d)
      check_index(i[d], extent_[d]);
    return subscript<Element, IsAtomic>::of(data_ + linear(i));
  }
  /// Of one dimension: anything that is an index, as it is.
  template <class Index, int D = Dimensions,
            class = std::enable_if_t<D == 1 && (std::is_convertible_v<const Index &, id<1>> ||
                                                std::is_convertible_v<const Index &, std::size_t>)>>
  decltype(auto) operator[](const Index &i) const noexcept {
    if constexpr (std::is_integral_v<Index>) {
      check_index(static_cast<std::size_t>(i), extent_[0]);
      return subscript<Element, IsAtomic>::of(data_ + i);
    } else if constexpr (std::is_convertible_v<const Index &, id<1>>) {
      return (*this)[static_cast<id<1>>(i)[0]];
    } else {
      return (*this)[static_cast<std::size_t>(i)];
    }
  }
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>> auto operator[](std::size_t i) const noexcept {
    check_index(i, extent_[0]);
    if constexpr (D == 2)
      return accessor_slice<Element, 1, IsAtomic>(data_ + i * this->pitch_[0], 0, extent_ + 1);
    else
      return accessor_slice<Element, 2, IsAtomic>(data_ + i * this->pitch_[0] * this->pitch_[1], this->pitch_[1],
                                                  extent_ + 1);
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 0>>
  operator typename subscript<Element, IsAtomic>::type() const noexcept {
    return subscript<Element, IsAtomic>::of(data_);
  }

  iterator begin() const noexcept { return iterator_at<iterator>(0); }
  iterator end() const noexcept { return iterator_at<iterator>(size()); }
  const_iterator cbegin() const noexcept { return iterator_at<const_iterator>(0); }
  const_iterator cend() const noexcept { return iterator_at<const_iterator>(size()); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

protected:
  static constexpr int ranks = Dimensions == 0 ? 1 : Dimensions;

  accessor_base() noexcept {
    if constexpr (Dimensions > 1)
      for (std::size_t &p : this->pitch_)
        p = 0;
  }

  /// The first element of the memory that it is a part of.
  Element *memory() const noexcept {
    if constexpr (Dimensions == 0)
      return data_;
    else
      return data_ - linear(get_offset());
  }

  template <class Point> std::size_t linear(const Point &i) const noexcept {
    if constexpr (Dimensions < 2)
      return i[0];
    else if constexpr (Dimensions == 2)
      return i[0] * this->pitch_[0] + i[1];
    else
      return (i[0] * this->pitch_[0] + i[1]) * this->pitch_[1] + i[2];
  }

  /// The extent, or one element where there are no dimensions.
  static range<ranks> one_or(const range<ranks> &extent) noexcept {
    return Dimensions == 0 && extent.size() != 0 ? range<ranks>(gather<range<ranks>>([](int) { return 1; })) : extent;
  }

  /// Describes the part of `whole` that it stands for; the data comes by grant().
  template <int D> void shape(const range<D> &whole, const range<D> &extent, const id<D> &offset) {
    for (int d = 0; d < D; ++d) {
      if (offset[d] > whole[d] || extent[d] > whole[d] - offset[d])
        refuse_access(errc::invalid, "accessor: its range reaches beyond the buffer", sizes_of(extent),
                      sizes_of(offset), sizes_of(whole), D);
      extent_[d] = extent[d];
      offset_[d] = offset[d];
      if constexpr (Dimensions > 1)
        if (d > 0)
          this->pitch_[d - 1] = whole[d];
    }
  }
  void grant(const access_grant &g, bool without) noexcept {
    data_ = static_cast<Element *>(g.data);
    id_ = g.id | (without ? without_content : 0);
  }
  std::ptrdiff_t bytes_to_data() const noexcept {
    return static_cast<std::ptrdiff_t>(linear(offset_) * sizeof(Element));
  }
  template <class Other> void copy_from(const accessor_base<Other, Dimensions, IsAtomic> &other) noexcept {
    data_ = other.data_;
    id_ = other.id_;
    WEFT_UNROLL
    for (int d = 0; d < ranks; ++d) {
      extent_[d] = other.extent_[d];
      offset_[d] = other.offset_[d];
    }
    if constexpr (Dimensions > 1)
      WEFT_UNROLL
    for (int d = 1; d < Dimensions; ++d)
      this->pitch_[d - 1] = other.pitch_[d - 1];
  }

  memory_region region() const noexcept {
    memory_region r;
    r.data = const_cast<std::remove_cv_t<Element> *>(data_);
    r.element = sizeof(Element);
    r.id = id_ & ~without_content;
    for (int d = 0; d < ranks; ++d)
      r.extent[d + 3 - ranks] = extent_[d];
    r.pitch[1] = extent_[0];
    if constexpr (Dimensions > 1)
      for (int d = 1; d < Dimensions; ++d)
        r.pitch[d + 2 - ranks] = this->pitch_[d - 1];
    return r;
  }

  Element *data_ = nullptr;        // of the first element that it may access
  std::size_t extent_[ranks] = {}; // that it may access
  std::size_t offset_[ranks] = {};
  std::uint64_t id_ = 0; // tells apart what was not copied from each other; with the bit without_content

private:
  template <class, int, bool> friend class accessor_base;
  friend struct region_access;

  template <class Iterator> Iterator iterator_at(std::size_t n) const noexcept {
    if constexpr (Dimensions == 0)
      return data_ + (n != 0);
    else if constexpr (Dimensions == 1)
      return data_ + n;
    else
      return Iterator(data_, extent_, this->pitch_, static_cast<std::ptrdiff_t>(n));
  }
};

/// Opens handlers to what stands in for an accessor.
struct handler_access {
  template <class Handler> static access_grant require(Handler &h, const access_request &request) {
    return h.require_access(request);
  }
  template <class Handler> static const queue &queue_of(const Handler &h) { return h.queue_; }
  template <class Handler, class Space, class Kernel>
  static void launch_kernel(Handler &h, const Space &space, const Kernel &k, std::size_t scratch) {
    h.launch_kernel(space, k, scratch);
  }
};

/// Memory without gaps that holds as much as `like`.
inline memory_region plain_region(void *data, const memory_region &like) noexcept {
  memory_region r = like;
  r.data = data;
  r.id = 0;
  r.pitch[0] = like.extent[1];
  r.pitch[1] = like.extent[2];
  return r;
}

constexpr access_kind access_kind_of(access_mode mode, bool overwrites) {
  if (mode == access_mode::read)
    return access_kind::read;
  return discards(mode) || overwrites ? access_kind::overwrite : access_kind::write;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
