// The version of Intel's MKL whose names there are, by which programs choose among its interfaces.
#pragma once

#ifndef INTEL_MKL_VERSION
#define __INTEL_MKL__ 2025
#define __INTEL_MKL_MINOR__ 3
#define __INTEL_MKL_UPDATE__ 0
#define __INTEL_MKL_BUILD_DATE 20251001
#define INTEL_MKL_VERSION 20250300
#endif
