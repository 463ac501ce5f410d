// classes unsampled_image and sampled_image with their accessors (SYCL 2020, 4.7.3 and 4.7.6.12 to 4.7.6.15).
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <sycl/access.hpp>
#include <sycl/detail/image_base.hpp>
#include <sycl/handler.hpp>

namespace sycl {
inline namespace _V1 {

enum class image_target : unsigned char { device, host_task };

namespace detail {
constexpr access_mode image_mode(bool is_const) {
  return is_const ? access_mode::read : access_mode::read_write;
}
} // namespace detail

template <class DataT, int Dimensions, access_mode Mode, image_target Target = image_target::device>
class unsampled_image_accessor;
template <class DataT, int Dimensions = 1, access_mode Mode = detail::image_mode(std::is_const_v<DataT>)>
class host_unsampled_image_accessor;
template <class DataT, int Dimensions, image_target Target = image_target::device> class sampled_image_accessor;
template <class DataT, int Dimensions = 1> class host_sampled_image_accessor;

template <int Dimensions = 1, class AllocatorT = image_allocator>
class unsampled_image : public detail::image_base<Dimensions, AllocatorT> {
  using base = detail::image_base<Dimensions, AllocatorT>;
  using content = detail::host_content;

public:
  using allocator_type = AllocatorT;

  WEFT_IMAGE_CONSTRUCTORS(unsampled_image, content(), detail::pixels_of(format), image_format format)
  WEFT_IMAGE_CONSTRUCTORS(unsampled_image, content{memory}, detail::pixels_of(format), void *memory,
                          image_format format)
  WEFT_IMAGE_CONSTRUCTORS(unsampled_image, (content{memory.get(), false, memory}), detail::pixels_of(format),
                          std::shared_ptr<void> memory, image_format format)

  template <class DataT, access_mode Mode = detail::image_mode(std::is_const_v<DataT>),
            image_target Target = image_target::device>
  auto get_access(handler &h, const property_list &properties = {}) {
    return unsampled_image_accessor<std::remove_const_t<DataT>, Dimensions, Mode, Target>(*this, h, properties);
  }
  template <class DataT, access_mode Mode = detail::image_mode(std::is_const_v<DataT>)>
  auto get_host_access(const property_list &properties = {}) {
    return host_unsampled_image_accessor<std::remove_const_t<DataT>, Dimensions, Mode>(*this, properties);
  }

  template <class Destination = std::nullptr_t> void set_final_data(Destination destination = nullptr) {
    this->final_data(destination);
  }
  void set_write_back(bool flag = true) { this->write_back(flag); }
};

template <int Dimensions = 1, class AllocatorT = image_allocator>
class sampled_image : public detail::image_base<Dimensions, AllocatorT> {
  using base = detail::image_base<Dimensions, AllocatorT>;
  using content = detail::host_content;

public:
  using allocator_type = AllocatorT;

// (memory, format, sampler, range, [pitch,] [properties])
#define WEFT_IMAGE_OF(content_, ...)                                                                                   \
  sampled_image(__VA_ARGS__, image_format format, image_sampler sampler, const range<Dimensions> &extent,              \
                const property_list &properties = {})                                                                  \
      : base(content_, detail::pixels_of(format), extent, typename base::no_pitch(), AllocatorT(), properties),        \
        sampler_(sampler) {}                                                                                           \
  template <int D = Dimensions, class = std::enable_if_t<(D > 1)>>                                                     \
  sampled_image(__VA_ARGS__, image_format format, image_sampler sampler, const range<Dimensions> &extent,              \
                const range<D - 1> &pitch, const property_list &properties = {})                                       \
      : base(content_, detail::pixels_of(format), extent, pitch, AllocatorT(), properties), sampler_(sampler) {}
  WEFT_IMAGE_OF((content{const_cast<void *>(memory), true}), const void *memory)
  WEFT_IMAGE_OF((content{const_cast<void *>(memory.get()), true, std::const_pointer_cast<void>(memory)}),
                std::shared_ptr<const void> memory)
#undef WEFT_IMAGE_OF

  template <class DataT, image_target Target = image_target::device>
  auto get_access(handler &h, const property_list &properties = {}) {
    return sampled_image_accessor<DataT, Dimensions, Target>(*this, h, properties);
  }
  template <class DataT> auto get_host_access(const property_list &properties = {}) {
    return host_sampled_image_accessor<DataT, Dimensions>(*this, properties);
  }

  /// How its accessors read it.
  image_sampler sampler() const noexcept { return sampler_; }

private:
  image_sampler sampler_;
};

namespace detail {

/// What image accessors share; it tells apart accessors of different images.
template <class DataT, int D> class image_accessor_base {
public:
  using value_type = DataT;
  using reference = DataT &;
  using const_reference = const DataT &;

  std::size_t size() const noexcept {
    std::size_t all = 1;
    for (int d = 0; d < D; ++d)
      all *= view_.extent[d];
    return all;
  }

  friend bool operator==(const image_accessor_base &a, const image_accessor_base &b) noexcept {
    return a.view_.data == b.view_.data;
  }
  friend bool operator!=(const image_accessor_base &a, const image_accessor_base &b) noexcept { return !(a == b); }

protected:
  image_accessor_base() = default;
  image_view<D> view_;
  friend struct image_hash;
};

struct image_hash {
  template <class DataT, int D> std::size_t operator()(const image_accessor_base<DataT, D> &a) const noexcept {
    return std::hash<const void *>()(a.view_.data);
  }
  template <int D, class A> std::size_t operator()(const image_base<D, A> &i) const noexcept {
    return std::hash<std::shared_ptr<weft::sycl_api::BufferState>>()(image_access::state(i));
  }
};

} // namespace detail

template <class DataT, int Dimensions, access_mode Mode, image_target Target>
class unsampled_image_accessor : public detail::image_accessor_base<DataT, Dimensions> {
public:
  template <class A>
  unsampled_image_accessor(unsampled_image<Dimensions, A> &image, handler &h, const property_list &properties = {}) {
    this->view_ = detail::image_access::open(image, h, Mode, properties.has_property<property::no_init>(),
                                             Target == image_target::host_task);
  }
  template <class A, class Tag, class = std::enable_if_t<detail::is_access_tag<Tag>>>
  unsampled_image_accessor(unsampled_image<Dimensions, A> &image, handler &h, Tag, const property_list &properties = {})
      : unsampled_image_accessor(image, h, properties) {}

  template <class Place, access_mode M = Mode, class = std::enable_if_t<M != access_mode::write>>
  DataT read(const Place &place) const noexcept {
    return this->view_.template read<DataT>(place);
  }
  template <class Place, access_mode M = Mode, class = std::enable_if_t<M != access_mode::read>>
  void write(const Place &place, const DataT &color) const {
    this->view_.write(place, color);
  }
};

template <class DataT, int Dimensions, access_mode Mode>
class host_unsampled_image_accessor : public detail::image_accessor_base<DataT, Dimensions> {
public:
  template <class A>
  host_unsampled_image_accessor(unsampled_image<Dimensions, A> &image, const property_list &properties = {}) {
    this->view_ = detail::image_access::open(image, Mode, properties.has_property<property::no_init>(), lease_);
  }
  template <class A, class Tag, class = std::enable_if_t<detail::is_access_tag<Tag>>>
  host_unsampled_image_accessor(unsampled_image<Dimensions, A> &image, Tag, const property_list &properties = {})
      : host_unsampled_image_accessor(image, properties) {}

  template <class Place, access_mode M = Mode, class = std::enable_if_t<M != access_mode::write>>
  DataT read(const Place &place) const noexcept {
    return this->view_.template read<DataT>(place);
  }
  template <class Place, access_mode M = Mode, class = std::enable_if_t<M != access_mode::read>>
  void write(const Place &place, const DataT &color) const {
    this->view_.write(place, color);
  }

private:
  std::shared_ptr<void> lease_;
};

template <class DataT, int Dimensions, image_target Target>
class sampled_image_accessor : public detail::image_accessor_base<DataT, Dimensions> {
public:
  template <class A>
  sampled_image_accessor(sampled_image<Dimensions, A> &image, handler &h, const property_list & = {})
      : sampler_(image.sampler()) {
    this->view_ = detail::image_access::open(image, h, access_mode::read, false, Target == image_target::host_task);
  }
  template <class A, class Tag, class = std::enable_if_t<detail::is_access_tag<Tag>>>
  sampled_image_accessor(sampled_image<Dimensions, A> &image, handler &h, Tag, const property_list &properties = {})
      : sampled_image_accessor(image, h, properties) {}

  template <class Place> DataT read(const Place &place) const noexcept {
    return this->view_.template sample<DataT>(place, sampler_);
  }

private:
  image_sampler sampler_;
};

template <class DataT, int Dimensions>
class host_sampled_image_accessor : public detail::image_accessor_base<DataT, Dimensions> {
public:
  template <class A>
  host_sampled_image_accessor(sampled_image<Dimensions, A> &image, const property_list & = {})
      : sampler_(image.sampler()) {
    this->view_ = detail::image_access::open(image, access_mode::read, false, lease_);
  }

  template <class Place> DataT read(const Place &place) const noexcept {
    return this->view_.template sample<DataT>(place, sampler_);
  }

private:
  image_sampler sampler_;
  std::shared_ptr<void> lease_;
};

template <class Property, int D, class A>
struct is_property_of<Property, unsampled_image<D, A>> : is_property_of<Property, buffer<std::byte, 1>> {};
template <class Property, int D, class A>
struct is_property_of<Property, sampled_image<D, A>> : is_property_of<Property, buffer<std::byte, 1>> {};
template <class Property, class T, int D, access_mode M, image_target Target>
struct is_property_of<Property, unsampled_image_accessor<T, D, M, Target>>
    : detail::is_one_of<Property, property::no_init> {};
template <class Property, class T, int D, access_mode M>
struct is_property_of<Property, host_unsampled_image_accessor<T, D, M>>
    : detail::is_one_of<Property, property::no_init> {};

} // namespace _V1
} // namespace sycl

template <int D, class A> struct std::hash<sycl::unsampled_image<D, A>> : sycl::detail::image_hash {};
template <int D, class A> struct std::hash<sycl::sampled_image<D, A>> : sycl::detail::image_hash {};
template <class T, int D, sycl::access_mode M, sycl::image_target Target>
struct std::hash<sycl::unsampled_image_accessor<T, D, M, Target>> : sycl::detail::image_hash {};
template <class T, int D, sycl::access_mode M>
struct std::hash<sycl::host_unsampled_image_accessor<T, D, M>> : sycl::detail::image_hash {};
template <class T, int D, sycl::image_target Target>
struct std::hash<sycl::sampled_image_accessor<T, D, Target>> : sycl::detail::image_hash {};
template <class T, int D> struct std::hash<sycl::host_sampled_image_accessor<T, D>> : sycl::detail::image_hash {};
