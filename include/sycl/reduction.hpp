// Reduction variables of parallel_for and the reducers that kernels combine into (SYCL 2020, 4.9.2).
#pragma once

#include <cstddef>
#include <type_traits>

#include <sycl/buffer.hpp>
#include <sycl/detail/accessor_base.hpp>
#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/functional.hpp>
#include <sycl/property_list.hpp>
#include <sycl/span.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {

/// A value under reduction. Where the operation has no identity it knows whether anything was combined yet.
template <class T, class Op, bool HasIdentity> struct accumulator {
  T value;

  void reset(const T &identity) { value = identity; }
  void combine(Op op, const T &v) { value = op(value, v); }
  void merge(Op op, const accumulator &other) { value = op(value, other.value); }
  static constexpr bool set() { return true; }
};

template <class T, class Op> struct accumulator<T, Op, false> {
  T value;
  bool set_;

  void reset(const T &) { set_ = false; }
  void combine(Op op, const T &v) {
    value = set_ ? op(value, v) : v;
    set_ = true;
  }
  void merge(Op op, const accumulator &other) {
    if (other.set_)
      combine(op, other.value);
  }
  bool set() const { return set_; }
};

/// What reduction() gives to parallel_for: `Extent` variables from `target` on.
template <class T, class Op, std::size_t Extent, bool IsSpan, bool HasIdentity> struct reduction_variable {
  using value_type = T;
  using operation = Op;
  using accumulator_type = accumulator<T, Op, HasIdentity>;
  static constexpr std::size_t extent = Extent;
  static constexpr bool is_span = IsSpan;
  static constexpr bool has_identity = HasIdentity;

  T *target;
  T identity;
  Op op;
  bool initialize; ///< the variable's old value does not take part
};

template <class T, class Op, std::size_t Extent, bool IsSpan>
auto reduction_of(T *target, const Op &op, const property_list &properties) {
  const bool initialize = properties.has_property<property::reduction::initialize_to_identity>();
  if constexpr (has_known_identity_v<Op, T>) {
    return reduction_variable<T, Op, Extent, IsSpan, true>{target, known_identity_v<Op, T>, op, initialize};
  } else {
    if (initialize)
      detail::throw_error(errc::invalid,
                          "reduction: initialize_to_identity needs an operation whose identity is known, or given");
    return reduction_variable<T, Op, Extent, IsSpan, false>{target, T(), op, false};
  }
}

/// The variable on the device of the command, which needs the buffer from then on.
template <class T, class AllocatorT>
T *reduction_target(const buffer<T, 1, AllocatorT> &variable, handler &h, const property_list &properties) {
  if (variable.size() != 1)
    refuse_access(errc::invalid, "reduction: the buffer does not hold one element", {1}, {}, {variable.size()}, 1);
  const bool initialize = properties.has_property<property::reduction::initialize_to_identity>();
  return static_cast<T *>(
      handler_access::require(h, {buffer_access::state(variable), buffer_access::begin(variable), sizeof(T), 0,
                                  initialize ? access_kind::overwrite : access_kind::write, false})
          .data);
}

} // namespace detail

/// What a kernel combines into: one variable, or with operator[] the variables of a span.
template <class T, class BinaryOperation, class Variable> class reducer {
public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = Variable::is_span ? 1 : 0;

  reducer(const reducer &) = delete;
  reducer &operator=(const reducer &) = delete;
  explicit reducer(const Variable &variable) : op_(variable.op), identity_(variable.identity) {
    for (auto &v : values_)
      v.reset(variable.identity);
  }

  // Operators stand for the combination that they name.
#define WEFT_REDUCER_OPERATOR(Class, op, Kind)                                                                         \
  template <class Op = BinaryOperation, class = std::enable_if_t<detail::combiner_of<Op> == detail::combiner::Kind>>   \
  Class &operator op(const T &v) {                                                                                     \
    return combine(v);                                                                                                 \
  }
#define WEFT_REDUCER_OPERATORS(Class)                                                                                  \
  WEFT_REDUCER_OPERATOR(Class, +=, plus)                                                                               \
  WEFT_REDUCER_OPERATOR(Class, *=, multiplies)                                                                         \
  WEFT_REDUCER_OPERATOR(Class, &=, bit_and)                                                                            \
  WEFT_REDUCER_OPERATOR(Class, |=, bit_or)                                                                             \
  WEFT_REDUCER_OPERATOR(Class, ^=, bit_xor)                                                                            \
  template <class Op = BinaryOperation, class = std::enable_if_t<detail::combiner_of<Op> == detail::combiner::plus>>   \
  Class &operator++() {                                                                                                \
    return combine(T(1));                                                                                              \
  }                                                                                                                    \
  template <class Op = BinaryOperation, class = std::enable_if_t<detail::combiner_of<Op> == detail::combiner::plus>>   \
  void operator++(int) {                                                                                               \
    combine(T(1));                                                                                                     \
  }

  /// One variable of a span.
  class element {
  public:
    using value_type = T;
    using binary_operation = BinaryOperation;
    static constexpr int dimensions = 0;

    element(reducer &owner, std::size_t i) : owner_(owner), i_(i) {}
    element &combine(const T &v) {
      owner_.values_[i_].combine(owner_.op_, v);
      return *this;
    }
    WEFT_REDUCER_OPERATORS(element)
    T identity() const { return owner_.identity(); }

  private:
    reducer &owner_;
    std::size_t i_;
  };

  reducer &combine(const T &v) {
    static_assert(!Variable::is_span, "a reducer over a span is indexed first");
    values_[0].combine(op_, v);
    return *this;
  }
  WEFT_REDUCER_OPERATORS(reducer)
#undef WEFT_REDUCER_OPERATORS
#undef WEFT_REDUCER_OPERATOR

  element operator[](std::size_t i) {
    static_assert(Variable::is_span, "only a reducer over a span is indexed");
    return element(*this, i);
  }
  T identity() const {
    static_assert(Variable::has_identity, "this reduction has no identity");
    return identity_;
  }

  typename Variable::accumulator_type &partial(std::size_t i) { return values_[i]; }

private:
  typename Variable::accumulator_type values_[Variable::extent];
  BinaryOperation op_;
  T identity_;
};

