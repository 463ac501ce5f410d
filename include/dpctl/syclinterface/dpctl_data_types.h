// Sized integers and bool, for C as for C++.
#pragma once

#ifdef __cplusplus
#include <cmath>
#include <cstddef>
#include <cstdint>
#else
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#endif
