// Selects devices by filter string, by the environment and by score.
#include "runtime/selector.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <ranges>

#include "support/env.hpp"
#include "support/error.hpp"

namespace weft::runtime {

namespace {

using DeviceList = std::vector<std::shared_ptr<Device>>;

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (const auto part : text | std::views::split(separator))
    parts.emplace_back(part.begin(), part.end());
  if (parts.empty())
    parts.emplace_back();
  return parts;
}

std::optional<std::size_t> parse_number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

std::optional<DeviceType> parse_type(std::string_view text) {
  if (text == "cpu")
    return DeviceType::cpu;
  if (text == "gpu")
    return DeviceType::gpu;
  if (text == "accelerator" || text == "acc" || text == "fpga")
    return DeviceType::accelerator;
  if (text == "custom")
    return DeviceType::custom;
  return std::nullopt;
}

/// Backends that programs written for DPC++ name; those that Weft does not have match no device.
bool is_backend(std::string_view text) {
  static constexpr std::string_view known[] = {"opencl", "level_zero", "cuda", "hip", "native_cpu", "null", "*"};
  return std::ranges::find(known, text) != std::end(known);
}

bool backend_matches(std::string_view wanted, const Device &device) {
  return wanted == "*" || wanted == name_of(device.backend().told);
}

/// One "backend:type:number".
struct Filter {
  std::optional<std::string_view> backend;
  std::optional<DeviceType> type;
  std::optional<std::size_t> number;
};

Filter parse_filter(std::string_view text, std::string_view whole) {
  Filter filter;
  for (const std::string_view part : split(text, ':')) {
    const auto type = parse_type(part);
    const auto number = parse_number(part);
    const bool in_order = !filter.number && (number || !filter.type) && (number || type || !filter.backend);
    if (!in_order || !(type || number || is_backend(part)))
      throw Error(Errc::invalid,
                  "filter selector: '{}' in '{}' is not understood; write backend:type:number with any part left out, "
                  "as in opencl:cpu:0, gpu or cuda",
                  part, whole);
    if (number)
      filter.number = number;
    else if (type)
      filter.type = type;
    else
      filter.backend = part;
  }
  return filter;
}

void apply(const Filter &filter, const DeviceList &devices, std::vector<std::size_t> &found) {
  std::size_t position = 0;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const Device &device = *devices[i];
    if (filter.backend && !backend_matches(*filter.backend, device))
      continue;
    if (filter.type && *filter.type != device.info().type)
      continue;
    const bool wanted = !filter.number || *filter.number == position;
    ++position;
    if (wanted && std::ranges::find(found, i) == found.end())
      found.push_back(i);
  }
}

/// One "[!]backend:devices" of ONEAPI_DEVICE_SELECTOR, applied to all devices.
std::vector<bool> oneapi_term(std::string_view term, std::string_view whole, const DeviceList &devices) {
  const auto bad = [&](std::string_view what) {
    return Error(Errc::invalid,
                 "ONEAPI_DEVICE_SELECTOR='{}': {}; write backend:devices terms separated by ';', as in opencl:cpu, "
                 "*:gpu or cuda:0,1",
                 whole, what);
  };
  const std::size_t colon = term.find(':');
  if (colon == std::string_view::npos)
    throw bad(fmt::format("'{}' has no ':'", term));
  const std::string_view backend = term.substr(0, colon);
  if (!is_backend(backend))
    throw bad(fmt::format("'{}' is no backend", backend));

  std::vector<bool> taken(devices.size());
  for (const std::string_view item : split(term.substr(colon + 1), ',')) {
    const auto type = parse_type(item);
    const auto number = parse_number(item);
    if (!type && !number && item != "*")
      throw bad(fmt::format("'{}' is neither a device type nor a number", item));
    std::size_t position = 0;
    for (std::size_t i = 0; i < devices.size(); ++i) {
      if (!backend_matches(backend, *devices[i]))
        continue;
      if (item == "*" || type == devices[i]->info().type || (number && *number == position))
        taken[i] = true;
      ++position;
    }
  }
  return taken;
}

} // namespace

std::string_view name_of(ToldBackend told) noexcept {
  switch (told) {
  case ToldBackend::opencl:
    return "opencl";
  case ToldBackend::cuda:
    return "cuda";
  case ToldBackend::null:
    return "null";
  }
  return "";
}

