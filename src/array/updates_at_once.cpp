// Arithmetic in place on few elements.
#include "array/at_once.hpp"

#include <array>
#include <functional>

#include "array/build.hpp"
#include "array/host_copy.hpp"
#include "support/float_modes.hpp"

namespace weft::array {

namespace {
constexpr std::size_t most_updated = 16; ///< For more, what a kernel costs beside its launch counts.

/// Integers wrap.
template <class T> struct Arithmetic {
  using Wrapping =
      typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;

  static bool apply(ops::Op op, std::span<T> x, std::span<const T> y) {
    switch (op) {
    case ops::Op::add:
      return apply(x, y, std::plus<Wrapping>());
    case ops::Op::subtract:
      return apply(x, y, std::minus<Wrapping>());
    case ops::Op::multiply:
      return apply(x, y, std::multiplies<Wrapping>());
    case ops::Op::divide:
      if constexpr (std::is_floating_point_v<T>)
        return apply(x, y, std::divides<T>());
      return false;
    default:
      return false;
    }
  }

private:
  /// Out of line: nothing of it moves out of the scope in which denormals are flushed.
  template <class Function>
  [[gnu::noinline]] static bool apply(std::span<T> x, std::span<const T> y, Function function) {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<T>(function(static_cast<Wrapping>(x[i]), static_cast<Wrapping>(y[i])));
    return true;
  }
};

/// Both are there, and read before anything is written.
template <class T> bool update(ops::Op op, const Array &x, const HostView &operand) {
  std::array<T, most_updated> values, others;
  const HostView elements = host_view(x);
  const auto copy_in = [&](std::array<T, most_updated> &to, const HostView &from) {
    copy_host(dense_view(reinterpret_cast<std::byte *>(to.data()), x.shape(), sizeof(T)), from, x.shape(), sizeof(T));
  };
  copy_in(values, elements);
  copy_in(others, operand);
  if (!Arithmetic<T>::apply(op, std::span(values).first(x.size()), std::span(others).first(x.size())))
    return false;
  copy_host(elements, dense_view(reinterpret_cast<std::byte *>(values.data()), x.shape(), sizeof(T)), x.shape(),
            sizeof(T));
  return true;
}

bool update_by(ops::Op op, const Array &x, const HostView &operand) {
  switch (x.dtype()) {
  case Dtype::f64:
    return update<double>(op, x, operand);
  case Dtype::f32:
    return update<float>(op, x, operand);
  case Dtype::i64:
    return update<std::int64_t>(op, x, operand);
  case Dtype::i32:
    return update<std::int32_t>(op, x, operand);
  default:
    return false;
  }
}

bool is_arithmetic(ops::Op op, Dtype dtype) {
  const bool is_float = dtype == Dtype::f64 || dtype == Dtype::f32;
  const bool is_integer = dtype == Dtype::i64 || dtype == Dtype::i32;
  return op == ops::Op::divide
             ? is_float
             : (is_float || is_integer) && (op == ops::Op::add || op == ops::Op::subtract || op == ops::Op::multiply);
}
} // namespace

bool updated_at_once(ops::Op op, const Array &x, const Operand &y) {
  const auto *source = std::get_if<Array>(&y);
  if (x.size() > most_updated || !is_arithmetic(op, x.dtype()) || (source != nullptr && source->dtype() != x.dtype()))
    return false;
  const AtOnce now(x.queue());
  if ((source != nullptr && !now.reads(*source)) || !now.writes(x))
    return false;
  const FlushedDenormals mode(!x.queue()->device()->info().fp_denormals); // as in tasks
  if (source != nullptr)
    return update_by(op, x, host_view(source->broadcast_to(x.shape())));
  Number number = number_of(std::get<Scalar>(y), x.dtype());
  return update_by(op, x, {number.data(), Shape(x.shape().size())});
}

} // namespace weft::array
