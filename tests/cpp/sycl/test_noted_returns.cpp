// Work-items that leave a function in which the others of their group meet, say so by what it returns, and return where
// that is asked.
#include <algorithm>
#include <cstddef>

#include "devices.hpp"

namespace {

using NotedReturns = EachDevice;
WEFT_EACH_DEVICE(NotedReturns);

constexpr std::size_t local = 96, groups = 5, all = local * groups;
constexpr int turns = 4, left = 7, here = 1;

/// The others meet, see what those that have left by now say, and meet again.
template <class Group> void take_turn(Group group, const int *s, int &seen) {
  sycl::group_barrier(group);
  for (std::size_t k = 0; k < local; k += 3)
    seen += s[k];
  sycl::group_barrier(group);
}

struct BoolOfThoseThatStore {
  static constexpr int says = left;
  template <class Group> static bool stays(Group group, int mine, int *s, int &seen) {
    for (int turn = 0; turn < turns; ++turn) {
      if (turn == mine) {
        s[group.get_local_linear_id()] = left;
        return false;
      }
      take_turn(group, s, seen);
    }
    return true;
  }
};

struct BoolAlone {
  static constexpr int says = here;
  template <class Group> static bool stays(Group group, int mine, int *s, int &seen) {
    for (int turn = 0; turn < turns; ++turn) {
      if (turn == mine)
        return false;
      take_turn(group, s, seen);
    }
    return true;
  }
};

struct NumberOfTheTurn {
  static constexpr int says = left;
  template <class Group> static int turn_of_end(Group group, int mine, int *s, int &seen) {
    for (int turn = 0; turn < turns; ++turn) {
      if (turn == mine) {
        s[group.get_local_linear_id()] = left;
        return turn;
      }
      take_turn(group, s, seen);
    }
    return -1;
  }
  template <class Group> static bool stays(Group group, int mine, int *s, int &seen) {
    return turn_of_end(group, mine, s, seen) < 0;
  }
};

struct FlagOfALoop {
  static constexpr int says = left;
  template <class Group> static bool stays(Group group, int mine, int *s, int &seen) {
    bool done = false;
    int turn = 0;
    while (!done && turn < turns) {
      if (turn == mine) {
        s[group.get_local_linear_id()] = left;
        done = true;
      } else {
        take_turn(group, s, seen);
        ++turn;
      }
    }
    return !done;
  }
};

struct TwoFunctions {
  static constexpr int says = left;
  template <class Group> static bool some_stay(Group group, int begin, int mine, int *s, int &seen) {
    for (int turn = begin; turn < begin + turns / 2; ++turn) {
      if (turn == mine) {
        s[group.get_local_linear_id()] = left;
        return false;
      }
      take_turn(group, s, seen);
    }
    return true;
  }
  template <class Group> static bool stays(Group group, int mine, int *s, int &seen) {
    return some_stay(group, 0, mine, s, seen) && some_stay(group, turns / 2, mine, s, seen);
  }
};

struct OperationsOfTheGroup {
  static constexpr int says = left;
  template <class Group> static bool stays(Group group, int mine, int *s, int &seen) {
    for (int turn = 0; sycl::any_of_group(group, turn < turns); ++turn) {
      if (turn == mine) {
        s[group.get_local_linear_id()] = left;
        return false;
      }
      take_turn(group, s, seen);
    }
    return true;
  }
};

template <class How> void leave(sycl::queue &q, const int *mine, int *out, int *said, bool says_between) {
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int> s(local, h);
     h.parallel_for(sycl::nd_range<1>(all, local), [=](sycl::nd_item<1> it) {
       const std::size_t i = it.get_global_id(0), l = it.get_local_id(0);
       s[l] = here;
       int seen = 0;
       const bool stays = How::stays(it.get_group(), mine[i], &s[0], seen);
       if (says_between)
         said[i] = seen > 40 ? mine[i] : seen * seen % 1001;
       if (!stays) {
         out[i] = -seen;
         return;
       }
       s[l] = 2;
       sycl::group_barrier(it.get_group());
       out[i] = seen + s[local - 1 - l];
     });
   }).wait();
}

/// What an item has seen when it leaves, or after all turns.
template <class How> int seen_by(std::size_t item, const int *mine) {
  int seen = 0;
  for (int turn = 0; turn < std::min(mine[item], turns); ++turn)
    for (std::size_t k = 0; k < local; k += 3)
      seen += mine[item / local * local + k] <= turn ? How::says : here;
  return seen;
}

template <class How> void expect_as_in_turn(sycl::queue &q, NotedReturns &test) {
  for (const bool says_between : {false, true}) {
    int *mine = test.shared<int>(all), *out = test.shared<int>(all, -1), *said = test.shared<int>(all, 0);
    for (std::size_t i = 0; i < all; ++i)
      mine[i] = static_cast<int>(i * 7 % 11);
    leave<How>(q, mine, out, said, says_between);
    for (std::size_t i = 0; i < all; ++i) {
      const int seen = seen_by<How>(i, mine);
      const int last = mine[i / local * local + local - 1 - i % local] < turns ? How::says : 2;
      EXPECT_EQ(out[i], mine[i] < turns ? -seen : seen + last) << i;
      EXPECT_EQ(said[i], !says_between ? 0 : seen > 40 ? mine[i] : seen * seen % 1001) << i;
    }
  }
}

TEST_P(NotedReturns, FalseOfThoseThatStore) {
  expect_as_in_turn<BoolOfThoseThatStore>(q, *this);
}
TEST_P(NotedReturns, FalseAlone) {
  expect_as_in_turn<BoolAlone>(q, *this);
}
TEST_P(NotedReturns, NumberOfTheTurn) {
  expect_as_in_turn<NumberOfTheTurn>(q, *this);
}
TEST_P(NotedReturns, FlagOfALoop) {
  expect_as_in_turn<FlagOfALoop>(q, *this);
}
TEST_P(NotedReturns, TwoFunctions) {
  expect_as_in_turn<TwoFunctions>(q, *this);
}
TEST_P(NotedReturns, OperationsOfTheGroup) {
  expect_as_in_turn<OperationsOfTheGroup>(q, *this);
}

} // namespace
