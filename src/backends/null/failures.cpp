// Counts down to failures.
#include "backends/null/failures.hpp"

#include <array>
#include <charconv>
#include <mutex>
#include <ranges>
#include <string>

#include "support/env.hpp"
#include "support/error.hpp"
#include "support/lock.hpp"

namespace weft::null {

namespace {

struct Countdown {
  std::size_t left = 0; ///< calls until the one that fails; 0: none does
  bool for_ever = false;
};

struct Countdowns {
  Mutex mutex;
  std::array<Countdown, 3> at;
};

Countdowns &countdowns() {
  static constinit Lazy<Countdowns> instance;
  return instance.get();
}

Point point_named(std::string_view name, std::string_view whole) {
  for (const auto &[known, point] : {std::pair{"allocation", Point::allocation}, std::pair{"submit", Point::submit},
                                     std::pair{"compile", Point::compile}})
    if (name == known)
      return point;
  throw Error(Errc::invalid, "WEFT_NULL_FAIL={}: '{}' is none of allocation, submit, compile", whole, name);
}

} // namespace

void fail_at(Point point, std::size_t n, bool for_ever) {
  Countdowns &all = countdowns();
  const std::lock_guard lock(all.mutex);
  all.at[std::size_t(point)] = {n, for_ever};
}

bool must_fail(Point point) {
  static constinit Once once;
  once.call([] { fail_as_written(env::text("WEFT_NULL_FAIL").value_or("")); });
  Countdowns &all = countdowns();
  const std::lock_guard lock(all.mutex);
  Countdown &count = all.at[std::size_t(point)];
  if (count.left == 0)
    return false;
  if (count.left == 1) {
    count.left = count.for_ever ? 1 : 0;
    return true;
  }
  --count.left;
  return false;
}

void fail_as_written(std::string_view text) {
  if (text.empty())
    return;
  for (const auto part : text | std::views::split(',')) {
    std::string_view item(part.begin(), part.end());
    const bool for_ever = item.ends_with('+');
    item.remove_suffix(for_ever ? 1 : 0);
    const std::size_t colon = item.find(':');
    const std::string_view digits = colon == std::string_view::npos ? "" : item.substr(colon + 1);
    std::size_t n = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (error != std::errc{} || end != digits.data() + digits.size() || n == 0)
      throw Error(Errc::invalid, "WEFT_NULL_FAIL={}: '{}' is not written as point:n", text, item);
    fail_at(point_named(item.substr(0, colon), text), n, for_ever);
  }
}

} // namespace weft::null
