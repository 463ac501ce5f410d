// class stream: text out of kernels (SYCL 2020, 4.16).
//
// Work-items leave records of what they output; when their command is done the host formats and prints them, so that
// a kernel holds no formatting, and statements of different work-items never mix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

#include <sycl/detail/stream_records.hpp>
#include <sycl/half.hpp>
#include <sycl/handler.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/vec.hpp>

namespace sycl {
inline namespace _V1 {

enum class stream_manipulator {
  flush,
  dec,
  hex,
  oct,
  noshowbase,
  showbase,
  noshowpos,
  showpos,
  endl,
  fixed,
  scientific,
  hexfloat,
  defaultfloat
};
inline constexpr stream_manipulator flush = stream_manipulator::flush;
inline constexpr stream_manipulator dec = stream_manipulator::dec;
inline constexpr stream_manipulator hex = stream_manipulator::hex;
inline constexpr stream_manipulator oct = stream_manipulator::oct;
inline constexpr stream_manipulator noshowbase = stream_manipulator::noshowbase;
inline constexpr stream_manipulator showbase = stream_manipulator::showbase;
inline constexpr stream_manipulator noshowpos = stream_manipulator::noshowpos;
inline constexpr stream_manipulator showpos = stream_manipulator::showpos;
inline constexpr stream_manipulator endl = stream_manipulator::endl;
inline constexpr stream_manipulator fixed = stream_manipulator::fixed;
inline constexpr stream_manipulator scientific = stream_manipulator::scientific;
inline constexpr stream_manipulator hexfloat = stream_manipulator::hexfloat;
inline constexpr stream_manipulator defaultfloat = stream_manipulator::defaultfloat;

namespace detail {
struct stream_precision {
  int value;
};
struct stream_width {
  int value;
};
} // namespace detail
/// Types with the names of the specification's table.
using __precision_manipulator__ = detail::stream_precision;
using __width_manipulator__ = detail::stream_width;
constexpr detail::stream_precision setprecision(int precision) {
  return {precision};
}
constexpr detail::stream_width setw(int width) {
  return {width};
}

/// The memory that it names is the command group's; a copy is the same stream.
class stream {
public:
  stream(std::size_t total_size, std::size_t work_item_size, handler &h, const property_list & = {})
      : memory_(h.open_stream(total_size)), total_size_(total_size), work_item_size_(work_item_size) {}

  std::size_t size() const noexcept { return total_size_; }
  std::size_t get_work_item_buffer_size() const noexcept { return work_item_size_; }
  std::size_t get_size() const noexcept { return size(); }
  std::size_t get_max_statement_size() const noexcept { return get_work_item_buffer_size(); }
  template <class Property> bool has_property() const noexcept { return false; }
  template <class Property> Property get_property() const { return property_list().get_property<Property>(); }

  friend bool operator==(const stream &a, const stream &b) noexcept { return a.memory_ == b.memory_; }
  friend bool operator!=(const stream &a, const stream &b) noexcept { return a.memory_ != b.memory_; }

  friend const stream &operator<<(const stream &out, const char *text) {
    std::uint32_t length = 0;
    while (text[length] != 0)
      ++length;
    detail::add_text(out.memory_, text, length);
    return out;
  }
  friend const stream &operator<<(const stream &out, stream_manipulator m) {
    detail::add_word(out.memory_, detail::stream_record::manipulator, static_cast<std::uint64_t>(m));
    return out;
  }
  friend const stream &operator<<(const stream &out, detail::stream_precision p) {
    detail::add_word(out.memory_, detail::stream_record::precision, static_cast<std::uint64_t>(p.value));
    return out;
  }
  friend const stream &operator<<(const stream &out, detail::stream_width w) {
    detail::add_word(out.memory_, detail::stream_record::width, static_cast<std::uint64_t>(w.value));
    return out;
  }
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T> || detail::is_half<T>>,
            class = std::enable_if_t<std::is_convertible_v<T, long double>>>
  friend const stream &operator<<(const stream &out, const T &value) {
    using detail::stream_record;
    detail::stream_memory *m = out.memory_;
    if constexpr (std::is_enum_v<T>) {
      out << static_cast<std::underlying_type_t<T>>(value);
    } else if constexpr (std::is_same_v<T, bool>) {
      detail::add_word(m, stream_record::boolean, value ? 1 : 0);
    } else if constexpr (std::is_same_v<T, char>) {
      detail::add_text(m, &value, 1);
    } else if constexpr (std::is_integral_v<T>) {
      constexpr stream_record kind = std::is_unsigned_v<T> ? stream_record::uint64
                                     : sizeof(T) == 1      ? stream_record::int8
                                     : sizeof(T) == 2      ? stream_record::int16
                                     : sizeof(T) == 4      ? stream_record::int32
                                                           : stream_record::int64;
      detail::add_word(m, kind, static_cast<std::uint64_t>(value));
    } else if constexpr (sizeof(T) <= 4) {
      const auto f = static_cast<float>(value);
      detail::add_word(m, stream_record::float32, __builtin_bit_cast(std::uint32_t, f));
    } else {
      const auto d = static_cast<double>(value);
      detail::add_word(m, stream_record::float64, __builtin_bit_cast(std::uint64_t, d));
    }
    return out;
  }
  template <class T, class = std::enable_if_t<!std::is_same_v<std::remove_cv_t<T>, char> && !std::is_function_v<T>>>
  friend const stream &operator<<(const stream &out, T *pointer) {
    detail::add_word(out.memory_, detail::stream_record::pointer, reinterpret_cast<std::uintptr_t>(pointer));
    return out;
  }

private:
  friend struct std::hash<stream>;
  detail::stream_memory *memory_;
  std::size_t total_size_, work_item_size_;
};

template <class T, access::address_space Space, access::decorated Decorated>
const stream &operator<<(const stream &out, const multi_ptr<T, Space, Decorated> &pointer) {
  return out << pointer.get_raw();
}

namespace detail {
/// "open a, b, c close"
template <class List>
const stream &output_list(const stream &out, const char *open, const List &list, int size, const char *close) {
  out << open;
  for (int i = 0; i < size; ++i) {
    if (i != 0)
      out << ", ";
    out << list[i];
  }
  return out << close;
}
} // namespace detail

template <class T, int N> const stream &operator<<(const stream &out, const vec<T, N> &v) {
  return detail::output_list(out, "", v, N, "");
}
template <class V, int... I> const stream &operator<<(const stream &out, const detail::swizzled<V, I...> &v) {
  return detail::output_list(out, "", v, sizeof...(I), "");
}
template <int D> const stream &operator<<(const stream &out, const id<D> &i) {
  return detail::output_list(out, "{", i, D, "}");
}
template <int D> const stream &operator<<(const stream &out, const range<D> &r) {
  return detail::output_list(out, "{", r, D, "}");
}
template <int D, bool WithOffset> const stream &operator<<(const stream &out, const item<D, WithOffset> &i) {
  out << "item(range: " << i.get_range() << ", id: " << i.get_id();
  if constexpr (WithOffset)
    out << ", offset: " << i.get_offset();
  return out << ")";
}
template <int D> const stream &operator<<(const stream &out, const nd_range<D> &r) {
  return out << "nd_range(global_range: " << r.get_global_range() << ", local_range: " << r.get_local_range()
             << ", offset: " << r.get_offset() << ")";
}
template <int D> const stream &operator<<(const stream &out, const nd_item<D> &i) {
  return out << "nd_item(global_id: " << i.get_global_id() << ", local_id: " << i.get_local_id() << ")";
}
template <int D> const stream &operator<<(const stream &out, const group<D> &g) {
  return out << "group(id: " << g.get_group_id() << ", global_range: " << g.get_group_range() * g.get_local_range()
             << ", local_range: " << g.get_local_range() << ", group_range: " << g.get_group_range() << ")";
}
template <int D> const stream &operator<<(const stream &out, const h_item<D> &i) {
  return out << "h_item(\n  global " << i.get_global() << "\n  logical local " << i.get_logical_local()
             << "\n  physical local " << i.get_physical_local() << "\n)";
}

} // namespace _V1
} // namespace sycl

template <> struct std::hash<sycl::stream> {
  std::size_t operator()(const sycl::stream &s) const noexcept {
    return std::hash<sycl::detail::stream_memory *>()(s.memory_);
  }
};
