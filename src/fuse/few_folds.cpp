// Folds of few elements, in the order that plan_fold() says.
#include <algorithm>
#include <array>
#include <type_traits>

#include "fuse/few_loops.hpp"
#include "fuse/few_types.hpp"
#include "libdevice/elementwise/elementwise.hpp"

namespace weft::fuse {

namespace {

template <class T, class Combine>
T fold_in_turn(const std::byte *elements, std::size_t count, T start, Combine combine) {
  for (std::size_t i = 0; i < count; ++i)
    start = combine(start, read_element<T>(elements, i));
  return start;
}

template <std::size_t Lanes, class T, class Combine>
void fold_run(std::array<T, Lanes> &values, const std::byte *elements, std::size_t first, std::size_t last,
              Combine combine) {
  for (; first + Lanes <= last; first += Lanes)
    for (std::size_t lane = 0; lane < Lanes; ++lane)
      values[lane] = combine(values[lane], read_element<T>(elements, first + lane));
  for (std::size_t lane = 0; first + lane < last; ++lane)
    values[lane] = combine(values[lane], read_element<T>(elements, first + lane));
}

/// Each lane takes every so-manieth element, by runs; halves are joined until one is left.
template <std::size_t Lanes, class T, class Combine>
T fold_in_lanes(const std::byte *elements, std::size_t count, T start, Combine combine) {
  std::array<T, Lanes> values;
  values.fill(start);
  constexpr std::size_t length = turns_of_run_of_sums * Lanes;
  for (std::size_t first = 0; first < count; first += length) {
    std::array<T, Lanes> run;
    run.fill(start);
    fold_run(run, elements, first, std::min(first + length, count), combine);
    for (std::size_t lane = 0; lane < Lanes; ++lane)
      values[lane] = combine(values[lane], run[lane]);
  }
  for (std::size_t half = Lanes / 2; half != 0; half /= 2)
    for (std::size_t lane = 0; lane < half; ++lane)
      values[lane] = combine(values[lane], values[lane + half]);
  return values[0];
}

template <class T, class Combine>
bool fold(const FoldOrder &order, const std::byte *elements, std::size_t count, T &value, Combine combine) {
  if (order.mode == FoldMode::sequential)
    value = fold_in_turn(elements, count, value, combine);
  else if (order.lanes == 16)
    value = fold_in_lanes<16>(elements, count, value, combine);
  else if (order.lanes == 32)
    value = fold_in_lanes<32>(elements, count, value, combine);
  else
    return false;
  return true;
}

/// Lanes that multiply in several ways have an order of their own.
template <class T> bool multiplies_in_ways(const FoldOrder &order, std::size_t count) {
  return std::is_floating_point_v<T> && order.mode == FoldMode::lanes && count > turns_in_one_way * order.lanes;
}

template <class T>
bool fold_by(ops::Op combine, const FoldOrder &order, const std::byte *elements, std::size_t count, T &value) {
  switch (combine) {
  case ops::Op::add:
    return fold(order, elements, count, value, [](T a, T b) { return device::add(a, b); });
  case ops::Op::multiply:
    return !multiplies_in_ways<T>(order, count) &&
           fold(order, elements, count, value, [](T a, T b) { return device::multiply(a, b); });
  case ops::Op::maximum:
    return fold(order, elements, count, value, [](T a, T b) { return device::maximum(a, b); });
  case ops::Op::minimum:
    return fold(order, elements, count, value, [](T a, T b) { return device::minimum(a, b); });
  default:
    return false;
  }
}

/// Which of several zeros an extreme is, and which of several NaNs any fold gives.
template <class T> bool is_devices_choice(ops::Reduction kind, T value) {
  return std::is_floating_point_v<T> && (value != value || (value == T() && finds_extreme(kind)));
}

} // namespace

bool fold_few(ops::Reduction kind, Dtype accumulate, const FoldOrder &order, const std::byte *elements,
              std::byte *results, std::size_t count, std::size_t rows) {
  const bool in_one_block = order.mode == FoldMode::sequential || (order.mode == FoldMode::lanes && order.outer == 1);
  if (!in_one_block || order.blocks() != 1 || ops::info(kind).keeps_index)
    return false;
  return visit_few_type(accumulate, [&](auto type) {
    using T = decltype(type);
    const auto number = ops::start_value(kind, accumulate);
    const T start = read_element<T>(number.data(), 0);
    const ops::Op combine = ops::info(kind).combine;
    for (std::size_t row = 0; row < rows; ++row) {
      T value = start;
      if (!fold_by(combine, order, elements + row * count * sizeof(T), count, value) || is_devices_choice(kind, value))
        return false;
      write_element(results, row, value);
    }
    return true;
  });
}

} // namespace weft::fuse
