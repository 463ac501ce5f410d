// Memory that others own lives until the work that reads or writes it is done.
#include <atomic>
#include <chrono>
#include <functional>
#include <latch>
#include <thread>

#include <gtest/gtest.h>

#include "array/algorithms/matrix_product.hpp"
#include "array/algorithms/scan.hpp"
#include "array/algorithms/select.hpp"
#include "array/algorithms/sort.hpp"
#include "array/indexing.hpp"
#include "runtime/memory.hpp"
#include "values.hpp"

namespace weft::array::test {
namespace {

constexpr std::ptrdiff_t extent = 64;

/// Some memory, and whether its owner has let it go.
class Borrowed {
public:
  Borrowed() {
    auto memory = runtime::allocate_shared(bytes, AllocationKind::shared, queue());
    owner_ = {memory.get(), [memory, released = released_](void *) { *released = true; }};
  }
  Array array(const Shape &shape) const {
    const auto strides = fuse::dense_layout(shape, 'C')->strides();
    return Array::from_memory(owner_.get(), bytes, owner_, AllocationKind::shared, queue(), shape, strides, 0,
                              Dtype::f32);
  }
  void let_go() { owner_.reset(); }
  bool released() const { return *released_; }
  /// Threads that end work let go of its memory by and by.
  bool is_released_soon() const {
    for (int i = 0; i < 1000 && !released(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return released();
  }

private:
  static constexpr std::size_t bytes = extent * sizeof(float);
  std::shared_ptr<std::atomic<bool>> released_ = std::make_shared<std::atomic<bool>>(false);
  std::shared_ptr<void> owner_;
};

struct Use {
  const char *name;
  std::function<Array(const Array &borrowed)> submit; ///< Returns an array whose values depend on the use.
};

class BorrowedMemory : public testing::TestWithParam<Use> {};

TEST_P(BorrowedMemory, LivesUntilItsWorkIsDone) {
  std::vector<float> expected;
  for (const bool gated : {false, true}) {
    Borrowed memory;
    assign(memory.array({extent}), counting<float>({extent}));
    queue()->wait();
    std::latch gate(1);
    if (gated)
      queue()->host_task([&] { gate.wait(); });
    Array result;
    {
      const Array borrowed = memory.array({extent});
      result = GetParam().submit(borrowed);
      result.evaluate();
    }
    memory.let_go();
    if (gated)
      EXPECT_FALSE(memory.released());
    gate.count_down();
    queue()->wait();
    if (gated)
      EXPECT_EQ(values<float>(result), expected);
    else
      expected = values<float>(result);
    result = Array();
    queue()->wait();
    EXPECT_TRUE(memory.is_released_soon());
  }
}

const Array &places() {
  static const Array places = make<std::int64_t>({3}, {5, 0, 63});
  return places;
}

const Array &other() {
  static const Array other = counting<float>({extent});
  return other;
}

INSTANTIATE_TEST_SUITE_P(
    Uses, BorrowedMemory,
    testing::Values(
        Use{"expression", [](const Array &x) { return binary(ops::Op::add, x, 1.0); }},
        Use{"stretched",
            [](const Array &x) { return binary(ops::Op::add, x.with_layout({2, extent}, {0, 1}, 0), 1.0); }},
        Use{"copy", [](const Array &x) { return copy(x); }},
        Use{"fold", [](const Array &x) { return reduce(ops::Reduction::sum, x, std::array{0}, false); }},
        Use{"gather", [](const Array &x) { return take(x, places(), IndexedAxes{.extent = extent}); }},
        Use{"scan", [](const Array &x) { return scan(Scan::sum, x, 0); }},
        Use{"sort", [](const Array &x) { return array::sort(x, 0, true); }},
        Use{"product",
            [](const Array &x) { return matmul(x.with_layout({8, 8}, {8, 1}, 0), x.with_layout({8, 8}, {1, 8}, 0)); }},
        Use{"changed by an algorithm",
            [](const Array &x) {
              expand(x, astype(other(), Dtype::b1), other());
              return binary(ops::Op::add, other(), 1.0);
            }},
        Use{"fill",
            [](const Array &x) {
              assign(x, Scalar{3.0});
              return binary(ops::Op::add, other(), 1.0);
            }},
        Use{"copied to",
            [](const Array &x) {
              assign(x, other());
              return binary(ops::Op::add, other(), 1.0);
            }},
        Use{"written",
            [](const Array &x) {
              assign(x, binary(ops::Op::add, other(), 1.0));
              return binary(ops::Op::add, other(), 1.0);
            }}),
    [](const auto &info) {
      std::string name = info.param.name;
      std::ranges::replace(name, ' ', '_');
      return name;
    });

} // namespace
} // namespace weft::array::test
