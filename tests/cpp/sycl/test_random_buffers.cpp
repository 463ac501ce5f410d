// Random programs of buffers, accessors and tasks of the host on two devices.
#include <algorithm>
#include <random>
#include <vector>

#include "../number_from.hpp"
#include "device_pairs.hpp"

namespace {

using sycl::range;
using RandomBuffers = EachPair;
WEFT_EACH_PAIR(RandomBuffers);

constexpr std::size_t n = 10007;

/// Commands drawn at random on some buffers and, step by step, on vectors.
class RandomProgram {
public:
  RandomProgram(sycl::queue first, sycl::queue second, unsigned seed) : queues_{first, second}, random_(seed) {
    for (std::size_t i = 0; i < count; ++i) {
      expected_.push_back(counted(n, static_cast<int>(1000 * i)));
      buffers_.emplace_back(expected_[i].begin(), expected_[i].end());
    }
  }

  void step() {
    switch (draw(7)) {
    case 0:
      return add_in_range();
    case 1:
      return combine();
    case 2:
      return use_on_host();
    case 3:
      return host_task();
    case 4:
      return fill();
    case 5:
      return copy_range();
    default:
      return add_to_part();
    }
  }

  void check(std::size_t at) {
    const sycl::host_accessor found(buffers_[at], sycl::read_only);
    EXPECT_TRUE(std::equal(expected_[at].begin(), expected_[at].end(), found.begin())) << "buffer " << at;
  }

  static constexpr std::size_t count = 3;

private:
  std::size_t draw(std::size_t below) { return random_() % below; }
  sycl::queue &queue() { return queues_[draw(2)]; }
  std::pair<std::size_t, std::size_t> draw_range() {
    const std::size_t begin = draw(n);
    return {begin, 1 + draw(n - begin)};
  }

  void add_in_range() {
    const std::size_t b = draw(count);
    const auto [begin, length] = draw_range();
    queue().submit([&, first = begin, size = length](sycl::handler &h) {
      sycl::accessor a(buffers_[b], h, range(size), sycl::id(first), sycl::read_write);
      h.parallel_for(range(size), [=](sycl::id<1> i) { a[i] += 3; });
    });
    for (std::size_t i = begin; i < begin + length; ++i)
      expected_[b][i] += 3;
  }

  void combine() {
    const std::size_t to = draw(count), from = (to + 1 + draw(count - 1)) % count;
    queue().submit([&](sycl::handler &h) {
      sycl::accessor x(buffers_[from], h, sycl::read_only);
      sycl::accessor y(buffers_[to], h, sycl::read_write);
      h.parallel_for(range(n), [=](sycl::id<1> i) { y[i] = y[i] / 2 + x[n - 1 - i] / 2; });
    });
    for (std::size_t i = 0; i < n; ++i)
      expected_[to][i] = expected_[to][i] / 2 + expected_[from][n - 1 - i] / 2;
  }

  void use_on_host() {
    const std::size_t b = draw(count), at = draw(n);
    sycl::host_accessor a(buffers_[b]);
    EXPECT_EQ(a[at], expected_[b][at]);
    expected_[b][at] = a[at] = 5;
  }

  void host_task() {
    const std::size_t b = draw(count);
    queue().submit([&](sycl::handler &h) {
      sycl::accessor a(buffers_[b], h, sycl::read_write_host_task);
      h.host_task([=] {
        for (std::size_t i = 0; i < n; i += 2)
          a[i] -= 1;
      });
    });
    for (std::size_t i = 0; i < n; i += 2)
      expected_[b][i] -= 1;
  }

  void fill() {
    const std::size_t b = draw(count);
    const auto [begin, length] = draw_range();
    queue().submit([&, first = begin, size = length](sycl::handler &h) {
      sycl::accessor a(buffers_[b], h, range(size), sycl::id(first), sycl::write_only);
      h.fill(a, static_cast<int>(first));
    });
    std::fill_n(expected_[b].begin() + static_cast<std::ptrdiff_t>(begin), length, static_cast<int>(begin));
  }

  void copy_range() {
    const std::size_t to = draw(count), from = (to + 1 + draw(count - 1)) % count;
    const auto [begin, length] = draw_range();
    queue().submit([&, first = begin, size = length](sycl::handler &h) {
      sycl::accessor x(buffers_[from], h, range(size), sycl::id(first), sycl::read_only);
      sycl::accessor y(buffers_[to], h, range(size), sycl::id(n - first - size), sycl::write_only);
      h.copy(x, y);
    });
    std::copy_n(expected_[from].begin() + static_cast<std::ptrdiff_t>(begin), length,
                expected_[to].begin() + static_cast<std::ptrdiff_t>(n - begin - length));
  }

  void add_to_part() {
    const std::size_t b = draw(count);
    const auto [begin, length] = draw_range();
    sycl::buffer<int> part(buffers_[b], sycl::id(begin), range(length));
    add(queue(), part, 7);
    for (std::size_t i = begin; i < begin + length; ++i)
      expected_[b][i] += 7;
  }

  std::vector<sycl::queue> queues_;
  std::mt19937 random_;
  std::vector<std::vector<int>> expected_;
  std::vector<sycl::buffer<int>> buffers_;
};

TEST_P(RandomBuffers, HoldWhatPlainLoopsGive) {
  const unsigned from = number_from("WEFT_RANDOM_SEED", 1u), programs = number_from("WEFT_RANDOM_PROGRAMS", 4u);
  for (unsigned seed = from; seed < from + programs; ++seed) {
    RandomProgram program(first, second, seed);
    for (int i = 0; i < 60; ++i)
      program.step();
    for (std::size_t at = 0; at < RandomProgram::count; ++at)
      program.check(at);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

} // namespace
