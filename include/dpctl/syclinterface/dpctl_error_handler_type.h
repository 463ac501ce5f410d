// The callback that hears of asynchronous errors.
#pragma once

/// Called once per asynchronous error, with its sycl::errc value, in the thread that waited.
typedef void error_handler_callback(int err_code);
