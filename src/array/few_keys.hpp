// Few elements put in order by the calling thread, as sort() and argsort() order many.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "array/algorithms/arguments.hpp"
#include "array/at_once.hpp"

namespace weft::array {

/// Where the first k of many elements are, in the order of argsort(): one pass for a small k. Real, of one dimension,
/// memory that is there.
std::vector<std::int64_t> first_places(const Array &, std::size_t k, bool descending);

/// The order of elements of one dimension: at most most_at_once, memory that is there.
class FewKeys {
public:
  /// `one_zero`: zeros are equal whatever their sign, as argsort() has it; sort() puts the negative ones first.
  FewKeys(const Array &, bool descending, bool one_zero);

  /// Of all elements, in order; those that are equal keep theirs.
  std::span<const std::uint16_t> places() const noexcept { return {places_.data(), size_}; }

  /// Where in the order elements stand that differ from the one before, as `not_equal` sees it; and their number.
  std::span<const std::uint16_t> borders();

  /// The element of a real dtype as sort() gives it.
  std::uint64_t sorted_bits(std::uint16_t place) const noexcept;

private:
  using Keys = std::array<std::uint64_t, most_at_once>;

  void read(const Array &, Keys &) const;
  void sort_by(const Keys &, bool descending);
  void sort_by_parts(const Array &, bool descending);
  bool is_number(std::uint64_t key) const noexcept;
  bool differ(const Keys &, std::uint16_t a, std::uint16_t b) const noexcept;

  std::size_t size_;
  bool is_complex_;
  std::size_t bytes_; ///< Of a key.
  algorithms::KeyOrder order_;
  Keys keys_, imaginary_;
  std::array<std::uint16_t, most_at_once> places_, spare_;
  std::array<std::uint16_t, most_at_once + 1> borders_;
};

} // namespace weft::array
