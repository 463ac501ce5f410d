// A driver's library: loaded once per process, never unloaded, and of no use in a child of fork().
#pragma once

#include <atomic>
#include <string>

#include "support/error.hpp"
#include "support/fork.hpp"
#include "support/lock.hpp"

namespace weft {

/// To be declared `constinit`, as a static. Thread-safe.
template <class Functions> class DriverLibrary {
public:
  struct Loaded {
    Functions functions;
    std::string why_not; ///< Empty: usable.
  };

  /// `name` is what messages call the driver; `load` runs once, when somebody first asks.
  constexpr DriverLibrary(const char *name, Loaded (*load)()) noexcept : name_(name), load_(load) {}

  /// Null with the reason in `why_not`: no library, one that is too old, use after fork.
  const Functions *find(std::string *why_not = nullptr) {
    const Loaded &found = loaded();
    const bool forked = forked_.load(std::memory_order_relaxed), usable = found.why_not.empty() && !forked;
    if (why_not != nullptr)
      *why_not = usable || !found.why_not.empty() ? found.why_not : forked_text();
    return usable ? &found.functions : nullptr;
  }

  /// After find() has found it. Throws Error(runtime) in a child process after fork.
  const Functions &get() {
    const Loaded &found = loaded();
    if (forked_.load(std::memory_order_relaxed))
      throw Error(Errc::runtime, "{}", forked_text());
    WEFT_CHECK(found.why_not.empty(), "{} used without a driver: {}", name_, found.why_not);
    return found.functions;
  }

private:
  const Loaded &loaded() {
    return loaded_.get([this] {
      Loaded loaded = load_();
      if (loaded.why_not.empty())
        at_fork([] {}, [this] { forked_.store(true, std::memory_order_relaxed); });
      return loaded;
    });
  }

  std::string forked_text() const {
    return fmt::format("{} was initialised before fork() and cannot be used in the child process; start workers with "
                       "multiprocessing's \"spawn\" method, or use the CPU device",
                       name_);
  }

  const char *name_;
  Loaded (*load_)();
  Lazy<Loaded> loaded_;
  std::atomic<bool> forked_{false}; ///< This process is a child of the one that loaded it.
};

} // namespace weft
