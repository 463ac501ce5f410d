// From the number of an element to its offset in one or several arrays, for kernels.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include <sycl/sycl.hpp>

#include "kernels/dpctl_tensor_types.hpp"
#include "utils/strided_iters.hpp"
#include "utils/sycl_alloc_utils.hpp"

namespace dpctl::tensor::offset_utils {

using dpctl::tensor::ssize_t;

namespace detail {

/// Offsets of element `gid` (C order) in N arrays: shape[nd], then strides[nd] of each, packed one after the other.
template <int N>
constexpr std::array<ssize_t, N> displacements(ssize_t gid, int nd, const ssize_t *packed,
                                               std::array<ssize_t, N> offsets) {
  for (int i = nd - 1; i >= 0; --i) {
    const ssize_t extent = packed[i];
    const ssize_t index = gid % extent;
    gid /= extent;
    for (int k = 0; k < N; ++k)
      offsets[k] += index * packed[(k + 1) * nd + i];
  }
  return offsets;
}

} // namespace detail

/// Copies shapes and strides into one device array; gives it, its size, and the event of the copy.
template <typename indT, typename... Vs>
std::tuple<std::unique_ptr<indT, dpctl::tensor::alloc_utils::USMDeleter>, std::size_t, sycl::event>
device_allocate_and_pack(sycl::queue &q, std::vector<sycl::event> &host_task_events, Vs &&...vs) {
  using allocator = dpctl::tensor::alloc_utils::usm_host_allocator<indT>;
  auto packed = std::make_shared<std::vector<indT, allocator>>(allocator(q));
  (packed->insert(packed->end(), vs.begin(), vs.end()), ...);
  const std::size_t size = packed->size();
  auto device = dpctl::tensor::alloc_utils::smart_malloc_device<indT>(size, q);
  const sycl::event copied = q.copy<indT>(packed->data(), device.get(), size);
  host_task_events.push_back(q.submit([&](sycl::handler &cgh) {
    cgh.depends_on(copied);
    cgh.host_task([packed]() mutable { packed.reset(); });
  }));
  return {std::move(device), size, copied};
}

struct NoOpIndexer {
  constexpr NoOpIndexer() {}
  constexpr std::size_t operator()(std::size_t gid) const { return gid; }
};

/// One array of any layout.
struct StridedIndexer {
  StridedIndexer(int _nd, ssize_t _offset, ssize_t const *_packed_shape_strides)
      : nd_(_nd), offset_(_offset), packed_(_packed_shape_strides) {}

  ssize_t operator()(ssize_t gid) const { return detail::displacements<1>(gid, nd_, packed_, {offset_})[0]; }
  ssize_t operator()(std::size_t gid) const { return (*this)(static_cast<ssize_t>(gid)); }

private:
  int nd_;
  ssize_t offset_;
  const ssize_t *packed_;
};

/// One array of any layout, shape and strides apart.
struct UnpackedStridedIndexer {
  UnpackedStridedIndexer(int _nd, ssize_t _offset, ssize_t const *_shape, ssize_t const *_strides)
      : nd_(_nd), offset_(_offset), shape_(_shape), strides_(_strides) {}

