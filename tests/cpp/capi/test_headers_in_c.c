/* The C API's headers are C: this file is compiled as such and called by test_objects.cpp. */
#include "dpctl_sycl_interface.h"

int weft_test_count_devices_in_c(void) {
  DPCTLDeviceVectorRef devices = DPCTLDeviceMgr_GetDevices(DPCTL_ALL_BACKENDS | DPCTL_ALL);
  int count = (int)DPCTLDeviceVector_Size(devices);
  DPCTLDeviceVector_Delete(devices);
  return count;
}
