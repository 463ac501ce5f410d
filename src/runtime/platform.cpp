// Keeps the backends that registered and the platforms they found.
#include "runtime/platform.hpp"

#include <algorithm>

#include "runtime/context.hpp"
#include "runtime/selector.hpp"
#include "support/explain.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

struct Registered {
  std::string_view name;
  DiscoverPlatforms discover;
};

struct Registry {
  Mutex mutex;
  std::vector<Registered> backends;
  bool discovered = false;
  std::vector<std::shared_ptr<Platform>> platforms;
};

Registry &registry() {
  static constinit Lazy<Registry> instance;
  return instance.get();
}

} // namespace

void register_backend(const Backend &backend, DiscoverPlatforms discover) {
  Registry &r = registry();
  const std::lock_guard guard(r.mutex);
  const auto position = std::ranges::upper_bound(r.backends, backend.name, {}, &Registered::name);
  r.backends.insert(position, {backend.name, discover});
}

const std::vector<std::shared_ptr<Platform>> &platforms() {
  Registry &r = registry();
  const std::lock_guard guard(r.mutex);
  if (!r.discovered) {
    std::vector<std::shared_ptr<Platform>> found;
    for (const Registered &backend : r.backends)
      for (auto &platform : backend.discover())
        found.push_back(std::move(platform));
    r.platforms = let_through(std::move(found));
    r.discovered = true;
  }
  return r.platforms;
}

namespace {

struct Remarks {
  Mutex mutex;
  std::vector<std::string> all;
};

Remarks &kept_remarks() {
  static constinit Lazy<Remarks> instance;
  return instance.get();
}

} // namespace

void remark(std::string what) {
  explain("devices", "{}", what);
  Remarks &kept = kept_remarks();
  const std::lock_guard guard(kept.mutex);
  kept.all.push_back(std::move(what));
}

std::vector<std::string> remarks() {
  Remarks &kept = kept_remarks();
  const std::lock_guard guard(kept.mutex);
  return kept.all;
}

std::vector<std::shared_ptr<Device>> devices() {
  std::vector<std::shared_ptr<Device>> all;
  for (const auto &platform : platforms())
    all.insert(all.end(), platform->devices().begin(), platform->devices().end());
  return all;
}

void Platform::keep(const std::function<bool(const Device &)> &wanted) {
  std::erase_if(devices_, [&](const auto &device) { return !wanted(*device); });
}

std::shared_ptr<Context> Platform::default_context() {
  made_.call([&] { default_context_ = std::make_shared<Context>(devices_); });
  return default_context_;
}

} // namespace weft::runtime
