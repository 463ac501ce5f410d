// Tables of function pointers over the dtypes of arrays, filled by factories; what does not need Python.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <sycl/sycl.hpp>

namespace dpctl::tensor::type_dispatch {

/// The dtypes of arrays, as indices of dispatch tables.
enum class typenum_t : int {
  BOOL = 0,
  INT8,
  UINT8,
  INT16,
  UINT16,
  INT32,
  UINT32,
  INT64,
  UINT64,
  HALF,
  FLOAT,
  DOUBLE,
  CFLOAT,
  CDOUBLE,
};
inline constexpr int num_types = 14;

namespace detail {

using dtypes =
    std::tuple<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t,
               std::uint64_t, sycl::half, float, double, std::complex<float>, std::complex<double>>;
static_assert(std::tuple_size_v<dtypes> == num_types);

template <std::size_t I> using dtype_at = std::tuple_element_t<I, dtypes>;

template <class T, std::size_t... I> constexpr int index_of(std::index_sequence<I...>) {
  int found = -1;
  ((std::is_same_v<T, dtype_at<I>> ? void(found = static_cast<int>(I)) : void()), ...);
  return found;
}

} // namespace detail

/// Fills table[destination][source] with factory<funcPtrT, D, S>().get().
template <typename funcPtrT, template <typename fnT, typename D, typename S> typename factory, int _num_types>
class DispatchTableBuilder {
public:
  DispatchTableBuilder() = default;
  ~DispatchTableBuilder() = default;

  void populate_dispatch_table(funcPtrT table[][_num_types]) const {
    static_assert(_num_types == num_types, "dispatch tables have one row and one column for each dtype");
    fill(table, std::make_index_sequence<num_types>());
  }

private:
  template <std::size_t... D> static void fill(funcPtrT table[][_num_types], std::index_sequence<D...> all) {
    (fill_row<detail::dtype_at<D>>(table[D], all), ...);
  }
  template <class D, std::size_t... S> static void fill_row(funcPtrT row[], std::index_sequence<S...>) {
    ((row[S] = factory<funcPtrT, D, detail::dtype_at<S>>{}.get()), ...);
  }
};

/// Fills vector[type] with factory<funcPtrT, T>().get().
template <typename funcPtrT, template <typename fnT, typename T> typename factory, int _num_types>
class DispatchVectorBuilder {
public:
  DispatchVectorBuilder() = default;
  ~DispatchVectorBuilder() = default;

  void populate_dispatch_vector(funcPtrT vector[]) const {
    static_assert(_num_types == num_types, "dispatch vectors have one entry for each dtype");
    fill(vector, std::make_index_sequence<num_types>());
  }

private:
  template <std::size_t... T> static void fill(funcPtrT vector[], std::index_sequence<T...>) {
    ((vector[T] = factory<funcPtrT, detail::dtype_at<T>>{}.get()), ...);
  }
};

/// A row of a map from argument type to result type, for std::disjunction.
template <typename Ty, typename ArgTy, typename ResTy = ArgTy> struct TypeMapResultEntry : std::is_same<Ty, ArgTy> {
  using result_type = ResTy;
};

/// A row of a map from two argument types to a result type.
template <typename Ty1, typename ArgTy1, typename Ty2, typename ArgTy2, typename ResTy>
struct BinaryTypeMapResultEntry : std::conjunction<std::is_same<Ty1, ArgTy1>, std::is_same<Ty2, ArgTy2>> {
  using result_type = ResTy;
};

/// The last row, which fits everything.
template <typename Ty = void> struct DefaultResultEntry : std::true_type {
  using result_type = Ty;
};

/// A pair of types that a function is defined for, and the last row, which says that it is not.
template <typename Ty1, typename ArgTy, typename Ty2, typename outTy>
struct TypePairDefinedEntry : std::conjunction<std::is_same<Ty1, ArgTy>, std::is_same<Ty2, outTy>> {
  static constexpr bool is_defined = true;
};
struct NotDefinedEntry : std::true_type {
  static constexpr bool is_defined = false;
};

/// The index of a type in dispatch tables; -1 for void, which stands for "no result".
template <typename T> struct GetTypeid {
  int get() {
    static_assert(std::is_void_v<T> || detail::index_of<T>(std::make_index_sequence<num_types>()) >= 0,
                  "arrays have no such dtype");
    return detail::index_of<T>(std::make_index_sequence<num_types>());
  }
};

/// Stand in for a vector and a table of functions of which there are none.
template <typename FunPtrT> struct NullPtrVector {
  using value_type = FunPtrT;
  using const_reference = value_type const &;

  NullPtrVector() = default;
  const_reference operator[](int) const { return none_; }

private:
  value_type none_ = nullptr;
};

template <typename FunPtrT> struct NullPtrTable {
  using value_type = NullPtrVector<FunPtrT>;
  using const_reference = value_type const &;

  NullPtrTable() = default;
  const_reference operator[](int) const { return none_; }

private:
  value_type none_;
};

} // namespace dpctl::tensor::type_dispatch
