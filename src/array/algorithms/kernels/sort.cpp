// Sorts by work-items of their own: radix passes over blocks of long rows, merges within short ones. Both keep the
// order of equal keys.
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/element.hpp"
#include "array/algorithms/kernels/kernel.hpp"
#include "libdevice/sorting/keys.hpp"

namespace weft::algorithms {

constexpr int digits = 256;

/// A group's block of a row.
struct Block {
  std::int64_t row, index, first, last;
};
inline Block block_of(const SortArguments &a, std::int64_t group) {
  Block block{};
  block.row = group / a.blocks;
  block.index = group - block.row * a.blocks;
  block.first = block.index * a.block;
  block.last = block.first + a.block < a.extent ? block.first + a.block : a.extent;
  return block;
}

template <class U> U key_at(const SortArguments &a, const U *keys, std::int64_t i) {
  return a.encodes != 0 ? encoded(keys[i], a.order) : keys[i];
}

template <int Bytes> struct radix_count_alone : SortArguments {
  void operator()(sycl::nd_item<1> item) const {
    using U = Word<Bytes>;
    const Block block = block_of(*this, item.get_group(0));
    const U *keys = as<const U>(source) + block.row * extent;
    std::uint32_t counts[2][digits]; // of every other key: neighbours are often alike
    for (int d = 0; d < digits; ++d)
      counts[0][d] = counts[1][d] = 0;
    std::int64_t i = block.first;
    for (; i + 1 < block.last; i += 2) {
      ++counts[0][key_at(*this, keys, i) >> shift & 255];
      ++counts[1][key_at(*this, keys, i + 1) >> shift & 255];
    }
    if (i < block.last)
      ++counts[0][key_at(*this, keys, i) >> shift & 255];
    std::uint32_t *to = ends + block.row * digits * blocks + block.index;
    for (int d = 0; d < digits; ++d)
      to[d * blocks] = counts[0][d] + counts[1][d];
  }
};

template <int Parameter> struct radix_scatter_alone : SortArguments {
  void operator()(sycl::nd_item<1> item) const {
    using U = Key<Parameter>;
    const Block block = block_of(*this, item.get_group(0));
    const std::int64_t begin = block.row * extent;
    const U *keys = as<const U>(source) + begin;
    U *to = as<U>(target) + begin;
    std::uint32_t end[digits];
    for (int d = 0; d < digits; ++d)
      end[d] = ends[block.row * digits * blocks + d * blocks + block.index];
    for (std::int64_t i = block.last - 1; i >= block.first; --i) {
      const U key = key_at(*this, keys, i);
      const std::uint32_t at = --end[key >> shift & 255];
      if (target != nullptr)
        to[at] = decodes != 0 ? decoded(key, order) : key;
      if constexpr (with_places(Parameter)) {
        const std::uint32_t from = from_places != nullptr ? from_places[begin + i] : static_cast<std::uint32_t>(i);
        if (to_places != nullptr)
          to_places[begin + at] = from;
        else
          places[begin + at] = from;
      }
    }
  }
};

template <int Parameter> struct Run {
  Key<Parameter> *keys;
  std::uint32_t *from;

  void take(std::int64_t at, const Run &other, std::int64_t index) const {
    keys[at] = other.keys[index];
    if constexpr (with_places(Parameter))
      from[at] = other.from[index];
  }
};

constexpr std::int64_t inserted = 16;

template <int Parameter> void sort_by_inserting(const Run<Parameter> &run, std::int64_t first, std::int64_t last) {
  for (std::int64_t i = first + 1; i < last; ++i) {
    const Key<Parameter> key = run.keys[i];
    std::uint32_t place = 0;
    if constexpr (with_places(Parameter))
      place = run.from[i];
    std::int64_t at = i;
    for (; at > first && run.keys[at - 1] > key; --at)
      run.take(at, run, at - 1);
    run.keys[at] = key;
    if constexpr (with_places(Parameter))
      run.from[at] = place;
  }
}

template <int Parameter>
void merge(const Run<Parameter> &from, const Run<Parameter> &to, std::int64_t first, std::int64_t middle,
           std::int64_t last) {
  std::int64_t left = first, right = middle;
  for (std::int64_t at = first; at < last; ++at) {
    const bool takes_left = right >= last || (left < middle && from.keys[left] <= from.keys[right]);
    to.take(at, from, takes_left ? left++ : right++);
  }
}

/// One row from encoding to decoding. Spare memory is of the size of all keys; places use from_places and to_places.
template <int Parameter> void sort_row(const SortArguments &a, std::int64_t row) {
  using U = Key<Parameter>;
  const std::int64_t begin = row * a.extent, n = a.extent;
  const U *keys = as<const U>(a.source) + begin;
  Run<Parameter> run{as<U>(a.spare) + begin, const_cast<std::uint32_t *>(a.from_places) + begin};
  Run<Parameter> other{as<U>(a.other_spare) + begin, a.to_places + begin};
  for (std::int64_t i = 0; i < n; ++i) {
    run.keys[i] = encoded(keys[i], a.order);
    if constexpr (with_places(Parameter))
      run.from[i] = static_cast<std::uint32_t>(i);
  }
  for (std::int64_t first = 0; first < n; first += inserted)
    sort_by_inserting(run, first, first + inserted < n ? first + inserted : n);
  for (std::int64_t width = inserted; width < n; width *= 2) {
    for (std::int64_t first = 0; first < n; first += 2 * width) {
      const std::int64_t middle = first + width < n ? first + width : n;
      merge(run, other, first, middle, middle + width < n ? middle + width : n);
    }
    const Run<Parameter> swapped = run;
    run = other;
    other = swapped;
  }
  for (std::int64_t i = 0; i < n; ++i) {
    if (a.target != nullptr)
      as<U>(a.target)[begin + i] = decoded(run.keys[i], a.order);
    if constexpr (with_places(Parameter))
      a.places[begin + i] = run.from[i];
  }
}

template <int Parameter> struct sort_rows_alone : SortArguments {
  void operator()(sycl::nd_item<1> item) const { sort_row<Parameter>(*this, item.get_group(0)); }
};

/// How many of the sorted keys are before: of `before(i)` the first so many are true. All needles take the same steps.
template <class Count, class Before> Count count_before(Count extent, Before before) {
  Count first = 0;
  for (Count left = extent; left > 1;) {
    const Count half = left / 2;
    first = before(first + half - 1) ? first + half : first;
    left -= half;
  }
  return extent > 0 && before(first) ? first + 1 : first;
}

template <int Bytes> struct SearchedKeys : SearchArguments {
  using U = Word<Bytes>;
  using Index = std::conditional_t<Bytes == 8, std::uint64_t, std::uint32_t>; ///< As wide as lanes of keys.

  U key(std::int64_t i) const { return encoded(as<const U>(keys)[sorter != nullptr ? sorter[i] : i], order); }

  /// The same, out of keys that are encoded, if any are.
  U key(std::int64_t i, const U *ready) const { return ready != nullptr ? ready[i] : key(i); }

  /// How many of the first `count` keys are less.
  std::int64_t count_less(U wanted, std::int64_t count, const U *ready) const {
    if (ready != nullptr)
      return count_before(static_cast<Index>(count), [&](Index i) { return ready[i] < wanted; });
    return count_before(count, [&](std::int64_t i) { return key(i) < wanted; });
  }
};

template <int Bytes> struct encode_keys : SearchedKeys<Bytes> {
  void operator()(sycl::item<1> item) const {
    const std::int64_t i = item.get_linear_id();
    as<Word<Bytes>>(this->encoded_keys)[i] = this->key(i);
  }
};

/// A group's own copy of the keys serves so many needles of each of its work-items.
template <class Search> void search_from_local(const Search &search, const sycl::nd_item<1> &item) {
  using U = typename Search::U;
  auto *const ready = static_cast<U *>(__weft_local_mem());
  const auto me = static_cast<std::int64_t>(item.get_local_id(0)),
             size = static_cast<std::int64_t>(item.get_local_range(0));
  for (std::int64_t i = me; i < search.extent; i += size)
    ready[i] = search.key(i);
  meet();
  const std::int64_t first = static_cast<std::int64_t>(item.get_group(0)) * size * needles_of_item + me;
  for (int turn = 0; turn < needles_of_item; ++turn)
    if (const std::int64_t i = first + turn * size; i < search.count)
      search.find(i, ready);
}

/// Keys of equal order count as equal: those behind them are before the number that follows, which the last has not.
template <int Bytes> struct search : SearchedKeys<Bytes> {
  void find(std::int64_t i, const Word<Bytes> *ready) const {
    using U = Word<Bytes>;
    const U wanted = U(encoded(as<const U>(this->needles)[i], this->order) + U(this->right));
    const bool all = this->right != 0 && wanted == 0;
    this->places[i] = all ? this->extent : this->count_less(wanted, this->extent, ready);
  }
  void operator()(sycl::item<1> item) const { find(item.get_linear_id(), as<const Word<Bytes>>(this->encoded_keys)); }
};

/// What is not a number is equal to nothing.
template <int Bytes> struct is_in : SearchedKeys<Bytes> {
  void find(std::int64_t i, const Word<Bytes> *ready) const {
    using U = Word<Bytes>;
    const U bits = as<const U>(this->needles)[i], needle = encoded(bits, this->order);
    const std::int64_t place = this->count_less(needle, this->extent - 1, ready);
    const bool is_number = U(bits & U(this->order.magnitude)) <= U(this->order.infinity);
    this->members[i] = (is_number && this->key(place, ready) == needle) != (this->invert != 0);
  }
  void operator()(sycl::item<1> item) const { find(item.get_linear_id(), as<const Word<Bytes>>(this->encoded_keys)); }
};

template <int Bytes> struct search_by_groups : search<Bytes> {
  void operator()(sycl::nd_item<1> item) const { search_from_local(*this, item); }
};
template <int Bytes> struct is_in_by_groups : is_in<Bytes> {
  void operator()(sycl::nd_item<1> item) const { search_from_local(*this, item); }
};

/// A complex number as two unsigned ones, the first of which decides: NumPy's order by which parts are numbers, then by
/// real and imaginary part. Beyond infinity there is room for three classes.
template <class U> struct ComplexKey {
  U major, minor;

  ComplexKey(U real, U imaginary, const KeyOrder &order) {
    const U magnitude = U(order.magnitude), infinity = U(order.infinity), last = ~U(0);
    const bool no_real = (real & magnitude) > infinity, no_imaginary = (imaginary & magnitude) > infinity;
    const U real_key = encoded(real, order), imaginary_key = encoded(imaginary, order);
    const U beyond = no_real ? (no_imaginary ? last : last - 1) : last - 2;
    major = no_real || no_imaginary ? beyond : real_key;
    minor = no_imaginary && !no_real ? real_key : imaginary_key;
  }
  friend bool operator<(const ComplexKey &a, const ComplexKey &b) {
    return a.major != b.major ? a.major < b.major : a.minor < b.minor;
  }
};
template <int Bytes> struct ComplexNumber {
  Word<Bytes / 2> real, imaginary;

  ComplexKey<Word<Bytes / 2>> key(const KeyOrder &order) const { return {real, imaginary, order}; }
};

/// Keys of 8 bytes: one of both parts, or two, those that decide before all others.
template <int Bytes> struct complex_keys : SortArguments {
  void operator()(sycl::item<1> item) const {
    const std::int64_t i = item.get_linear_id();
    const auto key = as<const ComplexNumber<Bytes>>(source)[i].key(order);
    auto *const to = as<std::uint64_t>(target);
    if constexpr (Bytes == 8) {
      to[i] = std::uint64_t(key.major) << 32 | key.minor;
    } else {
      to[i] = key.major;
      to[rows * extent + i] = key.minor;
    }
  }
};

template <int Bytes> struct search_complex : SearchArguments {
  using Number = ComplexNumber<Bytes>;

  void operator()(sycl::item<1> item) const {
    const std::int64_t i = item.get_linear_id();
    const auto needle = as<const Number>(needles)[i].key(order);
    places[i] = count_before(extent, [&](std::int64_t at) {
      const auto key = as<const Number>(keys)[sorter != nullptr ? sorter[at] : at].key(order);
      return right != 0 ? !(needle < key) : key < needle;
    });
  }
};

} // namespace weft::algorithms

