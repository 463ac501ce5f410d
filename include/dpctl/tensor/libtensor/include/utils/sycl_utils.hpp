// For kernels: folds and scans over work-groups through local memory, identities of operations, loads of sub-groups.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

#include <sycl/sycl.hpp>

#include "utils/math_utils.hpp"

namespace dpctl::tensor::sycl_utils {

namespace detail {

template <typename...> struct TypeList {};
template <typename Head, typename... Tail> struct TypeList<Head, Tail...> {
  using head = Head;
  using tail = TypeList<Tail...>;
};
using NullTypeList = TypeList<>;
template <typename T> struct IsNullTypeList : std::is_same<T, NullTypeList> {};

template <typename T, typename TList> struct IsContained : std::false_type {};
template <typename T, typename... Types>
struct IsContained<T, TypeList<Types...>> : std::disjunction<std::is_same<Types, std::remove_cv_t<T>>...> {};

template <class T> struct IsComplex : std::false_type {};
template <class T> struct IsComplex<std::complex<T>> : std::true_type {};

template <typename Op, typename... Ops> inline constexpr bool is_any_of = (std::is_same_v<Op, Ops> || ...);

/// Whether comparisons with itself tell what is not a number.
template <typename T> inline constexpr bool has_nan = std::is_floating_point_v<T> || std::is_same_v<T, sycl::half>;

} // namespace detail

template <typename T>
using sycl_ops = detail::TypeList<sycl::plus<T>, sycl::bit_or<T>, sycl::bit_xor<T>, sycl::bit_and<T>, sycl::maximum<T>,
                                  sycl::minimum<T>, sycl::multiplies<T>>;

template <typename T, typename Op> struct IsSyclOp {
  static constexpr bool value = detail::IsContained<Op, sycl_ops<std::remove_const_t<T>>>::value ||
                                detail::IsContained<Op, sycl_ops<std::add_const_t<T>>>::value;
};

/// The least of 1 to `f` times a size of sub-groups that takes `nelems` in one group, or the greatest of them.
template <std::size_t f = 4>
std::size_t choose_workgroup_size(const std::size_t nelems, const std::vector<std::size_t> &sg_sizes) {
  std::size_t least = 0, greatest = 1;
  for (const std::size_t sg_size : sg_sizes)
    for (std::size_t i = 1; i <= f; ++i) {
      const std::size_t size = i * sg_size;
      greatest = std::max(greatest, size);
      if (size >= nelems && (least == 0 || size < least))
        least = size;
    }
  return least != 0 ? least : greatest;
}

/// The fold over a work-group, to each of its work-items; local memory has an element for each.
template <typename T, typename GroupT, typename LocAccT, typename OpT>
T custom_reduce_over_group(const GroupT &wg, LocAccT local_mem_acc, const T &local_val, const OpT &op) {
  const auto me = static_cast<std::uint32_t>(wg.get_local_linear_id());
  auto left = static_cast<std::uint32_t>(wg.get_local_linear_range());
  local_mem_acc[me] = local_val;
  sycl::group_barrier(wg, sycl::memory_scope::work_group);
  while (left > 1) {
    const std::uint32_t half = (left + 1) / 2;
    if (me < left - half)
      local_mem_acc[me] = op(local_mem_acc[me], local_mem_acc[half + me]);
    sycl::group_barrier(wg, sycl::memory_scope::work_group);
    left = half;
  }
  const T result = local_mem_acc[0];
  sycl::group_barrier(wg, sycl::memory_scope::work_group);
  return result;
}

/// The inclusive scan over a work-group; local memory has an element for each work-item.
template <typename GroupT, typename SubGroupT, typename LocAccT, typename T, typename OpT>
T custom_inclusive_scan_over_group(GroupT &&wg, SubGroupT &&, LocAccT &&local_mem_acc, const T &local_val,
                                   const T &identity, OpT &&op) {
  const auto me = static_cast<std::uint32_t>(wg.get_local_linear_id());
  const auto size = static_cast<std::uint32_t>(wg.get_local_linear_range());
  T sum = local_val;
  for (std::uint32_t step = 1; step < size; step *= 2) {
    local_mem_acc[me] = sum;
    sycl::group_barrier(wg, sycl::memory_scope::work_group);
    const T before = me >= step ? T(local_mem_acc[me - step]) : identity;
    sum = me >= step ? T(op(sum, before)) : sum;
    sycl::group_barrier(wg, sycl::memory_scope::work_group);
  }
  return sum;
}

/// What is not a number wins, as in NumPy; complex numbers by real, then by imaginary parts.
template <typename T> struct Maximum {
  T operator()(const T &x, const T &y) const {
    if constexpr (detail::IsComplex<T>::value)
      return math_utils::max_complex<T>(x, y);
    else if constexpr (detail::has_nan<T>)
      return std::isnan(x) || x > y ? x : y;
    else
      return x > y ? x : y;
  }
};

/// What is not a number wins, as in NumPy; complex numbers by real, then by imaginary parts.
template <typename T> struct Minimum {
  T operator()(const T &x, const T &y) const {
    if constexpr (detail::IsComplex<T>::value)
      return math_utils::min_complex<T>(x, y);
    else if constexpr (detail::has_nan<T>)
      return std::isnan(x) || x < y ? x : y;
    else
      return x < y ? x : y;
  }
};

template <typename T> struct LogSumExp {
  T operator()(const T &x, const T &y) const { return math_utils::logaddexp<T>(x, y); }
};

template <typename T> struct Hypot {
  T operator()(const T &x, const T &y) const { return sycl::hypot(x, y); }
};

template <typename T, class Op> using IsSyclMaximum = std::bool_constant<std::is_same_v<Op, sycl::maximum<T>>>;
template <typename T, class Op> using IsSyclMinimum = std::bool_constant<std::is_same_v<Op, sycl::minimum<T>>>;
template <typename T, class Op> using IsSyclPlus = std::bool_constant<std::is_same_v<Op, sycl::plus<T>>>;
template <typename T, class Op> using IsSyclMultiplies = std::bool_constant<std::is_same_v<Op, sycl::multiplies<T>>>;
template <typename T, class Op> using IsSyclLogicalAnd = std::bool_constant<std::is_same_v<Op, sycl::logical_and<T>>>;
template <typename T, class Op> using IsSyclLogicalOr = std::bool_constant<std::is_same_v<Op, sycl::logical_or<T>>>;

template <typename T, class Op>
using IsMaximum = std::bool_constant<detail::is_any_of<Op, sycl::maximum<T>, Maximum<T>>>;
template <typename T, class Op>
using IsMinimum = std::bool_constant<detail::is_any_of<Op, sycl::minimum<T>, Minimum<T>>>;
template <typename T, class Op> using IsPlus = std::bool_constant<detail::is_any_of<Op, sycl::plus<T>, std::plus<T>>>;
template <typename T, class Op>
using IsMultiplies = std::bool_constant<detail::is_any_of<Op, sycl::multiplies<T>, std::multiplies<T>>>;
template <typename T, class Op> using IsLogSumExp = std::bool_constant<std::is_same_v<Op, LogSumExp<T>>>;
template <typename T, class Op> using IsHypot = std::bool_constant<std::is_same_v<Op, Hypot<T>>>;
template <typename T, class Op>
using IsLogicalAnd = std::bool_constant<detail::is_any_of<Op, sycl::logical_and<T>, std::logical_and<T>>>;
template <typename T, class Op>
using IsLogicalOr = std::bool_constant<detail::is_any_of<Op, sycl::logical_or<T>, std::logical_or<T>>>;

namespace detail {

/// The greatest value there is, or the least (of both parts of a complex number).
template <typename T, bool greatest> constexpr T extreme() {
  if constexpr (IsComplex<T>::value) {
    using part = typename T::value_type;
    return T(extreme<part, greatest>(), extreme<part, greatest>());
  } else {
    using limits = std::numeric_limits<T>;
    if constexpr (limits::has_infinity)
      return greatest ? limits::infinity() : static_cast<T>(-limits::infinity());
    else
      return greatest ? limits::max() : limits::lowest();
  }
}

template <typename T> struct Value {
  T value;
};

/// An object with the identity, or an empty one.
template <typename Op, typename T> constexpr auto identity() {
  if constexpr (IsMaximum<T, Op>::value)
    return Value<T>{extreme<T, false>()};
  else if constexpr (IsMinimum<T, Op>::value)
    return Value<T>{extreme<T, true>()};
  else if constexpr (IsMultiplies<T, Op>::value || IsLogicalAnd<T, Op>::value)
    return Value<T>{T(1)};
  else if constexpr (IsPlus<T, Op>::value || IsHypot<T, Op>::value || IsLogicalOr<T, Op>::value)
    return Value<T>{T(0)};
  else if constexpr (IsLogSumExp<T, Op>::value)
    return Value<T>{extreme<T, false>()};
  else
    return std::false_type();
}

template <typename Op, typename T>
inline constexpr bool has_identity = !std::is_same_v<decltype(identity<Op, T>()), std::false_type>;

} // namespace detail

/// The identity of an operation that is named here; no member `value` for others.
template <typename Op, typename T, typename = void> struct GetIdentity {};
template <typename Op, typename T> struct GetIdentity<Op, T, std::enable_if_t<detail::has_identity<Op, T>>> {
  static constexpr T value = detail::identity<Op, T>().value;
};

template <typename Op, typename T>
using UseBuiltInIdentity = std::conjunction<IsSyclOp<T, Op>, sycl::has_known_identity<Op, T>>;

/// SYCL's identity of an operation where it has one, else that of GetIdentity.
template <typename Op, typename T, typename = void> struct Identity {};
template <typename Op, typename T> struct Identity<Op, T, std::enable_if_t<!UseBuiltInIdentity<Op, T>::value>> {
  static constexpr T value = GetIdentity<Op, T>::value;
};
template <typename Op, typename T> struct Identity<Op, T, std::enable_if_t<UseBuiltInIdentity<Op, T>::value>> {
  static constexpr T value = sycl::known_identity<Op, T>::value;
};

/// Elements of a sub-group side by side: work-item i has every one that is i beyond a multiple of its size.
template <std::uint8_t vec_sz, sycl::access::address_space Space, sycl::access::decorated DecorateAddress,
          typename ElementType>
auto sub_group_load(const sycl::sub_group &sg, sycl::multi_ptr<ElementType, Space, DecorateAddress> m_ptr) {
  return sg.template load<vec_sz>(m_ptr);
}

template <sycl::access::address_space Space, sycl::access::decorated DecorateAddress, typename ElementType>
auto sub_group_load(const sycl::sub_group &sg, sycl::multi_ptr<ElementType, Space, DecorateAddress> m_ptr) {
  return sg.load(m_ptr);
}

template <std::uint8_t vec_sz, sycl::access::address_space Space, sycl::access::decorated DecorateAddress,
          typename VecT, typename ElementType>
std::enable_if_t<std::is_same_v<std::remove_cv_t<ElementType>, std::remove_cv_t<VecT>>>
sub_group_store(const sycl::sub_group &sg, const sycl::vec<VecT, vec_sz> &val,
                sycl::multi_ptr<ElementType, Space, DecorateAddress> m_ptr) {
  sg.template store<vec_sz>(m_ptr, val);
}

template <sycl::access::address_space Space, sycl::access::decorated DecorateAddress, typename VecT,
          typename ElementType>
std::enable_if_t<std::is_same_v<std::remove_cv_t<ElementType>, std::remove_cv_t<VecT>>>
sub_group_store(const sycl::sub_group &sg, const VecT &val,
                sycl::multi_ptr<ElementType, Space, DecorateAddress> m_ptr) {
  sg.store(m_ptr, val);
}

} // namespace dpctl::tensor::sycl_utils
