// Sorts of rows for CPUs: pieces of a row are sorted side by side and merged side by side.
#include "array/algorithms/kernels/packed_keys.hpp"

namespace weft::algorithms {

/// Where piece `index` of a row begins.
inline std::int64_t begin_of(const PieceArguments &a, std::int64_t index) {
  return index * a.extent / a.pieces;
}

template <int Parameter> struct sort_pieces : PieceArguments {
  void operator()(sycl::nd_item<1> item) const {
    const PieceArguments a = *this;
    const std::int64_t row = item.get_group(0) / a.pieces, piece = item.get_group(0) - row * a.pieces;
    const std::int64_t first = begin_of(a, piece), count = begin_of(a, piece + 1) - first;
    if (is_sorted(a, row))
      return;
    const auto *keys = as<const Key<Parameter>>(a.source) + row * a.extent;
    auto *to = as<Packed<Parameter>>(a.to) + row * a.extent + first;
    KeyRange range;
    if constexpr (Parameter == long_with_places) {
      range = range_of(a, keys, a.extent); // of the whole row, by each of its pieces: less work than one more launch
      if (piece == 0)
        a.ranges[row] = range;
    }
    pack<Parameter>(a, keys + first, first, count, &range, to);
    sort_in_vectors(to, count);
  }
};

/// How many of the first `count` keys of both runs together are the left one's. Of equal keys those are first.
template <class K>
std::int64_t count_of_left(const K *left, std::int64_t lefts, const K *right, std::int64_t rights, std::int64_t count) {
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

inline void merge_in_vectors(const std::int32_t *left, std::uint64_t lefts, const std::int32_t *right,
                             std::uint64_t rights, std::int32_t *to, std::uint64_t count) {
  __weft_rare_merge_i32(left, lefts, right, rights, to, count);
}
inline void merge_in_vectors(const std::int64_t *left, std::uint64_t lefts, const std::int64_t *right,
                             std::uint64_t rights, std::int64_t *to, std::uint64_t count) {
  __weft_rare_merge_i64(left, lefts, right, rights, to, count);
}

/// Runs of `width` pieces become runs of twice as many: each group writes one piece of them.
template <int Parameter> struct merge_pieces : PieceArguments {
  void operator()(sycl::nd_item<1> item) const {
    using K = Packed<Parameter>;
    const PieceArguments a = *this;
    const std::int64_t row = item.get_group(0) / a.pieces, piece = item.get_group(0) - row * a.pieces;
    if (is_sorted(a, row))
      return;
    const std::int64_t run = piece / (2 * a.width) * (2 * a.width), begin = begin_of(a, run);
    const std::int64_t middle = begin_of(a, run + a.width), end = begin_of(a, run + 2 * a.width);
    const std::int64_t first = begin_of(a, piece), count = begin_of(a, piece + 1) - first;
    const K *keys = as<const K>(a.from) + row * a.extent;
    const std::int64_t lefts = count_of_left(keys + begin, middle - begin, keys + middle, end - middle, first - begin);
    K *to = as<K>(a.to) + row * a.extent + first;
    const std::int64_t left = begin + lefts, right = middle + (first - left);
    merge_in_vectors(keys + left, static_cast<std::uint64_t>(middle - left), keys + right,
                     static_cast<std::uint64_t>(end - right), to, static_cast<std::uint64_t>(count));
    if (a.to == a.target)
      unpack<Parameter>(a, to, count);
  }
};

} // namespace weft::algorithms

WEFT_FOR_PACKED(weft::algorithms::sort_pieces)
WEFT_FOR_PACKED(weft::algorithms::merge_pieces)
