// Each line is copied, its keys are inserted one after the other, and it is copied back.
#include "array/short_lines.hpp"

#include <array>
#include <span>

#include "array/algorithms/sort.hpp"
#include "array/algorithms/turn.hpp"
#include "array/at_once.hpp"
#include "array/host_copy.hpp"
#include "array/words.hpp"
#include "libdevice/sorting/keys.hpp"

namespace weft::array {

namespace {

constexpr std::size_t most_elements = 512; ///< In all lines.
constexpr std::ptrdiff_t longest = 32;     ///< What is inserted moves half a line.

template <class Word> struct Placed {
  Word key;
  std::int64_t place;
};

template <class Word> void insert_in_order(std::span<Placed<Word>> line, const Placed<Word> &element) {
  std::size_t at = line.size() - 1;
  for (; at > 0 && element.key < line[at - 1].key; --at)
    line[at] = line[at - 1];
  line[at] = element;
}

/// Dense lines, one after the other, in their own memory.
template <class Word>
void sort_lines(std::span<Word> elements, std::size_t extent, const algorithms::KeyOrder &order, std::int64_t *places) {
  std::array<Placed<Word>, longest> line;
  for (std::size_t first = 0; first < elements.size(); first += extent) {
    for (std::size_t i = 0; i < extent; ++i)
      insert_in_order(std::span(line).first(i + 1),
                      {algorithms::encoded(elements[first + i], order), static_cast<std::int64_t>(i)});
    for (std::size_t i = 0; i < extent; ++i)
      if (places != nullptr)
        places[first + i] = line[i].place;
      else
        elements[first + i] = algorithms::decoded(line[i].key, order);
  }
}

template <class T> HostView view_of(T *elements, const Shape &shape) {
  return dense_view(reinterpret_cast<std::byte *>(elements), shape, sizeof(T));
}

template <class Word> Array sorted_lines(const Array &x, int axis, const algorithms::KeyOrder &order, bool places) {
  std::array<Word, most_elements> elements;
  std::array<std::int64_t, most_elements> from;
  const Array lines = with_axis_last(x, axis);
  const Shape &shape = lines.shape();
  copy_host(view_of(elements.data(), shape), host_view(lines), shape, sizeof(Word));
  sort_lines(std::span(elements).first(x.size()), static_cast<std::size_t>(shape.back()), order,
             places ? from.data() : nullptr);
  const Array result = Array::empty(x.shape(), places ? Dtype::i64 : x.dtype(), x.queue(), x.usm_kind());
  const HostView to = host_view(with_axis_last(result, axis));
  if (places)
    copy_host(to, view_of(from.data(), shape), shape, sizeof(std::int64_t));
  else
    copy_host(to, view_of(elements.data(), shape), shape, sizeof(Word));
  return result;
}

} // namespace

std::optional<Array> lines_sorted_at_once(const Array &x, int axis, bool descending, bool places) {
  if (axis < 0 || axis >= x.ndim() || x.size() == 0 || x.size() > most_elements ||
      x.shape()[static_cast<std::size_t>(axis)] > longest || x.buffer()->pending())
    return std::nullopt;
  x.queue()->throw_asynchronous(); // a kernel that failed has left no values to read
  const AtOnce now(x.queue());
  if (!now.reads(x))
    return std::nullopt;
  const algorithms::KeyOrder order = order_of(x.dtype(), descending, places);
  return with_word(item_size(x.dtype()), [&](auto word) -> std::optional<Array> {
    return sorted_lines<decltype(word)>(x, axis, order, places);
  });
}

} // namespace weft::array
