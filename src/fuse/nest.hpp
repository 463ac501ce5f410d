// A schedule's loops as data: which run on groups, work-items or lanes, which in turn, and what happens inside of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "fuse/layout.hpp"
#include "support/error.hpp"

namespace weft::fuse {

/// Loop dimensions that run as one, fastest first.
struct DimList {
  std::uint8_t count = 0;
  std::array<std::uint8_t, max_dims> dims; ///< The first `count`.

  void push(std::size_t dim) noexcept { dims[count++] = static_cast<std::uint8_t>(dim); }
};

/// What stands in a nest. Named by letters, as in the recipes of kernels.
enum class NodeKind : char {
  loop = 'l',    ///< over pieces of an axis
  whole = '?',   ///< a body twice: for where its axes reach whole pieces, and with guards for where they do not
  first = '1',   ///< a body for the first work-item of the group
  each = 'e',    ///< loops over `dims`, one after the other
  tile = 't',    ///< a body in which local memory holds the tile of staged operands that begins here
  stage = 'S',   ///< staged operands: from memory to the tile
  take = 'T',    ///< staged operands: from the tile
  barrier = 'b', ///< of the work-group
  start = 's',   ///< `count` slots of accumulators for fold number `axis`, in each one for each result of `dims`
  clear = '0',   ///< starts the slot's, where `slots` of the start leaves that to loops
  run = 'u',     ///< a body whose elements meet in accumulators of their own, which then join those around
  hold = 'h',    ///< a body in which the slot's accumulator is in a register
  fold = 'f',    ///< one more element goes into the slot's accumulators
  join = 'j',    ///< all slots into the first
  meet = 'm',    ///< of what all lanes have
  result = 'r',  ///< what was met becomes the fold's value
  partial = 'p', ///< accumulators, or what was met, become memory that another kernel joins
  store = 'o',   ///< outputs
  // Of booleans, whose result the first element that differs from the start value decides:
  look = 'k',   ///< at one more element
  unless = 'x', ///< a body for where it is not decided yet
  until = 'd',  ///< a loop that is left when it is decided, after stretches of `count` pieces and more, at most `piece`
                ///< times as many; what comes behind the loop votes
  vote = 'v',   ///< the slot's accumulator is decided
  scan = 'n',   ///< a body that looks for the first element which decides in the last stretch, or in what is left
  tell = 'y',   ///< a body for a block among others, unless they have decided it; its last node is for the last of them
};

/// What a loop is bound to: who takes its turns.
enum class Bind : char {
  none = '-',
  items = 'i',    ///< a work-item of a range each; those of the same launch dimension share its ids, first the fastest
  groups = 'g',   ///< a work-group each, which share ids likewise
  cyclic = 'c',   ///< work-groups that take every so many-th piece
  lanes = 'l',    ///< a work-item of the group each, which share ids likewise
  serial = 's',   ///< one after the other
  together = 't', ///< one after the other as straight-line code: all is loaded before anything is stored
};

/// Elements from one turn of a loop to the next.
enum class Amount : char {
  known = 'k', ///< Node::piece
  range = 'a', ///< a launch
  rows = 'r',  ///< FoldOrder::rows
  chunk = 'c', ///< FoldOrder::chunk
  tile = 't',  ///< Schedule::tile_columns
};

/// Where a loop's axis ends within a piece.
enum class Rest : char {
  peeled = 'p',  ///< whole pieces in a loop, then the rest by itself
  guarded = 'g', ///< the same; the rest takes as many turns inside as a whole piece does, with guards
  clipped = 'c', ///< one body for pieces that may end early
  checked = 'h', ///< one body, with guards
  shifted = 's', ///< one body for whole pieces: the last begins earlier where it would end too late, and `checked`
                 ///< lanes in it leave out what the one before it has
};

struct Node {
  NodeKind kind = NodeKind::store;
  Bind bind = Bind::none;
  std::uint8_t axis = 0;
  std::uint8_t id = 0;    ///< Launch dimension.
  std::uint8_t below = 0; ///< Nodes of the body, which follow this one.
  bool last = false;      ///< The axis stands at an element then.
  bool slots = false;     ///< Its turns fill slots of accumulators.
  Amount amount = Amount::known;
  Rest rest = Rest::peeled;
  std::array<std::uint8_t, 3> padding{};
  std::uint32_t piece = 1;
  std::uint32_t count = 1; ///< Turns of lanes and together.
  std::uint32_t dims = 0;  ///< Axes of `whole`, loops of `each` and `start`, outputs of `store` (0: all); as bits.

