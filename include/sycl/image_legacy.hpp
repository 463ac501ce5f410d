// class image with its accessors and class sampler, as SYCL 1.2.1 has them.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <sycl/accessor.hpp>
#include <sycl/detail/image_base.hpp>
#include <sycl/handler.hpp>

namespace sycl {
inline namespace _V1 {

namespace detail {
template <class DataT, int D, access_mode Mode> class image_accessor;
}

class sampler {
public:
  sampler(coordinate_normalization_mode coordinate, addressing_mode addressing, filtering_mode filtering,
          const property_list & = {}) noexcept
      : how_{addressing, coordinate, filtering} {}

  addressing_mode get_addressing_mode() const noexcept { return how_.addressing; }
  coordinate_normalization_mode get_coordinate_normalization_mode() const noexcept { return how_.coordinate; }
  filtering_mode get_filtering_mode() const noexcept { return how_.filtering; }

  template <class Property> bool has_property() const noexcept { return false; }
  template <class Property> Property get_property() const { return property_list().get_property<Property>(); }

  friend bool operator==(const sampler &a, const sampler &b) noexcept { return a.how_ == b.how_; }
  friend bool operator!=(const sampler &a, const sampler &b) noexcept { return !(a == b); }

private:
  template <class, int, access_mode> friend class detail::image_accessor;
  image_sampler how_;
};

template <int Dimensions = 1, class AllocatorT = image_allocator>
class image : public detail::image_base<Dimensions, AllocatorT> {
  using base = detail::image_base<Dimensions, AllocatorT>;
  using content = detail::host_content;

public:
  using allocator_type = AllocatorT;

#define WEFT_PIXELS image_channel_order order, image_channel_type type
  WEFT_IMAGE_CONSTRUCTORS(image, content(), (detail::pixel_format{order, type}), WEFT_PIXELS)
  WEFT_IMAGE_CONSTRUCTORS(image, content{memory}, (detail::pixel_format{order, type}), void *memory, WEFT_PIXELS)
  WEFT_IMAGE_CONSTRUCTORS(image, (content{const_cast<void *>(memory), true}), (detail::pixel_format{order, type}),
                          const void *memory, WEFT_PIXELS)
  WEFT_IMAGE_CONSTRUCTORS(image, (content{memory.get(), false, memory}), (detail::pixel_format{order, type}),
                          std::shared_ptr<void> memory, WEFT_PIXELS)
#undef WEFT_PIXELS

  std::size_t get_count() const noexcept { return this->size(); }
  std::size_t get_size() const noexcept { return this->byte_size(); }

  template <class DataT, access_mode Mode> auto get_access(handler &h) {
    return accessor<DataT, Dimensions, Mode, target::image>(*this, h);
  }
  template <class DataT, access_mode Mode> auto get_access() {
    return accessor<DataT, Dimensions, Mode, target::host_image>(*this);
  }

  template <class Destination = std::nullptr_t> void set_final_data(Destination destination = nullptr) {
    this->final_data(destination);
  }
  void set_write_back(bool flag = true) { this->write_back(flag); }
};

namespace detail {

template <class DataT, int D, access_mode Mode> class image_accessor {
public:
  using value_type = DataT;
  using reference = DataT &;
  using const_reference = const DataT &;

  std::size_t get_count() const noexcept { return get_range().size(); }
  range<D> get_range() const noexcept {
    return gather<range<D>>([this](int d) { return view_.extent[d]; });
  }

  template <class Place> DataT read(const Place &place) const noexcept { return view_.template read<DataT>(place); }
  template <class Place> DataT read(const Place &place, const sampler &s) const noexcept {
    return view_.template sample<DataT>(place, s.how_);
  }
  template <class Place, access_mode M = Mode, class = std::enable_if_t<M != access_mode::read>>
  void write(const Place &place, const DataT &color) const {
    view_.write(place, color);
  }

  friend bool operator==(const image_accessor &a, const image_accessor &b) noexcept {
    return a.view_.data == b.view_.data;
  }
  friend bool operator!=(const image_accessor &a, const image_accessor &b) noexcept { return !(a == b); }

protected:
  image_view<D> view_;
};

} // namespace detail

template <class T, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::image, IsPlaceholder> : public detail::image_accessor<T, Dimensions, Mode> {
public:
  template <class A> accessor(image<Dimensions, A> &i, handler &h, const property_list & = {}) {
    this->view_ = detail::image_access::open(i, h, Mode, false, false);
  }
};

template <class T, int Dimensions, access_mode Mode, access::placeholder IsPlaceholder>
class accessor<T, Dimensions, Mode, target::host_image, IsPlaceholder>
    : public detail::image_accessor<T, Dimensions, Mode> {
public:
  template <class A> accessor(image<Dimensions, A> &i, const property_list & = {}) {
    this->view_ = detail::image_access::open(i, Mode, false, lease_);
  }

private:
  std::shared_ptr<void> lease_;
};

} // namespace _V1
} // namespace sycl

template <int D, class A> struct std::hash<sycl::image<D, A>> {
  std::size_t operator()(const sycl::image<D, A> &i) const noexcept {
    return std::hash<std::shared_ptr<weft::sycl_api::BufferState>>()(sycl::detail::image_access::state(i));
  }
};
template <> struct std::hash<sycl::sampler> {
  std::size_t operator()(const sycl::sampler &s) const noexcept {
    return static_cast<std::size_t>(s.get_addressing_mode()) << 2 |
           static_cast<std::size_t>(s.get_coordinate_normalization_mode()) << 1 |
           static_cast<std::size_t>(s.get_filtering_mode());
  }
};
