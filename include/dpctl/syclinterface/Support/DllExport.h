// Marks the functions that libDPCTLSyclInterface exports.
#pragma once

#define DPCTL_API __attribute__((visibility("default")))
