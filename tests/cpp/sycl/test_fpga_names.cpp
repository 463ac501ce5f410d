// Names of FPGAs, for programs that choose between devices and say how an FPGA would compute.
#include <vector>

#include "devices.hpp"
#include <sycl/ext/intel/fpga_extensions.hpp>

namespace {

using FpgaNames = EachDevice;
WEFT_EACH_DEVICE(FpgaNames);

TEST_P(FpgaNames, FpgaSelectorsFindNoCpuAndNoGpu) {
  const sycl::device d = q.get_device();
  EXPECT_LT(sycl::ext::intel::fpga_emulator_selector_v(d), 0);
  EXPECT_LT(sycl::ext::intel::fpga_selector()(d), 0);
}

TEST_P(FpgaNames, RegistersAndLoadStoreUnitsOfFpgasKeepValues) {
  namespace intel = sycl::ext::intel;
  using load_unit = intel::lsu<intel::burst_coalesce<true>, intel::cache<1024>, intel::statically_coalesce<false>>;
  using store_unit = intel::lsu<intel::prefetch<true>>;
  std::vector<int> from{3, 1, 4}, to(3);
  {
    sycl::buffer<int> a(from), b(to);
    q.submit([&](sycl::handler &h) {
      const sycl::accessor in(a, h, sycl::read_only);
      const sycl::accessor out(b, h, sycl::write_only);
      h.single_task([=] {
        for (int i = 0; i < 3; ++i)
          store_unit::store(out.get_multi_ptr<sycl::access::decorated::no>() + i,
                            intel::fpga_reg(2 * load_unit::load(in.get_multi_ptr<sycl::access::decorated::no>() + i)));
      });
    });
  }
  EXPECT_EQ(to, (std::vector{6, 2, 8}));
}

} // namespace
