// The device selectors behind the C API's references: classes of its own, which programs derive from and declare.
#pragma once

#include <string>

#include <sycl/sycl.hpp>

namespace dpctl::syclinterface {

class dpctl_device_selector {
public:
  virtual ~dpctl_device_selector() = default;
  virtual int operator()(const sycl::device &device) const = 0; ///< Negative: never.
};

class dpctl_accelerator_selector : public dpctl_device_selector {
public:
  int operator()(const sycl::device &device) const override { return sycl::accelerator_selector_v(device); }
};

class dpctl_default_selector : public dpctl_device_selector {
public:
  int operator()(const sycl::device &device) const override { return sycl::default_selector_v(device); }
};

class dpctl_gpu_selector : public dpctl_device_selector {
public:
  int operator()(const sycl::device &device) const override { return sycl::gpu_selector_v(device); }
};

class dpctl_cpu_selector : public dpctl_device_selector {
public:
  int operator()(const sycl::device &device) const override { return sycl::cpu_selector_v(device); }
};

class dpctl_filter_selector : public dpctl_device_selector {
public:
  dpctl_filter_selector(const std::string &filter) : filter_(filter) {}
  int operator()(const sycl::device &device) const override { return filter_(device); }

private:
  sycl::ext::oneapi::filter_selector filter_;
};

} // namespace dpctl::syclinterface
