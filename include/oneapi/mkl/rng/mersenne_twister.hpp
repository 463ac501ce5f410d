// The Mersenne Twister, whose words come one block after the other and are therefore made by the host.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace oneapi::mkl::rng::detail {

/// MT19937 of Matsumoto and Nishimura (1998), with the initialisation of 2002: std::mt19937's words, of one seed.
class MersenneTwister {
public:
  explicit MersenneTwister(std::uint32_t seed) {
    state_[0] = seed;
    for (std::uint32_t i = 1; i < size; ++i)
      state_[i] = 1812433253u * (state_[i - 1] ^ state_[i - 1] >> 30) + i;
  }
  /// Of several seeds; of none as of the seed 1.
  MersenneTwister(std::initializer_list<std::uint32_t> seeds) : MersenneTwister(19650218u) {
    const std::initializer_list<std::uint32_t> one = {1}, &key = seeds.size() == 0 ? one : seeds;
    std::uint32_t i = 1, k = 0;
    const auto step = [&](std::uint32_t factor) { return state_[i] ^ (state_[i - 1] ^ state_[i - 1] >> 30) * factor; };
    const auto go_on = [&] {
      if (++i == size) {
        state_[0] = state_[size - 1];
        i = 1;
      }
    };
    for (std::size_t left = std::max(size, key.size()); left != 0; --left, k = (k + 1) % key.size()) {
      state_[i] = step(1664525u) + key.begin()[k] + k;
      go_on();
    }
    for (std::size_t left = size - 1; left != 0; --left) {
      state_[i] = step(1566083941u) - i;
      go_on();
    }
    state_[0] = 0x80000000u;
  }

  /// The next `count` words.
  void take(std::uint32_t *to, std::size_t count) {
    while (count != 0) {
      const std::size_t part = ready(count);
      std::transform(state_ + next_, state_ + next_ + part, to, tempered);
      next_ += part;
      to += part;
      count -= part;
    }
  }
  void skip(std::uint64_t count) {
    while (count != 0) {
      const std::size_t part = ready(count);
      next_ += part;
      count -= part;
    }
  }

private:
  static constexpr std::size_t size = 624, distance = 397;

  /// How many of so many words the state has; at least one.
  std::size_t ready(std::uint64_t count) {
    if (next_ == size)
      twist();
    return static_cast<std::size_t>(std::min<std::uint64_t>(count, size - next_));
  }
  void twist() {
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint32_t mixed = (state_[i] & 0x80000000u) | (state_[i + 1 < size ? i + 1 : 0] & 0x7fffffffu);
      const std::size_t other = i + distance < size ? i + distance : i + distance - size;
      state_[i] = state_[other] ^ mixed >> 1 ^ ((mixed & 1) != 0 ? 0x9908b0dfu : 0u);
    }
    next_ = 0;
  }
  static std::uint32_t tempered(std::uint32_t word) {
    word ^= word >> 11;
    word ^= word << 7 & 0x9d2c5680u;
    word ^= word << 15 & 0xefc60000u;
    return word ^ word >> 18;
  }

  std::uint32_t state_[size];
  std::size_t next_ = size;
};

} // namespace oneapi::mkl::rng::detail
