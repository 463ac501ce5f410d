// The works of bench/sycl.py in SYCL: weft-clang++ -fsycl -O3 works_sycl.cpp
#include <sycl/sycl.hpp>

#include "works.hpp"

namespace {

using sycl::nd_item;
using sycl::nd_range;
using sycl::range;

void streams(sycl::queue &queue, long n) {
  double *a = sycl::malloc_shared<double>(n, queue), *b = sycl::malloc_shared<double>(n, queue),
         *c = sycl::malloc_shared<double>(n, queue), *sum = sycl::malloc_shared<double>(1, queue);
  queue
      .parallel_for(range<1>(n),
                    [=](sycl::id<1> i) {
                      a[i] = start_a;
                      b[i] = start_b;
                      c[i] = 0;
                    })
      .wait();
  report(
      "copy", [&] { queue.parallel_for(range<1>(n), [=](sycl::id<1> i) { c[i] = a[i]; }).wait(); },
      [&] { return c[n - 1]; });
  report(
      "mul", [&] { queue.parallel_for(range<1>(n), [=](sycl::id<1> i) { b[i] = factor * c[i]; }).wait(); },
      [&] { return b[n - 1]; });
  report(
      "add", [&] { queue.parallel_for(range<1>(n), [=](sycl::id<1> i) { c[i] = a[i] + b[i]; }).wait(); },
      [&] { return c[n - 1]; });
  report(
      "triad", [&] { queue.parallel_for(range<1>(n), [=](sycl::id<1> i) { a[i] = b[i] + factor * c[i]; }).wait(); },
      [&] { return a[n - 1]; });
  report(
      "dot",
      [&] {
        queue
            .parallel_for(
                range<1>(n),
                sycl::reduction(sum, sycl::plus<double>(), sycl::property::reduction::initialize_to_identity{}),
                [=](sycl::id<1> i, auto &total) { total += a[i] * b[i]; })
            .wait();
      },
      [&] { return *sum; });
  for (double *memory : {a, b, c, sum})
    sycl::free(memory, queue);
}

void graph(sycl::queue &queue) {
  sycl::buffer<int> buffer{range<1>(16)};
  report(
      "dependent tasks",
      [&] {
        for (int task = 0; task < tasks; ++task)
          queue.submit([&](sycl::handler &handler) {
            sycl::accessor access{buffer, handler, sycl::read_write};
            handler.single_task([=] { static_cast<void>(access); });
          });
        queue.wait();
      },
      [] { return tasks; });
}

void tree_sums(sycl::queue &queue, long n, const float *x, float *sums) {
  queue
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float> shared{group_size, handler};
        handler.parallel_for(nd_range<1>(n, group_size), [=](nd_item<1> item) {
          const int at = item.get_local_id(0);
          shared[at] = x[item.get_global_id(0)];
          for (int half = group_size / 2; half > 0; half /= 2) {
            sycl::group_barrier(item.get_group());
            if (at < half)
              shared[at] += shared[at + half];
          }
          if (at == 0)
            sums[item.get_group(0)] = shared[0];
        });
      })
      .wait();
}

/// The same by the group as a whole, as hierarchical kernels say it.
void sums_of_groups(sycl::queue &queue, long n, const float *x, float *sums) {
  queue
      .submit([&](sycl::handler &handler) {
        handler.parallel_for_work_group(range<1>(n / group_size), range<1>(group_size), [=](sycl::group<1> group) {
          float shared[group_size];
          group.parallel_for_work_item(
              [&](sycl::h_item<1> item) { shared[item.get_local_id(0)] = x[item.get_global_id(0)]; });
          for (std::size_t half = group_size / 2; half > 0; half /= 2)
            group.parallel_for_work_item(range<1>(half), [&](sycl::h_item<1> item) {
              shared[item.get_local_id(0)] += shared[item.get_local_id(0) + half];
            });
          sums[group.get_group_id(0)] = shared[0];
        });
      })
      .wait();
}

