// Errors as SYCL programs see them: to handlers, at waits, and as exceptions.
#include <algorithm>
#include <stdexcept>

#include <CL/sycl.hpp>
#include <gtest/gtest.h>

#include "thrown.hpp"

namespace {

using sycl::errc;

TEST(Errors, HostTaskErrorsReachTheHandlerOfTheQueue) {
  std::vector<std::string> messages;
  sycl::queue q([&](sycl::exception_list errors) {
    for (const std::exception_ptr &e : errors)
      try {
        std::rethrow_exception(e);
      } catch (const std::exception &error) {
        messages.push_back(error.what());
      }
  });
  q.submit([](sycl::handler &h) { h.host_task([] { throw std::runtime_error("boom"); }); });
  q.wait_and_throw();
  EXPECT_EQ(messages, std::vector<std::string>{"boom"});
}

TEST(Errors, WaitingForAnEventReportsToTheHandlerOnce) {
  int reported = 0;
  sycl::queue q([&](sycl::exception_list errors) { reported += static_cast<int>(errors.size()); });
  const auto fail = [&](const std::vector<sycl::event> &after) {
    return q.submit([&](sycl::handler &h) {
      h.depends_on(after);
      h.host_task([] { throw std::runtime_error("boom"); });
    });
  };
  const sycl::event first = fail({}), second = fail({first});
  second.wait();
  EXPECT_EQ(reported, 0);
  second.wait_and_throw();
  EXPECT_EQ(reported, 2) << "what it depended on is reported, too";
  first.wait_and_throw();
  q.wait_and_throw();
  EXPECT_EQ(reported, 2);
}

TEST(Errors, WaitingForAnEventReportsForTheQueuesItCameAfter) {
  std::vector<std::string> reported;
  const auto queue_named = [&](const std::string &name) {
    return sycl::queue(
        [&reported, name](sycl::exception_list errors) { reported.insert(reported.end(), errors.size(), name); });
  };
  sycl::queue first = queue_named("first"), second = queue_named("second"), last = queue_named("last"),
              apart = queue_named("apart");
  const auto fail = [](sycl::queue &q, const std::vector<sycl::event> &after) {
    return q.submit([&](sycl::handler &h) {
      h.depends_on(after);
      h.host_task([] { throw std::runtime_error("boom"); });
    });
  };
  const sycl::event begin = fail(first, {});
  begin.wait(); // its error is kept though it is done when others come after it
  sycl::buffer<int> shared(1);
  const auto fail_with_buffer = [&](sycl::queue &q, const std::vector<sycl::event> &after) {
    return q.submit([&](sycl::handler &h) {
      h.depends_on(after);
      sycl::accessor cell(shared, h, sycl::read_write_host_task);
      h.host_task([=] {
        cell[0] = 1;
        throw std::runtime_error("boom");
      });
    });
  };
  fail_with_buffer(second, {begin});
  const sycl::event end = fail_with_buffer(last, {});
  fail(apart, {}).wait();
  end.wait_and_throw();
  std::sort(reported.begin(), reported.end());
  EXPECT_EQ(reported, (std::vector<std::string>{"first", "last", "second"}));
  end.wait_and_throw();
  EXPECT_EQ(reported.size(), 3u);
  apart.wait_and_throw();
}

TEST(Errors, WithoutAHandlerTheWaitThrows) {
  sycl::queue q;
  const sycl::event e = q.submit([](sycl::handler &h) { h.host_task([] { throw std::out_of_range("index 7"); }); });
  q.wait();
  EXPECT_THROW(q.wait_and_throw(), std::out_of_range);
}

TEST(Errors, CommandGroupsSubmitNothingElse) {
  sycl::queue q, other;
  int *x = sycl::malloc_shared<int>(4, q);
  std::fill_n(x, 4, 1);
  const auto code_inside = [&](auto command) {
    sycl::errc code = errc::success;
    q.submit([&](sycl::handler &) { code = code_thrown_by([&] { command(); }); });
    return code;
  };
  EXPECT_EQ(code_inside([&] { q.memset(x, 0, sizeof *x); }), errc::invalid);
  EXPECT_EQ(code_inside([&] { other.fill(x, 2, 4); }), errc::invalid);
  EXPECT_EQ(code_inside([&] { q.memcpy(x, x + 2, sizeof *x); }), errc::invalid);
  EXPECT_EQ(code_inside([&] { q.submit([](sycl::handler &) {}); }), errc::invalid);
  EXPECT_EQ(code_inside([&] { q.ext_oneapi_submit_barrier(); }), errc::invalid);
  q.wait();
  EXPECT_EQ(std::count(x, x + 4, 1), 4);

  // What a command group throws leaves the thread free to submit; so are host tasks, and groups when they end.
  EXPECT_THROW(q.submit([](sycl::handler &) { throw std::runtime_error("boom"); }), std::runtime_error);
  q.submit([&](sycl::handler &h) { h.host_task([&, x] { other.memset(x, 0, sizeof *x).wait(); }); }).wait_and_throw();
  q.fill(x + 1, 3, 3).wait();
  EXPECT_EQ(x[0], 0);
  EXPECT_EQ(x[3], 3);
  sycl::free(x, q);
}

TEST(Errors, ExceptionsCarryCodeCategoryAndContext) {
  const sycl::context c;
  const sycl::exception e(c, errc::invalid, "why");
  EXPECT_EQ(e.code(), errc::invalid);
  EXPECT_STREQ(e.category().name(), "sycl");
  EXPECT_STREQ(e.what(), "why");
  EXPECT_EQ(e.get_context(), c);
  EXPECT_FALSE(sycl::exception(errc::runtime).has_context());
  EXPECT_EQ(code_thrown_by([] { (void)sycl::exception(errc::runtime).get_context(); }), errc::invalid);
}

} // namespace
