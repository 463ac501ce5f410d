// A stand-in for libcufft: sums of products in the stream.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <type_traits>
#include <vector>

#include "backends/cuda/fft.hpp"
#include "stream.hpp"

using weft::cuda::CUstream;

namespace {

using Number = std::complex<double>;
constexpr std::size_t work_bytes = 4096;

struct Plan {
  std::vector<long long> extents;
  long long batches = 0;
  int type = 0;
  CUstream stream = nullptr;
  void *work = nullptr;
  bool allocates = true;
};

std::map<int, Plan> plans;
int made = 0;

/// Along one axis of a dense array.
void transform(std::vector<Number> &values, long long outer, long long extent, long long inner, int direction) {
  std::vector<Number> line(static_cast<std::size_t>(extent));
  for (long long at = 0; at < outer * inner; ++at) {
    Number *const first = values.data() + at / inner * extent * inner + at % inner;
    for (long long k = 0; k < extent; ++k) {
      Number sum = 0;
      for (long long n = 0; n < extent; ++n)
        sum += first[n * inner] *
               std::polar(1.0, direction * 2 * std::numbers::pi * double(n * k % extent) / double(extent));
      line[static_cast<std::size_t>(k)] = sum;
    }
    for (long long k = 0; k < extent; ++k)
      first[k * inner] = line[static_cast<std::size_t>(k)];
  }
}

void transform_all(std::vector<Number> &values, const Plan &plan, int direction) {
  long long inner = 1;
  for (std::size_t back = plan.extents.size(); back-- > 0;) {
    const long long extent = plan.extents[back];
    transform(values, static_cast<long long>(values.size()) / extent / inner, extent, inner, direction);
    inner *= extent;
  }
}

template <class To, class From> std::vector<To> taken(const From *from, std::size_t count) {
  return std::vector<To>(from, from + count);
}

std::size_t rows(const Plan &plan) {
  long long count = plan.batches;
  for (std::size_t axis = 0; axis + 1 < plan.extents.size(); ++axis)
    count *= plan.extents[axis];
  return static_cast<std::size_t>(count);
}

int check(const char *call, int number, int type, const void *from, const void *to) {
  Plan &plan = plans.at(number);
  std::string extents;
  for (const long long extent : plan.extents)
    extents += fmt::format(" {}", extent);
  fake::log(fmt::format("{}{} batches={}", call, extents, plan.batches));
  fake::expect_device_memory(call, from);
  fake::expect_device_memory(call, to);
  fake::expect_device_memory("work area", plan.work);
  if (plan.allocates)
    fake::complain("memory of the library's own");
  return plan.type == type ? 0 : 3;
}

template <class Real> int complex_transform(int number, void *from, void *to, int direction) {
  const Plan plan = plans.at(number);
  fake::enqueue(plan.stream, [=] {
    const std::size_t count = rows(plan) * static_cast<std::size_t>(plan.extents.back());
    auto values = taken<Number>(static_cast<const std::complex<Real> *>(from), count);
    transform_all(values, plan, direction);
    std::ranges::transform(values, static_cast<std::complex<Real> *>(to),
                           [](Number x) { return std::complex<Real>(x); });
  });
  return 0;
}

template <class Real> int real_transform(int number, void *from, void *to) {
  const Plan plan = plans.at(number);
  fake::enqueue(plan.stream, [=] {
    const auto extent = static_cast<std::size_t>(plan.extents.back()), half = extent / 2 + 1;
    auto values = taken<Number>(static_cast<const Real *>(from), rows(plan) * extent);
    transform_all(values, plan, -1);
    auto *const result = static_cast<std::complex<Real> *>(to);
    for (std::size_t row = 0; row < rows(plan); ++row)
      for (std::size_t k = 0; k < half; ++k)
        result[row * half + k] = std::complex<Real>(values[row * extent + k]);
  });
  return 0;
}

/// Of one axis; destroys what it reads, as the real one may.
template <class Real> int inverse_real_transform(int number, void *from, void *to) {
  const Plan plan = plans.at(number);
  if (plan.extents.size() != 1)
    return 16;
  fake::enqueue(plan.stream, [=] {
    const auto extent = static_cast<std::size_t>(plan.extents.back()), half = extent / 2 + 1;
    auto *const given = static_cast<std::complex<Real> *>(from);
    std::vector<Number> values(rows(plan) * extent);
    for (std::size_t row = 0; row < rows(plan); ++row)
      for (std::size_t k = 0; k < extent; ++k)
        values[row * extent + k] =
            k < half ? Number(given[row * half + k]) : std::conj(Number(given[row * half + extent - k]));
    transform_all(values, plan, 1);
    std::fill_n(given, rows(plan) * half, std::complex<Real>(-7));
    std::ranges::transform(values, static_cast<Real *>(to), [](Number x) { return static_cast<Real>(x.real()); });
  });
  return 0;
}

} // namespace

extern "C" {

int cufftCreate(int *plan) {
  *plan = made++;
  plans[*plan] = {};
  return static_cast<int>(fake::number("cufft", 0));
}

int cufftDestroy(int plan) {
  return plans.erase(plan) == 1 ? 0 : 1;
}

int cufftSetAutoAllocation(int plan, int yes) {
  plans.at(plan).allocates = yes != 0;
  return 0;
}

int cufftMakePlanMany64(int plan, int rank, long long *extents, long long *in_embedded, long long, long long,
                        long long *out_embedded, long long, long long, int type, long long batches,
                        std::size_t *bytes) {
  Plan &p = plans.at(plan);
  p.extents.assign(extents, extents + rank);
  p.batches = batches;
  p.type = type;
  *bytes = work_bytes;
  fake::log(fmt::format("plan of {} dimensions", rank));
  return in_embedded == nullptr && out_embedded == nullptr ? 0 : 16;
}

int cufftSetStream(int plan, CUstream stream) {
  plans.at(plan).stream = stream;
  return 0;
}

int cufftSetWorkArea(int plan, void *work) {
  plans.at(plan).work = work;
  return 0;
}

int cufftExecC2C(int plan, void *from, void *to, int direction) {
  const int wrong = check("C2C", plan, 0x29, from, to);
  return wrong != 0 ? wrong : complex_transform<float>(plan, from, to, direction);
}

int cufftExecZ2Z(int plan, void *from, void *to, int direction) {
  const int wrong = check("Z2Z", plan, 0x69, from, to);
  return wrong != 0 ? wrong : complex_transform<double>(plan, from, to, direction);
}

int cufftExecR2C(int plan, void *from, void *to) {
  const int wrong = check("R2C", plan, 0x2a, from, to);
  return wrong != 0 ? wrong : real_transform<float>(plan, from, to);
}

int cufftExecD2Z(int plan, void *from, void *to) {
  const int wrong = check("D2Z", plan, 0x6a, from, to);
  return wrong != 0 ? wrong : real_transform<double>(plan, from, to);
}

int cufftExecC2R(int plan, void *from, void *to) {
  const int wrong = check("C2R", plan, 0x2c, from, to);
  return wrong != 0 ? wrong : inverse_real_transform<float>(plan, from, to);
}

int cufftExecZ2D(int plan, void *from, void *to) {
  const int wrong = check("Z2D", plan, 0x6c, from, to);
  return wrong != 0 ? wrong : inverse_real_transform<double>(plan, from, to);
}

} // extern "C"

// Whatever Weft takes from the library is here, with the same parameters.
#define WEFT_PRESENT(name, symbol, parameters) static_assert(std::is_same_v<decltype(&symbol), int(*) parameters>);
WEFT_CUFFT_FUNCTIONS(WEFT_PRESENT)