  ssize_t operator()(ssize_t gid) const {
    ssize_t offset = offset_;
    for (int i = nd_ - 1; i >= 0; --i) {
      offset += (gid % shape_[i]) * strides_[i];
      gid /= shape_[i];
    }
    return offset;
  }
  ssize_t operator()(std::size_t gid) const { return (*this)(static_cast<ssize_t>(gid)); }

private:
  int nd_;
  ssize_t offset_;
  const ssize_t *shape_;
  const ssize_t *strides_;
};

/// One array of one dimension.
struct Strided1DIndexer {
  Strided1DIndexer(std::size_t _size) : Strided1DIndexer(0, static_cast<ssize_t>(_size), 1) {}
  Strided1DIndexer(ssize_t _size) : Strided1DIndexer(0, _size, 1) {}
  Strided1DIndexer(std::size_t _size, ssize_t _step) : Strided1DIndexer(0, static_cast<ssize_t>(_size), _step) {}
  Strided1DIndexer(std::size_t _size, std::size_t _step)
      : Strided1DIndexer(0, static_cast<ssize_t>(_size), static_cast<ssize_t>(_step)) {}
  Strided1DIndexer(ssize_t _size, ssize_t _step) : Strided1DIndexer(0, _size, _step) {}
  Strided1DIndexer(ssize_t _offset, std::size_t _size, ssize_t _step)
      : Strided1DIndexer(_offset, static_cast<ssize_t>(_size), _step) {}
  Strided1DIndexer(ssize_t _offset, std::size_t _size, std::size_t _step)
      : Strided1DIndexer(_offset, static_cast<ssize_t>(_size), static_cast<ssize_t>(_step)) {}
  Strided1DIndexer(ssize_t _offset, ssize_t _size, ssize_t _step) : offset_(_offset), size_(_size), step_(_step) {}

  /// Numbers beyond the last element mean the last.
  ssize_t operator()(std::size_t gid) const {
    const ssize_t last = size_ > 0 ? size_ - 1 : 0;
    const auto i = static_cast<ssize_t>(gid);
    return offset_ + (i < last ? i : last) * step_;
  }

private:
  ssize_t offset_;
  ssize_t size_;
  ssize_t step_;
};

/// One array of one dimension, round and round.
struct Strided1DCyclicIndexer {
  Strided1DCyclicIndexer(ssize_t _offset, ssize_t _size, ssize_t _step)
      : offset_(_offset), size_(_size), step_(_step) {}

  ssize_t operator()(std::size_t gid) const { return offset_ + (static_cast<ssize_t>(gid) % size_) * step_; }

private:
  ssize_t offset_;
  ssize_t size_;
  ssize_t step_;
};

template <typename displacementT> struct TwoOffsets {
  constexpr TwoOffsets() : first_(0), second_(0) {}
  constexpr TwoOffsets(const displacementT &first_offset_, const displacementT &second_offset_)
      : first_(first_offset_), second_(second_offset_) {}
  constexpr displacementT get_first_offset() const { return first_; }
  constexpr displacementT get_second_offset() const { return second_; }

private:
  displacementT first_;
  displacementT second_;
};

struct TwoOffsets_StridedIndexer {
  TwoOffsets_StridedIndexer(int common_nd, ssize_t first_offset_, ssize_t second_offset_,
                            ssize_t const *_packed_shape_strides)
      : nd_(common_nd), first_(first_offset_), second_(second_offset_), packed_(_packed_shape_strides) {}

  TwoOffsets<ssize_t> operator()(ssize_t gid) const {
    const auto at = detail::displacements<2>(gid, nd_, packed_, {first_, second_});
    return {at[0], at[1]};
  }
  TwoOffsets<ssize_t> operator()(std::size_t gid) const { return (*this)(static_cast<ssize_t>(gid)); }

private:
  int nd_;
  ssize_t first_;
  ssize_t second_;
  const ssize_t *packed_;
};

struct TwoZeroOffsets_Indexer {
  constexpr TwoZeroOffsets_Indexer() {}
  constexpr TwoOffsets<ssize_t> operator()(ssize_t) const { return {}; }
};

/// Each array by an indexer of its own.
template <typename FirstIndexerT, typename SecondIndexerT> struct TwoOffsets_CombinedIndexer {
  constexpr TwoOffsets_CombinedIndexer(const FirstIndexerT &first_indexer, const SecondIndexerT &second_indexer)
      : first_(first_indexer), second_(second_indexer) {}
  constexpr TwoOffsets<ssize_t> operator()(ssize_t gid) const {
    return {static_cast<ssize_t>(first_(gid)), static_cast<ssize_t>(second_(gid))};
  }

private:
  FirstIndexerT first_;
  SecondIndexerT second_;
};

template <typename displacementT> struct ThreeOffsets {
  constexpr ThreeOffsets() : first_(0), second_(0), third_(0) {}
  constexpr ThreeOffsets(const displacementT &first_offset_, const displacementT &second_offset_,
                         const displacementT &third_offset_)
      : first_(first_offset_), second_(second_offset_), third_(third_offset_) {}
  constexpr displacementT get_first_offset() const { return first_; }
  constexpr displacementT get_second_offset() const { return second_; }
  constexpr displacementT get_third_offset() const { return third_; }

private:
  displacementT first_;
  displacementT second_;
  displacementT third_;
};

struct ThreeOffsets_StridedIndexer {
  ThreeOffsets_StridedIndexer(int common_nd, ssize_t first_offset_, ssize_t second_offset_, ssize_t third_offset_,
                              ssize_t const *_packed_shape_strides)
      : nd_(common_nd), offsets_{first_offset_, second_offset_, third_offset_}, packed_(_packed_shape_strides) {}