#define WEFT_FOR_KEYS(Kind, K) Kind(K<1>) Kind(K<2>) Kind(K<4>) Kind(K<8>)
#define WEFT_FOR_KEYS_WITH_PLACES(Kind, K)                                                                             \
  WEFT_FOR_KEYS(Kind, K) Kind(K<16 + 1>) Kind(K<16 + 2>) Kind(K<16 + 4>) Kind(K<16 + 8>)
WEFT_FOR_KEYS(WEFT_ND_KERNEL, weft::algorithms::radix_count_alone)
WEFT_FOR_KEYS_WITH_PLACES(WEFT_ND_KERNEL, weft::algorithms::radix_scatter_alone)
WEFT_FOR_KEYS_WITH_PLACES(WEFT_ND_KERNEL, weft::algorithms::sort_rows_alone)
WEFT_FOR_KEYS(WEFT_RANGE_KERNEL, weft::algorithms::encode_keys)
WEFT_FOR_KEYS(WEFT_RANGE_KERNEL, weft::algorithms::search)
WEFT_FOR_KEYS(WEFT_RANGE_KERNEL, weft::algorithms::is_in)
WEFT_FOR_KEYS(WEFT_ND_KERNEL, weft::algorithms::search_by_groups)
WEFT_FOR_KEYS(WEFT_ND_KERNEL, weft::algorithms::is_in_by_groups)
WEFT_RANGE_KERNEL(weft::algorithms::complex_keys<8>)
WEFT_RANGE_KERNEL(weft::algorithms::complex_keys<16>)
WEFT_RANGE_KERNEL(weft::algorithms::search_complex<8>)
WEFT_RANGE_KERNEL(weft::algorithms::search_complex<16>)
