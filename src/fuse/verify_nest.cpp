// What holds for every nest.
#include "fuse/schedule.hpp"
#include "support/error.hpp"

namespace weft::fuse {

namespace {

class NestCheck {
public:
  explicit NestCheck(const Schedule &schedule) : schedule_(schedule), nest_(schedule.nest) {}

  void check() { nodes(0, nest_.count, {}); }

private:
  /// What encloses a node.
  struct Around {
    std::uint32_t arrived = 0; ///< Axes, as bits.
    bool tile = false, start = false, together = false;
  };

  void nodes(std::size_t first, std::size_t end, Around around) {
    for (std::size_t n = first; n < end; n += nest_.nodes[n].below + 1u) {
      WEFT_CHECK(n + nest_.nodes[n].below < end, "fuse: node {} ends behind what it stands in", n);
      around.start |= nest_.nodes[n].kind == NodeKind::start;
      node(n, around);
    }
  }

  void node(std::size_t n, Around around) {
    const Node &node = nest_.nodes[n];
    switch (node.kind) {
    case NodeKind::loop:
      loop(n, around);
      break;
    case NodeKind::tile:
      WEFT_CHECK(!around.tile && node.axis < Nest::most_axes && node.id < Nest::most_axes, "fuse: tile {}", n);
      around.tile = true;
      break;
    case NodeKind::stage:
    case NodeKind::take:
      WEFT_CHECK(around.tile && schedule_.staged != 0, "fuse: node {} needs staged operands and a tile", n);
      break;
    case NodeKind::clear:
    case NodeKind::run:
    case NodeKind::hold:
    case NodeKind::fold:
    case NodeKind::join:
    case NodeKind::meet:
    case NodeKind::result:
    case NodeKind::partial:
    case NodeKind::look:
    case NodeKind::unless:
    case NodeKind::until:
    case NodeKind::vote:
    case NodeKind::scan:
    case NodeKind::tell:
      WEFT_CHECK(around.start, "fuse: node {} needs accumulators", n);
      break;
    case NodeKind::barrier:
      WEFT_CHECK(!schedule_.range.is_range() && !around.together, "fuse: barrier {} of no group", n);
      break;
    case NodeKind::whole:
    case NodeKind::first:
    case NodeKind::each:
    case NodeKind::start:
    case NodeKind::store:
      break;
    }
    nodes(n + 1, n + 1 + node.below, around);
  }

  void loop(std::size_t n, Around &around) {
    const Node &node = nest_.nodes[n];
    WEFT_CHECK(node.axis < Nest::most_axes && node.id < 3 && node.piece != 0 && node.count != 0, "fuse: loop {}", n);
    WEFT_CHECK((around.arrived >> node.axis & 1) == 0, "fuse: loop {} over an axis that stands at an element", n);
    WEFT_CHECK(!node.last || node.piece == 1 || node.amount != Amount::known, "fuse: the last loop {} skips", n);
    WEFT_CHECK(node.below != 0, "fuse: loop {} without a body", n);
    WEFT_CHECK(node.rest != Rest::shifted || (node.bind == Bind::serial && !around.tile), "fuse: shifted loop {}", n);
    switch (node.bind) {
    case Bind::items:
      WEFT_CHECK(schedule_.range.is_range(), "fuse: loop {} over items of groups", n);
      break;
    case Bind::groups:
    case Bind::cyclic:
      WEFT_CHECK(!schedule_.range.is_range(), "fuse: loop {} over groups of a range", n);
      break;
    case Bind::lanes:
      WEFT_CHECK(!schedule_.range.is_range() && node.count <= schedule_.range.local[node.id],
                 "fuse: loop {} of {} lanes", n, node.count);
      break;
    case Bind::serial:
      WEFT_CHECK(!around.together, "fuse: loop {} in straight-line code", n);
      break;
    case Bind::together:
      around.together |= !node.slots;
      break;
    case Bind::none:
      WEFT_CHECK(false, "fuse: loop {} bound to nothing", n);
    }
    around.arrived |= std::uint32_t(node.last) << node.axis;
  }

  const Schedule &schedule_;
  const Nest &nest_;
};

} // namespace

void verify(const Schedule &schedule) {
  NestCheck(schedule).check();
}

} // namespace weft::fuse
