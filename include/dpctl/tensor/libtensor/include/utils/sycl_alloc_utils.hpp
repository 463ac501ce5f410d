// Owners of USM allocations in C++.
#pragma once

#include <cstddef>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <sycl/sycl.hpp>

namespace dpctl::tensor::alloc_utils {

/// Allocates host memory for containers; freeing never throws.
template <typename T> class usm_host_allocator : public sycl::usm_allocator<T, sycl::usm::alloc::host> {
public:
  using baseT = sycl::usm_allocator<T, sycl::usm::alloc::host>;
  using baseT::baseT;

  template <typename U> struct rebind {
    typedef usm_host_allocator<U> other;
  };

  void deallocate(T *ptr, std::size_t n) {
    try {
      baseT::deallocate(ptr, n);
    } catch (const std::exception &e) {
      std::cerr << "usm_host_allocator: USM memory was not freed: " << e.what() << std::endl;
    }
  }
};

template <typename T> void sycl_free_noexcept(T *ptr, const sycl::context &ctx) noexcept {
  try {
    sycl::free(ptr, ctx);
  } catch (const std::exception &e) {
    std::cerr << "sycl::free: USM memory was not freed: " << e.what() << std::endl;
  }
}

template <typename T> void sycl_free_noexcept(T *ptr, const sycl::queue &q) noexcept {
  sycl_free_noexcept(ptr, q.get_context());
}

class USMDeleter {
public:
  USMDeleter(const sycl::queue &q) : context_(q.get_context()) {}
  USMDeleter(const sycl::context &ctx) : context_(ctx) {}

  template <typename T> void operator()(T *ptr) const { sycl_free_noexcept(ptr, context_); }

private:
  sycl::context context_;
};

/// Throws std::runtime_error if the memory cannot be had.
template <typename T>
std::unique_ptr<T, USMDeleter> smart_malloc(std::size_t count, const sycl::queue &q, sycl::usm::alloc kind,
                                            const sycl::property_list &propList = {}) {
  T *ptr = sycl::malloc<T>(count, q, kind, propList);
  if (ptr == nullptr)
    throw std::runtime_error("Unable to allocate USM memory for " + std::to_string(count) + " elements");
  return {ptr, USMDeleter(q)};
}

template <typename T>
std::unique_ptr<T, USMDeleter> smart_malloc_device(std::size_t count, const sycl::queue &q,
                                                   const sycl::property_list &propList = {}) {
  return smart_malloc<T>(count, q, sycl::usm::alloc::device, propList);
}

template <typename T>
std::unique_ptr<T, USMDeleter> smart_malloc_shared(std::size_t count, const sycl::queue &q,
                                                   const sycl::property_list &propList = {}) {
  return smart_malloc<T>(count, q, sycl::usm::alloc::shared, propList);
}

template <typename T>
std::unique_ptr<T, USMDeleter> smart_malloc_host(std::size_t count, const sycl::queue &q,
                                                 const sycl::property_list &propList = {}) {
  return smart_malloc<T>(count, q, sycl::usm::alloc::host, propList);
}

namespace detail {

template <typename T> struct valid_smart_ptr : std::false_type {};
template <typename ValT, typename DelT>
struct valid_smart_ptr<std::unique_ptr<ValT, DelT> &> : std::is_same<DelT, USMDeleter> {};
template <typename ValT, typename DelT>
struct valid_smart_ptr<std::unique_ptr<ValT, DelT>> : std::is_same<DelT, USMDeleter> {};

} // namespace detail

/// Frees the allocations once the events are complete; the pointers are released. Gives the event of freeing.
template <typename... UniquePtrTs>
sycl::event async_smart_free(sycl::queue &exec_q, const std::vector<sycl::event> &depends,
                             UniquePtrTs &&...unique_pointers) {
  static_assert(sizeof...(UniquePtrTs) > 0, "name at least one allocation to free");
  static_assert((detail::valid_smart_ptr<UniquePtrTs>::value && ...), "takes std::unique_ptr<T, USMDeleter>");
  const std::vector<void *> pointers{static_cast<void *>(unique_pointers.get())...};
  sycl::event freed = exec_q.submit([&](sycl::handler &cgh) {
    cgh.depends_on(depends);
    cgh.host_task([pointers, context = exec_q.get_context()] {
      for (void *p : pointers)
        sycl_free_noexcept(p, context);
    });
  });
  (unique_pointers.release(), ...);
  return freed;
}

} // namespace dpctl::tensor::alloc_utils