  ThreeOffsets<ssize_t> operator()(ssize_t gid) const {
    const auto at = detail::displacements<3>(gid, nd_, packed_, offsets_);
    return {at[0], at[1], at[2]};
  }
  ThreeOffsets<ssize_t> operator()(std::size_t gid) const { return (*this)(static_cast<ssize_t>(gid)); }

private:
  int nd_;
  std::array<ssize_t, 3> offsets_;
  const ssize_t *packed_;
};

struct ThreeZeroOffsets_Indexer {
  constexpr ThreeZeroOffsets_Indexer() {}
  constexpr ThreeOffsets<ssize_t> operator()(ssize_t) const { return {}; }
  constexpr ThreeOffsets<ssize_t> operator()(std::size_t) const { return {}; }
};

template <typename FirstIndexerT, typename SecondIndexerT, typename ThirdIndexerT> struct ThreeOffsets_CombinedIndexer {
  constexpr ThreeOffsets_CombinedIndexer(const FirstIndexerT &first_indexer, const SecondIndexerT &second_indexer,
                                         const ThirdIndexerT &third_indexer)
      : first_(first_indexer), second_(second_indexer), third_(third_indexer) {}
  constexpr ThreeOffsets<ssize_t> operator()(ssize_t gid) const {
    return {static_cast<ssize_t>(first_(gid)), static_cast<ssize_t>(second_(gid)), static_cast<ssize_t>(third_(gid))};
  }

private:
  FirstIndexerT first_;
  SecondIndexerT second_;
  ThirdIndexerT third_;
};

template <typename displacementT> struct FourOffsets {
  constexpr FourOffsets() : first_(0), second_(0), third_(0), fourth_(0) {}
  constexpr FourOffsets(const displacementT &first_offset_, const displacementT &second_offset_,
                        const displacementT &third_offset_, const displacementT &fourth_offset_)
      : first_(first_offset_), second_(second_offset_), third_(third_offset_), fourth_(fourth_offset_) {}
  constexpr displacementT get_first_offset() const { return first_; }
  constexpr displacementT get_second_offset() const { return second_; }
  constexpr displacementT get_third_offset() const { return third_; }
  constexpr displacementT get_fourth_offset() const { return fourth_; }

private:
  displacementT first_;
  displacementT second_;
  displacementT third_;
  displacementT fourth_;
};

struct FourOffsets_StridedIndexer {
  constexpr FourOffsets_StridedIndexer(int common_nd, ssize_t first_offset_, ssize_t second_offset_,
                                       ssize_t third_offset_, ssize_t fourth_offset_,
                                       ssize_t const *_packed_shape_strides)
      : nd_(common_nd), offsets_{first_offset_, second_offset_, third_offset_, fourth_offset_},
        packed_(_packed_shape_strides) {}

