// Images: formats, reading, writing and sampling (SYCL 2020, 4.7.3 and 4.7.6.12), with the class of SYCL 1.2.1.
#include <cmath>
#include <memory>
#include <vector>

#include "devices.hpp"

namespace {

using Images = EachDevice;
WEFT_EACH_DEVICE(Images);

using sycl::float4;
using sycl::int4;
using sycl::uint4;

constexpr sycl::image_sampler sampler(sycl::addressing_mode a, sycl::filtering_mode f,
                                      sycl::coordinate_normalization_mode c) {
  return {a, c, f};
}
constexpr auto normalized = sycl::coordinate_normalization_mode::normalized;
constexpr auto unnormalized = sycl::coordinate_normalization_mode::unnormalized;
constexpr auto nearest = sycl::filtering_mode::nearest;
constexpr auto linear = sycl::filtering_mode::linear;

TEST_P(Images, KernelsTurnOneImageIntoAnother) {
  constexpr int width = 7, height = 5;
  std::vector<float> in(width * height * 4), out(in.size(), -1.0f);
  for (std::size_t i = 0; i < in.size(); ++i)
    in[i] = static_cast<float>(i);
  {
    const sycl::range<2> size(width, height);
    sycl::unsampled_image<2> from(in.data(), sycl::image_format::r32g32b32a32_sfloat, size);
    sycl::unsampled_image<2> to(out.data(), sycl::image_format::r32g32b32a32_sfloat, size);
    q.submit([&](sycl::handler &h) {
      auto a = from.get_access<const float4>(h);
      auto b = to.get_access<float4, sycl::access_mode::write>(h, sycl::no_init);
      h.parallel_for(size, [=](sycl::id<2> i) {
        const int x = static_cast<int>(i[0]), y = static_cast<int>(i[1]);
        b.write(sycl::int2(x, y), a.read(sycl::int2(width - 1 - x, y)) * 2.0f);
      });
    });
  }
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < 4; ++c)
        EXPECT_EQ(out[(y * width + x) * 4 + c], 2 * in[(y * width + width - 1 - x) * 4 + c]) << x << ' ' << y;
}

TEST_P(Images, FormatsRoundAndSaturate) {
  sycl::unsampled_image<1> bytes(sycl::image_format::b8g8r8a8_unorm, sycl::range<1>(2));
  sycl::unsampled_image<1> shorts(sycl::image_format::r16g16b16a16_sint, sycl::range<1>(2));
  sycl::unsampled_image<1> words(sycl::image_format::r16b16g16a16_uint, sycl::range<1>(2));
  q.submit([&](sycl::handler &h) {
    auto b = bytes.get_access<float4, sycl::access_mode::write>(h);
    auto s = shorts.get_access<int4, sycl::access_mode::write>(h);
    auto w = words.get_access<uint4, sycl::access_mode::write>(h);
    h.single_task([=] {
      b.write(0, float4(0.5f, -1.0f, 2.0f, 1.0f / 255));
      s.write(1, int4(40000, -40000, 7, -7));
      w.write(1, uint4(70000, 5, 0, 65535));
    });
  });
  std::vector<unsigned char> stored(8);
  bytes.set_final_data(stored.begin());
  const float4 color = bytes.get_host_access<float4>().read(0);
  EXPECT_NEAR(color.x(), 128.0f / 255, 1e-6);
  EXPECT_EQ(color.y(), 0.0f);
  EXPECT_EQ(color.z(), 1.0f);
  EXPECT_NEAR(color.w(), 1.0f / 255, 1e-6);
  const int4 whole = shorts.get_host_access<int4>().read(1);
  EXPECT_EQ(whole.x(), 32767);
  EXPECT_EQ(whole.y(), -32768);
  EXPECT_EQ(whole.z(), 7);
  EXPECT_EQ(whole.w(), -7);
  EXPECT_EQ(words.get_host_access<uint4>().read(1).x(), 65535u);
  bytes = sycl::unsampled_image<1>(sycl::image_format::b8g8r8a8_unorm, sycl::range<1>(1));
  EXPECT_EQ(stored[0], 255); // blue comes first
  EXPECT_EQ(stored[2], 128);
}

