// USM allocations that tell their properties with the pointer (sycl_ext_oneapi_usm_malloc_properties).
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <sycl/detail/errors.hpp>
#include <sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp>
#include <sycl/usm.hpp>

#define SYCL_EXT_ONEAPI_USM_MALLOC_PROPERTIES 1

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

struct usm_kind_key {
  template <usm::alloc Kind> using value_t = property_value<usm_kind_key, std::integral_constant<usm::alloc, Kind>>;
};
template <usm::alloc Kind> inline constexpr usm_kind_key::value_t<Kind> usm_kind;

} // namespace ext::oneapi::experimental
namespace detail {

template <class Property> inline constexpr bool is_known_when_compiled = false;
template <class Key, class... Values>
inline constexpr bool is_known_when_compiled<ext::oneapi::experimental::property_value<Key, Values...>> = true;

/// Those that a pointer keeps: the others are for the allocation alone.
template <class Kept, class... Properties> struct kept_properties {
  using type = ext::oneapi::experimental::properties<Kept>;
};
template <class... Kept, class First, class... Rest>
struct kept_properties<property_pack<Kept...>, First, Rest...>
    : kept_properties<
          std::conditional_t<is_known_when_compiled<First>, property_pack<Kept..., First>, property_pack<Kept...>>,
          Rest...> {};

template <class List> struct annotations;
template <class... P>
struct annotations<ext::oneapi::experimental::properties<property_pack<P...>>>
    : kept_properties<property_pack<>, P...> {};

/// The kind that a list tells; alloc::unknown if none.
template <class Properties> constexpr usm::alloc told_kind() {
  if constexpr (Properties::template has_property<ext::oneapi::experimental::usm_kind_key>())
    return decltype(std::declval<Properties>().template get_property<ext::oneapi::experimental::usm_kind_key>())::value;
  else
    return usm::alloc::unknown;
}

/// The annotations of memory of a kind that its function's name tells.
template <class Properties, usm::alloc Kind> struct annotations_with_kind {
  static_assert(told_kind<Properties>() == usm::alloc::unknown || told_kind<Properties>() == Kind,
                "the property usm_kind tells another kind of memory than the function's name");
  using type =
      typename union_of_properties<typename annotations<Properties>::type,
                                   ext::oneapi::experimental::properties<
                                       property_pack<ext::oneapi::experimental::usm_kind_key::value_t<Kind>>>>::type;
};

template <class T, class Annotations, class Properties>
ext::oneapi::experimental::annotated_ptr<T, Annotations>
allocate_annotated(usm::alloc kind, std::size_t alignment, std::size_t count, const device *d, const context &c) {
  using element = std::conditional_t<std::is_void_v<T>, char, T>;
  if (told_kind<Properties>() != usm::alloc::unknown && told_kind<Properties>() != kind)
    throw_error(errc::invalid, "annotated allocation: the kind is not that of the property usm_kind");
  const std::size_t at_least = std::max(std::is_void_v<T> ? 0 : alignof(element), told_alignment<Properties>());
  return ext::oneapi::experimental::annotated_ptr<T, Annotations>(
      static_cast<T *>(allocate(std::max(alignment, at_least), size_in_bytes(count, sizeof(element)), d, c, kind)));
}
template <class T, class Annotations, class Properties>
auto allocate_annotated(usm::alloc kind, std::size_t alignment, std::size_t count, const device &d, const context &c) {
  return allocate_annotated<T, Annotations, Properties>(kind, alignment, count, &d, c);
}
template <class T, class Annotations, class Properties>
auto allocate_annotated(usm::alloc kind, std::size_t alignment, std::size_t count, const queue &q) {
  return allocate_annotated<T, Annotations, Properties>(kind, alignment, count, q.get_device(), q.get_context());
}
template <class T, class Annotations, class Properties>
auto allocate_annotated(usm::alloc kind, std::size_t alignment, std::size_t count, const context &c) {
  return allocate_annotated<T, Annotations, Properties>(kind, alignment, count, nullptr, c);
}

template <class Properties>
using if_list = std::enable_if_t<ext::oneapi::experimental::is_property_list_v<Properties>, Properties>;
template <class Properties> using annotations_of = typename annotations<if_list<Properties>>::type;
template <class Properties>
using annotations_that_tell =
    std::enable_if_t<told_kind<if_list<Properties>>() != usm::alloc::unknown, annotations_of<Properties>>;
template <class Properties>
using annotations_of_device = typename annotations_with_kind<if_list<Properties>, usm::alloc::device>::type;
template <class Properties>
using annotations_of_shared = typename annotations_with_kind<if_list<Properties>, usm::alloc::shared>::type;
template <class Properties>
using annotations_of_host = typename annotations_with_kind<if_list<Properties>, usm::alloc::host>::type;

/// A type of elements, or void for bytes.
template <class T> using if_element = std::enable_if_t<!ext::oneapi::experimental::is_property_list_v<T>>;

} // namespace detail
namespace ext::oneapi::experimental {

// For one place of memory, with and without an alignment; of elements, of bytes, and of bytes where the list is the
// first template argument and may be left out behind the place.
#define WEFT_PLAIN(...) __VA_ARGS__
#define WEFT_ANNOTATED(Name, Annotations, Kind, Parameters, Arguments)                                                 \
  template <class T = void, class A = empty_properties_t, class B = sycl::detail::Annotations<A>,                      \
            class = sycl::detail::if_element<T>>                                                                       \
  annotated_ptr<T, B> aligned_alloc##Name(std::size_t alignment, std::size_t count, WEFT_PLAIN Parameters,             \
                                          const A & = A()) {                                                           \
    return sycl::detail::allocate_annotated<T, B, A>(Kind, alignment, count, WEFT_PLAIN Arguments);                    \
  }                                                                                                                    \
  template <class T = void, class A = empty_properties_t, class B = sycl::detail::Annotations<A>,                      \
            class = sycl::detail::if_element<T>>                                                                       \
  annotated_ptr<T, B> malloc##Name(std::size_t count, WEFT_PLAIN Parameters, const A & = A()) {                        \
    return sycl::detail::allocate_annotated<T, B, A>(Kind, 0, count, WEFT_PLAIN Arguments);                            \
  }                                                                                                                    \
  template <class A, class B = sycl::detail::Annotations<A>, class = sycl::detail::if_list<A>>                         \
  annotated_ptr<void, B> aligned_alloc##Name(std::size_t alignment, std::size_t bytes, WEFT_PLAIN Parameters,          \
                                             const std::common_type_t<A> & = A()) {                                    \
    return sycl::detail::allocate_annotated<void, B, A>(Kind, alignment, bytes, WEFT_PLAIN Arguments);                 \
  }                                                                                                                    \
  template <class A, class B = sycl::detail::Annotations<A>, class = sycl::detail::if_list<A>>                         \
  annotated_ptr<void, B> malloc##Name(std::size_t bytes, WEFT_PLAIN Parameters, const std::common_type_t<A> & = A()) { \
    return sycl::detail::allocate_annotated<void, B, A>(Kind, 0, bytes, WEFT_PLAIN Arguments);                         \
  }