  bool stores(std::size_t output) const noexcept { return dims == 0 || (dims >> output & 1) != 0; }
};

static_assert(std::has_unique_object_representations_v<Node>, "recipes have its bytes");

/// Axes 0 to 2 are those of outputs; in folds over lanes and groups `outer_axis` and `inner_axis` are FoldOrder's.
struct Nest {
  static constexpr std::size_t most_axes = 4, most_nodes = 96;
  static constexpr std::uint8_t outer_axis = 2, inner_axis = 3;

  Nest() noexcept {}
  Nest(const Nest &other) noexcept { *this = other; }
  Nest &operator=(const Nest &other) noexcept { // of many nodes few are there
    axes = other.axes;
    count = other.count;
    std::copy_n(other.nodes.begin(), count, nodes.begin());
    return *this;
  }

  bool has(NodeKind kind) const noexcept {
    return std::any_of(nodes.begin(), nodes.begin() + count, [&](const Node &node) { return node.kind == kind; });
  }

  std::array<DimList, most_axes> axes;
  union {
    std::array<Node, most_nodes> nodes; ///< The first `count` of them.
  };
  std::uint8_t count = 0;
};

// What nests are built of: an axis is split into pieces, whose turns are bound to somebody.

constexpr Node split(std::uint8_t axis, std::uint32_t piece, Rest rest = Rest::peeled) {
  return {.kind = NodeKind::loop, .bind = Bind::serial, .axis = axis, .rest = rest, .piece = piece};
}

constexpr Node split(std::uint8_t axis, Amount amount) {
  return {.kind = NodeKind::loop, .bind = Bind::serial, .axis = axis, .amount = amount};
}

constexpr Node elements(std::uint8_t axis) {
  return {.kind = NodeKind::loop, .bind = Bind::serial, .axis = axis, .last = true};
}

constexpr Node bound(Node loop, Bind bind, std::uint8_t id) {
  loop.bind = bind;
  loop.id = id;
  return loop;
}

/// So many turns, each a work-item's of the group or straight-line code.
constexpr Node bound(Node loop, Bind bind, std::uint8_t id, std::uint32_t count) {
  loop.count = count;
  return bound(loop, bind, id);
}

constexpr Node lanes(std::uint8_t axis, std::uint32_t count, std::uint8_t id = 0) {
  return bound(elements(axis), Bind::lanes, id, count);
}

constexpr Node together(Node loop, std::uint32_t count) {
  return bound(loop, Bind::together, 0, count);
}

/// Writes a nest down from the outside to the inside.
class NestWriter {
public:
  explicit NestWriter(Nest &nest) : nest_(nest) {}
  ~NestWriter() { close(0); }
  NestWriter(const NestWriter &) = delete;
  NestWriter &operator=(const NestWriter &) = delete;

  std::size_t depth() const noexcept { return depth_; }
  /// What follows is the body, until close() of the depth before.
  void open(const Node &node) {
    open_[depth_++] = nest_.count;
    add(node);
  }
  void open(NodeKind kind) { open(Node{.kind = kind}); }
  void add(const Node &node) {
    WEFT_CHECK(nest_.count < Nest::most_nodes, "fuse: a nest of more than {} nodes", Nest::most_nodes);
    nest_.nodes[nest_.count++] = node;
  }
  void add(NodeKind kind) { add(Node{.kind = kind}); }
  void close(std::size_t depth) noexcept {
    while (depth_ > depth) {
      const std::uint8_t at = open_[--depth_];
      nest_.nodes[at].below = static_cast<std::uint8_t>(nest_.count - at - 1);
    }
  }

private:
  Nest &nest_;
  std::array<std::uint8_t, Nest::most_nodes> open_;
  std::size_t depth_ = 0;
};

} // namespace weft::fuse
