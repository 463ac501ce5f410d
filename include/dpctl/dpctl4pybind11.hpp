// dpctl for pybind11: queues, devices, events, USM memory and arrays of Python as arguments and results of C++
// functions.
#pragma once

#include "dpctl4pybind11/capi.hpp"
#include "dpctl4pybind11/casters.hpp"
#include "dpctl4pybind11/memory.hpp"
#include "dpctl4pybind11/usm_ndarray.hpp"
#include "dpctl4pybind11/utils.hpp"

namespace py = pybind11;
