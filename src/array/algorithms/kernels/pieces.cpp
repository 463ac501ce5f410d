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

/// Merges into `count` places from `to` on.
template <class K>
void merge_some(const K *left, const K *left_end, const K *right, const K *right_end, K *to, std::int64_t count) {
  K *const end = to + count;
  while (left != left_end && right != right_end && to != end) {
    std::int64_t sure = left_end - left < right_end - right ? left_end - left : right_end - right;
    sure = sure < end - to ? sure : end - to;
    for (; sure > 0; --sure) {
      const bool takes_left = *left <= *right;
      *to++ = takes_left ? *left : *right;
      left += takes_left ? 1 : 0;
      right += takes_left ? 0 : 1;
    }
  }
  while (to != end)
    *to++ = left != left_end ? *left++ : *right++;
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
    merge_some(keys + begin + lefts, keys + middle, keys + middle + (first - begin - lefts), keys + end, to, count);
    if (a.to == a.target)
      unpack<Parameter>(a, to, count);
  }
};

} // namespace weft::algorithms

WEFT_FOR_PACKED(weft::algorithms::sort_pieces)
WEFT_FOR_PACKED(weft::algorithms::merge_pieces)
