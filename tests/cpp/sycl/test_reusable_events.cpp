// Events that stand for one place in a queue after another (sycl_ext_oneapi_reusable_events).
#include <future>
#include <type_traits>

#include "devices.hpp"
#include "thrown.hpp"

namespace xp = sycl::ext::oneapi::experimental;
using sycl::info::event_command_status;

namespace {

event_command_status status_of(const sycl::event &e) {
  return e.get_info<sycl::info::event::command_execution_status>();
}

/// A command that ends when the test says so.
class Gate {
public:
  explicit Gate(sycl::queue q) {
    q.submit([&](sycl::handler &h) { h.host_task([opened = open_.get_future().share()] { opened.wait(); }); });
  }
  ~Gate() {
    if (!is_open_)
      open();
  }
  void open() {
    is_open_ = true;
    open_.set_value();
  }

private:
  std::promise<void> open_;
  bool is_open_ = false;
};

template <class Property, class = void> struct makes_events : std::false_type {};
template <class Property>
struct makes_events<Property, std::void_t<decltype(xp::make_event(std::declval<Property>()))>> : std::true_type {};

} // namespace

class ReusableEvents : public EachDevice {
public:
  sycl::queue in_order() { return sycl::queue(q.get_context(), q.get_device(), sycl::property::queue::in_order()); }
};

TEST_P(ReusableEvents, AreCompleteUntilTheyAreSignalled) {
  sycl::event e = xp::make_event(q.get_context());
  EXPECT_EQ(status_of(e), event_command_status::complete);
  e.wait();
  EXPECT_TRUE(e.get_wait_list().empty());
  Gate gate(q);
  xp::enqueue_signal_event(q, e);
  EXPECT_NE(status_of(e), event_command_status::complete);
  gate.open();
  e.wait();
  EXPECT_EQ(status_of(e), event_command_status::complete);
}

TEST_P(ReusableEvents, OrderOneQueueAfterAnother) {
  for (const bool ordered : {true, false}) {
    sycl::queue first = ordered ? in_order() : q, second = in_order();
    int *x = shared<int>(2);
    Gate gate(first);
    first.single_task([=] { x[0] = 5; });
    sycl::event e = xp::make_event(q.get_context());
    xp::enqueue_signal_event(first, e);
    xp::enqueue_wait_event(second, e);
    second.single_task([=] { x[1] = x[0] + 1; });
    EXPECT_EQ(x[1], 0);
    xp::enqueue_signal_event(second, e); // what second waits for stays what it was
    gate.open();
    e.wait();
    EXPECT_EQ(x[1], 6);
  }
}

TEST_P(ReusableEvents, HoldBackWhatQueuesOutOfOrderGetLater) {
  int *x = shared<int>(1);
  Gate gate(q);
  sycl::event e = xp::make_event(q.get_context());
  xp::enqueue_signal_event(q, e);
  const sycl::event later = q.single_task([=] { *x = 1; });
  EXPECT_NE(status_of(later), event_command_status::complete);
  gate.open();
  sycl::event(later).wait();
  EXPECT_EQ(status_of(e), event_command_status::complete);
}

TEST_P(ReusableEvents, StandForTheLastSignalInAllCopies) {
  sycl::event e = xp::make_event(q.get_context());
  const sycl::event copy = e;
  sycl::queue other = in_order();
  xp::enqueue_signal_event(other, e);
  other.wait();
  Gate gate(q);
  xp::enqueue_signal_event(q, e);
  EXPECT_NE(status_of(copy), event_command_status::complete);
  EXPECT_EQ(copy, e);
  xp::enqueue_signal_event(other, e); // not the command that the gate holds back
  other.wait();
  EXPECT_EQ(status_of(copy), event_command_status::complete);
}

TEST_P(ReusableEvents, AreDependenciesAsTheyAreAtTheTime) {
  int *x = shared<int>(1);
  sycl::queue other = in_order();
  sycl::event e = xp::make_event(q.get_context());
  Gate gate(other);
  xp::enqueue_signal_event(other, e);
  const sycl::event held = q.submit([&](sycl::handler &h) {
    h.depends_on(e);
    h.single_task([=] { *x = 1; });
  });
  sycl::queue idle = in_order();
  xp::enqueue_signal_event(idle, e);
  e.wait();
  EXPECT_NE(status_of(held), event_command_status::complete);
  gate.open();
  sycl::event(held).wait();
  EXPECT_EQ(*x, 1);
}

TEST_P(ReusableEvents, WaitForSeveral) {
  int *x = shared<int>(3);
  std::vector<sycl::event> events;
  sycl::queue a = in_order(), b = in_order(), last = in_order();
  Gate gate(a);
  for (sycl::queue each : {a, b}) {
    const int i = static_cast<int>(events.size());
    each.single_task([=] { x[i] = i + 1; });
    xp::enqueue_signal_event(each, events.emplace_back(xp::make_event(q.get_context())));
  }
  xp::enqueue_wait_events(last, events);
  xp::enqueue_wait_events(last, {});
  last.single_task([=] { x[2] = x[0] + x[1]; });
  EXPECT_EQ(x[2], 0);
  gate.open();
  last.wait();
  EXPECT_EQ(x[2], 3);
}

