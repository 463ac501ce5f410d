// A reader of the part of the Itanium mangling that built-in functions use.
#include "codegen/opencl/mangled_name.hpp"

namespace weft::codegen::opencl {

using llvm::StringRef;

namespace {

class Reader {
public:
  explicit Reader(StringRef symbol) : rest_(symbol) {}

  std::optional<MangledName> read() {
    MangledName result;
    if (!rest_.consume_front("_Z") || !source_name(result.name))
      return std::nullopt;
    while (!rest_.empty()) {
      const auto next = type();
      if (!next)
        return std::nullopt;
      if (next->letter != 'v' || next->pointer)
        result.parameters.push_back(*next);
    }
    return result;
  }

private:
  bool source_name(StringRef &name) {
    std::size_t length = 0;
    if (rest_.consumeInteger(10, length) || length > rest_.size())
      return false;
    name = rest_.take_front(length);
    rest_ = rest_.drop_front(length);
    return true;
  }

  /// A type that later parameters may name by its number.
  std::optional<MangledType> remember(std::optional<MangledType> type) {
    if (type)
      known_.push_back(*type);
    return type;
  }

  std::optional<MangledType> type() {
    if (rest_.consume_front("P")) {
      auto pointee = type();
      if (pointee)
        pointee->pointer = true;
      return remember(pointee);
    }
    if (rest_.consume_front("U7_Atomic"))
      return remember(type());
    if (rest_.starts_with("U") || rest_.starts_with("V") || rest_.starts_with("K") || rest_.starts_with("r"))
      return qualified();
    if (rest_.consume_front("Dv"))
      return vector();
    if (rest_.consume_front("DF16_") || rest_.consume_front("Dh"))
      return MangledType{'e'};
    if (rest_.consume_front("S"))
      return substitution();
    if (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      StringRef name;
      return source_name(name) ? remember(MangledType{}) : std::nullopt;
    }
    if (rest_.empty() || !StringRef("vbchstijlmfdz").contains(rest_.front()))
      return std::nullopt;
    const char letter = rest_.front();
    rest_ = rest_.drop_front();
    return MangledType{letter};
  }

  /// Address space and cv-qualifiers together make one type.
  std::optional<MangledType> qualified() {
    unsigned number = 0;
    while (!rest_.starts_with("U7_Atomic")) {
      if (rest_.consume_front("V") || rest_.consume_front("K") || rest_.consume_front("r"))
        continue;
      StringRef space;
      if (!rest_.consume_front("U"))
        break;
      if (!source_name(space))
        return std::nullopt;
      if (space.consume_front("AS"))
        space.getAsInteger(10, number);
    }
    auto inner = type();
    if (inner)
      inner->space = number;
    return remember(inner);
  }

  std::optional<MangledType> vector() {
    unsigned lanes = 0;
    if (rest_.consumeInteger(10, lanes) || !rest_.consume_front("_"))
      return std::nullopt;
    auto element = type();
    if (element)
      element->lanes = lanes;
    return remember(element);
  }

  std::optional<MangledType> substitution() {
    std::size_t number = 0;
    if (!rest_.consume_front("_")) {
      for (; !rest_.empty() && rest_.front() != '_'; rest_ = rest_.drop_front()) {
        const char digit = rest_.front();
        number = 36 * number + static_cast<std::size_t>(digit <= '9' ? digit - '0' : digit - 'A' + 10);
      }
      rest_.consume_front("_");
      ++number;
    }
    return number < known_.size() ? std::optional(known_[number]) : std::nullopt;
  }

  StringRef rest_;
  std::vector<MangledType> known_;
};

} // namespace

std::optional<MangledName> read_mangled(StringRef symbol) {
  return Reader(symbol).read();
}

} // namespace weft::codegen::opencl
