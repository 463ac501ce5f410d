// Data for the kernels.
#include "cases.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>

#include "functors.hpp"
#include "support/error.hpp"

namespace weft::codegen::test {

double Case::value(std::size_t i) const {
  const auto *bytes = reinterpret_cast<const char *>(output.data());
  const auto read = [&]<class T>(T value) {
    std::memcpy(&value, bytes + i * sizeof(T), sizeof(T));
    return static_cast<double>(value);
  };
  switch (element) {
  case 'f':
    return read(float{});
  case 'd':
    return read(double{});
  case 'i':
    return read(std::int32_t{});
  default:
    return read(std::int64_t{});
  }
}

namespace {
using namespace kernels;

/// Fills one case with random inputs.
template <class T> class Filler {
public:
  explicit Filler(std::string name) {
    made_.name = std::move(name) + (sizeof(T) == 4 ? "_f32" : "_f64");
    made_.element = sizeof(T) == 4 ? 'f' : 'd';
  }
  const T *random(std::size_t n, double low = 0, double high = 1) {
    std::vector<double> storage(n * sizeof(T) / 8 + 1);
    auto *values = reinterpret_cast<T *>(storage.data());
    std::uniform_real_distribution<double> distribution(low, high);
    for (std::size_t i = 0; i < n; ++i)
      values[i] = static_cast<T>(distribution(random_));
    made_.inputs.push_back(std::move(storage));
    return values;
  }
  template <class U = T> U *output(std::size_t n) {
    made_.output.assign(n * sizeof(U) / 8 + 1, 0);
    return reinterpret_cast<U *>(made_.output.data());
  }
  template <class F>
  Case finish(const F &functor, std::array<std::uint64_t, 3> global, std::array<std::uint64_t, 3> local = {},
              std::size_t local_bytes = 0, double tolerance = 0) {
    made_.args.resize(sizeof(F));
    std::memcpy(made_.args.data(), &functor, sizeof(F));
    made_.global = global;
    made_.local = local;
    made_.local_bytes = local_bytes;
    made_.tolerance = tolerance;
    return std::move(made_);
  }
  Case &made() { return made_; }

private:
  Case made_;
  std::mt19937_64 random_{42};
};

template <class T> void add_kde(std::vector<Case> &all, std::size_t n) {
  const std::size_t m = 17, dim = 7;
  const T h = T(0.5), norm = T(1e-3);
  const double tolerance = sizeof(T) == 4 ? 1e-4 : 1e-12;
  const std::uint64_t batches = (n + 512 * 128 - 1) / (512 * 128), blocks = (n + 255) / 256;
  {
    Filler<T> f("kde_groups");
    KdeGroups<T> k{f.random(m * dim), f.output(m), f.random(n * dim), n, h, int(dim), norm};
    all.push_back(f.finish(k, {batches * 512, m, 1}, {512, 1, 1}, 0, tolerance));
  }
  {
    Filler<T> f("kde_tree");
    KdeTree<T> k{f.random(m * dim), f.output(m), f.random(n * dim), n, h, int(dim), norm, {}};
    all.push_back(f.finish(k, {batches * 512, m, 1}, {512, 1, 1}, 512 * sizeof(T), tolerance));
  }
  {
    Filler<T> f("kde_items");
    KdeItems<T> k{{blocks, m}, f.random(m * dim), f.output(m), f.random(n * dim), n, h, int(dim), norm};
    all.push_back(f.finish(k, {blocks, m, 1}, {}, 0, tolerance));
  }
  {
    Filler<T> f("kde_fused");
    KdeFused<T> k{f.random(m * dim), f.output(m), f.random(n * dim), n, T(-2), int(dim), int(m), norm};
    all.push_back(f.finish(k, {(n + 8191) / 8192 * 64, 1, 1}, {64, 1, 1}, 0, tolerance));
  }
}

const std::int32_t *random_ints(Case &made, std::size_t n, int limit) {
  std::vector<double> storage(n / 2 + 1);
  auto *values = reinterpret_cast<std::int32_t *>(storage.data());
  std::mt19937 random(9);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = static_cast<std::int32_t>(random() % static_cast<unsigned>(limit));
  made.inputs.push_back(std::move(storage));
  return values;
}

/// Where n rows of up to `longest` elements start, and the last one ends.
const std::uint32_t *random_rows(Case &made, std::size_t n, int longest) {
  auto *starts = const_cast<std::int32_t *>(random_ints(made, n + 1, longest));
  std::exclusive_scan(starts, starts + n + 1, starts, 0);
  return reinterpret_cast<const std::uint32_t *>(starts);
}

template <class T> void add_dense(std::vector<Case> &all, std::size_t scale) {
  {
    Filler<T> f("pairwise");
    const std::size_t n = 50 + 1000 * (scale - 1);
    Pairwise<T> k{{n, n}, f.random(n * 3), f.random(n * 3), f.output(n * n), n, 3};
    all.push_back(f.finish(k, {n, n, 1}));
  }
  {
    Filler<T> f("black_scholes");
    const std::size_t n = 1001 + 300000 * (scale - 1);
    BlackScholes<T> k{{n},  f.random(n, 5, 30), f.random(n, 1, 100), f.random(n, .2, 2), nullptr, nullptr, T(.02),
                      T(.3)};
    k.call = f.output(2 * n);
    k.put = k.call + n;
    all.push_back(f.finish(k, {n, 1, 1}));
  }
  {
    Filler<T> f("mandelbrot");
    const std::size_t n = 63 + 80 * (scale - 1);
    Mandelbrot<T> k{{n, n}, f.template output<std::int32_t>(n * n), n, T(-2), T(-1.5), T(3.0 / n), T(3.0 / n), 256};
    f.made().element = 'i';
    all.push_back(f.finish(k, {n, n, 1}));
  }
  {
    Filler<T> f("matmul");
    const std::size_t n = 32 * scale;
    MatMul<T> k{f.random(n * n), f.random(n * n), f.output(n * n), n, {0}, {16 * 16 * sizeof(T)}};
    all.push_back(f.finish(k, {n, n, 1}, {16, 16, 1}, 2 * 16 * 16 * sizeof(T)));
  }
  {
    Filler<T> f("tree_sum");
    const std::size_t n = 256 * 16 * scale * scale * scale;
    TreeSum<T> k{f.random(n), f.output(n / 256), {}};
    all.push_back(f.finish(k, {n, 1, 1}, {256, 1, 1}, 256 * sizeof(T)));
  }
  {
    Filler<T> f("nbody");
    const std::size_t n = 100 + 300 * (scale - 1);
    NBody<T> k{{n}, f.random(n), f.random(n), f.random(n), f.random(n), nullptr, nullptr, nullptr, n, T(1e-3)};
    k.ax = f.output(3 * n);
    k.ay = k.ax + n;
    k.az = k.ay + n;
    all.push_back(f.finish(k, {n, 1, 1}));
  }
  {
    Filler<T> f("stencil");
    const std::size_t w = 70 + 150 * (scale - 1), rows = 40 + 150 * (scale - 1);
    Stencil<T, std::size_t> k{{w, rows}, f.random(w * rows), f.output(w * rows), w, rows};
    all.push_back(f.finish(k, {w, rows, 1}));
  }
  {
    Filler<T> f("sparse");
    const std::size_t n = 100 + 3000 * (scale - 1);
    const std::uint32_t *starts = random_rows(f.made(), n, 40);
    const auto *columns = reinterpret_cast<const std::uint32_t *>(random_ints(f.made(), starts[n], int(n)));
    Sparse<T> k{{n}, starts, columns, f.random(starts[n]), f.random(n), f.output(n)};
    all.push_back(f.finish(k, {n, 1, 1}));
  }
  {
    Filler<T> f("axpy");
    const std::size_t n = 1003 + 100000 * (scale - 1);
    Axpy<T> k{{n}, f.random(n), f.output(n), T(3)};
    all.push_back(f.finish(k, {n, 1, 1}));
  }
}

template <class T> void add_complex(std::vector<Case> &all) {
  Filler<T> f("complex");
  const std::size_t n = 77;
  const Complex<T> k{{n}, f.random(2 * n, 1, 2), f.output(2 * n)};
  all.push_back(f.finish(k, {n, 1, 1}));
}

template <class I> void add_narrow_stencil(std::vector<Case> &all, const char *name, std::size_t scale) {
  Filler<float> f(name);
  const std::size_t w = 70 + 150 * (scale - 1), rows = 40 + 150 * (scale - 1);
  Stencil<float, I> k{{w, rows}, f.random(w * rows), f.output(w * rows), static_cast<I>(w), static_cast<I>(rows)};
  all.push_back(f.finish(k, {w, rows, 1}));
}

template <class I> void add_grid_sum(std::vector<Case> &all, const char *name, std::size_t scale) {
  Filler<float> f(name);
  const std::size_t items = 1000, n = 20011 * scale * scale * scale;
  GridSum<float, I> k{{items}, f.random(n), f.output(items), static_cast<I>(n)};
  all.push_back(f.finish(k, {items, 1, 1}));
}

void add_integers(std::vector<Case> &all, std::size_t scale) {
  {
    Filler<float> f("");
    f.made().name = "histogram";
    f.made().element = 'i';
    const std::size_t n = 5000 * scale * scale * scale;
    Histogram k{reinterpret_cast<const std::uint32_t *>(random_ints(f.made(), n, 1 << 24)),
                f.output<std::uint32_t>(256),
                n,
                {}};
    all.push_back(f.finish(k, {2048, 1, 1}, {256, 1, 1}, 1024));
  }
  for (const std::uint64_t local : {64u, 37u}) {
    Filler<float> f("");
    f.made().name = "oddities";
    f.made().element = 'l';
    const std::size_t n = local * 5;
    Oddities k{random_ints(f.made(), n, 5000), nullptr, f.output<std::int64_t>(2 * n), 6, {}};
    k.out = reinterpret_cast<std::int32_t *>(k.trace + n);
    all.push_back(f.finish(k, {n, 1, 1}, {local, 1, 1}, local * 4));
  }
  for (const std::uint64_t local : {48u, 13u}) {
    Filler<float> f("");
    f.made().name = "group_algorithms";
    f.made().element = 'l';
    const std::size_t n = local * 4;
    GroupAlgorithms k{random_ints(f.made(), n, 1000), f.output<std::int64_t>(n)};
    all.push_back(f.finish(k, {n, 1, 1}, {local, 1, 1}));
  }
}
void add_tickets(std::vector<Case> &all, std::array<std::uint64_t, 3> local) {
  Filler<float> f("");
  f.made().name = "tickets";
  f.made().element = 'l';
  const std::array<std::uint64_t, 3> global{local[0] * 2, local[1], local[2] * 3};
  const std::size_t n = global[0] * global[1] * global[2];
  auto *out = f.output<std::int64_t>(n + 3);
  const Tickets k{reinterpret_cast<std::int32_t *>(out + n), out, 1, {}};
  all.push_back(f.finish(k, global, local, 64));
}

void add_records(std::vector<Case> &all) {
  Filler<float> f("");
  f.made().name = "records";
  f.made().element = 'l';
  const std::size_t n = 333;
  std::vector<double> storage(2 * n);
  auto *in = reinterpret_cast<Pair *>(storage.data());
  for (std::size_t i = 0; i < n; ++i)
    in[i] = {static_cast<std::int32_t>(i * 7919 % 1000), static_cast<double>(i % 13)};
  f.made().inputs.push_back(std::move(storage));
  auto *out = reinterpret_cast<Pair *>(f.output<std::int64_t>(2 * n));
  const Records k{{n}, in, out, int(n), {1, 2, 3, 4, 5, 6}};
  all.push_back(f.finish(k, {n, 1, 1}));
}

void add_narrow(std::vector<Case> &all) {
  Filler<float> f("");
  f.made().name = "narrow";
  f.made().element = 'i';
  const std::size_t n = 500;
  const auto *bytes = reinterpret_cast<const std::int8_t *>(random_ints(f.made(), n, 1 << 30));
  auto *out = f.output<char>(4 * n);
  const Narrow k{{n},
                 bytes,
                 reinterpret_cast<const std::uint16_t *>(bytes),
                 reinterpret_cast<_Float16 *>(out),
                 reinterpret_cast<std::int8_t *>(out + 2 * n),
                 reinterpret_cast<bool *>(out + 3 * n)};
  all.push_back(f.finish(k, {n, 1, 1}));
}
} // namespace

std::vector<Case> cases(int scale) {
  std::vector<Case> all;
  const std::size_t n = scale == 1 ? 70000 : 1000000;
  add_kde<float>(all, n);
  add_kde<double>(all, n);
  add_dense<float>(all, static_cast<std::size_t>(scale));
  add_dense<double>(all, static_cast<std::size_t>(scale));
  add_narrow_stencil<std::int32_t>(all, "stencil_i32", static_cast<std::size_t>(scale));
  add_narrow_stencil<std::uint32_t>(all, "stencil_u32", static_cast<std::size_t>(scale));
  add_grid_sum<std::size_t>(all, "grid_sum", static_cast<std::size_t>(scale));
  add_grid_sum<std::uint32_t>(all, "grid_sum_u32", static_cast<std::size_t>(scale));
  add_integers(all, static_cast<std::size_t>(scale));
  add_tickets(all, {5, 3, 2});
  add_tickets(all, {64, 2, 1});
  add_records(all);
  add_complex<float>(all);
  add_complex<double>(all);
  add_narrow(all);
  return all;
}

std::shared_ptr<const KernelModule> read_module(const char *path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Bytes bitcode(content.size());
  std::memcpy(bitcode.data(), content.data(), content.size());
  return codegen().module_from_bitcode(std::move(bitcode));
}

const KernelModule &kernel_module() {
  static const auto module = read_module(WEFT_TEST_KERNELS);
  return *module;
}

std::string symbol(const Case &example) {
  for (const KernelInfo &kernel : kernel_module().kernels())
    if (kernel.pretty == example.name)
      return kernel.name;
  throw Error(Errc::kernel, "no kernel {}", example.name);
}

Specialization specialize(const Case &example) {
  Specialization spec;
  for (int dim = 0; dim < 3; ++dim)
    spec.local[dim] = static_cast<std::uint32_t>(example.local[dim]);
  for (const IntField &field : kernel_module().kernel(symbol(example)).bakeable) {
    std::int64_t value = 0;
    std::memcpy(&value, example.args.data() + field.offset, field.width);
    if (value >= 0 && value <= 64)
      spec.baked.push_back({field, value});
  }
  return spec;
}

} // namespace weft::codegen::test
