// Sorts of keys in runs, for CPUs: a function of the library sorts a run in vectors, pairs of runs are merged.
#include "array/algorithms/arguments.hpp"
#include "array/algorithms/kernels/kernel.hpp"
#include "array/algorithms/kernels/keys.hpp"

extern "C" void __weft_rare_sort_u32(std::uint32_t *keys, std::uint64_t count); // libdevice/sorting/vector_sort.hpp
extern "C" void __weft_rare_sort_u64(std::uint64_t *keys, std::uint64_t count);

namespace weft::algorithms {

/// A parameter is the bytes of a key, and 16 more where its place goes along in the low bits of a wider one.
constexpr bool with_places(int parameter) {
  return parameter >= 16;
}
template <int Parameter> using Key = Word<Parameter % 16>;
template <int Parameter> using Packed = Word<with_places(Parameter) ? 8 : Parameter>;

template <int Parameter> Packed<Parameter> packed(Key<Parameter> key, std::int64_t place, const KeyOrder &order) {
  const Packed<Parameter> bits = encoded(key, order);
  if constexpr (with_places(Parameter))
    return bits << 32 | static_cast<std::uint32_t>(place);
  else
    return bits;
}

/// What is wanted of it: the key, or its place.
template <int Parameter> Packed<Parameter> unpacked(Packed<Parameter> bits, const KeyOrder &order) {
  if constexpr (with_places(Parameter))
    return bits & 0xffffffff;
  else
    return decoded(bits, order);
}

template <int Parameter> void unpack(const RunArguments &a, Packed<Parameter> *keys, std::int64_t count) {
  if (a.decodes != 0)
    for (std::int64_t i = 0; i < count; ++i)
      keys[i] = unpacked<Parameter>(keys[i], a.order);
}

inline void sort_in_vectors(std::uint32_t *keys, std::int64_t count) {
  __weft_rare_sort_u32(keys, static_cast<std::uint64_t>(count));
}
inline void sort_in_vectors(std::uint64_t *keys, std::int64_t count) {
  __weft_rare_sort_u64(keys, static_cast<std::uint64_t>(count));
}

template <int Parameter> struct sort_runs : RunArguments {
  void operator()(sycl::nd_item<1> item) const {
    const RunArguments a = *this;
    const std::int64_t row = item.get_group(0) / a.runs, run = item.get_group(0) - row * a.runs;
    const std::int64_t first = run * a.width, count = first + a.width < a.extent ? a.width : a.extent - first;
    const auto *from = as<const Key<Parameter>>(a.source) + row * a.extent + first;
    auto *to = as<Packed<Parameter>>(a.target) + row * a.extent + first;
    for (std::int64_t i = 0; i < count; ++i)
      to[i] = packed<Parameter>(from[i], first + i, a.order);
    sort_in_vectors(to, count);
    unpack<Parameter>(a, to, count);
  }
};

/// Two sorted stretches that become one.
template <class K> struct Merge {
  const K *left, *left_end, *right, *right_end;
  K *to;

  std::int64_t sure() const { ///< Steps without a look at the ends.
    const std::int64_t lefts = left_end - left, rights = right_end - right;
    return lefts < rights ? lefts : rights;
  }
  void step() {
    const K x = *left, y = *right;
    const bool takes_left = x <= y;
    *to++ = takes_left ? x : y;
    left += takes_left;
    right += !takes_left;
  }
  void finish() {
    for (std::int64_t n = sure(); n > 0; n = sure())
      for (; n > 0; --n)
        step();
    while (left < left_end)
      *to++ = *left++;
    while (right < right_end)
      *to++ = *right++;
  }
};

/// Side by side, so that the steps of one hide the waits of the other.
template <class K> void merge(Merge<K> one, Merge<K> other) {
  for (;;) {
    const std::int64_t a = one.sure(), b = other.sure();
    std::int64_t n = a < b ? a : b;
    if (n == 0)
      break;
    for (; n > 0; --n) {
      one.step();
      other.step();
    }
  }
  one.finish();
  other.finish();
}

/// How many of the first `count` of both come from the left.
template <class K>
std::int64_t taken_from_left(const K *left, std::int64_t lefts, const K *right, std::int64_t rights,
                             std::int64_t count) {
  std::int64_t least = count > rights ? count - rights : 0, most = count < lefts ? count : lefts;
  while (least < most) {
    const std::int64_t middle = (least + most) / 2;
    if (left[middle] <= right[count - 1 - middle])
      least = middle + 1;
    else
      most = middle;
  }
  return least;
}

/// A piece of what two neighbouring runs become.
template <int Parameter> struct merge_runs : RunArguments {
  void operator()(sycl::nd_item<1> item) const {
    using K = Packed<Parameter>;
    const RunArguments a = *this;
    const std::int64_t pieces = (2 * a.width + a.piece - 1) / a.piece;
    const std::int64_t pairs = (a.runs + 1) / 2;
    const std::int64_t pair = item.get_group(0) / pieces, row = pair / pairs;
    const std::int64_t begin = (pair - row * pairs) * 2 * a.width;
    const std::int64_t end = begin + 2 * a.width < a.extent ? begin + 2 * a.width : a.extent;
    const std::int64_t middle = begin + a.width < end ? begin + a.width : end;
    const std::int64_t first = (item.get_group(0) - pair * pieces) * a.piece;
    if (begin + first >= end)
      return;
    const std::int64_t last = begin + first + a.piece < end ? first + a.piece : end - begin;
    const K *left = as<const K>(a.source) + row * a.extent + begin, *right = left + (middle - begin);
    const std::int64_t lefts = middle - begin, rights = end - middle, half = first + (last - first) / 2;
    const std::int64_t l0 = taken_from_left(left, lefts, right, rights, first);
    const std::int64_t l1 = taken_from_left(left, lefts, right, rights, half);
    const std::int64_t l2 = taken_from_left(left, lefts, right, rights, last);
    K *to = as<K>(a.target) + row * a.extent + begin;
    merge<K>({left + l0, left + l1, right + (first - l0), right + (half - l1), to + first},
             {left + l1, left + l2, right + (half - l1), right + (last - l2), to + half});
    unpack<Parameter>(a, to + first, last - first);
  }
};

} // namespace weft::algorithms

WEFT_ND_KERNEL(weft::algorithms::sort_runs<4>)
WEFT_ND_KERNEL(weft::algorithms::sort_runs<8>)
WEFT_ND_KERNEL(weft::algorithms::sort_runs<16 + 4>)
WEFT_ND_KERNEL(weft::algorithms::merge_runs<4>)
WEFT_ND_KERNEL(weft::algorithms::merge_runs<8>)
WEFT_ND_KERNEL(weft::algorithms::merge_runs<16 + 4>)
