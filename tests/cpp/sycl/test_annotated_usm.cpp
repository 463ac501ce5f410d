// USM allocations that tell their properties with the pointer (sycl_ext_oneapi_usm_malloc_properties).
#include "devices.hpp"
#include "thrown.hpp"

namespace xp = sycl::ext::oneapi::experimental;
namespace intel = sycl::ext::intel::experimental;
using sycl::usm::alloc;

namespace {

class AnnotatedUsm : public EachDevice {};

template <class T, class Pointer, class Properties>
constexpr bool is_of = std::is_same_v<Pointer, xp::annotated_ptr<T, Properties>>;

} // namespace

TEST_P(AnnotatedUsm, PointersTellTheKindThatTheNameTells) {
  const sycl::context c = q.get_context();
  const sycl::device d = q.get_device();
  const xp::properties told{xp::restrict, xp::alignment<64>};
  using of_device = decltype(xp::properties{xp::restrict, xp::alignment<64>, xp::usm_kind<alloc::device>});
  const auto a = xp::malloc_device_annotated<int>(10, q, told);
  const auto b = xp::aligned_alloc_device_annotated<int>(256, 10, d, c, told);
  static_assert(is_of<int, std::remove_const_t<decltype(a)>, of_device>);
  static_assert(std::is_same_v<decltype(a), decltype(b)>);
  EXPECT_EQ(sycl::get_pointer_type(a.get(), c), alloc::device);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.get()) % 64, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(b.get()) % 256, 0u);
  auto on_host = xp::malloc_host_annotated<int>(10, c);
  static_assert(is_of<int, decltype(on_host), decltype(xp::properties{xp::usm_kind<alloc::host>})>);
  EXPECT_EQ(sycl::get_pointer_type(on_host.get(), c), alloc::host);
  auto bytes = xp::malloc_shared_annotated(40, d, c);
  static_assert(is_of<void, decltype(bytes), decltype(xp::properties{xp::usm_kind<alloc::shared>})>);
  EXPECT_EQ(sycl::get_pointer_type(bytes.get(), c), alloc::shared);
  free(a, q);
  free(b, c);
  free(on_host, c);
  free(bytes, q);
}

TEST_P(AnnotatedUsm, ListsMayBeTemplateArgumentsAlone) {
  using told = decltype(xp::properties{xp::alignment<32>});
  using told_with_kind = decltype(xp::properties{xp::alignment<32>, xp::usm_kind<alloc::host>});
  const auto a = xp::malloc_host_annotated<told>(100, q);
  const auto b = xp::malloc_host_annotated<int, told>(25, q);
  const auto c = xp::aligned_alloc_host_annotated<told, told_with_kind>(64, 100, q.get_context());
  const auto d = xp::malloc_annotated<told_with_kind>(100, q);
  static_assert(is_of<void, std::remove_const_t<decltype(a)>, told_with_kind>);
  static_assert(is_of<int, std::remove_const_t<decltype(b)>, told_with_kind>);
  static_assert(std::is_same_v<decltype(a), decltype(c)> && std::is_same_v<decltype(a), decltype(d)>);
  for (const void *p : {a.get(), static_cast<void *>(b.get()), c.get(), d.get()}) {
    EXPECT_EQ(sycl::get_pointer_type(p, q.get_context()), alloc::host);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 32, 0u);
  }
  free(a, q);
  free(b, q);
  free(c, q);
  free(d, q);
}

TEST_P(AnnotatedUsm, TheKindIsKnownAtRunTimeOrAProperty) {
  const sycl::context c = q.get_context();
  for (const alloc kind : {alloc::device, alloc::host, alloc::shared}) {
    auto p = xp::malloc_annotated<int>(10, q, kind, xp::properties{intel::cache_config(intel::large_slm)});
    static_assert(is_of<int, decltype(p), xp::empty_properties_t>, "a property of run time is not the pointer's");
    EXPECT_EQ(sycl::get_pointer_type(p.get(), c), kind);
    free(p, c);
  }
  const xp::properties shared_one{xp::usm_kind<alloc::shared>, intel::cache_config(intel::large_slm)};
  auto p = xp::aligned_alloc_annotated<int>(128, 10, q.get_device(), c, shared_one);
  static_assert(decltype(p)::has_property<xp::usm_kind_key>() && !decltype(p)::has_property<intel::cache_config>());
  static_assert(decltype(p)::get_property<xp::usm_kind_key>().value == alloc::shared);
  EXPECT_EQ(sycl::get_pointer_type(p.get(), c), alloc::shared);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p.get()) % 128, 0u);
  EXPECT_EQ(code_thrown_by([&] { xp::malloc_annotated<int>(10, q, alloc::host, shared_one); }), sycl::errc::invalid);
  free(p, q);
}

TEST_P(AnnotatedUsm, KernelsUseSuchMemory) {
  auto p = xp::malloc_shared_annotated<int>(100, q, xp::properties{xp::alignment<64>});
  q.parallel_for(100, [=](sycl::id<1> i) { p[static_cast<std::ptrdiff_t>(i[0])] = static_cast<int>(i); }).wait();
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(p[i], i);
  free(p, q);
  EXPECT_EQ(xp::malloc_device_annotated<int>(std::size_t(-1) / 2, q).get(), nullptr);
}

WEFT_EACH_DEVICE(AnnotatedUsm);
