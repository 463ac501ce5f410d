// The ops table as C++ sees it, made from elementwise.def and reductions.def.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ops/dtype.hpp"

namespace weft::ops {

enum class Op : std::uint16_t {
#define WEFT_OP(name, ...) name,
#include "ops/elementwise.def"
#undef WEFT_OP
  count_
};
inline constexpr int op_count = static_cast<int>(Op::count_);

enum class Reduction : std::uint16_t {
#define WEFT_REDUCTION(name, ...) name,
#include "ops/reductions.def"
#undef WEFT_REDUCTION
  count_
};
inline constexpr int reduction_count = static_cast<int>(Reduction::count_);

/// A row of elementwise.def. `numpy_name` and `dunder` are empty where there is none.
struct OpInfo {
  std::string_view name;
  int arity;
  bool is_public;
  std::string_view numpy_name;
  std::string_view dunder; ///< "add" for __add__, __radd__ and __iadd__.
  int cost;                ///< Against one addition.
  std::string_view doc;
};

inline constexpr int max_arity = 3;

/// One way an op computes: the dtypes its inputs are cast to first, and what comes out.
struct Loop {
  std::array<Dtype, max_arity> inputs{};
  int arity = 0;
  Dtype result = Dtype::b1;

  std::span<const Dtype> input_dtypes() const noexcept { return {inputs.data(), static_cast<std::size_t>(arity)}; }
};

const OpInfo &info(Op) noexcept;
std::string_view shown_name(Op) noexcept; ///< What messages call it: functions without their hash.
std::optional<Op> op_named(std::string_view) noexcept;

/// The loop for inputs of these dtypes (as many as the arity), as dpctl chooses; empty if the op is not defined for
/// them.
std::optional<Loop> resolve(Op, std::span<const Dtype>) noexcept;

/// The n-th loop in the order they are tried, empty past the last one.
std::optional<Loop> loop_at(Op, int n) noexcept;

/// The libdevice function of a loop: "__weft_op_hypot_f32"; a loop of two dtypes is named after both:
/// "__weft_op_less_i64_u64".
std::string function_name(Op, std::span<const Dtype> loop_inputs);
inline std::string function_name(Op op, Dtype loop) {
  return function_name(op, std::span(&loop, 1));
}

enum class Finish : std::uint8_t { none, divide_by_count };

/// A row of reductions.def.
struct ReductionInfo {
  std::string_view name;
  Op combine;
  bool keeps_index;   ///< argmax, argmin: carry (value, index); `combine` says whether a new value displaces the old.
  Finish finish;      ///< In the accumulation dtype, before the cast to the result's.
  bool empty_allowed; ///< Whether zero elements give a result (the start value, finished) or an error.
  std::string_view doc;
};

/// How a reduction computes: each element is cast to `element`, then to `accumulate`; what is folded is cast to
/// `result`.
struct ReductionLoop {
  Dtype element;
  Dtype accumulate;
  Dtype result;

  bool operator==(const ReductionLoop &) const = default;
};

const ReductionInfo &info(Reduction) noexcept;
std::optional<Reduction> reduction_named(std::string_view) noexcept;

/// Empty if the reduction is not defined for these. `dtype`: what the user asks to accumulate in and get.
std::optional<ReductionLoop> resolve(Reduction, Dtype input, std::optional<Dtype> dtype = {}) noexcept;

/// The start value as stored (16 bytes hold any dtype; only item_size(accumulate) are meant).
std::array<std::byte, 16> start_value(Reduction, Dtype accumulate) noexcept;

} // namespace weft::ops
