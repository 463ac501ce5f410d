// kde POINTS SAMPLES D H TYPE MODE: density of SAMPLES at POINTS, timed, as one line of JSON.
//
// POINTS and SAMPLES are files of little-endian numbers of TYPE (float32 or float64), D per row; H is the bandwidth;
// MODE is 0 (work-group reduction, one atomic per group), 1 (an atomic per work-item) or 2 (a tree of partial sums).
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "kde.hpp"

namespace {

struct Options {
  std::string points, samples;
  std::size_t dimensions;
  double bandwidth;
  int mode;
};

template <typename T> std::vector<T> read_numbers(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw std::runtime_error("cannot read " + path);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<T> numbers(bytes.size() / sizeof(T));
  std::copy_n(bytes.data(), numbers.size() * sizeof(T), reinterpret_cast<char *>(numbers.data()));
  return numbers;
}

template <typename T> T *to_device(sycl::queue &q, const std::vector<T> &numbers) {
  T *memory = sycl::malloc_device<T>(numbers.size(), q);
  if (memory == nullptr)
    throw std::runtime_error("the device has no room for the data");
  q.copy(numbers.data(), memory, numbers.size()).wait();
  return memory;
}

/// Milliseconds that `work` takes.
template <typename Work> double timed(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

template <typename T> void print(const std::string &device, double first, double warm, const std::vector<T> &density) {
  std::cout << std::setprecision(std::numeric_limits<T>::max_digits10) << "{\"device\": \"" << device
            << "\", \"first_ms\": " << first << ", \"warm_ms\": " << warm << ", \"density\": [";
  for (std::size_t j = 0; j < density.size(); ++j)
    std::cout << (j == 0 ? "" : ", ") << density[j];
  std::cout << "]}\n";
}

template <typename T> void run(const Options &options) {
  sycl::queue q;
  const std::vector<T> points = read_numbers<T>(options.points), samples = read_numbers<T>(options.samples);
  const std::size_t d = options.dimensions, m = points.size() / d, n = samples.size() / d;
  if (m * d != points.size() || n * d != samples.size() || n == 0)
    throw std::runtime_error("the files do not hold rows of D numbers");

  T *device_points = to_device(q, points), *device_samples = to_device(q, samples);
  T *device_density = sycl::malloc_device<T>(m, q);
  const kde::Problem<T> problem{
      m, n, d, device_points, device_samples, static_cast<T>(options.bandwidth), device_density};

  const auto once = [&] { kde::estimate(q, problem, options.mode).wait_and_throw(); };
  const double first = timed(once);
  double warm = first;
  for (int i = 0; i < 10; ++i)
    warm = std::min(warm, timed(once));

  std::vector<T> density(m);
  q.copy(device_density, density.data(), m).wait();
  q.wait_and_throw();
  for (T *memory : {device_points, device_samples, device_density})
    sycl::free(memory, q);
  print(q.get_device().get_info<sycl::info::device::name>(), first, warm, density);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 7) {
    std::cerr << "usage: kde POINTS SAMPLES D H float32|float64 MODE\n";
    return 2;
  }
  try {
    const Options options{argv[1], argv[2], std::stoul(argv[3]), std::stod(argv[4]), std::stoi(argv[6])};
    const std::string type = argv[5];
    if (options.mode < 0 || options.mode > 2 || options.dimensions == 0 || (type != "float32" && type != "float64"))
      throw std::runtime_error("TYPE is float32 or float64, MODE 0, 1 or 2, D positive");
    type == "float32" ? run<float>(options) : run<double>(options);
    return 0;
  } catch (const std::exception &e) {
    std::cerr << "kde: " << e.what() << '\n';
    return 1;
  }
}
