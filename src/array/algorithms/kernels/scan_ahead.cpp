// Scans of rows of many tiles, in one pass over memory. A group says what a tile sums to before it scans it, and one
// group adds these sums up. Groups read so many tiles ahead of the one that they scan that what is before it is known
// by then. Sums are added up in windows of tiles, in an order that their numbers alone decide: results are the same
// each time.
#include "array/algorithms/kernels/scan_tiles.hpp"

namespace weft::algorithms {

template <int Bytes> struct scan_tiles_ahead : TileOfGroup<Bytes, ahead_group, ahead_vectors, true> {
  using Base = TileOfGroup<Bytes, ahead_group, ahead_vectors, true>;
  using Base::add, Base::published, Base::rows, Base::ticket, Base::tiles, Base::vectors;
  using typename Base::Mine, typename Base::T, typename Base::Vector;
  using Words = Published<T>;
  static constexpr int held = scan_ahead + 1;

  /// What a group has in local memory (ahead_room): tiles, where each work-item finds what it put there; what the
  /// sub-groups' parts of each sum to; what is before the tile that is scanned; the next ticket.
  struct Room {
    Vector *tiles = local_memory<Vector>();
    T *sums = reinterpret_cast<T *>(tiles + held * ahead_group * vectors);
    T *before = sums + held * ahead_group;
    std::uint32_t *ticket = reinterpret_cast<std::uint32_t *>(before + 1);

    T *sums_of(int stage) const { return sums + stage * ahead_group; }
    Vector &vector(int stage, const Lanes &lanes, int k) const {
      return tiles[stage * ahead_group * vectors + Base::place_of(lanes, k) / Base::in_vector];
    }
  };

  std::int64_t all_tiles() const { return rows * tiles; }
  std::uint64_t *sums_of_tiles() const { return published; }
  std::uint64_t *sums_until() const { return published + all_tiles() * Words::words; }

  std::uint32_t draw(std::uint32_t count) const { // in their order, so that tiles before are under way
    return __weft_atomic_fetch_add_u32(ticket, count, 0, 3);
  }

  /// For the first lane, what the sub-group has.
  static T sum_lanes(const Lanes &lanes, const Mine &mine) {
    T sum = Base::folded(mine[0].elements, Base::in_vector);
    for (int k = 1; k < vectors; ++k)
      sum = combine(sum, Base::folded(mine[k].elements, Base::in_vector));
    for (int step = lanes.width / 2; step > 0; step /= 2)
      sum = combine(sum, sycl::shift_group_left(lanes.group, sum, step));
    return sum;
  }

  /// Reads a tile, and says what the parts of the sub-groups sum to.
  void begin(const Room &room, const Lanes &lanes, int stage, std::int64_t number) const {
    if (number >= all_tiles())
      return;
    Mine mine;
    this->load(tile_of(*this, number), lanes, mine);
    const T sum = sum_lanes(lanes, mine);
    if (lanes.lane == 0)
      room.sums_of(stage)[lanes.index] = sum;
    for (int k = 0; k < vectors; ++k)
      room.vector(stage, lanes, k) = mine[k];
  }

  /// Has a tile brought into the cache that all groups share, which some group will read soon; a line each.
  void ask_for(const Lanes &lanes, std::int64_t number) const {
    if (number >= all_tiles())
      return;
    constexpr int line = ahead_tile_bytes / ahead_group / static_cast<int>(sizeof(T));
    const Tile tile = tile_of(*this, number);
    const int place = (lanes.index * lanes.width + lanes.lane) * line;
    if (place < tile.size)
      __builtin_prefetch(this->source_of(tile) + place, 0, 1);
  }

  void publish(const Room &room, const Lanes &lanes, int stage, std::int64_t number) const {
    if (lanes.index == 0 && lanes.lane == 0 && number < all_tiles())
      Words::put(sums_of_tiles(), number, Base::folded(room.sums_of(stage), lanes.count));
  }

  /// What one sub-group does until all tiles are summed: each lane looks at some that follow each other. What is before
  /// a tile is told as soon as those before are summed, since groups may draw a tile and wait with it.
  void add_up(const Lanes &lanes) const {
    constexpr std::uint32_t looked_at = 8;
    const auto all = static_cast<std::uint32_t>(all_tiles()), of_row = static_cast<std::uint32_t>(tiles);
    const std::uint32_t at_once = looked_at * lanes.width;
    T running{};
    for (std::uint32_t first = 0; first < all; first += at_once) {
      const std::uint32_t begin = first + lanes.lane * looked_at, place = begin % of_row; // in its row
      const bool goes_on = place > lanes.lane * looked_at; // the row began before the first lane's tiles
      const std::uint32_t mine = begin < all ? sycl::min(all - begin, looked_at) : 0;
      T before{}, until[looked_at];
      std::uint32_t told = 0;
      for (int full = 0; full < lanes.width;) {
        std::uint32_t last = place;
        const std::uint32_t ready = look_at(begin, mine, last, until);
        full = sycl::reduce_over_group(lanes.group, ready == mine ? lanes.width : lanes.lane, sycl::minimum<int>());
        before = before_lane(lanes, until[looked_at - 1], last / looked_at);
        if (goes_on)
          before = lanes.lane > 0 ? combine(running, before) : running;
        const std::uint32_t known = lanes.lane < full ? mine : lanes.lane == full ? ready : 0;
#pragma unroll
        for (std::uint32_t i = 0; i < looked_at; ++i) {
          if (place > 0 && place + i < of_row)
            until[i] = combine(before, until[i]);
          if (i >= told && i < known)
            Words::put(sums_until(), begin + i, until[i]);
        }
        told = known;
      }
      running = sycl::select_from_group(lanes.group, until[looked_at - 1], lanes.width - 1);
    }
  }

  /// How many of `count` tiles are summed, one after the other, and what those of a row sum to until each. `place` in
  /// the row is the first one's before, the last one's after it.
  template <std::uint32_t Most>
  std::uint32_t look_at(std::uint32_t begin, std::uint32_t count, std::uint32_t &place, T (&until)[Most]) const {
    typename Words::Seen seen[Most];
#pragma unroll // so that they are in registers
    for (std::uint32_t i = 0; i < Most; ++i)
      seen[i] = i < count ? Words::look(sums_of_tiles(), begin + i) : typename Words::Seen{};
    std::uint32_t ready = 0;
#pragma unroll
    for (std::uint32_t i = 0; i < Most; ++i) {
      until[i] = Words::value(seen[i]);
      if (i > 0)
        place = place + 1 < tiles ? place + 1 : 0;
      if (i > 0 && place > 0)
        until[i] = combine(until[i - 1], until[i]);
      if (ready == i && Words::is_there(seen[i]))
        ++ready;
    }
    return ready;
  }

  /// The sum of all lanes' before this one, as far back as their row goes: `lanes_of_row` whole ones before this lane's
  /// last tile.
  static T before_lane(const Lanes &lanes, T total, std::uint32_t lanes_of_row) {
    for (int step = 1; step < lanes.width; step *= 2) {
      const T other = sycl::shift_group_right(lanes.group, total, step);
      if (lanes.lane >= step && lanes_of_row >= static_cast<std::uint32_t>(step))
        total = combine(other, total);
    }
    return sycl::shift_group_right(lanes.group, total, 1);
  }

  /// Scans the tile of a stage; `await` waits for what is before the tile.
  void finish(const Room &room, const Lanes &lanes, int stage, const Tile &tile, auto await) const {
    Mine mine;
    for (int k = 0; k < vectors; ++k)
      mine[k] = room.vector(stage, lanes, k);
    Base::scan_lanes(lanes, mine);
    T before = lanes.index > 0 ? Base::folded(room.sums_of(stage), lanes.index) : T{};
    await();
    meet();
    if (tile.index > 0)
      before = lanes.index > 0 ? combine(*room.before, before) : *room.before;
    if (lanes.index > 0 || tile.index > 0)
      for (int k = 0; k < vectors; ++k)
        add(before, mine[k]);
    this->store(tile, lanes, mine);
  }

  /// `soon`: how many tiles further all groups will be before memory has answered.
  void scan_tiles(const Room &room, const Lanes &lanes, std::int64_t first, std::int64_t soon) const {
    const bool leads = lanes.index == 0 && lanes.lane == 0;
    std::int64_t numbers[held];
    for (int i = 0; i < held; ++i)
      numbers[i] = first + i;
    for (int i = 0; i < scan_ahead; ++i) {
      begin(room, lanes, i, numbers[i]);
      meet();
      publish(room, lanes, i, numbers[i]);
    }
    for (int stage = 0; numbers[0] < all_tiles(); stage = (stage + 1) % held) {
      const Tile tile = tile_of(*this, numbers[0]);
      std::uint32_t drawn = 0;
      typename Words::Seen seen{};
      if (leads) {
        drawn = draw(1);
        if (tile.index > 0)
          seen = Words::look(sums_until(), numbers[0] - 1);
      }
      const int newest = (stage + scan_ahead) % held;
      ask_for(lanes, numbers[scan_ahead] + soon);
      begin(room, lanes, newest, numbers[scan_ahead]);
      meet();
      publish(room, lanes, newest, numbers[scan_ahead]);
      finish(room, lanes, stage, tile, [&] {
        if (!leads)
          return;
        if (tile.index > 0) {
          while (!Words::is_there(seen))
            seen = Words::look(sums_until(), numbers[0] - 1);
          *room.before = Words::value(seen);
        }
        *room.ticket = drawn;
      });
      for (int i = 0; i < scan_ahead; ++i)
        numbers[i] = numbers[i + 1];
      numbers[scan_ahead] = std::int64_t(*room.ticket) - held;
    }
  }

  void operator()(sycl::nd_item<1> item) const {
    const Room room;
    const Lanes lanes(item.get_sub_group());
    if (lanes.index == 0 && lanes.lane == 0)
      *room.ticket = draw(held);
    meet();
    const std::int64_t drawn = *room.ticket;
    if (drawn > 0)
      scan_tiles(room, lanes, drawn - held, static_cast<std::int64_t>(item.get_group_range(0) / 2));
    else if (lanes.index == 0)
      add_up(lanes);
  }
};

} // namespace weft::algorithms

WEFT_ND_KERNEL(weft::algorithms::scan_tiles_ahead<4>)
WEFT_ND_KERNEL(weft::algorithms::scan_tiles_ahead<8>)
WEFT_ND_KERNEL(weft::algorithms::scan_tiles_ahead<16>)
