// stream (SYCL 2020, 4.16): what kernels output, statement by statement.
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "devices.hpp"

namespace {

class Stream : public EachDevice {
public:
  /// What the command group function's kernels print.
  template <class F> std::string printed(const F &f) {
    testing::internal::CaptureStdout();
    q.submit(f).wait();
    return testing::internal::GetCapturedStdout();
  }
};
WEFT_EACH_DEVICE(Stream);

std::vector<std::string> sorted_lines(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST_P(Stream, PrintsScalarsAsTheStandardLibraryDoes) {
  int *where = shared<int>(1);
  const std::string text = printed([&](sycl::handler &h) {
    sycl::stream out(1024, 256, h);
    h.single_task([=] {
      out << "text " << 'c' << ' ' << -7 << ' ' << 7u << ' ' << -70000000000L << ' ' << short(-3) << ' ' << true << ' '
          << 3.25f << ' ' << 0.1 << ' ' << sycl::half(1.5f) << ' ' << 1e30f << sycl::endl;
      const int *p = where;
      out << p << '\n' << sycl::flush;
    });
  });
  std::ostringstream expected;
  expected << "text c -7 7 -70000000000 -3 true 3.25 0.1 1.5 1e+30\n" << where << '\n';
  EXPECT_EQ(text, expected.str());
}

TEST_P(Stream, PrintsSmallNumbersAsNumbersAndOnlyCharAsText) {
  const std::string text = printed([](sycl::handler &h) {
    sycl::stream out(1024, 256, h);
    h.single_task([=] {
      out << static_cast<unsigned char>(123) << ' ' << static_cast<signed char>(-123) << ' ' << std::uint8_t(65) << ' '
          << sycl::uchar2(66, 255) << ' ' << sycl::hex << std::int8_t(-1) << ' ' << std::uint8_t(200) << sycl::endl;
    });
  });
  EXPECT_EQ(text, "123 -123 65 66, 255 ff c8\n");
}

TEST_P(Stream, PrintsWhatIsNoNumberWithoutItsSign) {
  float *zero = shared<float>(1);
  const std::string text = printed([&](sycl::handler &h) {
    sycl::stream out(1024, 256, h);
    h.single_task([=] {
      const float root = sycl::sqrt(*zero - 1);
      out << root << ' ' << -root << ' ' << double(-root) << ' ' << 1 / *zero << ' ' << -1 / *zero << sycl::endl;
    });
  });
  EXPECT_EQ(text, "nan nan nan inf -inf\n");
}

TEST_P(Stream, FormatsAsManipulatorsSay) {
  const std::string text = printed([](sycl::handler &h) {
    sycl::stream out(1024, 256, h);
    h.single_task([=] {
      out << sycl::hex << 255 << ' ' << short(-1) << ' ' << sycl::showbase << 16 << sycl::noshowbase << ' ' << sycl::oct
          << 8 << ' ' << sycl::dec << sycl::showpos << 5 << sycl::noshowpos << sycl::endl;
      out << sycl::setprecision(3) << 3.14159f << ' ' << sycl::fixed << 2.5 << ' ' << sycl::scientific << 1250.0 << ' '
          << sycl::hexfloat << 1.0 << ' ' << sycl::defaultfloat << 0.5f << '|' << sycl::setw(5) << 42 << '|'
          << sycl::endl;
    });
  });
  EXPECT_EQ(text, "ff ffff 0x10 10 +5\n3.14 2.500 1.250e+03 0x1p+0 0.5|   42|\n");
}

TEST_P(Stream, PrintsTypesOfSycl) {
  const std::string text = printed([](sycl::handler &h) {
    sycl::stream out(4096, 1024, h);
    h.parallel_for(sycl::nd_range<2>({2, 4}, {2, 4}), [=](sycl::nd_item<2> it) {
      if (it.get_global_linear_id() != 6)
        return;
      sycl::vec<float, 3> v(1, 2.5f, -3);
      out << v << ' ' << v.swizzle<2, 0>() << ' ' << it.get_global_id() << ' ' << it.get_global_range() << sycl::endl
          << it << ' ' << it.get_nd_range() << ' ' << it.get_group() << sycl::endl;
    });
  });
  EXPECT_EQ(text, "1, 2.5, -3 -3, 1 {1, 2} {2, 4}\n"
                  "nd_item(global_id: {1, 2}, local_id: {1, 2}) "
                  "nd_range(global_range: {2, 4}, local_range: {2, 4}, offset: {0, 0}) "
                  "group(id: {0, 0}, global_range: {2, 4}, local_range: {2, 4}, group_range: {1, 1})\n");
}

TEST_P(Stream, KeepsStatementsOfWorkItemsApart) {
  constexpr int n = 500;
  std::vector<std::string> expected;
  for (int i = 0; i < n; ++i)
    expected.push_back("item " + std::to_string(i) + " of {500}" + (i % 3 == 0 ? ", a third" : ""));
  std::sort(expected.begin(), expected.end());
  const std::string text = printed([](sycl::handler &h) {
    sycl::stream out(64 * n, 64, h);
    h.parallel_for(n, [=](sycl::item<1> it) {
      out << "item " << it.get_id(0);
      out << " of " << it.get_range();
      if (it.get_id(0) % 3 == 0)
        out << ", a third";
      out << sycl::endl;
    });
  });
  EXPECT_EQ(sorted_lines(text), expected);
}

TEST_P(Stream, PrintsTextsOfEveryLength) {
  constexpr int n = 70;
  char *letters = shared<char>(n + 1);
  for (int i = 0; i < n; ++i)
    letters[i] = static_cast<char>('a' + i % 26);
  std::vector<std::string> expected;
  for (int i = 0; i < n; ++i)
    expected.push_back(std::string(letters + i) + ", in a sub-group, " + (i % 2 == 0 ? "even" : "an odd one") +
                       " of many");
  std::sort(expected.begin(), expected.end());
  const std::string text = printed([&](sycl::handler &h) {
    sycl::stream out(256 * n, 256, h);
    h.parallel_for(sycl::nd_range<1>(n, n), [=](sycl::nd_item<1> it) {
      const std::size_t i = it.get_global_id(0);
      sycl::group_barrier(it.get_sub_group());
      out << letters + i << ", in a sub-group, " << (i % 2 == 0 ? "even" : "an odd one") << " of many\n";
    });
  });
  EXPECT_EQ(sorted_lines(text), expected);
}

TEST_P(Stream, PrintsWhatWasNeverFlushed) {
  EXPECT_EQ(printed([](sycl::handler &h) {
              sycl::stream out(1024, 256, h);
              h.single_task([=] { out << "without an end"; });
            }),
            "without an end");
}

TEST_P(Stream, DropsWhatDoesNotFit) {
  const std::string text = printed([](sycl::handler &h) {
    sycl::stream out(16, 16, h);
    h.parallel_for(5000, [=](sycl::id<1>) { out << "ABCDEFGHIJ" << sycl::endl; });
  });
  const std::vector<std::string> lines = sorted_lines(text);
  EXPECT_GE(text.size(), 16u);
  EXPECT_LT(lines.size(), 5000u);
  for (const std::string &line : lines)
    EXPECT_EQ(line.substr(0, 1), "A");
}

TEST_P(Stream, KnowsItsSizesAndIsItself) {
  q.submit([&](sycl::handler &h) {
     sycl::stream a(1000, 100, h), b(1000, 100, h);
     const sycl::stream copy = a;
     EXPECT_EQ(a.size(), 1000u);
     EXPECT_EQ(a.get_work_item_buffer_size(), 100u);
     EXPECT_EQ(a.get_max_statement_size(), 100u);
     EXPECT_TRUE(a == copy);
     EXPECT_TRUE(a != b);
     EXPECT_EQ(std::hash<sycl::stream>()(a), std::hash<sycl::stream>()(copy));
   }).wait();
}

} // namespace
