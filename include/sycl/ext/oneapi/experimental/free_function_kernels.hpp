// Kernels that are plain functions (sycl_ext_oneapi_free_function_kernels), launched with a value for each parameter.
//
// What kind of kernel SYCL_EXT_ONEAPI_FUNCTION_PROPERTY says a function is is the function's alignment: of the
// attributes the one that may depend on template parameters, that constant expressions can ask for, and that is neither
// part of the type or the symbol nor of what later declarations have to repeat.
#pragma once

#include <sycl/detail/kernel.hpp>
#include <sycl/ext/oneapi/experimental/enqueue_functions.hpp>
#include <sycl/kernel_bundle.hpp>

#define SYCL_EXT_ONEAPI_FREE_FUNCTION_KERNELS 1

#if WEFT_HAS_KERNELS
#if WEFT_DEVICE_PASS
#define WEFT_PROPERTY_MARK(...)                                                                                        \
  , annotate("weft.property", ::sycl::detail::property_sort(__VA_ARGS__), ::sycl::detail::property_size(__VA_ARGS__),  \
             ::sycl::detail::property_part(__VA_ARGS__, 0), ::sycl::detail::property_part(__VA_ARGS__, 1),             \
             ::sycl::detail::property_part(__VA_ARGS__, 2))
#else
#define WEFT_PROPERTY_MARK(...)
#endif
/// Before a function's declaration: what kind of kernel it is, or what a kernel that calls it requires. Another file
/// may define the function.
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(...)                                                                         \
  SYCL_EXTERNAL __attribute__((aligned(::sycl::detail::form_alignment(__VA_ARGS__)) WEFT_PROPERTY_MARK(__VA_ARGS__)))

/// In a launch, instead of a kernel_function and its arguments: such a function by its name alone, and the arguments.
#define SYCL_EXT_ONEAPI_KERNEL_FUNCTION(name, ...)                                                                     \
  ::sycl::ext::oneapi::experimental::named_function {                                                                  \
    [](auto... values) { name(values...); }                                                                            \
  }                                                                                                                    \
  __VA_OPT__(, ) __VA_ARGS__

