// Sorts by the digits in which keys differ; keeps the first of many in a heap.
#include "array/few_keys.hpp"

#include <algorithm>
#include <compare>
#include <cstring>
#include <numeric>

#include "array/algorithms/sort.hpp"
#include "array/host_copy.hpp"
#include "array/words.hpp"
#include "libdevice/sorting/keys.hpp"

namespace weft::array {

namespace {

/// Calls visit() with the number of each element and its key, an unsigned number of the element's order.
template <class Visit>
void for_each_key(const Array &x, std::size_t bytes, const algorithms::KeyOrder &order, const Visit &visit) {
  const HostView view = host_view(x);
  const std::ptrdiff_t apart = x.size() > 1 ? view.strides[0] : 0;
  with_word(bytes, [&](auto word) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      std::memcpy(&word, view.first + static_cast<std::ptrdiff_t>(i) * apart, sizeof word);
      visit(i, std::uint64_t{algorithms::encoded(word, order)});
    }
  });
}

} // namespace

std::vector<std::int64_t> first_places(const Array &x, std::size_t k, bool descending) {
  struct Candidate {
    std::uint64_t key;
    std::int64_t place;
    auto operator<=>(const Candidate &) const = default;
  };
  std::vector<Candidate> best; // a heap: the last of them is in front
  best.reserve(k);
  for_each_key(x, item_size(x.dtype()), order_of(x.dtype(), descending, true), [&](std::size_t i, std::uint64_t key) {
    if (best.size() == k) {
      if (k == 0 || key >= best.front().key)
        return;
      std::ranges::pop_heap(best);
      best.pop_back();
    }
    best.push_back({key, static_cast<std::int64_t>(i)});
    std::ranges::push_heap(best);
  });
  std::ranges::sort_heap(best);
  std::vector<std::int64_t> places(best.size());
  std::ranges::transform(best, places.begin(), &Candidate::place);
  return places;
}

FewKeys::FewKeys(const Array &x, bool descending, bool one_zero)
    : size_(x.size()), is_complex_(ops::kind_of(x.dtype()) == ops::Kind::complex),
      bytes_(item_size(x.dtype()) / (is_complex_ ? 2 : 1)), order_(order_of(x.dtype(), false, one_zero)) {
  std::iota(places_.begin(), places_.begin() + size_, std::uint16_t{0});
  if (is_complex_) {
    sort_by_parts(x, descending);
  } else {
    read(x, keys_);
    sort_by(keys_, descending);
  }
}

void FewKeys::sort_by_parts(const Array &x, bool descending) {
  read(x.real(), keys_);
  read(x.imag(), imaginary_);
  Keys numbers; // what is not a number is last, where its real part is none behind the others
  for (std::size_t i = 0; i < size_; ++i)
    numbers[i] = 2 * std::uint64_t{!is_number(keys_[i])} + std::uint64_t{!is_number(imaginary_[i])};
  sort_by(imaginary_, descending);
  sort_by(keys_, descending);
  sort_by(numbers, descending);
}

void FewKeys::read(const Array &x, Keys &keys) const {
  for_each_key(x, bytes_, order_, [&](std::size_t i, std::uint64_t key) { keys[i] = key; });
}

void FewKeys::sort_by(const Keys &keys, bool descending) {
  std::uint64_t varying = 0;
  for (std::size_t i = 1; i < size_; ++i)
    varying |= keys[i] ^ keys[0];
  const std::uint64_t turned = descending ? ~std::uint64_t{0} : 0;
  for (int shift = 0; shift < 64; shift += 8) {
    if ((varying >> shift & 0xff) == 0)
      continue;
    const auto digit = [&](std::uint16_t place) { return (keys[place] ^ turned) >> shift & 0xff; };
    std::array<std::uint16_t, 257> begins{};
    for (const std::uint16_t place : places())
      ++begins[digit(place) + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    for (const std::uint16_t place : places())
      spare_[begins[digit(place)]++] = place;
    std::copy_n(spare_.begin(), size_, places_.begin());
  }
}

bool FewKeys::is_number(std::uint64_t key) const noexcept {
  return order_.magnitude == 0 || key <= (order_.infinity | order_.sign);
}

bool FewKeys::differ(const Keys &keys, std::uint16_t a, std::uint16_t b) const noexcept {
  const bool is_float = order_.magnitude != 0;
  const auto one_zero = [&](std::uint64_t key) { return is_float && key == order_.magnitude ? order_.sign : key; };
  return one_zero(keys[a]) != one_zero(keys[b]) || !is_number(keys[a]);
}

std::span<const std::uint16_t> FewKeys::borders() {
  std::size_t count = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    borders_[count] = static_cast<std::uint16_t>(i);
    count += i == 0 || differ(keys_, places_[i - 1], places_[i]) ||
             (is_complex_ && differ(imaginary_, places_[i - 1], places_[i]));
  }
  borders_[count++] = static_cast<std::uint16_t>(size_);
  return {borders_.data(), count};
}

std::uint64_t FewKeys::sorted_bits(std::uint16_t place) const noexcept {
  return with_word(bytes_, [&](auto word) -> std::uint64_t {
    return algorithms::decoded(static_cast<decltype(word)>(keys_[place]), order_);
  });
}

} // namespace weft::array
