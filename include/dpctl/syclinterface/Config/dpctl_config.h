// What the C API was built with, for extensions that include this beside the other headers.
#pragma once

/* The compiler, in place of DPC++'s version; DPCTLService_GetDPCPPVersion gives the same. */
#define DPCTL_DPCPP_VERSION __clang_version__
