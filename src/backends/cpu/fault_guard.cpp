// Catches the signals of faults and jumps back.
#include "backends/cpu/fault_guard.hpp"
#include "support/lock.hpp"

#include <array>
#include <csetjmp>
#include <csignal>
#include <mutex>

#include <fmt/format.h>

namespace weft::cpu {

namespace {

constexpr std::array fault_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL};

struct sigaction previous[NSIG];

// Read in a signal handler: no allocation on first use.
__attribute__((tls_model("initial-exec"))) thread_local sigjmp_buf *landing = nullptr;
__attribute__((tls_model("initial-exec"))) thread_local Fault fault;

void pass_on(int signal, siginfo_t *info, void *context) {
  const struct sigaction &before = previous[signal];
  if ((before.sa_flags & SA_SIGINFO) != 0)
    before.sa_sigaction(signal, info, context);
  else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN)
    before.sa_handler(signal);
  else
    sigaction(signal, &before, nullptr); // the instruction faults again, now for good
}

void on_fault(int signal, siginfo_t *info, void *context) {
  if (landing == nullptr)
    return pass_on(signal, info, context);
  fault = {signal, info->si_addr};
  sigjmp_buf &target = *landing;
  landing = nullptr;
  siglongjmp(target, 1);
}

void install() {
  for (const int signal : fault_signals) {
    struct sigaction action{};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER; // a jump out of the handler leaves the signal unblocked
    sigaction(signal, &action, &previous[signal]);
  }
}

} // namespace

std::string Fault::describe() const {
  switch (signal) {
  case SIGFPE:
    return "integer division by zero or overflow";
  case SIGILL:
    return fmt::format("illegal instruction at {}", address);
  default:
    return fmt::format("invalid access to address {}", address);
  }
}

std::optional<Fault> call_guarded(void (*work)(void *), void *context) {
  static constinit Once once;
  once.call(install);
  sigjmp_buf here;
  if (sigsetjmp(here, 0) != 0)
    return fault;
  landing = &here;
  try {
    work(context);
  } catch (...) {
    landing = nullptr;
    throw;
  }
  landing = nullptr;
  return std::nullopt;
}

} // namespace weft::cpu