namespace sycl {
inline namespace _V1 {
namespace detail {

// A property as numbers, which annotations hold: what it requires, how many values it has, and these.
enum property_sorts : unsigned { hint, group_size_property, sub_group_size_property, aspects_property };
template <class Property> constexpr unsigned property_sort(Property) {
  using namespace ext::oneapi::experimental;
  using key = typename Property::key_t;
  return std::is_same_v<key, work_group_size_key>  ? group_size_property
         : std::is_same_v<key, sub_group_size_key> ? sub_group_size_property
         : std::is_same_v<key, device_has_key>     ? aspects_property
                                                   : hint;
}
template <class Key, class... Values>
constexpr unsigned property_size(ext::oneapi::experimental::property_value<Key, Values...>) {
  return sizeof...(Values);
}
template <class Key, class... Values>
constexpr unsigned property_part(ext::oneapi::experimental::property_value<Key, Values...>, unsigned n) {
  const unsigned values[] = {static_cast<unsigned>(Values::value)..., 0};
  return n < sizeof...(Values) ? values[n] : 0;
}

// 64 bytes for a task, 128, 256 and 512 for an nd_range of as many dimensions; properties of another kind ask for none.
template <class Property> constexpr std::size_t form_alignment(Property) {
  return 1;
}
constexpr std::size_t form_alignment(ext::oneapi::experimental::single_task_kernel_key::value_t) {
  return 64;
}
template <int Dimensions>
constexpr std::size_t form_alignment(ext::oneapi::experimental::nd_range_kernel_key::value_t<Dimensions>) {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "an nd_range_kernel has 1, 2 or 3 dimensions");
  return 64 << Dimensions;
}
// The compiler folds such a cast only where it is asked whether it can.
template <auto *Function, std::size_t Bytes>
inline constexpr bool aligned_to = __builtin_constant_p(__builtin_is_aligned((const void *)Function, Bytes))
                                       ? __builtin_is_aligned((const void *)Function, Bytes)
                                       : false;

/// What the properties of a function say: so many dimensions of an nd_range, a task, or neither.
struct function_form {
  int dims = 0;
  bool task = false;
};
template <auto *Function> constexpr function_form form_of_function() {
  const int dims = aligned_to<Function, 128> + aligned_to<Function, 256> + aligned_to<Function, 512>;
  return {dims, aligned_to<Function, 64> && dims == 0};
}

/// The values of a function's parameters, one behind the other.
template <class...> struct argument_list {
  static void places(std::size_t, kernel_parameter *) {}
  template <auto *Function, class... Before> void call(const Before &...before) const { Function(before...); }
};
template <class Last> struct argument_list<Last> {
  Last last;
  static void places(std::size_t at, kernel_parameter *to) { *to = {at, sizeof(Last)}; }
  template <auto *Function, class... Before> void call(const Before &...before) const { Function(before..., last); }
};
template <class First, class Second, class... Rest> struct argument_list<First, Second, Rest...> {
  First first;
  argument_list<Second, Rest...> rest;
  static void places(std::size_t at, kernel_parameter *to) {
    constexpr std::size_t unit = alignof(argument_list<Second, Rest...>);
    *to = {at, sizeof(First)};
    argument_list<Second, Rest...>::places(at + (sizeof(First) + unit - 1) / unit * unit, to + 1);
  }
  template <auto *Function, class... Before> void call(const Before &...before) const {
    rest.template call<Function>(before..., first);
  }
};

/// The function object of such a kernel.
template <auto *Function, class Type = decltype(Function)> struct free_function;
template <auto *Function, class... Parameters> struct free_function<Function, void (*)(Parameters...)> {
  static_assert((!std::is_reference_v<Parameters> && ...), "a kernel's parameters are values");
  static constexpr std::size_t parameters = sizeof...(Parameters);
  using values = argument_list<std::remove_cv_t<Parameters>...>;

  template <class... Given> static free_function with(const Given &...given) {
    static_assert(sizeof...(Given) == parameters, "the kernel takes another number of arguments");
    if constexpr (sizeof...(Given) == parameters)
      return {pack<std::remove_cv_t<Parameters>...>(given...)};
  }

  void operator()() const { arguments.template call<Function>(); }
  template <int D> void operator()(const nd_item<D> &) const { arguments.template call<Function>(); }

  values arguments;

private:
  template <class... None> static auto pack() { return argument_list<>(); }
  template <class First, class... Rest, class Value, class... Values>
  static argument_list<First, Rest...> pack(const Value &value, const Values &...more) {
    if constexpr (sizeof...(Rest) == 0)
      return {static_cast<First>(value)};
    else
      return {static_cast<First>(value), pack<Rest...>(more...)};
  }
};
template <auto *Function, class... Parameters>
struct free_function<Function, void (*)(Parameters...) noexcept> : free_function<Function, void (*)(Parameters...)> {};

template <auto *Function> const kernel_entry &entry_of_function() {
  constexpr function_form form = form_of_function<Function>();
  static_assert(form.task || form.dims != 0, "a SYCL_EXT_ONEAPI_FUNCTION_PROPERTY of the function's first declaration "
                                             "must say that it is a single_task_kernel or an nd_range_kernel");
  using F = free_function<Function>;
  using Payload = std::conditional_t<form.task, task_payload<F>, nd_range_payload<F, form.dims>>;
  using Kernel = std::conditional_t<form.task, range_kernel<1, F>, nd_range_kernel<form.dims, F>>;
  const kernel_entry &entry = registered_kernel<Kernel, Payload>();
  kernel_parameter places[F::parameters + 1];
  F::values::places(offsetof(Payload, f), places);
  describe_parameters(entry, {form.dims, sizeof(blob<Payload>), {places, places + F::parameters}});
  return entry;
}

} // namespace detail
namespace ext::oneapi::experimental {

template <auto *Function, int Dimensions>
struct is_nd_range_kernel
    : std::bool_constant<Dimensions != 0 && sycl::detail::form_of_function<Function>().dims == Dimensions> {};
template <auto *Function>
struct is_single_task_kernel : std::bool_constant<sycl::detail::form_of_function<Function>().task> {};
template <auto *Function>
struct is_kernel : std::bool_constant<is_single_task_kernel<Function>::value ||
                                      sycl::detail::form_of_function<Function>().dims != 0> {};
template <auto *Function, int Dimensions>
inline constexpr bool is_nd_range_kernel_v = is_nd_range_kernel<Function, Dimensions>::value;
template <auto *Function> inline constexpr bool is_single_task_kernel_v = is_single_task_kernel<Function>::value;
template <auto *Function> inline constexpr bool is_kernel_v = is_kernel<Function>::value;

template <auto *Function> struct kernel_function_s {};
template <auto *Function> inline constexpr kernel_function_s<Function> kernel_function;

// As the function objects of enqueue_functions.hpp, whose forms for queues these serve, too.
template <class Name = sycl::detail::unnamed, auto *Function, class... Arguments>
void single_task(handler &h, const kernel_function_s<Function> &, const Arguments &...arguments) {
  h.single_task(sycl::detail::free_function<Function>::with(arguments...));
}
template <class Name = sycl::detail::unnamed, int D, auto *Function, class... Arguments>
void nd_launch(handler &h, nd_range<D> space, const kernel_function_s<Function> &, const Arguments &...arguments) {
  h.parallel_for(space, sycl::detail::free_function<Function>::with(arguments...));
}
template <class Name = sycl::detail::unnamed, int D, class Properties, auto *Function, class... Arguments>
void nd_launch(handler &h, const launch_config<nd_range<D>, Properties> &config, const kernel_function_s<Function> &,
               const Arguments &...arguments) {
  h.parallel_for(config.get_range(), config.get_properties(),
                 sycl::detail::free_function<Function>::with(arguments...));
}

/// What SYCL_EXT_ONEAPI_KERNEL_FUNCTION makes of a function's name: something that calls it.
template <class Call> struct named_function {
  Call call;
};
template <class Call> named_function(Call) -> named_function<Call>;

// The same of functions by name, whose template arguments and overload follow from the launch's arguments.
template <class Name = sycl::detail::unnamed, class Call, class... Arguments>
void single_task(handler &h, const named_function<Call> &function, const Arguments &...arguments) {
  h.single_task([call = function.call, arguments...] { call(arguments...); });
}
template <class Name = sycl::detail::unnamed, int D, class Call, class... Arguments>
void nd_launch(handler &h, nd_range<D> space, const named_function<Call> &function, const Arguments &...arguments) {
  h.parallel_for(space, [call = function.call, arguments...](nd_item<D>) { call(arguments...); });
}
template <class Name = sycl::detail::unnamed, int D, class Properties, class Call, class... Arguments>
void nd_launch(handler &h, const launch_config<nd_range<D>, Properties> &config, const named_function<Call> &function,
               const Arguments &...arguments) {
  h.parallel_for(config.get_range(), config.get_properties(),
                 [call = function.call, arguments...](nd_item<D>) { call(arguments...); });
}

template <auto *Function> kernel_id get_kernel_id() {
  return sycl::detail::id_of_entry(sycl::detail::entry_of_function<Function>());
}
template <auto *Function, bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c) {
  return sycl::get_kernel_bundle<State>(c, {get_kernel_id<Function>()});
}
template <auto *Function, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devices) {
  return sycl::get_kernel_bundle<State>(c, devices, {get_kernel_id<Function>()});
}
template <auto *Function, bundle_state State> bool has_kernel_bundle(const context &c) {
  return sycl::has_kernel_bundle<State>(c, {get_kernel_id<Function>()});
}
template <auto *Function, bundle_state State>
bool has_kernel_bundle(const context &c, const std::vector<device> &devices) {
  return sycl::has_kernel_bundle<State>(c, devices, {get_kernel_id<Function>()});
}
template <auto *Function> bool is_compatible(const device &d) {
  return sycl::detail::is_compatible(get_kernel_id<Function>(), d);
}
template <auto *Function, class Param> typename Param::return_type get_kernel_info(const context &c) {
  return get_kernel_bundle<Function, bundle_state::executable>(c)
      .get_kernel(get_kernel_id<Function>())
      .template get_info<Param>();
}
template <auto *Function, class Param> typename Param::return_type get_kernel_info(const context &c, const device &d) {
  return get_kernel_bundle<Function, bundle_state::executable>(c)
      .get_kernel(get_kernel_id<Function>())
      .template get_info<Param>(d);
}
template <auto *Function, class Param> typename Param::return_type get_kernel_info(const queue &q) {
  return get_kernel_info<Function, Param>(q.get_context(), q.get_device());
}

} // namespace ext::oneapi::experimental
template <bundle_state State> template <auto *Function> bool kernel_bundle<State>::ext_oneapi_has_kernel() const {
  return has_kernel(ext::oneapi::experimental::get_kernel_id<Function>());
}
template <bundle_state State>
template <auto *Function>
bool kernel_bundle<State>::ext_oneapi_has_kernel(const device &d) const {
  return has_kernel(ext::oneapi::experimental::get_kernel_id<Function>(), d);
}
template <bundle_state State> template <auto *Function> kernel kernel_bundle<State>::ext_oneapi_get_kernel() const {
  return get_kernel(ext::oneapi::experimental::get_kernel_id<Function>());
}
} // namespace _V1
} // namespace sycl

#else // a host compiler, which makes no kernels
#define SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(...)
#endif
