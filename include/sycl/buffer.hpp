// class buffer: data that the runtime moves to where commands use it (SYCL 2020, 4.7.2).
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

#include <sycl/access.hpp>
#include <sycl/context.hpp>
#include <sycl/detail/memory_object.hpp>
#include <sycl/id.hpp>
#include <sycl/property_list.hpp>
#include <sycl/range.hpp>

namespace sycl {
inline namespace _V1 {

class handler;

namespace detail {
using program_mutex = std::mutex; ///< As a program gives it; Weft's own are others.
}

namespace property::buffer {
/// The host memory that the buffer is given is the memory that it uses on the host. Weft does so anyway, but for memory
/// that is not written back in the end.
class use_host_ptr {};
/// Locked while the host memory that the buffer is given is written back.
class use_mutex {
public:
  use_mutex(detail::program_mutex &mutex) : mutex_(&mutex) {}
  detail::program_mutex *get_mutex_ptr() const { return mutex_; }

private:
  detail::program_mutex *mutex_;
};
/// Queues of other contexts are refused.
class context_bound {
public:
  context_bound(sycl::context c) : context_(std::move(c)) {}
  sycl::context get_context() const { return context_; }

private:
  sycl::context context_;
};
/// A hint to devices whose memory has channels (sycl_ext_intel_mem_channel_property); Weft's leave it to the driver.
class mem_channel {
public:
  mem_channel(std::uint32_t channel) : channel_(channel) {}
  std::uint32_t get_channel() const { return channel_; }

private:
  std::uint32_t channel_;
};
} // namespace property::buffer
/// A hint about the memory of buffers on the host.
namespace ext::oneapi::property::buffer {
class use_pinned_host_memory {};
} // namespace ext::oneapi::property::buffer
WEFT_PROPERTY(4, property::buffer::use_host_ptr)
WEFT_PROPERTY(19, ext::oneapi::property::buffer::use_pinned_host_memory)
WEFT_PROPERTY(32, property::buffer::use_mutex)
WEFT_PROPERTY(33, property::buffer::context_bound)
WEFT_PROPERTY(35, property::buffer::mem_channel)

template <class T> using buffer_allocator = std::allocator<T>;

template <class T, int Dimensions, access_mode Mode, target Target, access::placeholder IsPlaceholder> class accessor;
template <class T, int Dimensions, access_mode Mode> class host_accessor;

namespace detail {

template <class T, class = void> inline constexpr bool is_iterator = false;
template <class T>
inline constexpr bool is_iterator<T, std::void_t<typename std::iterator_traits<T>::iterator_category>> = true;

template <class Container, class = void> struct container_element {};
template <class Container>
struct container_element<Container, std::void_t<decltype(std::data(std::declval<Container &>())),
                                                decltype(std::size(std::declval<Container &>()))>> {
  using type = std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>;
};

/// How memory on the host comes from an allocator of the program; empty for the standard one.
template <class AllocatorT> host_allocation allocation_by([[maybe_unused]] const AllocatorT &allocator) {
  if constexpr (std::is_same_v<AllocatorT, std::allocator<typename std::allocator_traits<AllocatorT>::value_type>>)
    return {}; // the runtime has faster ones
  else
    return [allocator = AllocatorT(allocator)](std::size_t bytes) mutable {
      using Traits = std::allocator_traits<AllocatorT>;
      constexpr std::size_t unit = sizeof(typename Traits::value_type);
      const std::size_t count = (bytes + unit - 1) / unit;
      const typename Traits::pointer memory = Traits::allocate(allocator, count);
      return std::shared_ptr<void>(
          static_cast<void *>(std::addressof(*memory)),
          [allocator, memory, count](void *) mutable { Traits::deallocate(allocator, memory, count); });
    };
}

struct buffer_access;

} // namespace detail

template <class T, int Dimensions = 1, class AllocatorT = buffer_allocator<std::remove_const_t<T>>> class buffer {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "a buffer has one, two or three dimensions");
  using mutable_type = std::remove_const_t<T>;
  template <class Container>
  using if_container = std::enable_if_t<
      Dimensions == 1 &&
      std::is_same_v<std::remove_const_t<typename detail::container_element<Container>::type>, mutable_type>>;
  template <class U> using if_mutable = std::enable_if_t<!std::is_const_v<U>>;
  template <access_mode Mode, target Target>
  using command_accessor = accessor<T, Dimensions, Mode, Target == target::host_buffer ? target::host_task : Target,
                                    access::placeholder::false_t>;

public:
  using value_type = T;
  using reference = value_type &;
  using const_reference = const value_type &;
  using allocator_type = AllocatorT;

  // Of a size, with nothing in it.
  buffer(const range<Dimensions> &extent, const property_list &properties = {})
      : buffer(extent, AllocatorT(), properties) {}
  buffer(const range<Dimensions> &extent, AllocatorT allocator, const property_list &properties = {})
      : buffer(extent, detail::host_content(), std::move(allocator), properties) {}

  // Over memory of the host, which is written back when the buffer ends.
  buffer(T *data, const range<Dimensions> &extent, const property_list &properties = {})
      : buffer(data, extent, AllocatorT(), properties) {}
  buffer(T *data, const range<Dimensions> &extent, AllocatorT allocator, const property_list &properties = {})
      : buffer(extent, content(data), std::move(allocator), properties) {}
  // Over memory that is only read.
  template <class U = T, class = if_mutable<U>>
  buffer(const T *data, const range<Dimensions> &extent, const property_list &properties = {})
      : buffer(data, extent, AllocatorT(), properties) {}
  template <class U = T, class = if_mutable<U>>
  buffer(const T *data, const range<Dimensions> &extent, AllocatorT allocator, const property_list &properties = {})
      : buffer(extent, content(data), std::move(allocator), properties) {}

  template <class Container, class = if_container<Container>>
  buffer(Container &container, const property_list &properties = {}) : buffer(container, AllocatorT(), properties) {}
  template <class Container, class = if_container<Container>>
  buffer(Container &container, AllocatorT allocator, const property_list &properties = {})
      : buffer(range<Dimensions>(std::size(container)), content(std::data(container)), std::move(allocator),
               properties) {}

  // Over memory shared with the program, which is written back while the program still holds it.
  buffer(const std::shared_ptr<T> &data, const range<Dimensions> &extent, const property_list &properties = {})
      : buffer(data, extent, AllocatorT(), properties) {}
  buffer(const std::shared_ptr<T> &data, const range<Dimensions> &extent, AllocatorT allocator,
         const property_list &properties = {})
      : buffer(extent, content(data.get(), shared(data)), std::move(allocator), properties) {}
  buffer(const std::shared_ptr<T[]> &data, const range<Dimensions> &extent, const property_list &properties = {})
      : buffer(data, extent, AllocatorT(), properties) {}
  buffer(const std::shared_ptr<T[]> &data, const range<Dimensions> &extent, AllocatorT allocator,
         const property_list &properties = {})
      : buffer(extent, content(data.get(), shared(data)), std::move(allocator), properties) {}

  // Of copies of elements.
  template <class InputIterator, class = std::enable_if_t<Dimensions == 1 && detail::is_iterator<InputIterator>>>
  buffer(InputIterator first, InputIterator last, const property_list &properties = {})
      : buffer(first, last, AllocatorT(), properties) {}
  template <class InputIterator, class = std::enable_if_t<Dimensions == 1 && detail::is_iterator<InputIterator>>>
  buffer(InputIterator first, InputIterator last, AllocatorT allocator, const property_list &properties = {})
      : buffer(range<Dimensions>(static_cast<std::size_t>(std::distance(first, last))), std::move(allocator),
               properties) {
    std::uninitialized_copy(first, last, static_cast<mutable_type *>(detail::initial_content(state_)));
  }

  /// A part of another buffer, which must be one piece of its memory.
  buffer(buffer &whole, const id<Dimensions> &at, const range<Dimensions> &extent) : buffer(whole) {
    if (whole.is_part_)
      detail::throw_error(errc::invalid, "buffer: a part of a buffer has no parts");
    bool rows = false; // does a dimension before this one hold more than one row?
    for (int d = 0; d < Dimensions; ++d) {
      const bool outside = at[d] > range_[d] || extent[d] > range_[d] - at[d];
      if (outside || (rows && extent[d] != range_[d]))
        detail::refuse_access(errc::invalid,
                              outside ? "buffer: the part reaches beyond the buffer"
                                      : "buffer: the part is not one piece of memory",
                              detail::sizes_of(extent), detail::sizes_of(at), detail::sizes_of(range_), Dimensions);
      rows |= extent[d] > 1;
    }
    begin_ += detail::linearize<Dimensions>(at, range_) * sizeof(T);
    range_ = extent;
    is_part_ = true;
  }

  range<Dimensions> get_range() const noexcept { return range_; }
  std::size_t size() const noexcept { return range_.size(); }
  std::size_t get_count() const noexcept { return size(); }
  std::size_t byte_size() const noexcept { return size() * sizeof(T); }
  std::size_t get_size() const noexcept { return byte_size(); }
  AllocatorT get_allocator() const { return allocator_; }
  bool is_sub_buffer() const noexcept { return is_part_; }

  // For the command of a command group. An accessor of the host in one is for a host task.
  template <access_mode Mode, target Target = target::device> command_accessor<Mode, Target> get_access(handler &h) {
    return {*this, h};
  }
  template <access_mode Mode, target Target = target::device>
  command_accessor<Mode, Target> get_access(handler &h, range<Dimensions> extent, id<Dimensions> offset = {}) {
    return {*this, h, extent, offset};
  }
  // For the host, as before SYCL 2020.
  template <access_mode Mode>
  accessor<T, Dimensions, Mode, target::host_buffer, access::placeholder::false_t> get_access() {
    return {*this};
  }
  template <access_mode Mode>
  accessor<T, Dimensions, Mode, target::host_buffer, access::placeholder::false_t>
  get_access(range<Dimensions> extent, id<Dimensions> offset = {}) {
    return {*this, extent, offset};
  }
  /// As class accessor deduces from the arguments.
  template <class... Args> auto get_access(Args &&...args) { return accessor(*this, std::forward<Args>(args)...); }
  template <class... Args> auto get_host_access(Args &&...args) {
    return host_accessor(*this, std::forward<Args>(args)...);
  }

  /// Where the content goes when the buffer ends, if it was written: to an iterator, or to memory that the program
  /// still shares then.
  template <class Destination = std::nullptr_t> void set_final_data(Destination destination = nullptr) {
    if constexpr (std::is_same_v<Destination, std::nullptr_t>)
      detail::set_final_data(state_, {});
    else
      set_final(destination);
  }
  void set_write_back(bool flag = true) { detail::set_write_back(state_, flag); }

  template <class U, int D>
  buffer<U, D, typename std::allocator_traits<AllocatorT>::template rebind_alloc<std::remove_const_t<U>>>
  reinterpret(range<D> extent) const {
    if (extent.size() * sizeof(U) != byte_size())
      detail::refuse_access(errc::invalid, "reinterpret: the new range has another size in bytes",
                            detail::sizes_of(extent), {}, detail::sizes_of(range_), D);
    using Allocator = typename std::allocator_traits<AllocatorT>::template rebind_alloc<std::remove_const_t<U>>;
    return buffer<U, D, Allocator>(state_, extent, begin_, is_part_, Allocator(allocator_), properties_);
  }
  template <class U, int D = Dimensions,
            class = std::enable_if_t<D == 1 || (D == Dimensions && sizeof(U) == sizeof(T))>>
  auto reinterpret() const {
    if constexpr (D == 1)
      return reinterpret<U, 1>(range<1>(byte_size() / sizeof(U)));
    else
      return reinterpret<U, D>(range_);
  }

  template <class Property> bool has_property() const noexcept { return properties_.template has_property<Property>(); }
  template <class Property> Property get_property() const { return properties_.template get_property<Property>(); }

  friend bool operator==(const buffer &a, const buffer &b) noexcept {
    return a.state_ == b.state_ && a.begin_ == b.begin_ && a.range_ == b.range_;
  }
  friend bool operator!=(const buffer &a, const buffer &b) noexcept { return !(a == b); }
  bool ext_oneapi_owner_before(const buffer &other) const noexcept { return state_.owner_before(other.state_); }
  template <class Buffer> bool ext_oneapi_owner_before(const ext::oneapi::weak_object<Buffer> &other) const noexcept {
    return ext::oneapi::weak_object<Buffer>(*this).owner_before(other);
  }

private:
  template <class, int, class> friend class buffer;
  friend struct detail::buffer_access;
  friend struct std::hash<buffer>;

  buffer(const range<Dimensions> &extent, const detail::host_content &content, AllocatorT allocator,
         const property_list &properties)
      : state_(detail::make_buffer(extent.size() * sizeof(T), alignof(T), content, detail::allocation_by(allocator),
                                   properties)),
        range_(extent), allocator_(std::move(allocator)), properties_(properties) {}
  buffer(detail::buffer_state state, const range<Dimensions> &extent, std::size_t begin, bool is_part,
         AllocatorT allocator, const property_list &properties)
      : state_(std::move(state)), range_(extent), begin_(begin), is_part_(is_part), allocator_(std::move(allocator)),
        properties_(properties) {}

  static detail::host_content content(const T *data, std::shared_ptr<void> owner = {}, bool constant = true) {
    return {const_cast<mutable_type *>(data), constant, std::move(owner)};
  }
  template <class U = T, class = if_mutable<U>>
  static detail::host_content content(T *data, std::shared_ptr<void> owner = {}) {
    return content(data, std::move(owner), false);
  }
  template <class Shared> static std::shared_ptr<void> shared(const Shared &data) {
    return std::shared_ptr<void>(data, const_cast<mutable_type *>(data.get()));
  }

  template <class U> void set_final(const std::weak_ptr<U> &destination) {
    detail::set_final_data(state_, [destination, begin = begin_, n = size()](const void *bytes) {
      const auto there = destination.lock();
      if (!there)
        return;
      auto *to = &there.get()[0];
      if constexpr (std::is_assignable_v<decltype(*to), const T &>)
        std::copy_n(elements(bytes, begin), n, to);
      else // an array as a whole
        std::copy_n(elements(bytes, begin), n, reinterpret_cast<std::remove_const_t<T> *>(to));
    });
  }
  template <class U> void set_final(const std::shared_ptr<U> &destination) { set_final(std::weak_ptr<U>(destination)); }
  void set_final(void *destination) { set_final(static_cast<std::remove_const_t<T> *>(destination)); }
  template <class Iterator> void set_final(Iterator destination) {
    detail::set_final_data(state_, [destination, begin = begin_, n = size()](const void *bytes) {
      std::copy_n(elements(bytes, begin), n, destination);
    });
  }
  static const T *elements(const void *bytes, std::size_t begin) {
    return reinterpret_cast<const T *>(static_cast<const char *>(bytes) + begin);
  }

  detail::buffer_state state_;
  range<Dimensions> range_;
  std::size_t begin_ = 0; ///< in the memory of the whole
  bool is_part_ = false;
  AllocatorT allocator_;
  property_list properties_;
};

template <class InputIterator, class AllocatorT,
          class = std::enable_if_t<detail::is_iterator<InputIterator> && !std::is_base_of_v<property_list, AllocatorT>>>
buffer(InputIterator, InputIterator, AllocatorT, const property_list & = {})
    -> buffer<typename std::iterator_traits<InputIterator>::value_type, 1, AllocatorT>;
template <class InputIterator, class = std::enable_if_t<detail::is_iterator<InputIterator>>>
buffer(InputIterator, InputIterator, const property_list & = {})
    -> buffer<typename std::iterator_traits<InputIterator>::value_type, 1>;
template <class T, int D> buffer(const T *, const range<D> &, const property_list & = {}) -> buffer<T, D>;
template <class T, int D, class AllocatorT>
buffer(const T *, const range<D> &, AllocatorT, const property_list & = {}) -> buffer<T, D, AllocatorT>;
template <class Container, class T = typename detail::container_element<Container>::type>
buffer(Container &, const property_list & = {}) -> buffer<std::remove_const_t<T>, 1>;
template <class Container, class AllocatorT, class T = typename detail::container_element<Container>::type,
          class = std::enable_if_t<!std::is_base_of_v<property_list, AllocatorT>>>
buffer(Container &, AllocatorT, const property_list & = {}) -> buffer<std::remove_const_t<T>, 1, AllocatorT>;

template <class Property, class T, int Dimensions, class AllocatorT>
struct is_property_of<Property, buffer<T, Dimensions, AllocatorT>>
    : detail::is_one_of<Property, property::buffer::use_host_ptr, property::buffer::use_mutex,
                        property::buffer::context_bound, property::buffer::mem_channel,
                        ext::oneapi::property::buffer::use_pinned_host_memory> {};

namespace detail {

/// What accessors and weak references need to know of a buffer.
struct buffer_access {
  template <class Buffer> static const buffer_state &state(const Buffer &b) noexcept { return b.state_; }
  template <class Buffer> static std::size_t begin(const Buffer &b) noexcept { return b.begin_; }
  template <class Buffer> static Buffer with_state(Buffer b, buffer_state state) noexcept {
    b.state_ = std::move(state);
    return b;
  }
};

} // namespace detail
} // namespace _V1
} // namespace sycl

template <class T, int Dimensions, class AllocatorT> struct std::hash<sycl::buffer<T, Dimensions, AllocatorT>> {
  std::size_t operator()(const sycl::buffer<T, Dimensions, AllocatorT> &b) const noexcept {
    return std::hash<std::shared_ptr<weft::sycl_api::BufferState>>()(b.state_) ^ b.begin_;
  }
};
