// Lets threads without the GIL let go of Python objects.
#pragma once

#include <Python.h>

#include <atomic>

namespace dpctl::detail {

/// Objects that a thread with the GIL drops when it comes by. Taking the GIL to drop them could wait for a thread that
/// has it and waits for this one, and ends the thread where the interpreter ends.
class DroppedObjects {
public:
  static void add(PyObject *object) {
    Node *const node = new Node{object, first_.load(std::memory_order_relaxed)};
    while (!first_.compare_exchange_weak(node->next, node)) {
    }
    // A full queue of pending calls refuses; then whoever adds next asks again.
    if (!announced_.exchange(true) && Py_AddPendingCall(&drop_all, nullptr) != 0)
      announced_ = false;
  }

private:
  struct Node {
    PyObject *object;
    Node *next;
  };

  static int drop_all(void *) {
    announced_ = false;
    for (Node *node = first_.exchange(nullptr); node != nullptr;) {
      Node *const next = node->next;
      Py_DECREF(node->object);
      delete node;
      node = next;
    }
    return 0;
  }

  inline static std::atomic<Node *> first_{nullptr};
  inline static std::atomic<bool> announced_{false};
};

/// Lets go of a reference, from any thread, with or without the GIL. After the interpreter has ended nothing happens.
inline void let_go(PyObject *object) {
  if (!Py_IsInitialized())
    return;
  if (PyGILState_Check() != 0)
    Py_DECREF(object);
  else
    DroppedObjects::add(object);
}

} // namespace dpctl::detail
