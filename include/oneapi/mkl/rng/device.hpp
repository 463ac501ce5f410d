// Random numbers inside kernels: engines that are told where in their sequence they begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include <sycl/sycl.hpp>

namespace oneapi::mkl::rng {

namespace detail {

/// Philox 4x32 of ten rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011): four words for a
/// counter and a key.
struct Philox {
  std::uint32_t words[4];

  constexpr Philox(std::uint64_t seed, std::uint64_t counter, std::uint64_t upper = 0)
      : words{static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32),
              static_cast<std::uint32_t>(upper), static_cast<std::uint32_t>(upper >> 32)} {
    std::uint32_t low = static_cast<std::uint32_t>(seed), high = static_cast<std::uint32_t>(seed >> 32);
    for (int round = 0; round < 10; ++round, low += 0x9E3779B9u, high += 0xBB67AE85u) {
      const std::uint64_t first = std::uint64_t{0xD2511F53u} * words[0], second = std::uint64_t{0xCD9E8D57u} * words[2];
      words[0] = static_cast<std::uint32_t>(second >> 32) ^ words[1] ^ low;
      words[1] = static_cast<std::uint32_t>(second);
      words[2] = static_cast<std::uint32_t>(first >> 32) ^ words[3] ^ high;
      words[3] = static_cast<std::uint32_t>(first);
    }
  }
};

/// In [0, 1), of as many bits as a word or the type has.
template <class T> constexpr T unit(std::uint32_t word) {
  if constexpr (sizeof(T) < 8)
    return static_cast<T>(word >> 8) * static_cast<T>(0x1p-24);
  else
    return static_cast<T>(word) * static_cast<T>(0x1p-32);
}

} // namespace detail

namespace device {

/// Gives `VecSize` numbers at a time: from number `offset` of the sequence that the seed names on.
template <std::int32_t VecSize = 1> class philox4x32x10 {
public:
  static constexpr std::int32_t vec_size = VecSize;

  philox4x32x10() : philox4x32x10(0) {}
  explicit philox4x32x10(std::uint64_t seed, std::uint64_t offset = 0) : seed_(seed), next_(offset) {}
  /// An offset in digits of 64 bits, the lowest first.
  philox4x32x10(std::uint64_t seed, std::initializer_list<std::uint64_t> offset) : seed_(seed) { skip_ahead(offset); }

  std::uint32_t operator()() {
    const std::uint64_t low = next_, high = upper_;
    skip_ahead(1);
    return detail::Philox(seed_, low / 4 | high << 62, high / 4 | top_ << 62).words[low % 4];
  }
  void skip_ahead(std::uint64_t count) {
    next_ += count;
    upper_ += next_ < count;
  }
  void skip_ahead(std::initializer_list<std::uint64_t> count) {
    const auto digit = [&](std::size_t i) { return i < count.size() ? count.begin()[i] : 0; };
    skip_ahead(digit(0));
    upper_ += digit(1);
    top_ += digit(2) + (upper_ < digit(1));
  }

private:
  std::uint64_t seed_, next_ = 0, upper_ = 0, top_ = 0;
};

/// Between a and b, b apart.
template <class T = float> class uniform {
public:
  using result_type = T;

  uniform() = default;
  explicit uniform(T a, T b) : a_(a), b_(b) {}
  T a() const { return a_; }
  T b() const { return b_; }

private:
  T a_ = T(0), b_ = T(1);
};

template <class T, class Engine> T generate_single(const uniform<T> &distribution, Engine &engine) {
  return distribution.a() + detail::unit<T>(engine()) * (distribution.b() - distribution.a());
}

/// A number, or a vector of as many as the engine gives.
template <class Distribution, class Engine> auto generate(const Distribution &distribution, Engine &engine) {
  using T = typename Distribution::result_type;
  if constexpr (Engine::vec_size == 1) {
    return generate_single(distribution, engine);
  } else {
    sycl::vec<T, Engine::vec_size> numbers;
    for (int i = 0; i < Engine::vec_size; ++i)
      numbers[i] = generate_single(distribution, engine);
    return numbers;
  }
}

} // namespace device

} // namespace oneapi::mkl::rng
