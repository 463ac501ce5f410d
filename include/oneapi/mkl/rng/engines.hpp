// Random numbers inside kernels: engines that are told where in their sequence they begin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace oneapi::mkl::rng {

namespace detail {

/// Philox 4x32 of ten rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011): four words for a
/// counter and a key.
struct Philox {
  std::uint32_t words[4] = {};

  Philox() = default;
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

/// The step of a recurrence of three numbers modulo m, as a matrix.
struct Step {
  std::uint64_t rows[3][3], modulus;

  constexpr Step operator*(const Step &other) const {
    Step result{{}, modulus};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 3; ++k)
          result.rows[i][j] = (result.rows[i][j] + rows[i][k] * other.rows[k][j] % modulus) % modulus;
    return result;
  }
  constexpr void apply(std::uint64_t (&numbers)[3]) const {
    std::uint64_t next[3] = {};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        next[i] = (next[i] + rows[i][k] * numbers[k] % modulus) % modulus;
    for (int i = 0; i < 3; ++i)
      numbers[i] = next[i];
  }
  constexpr void apply(std::uint64_t (&numbers)[3], std::uint64_t times) const {
    for (Step power = *this; times != 0; times >>= 1, power = power * power)
      if ((times & 1) != 0)
        power.apply(numbers);
  }
};

/// Each number is the one before times a constant; a word is its upper bits.
template <std::int32_t VecSize, std::uint64_t Factor, std::uint64_t Modulus, int Bits> class Congruential {
  static_assert(Bits <= 32 || (Modulus & (Modulus - 1)) == 0, "products have to be right modulo 2^64");

public:
  static constexpr std::int32_t vec_size = VecSize;

  explicit Congruential(std::uint64_t seed = 1, std::uint64_t offset = 0) : number_(seed % Modulus) {
    if (number_ == 0)
      number_ = 1;
    skip_ahead(offset);
  }

  std::uint32_t operator()() {
    const std::uint64_t number = number_;
    number_ = number * Factor % Modulus;
    return static_cast<std::uint32_t>(Bits < 32 ? number << (32 - Bits) : number >> (Bits - 32));
  }
  void skip_ahead(std::uint64_t count) {
    for (std::uint64_t power = Factor; count != 0; count >>= 1, power = power * power % Modulus)
      if ((count & 1) != 0)
        number_ = number_ * power % Modulus;
  }

private:
  std::uint64_t number_;
};

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
    const std::uint64_t part = next_ % 4;
    if (part == 0 || !holds_block_) {
      block_ = detail::Philox(seed_, next_ / 4 | upper_ << 62, upper_ / 4 | top_ << 62);
      holds_block_ = true;
    }
    advance(1);
    const auto &words = block_.words; // chosen by value: an index would keep them in memory
    return part < 2 ? (part == 0 ? words[0] : words[1]) : part == 2 ? words[2] : words[3];
  }
  void skip_ahead(std::uint64_t count) {
    advance(count);
    holds_block_ = false;
  }
  void skip_ahead(std::initializer_list<std::uint64_t> count) {
    const auto digit = [&](std::size_t i) { return i < count.size() ? count.begin()[i] : 0; };
    skip_ahead(digit(0));
    upper_ += digit(1);
    top_ += digit(2) + (upper_ < digit(1));
  }

private:
  void advance(std::uint64_t count) {
    next_ += count;
    upper_ += next_ < count;
  }

  std::uint64_t seed_, next_ = 0, upper_ = 0, top_ = 0;
  detail::Philox block_; ///< of the number before the next one
  bool holds_block_ = false;
};

/// L'Ecuyer's combination of two recurrences ("Good parameters and implementations for combined multiple recursive
/// random number generators", 1999).
template <std::int32_t VecSize = 1> class mrg32k3a {
public:
  static constexpr std::int32_t vec_size = VecSize;

  mrg32k3a() : mrg32k3a(1) {}
  explicit mrg32k3a(std::uint32_t seed, std::uint64_t offset = 0) : mrg32k3a({seed}, offset) {}
  /// The oldest number of the first recurrence comes first; those that are not there are 1.
  mrg32k3a(std::initializer_list<std::uint32_t> seed, std::uint64_t offset = 0) {
    const auto number = [&](std::size_t i) { return i < seed.size() ? seed.begin()[i] : 1; };
    for (std::size_t i = 0; i < 3; ++i) {
      first_[2 - i] = number(i) % m1;
      second_[2 - i] = number(3 + i) % m2;
    }
    if (first_[0] + first_[1] + first_[2] == 0)
      first_[2] = 1;
    if (second_[0] + second_[1] + second_[2] == 0)
      second_[2] = 1;
    skip_ahead(offset);
  }

  std::uint32_t operator()() {
    first_step.apply(first_);
    second_step.apply(second_);
    return static_cast<std::uint32_t>((first_[0] + m1 - second_[0]) % m1);
  }
  void skip_ahead(std::uint64_t count) {
    first_step.apply(first_, count);
    second_step.apply(second_, count);
  }

private:
  static constexpr std::uint64_t m1 = 4294967087, m2 = 4294944443;
  static constexpr detail::Step first_step{{{0, 1403580, m1 - 810728}, {1, 0, 0}, {0, 1, 0}}, m1};
  static constexpr detail::Step second_step{{{527612, 0, m2 - 1370589}, {1, 0, 0}, {0, 1, 0}}, m2};

  std::uint64_t first_[3], second_[3]; // the newest first
};

template <std::int32_t VecSize = 1>
using mcg59 = detail::Congruential<VecSize, 302875106592253, std::uint64_t{1} << 59, 59>;
template <std::int32_t VecSize = 1> using mcg31m1 = detail::Congruential<VecSize, 1132489760, 2147483647, 31>;

} // namespace device

namespace detail {
/// Of which oneMKL takes words for numbers with a sign: 0 lies in the middle of what they are mapped to.
template <class Engine> inline constexpr bool has_signed_words = false;
template <std::int32_t VecSize> inline constexpr bool has_signed_words<device::philox4x32x10<VecSize>> = true;
} // namespace detail

} // namespace oneapi::mkl::rng