  constexpr FourOffsets<ssize_t> operator()(ssize_t gid) const {
    const auto at = detail::displacements<4>(gid, nd_, packed_, offsets_);
    return {at[0], at[1], at[2], at[3]};
  }
  constexpr FourOffsets<ssize_t> operator()(std::size_t gid) const { return (*this)(static_cast<ssize_t>(gid)); }

private:
  int nd_;
  std::array<ssize_t, 4> offsets_;
  const ssize_t *packed_;
};

struct FourZeroOffsets_Indexer {
  constexpr FourZeroOffsets_Indexer() {}
  constexpr FourOffsets<ssize_t> operator()(ssize_t) const { return {}; }
  constexpr FourOffsets<ssize_t> operator()(std::size_t) const { return {}; }
};

/// One of several arrays, by its number: shape and the strides of each are packed, offsets apart.
struct NthStrideOffset {
  NthStrideOffset(int common_nd, ssize_t const *_offsets, ssize_t const *_packed_shape_strides)
      : nd_(common_nd), offsets_(_offsets), packed_(_packed_shape_strides) {}

  std::size_t operator()(ssize_t gid, int n) const {
    return UnpackedStridedIndexer(nd_, offsets_[n], packed_, packed_ + (n + 1) * nd_)(gid);
  }

private:
  int nd_;
  const ssize_t *offsets_;
  const ssize_t *packed_;
};

namespace detail {

/// Offsets in N arrays whose number of dimensions is known when compiling.
template <int nd, int N> struct FixedOffsets {
  std::array<ssize_t, nd> shape;
  std::array<std::array<ssize_t, nd>, N> strides;
  std::array<ssize_t, N> offsets;

  std::array<ssize_t, N> operator()(std::size_t gid) const {
    dpctl::tensor::strides::CIndexer_array<nd, ssize_t> indexer(shape);
    indexer.set(static_cast<ssize_t>(gid));
    std::array<ssize_t, N> at = offsets;
    for (int i = 0; i < nd; ++i)
      for (int k = 0; k < N; ++k)
        at[k] += indexer.get()[i] * strides[k][i];
    return at;
  }
};

} // namespace detail

template <int nd> struct FixedDimStridedIndexer {
  FixedDimStridedIndexer(const std::array<ssize_t, nd> &_shape, const std::array<ssize_t, nd> &_strides,
                         ssize_t _offset)
      : offsets_{_shape, {_strides}, {_offset}} {}

  std::size_t operator()(std::size_t gid) const { return offsets_(gid)[0]; }

private:
  detail::FixedOffsets<nd, 1> offsets_;
};

template <int nd> struct TwoOffsets_FixedDimStridedIndexer {
  TwoOffsets_FixedDimStridedIndexer(const std::array<ssize_t, nd> &_shape, const std::array<ssize_t, nd> &_strides1,
                                    const std::array<ssize_t, nd> &_strides2, ssize_t _offset1, ssize_t _offset2)
      : offsets_{_shape, {_strides1, _strides2}, {_offset1, _offset2}} {}

  TwoOffsets<ssize_t> operator()(std::size_t gid) const {
    const auto at = offsets_(gid);
    return {at[0], at[1]};
  }

private:
  detail::FixedOffsets<nd, 2> offsets_;
};

template <int nd> struct ThreeOffsets_FixedDimStridedIndexer {
  ThreeOffsets_FixedDimStridedIndexer(const std::array<ssize_t, nd> &_shape, const std::array<ssize_t, nd> &_strides1,
                                      const std::array<ssize_t, nd> &_strides2,
                                      const std::array<ssize_t, nd> &_strides3, ssize_t _offset1, ssize_t _offset2,
                                      ssize_t _offset3)
      : offsets_{_shape, {_strides1, _strides2, _strides3}, {_offset1, _offset2, _offset3}} {}

  ThreeOffsets<ssize_t> operator()(std::size_t gid) const {
    const auto at = offsets_(gid);
    return {at[0], at[1], at[2]};
  }

private:
  detail::FixedOffsets<nd, 3> offsets_;
};

} // namespace dpctl::tensor::offset_utils
