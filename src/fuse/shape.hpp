// Extents, strides and indices: a short vector of signed sizes that rarely needs the heap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>

namespace weft::fuse {

/// A vector of ptrdiff_t with room for six without allocating.
class Shape {
public:
  using value_type = std::ptrdiff_t;

  Shape() = default;
  explicit Shape(std::size_t count, std::ptrdiff_t value = 0) { resize(count, value); }
  Shape(const std::ptrdiff_t *first, std::size_t count) { assign(first, count); }
  Shape(std::initializer_list<std::ptrdiff_t> values) { assign(values.begin(), values.size()); }
  explicit Shape(std::span<const std::ptrdiff_t> values) { assign(values.data(), values.size()); }
  Shape(const Shape &other) { assign(other.data(), other.size_); }
  Shape(Shape &&other) noexcept { take(other); }
  Shape &operator=(const Shape &other) {
    if (this != &other)
      assign(other.data(), other.size_);
    return *this;
  }
  Shape &operator=(Shape &&other) noexcept {
    if (this != &other)
      take(other);
    return *this;
  }

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  std::ptrdiff_t *data() noexcept { return heap_ ? heap_.get() : inline_; }
  const std::ptrdiff_t *data() const noexcept { return heap_ ? heap_.get() : inline_; }
  std::ptrdiff_t &operator[](std::size_t i) noexcept { return data()[i]; }
  std::ptrdiff_t operator[](std::size_t i) const noexcept { return data()[i]; }
  std::ptrdiff_t *begin() noexcept { return data(); }
  std::ptrdiff_t *end() noexcept { return data() + size_; }
  const std::ptrdiff_t *begin() const noexcept { return data(); }
  const std::ptrdiff_t *end() const noexcept { return data() + size_; }
  std::ptrdiff_t back() const noexcept { return data()[size_ - 1]; }
  operator std::span<const std::ptrdiff_t>() const noexcept { return {data(), size_}; }

  void reserve(std::size_t capacity) {
    if (capacity <= capacity_)
      return;
    auto grown = std::make_unique<std::ptrdiff_t[]>(capacity);
    std::copy_n(data(), size_, grown.get());
    heap_ = std::move(grown);
    capacity_ = capacity;
  }
  void resize(std::size_t count, std::ptrdiff_t value = 0) {
    reserve(count);
    if (count > size_)
      std::fill_n(data() + size_, count - size_, value);
    size_ = count;
  }
  void push_back(std::ptrdiff_t value) {
    if (size_ == capacity_)
      reserve(2 * capacity_);
    data()[size_++] = value;
  }
  void clear() noexcept { size_ = 0; }
  void insert(std::size_t before, std::ptrdiff_t value) {
    push_back(value);
    std::rotate(begin() + before, end() - 1, end());
  }
  void erase(std::size_t i) noexcept {
    std::copy(begin() + i + 1, end(), begin() + i);
    --size_;
  }

  bool operator==(const Shape &other) const noexcept { return std::equal(begin(), end(), other.begin(), other.end()); }

private:
  static constexpr std::size_t inline_capacity = 6;

  void assign(const std::ptrdiff_t *first, std::size_t count) {
    reserve(count);
    std::copy_n(first, count, data());
    size_ = count;
  }
  void take(Shape &other) noexcept {
    heap_ = std::move(other.heap_);
    if (!heap_)
      std::copy_n(other.inline_, other.size_, inline_);
    capacity_ = heap_ ? other.capacity_ : inline_capacity;
    size_ = other.size_;
    other.size_ = 0;
    other.capacity_ = inline_capacity;
  }

  std::size_t size_ = 0;
  std::size_t capacity_ = inline_capacity;
  std::unique_ptr<std::ptrdiff_t[]> heap_;
  std::ptrdiff_t inline_[inline_capacity];
};

/// Sorts the few things that dimensions are; stable, and without the memory that std::stable_sort asks for.
template <class It, class Less> void sort_few(It first, It last, Less less) {
  for (It i = first; i != last; ++i)
    for (It j = i; j != first && less(*j, *(j - 1)); --j)
      std::swap(*j, *(j - 1));
}

} // namespace weft::fuse