/// Hillis and Steele's inclusive scan.
void scans(sycl::queue &queue, long n, const float *x, float *y) {
  queue
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float> shared{group_size, handler};
        handler.parallel_for(nd_range<1>(n, group_size), [=](nd_item<1> item) {
          const int at = item.get_local_id(0);
          shared[at] = x[item.get_global_id(0)];
          sycl::group_barrier(item.get_group());
          for (int step = 1; step < group_size; step *= 2) {
            const float before = at >= step ? shared[at - step] : 0.0f;
            sycl::group_barrier(item.get_group());
            shared[at] += before;
            sycl::group_barrier(item.get_group());
          }
          y[item.get_global_id(0)] = shared[at];
        });
      })
      .wait();
}

/// Batcher's bitonic sort of each group's numbers.
void sorts(sycl::queue &queue, long n, const float *x, float *y) {
  queue
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float> shared{group_size, handler};
        handler.parallel_for(nd_range<1>(n, group_size), [=](nd_item<1> item) {
          const int at = item.get_local_id(0);
          shared[at] = x[item.get_global_id(0)];
          for (int size = 2; size <= group_size; size *= 2)
            for (int step = size / 2; step > 0; step /= 2) {
              sycl::group_barrier(item.get_group());
              const int other = at ^ step;
              if (other > at) {
                const float a = shared[at], b = shared[other];
                if ((a > b) == ((at & size) == 0)) {
                  shared[at] = b;
                  shared[other] = a;
                }
              }
            }
          sycl::group_barrier(item.get_group());
          y[item.get_global_id(0)] = shared[at];
        });
      })
      .wait();
}

void product(sycl::queue &queue, long side, const float *a, const float *b, float *c) {
  queue
      .submit([&](sycl::handler &handler) {
        sycl::local_accessor<float, 2> tile_a{range<2>(tile_side, tile_side), handler},
            tile_b{range<2>(tile_side, tile_side), handler};
        handler.parallel_for(nd_range<2>(range<2>(side, side), range<2>(tile_side, tile_side)), [=](nd_item<2> item) {
          const long row = item.get_global_id(0), column = item.get_global_id(1);
          const int i = item.get_local_id(0), j = item.get_local_id(1);
          float sum = 0;
          for (long tile = 0; tile < side; tile += tile_side) {
            tile_a[i][j] = a[row * side + tile + j];
            tile_b[i][j] = b[(tile + i) * side + column];
            sycl::group_barrier(item.get_group());
            for (int k = 0; k < tile_side; ++k)
              sum += tile_a[i][k] * tile_b[k][j];
            sycl::group_barrier(item.get_group());
          }
          c[row * side + column] = sum;
        });
      })
      .wait();
}

void groups(sycl::queue &queue, const Sizes &sizes) {
  const long n = sizes.numbers, side = sizes.side;
  float *x = sycl::malloc_shared<float>(n, queue), *y = sycl::malloc_shared<float>(n, queue),
        *z = sycl::malloc_shared<float>(n, queue);
  queue.parallel_for(range<1>(n), [=](sycl::id<1> i) { x[i] = z[i] = number(i); }).wait();
  report("tree sums", [&] { tree_sums(queue, n, x, y); }, [&] { return y[n / group_size - 1]; });
  report("tree sums, hierarchical", [&] { sums_of_groups(queue, n, x, y); }, [&] { return y[n / group_size - 1]; });
  report("local scans", [&] { scans(queue, n, x, y); }, [&] { return y[n - 1]; });
  report("local sorts", [&] { sorts(queue, n, x, y); }, [&] { return y[n - group_size / 3]; });
  report("tiled product", [&] { product(queue, side, x, z, y); }, [&] { return y[side * side - 1]; });
  for (float *memory : {x, y, z})
    sycl::free(memory, queue);
}

} // namespace

int main(int count, char **arguments) {
  const Sizes sizes = sizes_of(count, arguments);
  sycl::queue queue{sycl::property::queue::in_order()};
  streams(queue, sizes.stream);
  graph(queue);
  groups(queue, sizes);
}