/// What a kernel samples at `place` of the pixels 0, 10, 20, 30.
float sampled(sycl::queue &q, float place, sycl::image_sampler how) {
  const float pixels[16] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33};
  sycl::sampled_image<1> image(pixels, sycl::image_format::r32g32b32a32_sfloat, how, sycl::range<1>(4));
  float result = NAN;
  {
    sycl::buffer<float> to(&result, 1);
    q.submit([&](sycl::handler &h) {
      auto a = image.get_access<float4>(h);
      sycl::accessor out(to, h, sycl::write_only);
      h.single_task([=] { out[0] = a.read(place).x(); });
    });
  }
  EXPECT_EQ(image.get_host_access<float4>().read(place).x(), result);
  return result;
}

TEST_P(Images, SamplersAddressAndFilter) {
  using mode = sycl::addressing_mode;
  EXPECT_EQ(sampled(q, 1.9f, sampler(mode::clamp, nearest, unnormalized)), 10);
  EXPECT_EQ(sampled(q, -0.1f, sampler(mode::clamp, nearest, unnormalized)), 0);
  EXPECT_EQ(sampled(q, 9.0f, sampler(mode::clamp_to_edge, nearest, unnormalized)), 30);
  EXPECT_EQ(sampled(q, 2.0f, sampler(mode::clamp_to_edge, linear, unnormalized)), 15);
  EXPECT_EQ(sampled(q, 0.25f, sampler(mode::clamp_to_edge, linear, unnormalized)), 0);
  EXPECT_EQ(sampled(q, 4.0f, sampler(mode::clamp, linear, unnormalized)), 15); // half of it is border
  EXPECT_EQ(sampled(q, 0.3f, sampler(mode::clamp, nearest, normalized)), 10);
  EXPECT_EQ(sampled(q, 1.3f, sampler(mode::repeat, nearest, normalized)), 10);
  EXPECT_EQ(sampled(q, -0.1f, sampler(mode::repeat, nearest, normalized)), 30);
  EXPECT_EQ(sampled(q, 1.0f, sampler(mode::repeat, linear, normalized)), 15); // between the last and the first
  EXPECT_EQ(sampled(q, 1.1f, sampler(mode::mirrored_repeat, nearest, normalized)), 30);
  EXPECT_EQ(sampled(q, 2.3f, sampler(mode::mirrored_repeat, nearest, normalized)), 10);
}

TEST_P(Images, LinearFilteringBlendsAllDimensions) {
  std::vector<float> pixels(2 * 2 * 2 * 4);
  for (int i = 0; i < 8; ++i)
    pixels[i * 4] = static_cast<float>(1 << i);
  sycl::sampled_image<3> image(pixels.data(), sycl::image_format::r32g32b32a32_sfloat,
                               sampler(sycl::addressing_mode::clamp_to_edge, linear, unnormalized),
                               sycl::range<3>(2, 2, 2));
  float *out = shared<float>(2);
  q.submit([&](sycl::handler &h) {
     auto a = image.get_access<float4>(h);
     h.single_task([=] {
       out[0] = a.read(float4(1, 1, 1, 0)).x();
       out[1] = a.read(float4(0.5f, 1.5f, 1.0f, 0)).x();
     });
   }).wait();
  EXPECT_EQ(out[0], 255.0f / 8);
  EXPECT_EQ(out[1], (4.0f + 64.0f) / 2);
}

TEST_P(Images, PitchesSeparateRowsAndAreChecked) {
  std::vector<unsigned char> memory(3 * 32, 9);
  {
    sycl::unsampled_image<2> image(memory.data(), sycl::image_format::r8g8b8a8_uint, sycl::range<2>(2, 3),
                                   sycl::range<1>(32));
    EXPECT_EQ(image.get_pitch(), sycl::range<1>(32));
    EXPECT_EQ(image.byte_size(), 96u);
    q.submit([&](sycl::handler &h) {
      auto a = image.get_access<uint4>(h);
      h.parallel_for(sycl::range<2>(2, 3), [=](sycl::id<2> i) { a.write(i, uint4(1, 2, 3, 4)); });
    });
  }
  EXPECT_EQ(memory[32 + 7], 4);
  EXPECT_EQ(memory[32 + 8], 9);
  EXPECT_THROW(sycl::unsampled_image<2>(sycl::image_format::r8g8b8a8_uint, sycl::range<2>(9, 3), sycl::range<1>(32)),
               sycl::exception);
}