/// A reduction into `*variable`; its old value takes part unless initialize_to_identity is given.
template <class T, class BinaryOperation>
auto reduction(T *variable, BinaryOperation op, const property_list &properties = {}) {
  return detail::reduction_of<T, BinaryOperation, 1, false>(variable, op, properties);
}

/// As above, with the identity of an operation that Weft does not know.
template <class T, class BinaryOperation>
auto reduction(T *variable, const std::common_type_t<T> &identity, BinaryOperation op,
               const property_list &properties = {}) {
  return detail::reduction_variable<T, BinaryOperation, 1, false, true>{
      variable, identity, op, properties.has_property<property::reduction::initialize_to_identity>()};
}

/// Reductions into each variable of a span of fixed extent.
template <class T, std::size_t Extent, class BinaryOperation>
auto reduction(span<T, Extent> variables, BinaryOperation op, const property_list &properties = {}) {
  static_assert(Extent != dynamic_extent, "a reduction over a span needs a span of fixed extent");
  return detail::reduction_of<T, BinaryOperation, Extent, true>(variables.data(), op, properties);
}

template <class T, std::size_t Extent, class BinaryOperation>
auto reduction(span<T, Extent> variables, const std::common_type_t<T> &identity, BinaryOperation op,
               const property_list &properties = {}) {
  static_assert(Extent != dynamic_extent, "a reduction over a span needs a span of fixed extent");
  return detail::reduction_variable<T, BinaryOperation, Extent, true, true>{
      variables.data(), identity, op, properties.has_property<property::reduction::initialize_to_identity>()};
}

/// A reduction into the one element of an accessor, as before SYCL 2020: one that discards takes no part of the old
/// value in.
template <class T, int Dimensions, access_mode Mode, access::placeholder P, class... Rest>
auto reduction(const accessor<T, Dimensions, Mode, target::device, P> &variable,
               const Rest &...identity_and_operation) {
  if (variable.size() != 1)
    detail::refuse_access(errc::invalid, "reduction: the accessor is not of one element", {1}, {}, {variable.size()},
                          1);
  const property_list properties =
      detail::discards(Mode) ? property_list(property::reduction::initialize_to_identity()) : property_list();
  return reduction(static_cast<T *>(detail::region_access::region(variable).data), identity_and_operation...,
                   properties);
}

/// A reduction into the one element of a buffer.
template <class T, class AllocatorT, class BinaryOperation>
auto reduction(buffer<T, 1, AllocatorT> variable, handler &h, BinaryOperation op,
               const property_list &properties = {}) {
  return reduction(detail::reduction_target(variable, h, properties), op, properties);
}

template <class T, class AllocatorT, class BinaryOperation>
auto reduction(buffer<T, 1, AllocatorT> variable, handler &h, const std::common_type_t<T> &identity, BinaryOperation op,
               const property_list &properties = {}) {
  return reduction(detail::reduction_target(variable, h, properties), identity, op, properties);
}

namespace ext::oneapi::experimental { // sycl_ext_oneapi_reduction_properties

/// The same values in the same places give the same bits, as all reductions do here.
struct deterministic_key {
  using value_t = property_value<deterministic_key>;
};
inline constexpr deterministic_key::value_t deterministic;

struct initialize_to_identity_key {
  using value_t = property_value<initialize_to_identity_key>;
};
inline constexpr initialize_to_identity_key::value_t initialize_to_identity;

} // namespace ext::oneapi::experimental

namespace detail {
template <class> inline constexpr bool are_of_reduction = false;
template <class... P>
inline constexpr bool are_of_reduction<ext::oneapi::experimental::properties<property_pack<P...>>> =
    ((has_key<ext::oneapi::experimental::deterministic_key, P> ||
      has_key<ext::oneapi::experimental::initialize_to_identity_key, P>) &&
     ...);

template <class Pack> property_list runtime_properties(const ext::oneapi::experimental::properties<Pack> &) {
  using given = ext::oneapi::experimental::properties<Pack>;
  static_assert(are_of_reduction<given>, "a reduction takes deterministic and initialize_to_identity");
  if constexpr (given::template has_property<ext::oneapi::experimental::initialize_to_identity_key>())
    return property::reduction::initialize_to_identity();
  else
    return {};
}
} // namespace detail

/// Any of the forms above, with properties that the compiler knows.
template <class Variable, class A, class P>
auto reduction(const Variable &variable, const A &op, const ext::oneapi::experimental::properties<P> &properties) {
  return reduction(variable, op, detail::runtime_properties(properties));
}
template <class Variable, class A, class B, class P>
auto reduction(const Variable &variable, const A &a, const B &b,
               const ext::oneapi::experimental::properties<P> &properties) {
  return reduction(variable, a, b, detail::runtime_properties(properties));
}
template <class Buffer, class A, class P>
auto reduction(const Buffer &variable, handler &h, const A &op,
               const ext::oneapi::experimental::properties<P> &properties) {
  return reduction(variable, h, op, detail::runtime_properties(properties));
}
template <class Buffer, class A, class B, class P>
auto reduction(const Buffer &variable, handler &h, const A &identity, const B &op,
               const ext::oneapi::experimental::properties<P> &properties) {
  return reduction(variable, h, identity, op, detail::runtime_properties(properties));
}

} // namespace _V1
} // namespace sycl
