// Asks the processor by CPUID.
#include "backends/cpu/cpu_model.hpp"
#include "support/env.hpp"
#include "support/lock.hpp"

#include <algorithm>
#include <array>
#include <cpuid.h>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

namespace weft::cpu {

namespace {

struct Registers {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Registers ask(unsigned leaf, unsigned sub_leaf = 0) {
  Registers r;
  __get_cpuid_count(leaf, sub_leaf, &r.eax, &r.ebx, &r.ecx, &r.edx);
  return r;
}

std::string brand() {
  std::string text;
  for (unsigned leaf = 0x80000002; leaf <= 0x80000004; ++leaf) {
    const Registers r = ask(leaf);
    char part[sizeof(r)];
    std::memcpy(part, &r, sizeof(r));
    text.append(part, strnlen(part, sizeof(part)));
  }
  const auto is_space = [](char c) { return c == ' '; };
  text.erase(std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }), text.end());
  text.erase(text.begin(), std::ranges::find_if_not(text, is_space));
  while (!text.empty() && text.back() == ' ')
    text.pop_back();
  return text.empty() ? "x86-64 CPU" : text;
}

std::string vendor_string() {
  const Registers r = ask(0);
  std::string text;
  for (const unsigned part : {r.ebx, r.edx, r.ecx})
    text.append(reinterpret_cast<const char *>(&part), sizeof(part));
  return text;
}

std::uint64_t saved_state() {
  if ((ask(1).ecx & bit_OSXSAVE) == 0)
    return 0;
  unsigned low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (std::uint64_t(high) << 32) | low;
}

std::uint32_t clock_mhz() {
  std::ifstream highest("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
  std::uint64_t khz = 0;
  if (highest >> khz)
    return std::uint32_t(khz / 1000);
  std::ifstream info("/proc/cpuinfo");
  double mhz = 0;
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("cpu MHz"))
      mhz = std::max(mhz, std::strtod(line.c_str() + line.find(':') + 1, nullptr));
  return std::uint32_t(mhz);
}

CpuModel read_model() {
  constexpr std::uint64_t ymm_state = 0x6, zmm_state = 0xe6;
  CpuModel model;
  model.name = brand();
  model.signature = ask(1).eax;
  const std::string vendor = vendor_string();
  if (vendor == "GenuineIntel") {
    model.vendor = "Intel(R) Corporation";
    model.vendor_id = 0x8086;
  } else if (vendor == "AuthenticAMD") {
    model.vendor = "Advanced Micro Devices, Inc.";
    model.vendor_id = 0x1022;
    model.fast_gathers = false;
  } else {
    model.vendor = vendor;
  }
  const Registers basic = ask(1), more = ask(7), even_more = ask(7, 1);
  const std::uint64_t saved = saved_state();
  const bool avx2 = (more.ebx & bit_AVX2) != 0 && (saved & ymm_state) == ymm_state;
  const bool avx512 = (more.ebx & bit_AVX512F) != 0 && (saved & zmm_state) == zmm_state;
  model.vector_bytes = avx512 ? 64 : avx2 ? 32 : 16;
  model.native_half = avx512 && (more.edx & bit_AVX512FP16) != 0;
  model.clock_mhz = clock_mhz();
  model.features = fmt::format("{:x}-{:x}-{:x}-{:x}-{:x}-{:x}-{:x}-{:x}-{:x}", basic.eax, basic.ecx, basic.edx,
                               more.ebx, more.ecx, more.edx, even_more.eax, ask(0x80000001).ecx, saved);
  return model;
}

} // namespace

const CpuModel &cpu_model() {
  static constinit Lazy<CpuModel> model;
  return model.get(read_model);
}

const codegen::CpuLevel *finished_level() {
  __builtin_cpu_init();
  const auto runs = [](const codegen::CpuLevel &level) {
    return level.name == "x86-64-v4" ? __builtin_cpu_supports("x86-64-v4") : __builtin_cpu_supports("x86-64-v3");
  };
  const auto bits = std::min<long>(8 * cpu_model().vector_bytes, env::number("WEFT_VECTOR_BITS", 512));
  for (const codegen::CpuLevel &level : codegen::cpu_levels)
    if (level.vector_bits == bits && runs(level))
      return &level;
  return nullptr;
}

} // namespace weft::cpu
