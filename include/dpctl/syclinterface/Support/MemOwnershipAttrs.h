// Says in a declaration who owns a reference: they read as documentation and compile to nothing.
#pragma once

/// The callee uses the argument and leaves it to the caller; of a result: the callee keeps it.
#define __dpctl_keep
/// The caller owns the result and deletes it.
#define __dpctl_give
/// The callee takes the argument over; the caller must not use it any more.
#define __dpctl_take
/// Null is allowed.
#define __dpctl_null
