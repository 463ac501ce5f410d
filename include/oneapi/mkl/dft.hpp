// Fourier transforms of oneMKL: descriptors of one to three dimensions, computed from and to USM and buffers.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <oneapi/mkl/dft/plan.hpp>
#include <oneapi/mkl/dft/types.hpp>
#include <oneapi/mkl/exceptions.hpp>
#include <sycl/sycl.hpp>

namespace oneapi::mkl::dft {

template <precision Precision, domain Domain> class descriptor {
  static constexpr bool of_real = Domain == domain::REAL;

public:
  using scalar_type = std::conditional_t<Precision == precision::SINGLE, float, double>;
  using backward_type = std::complex<scalar_type>;
  using forward_type = std::conditional_t<of_real, scalar_type, backward_type>;

  descriptor(std::int64_t length) : descriptor(std::vector{length}) {}
  descriptor(std::vector<std::int64_t> lengths) : lengths_(std::move(lengths)) { check_lengths(); }

  void set_value(config_param param, config_value value) {
    if (param == config_param::PLACEMENT)
      placement_ = value;
    else if (param == config_param::COMPLEX_STORAGE)
      only(param, value, config_value::COMPLEX_COMPLEX);
    else if (param == config_param::REAL_STORAGE)
      only(param, value, config_value::REAL_REAL);
    else if (param == config_param::CONJUGATE_EVEN_STORAGE)
      only(param, value, config_value::COMPLEX_COMPLEX);
    plan_.reset();
  }
  void set_value(config_param param, DFTI_CONFIG_VALUE value) { set_value(param, static_cast<config_value>(value)); }

  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  void set_value(config_param param, Number value) {
    plan_.reset();
    switch (param) {
    case config_param::FORWARD_SCALE:
      forward_scale_ = static_cast<scalar_type>(value);
      return;
    case config_param::BACKWARD_SCALE:
      backward_scale_ = static_cast<scalar_type>(value);
      return;
    case config_param::NUMBER_OF_TRANSFORMS:
      transforms_ = static_cast<std::int64_t>(value);
      return;
    case config_param::FWD_DISTANCE:
      forward_distance_ = static_cast<std::int64_t>(value);
      return;
    case config_param::BWD_DISTANCE:
      backward_distance_ = static_cast<std::int64_t>(value);
      return;
    case config_param::LENGTHS:
      lengths_ = {static_cast<std::int64_t>(value)};
      return check_lengths();
    case config_param::TRANSPOSE:
    case config_param::THREAD_LIMIT:
      return;
    default:
      throw_unknown("set_value", param);
    }
  }

  /// Lengths, or an offset and the strides of the dimensions.
  void set_value(config_param param, const std::vector<std::int64_t> &values) {
    if (values.size() != lengths_.size() + (param == config_param::LENGTHS ? 0 : 1))
      throw invalid_argument("dft", "set_value",
                             std::to_string(values.size()) + " values for " + std::to_string(lengths_.size()) +
                                 " dimensions; strides are one more than dimensions, the first one is an offset");
    plan_.reset();
    if (param == config_param::LENGTHS) {
      lengths_ = values;
      check_lengths();
    } else {
      std::vector<std::int64_t> *const strides = strides_of(param);
      strides != nullptr ? void(*strides = values) : throw_unknown("set_value", param);
    }
  }
  void set_value(config_param param, const std::int64_t *values) {
    set_value(param, std::vector(values, values + lengths_.size() + (param == config_param::LENGTHS ? 0 : 1)));
  }

  template <class T> void get_value(config_param param, T *value) const {
    if constexpr (std::is_same_v<T, config_value>)
      *value = told(param);
    else if constexpr (std::is_same_v<T, domain>)
      *value = Domain;
    else if constexpr (std::is_same_v<T, precision>)
      *value = Precision;
    else if (const auto *several = values_of(param))
      std::copy(several->begin(), several->end(), value);
    else
      *value = static_cast<T>(number(param));
  }
  void get_value(config_param param, std::vector<std::int64_t> *values) const {
    const auto *several = values_of(param);
    several != nullptr ? void(*values = *several) : throw_unknown("get_value", param);
  }

  void commit(sycl::queue &queue) {
    detail::Index lengths{1, 1, 1};
    for (std::size_t i = 0; i < lengths_.size(); ++i)
      lengths[3 - lengths_.size() + i] = static_cast<std::uint32_t>(lengths_[i]);
    plan_ = std::make_shared<detail::Plan<scalar_type>>(queue, lengths, static_cast<std::size_t>(transforms_));
  }

  /// Transforms have memory of their own, whatever they are told. Programs give memory of any type.
  template <class T> void set_workspace(T *) const {}
  template <class T, class Allocator> void set_workspace(sycl::buffer<T, 1, Allocator> &) const {}

  /// From `from` to `to`, of the types that this descriptor transforms, or of their parts.
  template <class From, class To>
  sycl::event compute(bool forward, const From &from, const To &to, bool in_place,
                      const std::vector<sycl::event> &after) const {
    if (!plan_)
      throw uninitialized("dft", forward ? "compute_forward" : "compute_backward",
                          "the descriptor is not committed since it was made or changed; call commit(queue)");
    const detail::Layout forward_side = layout(forward, forward, in_place),
                         backward_side = layout(!forward, forward, in_place);
    if (forward)
      return plan_->template transform<forward_type, backward_type>(from, forward_side, to, backward_side, true,
                                                                    forward_scale_, after);
    return plan_->template transform<backward_type, forward_type>(from, backward_side, to, forward_side, false,
                                                                  backward_scale_, after);
  }

private:
  using Strides = std::vector<std::int64_t>;

  void check_lengths() const {
    if (lengths_.empty() || lengths_.size() > 3)
      throw unimplemented("dft", "descriptor", std::to_string(lengths_.size()) + " dimensions; one to three are there");
    std::int64_t size = 1;
    for (const std::int64_t length : lengths_) {
      if (length < 1 || length > std::numeric_limits<std::int32_t>::max() / size)
        throw invalid_argument("dft", "descriptor",
                               "length " + std::to_string(length) +
                                   " of a dimension; the product of lengths is 1 to 2^31 - 1");
      size *= length;
    }
  }

  static void only(config_param param, config_value value, config_value there) {
    if (value != there)
      throw unimplemented("dft", "set_value",
                          "storage " + std::to_string(static_cast<int>(value)) + " of parameter " +
                              std::to_string(static_cast<int>(param)) + "; complex numbers lie together");
  }
  [[noreturn]] static void throw_unknown(const char *function, config_param param) {
    throw invalid_argument("dft", function,
                           "parameter " + std::to_string(static_cast<int>(param)) + " has no value of this type");
  }

  Strides *strides_of(config_param param) {
    return const_cast<Strides *>(param == config_param::LENGTHS ? nullptr : std::as_const(*this).values_of(param));
  }
  const Strides *values_of(config_param param) const {
    switch (param) {
    case config_param::LENGTHS:
      return &lengths_;
    case config_param::INPUT_STRIDES:
      return &input_strides_;
    case config_param::OUTPUT_STRIDES:
      return &output_strides_;
    case config_param::FWD_STRIDES:
      return &forward_strides_;
    case config_param::BWD_STRIDES:
      return &backward_strides_;
    default:
      return nullptr;
    }
  }
  config_value told(config_param param) const {
    switch (param) {
    case config_param::PLACEMENT:
      return placement_;
    case config_param::COMMIT_STATUS:
      return plan_ ? config_value::COMMITTED : config_value::UNCOMMITTED;
    case config_param::COMPLEX_STORAGE:
    case config_param::CONJUGATE_EVEN_STORAGE:
      return config_value::COMPLEX_COMPLEX;
    case config_param::REAL_STORAGE:
      return config_value::REAL_REAL;
    case config_param::ORDERING:
      return config_value::ORDERED;
    case config_param::PACKED_FORMAT:
      return config_value::CCE_FORMAT;
    case config_param::WORKSPACE:
      return config_value::ALLOW;
    case config_param::WORKSPACE_PLACEMENT:
      return config_value::WORKSPACE_AUTOMATIC;
    default:
      throw_unknown("get_value", param);
    }
  }
  double number(config_param param) const {
    switch (param) {
    case config_param::DIMENSION:
      return static_cast<double>(lengths_.size());
    case config_param::FORWARD_SCALE:
      return forward_scale_;
    case config_param::BACKWARD_SCALE:
      return backward_scale_;
    case config_param::NUMBER_OF_TRANSFORMS:
      return static_cast<double>(transforms_);
    case config_param::FWD_DISTANCE:
      return static_cast<double>(forward_distance_);
    case config_param::BWD_DISTANCE:
      return static_cast<double>(backward_distance_);
    case config_param::WORKSPACE_BYTES:
    case config_param::WORKSPACE_EXTERNAL_BYTES:
    case config_param::WORKSPACE_ESTIMATE_BYTES:
    case config_param::TRANSPOSE:
      return 0;
    default:
      throw_unknown("get_value", param);
    }
  }

  /// Elements from one row to the next where nobody says so. Real ones in place have room for the complex ones.
  std::int64_t row(bool of_forward, bool in_place) const {
    const std::int64_t length = lengths_.back(), half = length / 2 + 1;
    if (!of_real)
      return length;
    return of_forward ? (in_place || lengths_.size() > 1 ? 2 * half : length) : half;
  }

  /// Of what transforms read or write.
  detail::Layout layout(bool input, bool forward, bool in_place) const {
    const bool of_forward = input == forward;
    const std::size_t rank = lengths_.size();
    // Complex elements in place lie where they were read, whatever is said of the output alone.
    const Strides &by_side = of_forward ? forward_strides_ : backward_strides_,
                  &by_direction = input || (in_place && !of_real) ? input_strides_ : output_strides_,
                  &given = by_direction.empty() ? by_side : by_direction;
    detail::Layout layout{0, {0, 0, 0}, 0};
    std::int64_t step = 1;
    for (std::size_t i = rank; i-- > 0;) {
      layout.strides[3 - rank + i] = given.empty() ? step : given[i + 1];
      step *= i + 1 == rank ? row(of_forward, in_place) : lengths_[i];
    }
    layout.offset = given.empty() ? 0 : given[0];
    const std::int64_t distance = of_forward ? forward_distance_ : backward_distance_;
    layout.distance = distance == 0 ? step : distance;
    return layout;
  }

  Strides lengths_, input_strides_, output_strides_, forward_strides_, backward_strides_;
  std::int64_t transforms_ = 1, forward_distance_ = 0, backward_distance_ = 0;
  scalar_type forward_scale_ = 1, backward_scale_ = 1;
  config_value placement_ = config_value::INPLACE;
  std::shared_ptr<detail::Plan<scalar_type>> plan_;
};

// Elements may be given by the type of their parts, too.

template <class Descriptor, class T>
sycl::event compute_forward(Descriptor &descriptor, T *inout, const std::vector<sycl::event> &dependencies = {}) {
  return descriptor.compute(true, inout, inout, true, dependencies);
}
template <class Descriptor, class In, class Out>
sycl::event compute_forward(Descriptor &descriptor, In *in, Out *out,
                            const std::vector<sycl::event> &dependencies = {}) {
  return descriptor.compute(true, in, out, false, dependencies);
}
template <class Descriptor, class T> void compute_forward(Descriptor &descriptor, sycl::buffer<T, 1> &inout) {
  descriptor.compute(true, inout, inout, true, {});
}
template <class Descriptor, class In, class Out>
void compute_forward(Descriptor &descriptor, sycl::buffer<In, 1> &in, sycl::buffer<Out, 1> &out) {
  descriptor.compute(true, in, out, false, {});
}

template <class Descriptor, class T>
sycl::event compute_backward(Descriptor &descriptor, T *inout, const std::vector<sycl::event> &dependencies = {}) {
  return descriptor.compute(false, inout, inout, true, dependencies);
}
template <class Descriptor, class In, class Out>
sycl::event compute_backward(Descriptor &descriptor, In *in, Out *out,
                             const std::vector<sycl::event> &dependencies = {}) {
  return descriptor.compute(false, in, out, false, dependencies);
}
template <class Descriptor, class T> void compute_backward(Descriptor &descriptor, sycl::buffer<T, 1> &inout) {
  descriptor.compute(false, inout, inout, true, {});
}
template <class Descriptor, class In, class Out>
void compute_backward(Descriptor &descriptor, sycl::buffer<In, 1> &in, sycl::buffer<Out, 1> &out) {
  descriptor.compute(false, in, out, false, {});
}

} // namespace oneapi::mkl::dft
