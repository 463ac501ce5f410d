// class host_accessor: the host's way to the elements of a buffer (SYCL 2020, 4.7.6.10).
#pragma once

#include <functional>
#include <memory>
#include <type_traits>

#include <sycl/access.hpp>
#include <sycl/buffer.hpp>
#include <sycl/detail/accessor_base.hpp>

namespace sycl {
inline namespace _V1 {

/// Made, it has waited for the content; while it or a copy lives, commands that conflict wait.
template <class T, int Dimensions = 1,
          access_mode Mode = (std::is_const_v<T> ? access_mode::read : access_mode::read_write)>
class host_accessor
    : public detail::accessor_base<std::conditional_t<Mode == access_mode::read, const T, T>, Dimensions> {
  using base = detail::accessor_base<std::conditional_t<Mode == access_mode::read, const T, T>, Dimensions>;
  static constexpr int buffer_dimensions = Dimensions == 0 ? 1 : Dimensions;
  template <class U> using if_same = std::enable_if_t<std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>>>;
  template <class Tag> using if_tag = std::enable_if_t<detail::is_access_tag<Tag>>;
  using extents = range<buffer_dimensions>;
  using position = id<buffer_dimensions>;

public:
  using value_type = typename base::value_type;

  host_accessor() = default; ///< Of nothing.

  template <class U, access_mode M,
            class = std::enable_if_t<
                std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>> &&
                !std::is_same_v<host_accessor, host_accessor<U, Dimensions, M>> &&
                std::is_convertible_v<typename host_accessor<U, Dimensions, M>::value_type *, value_type *> &&
                (M == Mode || Mode == access_mode::read || M == access_mode::read_write || detail::discards(M))>>
  host_accessor(const host_accessor<U, Dimensions, M> &other) noexcept : lease_(other.lease_) {
    this->copy_from(other);
  }

// (buffer, [range, [id,]] [tag,] [properties])
#define WEFT_ACCESSOR_OF(parameters, extent, offset)                                                                   \
  template <class U, class A, class = if_same<U>>                                                                      \
  host_accessor(buffer<U, buffer_dimensions, A> &b parameters, const property_list &properties = {}) {                 \
    open(b, extent, offset, properties);                                                                               \
  }                                                                                                                    \
  template <class U, class A, class Tag, class = if_same<U>, class = if_tag<Tag>>                                      \
  host_accessor(buffer<U, buffer_dimensions, A> &b parameters, Tag, const property_list &properties = {}) {            \
    open(b, extent, offset, properties);                                                                               \
  }
#define WEFT_COMMA ,
  WEFT_ACCESSOR_OF(, b.get_range(), position())
  WEFT_ACCESSOR_OF(WEFT_COMMA extents r, r, position())
  WEFT_ACCESSOR_OF(WEFT_COMMA extents r WEFT_COMMA position at, r, at)
#undef WEFT_COMMA
#undef WEFT_ACCESSOR_OF

  void swap(host_accessor &other) noexcept { std::swap(*this, other); }

  /// Of the whole buffer, whatever part of it this stands for.
  value_type *get_pointer() const noexcept { return this->memory(); }

  /// An assignment to what an accessor without dimensions stands for.
  template <class V, int D = Dimensions,
            class = std::enable_if_t<D == 0 && std::is_same_v<std::decay_t<V>, std::remove_const_t<T>>>>
  const host_accessor &operator=(V &&value) const {
    *this->data_ = std::forward<V>(value);
    return *this;
  }

  friend bool operator==(const host_accessor &a, const host_accessor &b) noexcept {
    return a.id_ == b.id_ && a.data_ == b.data_;
  }
  friend bool operator!=(const host_accessor &a, const host_accessor &b) noexcept { return !(a == b); }

private:
  template <class, int, access_mode> friend class host_accessor;

  template <class Buffer>
  void open(Buffer &b, const extents &extent, const position &offset, const property_list &properties) {
    const bool overwrites = properties.has_property<property::no_init>();
    if (overwrites && Mode == access_mode::read)
      detail::throw_error(errc::invalid, "host_accessor: one that only reads needs the content; take no_init away");
    const extents part = this->one_or(extent);
    this->shape(b.get_range(), part, offset);
    detail::access_kind kind = detail::access_kind_of(Mode, overwrites);
    if (kind == detail::access_kind::overwrite && part != b.get_range())
      kind = detail::access_kind::write; // the rest of the buffer stays as it is
    this->grant(detail::acquire_on_host({detail::buffer_access::state(b), detail::buffer_access::begin(b),
                                         b.byte_size(), this->bytes_to_data(), kind, true},
                                        lease_),
                overwrites);
  }

  std::shared_ptr<void> lease_;
};

template <class Property, class T, int Dimensions, access_mode Mode>
struct is_property_of<Property, host_accessor<T, Dimensions, Mode>> : detail::is_one_of<Property, property::no_init> {};

// By the tag, else by what the elements allow. One for each constructor: ranges, ids and properties may be in braces.
#define WEFT_ACCESSOR_GUIDES(parameters)                                                                               \
  template <class T, int D, class A>                                                                                   \
  host_accessor(buffer<T, D, A> &parameters, const property_list & = {}) -> host_accessor<T, D>;                       \
  template <class T, int D, class A, class Tag, class = std::enable_if_t<detail::is_access_tag<Tag>>>                  \
  host_accessor(buffer<T, D, A> &parameters, Tag, const property_list & = {})                                          \
      -> host_accessor<T, D, detail::access_tag<Tag>::mode>;
#define WEFT_COMMA ,
WEFT_ACCESSOR_GUIDES()
WEFT_ACCESSOR_GUIDES(WEFT_COMMA range<D>)
WEFT_ACCESSOR_GUIDES(WEFT_COMMA range<D> WEFT_COMMA id<D>)
#undef WEFT_COMMA
#undef WEFT_ACCESSOR_GUIDES

} // namespace _V1
} // namespace sycl

template <class T, int Dimensions, sycl::access_mode Mode> struct std::hash<sycl::host_accessor<T, Dimensions, Mode>> {
  std::size_t operator()(const sycl::host_accessor<T, Dimensions, Mode> &a) const noexcept {
    return std::hash<std::uint64_t>()(sycl::detail::region_access::id(a));
  }
};
