// Lets C and C++ share one set of declarations.
#pragma once

#ifdef __cplusplus
#define DPCTL_C_EXTERN_C_BEGIN extern "C" {
#define DPCTL_C_EXTERN_C_END }
#else
#define DPCTL_C_EXTERN_C_BEGIN
#define DPCTL_C_EXTERN_C_END
#endif
