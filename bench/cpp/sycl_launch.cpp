// What a SYCL program pays per command: microseconds per submit and wait, as a median.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

using Clock = std::chrono::steady_clock;

template <class Call> void report(const char *what, const Call &call) {
  constexpr int rounds = 50, calls = 1000;
  std::vector<double> times;
  for (int round = -10; round < rounds; ++round) {
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i)
      call();
    if (round >= 0)
      times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count() / calls);
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  std::printf("%-52s%10.3f\n", what, times[rounds / 2]);
}

void measure(sycl::queue q) {
  std::printf("%s queue on %s\n", q.is_in_order() ? "in-order" : "out-of-order",
              q.get_device().get_info<sycl::info::device::name>().c_str());
  int *p = sycl::malloc_device<int>(1024, q);
  const auto nothing = [=] {};
  const auto store = [=](sycl::id<1> i) { p[i] = 1; };
  const auto group = [=](sycl::nd_item<1> it) { p[it.get_global_id(0)] = 2; };
  report("single_task of nothing, wait", [&] { q.single_task(nothing).wait(); });
  report("parallel_for of 64, wait", [&] { q.parallel_for(64, store).wait(); });
  report("submit: single_task of nothing, wait",
         [&] { q.submit([&](sycl::handler &h) { h.single_task(nothing); }).wait(); });
  report("submit: parallel_for of 64, wait",
         [&] { q.submit([&](sycl::handler &h) { h.parallel_for(64, store); }).wait(); });
  report("submit: parallel_for of 64 in groups, wait",
         [&] { q.submit([&](sycl::handler &h) { h.parallel_for(sycl::nd_range<1>(64, 16), group); }).wait(); });
  report("submit: local_accessor, parallel_for in groups, wait", [&] {
    q.submit([&](sycl::handler &h) {
       const sycl::local_accessor<int> local(16, h);
       h.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
         local[it.get_local_id(0)] = 3;
         p[it.get_global_id(0)] = local[it.get_local_id(0)];
       });
     }).wait();
  });
  sycl::event last;
  report("submit: depends_on the last one, parallel_for", [&] {
    last = q.submit([&](sycl::handler &h) {
      h.depends_on(last);
      h.parallel_for(64, store);
    });
  });
  q.wait();
  report("parallel_for of 64, queue.wait()", [&] { q.parallel_for(64, store), q.wait(); });
  report("memcpy of 4 bytes, wait", [&] { q.memcpy(p, p + 1, 4).wait(); });
  report("fill of 4 bytes, wait", [&] { q.fill(p, 1, 1).wait(); });
  sycl::free(p, q);
}

} // namespace

int main() {
  std::printf("%-52s%10s\n", "", "us");
  measure(sycl::queue());
  measure(sycl::queue(sycl::property::queue::in_order()));
}
