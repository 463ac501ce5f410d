// class accessor: a command's way to the elements of a buffer (SYCL 2020, 4.7.6.9), with the targets of SYCL 1.2.1.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>

#include <sycl/access.hpp>
#include <sycl/buffer.hpp>
#include <sycl/detail/accessor_base.hpp>
#include <sycl/handler.hpp>
#include <sycl/host_accessor.hpp>
#include <sycl/local_accessor.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

constexpr access_mode default_mode(bool is_const) {
  return is_const ? access_mode::read : access_mode::read_write;
}

} // namespace detail

/// For kernels, explicit copies and host tasks. Made without a handler it is a placeholder, which handler::require
/// gives to a command.
template <class T, int Dimensions = 1, access_mode Mode = detail::default_mode(std::is_const_v<T>),
          target Target = target::device, access::placeholder IsPlaceholder = access::placeholder::false_t>
class accessor : public detail::accessor_base<std::conditional_t<Mode == access_mode::read, const T, T>, Dimensions,
                                              Mode == access_mode::atomic> {
  static_assert(Target == target::device || Target == target::host_task || Target == target::constant_buffer,
                "image_array accessors are not there; use one image of one more dimension");
  using base = detail::accessor_base<std::conditional_t<Mode == access_mode::read, const T, T>, Dimensions,
                                     Mode == access_mode::atomic>;
  static constexpr int buffer_dimensions = Dimensions == 0 ? 1 : Dimensions;
  static constexpr bool on_host = Target == target::host_task;
  template <class U> using if_same = std::enable_if_t<std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>>>;
  template <class Tag> using if_tag = std::enable_if_t<detail::is_access_tag<Tag>>;
  template <int D> using if_dimensions = std::enable_if_t<(D > 0)>;
  using extents = range<buffer_dimensions>;
  using position = id<buffer_dimensions>;

public:
  using value_type = typename base::value_type;
  template <access::decorated Decorated>
  using accessor_ptr = std::conditional_t<Target == target::constant_buffer, constant_ptr<T, Decorated>,
                                          multi_ptr<value_type, access::address_space::global_space, Decorated>>;

  accessor() = default; ///< Of nothing; commands must not use it.

  /// To one that may do less: read only, or with const elements.
  template <class U, access_mode M, access::placeholder P,
            class = std::enable_if_t<
                std::is_same_v<std::remove_const_t<U>, std::remove_const_t<T>> &&
                !std::is_same_v<accessor, accessor<U, Dimensions, M, Target, P>> &&
                std::is_convertible_v<typename accessor<U, Dimensions, M, Target, P>::value_type *, value_type *> &&
                (M == Mode || Mode == access_mode::read || M == access_mode::read_write || detail::discards(M))>>
  accessor(const accessor<U, Dimensions, M, Target, P> &other) noexcept {
    this->copy_from(other);
  }

// (buffer, [handler,] [range, [id,]] [tag,] [properties])
#define WEFT_ACCESSOR_OF(parameters, handler_, extent, offset)                                                         \
  template <class U, class A, class = if_same<U>>                                                                      \
  accessor(buffer<U, buffer_dimensions, A> &b parameters, const property_list &properties = {}) {                      \
    open(b, handler_, extent, offset, properties);                                                                     \
  }                                                                                                                    \
  template <class U, class A, class Tag, class = if_same<U>, class = if_tag<Tag>>                                      \
  accessor(buffer<U, buffer_dimensions, A> &b parameters, Tag, const property_list &properties = {}) {                 \
    open(b, handler_, extent, offset, properties);                                                                     \
  }
#define WEFT_LIST(...) __VA_ARGS__
#define WEFT_COMMA ,
  WEFT_ACCESSOR_OF(, nullptr, b.get_range(), position())
  WEFT_ACCESSOR_OF(WEFT_COMMA extents r, nullptr, r, position())
  WEFT_ACCESSOR_OF(WEFT_COMMA extents r WEFT_COMMA position at, nullptr, r, at)
  WEFT_ACCESSOR_OF(WEFT_COMMA handler &h, &h, b.get_range(), position())
  WEFT_ACCESSOR_OF(WEFT_COMMA handler &h WEFT_COMMA extents r, &h, r, position())
  WEFT_ACCESSOR_OF(WEFT_COMMA handler &h WEFT_COMMA extents r WEFT_COMMA position at, &h, r, at)
#undef WEFT_COMMA
#undef WEFT_LIST
#undef WEFT_ACCESSOR_OF

  bool is_placeholder() const noexcept { return detail::is_promise(this->id_); }
  void swap(accessor &other) noexcept { std::swap(*this, other); }

  /// Of the whole buffer, whatever part of it this stands for.
  template <access::decorated Decorated> accessor_ptr<Decorated> get_multi_ptr() const noexcept {
    if constexpr (Target == target::constant_buffer) // before SYCL 2020 the pointer's type was not const
      return accessor_ptr<Decorated>(const_cast<T *>(this->memory()));
    else
      return accessor_ptr<Decorated>(this->memory());
  }
  auto get_pointer() const noexcept {
    if constexpr (on_host)
      return this->memory();
    else
      return get_multi_ptr<access::decorated::legacy>();
  }

  using base::operator[];
  /// An assignment to what an accessor without dimensions stands for.
  template <class V, int D = Dimensions,
            class = std::enable_if_t<D == 0 && std::is_same_v<std::decay_t<V>, std::remove_const_t<T>>>>
  const accessor &operator=(V &&value) const {
    *this->data_ = std::forward<V>(value);
    return *this;
  }

  friend bool operator==(const accessor &a, const accessor &b) noexcept { return a.id_ == b.id_ && a.data_ == b.data_; }
  friend bool operator!=(const accessor &a, const accessor &b) noexcept { return !(a == b); }

private:
  friend struct std::hash<accessor>;

  template <class Buffer>
  void open(Buffer &b, handler *h, const extents &extent, const position &offset, const property_list &properties) {
    const bool overwrites = properties.has_property<property::no_init>();
    if (overwrites && Mode == access_mode::read)
      detail::throw_error(errc::invalid, "accessor: one that only reads needs the content; take no_init away");
    const extents part = this->one_or(extent);
    this->shape(b.get_range(), part, offset);
    const bool whole = part == b.get_range();
    detail::access_kind kind = detail::access_kind_of(Mode, overwrites);
    if (kind == detail::access_kind::overwrite && !whole)
      kind = detail::access_kind::write; // the rest of the buffer stays as it is
    const detail::access_request request{detail::buffer_access::state(b),
                                         detail::buffer_access::begin(b),
                                         b.byte_size(),
                                         this->bytes_to_data(),
                                         kind,
                                         on_host};
    this->grant(h != nullptr ? h->require_access(request) : detail::promise(request), overwrites);
  }
};

template <class Property, class T, int Dimensions, access_mode Mode, target Target, access::placeholder P>
struct is_property_of<Property, accessor<T, Dimensions, Mode, Target, P>>
    : detail::is_one_of<Property, property::no_init> {};

// By the tag, else by what the elements allow. One for each constructor: ranges, ids and properties may be in braces.
#define WEFT_ACCESSOR_GUIDES(parameters)                                                                               \
  template <class T, int D, class A>                                                                                   \
  accessor(buffer<T, D, A> &parameters, const property_list & = {}) -> accessor<T, D>;                                 \
  template <class T, int D, class A, class Tag, class = std::enable_if_t<detail::is_access_tag<Tag>>>                  \
  accessor(buffer<T, D, A> &parameters, Tag, const property_list & = {})                                               \
      -> accessor<T, D, detail::access_tag<Tag>::mode, detail::access_tag<Tag>::where>;
#define WEFT_COMMA ,
WEFT_ACCESSOR_GUIDES()
WEFT_ACCESSOR_GUIDES(WEFT_COMMA range<D>)
WEFT_ACCESSOR_GUIDES(WEFT_COMMA range<D> WEFT_COMMA id<D>)
WEFT_ACCESSOR_GUIDES(WEFT_COMMA handler &)
WEFT_ACCESSOR_GUIDES(WEFT_COMMA handler &WEFT_COMMA range<D>)
WEFT_ACCESSOR_GUIDES(WEFT_COMMA handler &WEFT_COMMA range<D> WEFT_COMMA id<D>)
#undef WEFT_COMMA
#undef WEFT_ACCESSOR_GUIDES

/// SYCL 1.2.1: an array in local memory.
template <class T, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::local, IsPlaceholder> : public local_accessor<T, Dimensions> {
  using base = local_accessor<T, Dimensions>;

public:
  using base::base;
  using base::operator=;
  accessor() = default;
  bool is_placeholder() const noexcept { return false; }
  std::size_t get_count() const noexcept { return this->size(); }
  std::size_t get_size() const noexcept { return this->byte_size(); }
};

namespace detail {
/// a[i][j]: what is left after the first index.
template <class T, int Dimensions> struct local_atomics {
  local_slice<T, Dimensions> elements;
  auto operator[](std::size_t i) const noexcept {
    if constexpr (Dimensions == 1)
      return atomic<T, ::sycl::access::address_space::local_space>(local_ptr<T>(&elements[i]));
    else
      return local_atomics<T, Dimensions - 1>{elements[i]};
  }
};
} // namespace detail

/// SYCL 1.2.1: atomics in local memory.
template <class T, int Dimensions, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, access_mode::atomic, target::local, IsPlaceholder>
    : public local_accessor<T, Dimensions> {
  using base = local_accessor<T, Dimensions>;
  using element = atomic<T, access::address_space::local_space>;

public:
  using base::base;
  accessor() = default;
  std::size_t get_count() const noexcept { return this->size(); }
  std::size_t get_size() const noexcept { return this->byte_size(); }
  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>> element operator[](id<D> i) const {
    return element(local_ptr<T>(&base::operator[](i)));
  }
  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>> auto operator[](std::size_t i) const {
    if constexpr (D == 1)
      return element(local_ptr<T>(&base::operator[](i)));
    else
      return detail::local_atomics<T, D - 1>{base::operator[](i)};
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 0>> operator element() const {
    return element(this->get_pointer());
  }
};

/// SYCL 1.2.1: a host_accessor by another name.
template <class T, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::host_buffer, IsPlaceholder> : public host_accessor<T, Dimensions, Mode> {
public:
  using host_accessor<T, Dimensions, Mode>::host_accessor;
  using host_accessor<T, Dimensions, Mode>::operator=;
  accessor(const host_accessor<T, Dimensions, Mode> &other) noexcept : host_accessor<T, Dimensions, Mode>(other) {}
  bool is_placeholder() const noexcept { return false; }
};

template <class T, int D, access_mode M>
accessor(host_accessor<T, D, M>) -> accessor<T, D, M, target::host_buffer, access::placeholder::false_t>;

template <class T, int D, access_mode M, target Target, access::placeholder P,
          class = std::enable_if_t<Target == target::device>>
multi_ptr(accessor<T, D, M, Target, P>) -> multi_ptr<std::conditional_t<M == access_mode::read, const T, T>,
                                                     access::address_space::global_space, access::decorated::no>;

} // namespace _V1
} // namespace sycl

template <class T, int Dimensions, sycl::access_mode Mode, sycl::target Target, sycl::access::placeholder P>
struct std::hash<sycl::accessor<T, Dimensions, Mode, Target, P>> {
  std::size_t operator()(const sycl::accessor<T, Dimensions, Mode, Target, P> &a) const noexcept {
    if constexpr (Target == sycl::target::local)
      return std::hash<sycl::local_accessor<T, Dimensions>>()(a);
    else
      return std::hash<std::uint64_t>()(sycl::detail::region_access::id(a));
  }
};