TEST_P(ReusableEvents, TimePlacesInQueuesThatDoNotProfile) {
  using namespace sycl::info;
  EXPECT_TRUE(q.get_device().has(sycl::aspect::ext_oneapi_per_event_profiling));
  int *x = shared<int>(1);
  sycl::event start = xp::make_event(q.get_context(), xp::enable_profiling{});
  sycl::event end = xp::make_event(
      q.get_context(), xp::properties{xp::event_mode(xp::event_mode_enum::low_power), xp::enable_profiling{true}});
  std::uint64_t last = 0;
  for (int i = 0; i < 3; ++i) {
    xp::enqueue_signal_event(q, start);
    q.single_task([=] { ++*x; });
    xp::enqueue_signal_event(q, end);
    q.wait();
    const auto begun = start.get_profiling_info<event_profiling::command_end>();
    EXPECT_GE(begun, last);
    last = end.get_profiling_info<event_profiling::command_start>();
    EXPECT_GE(last, begun);
    EXPECT_EQ(last, end.get_profiling_info<event_profiling::command_submit>());
    EXPECT_EQ(last, end.get_profiling_info<event_profiling::command_end>());
  }
  EXPECT_EQ(*x, 3);
}

TEST_P(ReusableEvents, TimePlacesWhereTheQueueProfiles) {
  using namespace sycl::info;
  sycl::queue profiling(q.get_context(), q.get_device(), sycl::property::queue::enable_profiling());
  sycl::event e = xp::make_event(q.get_context(), xp::enable_profiling{false});
  const auto time = [&] { return e.get_profiling_info<event_profiling::command_end>(); };
  EXPECT_EQ(code_thrown_by(time), sycl::errc::invalid);
  xp::enqueue_signal_event(profiling, e);
  EXPECT_GT(time(), 0u);
  xp::enqueue_signal_event(q, e);
  e.wait();
  EXPECT_EQ(code_thrown_by(time), sycl::errc::invalid);
}

TEST_P(ReusableEvents, BelongToTheContextOfTheQueue) {
  const sycl::context other(q.get_device());
  sycl::event e = xp::make_event(other);
  EXPECT_EQ(code_thrown_by([&] { xp::enqueue_signal_event(q, e); }), sycl::errc::invalid);
  EXPECT_EQ(status_of(e), event_command_status::complete);
  sycl::queue of_other(other, q.get_device());
  xp::enqueue_signal_event(of_other, e);
  xp::enqueue_wait_event(q, e); // waits are for events of any context
  q.wait();
}

TEST_P(ReusableEvents, AreEventsOfQueuesAndEmptyOnesToo) {
  int *x = shared<int>(1);
  sycl::event e = q.single_task([=] { *x = 1; });
  e.wait();
  Gate gate(q);
  xp::enqueue_signal_event(q, e);
  const sycl::event copy = e;
  EXPECT_NE(status_of(copy), event_command_status::complete);
  gate.open();
  e.wait();

  sycl::event empty;
  if (q.get_context() == sycl::device().get_platform().khr_get_default_context()) {
    xp::enqueue_signal_event(q, empty);
    empty.wait();
  } else {
    EXPECT_EQ(code_thrown_by([&] { xp::enqueue_signal_event(q, empty); }), sycl::errc::invalid);
  }
}

TEST_P(ReusableEvents, JoinQueuesThatAreRecorded) {
  int *x = shared<int>(2);
  sycl::queue first = in_order(), second = in_order();
  sycl::event e = xp::make_event(q.get_context(), xp::enable_profiling{});
  xp::command_graph graph(q.get_context(), q.get_device());
  graph.begin_recording({first, second});
  first.single_task([=] { x[0] += 1; });
  xp::enqueue_signal_event(first, e);
  xp::enqueue_wait_event(second, e);
  second.single_task([=] { x[1] = x[0] * 10; });
  graph.end_recording();
  auto executable = graph.finalize();
  for (int i = 1; i <= 3; ++i) {
    q.ext_oneapi_graph(executable).wait();
    EXPECT_EQ(x[1], 10 * i);
  }
}

TEST(ReusableEventsOfTheDefault, TakeTheirOwnProperties) {
  static_assert(makes_events<xp::enable_profiling>() && makes_events<xp::event_mode>());
  static_assert(makes_events<decltype(xp::properties{xp::enable_profiling{}})>());
  static_assert(!makes_events<int>() && !makes_events<decltype(xp::properties{xp::work_group_size<8>})>());
  static_assert(SYCL_EXT_ONEAPI_REUSABLE_EVENTS == 1);
  sycl::queue q;
  sycl::event e = xp::make_event();
  xp::enqueue_signal_event(q, e);
  e.wait_and_throw();
  EXPECT_EQ(xp::enable_profiling(), xp::enable_profiling_key(true));
}

WEFT_EACH_DEVICE(ReusableEvents);
