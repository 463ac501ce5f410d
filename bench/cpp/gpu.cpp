// What SYCL C++ costs on a GPU: an empty kernel per launch, and a triad of 2^27 floats; one line of JSON.
//   weft-clang++ -fsycl -O2 bench/cpp/gpu.cpp -o gpu
#include <algorithm>
#include <chrono>
#include <cstdio>

#include <sycl/sycl.hpp>

namespace {

using Clock = std::chrono::steady_clock;

/// Best mean over rounds of `calls` submissions with one wait each, in microseconds.
template <class Submit> double best(sycl::queue &queue, int calls, Submit submit) {
  double best = 1e30;
  for (int round = 0; round < 20; ++round) {
    const auto begin = Clock::now();
    for (int i = 0; i < calls; ++i)
      submit();
    queue.wait();
    best = std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - begin).count() / calls);
  }
  return best;
}

} // namespace

int main() {
  sycl::queue queue{sycl::gpu_selector_v, sycl::property::queue::in_order()};
  const auto empty = [&] { queue.single_task([] {}); };
  empty();
  queue.wait();
  const double launch = best(queue, 1000, empty);
  const double round_trip = best(queue, 1, empty);

  constexpr std::size_t n = std::size_t(1) << 27;
  float *a = sycl::malloc_device<float>(n, queue), *b = sycl::malloc_device<float>(n, queue),
        *c = sycl::malloc_device<float>(n, queue);
  queue.fill(b, 1.5f, n);
  queue.fill(c, 2.0f, n).wait();
  const auto triad = [&] { queue.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { a[i] = b[i] + 3.0f * c[i]; }); };
  triad();
  queue.wait();
  const double triad_time = best(queue, 10, triad);
  float last = 0;
  queue.memcpy(&last, a + n - 1, sizeof last).wait();
  std::printf("{\"launch_us\": %.3f, \"submit_and_wait_us\": %.3f, \"triad_us\": %.2f, \"agrees\": %s}\n", launch,
              round_trip, triad_time, last == 7.5f ? "true" : "false");
  for (float *memory : {a, b, c})
    sycl::free(memory, queue);
}
