// Types that several parts of SYCLcompat take.
#pragma once

#include <cstddef>
#include <type_traits>

namespace syclcompat {

/// A parameter that the type is not deduced from.
template <class T> struct type_identity {
  using type = T;
};
template <class T> using type_identity_t = typename type_identity<T>::type;

/// What is added to a T: a distance where it is a pointer.
template <class T> struct arith {
  using type = std::conditional_t<std::is_pointer_v<T>, std::ptrdiff_t, T>;
};
template <class T> using arith_t = typename arith<T>::type;

} // namespace syclcompat