WEFT_ANNOTATED(_device_annotated, annotations_of_device, usm::alloc::device, (const device &d, const context &c),
               (d, c))
WEFT_ANNOTATED(_device_annotated, annotations_of_device, usm::alloc::device, (const queue &q), (q))
WEFT_ANNOTATED(_shared_annotated, annotations_of_shared, usm::alloc::shared, (const device &d, const context &c),
               (d, c))
WEFT_ANNOTATED(_shared_annotated, annotations_of_shared, usm::alloc::shared, (const queue &q), (q))
WEFT_ANNOTATED(_host_annotated, annotations_of_host, usm::alloc::host, (const context &c), (c))
WEFT_ANNOTATED(_host_annotated, annotations_of_host, usm::alloc::host, (const queue &q), (q))
// The kind is known when the program runs, or the property usm_kind tells it.
WEFT_ANNOTATED(_annotated, annotations_of, kind, (const device &d, const context &c, usm::alloc kind), (d, c))
WEFT_ANNOTATED(_annotated, annotations_of, kind, (const queue &q, usm::alloc kind), (q))
WEFT_ANNOTATED(_annotated, annotations_that_tell, sycl::detail::told_kind<A>(), (const device &d, const context &c),
               (d, c))
WEFT_ANNOTATED(_annotated, annotations_that_tell, sycl::detail::told_kind<A>(), (const queue &q), (q))
#undef WEFT_ANNOTATED
#undef WEFT_PLAIN

template <class T, class P> void free(const annotated_ptr<T, P> &pointer, const context &c) {
  sycl::free(pointer.get(), c);
}
template <class T, class P> void free(const annotated_ptr<T, P> &pointer, const queue &q) {
  sycl::free(pointer.get(), q);
}

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl
