// Which architecture a device is of, as the host and kernels ask (sycl_ext_oneapi_device_architecture). Kernels are
// made for every device; finalizers answer their questions and drop what is for others.
#pragma once

#include <initializer_list>
#include <sycl/detail/device.hpp>

#define SYCL_EXT_ONEAPI_DEVICE_ARCHITECTURE 2

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

/// NVIDIA's are numbered as NVIDIA does.
enum class architecture : unsigned {
  nvidia_gpu_sm_50 = 50,
  nvidia_gpu_sm_52 = 52,
  nvidia_gpu_sm_53 = 53,
  nvidia_gpu_sm_60 = 60,
  nvidia_gpu_sm_61 = 61,
  nvidia_gpu_sm_62 = 62,
  nvidia_gpu_sm_70 = 70,
  nvidia_gpu_sm_72 = 72,
  nvidia_gpu_sm_75 = 75,
  nvidia_gpu_sm_80 = 80,
  nvidia_gpu_sm_86 = 86,
  nvidia_gpu_sm_87 = 87,
  nvidia_gpu_sm_88 = 88,
  nvidia_gpu_sm_89 = 89,
  nvidia_gpu_sm_90 = 90,
  nvidia_gpu_sm_100 = 100,
  nvidia_gpu_sm_101 = 101,
  nvidia_gpu_sm_103 = 103,
  nvidia_gpu_sm_110 = 110,
  nvidia_gpu_sm_120 = 120,
  nvidia_gpu_sm_121 = 121,
  unknown = 1000,
  x86_64,
  intel_cpu_spr,
  intel_cpu_gnr,
  intel_cpu_dmr,
  intel_gpu_bdw,
  intel_gpu_skl,
  intel_gpu_kbl,
  intel_gpu_cfl,
  intel_gpu_apl,
  intel_gpu_glk,
  intel_gpu_whl,
  intel_gpu_aml,
  intel_gpu_cml,
  intel_gpu_icllp,
  intel_gpu_ehl,
  intel_gpu_tgllp,
  intel_gpu_rkl,
  intel_gpu_adl_s,
  intel_gpu_adl_p,
  intel_gpu_adl_n,
  intel_gpu_dg1,
  intel_gpu_acm_g10,
  intel_gpu_acm_g11,
  intel_gpu_acm_g12,
  intel_gpu_pvc,
  intel_gpu_pvc_vg,
  intel_gpu_mtl_u,
  intel_gpu_mtl_h,
  intel_gpu_arl_h,
  intel_gpu_bmg_g21,
  intel_gpu_bmg_g31,
  intel_gpu_lnl_m,
  intel_gpu_ptl_h,
  intel_gpu_ptl_u,
  intel_gpu_wcl,
  intel_gpu_nvl_s,
  intel_gpu_nvl_u,
  intel_gpu_nvl_p,
  intel_gpu_cri,
  amd_gpu_gfx700,
  amd_gpu_gfx701,
  amd_gpu_gfx702,
  amd_gpu_gfx801,
  amd_gpu_gfx802,
  amd_gpu_gfx803,
  amd_gpu_gfx805,
  amd_gpu_gfx810,
  amd_gpu_gfx900,
  amd_gpu_gfx902,
  amd_gpu_gfx904,
  amd_gpu_gfx906,
  amd_gpu_gfx908,
  amd_gpu_gfx909,
  amd_gpu_gfx90a,
  amd_gpu_gfx90c,
  amd_gpu_gfx940,
  amd_gpu_gfx941,
  amd_gpu_gfx942,
  amd_gpu_gfx1010,
  amd_gpu_gfx1011,
  amd_gpu_gfx1012,
  amd_gpu_gfx1013,
  amd_gpu_gfx1030,
  amd_gpu_gfx1031,
  amd_gpu_gfx1032,
  amd_gpu_gfx1033,
  amd_gpu_gfx1034,
  amd_gpu_gfx1035,
  amd_gpu_gfx1036,
  amd_gpu_gfx1100,
  amd_gpu_gfx1101,
  amd_gpu_gfx1102,
  amd_gpu_gfx1103,
  amd_gpu_gfx1150,
  amd_gpu_gfx1151,
  amd_gpu_gfx1200,
  amd_gpu_gfx1201,

  // Other names of Intel's: by relatives, and by numbers.
  intel_gpu_jsl = intel_gpu_ehl,
  intel_gpu_rpl_s = intel_gpu_adl_s,
  intel_gpu_dg2_g10 = intel_gpu_acm_g10,
  intel_gpu_dg2_g11 = intel_gpu_acm_g11,
  intel_gpu_dg2_g12 = intel_gpu_acm_g12,
  intel_gpu_mtl_s = intel_gpu_mtl_u,
  intel_gpu_arl_u = intel_gpu_mtl_u,
  intel_gpu_arl_s = intel_gpu_mtl_u,
  intel_gpu_nvl_hx = intel_gpu_nvl_s,
  intel_gpu_nvl_ul = intel_gpu_nvl_s,
  intel_gpu_nvl_h = intel_gpu_nvl_u,
  intel_gpu_8_0_0 = intel_gpu_bdw,
  intel_gpu_9_0_9 = intel_gpu_skl,
  intel_gpu_9_1_9 = intel_gpu_kbl,
  intel_gpu_9_2_9 = intel_gpu_cfl,
  intel_gpu_9_3_0 = intel_gpu_apl,
  intel_gpu_9_4_0 = intel_gpu_glk,
  intel_gpu_9_5_0 = intel_gpu_whl,
  intel_gpu_9_6_0 = intel_gpu_aml,
  intel_gpu_9_7_0 = intel_gpu_cml,
  intel_gpu_11_0_0 = intel_gpu_icllp,
  intel_gpu_11_2_0 = intel_gpu_ehl,
  intel_gpu_12_0_0 = intel_gpu_tgllp,
  intel_gpu_12_1_0 = intel_gpu_rkl,
  intel_gpu_12_2_0 = intel_gpu_adl_s,
  intel_gpu_12_3_0 = intel_gpu_adl_p,
  intel_gpu_12_4_0 = intel_gpu_adl_n,
  intel_gpu_12_10_0 = intel_gpu_dg1,
  intel_gpu_12_55_8 = intel_gpu_acm_g10,
  intel_gpu_12_56_5 = intel_gpu_acm_g11,
  intel_gpu_12_57_0 = intel_gpu_acm_g12,
  intel_gpu_12_60_7 = intel_gpu_pvc,
  intel_gpu_12_61_7 = intel_gpu_pvc_vg,
  intel_gpu_12_70_4 = intel_gpu_mtl_u,
  intel_gpu_12_71_4 = intel_gpu_mtl_h,
  intel_gpu_12_74_4 = intel_gpu_arl_h,
  intel_gpu_20_1_4 = intel_gpu_bmg_g21,
  intel_gpu_20_2_0 = intel_gpu_bmg_g31,
  intel_gpu_20_4_4 = intel_gpu_lnl_m,
  intel_gpu_30_0_4 = intel_gpu_ptl_h,
  intel_gpu_30_1_1 = intel_gpu_ptl_u,
  intel_gpu_30_3_0 = intel_gpu_wcl,
  intel_gpu_30_4_0 = intel_gpu_nvl_s,
  intel_gpu_30_5_0 = intel_gpu_nvl_u,
  intel_gpu_35_10_0 = intel_gpu_nvl_p,
  intel_gpu_35_11_0 = intel_gpu_cri,
};

enum class arch_category { intel_gpu, nvidia_gpu, amd_gpu };

} // namespace ext::oneapi::experimental
namespace detail {

using ext::oneapi::experimental::arch_category;
using ext::oneapi::experimental::architecture;

/// Those from one number up to another.
struct architectures {
  unsigned from, to;

  constexpr bool hold(architecture a) const {
    return from <= static_cast<unsigned>(a) && static_cast<unsigned>(a) < to;
  }
  /// Are kernels made for one of them?
  constexpr bool run_kernels() const {
    return from < static_cast<unsigned>(architecture::unknown) || hold(architecture::x86_64);
  }
};

constexpr architectures architectures_of(architecture a) {
  return {static_cast<unsigned>(a), static_cast<unsigned>(a) + 1};
}
constexpr architectures architectures_of(arch_category c) {
  constexpr auto first_of_intel = static_cast<unsigned>(architecture::intel_gpu_bdw),
                 first_of_amd = static_cast<unsigned>(architecture::amd_gpu_gfx700);
  return c == arch_category::nvidia_gpu  ? architectures{0, static_cast<unsigned>(architecture::unknown)}
         : c == arch_category::intel_gpu ? architectures{first_of_intel, first_of_amd}
                                         : architectures{first_of_amd, ~0u};
}
/// Those that are compared with `a`: of its category, or CPUs.
constexpr architectures comparable_with(architecture a) {
  for (const arch_category c : {arch_category::intel_gpu, arch_category::nvidia_gpu, arch_category::amd_gpu})
    if (architectures_of(c).hold(a))
      return architectures_of(c);
  return {static_cast<unsigned>(architecture::x86_64), static_cast<unsigned>(architecture::intel_gpu_bdw)};
}

template <auto... Which> struct architecture_is_one_of {
  static constexpr bool possible = (architectures_of(Which).run_kernels() || ...);
  static constexpr bool holds(architecture a) { return (architectures_of(Which).hold(a) || ...); }
};
template <unsigned From, unsigned To> struct architecture_is_from_to {
  static constexpr bool possible = architectures{From, To}.run_kernels();
  static constexpr bool holds(architecture a) { return architectures{From, To}.hold(a); }
};

/// Of the device that runs the kernel; on the host, its own.
WEFT_INLINE architecture this_architecture() {
#if WEFT_DEVICE_PASS
  const unsigned number = __weft_architecture();
  return number == 0 ? architecture::x86_64 : static_cast<architecture>(number);
#else
  return architecture::x86_64;
#endif
}

// Each question by name, with its template parameters and the test.
#define WEFT_ARCHITECTURE_QUESTIONS(ASK)                                                                               \
  ASK(if_architecture_is, (auto... Which), (sycl::detail::architecture_is_one_of<Which...>))                           \
  ASK(if_architecture_is_lt, (architecture A),                                                                         \
      (sycl::detail::architecture_is_from_to<sycl::detail::comparable_with(A).from, static_cast<unsigned>(A)>))        \
  ASK(if_architecture_is_le, (architecture A),                                                                         \
      (sycl::detail::architecture_is_from_to<sycl::detail::comparable_with(A).from, static_cast<unsigned>(A) + 1>))    \
  ASK(if_architecture_is_gt, (architecture A),                                                                         \
      (sycl::detail::architecture_is_from_to<static_cast<unsigned>(A) + 1, sycl::detail::comparable_with(A).to>))      \
  ASK(if_architecture_is_ge, (architecture A),                                                                         \
      (sycl::detail::architecture_is_from_to<static_cast<unsigned>(A), sycl::detail::comparable_with(A).to>))          \
  ASK(if_architecture_is_between, (architecture A, architecture B),                                                    \
      (sycl::detail::architecture_is_from_to<static_cast<unsigned>(A), static_cast<unsigned>(B) + 1>))
#define WEFT_WITHOUT_BRACKETS(...) __VA_ARGS__

/// What is left of a chain of questions.
class architecture_chain {
public:
  /// Calls `f` unless one before was called. What can be true on no device is not compiled.
  template <class Test, class F> WEFT_INLINE architecture_chain ask([[maybe_unused]] const F &f) const {
    if constexpr (Test::possible)
      if (!answered_ && Test::holds(this_architecture())) {
        f();
        return architecture_chain(true);
      }
    return *this;
  }

#define WEFT_ASK(name, parameters, test)                                                                               \
  template <WEFT_WITHOUT_BRACKETS parameters, class F> WEFT_INLINE auto else_##name(const F &f) const {                \
    return ask<WEFT_WITHOUT_BRACKETS test>(f);                                                                         \
  }
  WEFT_ARCHITECTURE_QUESTIONS(WEFT_ASK)
#undef WEFT_ASK

  template <class F> WEFT_INLINE void otherwise(const F &f) const {
    if (!answered_)
      f();
  }

  explicit architecture_chain(bool answered) : answered_(answered) {}

private:
  bool answered_;
};

} // namespace detail
namespace ext::oneapi::experimental {

#define WEFT_ASK(name, parameters, test)                                                                               \
  template <WEFT_WITHOUT_BRACKETS parameters, class F> WEFT_INLINE auto name(const F &f) {                             \
    return sycl::detail::architecture_chain(false).ask<WEFT_WITHOUT_BRACKETS test>(f);                                 \
  }
WEFT_ARCHITECTURE_QUESTIONS(WEFT_ASK)
#undef WEFT_ASK

} // namespace ext::oneapi::experimental
} // namespace _V1
} // namespace sycl

#undef WEFT_WITHOUT_BRACKETS
#undef WEFT_ARCHITECTURE_QUESTIONS
