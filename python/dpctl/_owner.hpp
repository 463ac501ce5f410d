// Python objects held by C++, and let go of from any thread.
#include "support/lock.hpp"
#pragma once

#include <Python.h>

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace weft::python {

/// Objects that threads without the GIL have let go of; a thread with it comes by and drops them. Taking the GIL in
/// such a thread instead could wait for one that has it and waits for this thread's locks.
class Graveyard {
public:
  static void bury(PyObject *object) {
    Graveyard &all = the_one();
    const std::lock_guard lock(all.mutex_);
    all.objects_.push_back(object);
    if (!all.announced_) // a full queue of pending calls refuses; the next burial asks again
      all.announced_ = Py_AddPendingCall(&clear, nullptr) == 0;
  }

private:
  static Graveyard &the_one() {
    static constinit Lazy<Graveyard> one;
    return one.get();
  }

  static int clear(void *) {
    Graveyard &all = the_one();
    std::vector<PyObject *> dropped;
    {
      const std::lock_guard lock(all.mutex_);
      dropped.swap(all.objects_);
      all.announced_ = false;
    }
    for (PyObject *object : dropped)
      Py_DECREF(object);
    return 0;
  }

  Mutex mutex_;
  std::vector<PyObject *> objects_;
  bool announced_ = false;
};

/// Lets go of a reference, from any thread, with or without the GIL. After the interpreter has ended nothing happens.
inline void let_go(PyObject *object) {
  if (!Py_IsInitialized())
    return;
  if (PyGILState_Check() != 0)
    Py_DECREF(object);
  else
    Graveyard::bury(object);
}

/// Keeps a Python object alive. Call with the GIL.
inline std::shared_ptr<void> own(PyObject *object) {
  Py_INCREF(object);
  return {object, [](void *held) { let_go(static_cast<PyObject *>(held)); }};
}

} // namespace weft::python
