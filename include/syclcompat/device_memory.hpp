// Variables of devices as objects: device_memory, and accessors of two and three dimensions over it (SYCLcompat).
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include <sycl/sycl.hpp>
#include <syclcompat/memory.hpp>

namespace syclcompat {

enum class memory_region { global = 0, constant, local, usm_shared };

enum class target { device, local };

template <memory_region Memory, class T = byte_t> class memory_traits {
public:
  static constexpr sycl::access::address_space asp = Memory == memory_region::local
                                                         ? sycl::access::address_space::local_space
                                                         : sycl::access::address_space::global_space;
  static constexpr syclcompat::target target =
      Memory == memory_region::local ? syclcompat::target::local : syclcompat::target::device;
  static constexpr sycl::access_mode mode =
      Memory == memory_region::constant ? sycl::access_mode::read : sycl::access_mode::read_write;
  static constexpr std::size_t type_size = sizeof(T);
  using element_t = std::conditional_t<Memory == memory_region::constant, const T, T>;
  using value_t = std::remove_cv_t<T>;
  template <std::size_t Dimension = 1>
  using accessor_t = std::conditional_t<Memory == memory_region::local, sycl::local_accessor<T, Dimension>,
                                        sycl::accessor<T, Dimension, mode>>;
  using pointer_t = T *;
};

template <class T, memory_region Memory, std::size_t Dimension> class accessor;

template <class T, memory_region Memory> class accessor<T, Memory, 2> {
public:
  using memory_t = memory_traits<Memory, T>;
  using element_t = typename memory_t::element_t;
  using pointer_t = typename memory_t::pointer_t;
  using accessor_t = typename memory_t::template accessor_t<2>;

  accessor(pointer_t data, const sycl::range<2> &in_range) : data_(data), range_(in_range) {}
  accessor(const accessor_t &acc, const sycl::range<2> &in_range)
      : data_(const_cast<pointer_t>(acc.get_pointer())), range_(in_range) {}
  explicit accessor(const accessor_t &acc) : accessor(acc, acc.get_range()) {}

  pointer_t operator[](std::size_t index) const { return data_ + range_[1] * index; }
  pointer_t get_ptr() const { return data_; }

private:
  pointer_t data_;
  sycl::range<2> range_;
};

template <class T, memory_region Memory> class accessor<T, Memory, 3> {
public:
  using memory_t = memory_traits<Memory, T>;
  using element_t = typename memory_t::element_t;
  using pointer_t = typename memory_t::pointer_t;
  using accessor_t = typename memory_t::template accessor_t<3>;

  accessor(pointer_t data, const sycl::range<3> &in_range) : data_(data), range_(in_range) {}
  accessor(const accessor_t &acc, const sycl::range<3> &in_range)
      : data_(const_cast<pointer_t>(acc.get_pointer())), range_(in_range) {}
  explicit accessor(const accessor_t &acc) : accessor(acc, acc.get_range()) {}

  accessor<T, Memory, 2> operator[](std::size_t index) const {
    const sycl::range<2> sub(range_[1], range_[2]);
    return accessor<T, Memory, 2>(data_ + sub.size() * index, sub);
  }
  pointer_t get_ptr() const { return data_; }

private:
  pointer_t data_;
  sycl::range<3> range_;
};

/// Allocated when it is first used, with the values that it was made with.
template <class T, memory_region Memory, std::size_t Dimension> class device_memory {
  static_assert(Memory != memory_region::local, "local memory is a work-group's");

public:
  using accessor_t = typename memory_traits<Memory, T>::template accessor_t<Dimension>;
  using value_t = typename memory_traits<Memory, T>::value_t;
  using syclcompat_accessor_t = syclcompat::accessor<T, Memory, Dimension>;

  device_memory() : device_memory(ones()) {}
  device_memory(const sycl::range<Dimension> &in_range) : range_(in_range) { allocate_shared_at_once(); }
  device_memory(const sycl::range<Dimension> &in_range, std::initializer_list<value_t> &&values)
      : range_(in_range), values_(values) {
    check(values_.size() <= range_.size());
    values_.resize(range_.size());
    allocate_shared_at_once();
  }
  template <std::size_t D = Dimension, class = std::enable_if_t<D == 2>>
  device_memory(const sycl::range<2> &in_range, std::initializer_list<std::initializer_list<value_t>> &&rows)
      : range_(in_range), values_(in_range.size()) {
    check(rows.size() <= range_[0]);
    auto to = values_.begin();
    for (const auto &row : rows) {
      check(row.size() <= range_[1]);
      std::copy(row.begin(), row.end(), to);
      to += range_[1];
    }
    allocate_shared_at_once();
  }
  template <class... Args, class = std::enable_if_t<sizeof...(Args) == Dimension && (std::is_integral_v<Args> && ...)>>
  device_memory(Args... arguments) : device_memory(sycl::range<Dimension>(arguments...)) {}
  device_memory(const device_memory &) = delete;
  device_memory &operator=(const device_memory &) = delete;
  ~device_memory() {
    if (owns_)
      sycl::free(data_, context_);
  }

  void init() { init(get_default_queue()); }
  void init(sycl::queue q) {
    if (data_ != nullptr || range_.size() == 0)
      return;
    data_ = Memory == memory_region::usm_shared ? sycl::malloc_shared<value_t>(range_.size(), q)
                                                : sycl::malloc_device<value_t>(range_.size(), q);
    detail::allocated(data_, "device_memory");
    owns_ = true;
    context_ = q.get_context();
    const sycl::detail::command_group_scope apart(false); // one may be the first that uses it
    if (values_.empty())
      q.memset(data_, 0, get_size()).wait();
    else
      q.memcpy(data_, values_.data(), get_size()).wait();
  }

  /// Memory of the program's, of so many bytes.
  void assign(value_t *src, std::size_t size) {
    this->~device_memory();
    new (this) device_memory(src, size);
  }

  value_t *get_ptr() { return get_ptr(get_default_queue()); }
  value_t *get_ptr(sycl::queue q) {
    init(q);
    return data_;
  }
  std::size_t get_size() const { return bytes_ != 0 ? bytes_ : range_.size() * sizeof(T); }

  template <std::size_t D = Dimension> std::enable_if_t<D == 1, T> &operator[](std::size_t index) {
    init();
    return data_[index];
  }
  template <std::size_t D = Dimension>
  std::enable_if_t<D != 1, syclcompat_accessor_t> get_access([[maybe_unused]] sycl::handler &cgh) {
    init();
    return syclcompat_accessor_t(data_, range_);
  }

private:
  device_memory(value_t *src, std::size_t size) : range_(ones()), data_(src), bytes_(size) {}

  static sycl::range<Dimension> ones() {
    sycl::range<Dimension> one;
    for (std::size_t d = 0; d < Dimension; ++d)
      one[d] = 1;
    return one;
  }
  static void check(bool fits) {
    if (!fits)
      throw std::invalid_argument("device_memory: more values than the range has");
  }
  /// The host may use it before any kernel does.
  void allocate_shared_at_once() {
    if (Memory == memory_region::usm_shared)
      init();
  }

  sycl::range<Dimension> range_;
  std::vector<value_t> values_;
  value_t *data_ = nullptr;
  std::size_t bytes_ = 0; ///< of the program's memory
  bool owns_ = false;
  sycl::context context_ = get_default_context();
};

/// One value.
template <class T, memory_region Memory> class device_memory<T, Memory, 0> : public device_memory<T, Memory, 1> {
public:
  using base = device_memory<T, Memory, 1>;
  using value_t = typename base::value_t;
  using accessor_t = typename memory_traits<Memory, T>::template accessor_t<0>;
  device_memory() : base(1) {}
  device_memory(const value_t &val) : base(sycl::range<1>(1), {val}) {}
};

template <class T, std::size_t Dimension> using global_memory = device_memory<T, memory_region::global, Dimension>;
template <class T, std::size_t Dimension> using constant_memory = device_memory<T, memory_region::constant, Dimension>;
template <class T, std::size_t Dimension> using shared_memory = device_memory<T, memory_region::usm_shared, Dimension>;

} // namespace syclcompat
