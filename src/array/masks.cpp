// Looks at few flags in the calling thread; more are an algorithm's work.
#include "array/masks.hpp"

#include <array>
#include <cstring>
#include <optional>

#include "array/algorithms/select.hpp"
#include "array/at_once.hpp"
#include "array/build.hpp"
#include "array/host_copy.hpp"
#include "array/words.hpp"
#include "support/error.hpp"

namespace weft::array {

namespace {

/// The elements of a view of few, dense, in C order.
class Elements {
public:
  explicit Elements(const Array &x, bool copies = false) : bytes_(item_size(x.dtype())) {
    if (x.c_contiguous() && !copies)
      first_ = host_view(x).first;
    else
      copy_host(dense_view(room_.data(), x.shape(), bytes_), host_view(x), x.shape(), bytes_);
  }
  const std::byte *operator[](std::size_t i) const noexcept {
    return (first_ != nullptr ? first_ : room_.data()) + i * bytes_;
  }
  std::size_t bytes() const noexcept { return bytes_; }

private:
  std::size_t bytes_;
  const std::byte *first_ = nullptr;
  alignas(16) std::array<std::byte, 16 * most_at_once> room_;
};

template <class Word> bool has_bits(const std::byte *element, Word bits) {
  Word word;
  std::memcpy(&word, element, sizeof word);
  return (word & bits) != 0;
}

/// Places of the elements that are not zero; no sign makes a zero another number.
class Places {
public:
  explicit Places(const Array &x) {
    const Elements elements(x);
    const bool is_complex = ops::kind_of(x.dtype()) == ops::Kind::complex;
    const bool has_sign = is_complex || ops::kind_of(x.dtype()) == ops::Kind::floating;
    with_word_or_wide(is_complex ? elements.bytes() / 2 : elements.bytes(), [&](auto word) {
      using Word = decltype(word);
      if constexpr (sizeof(Word) <= sizeof(std::uint64_t))
        find<Word>(elements, x.size(), has_sign, is_complex);
    });
  }

  const std::uint16_t *begin() const noexcept { return places_.data(); }
  const std::uint16_t *end() const noexcept { return places_.data() + count_; }
  std::size_t size() const noexcept { return count_; }

private:
  template <class Word> void find(const Elements &elements, std::size_t size, bool has_sign, bool is_complex) {
    const Word bits = has_sign ? static_cast<Word>(static_cast<Word>(~Word{0}) >> 1) : static_cast<Word>(~Word{0});
    for (std::size_t i = 0; i < size; ++i) {
      const std::byte *const element = elements[i];
      places_[count_] = static_cast<std::uint16_t>(i);
      count_ += has_bits(element, bits) || (is_complex && has_bits(element + sizeof(Word), bits));
    }
  }

  std::size_t count_ = 0;
  std::array<std::uint16_t, most_at_once> places_;
};

template <class T> T *memory_of(const Array &x) {
  return reinterpret_cast<T *>(host_view(x).first);
}

std::optional<std::vector<Array>> nonzero_at_once(const Array &x) {
  if (x.size() > most_at_once)
    return std::nullopt;
  x.queue()->throw_asynchronous(); // a kernel that failed has left no values to read
  const AtOnce now(x.queue());
  if (!now.reads(x))
    return std::nullopt;
  const Places places(x);
  std::vector<Array> indices;
  std::size_t inner = x.size();
  for (const std::ptrdiff_t extent : x.shape()) {
    indices.push_back(
        Array::empty(Shape{static_cast<std::ptrdiff_t>(places.size())}, Dtype::i64, x.queue(), x.usm_kind()));
    inner = extent == 0 ? 0 : inner / static_cast<std::size_t>(extent);
    auto *to = memory_of<std::int64_t>(indices.back());
    for (const std::size_t place : places)
      *to++ = static_cast<std::int64_t>(place / inner % static_cast<std::size_t>(extent));
  }
  return indices;
}

std::optional<Array> selected_at_once(const Array &mask, const Array &x) {
  if (x.size() > most_at_once)
    return std::nullopt;
  x.queue()->throw_asynchronous();
  const AtOnce now(x.queue());
  if (!now.reads(mask) || !now.reads(x))
    return std::nullopt;
  const Places places(mask);
  const Elements elements(x);
  Array result = Array::empty(Shape{static_cast<std::ptrdiff_t>(places.size())}, x.dtype(), x.queue(),
                              coerce(x.usm_kind(), mask.usm_kind()));
  with_word_or_wide(elements.bytes(), [&](auto word) {
    auto *to = memory_of<decltype(word)>(result);
    for (const std::size_t place : places)
      std::memcpy(to++, elements[place], sizeof word);
  });
  return result;
}

/// How many are selected, where that is a glance; values are put where there are any, or as many.
std::optional<std::size_t> put_at_once(const Array &x, const Array &mask, const Array &values, bool all_once) {
  if (x.size() > most_at_once || values.size() > most_at_once || values.dtype() != x.dtype() || !x.c_contiguous())
    return std::nullopt;
  const AtOnce now(x.queue());
  if (!now.reads(mask) || !now.reads(values) || !now.writes(x))
    return std::nullopt;
  const Places places(mask);
  if (values.size() == 0 || (all_once && places.size() != values.size()))
    return places.size();
  const Elements elements(values, share_memory(values, x));
  with_word_or_wide(elements.bytes(), [&](auto word) {
    auto *const to = memory_of<decltype(word)>(x);
    std::size_t k = 0;
    for (const std::size_t place : places) {
      std::memcpy(to + place, elements[k], sizeof word);
      k = k + 1 == values.size() ? 0 : k + 1;
    }
  });
  return places.size();
}

} // namespace

std::vector<Array> nonzero(const Array &x) {
  if (auto found = nonzero_at_once(x))
    return *std::move(found);
  std::vector<Array> indices;
  Array flat = flat_nonzero(x);
  for (std::size_t axis = x.shape().size(); axis-- > 1;) {
    const Scalar extent{std::int64_t{x.shape()[axis]}};
    indices.insert(indices.begin(), binary(ops::Op::remainder, flat, extent));
    flat = binary(ops::Op::floor_divide, flat, extent);
  }
  indices.insert(indices.begin(), flat);
  return indices;
}

Array selected(const Array &mask, const Array &x) {
  check_queues(mask, x, "indexing");
  if (auto found = selected_at_once(mask, x))
    return *std::move(found);
  return compress(mask, x);
}

void put_selected(const Array &x, const Array &mask, const Array &values) {
  if (!x.writable())
    throw Error(Errc::invalid, "place: the target is read-only");
  const auto selected = put_at_once(x, mask, values, false);
  if (!selected || (values.size() == 0 && *selected > 0))
    expand(x, mask, values);
}

std::size_t put_all(const Array &x, const Array &mask, const Array &values) {
  check_queues(x, mask, "indexing");
  check_queues(x, values, "indexing");
  if (!x.writable())
    throw Error(Errc::invalid, "place: the target is read-only");
  const auto selected = put_at_once(x, mask, values, true);
  return selected ? *selected : expand_all(x, mask, values);
}

} // namespace weft::array
