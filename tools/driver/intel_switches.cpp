// The names of Intel's compiler and clang's, for whole switches, processors and models of floating-point numbers.
#include "intel_switches.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

namespace weft::driver {
namespace {

struct OtherName {
  std::string_view intel, clang;
};

constexpr auto switches = std::to_array<OtherName>({
    {"-qopenmp", "-fopenmp"},
    {"-qno-openmp", "-fno-openmp"},
    {"-fiopenmp", "-fopenmp"},
    {"-qopenmp-simd", "-fopenmp-simd"},
    {"-qtbb", "-ltbb"},
    {"-ipo", "-flto"},
    {"-no-ipo", "-fno-lto"},
    {"-fma", "-ffp-contract=fast"},
    {"-no-fma", "-ffp-contract=off"},
    {"-fast", "-Ofast"},
});

/// Codes of -x that are not clang's name of the processor in capitals.
constexpr auto processors = std::to_array<OtherName>({
    {"Host", "native"},
    {"HOST", "native"},
    {"SSE2", "x86-64"},
    {"SSE3", "nocona"},
    {"SSSE3", "core2"},
    {"SSE4.1", "penryn"},
    {"SSE4.2", "nehalem"},
    {"AVX", "sandybridge"},
    {"CORE-AVX512", "skylake-avx512"},
    {"COMMON-AVX512", "x86-64-v4"},
});

/// Models that clang has not; those between its own are as precise.
constexpr auto models = std::to_array<OtherName>({
    {"fast=1", "fast"},
    {"fast=2", "fast"},
    {"source", "precise"},
    {"double", "precise"},
    {"extended", "precise"},
    {"consistent", "precise"},
});

template <std::size_t N>
std::optional<std::string_view> clangs_name(const std::array<OtherName, N> &names, std::string_view intel) {
  const auto found = std::ranges::find(names, intel, &OtherName::intel);
  return found == names.end() ? std::nullopt : std::optional(found->clang);
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

/// The code of a processor behind -x; languages, which stand there, too, are in small letters.
bool is_processor(std::string_view argument) {
  return argument.starts_with("-x") && argument.size() > 2 && std::isupper(static_cast<unsigned char>(argument[2]));
}

std::string in_clangs_words(std::string_view argument) {
  constexpr std::string_view model = "-fp-model=";
  if (const auto name = clangs_name(switches, argument))
    return std::string(*name);
  if (is_processor(argument)) {
    const std::string_view code = argument.substr(2);
    const auto name = clangs_name(processors, code);
    return "-march=" + (name ? std::string(*name) : lower_case(code));
  }
  if (argument.starts_with(model)) {
    const std::string_view value = argument.substr(model.size());
    return "-ffp-model=" + std::string(clangs_name(models, value).value_or(value));
  }
  return std::string(argument);
}

} // namespace

std::vector<std::string> in_clangs_words(std::vector<std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "-fp-model" && i + 1 < arguments.size()) {
      arguments[i] += '=' + arguments[i + 1];
      arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    arguments[i] = in_clangs_words(std::string_view(arguments[i]));
  }
  return arguments;
}

} // namespace weft::driver
