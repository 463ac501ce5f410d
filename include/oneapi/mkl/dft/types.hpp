// What descriptors of Fourier transforms are asked and told. Numbers of values are MKL's, as its C interface has them.
#pragma once

#include <cstdint>

#include <oneapi/mkl_integers.h>

namespace oneapi::mkl::dft {

enum class precision { SINGLE = 35, DOUBLE = 36 };
enum class domain { COMPLEX = 32, REAL = 33 };

enum class config_param {
  FORWARD_DOMAIN,
  DIMENSION,
  LENGTHS,
  PRECISION,
  FORWARD_SCALE,
  BACKWARD_SCALE,
  NUMBER_OF_TRANSFORMS,
  COMPLEX_STORAGE,
  REAL_STORAGE,
  CONJUGATE_EVEN_STORAGE,
  PLACEMENT,
  INPUT_STRIDES,
  OUTPUT_STRIDES,
  FWD_STRIDES,
  BWD_STRIDES,
  FWD_DISTANCE,
  BWD_DISTANCE,
  WORKSPACE,
  WORKSPACE_PLACEMENT,
  WORKSPACE_BYTES,
  WORKSPACE_EXTERNAL_BYTES,
  WORKSPACE_ESTIMATE_BYTES,
  ORDERING,
  TRANSPOSE,
  PACKED_FORMAT,
  COMMIT_STATUS,
  THREAD_LIMIT,
};

enum class config_value {
  COMMITTED = 30,
  UNCOMMITTED = 31,
  COMPLEX_COMPLEX = 39,
  REAL_COMPLEX = 41,
  REAL_REAL = 42,
  INPLACE = 43,
  NOT_INPLACE = 44,
  ORDERED = 48,
  BACKWARD_SCRAMBLED = 49,
  ALLOW = 51,
  AVOID = 52,
  NONE = 53,
  CCE_FORMAT = 57,
  WORKSPACE_AUTOMATIC,
  WORKSPACE_INTERNAL,
  WORKSPACE_EXTERNAL,
};

} // namespace oneapi::mkl::dft

/// Values by the names of MKL's C interface, which programs mix with descriptors.
enum DFTI_CONFIG_VALUE {
  DFTI_COMPLEX_COMPLEX = 39,
  DFTI_REAL_COMPLEX = 41,
  DFTI_REAL_REAL = 42,
  DFTI_INPLACE = 43,
  DFTI_NOT_INPLACE = 44,
  DFTI_CCE_FORMAT = 57,
};
