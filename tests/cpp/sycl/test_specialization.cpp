// Specialization constants and kernel bundles in all states (SYCL 2020, 4.9.5 and 4.11).
#include <algorithm>
#include <functional>
#include <vector>

#include "devices.hpp"

int unnamed_of_other_unit(sycl::queue q, bool set,
                          const sycl::kernel_bundle<sycl::bundle_state::executable> *bundle = nullptr);

namespace {

struct Shape {
  int n;
  float scale;
  constexpr Shape(int count, float factor) : n(count), scale(factor) {}
  friend bool operator==(const Shape &a, const Shape &b) { return a.n == b.n && a.scale == b.scale; }
};

constexpr sycl::specialization_id<int> number{7};
constexpr sycl::specialization_id<Shape> shape{3, 0.5f};
inline constexpr sycl::specialization_id<double> shared_number{2.25};
struct Holder {
  static constexpr sycl::specialization_id<bool> flag{true};
};
constexpr sycl::specialization_id<sycl::vec<float, 3>> vector{1.0f};
constexpr sycl::specialization_id<char> letter{'x'};
constexpr sycl::specialization_id<int> unnamed{1}; // test_specialization_other.cpp has another one

using Specialization = EachDevice;
WEFT_EACH_DEVICE(Specialization);

class ReadsAll;
class ReadsNumber;
class ReadsNone;

TEST_P(Specialization, KernelsSeeTheDeclaredValueUnlessAnotherIsSet) {
  double *out = shared<double>(8);
  const auto read = [&](const std::function<void(sycl::handler &)> &set) {
    q.submit([&](sycl::handler &h) {
       set(h);
       h.single_task<ReadsAll>([=](sycl::kernel_handler kh) {
         out[0] = kh.get_specialization_constant<number>();
         out[1] = kh.get_specialization_constant<shape>().n;
         out[2] = kh.get_specialization_constant<shape>().scale;
         out[3] = kh.get_specialization_constant<shared_number>();
         out[4] = kh.get_specialization_constant<Holder::flag>() ? 1 : 0;
         out[5] = kh.get_specialization_constant<vector>()[2];
         out[6] = kh.get_specialization_constant<letter>();
       });
     }).wait();
    return std::vector<double>(out, out + 7);
  };
  EXPECT_EQ(read([](sycl::handler &) {}), (std::vector<double>{7, 3, 0.5, 2.25, 1, 1, 'x'}));
  for (const int n : {5, 9, 5})
    EXPECT_EQ(read([n](sycl::handler &h) {
                h.set_specialization_constant<number>(n);
                h.set_specialization_constant<shape>(Shape(4, 1.5f));
                h.set_specialization_constant<Holder::flag>(false);
                h.set_specialization_constant<vector>(sycl::vec<float, 3>(2, 3, 4));
              }),
              (std::vector<double>{double(n), 4, 1.5, 2.25, 0, 4, 'x'}));
  EXPECT_EQ(read([](sycl::handler &h) { h.set_specialization_constant<shared_number>(8.0); }),
            (std::vector<double>{7, 3, 0.5, 8, 1, 1, 'x'}));
}

TEST_P(Specialization, ConstantsOfOneNameInTwoUnitsDoNotMix) {
  int *out = shared<int>(1);
  const auto own = [&](bool set) {
    q.submit([&](sycl::handler &h) {
       if (set)
         h.set_specialization_constant<unnamed>(2);
       h.single_task([=](sycl::kernel_handler kh) { *out = kh.get_specialization_constant<unnamed>(); });
     }).wait();
    return *out;
  };
  EXPECT_EQ(own(true), 2);
  EXPECT_EQ(unnamed_of_other_unit(q, false), 100);
  EXPECT_EQ(unnamed_of_other_unit(q, true), 200);
  EXPECT_EQ(own(false), 1);
  auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::input>(q.get_context(), {q.get_device()});
  bundle.set_specialization_constant<unnamed>(3);
  const auto built = sycl::build(bundle);
  EXPECT_EQ(unnamed_of_other_unit(q, false, &built), 100);
}

TEST_P(Specialization, EveryFormOfKernelTakesAHandler) {
  int *out = shared<int>(64), *sum = shared<int>(1);
  const auto with_number = [&](const std::function<void(sycl::handler &)> &f) {
    q.submit([&](sycl::handler &h) {
       h.set_specialization_constant<number>(11);
       f(h);
     }).wait();
  };
  with_number([&](sycl::handler &h) {
    h.parallel_for(16,
                   [=](sycl::id<1> i, sycl::kernel_handler kh) { out[i] = kh.get_specialization_constant<number>(); });
  });
  with_number([&](sycl::handler &h) {
    h.parallel_for(sycl::range<2>(4, 4), [=](sycl::item<2> it, sycl::kernel_handler kh) {
      out[16 + it.get_linear_id()] = kh.get_specialization_constant<number>() + 1;
    });
  });
  with_number([&](sycl::handler &h) {
    h.parallel_for(sycl::nd_range<1>(16, 4), [=](sycl::nd_item<1> it, sycl::kernel_handler kh) {
      out[32 + it.get_global_id(0)] = kh.get_specialization_constant<number>() + 2;
    });
  });
  with_number([&](sycl::handler &h) {
    h.parallel_for(10, sycl::reduction(sum, sycl::plus<>()), [=](sycl::id<1>, auto &s, sycl::kernel_handler kh) {
      s += kh.get_specialization_constant<number>();
    });
  });
  EXPECT_EQ(out[15], 11);
  EXPECT_EQ(out[31], 12);
  EXPECT_EQ(out[47], 13);
  EXPECT_EQ(*sum, 110);
}

TEST_P(Specialization, HandlersReadWhatWillBeUsed) {
  q.submit([&](sycl::handler &h) {
     EXPECT_EQ(h.get_specialization_constant<shape>(), Shape(3, 0.5f));
     h.set_specialization_constant<shape>(Shape(1, 2));
     EXPECT_EQ(h.get_specialization_constant<shape>(), Shape(1, 2));
   }).wait();
}

TEST_P(Specialization, ALoopOverAConstantIsUnrolledCode) {
  float *out = shared<float>(100);
  q.submit([&](sycl::handler &h) {
     h.set_specialization_constant<number>(4);
     h.parallel_for(100, [=](sycl::id<1> i, sycl::kernel_handler kh) {
       float local[16] = {};
       for (int k = 0; k < kh.get_specialization_constant<number>(); ++k)
         local[k] = float(i) * k;
       float total = 0;
       for (int k = 0; k < kh.get_specialization_constant<number>(); ++k)
         total += local[k];
       out[i] = total;
     });
   }).wait();
  EXPECT_EQ(out[99], 99.0f * 6);
}

class Bundled;
void fill(sycl::queue &q, const sycl::kernel_bundle<sycl::bundle_state::executable> &bundle, int *out) {
  q.submit([&](sycl::handler &h) {
     h.use_kernel_bundle(bundle);
     h.single_task<Bundled>([=](sycl::kernel_handler kh) { *out = kh.get_specialization_constant<number>(); });
   }).wait();
}

class GivenBeside;
class GivenBesideOverARange;
TEST_P(Specialization, AKernelBesideItsFunctionBringsItsBundle) {
  int *out = shared<int>(2);
  const auto built = [&](sycl::kernel_id id) {
    auto input = sycl::get_kernel_bundle<sycl::bundle_state::input>(q.get_context(), {q.get_device()}, {id});
    input.set_specialization_constant<number>(77);
    return sycl::build(input).get_kernel(id);
  };
  q.submit([&](sycl::handler &h) {
     h.single_task<GivenBeside>(built(sycl::get_kernel_id<GivenBeside>()),
                                [=](sycl::kernel_handler kh) { out[0] = kh.get_specialization_constant<number>(); });
   }).wait();
  q.submit([&](sycl::handler &h) {
     h.parallel_for<GivenBesideOverARange>(
         built(sycl::get_kernel_id<GivenBesideOverARange>()), sycl::range<1>(1),
         [=](sycl::id<1>, sycl::kernel_handler kh) { out[1] = kh.get_specialization_constant<number>() + 1; });
   }).wait();
  EXPECT_EQ(out[0], 77);
  EXPECT_EQ(out[1], 78);
}

TEST_P(Specialization, BundlesKeepTheirValuesFromInputToExecutable) {
  int *out = shared<int>(1);
  const sycl::context c = q.get_context();
  auto input =
      sycl::get_kernel_bundle<sycl::bundle_state::input>(c, {q.get_device()}, {sycl::get_kernel_id<Bundled>()});
  EXPECT_TRUE(input.contains_specialization_constants());
  EXPECT_TRUE(input.native_specialization_constant());
  EXPECT_TRUE(input.has_specialization_constant<number>());
  EXPECT_FALSE(input.has_specialization_constant<letter>());
  EXPECT_EQ(input.get_specialization_constant<number>(), 7);
  fill(q, sycl::build(input), out);
  EXPECT_EQ(*out, 7);
  input.set_specialization_constant<number>(21);
  EXPECT_EQ(input.get_specialization_constant<number>(), 21);
  const auto object = sycl::compile(input);
  EXPECT_EQ(object.get_specialization_constant<number>(), 21);
  input.set_specialization_constant<number>(22);
  const auto executable = sycl::link(object);
  EXPECT_TRUE(executable.has_kernel<Bundled>());
  fill(q, executable, out);
  EXPECT_EQ(*out, 21);
  fill(q, sycl::build(input, {q.get_device()}), out);
  EXPECT_EQ(*out, 22);
}

TEST_P(Specialization, ACommandGroupWithABundleHasItsValuesOnly) {
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  const auto code = [&](auto f) {
    try {
      q.submit(f);
    } catch (const sycl::exception &e) {
      return e.code();
    }
    return std::error_code();
  };
  EXPECT_EQ(code([&](sycl::handler &h) {
              h.use_kernel_bundle(bundle);
              h.set_specialization_constant<number>(1);
            }),
            sycl::errc::invalid);
  EXPECT_EQ(code([&](sycl::handler &h) {
              h.use_kernel_bundle(bundle);
              h.get_specialization_constant<number>();
            }),
            sycl::errc::invalid);
  EXPECT_EQ(code([&](sycl::handler &h) {
              h.set_specialization_constant<number>(1);
              h.use_kernel_bundle(bundle);
            }),
            sycl::errc::invalid);
}

TEST_P(Specialization, BundlesJoinAndLink) {
  using sycl::bundle_state;
  const sycl::context c = q.get_context();
  const std::vector<sycl::device> devices{q.get_device()};
  const sycl::kernel_id all = sycl::get_kernel_id<ReadsAll>(), one = sycl::get_kernel_id<Bundled>();
  const auto a = sycl::get_kernel_bundle<bundle_state::input>(c, devices, {all}),
             b = sycl::get_kernel_bundle<bundle_state::input>(c, devices, {one});
  const auto joined = sycl::join(std::vector{a, b});
  EXPECT_TRUE(joined.has_kernel(all) && joined.has_kernel(one));
  EXPECT_EQ(joined.get_devices(), devices);
  const auto linked = sycl::link(std::vector{sycl::compile(a), sycl::compile(b)}, devices);
  EXPECT_TRUE(linked.has_kernel(all, devices[0]) && linked.has_kernel(one));
  EXPECT_EQ(linked.get_kernel(one).get_kernel_bundle().get_kernel_ids(), linked.get_kernel_ids());
  EXPECT_TRUE(sycl::join<bundle_state::object>({}).empty());
  EXPECT_FALSE(sycl::join<bundle_state::executable>({}).get_devices().empty());
  EXPECT_THROW(sycl::link(std::vector<sycl::kernel_bundle<bundle_state::object>>()), sycl::exception);
  EXPECT_EQ(std::distance(joined.begin(), joined.end()), 2); // one of the kernels computes with double
  EXPECT_TRUE(joined.begin()->has_kernel(all, devices[0]) && !joined.begin()->has_kernel(one));
  EXPECT_TRUE(joined.begin()[1].has_kernel(one, devices[0]));
  const auto has_one = [&](const sycl::device_image<bundle_state::input> &image) { return image.has_kernel(one); };
  EXPECT_TRUE(sycl::has_kernel_bundle<bundle_state::input>(c, has_one));
  EXPECT_TRUE(sycl::get_kernel_bundle<bundle_state::input>(c, has_one).has_kernel(one));
  const auto none = [](const sycl::device_image<bundle_state::input> &) { return false; };
  EXPECT_TRUE((sycl::get_kernel_bundle<bundle_state::input>(c, none).empty()));
  EXPECT_TRUE((sycl::has_kernel_bundle<bundle_state::input>(c, devices, std::vector<sycl::kernel_id>())));
  EXPECT_TRUE((sycl::has_kernel_bundle<bundle_state::executable>(c, std::vector<sycl::kernel_id>())));
}

TEST_P(Specialization, BundlesHaveEachDeviceOnce) {
  using sycl::bundle_state;
  const std::vector<sycl::device> once{q.get_device()}, twice{q.get_device(), q.get_device()};
  const auto input = sycl::get_kernel_bundle<bundle_state::input>(q.get_context(), twice);
  EXPECT_EQ(input.get_devices(), once);
  EXPECT_EQ((sycl::get_kernel_bundle<bundle_state::input>(q.get_context(), twice, {sycl::get_kernel_id<Bundled>()})
                 .get_devices()),
            once);
  const auto object = sycl::compile(input, twice);
  EXPECT_EQ(object.get_devices(), once);
  EXPECT_EQ(sycl::link(std::vector{object}, twice).get_devices(), once);
  EXPECT_EQ(sycl::build(input, twice).get_devices(), once);
}

TEST_P(Specialization, ImagesAreEqualThatHoldTheSame) {
  using sycl::bundle_state;
  using Image = sycl::device_image<bundle_state::input>;
  const auto bundle_of = [&](const sycl::kernel_id &id) {
    return sycl::get_kernel_bundle<bundle_state::input>(q.get_context(), {q.get_device()}, {id});
  };
  const sycl::kernel_id one = sycl::get_kernel_id<Bundled>();
  const auto bundle = bundle_of(one), joined = sycl::join(std::vector{bundle});
  const auto nothing =
      sycl::get_kernel_bundle<bundle_state::input>(q.get_context(), [](const Image &) { return false; });
  auto changed = bundle_of(one);
  changed.set_specialization_constant<number>(3);
  const Image &image = *bundle.begin();
  EXPECT_TRUE(image == *joined.begin());
  EXPECT_FALSE(image != *joined.begin());
  EXPECT_TRUE(image == *sycl::join(std::vector{nothing, bundle}).begin());
  EXPECT_EQ(std::hash<Image>()(image), std::hash<Image>()(*joined.begin()));
  EXPECT_TRUE(image != *bundle_of(sycl::get_kernel_id<ReadsAll>()).begin());
  EXPECT_TRUE(image != *changed.begin());
}

} // namespace