std::string_view name_of(DeviceType type) noexcept {
  switch (type) {
  case DeviceType::cpu:
    return "cpu";
  case DeviceType::gpu:
    return "gpu";
  case DeviceType::accelerator:
    return "accelerator";
  case DeviceType::custom:
    return "custom";
  }
  return "";
}

std::vector<std::size_t> matches(std::string_view filter, const DeviceList &devices) {
  std::vector<std::size_t> found;
  for (const std::string_view part : split(filter, ','))
    apply(parse_filter(part, filter), devices, found);
  return found;
}

std::vector<bool> oneapi_matches(std::string_view selector, const DeviceList &devices) {
  std::vector<bool> taken(devices.size()), dropped(devices.size());
  bool any_positive = false;
  for (std::string_view term : split(selector, ';')) {
    const bool negative = term.starts_with('!');
    const auto hit = oneapi_term(negative ? term.substr(1) : term, selector, devices);
    any_positive = any_positive || !negative;
    for (std::size_t i = 0; i < devices.size(); ++i)
      if (hit[i])
        (negative ? dropped : taken)[i] = true;
  }
  for (std::size_t i = 0; i < devices.size(); ++i)
    taken[i] = (taken[i] || !any_positive) && !dropped[i];
  return taken;
}

std::vector<std::shared_ptr<Platform>> let_through(std::vector<std::shared_ptr<Platform>> platforms) {
  DeviceList all;
  for (const auto &platform : platforms)
    all.insert(all.end(), platform->devices().begin(), platform->devices().end());

  std::vector<bool> kept(all.size(), true);
  if (const auto selector = env::text("ONEAPI_DEVICE_SELECTOR"))
    kept = oneapi_matches(*selector, all);
  if (const auto filter = env::text("WEFT_DEVICE")) {
    std::vector<bool> named(all.size());
    try {
      for (const std::size_t i : matches(*filter, all))
        named[i] = true;
    } catch (const Error &error) {
      throw Error(error.code(), "WEFT_DEVICE: {}", error.what());
    }
    for (std::size_t i = 0; i < all.size(); ++i)
      kept[i] = kept[i] && named[i];
  }

  const auto wanted = [&](const Device &device) {
    const auto position = std::ranges::find(all, &device, [](const auto &d) { return d.get(); });
    return bool(kept[std::size_t(position - all.begin())]);
  };
  for (const auto &platform : platforms)
    platform->keep(wanted);
  std::erase_if(platforms, [](const auto &platform) { return platform->devices().empty(); });
  return platforms;
}

int default_score(const Device &device) {
  if (device.backend().last_resort)
    return 1;
  switch (device.info().type) {
  case DeviceType::gpu:
    return 500;
  case DeviceType::cpu:
    return 300;
  case DeviceType::accelerator:
    return 75;
  case DeviceType::custom:
    return -1;
  }
  return -1;
}

std::string what_lets_through() {
  return fmt::format("ONEAPI_DEVICE_SELECTOR is '{}' and WEFT_DEVICE is '{}'",
                     env::text("ONEAPI_DEVICE_SELECTOR").value_or(""), env::text("WEFT_DEVICE").value_or(""));
}

std::shared_ptr<Device> default_device() {
  const DeviceList all = devices();
  const auto best = std::ranges::max_element(all, {}, [](const auto &device) { return default_score(*device); });
  if (best == all.end() || default_score(**best) < 0)
    throw Error(Errc::runtime, "select device: no device is let through; {}", what_lets_through());
  return *best;
}

std::shared_ptr<Device> select(std::string_view filter) {
  const DeviceList all = devices();
  const auto found = matches(filter, all);
  if (found.empty()) {
    std::vector<std::string> there;
    for (const auto &device : all)
      there.push_back(filter_string(*device));
    throw Error(Errc::runtime, "select device: no device matches '{}'; there are: {}", filter, fmt::join(there, ", "));
  }
  return all[found.front()];
}

int relative_id(const Device &device) {
  int position = 0;
  for (const auto &other : devices()) {
    if (other.get() == &device)
      return position;
    position += other->backend().told == device.backend().told && other->info().type == device.info().type;
  }
  return -1;
}

std::string filter_string(const Device &device) {
  return fmt::format("{}:{}:{}", name_of(device.backend().told), name_of(device.info().type), relative_id(device));
}

} // namespace weft::runtime
