// sycl-ls: the devices that SYCL programs can select, one line each, as DPC++'s tool of that name prints them.
#include <cstring>
#include <iostream>
#include <map>
#include <string>

#include <sycl/sycl.hpp>

namespace {

std::string backend_name(sycl::backend b) {
  switch (b) {
  case sycl::backend::opencl:
    return "opencl";
  case sycl::backend::ext_oneapi_cuda:
    return "cuda";
  case sycl::backend::ext_weft_null:
    return "null";
  default:
    return "other";
  }
}

std::string type_name(const sycl::device &d) {
  return d.is_cpu() ? "cpu" : d.is_gpu() ? "gpu" : d.is_accelerator() ? "accelerator" : "custom";
}

void print_line(const sycl::device &d, int number) {
  namespace info = sycl::info;
  const std::string name = backend_name(d.get_backend()) + ":" + type_name(d);
  std::cout << '[' << name << "][" << name << ':' << number << "] " << d.get_platform().get_info<info::platform::name>()
            << ", " << d.get_info<info::device::name>() << ' ' << d.get_info<info::device::version>() << " ["
            << d.get_info<info::device::driver_version>() << "]\n";
}

void print_details(const sycl::device &d) {
  namespace info = sycl::info;
  const auto sizes = d.get_info<info::device::max_work_item_sizes<3>>();
  std::cout << "    Vendor               : " << d.get_info<info::device::vendor>()
            << "\n    Compute units        : " << d.get_info<info::device::max_compute_units>()
            << "\n    Work-group size      : " << d.get_info<info::device::max_work_group_size>()
            << "\n    Work-item sizes      : " << sizes[0] << ' ' << sizes[1] << ' ' << sizes[2]
            << "\n    Global memory        : " << d.get_info<info::device::global_mem_size>()
            << "\n    Local memory         : " << d.get_info<info::device::local_mem_size>()
            << "\n    Sub-group sizes      :";
  for (std::size_t s : d.get_info<info::device::sub_group_sizes>())
    std::cout << ' ' << s;
  std::cout << '\n';
}

void list(bool verbose) {
  std::map<std::string, int> numbers;
  for (const sycl::platform &p : sycl::platform::get_platforms())
    for (const sycl::device &d : p.get_devices()) {
      print_line(d, numbers[backend_name(d.get_backend()) + type_name(d)]++);
      if (verbose)
        print_details(d);
    }
}

} // namespace

int main(int argc, char **argv) {
  const bool verbose = argc == 2 && std::strcmp(argv[1], "--verbose") == 0;
  if (argc > 1 && !verbose) {
    std::cerr << "usage: sycl-ls [--verbose]\n";
    return 2;
  }
  try {
    list(verbose);
    return 0;
  } catch (const std::exception &e) {
    std::cerr << "sycl-ls: error: " << e.what() << '\n';
    return 1;
  }
}
