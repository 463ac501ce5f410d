// Counted references to graph objects, whose count lives inside of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace weft::fuse {

/// Base of what Ref counts. `Derived::destroy(const Derived *)` is called when the last Ref lets go.
class Counted {
public:
  Counted() = default;
  Counted(const Counted &) = delete;
  Counted &operator=(const Counted &) = delete;

  void retain() const noexcept { count_.fetch_add(1, std::memory_order_relaxed); }
  bool release() const noexcept { return count_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

  /// Takes a reference unless the last one is gone already.
  bool retain_alive() const noexcept {
    std::uint32_t count = count_.load(std::memory_order_relaxed);
    while (count != 0)
      if (count_.compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
        return true;
    return false;
  }
  std::uint32_t count() const noexcept { return count_.load(std::memory_order_relaxed); }

private:
  mutable std::atomic<std::uint32_t> count_{0};
};

template <class T> class Ref {
public:
  Ref() = default;
  explicit Ref(T *object) noexcept : object_(object) {
    if (object_ != nullptr)
      object_->retain();
  }
  Ref(const Ref &other) noexcept : Ref(other.object_) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr && object_->release())
      T::destroy(object_);
  }

  /// Takes over a reference that was counted already.
  static Ref adopt(T *object) noexcept {
    Ref ref;
    ref.object_ = object;
    return ref;
  }

  T *get() const noexcept { return object_; }
  T *operator->() const noexcept { return object_; }
  T &operator*() const noexcept { return *object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  bool operator==(const Ref &) const = default;

private:
  T *object_ = nullptr;
};

} // namespace weft::fuse
