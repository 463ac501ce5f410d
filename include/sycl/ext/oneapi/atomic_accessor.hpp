// Accessors whose elements are atomic_refs (DPC++'s extended atomics, before SYCL took them in).
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/atomic_ref.hpp>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi {

template <memory_order> struct order_tag_t {
  explicit order_tag_t() = default;
};
inline constexpr order_tag_t<memory_order::relaxed> relaxed_order{};
inline constexpr order_tag_t<memory_order::acquire> acquire_order{};
inline constexpr order_tag_t<memory_order::release> release_order{};
inline constexpr order_tag_t<memory_order::acq_rel> acq_rel_order{};
inline constexpr order_tag_t<memory_order::seq_cst> seq_cst_order{};

template <memory_scope> struct scope_tag_t {
  explicit scope_tag_t() = default;
};
inline constexpr scope_tag_t<memory_scope::work_item> work_item_scope{};
inline constexpr scope_tag_t<memory_scope::sub_group> sub_group_scope{};
inline constexpr scope_tag_t<memory_scope::work_group> work_group_scope{};
inline constexpr scope_tag_t<memory_scope::device> device_scope{};
inline constexpr scope_tag_t<memory_scope::system> system_scope{};

/// Of a buffer or of local memory. Elements are reached in no other way.
template <class T, int Dimensions, memory_order DefaultOrder, memory_scope DefaultScope, target Target = target::device,
          access::placeholder IsPlaceholder = access::placeholder::false_t>
class atomic_accessor : public accessor<T, Dimensions, access_mode::read_write, Target, IsPlaceholder> {
  using base = accessor<T, Dimensions, access_mode::read_write, Target, IsPlaceholder>;
  static constexpr int buffer_dimensions = Dimensions == 0 ? 1 : Dimensions;
  static constexpr access::address_space space =
      Target == target::local ? access::address_space::local_space : access::address_space::global_space;

public:
  using value_type = T;
  using reference = atomic_ref<T, DefaultOrder, DefaultScope, space>;

  using base::base;
  template <class Allocator>
  atomic_accessor(buffer<T, buffer_dimensions, Allocator> &b, order_tag_t<DefaultOrder>, scope_tag_t<DefaultScope>,
                  const property_list &properties = {})
      : base(b, properties) {}
  template <class Allocator>
  atomic_accessor(buffer<T, buffer_dimensions, Allocator> &b, handler &h, order_tag_t<DefaultOrder>,
                  scope_tag_t<DefaultScope>, const property_list &properties = {})
      : base(b, h, properties) {}

  template <int D = Dimensions, class = std::enable_if_t<(D > 0)>> reference operator[](id<D> i) const {
    return reference(base::operator[](i));
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 1>> reference operator[](std::size_t i) const {
    return reference(base::operator[](id<1>(i)));
  }
  template <int D = Dimensions, class = std::enable_if_t<D == 0>> operator reference() const {
    return reference(*base::get_pointer());
  }
  auto get_pointer() const = delete;
};

template <class T, int D, class A, memory_order Order, memory_scope Scope>
atomic_accessor(buffer<T, D, A> &, order_tag_t<Order>, scope_tag_t<Scope>, const property_list & = {})
    -> atomic_accessor<T, D, Order, Scope, target::device, access::placeholder::true_t>;
template <class T, int D, class A, memory_order Order, memory_scope Scope>
atomic_accessor(buffer<T, D, A> &, handler &, order_tag_t<Order>, scope_tag_t<Scope>, const property_list & = {})
    -> atomic_accessor<T, D, Order, Scope>;

} // namespace ext::oneapi
} // namespace _V1
} // namespace sycl
