// Finds each matrix of the stacks, and memory to work in.
#include "array/algorithms/factorize.hpp"

#include <array>
#include <deque>
#include <string>
#include <thread>

#include "array/algorithms/algorithm.hpp"
#include "array/algorithms/host_lu.hpp"
#include "array/algorithms/library_element.hpp"
#include "array/algorithms/openblas.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"

namespace weft::array {

namespace {

using runtime::Factoring;
using runtime::Factorization;

bool is_cpu(const Queue &queue) {
  return queue.device()->info().type == runtime::DeviceType::cpu;
}

int threads_of(const Queue &queue) {
  return static_cast<int>(is_cpu(queue) ? queue.device()->info().max_compute_units
                                        : std::thread::hardware_concurrency());
}

bool has_library_type(const Array &x) {
  const Dtype dtype = x.dtype();
  return dtype == Dtype::f32 || dtype == Dtype::f64 || dtype == Dtype::c64 || dtype == Dtype::c128;
}

/// Bytes of one item of a stack, of which the last axes are `own`.
std::size_t bytes_each(const Array &x, std::size_t own) {
  std::size_t bytes = item_size(x.dtype());
  for (std::size_t back = 1; back <= own; ++back)
    bytes *= static_cast<std::size_t>(x.shape()[x.shape().size() - back]);
  return bytes;
}

/// Where the items of a stack are.
struct Items {
  std::byte *first = nullptr;
  std::size_t apart = 0;

  std::byte *operator[](std::size_t n) const { return first == nullptr ? nullptr : first + n * apart; }
};

/// The memory of operands as a library of the device sees it.
class OnDevice {
public:
  explicit OnDevice(const std::shared_ptr<Queue> &queue) : run_(queue) {}

  std::byte *memory_of(const Array &x) { return run_.write(x); }
  std::byte *temporary(std::size_t bytes) { return run_.temporary(bytes); }

private:
  LibraryRun run_;
};

/// The same as a library of the host sees it: a CPU's memory itself, copies of a GPU's.
class OnHost {
public:
  explicit OnHost(const std::shared_ptr<Queue> &queue) : queue_(queue), run_(queue) {}

  std::byte *memory_of(const Array &x) {
    std::byte *const memory = run_.write(x);
    if (is_cpu(*queue_))
      return memory;
    Copy &copy =
        copies_.emplace_back(memory, std::vector<std::byte>(static_cast<std::size_t>(x.size()) * item_size(x.dtype())));
    queue_->transfer_internal(copy.host.data(), memory, copy.host.size());
    return copy.host.data();
  }
  /// Before anything is read.
  void wait() {
    if (is_cpu(*queue_))
      queue_->barrier_internal().wait();
  }
  /// What was written goes to where it belongs.
  void finish() {
    for (const Copy &copy : copies_)
      queue_->transfer_internal(copy.device, copy.host.data(), copy.host.size());
  }

private:
  struct Copy {
    std::byte *device;
    std::vector<std::byte> host;
  };
  std::shared_ptr<Queue> queue_;
  LibraryRun run_;
  std::deque<Copy> copies_;
};

std::int64_t extent(const Array &x, std::size_t back) {
  return x.shape()[x.shape().size() - back];
}

const char *name_of(Factoring kind) {
  static constexpr std::array names{"lu", "lu_solve", "cholesky", "qr", "qr_columns", "eigen", "singular"};
  return names[static_cast<std::size_t>(kind)];
}

/// The matrices of the stacks, one after the other.
class Stacks {
public:
  template <class Memory>
  Stacks(Memory &memory, Factoring kind, char option, const Factors &factors)
      : count_(factors.a.size() * item_size(factors.a.dtype()) / bytes_each(factors.a, 2)) {
    const auto items = [&](const Array &x, std::size_t own) {
      if (!x)
        return Items{};
      WEFT_CHECK(x.c_contiguous(), "factorize: an operand has gaps");
      return Items{memory.memory_of(x), bytes_each(x, own)};
    };
    const bool matrices = kind == Factoring::lu_solve;
    a_ = items(factors.a, 2);
    b_ = items(factors.b, matrices ? 2 : 1);
    pivots_ = items(factors.pivots, 1);
    u_ = items(factors.u, 2);
    v_ = items(factors.v, 2);
    first_ = {.kind = kind, .element = *library_element(factors.a.dtype()), .option = option};
    first_.rows = extent(factors.a, 1);
    first_.columns = extent(factors.a, 2);
    first_.others = matrices ? extent(factors.b, 2) : kind == Factoring::qr_columns ? extent(factors.b, 1) : 0;
  }

  std::size_t count() const { return count_; }

  /// `info`: one number for each matrix.
  Factorization operator()(std::size_t n, int *info) const {
    Factorization work = first_;
    work.a = a_[n];
    work.b = b_[n];
    work.pivots = reinterpret_cast<std::int64_t *>(pivots_[n]);
    work.u = u_[n];
    work.v = v_[n];
    work.info = info + n;
    return work;
  }

private:
  std::size_t count_;
  Items a_, b_, pivots_, u_, v_;
  Factorization first_;
};

void tell(const Factorization &work, std::size_t count, const std::string &library) {
  explain("array", "factorization {} of {} by {}, {} times: by {}", name_of(work.kind), work.rows, work.columns, count,
          library);
}

std::vector<int> factorize_on_device(Factoring kind, char option, const Factors &factors) {
  const std::shared_ptr<Queue> &queue = factors.a.queue();
  runtime::DeviceLibraries &libraries = *queue->device()->libraries();
  OnDevice memory(queue);
  const Stacks stacks(memory, kind, option, factors);
  std::byte *const info = memory.temporary(stacks.count() * sizeof(int));
  const auto work = [&](std::size_t n) { return stacks(n, reinterpret_cast<int *>(info)); };
  const runtime::LibraryWork room = libraries.work_of(work(0));
  std::byte *const device_work = memory.temporary(room.device_bytes);
  std::vector<std::byte> host_work(room.host_bytes);
  tell(work(0), stacks.count(), libraries.path(runtime::LibraryKind::lapack));
  const std::uintptr_t stream = queue->native_stream();
  for (std::size_t n = 0; n < stacks.count(); ++n)
    libraries.factorize(stream, work(n), device_work, host_work.data(), room);
  std::vector<int> results(stacks.count());
  queue->transfer_internal(results.data(), info, results.size() * sizeof(int)); // waits
  return results;
}

std::vector<int> factorize_on_host(Factoring kind, char option, const Factors &factors) {
  const std::shared_ptr<Queue> &queue = factors.a.queue();
  OnHost memory(queue);
  const Stacks stacks(memory, kind, option, factors);
  memory.wait();
  std::vector<int> results(stacks.count());
  tell(stacks(0, results.data()), stacks.count(), openblas().path);
  for (std::size_t n = 0; n < stacks.count(); ++n)
    host_lu(stacks(n, results.data()), threads_of(*queue));
  memory.finish();
  return results;
}

} // namespace

bool factorizes(const Array &x) {
  runtime::DeviceLibraries *const libraries = x.queue()->device()->libraries();
  return has_library_type(x) && libraries != nullptr && libraries->has(runtime::LibraryKind::lapack);
}

bool factorizes_lu(const Array &x) {
  return factorizes(x) || (has_library_type(x) && has_host_lu());
}

std::vector<int> factorize(Factoring kind, char option, const Factors &factors) {
  return factorizes(factors.a) ? factorize_on_device(kind, option, factors) : factorize_on_host(kind, option, factors);
}

} // namespace weft::array
