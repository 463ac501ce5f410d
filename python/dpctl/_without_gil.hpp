// Waits and compiles while other Python threads run.
#pragma once

#include <Python.h>
#include <unistd.h>

namespace weft::python {

/// Lets other Python threads run while this one waits. Where the interpreter ends meanwhile, this thread never returns:
/// Python before 3.14 ends it by an exception that destructors must not let through, Python 3.14 stops it as this does.
class WithoutGil {
public:
  WithoutGil() : state_(PyEval_SaveThread()) {}
  ~WithoutGil() {
    try {
      PyEval_RestoreThread(state_);
    } catch (...) {
      for (;;) // the exception must not end either
        ::pause();
    }
  }
  WithoutGil(const WithoutGil &) = delete;
  WithoutGil &operator=(const WithoutGil &) = delete;

private:
  PyThreadState *state_;
};

} // namespace weft::python