TEST_P(Images, BordersAreOpaqueWhereNoAlphaIsStored) {
  using order = sycl::image_channel_order;
  for (const auto &[channels, alpha] :
       {std::pair(order::r, 1.0f), std::pair(order::rg, 1.0f), std::pair(order::luminance, 1.0f),
        std::pair(order::ra, 0.0f), std::pair(order::intensity, 0.0f), std::pair(order::rgba, 0.0f)}) {
    std::vector<float> pixels(4 * 4, 0.5f);
    sycl::image<1> image(pixels.data(), channels, sycl::image_channel_type::fp32, sycl::range<1>(4));
    float *out = shared<float>(2);
    q.submit([&](sycl::handler &h) {
       auto a = image.get_access<float4, sycl::access::mode::read>(h);
       const sycl::sampler s(unnormalized, sycl::addressing_mode::clamp, nearest);
       h.single_task([=] {
         out[0] = a.read(9, s).x();
         out[1] = a.read(9, s).w();
       });
     }).wait();
    EXPECT_EQ(out[0], 0);
    EXPECT_EQ(out[1], alpha) << static_cast<int>(channels);
  }
}

TEST_P(Images, RepeatingBlendsTheLastWithTheFirst) {
  const float pixels[16] = {16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0};
  sycl::sampled_image<1> image(pixels, sycl::image_format::r32g32b32a32_sfloat,
                               sampler(sycl::addressing_mode::repeat, linear, normalized), sycl::range<1>(4));
  float *out = shared<float>(1);
  q.submit([&](sycl::handler &h) {
     auto a = image.get_access<float4>(h);
     h.single_task([=] { *out = a.read(0.96875f).x(); });
   }).wait();
  EXPECT_EQ(*out, 8 * 0.625f + 16 * 0.375f);
}

TEST_P(Images, WhatIsNoNumberIsStoredAsZero) {
  for (const auto type : {sycl::image_channel_type::snorm_int8, sycl::image_channel_type::unorm_int8}) {
    std::vector<signed char> pixels(3, 9);
    {
      sycl::image<1> image(pixels.data(), sycl::image_channel_order::r, type, sycl::range<1>(3));
      q.submit([&](sycl::handler &h) {
        auto a = image.get_access<float4, sycl::access::mode::write>(h);
        h.single_task([=] {
          a.write(0, float4(__builtin_nanf("")));
          a.write(1, float4(-5.0f));
        });
      });
    }
    EXPECT_EQ(pixels[0], 0);
    EXPECT_EQ(pixels[1], type == sycl::image_channel_type::snorm_int8 ? -127 : 0);
  }
}

TEST_P(Images, TheFormerClassSamplesByASamplerOfItsOwn) {
  constexpr int n = 4;
  std::vector<unsigned char> in{0, 85, 170, 255};
  std::vector<float> out(n);
  {
    sycl::image<1> image(in.data(), sycl::image_channel_order::luminance, sycl::image_channel_type::unorm_int8,
                         sycl::range<1>(n));
    sycl::image<1> result(out.data(), sycl::image_channel_order::r, sycl::image_channel_type::fp32, sycl::range<1>(n));
    EXPECT_EQ(image.get_count(), 4u);
    q.submit([&](sycl::handler &h) {
      auto a = image.get_access<float4, sycl::access::mode::read>(h);
      auto b = result.get_access<float4, sycl::access::mode::write>(h);
      const sycl::sampler s(unnormalized, sycl::addressing_mode::clamp_to_edge, nearest);
      EXPECT_FALSE(s.has_property<sycl::property::buffer::use_host_ptr>());
      h.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
        const int at = static_cast<int>(i[0]);
        b.write(at, a.read(at + 1, s) + a.read(at));
      });
    });
    EXPECT_EQ((image.get_access<float4, sycl::access::mode::read>().read(1).w()), 1.0f);
  }
  EXPECT_FLOAT_EQ(out[0], 85.0f / 255);
  EXPECT_FLOAT_EQ(out[3], 2.0f);
}

} // namespace
