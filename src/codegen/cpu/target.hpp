// This machine's processor, as LLVM sees it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/kernel_module.hpp"
#include "support/lock.hpp"

namespace weft::codegen::cpu {

/// A target machine and its code generation, which is set up once for all modules. Not thread-safe.
class Machine {
public:
  explicit Machine(std::unique_ptr<llvm::TargetMachine> target);

  llvm::TargetMachine &target() const { return *target_; }
  Bytes emit_object(llvm::Module &module);
  bool broken() const { return broken_; } ///< An exception left the passes half-way.

private:
  std::unique_ptr<llvm::TargetMachine> target_;
  llvm::SmallString<0> object_;
  llvm::raw_svector_ostream stream_{object_};
  llvm::legacy::PassManager passes_;
  bool broken_ = false;
};

/// What code is made for. Thread-safe; machines, which are not, are lent to one compilation at a time.
class HostTarget {
public:
  HostTarget(); ///< The processor that this runs on; WEFT_VECTOR_BITS=256 leaves AVX-512 out.
  HostTarget(std::string cpu, std::string features);

  const std::string &cpu() const { return cpu_; }
  const std::string &features() const { return features_; }
  unsigned vector_bits() const { return vector_bits_; } ///< Of the widest vectors that pay: 512, 256 or 128.

  /// A machine for the lifetime of one compilation.
  class Lease {
  public:
    Lease(const HostTarget &host, std::unique_ptr<Machine> machine) : host_(host), machine_(std::move(machine)) {}
    ~Lease();
    Lease(const Lease &) = delete;
    Lease &operator=(const Lease &) = delete;
    Machine &operator*() const { return *machine_; }
    Machine *operator->() const { return machine_.get(); }

  private:
    const HostTarget &host_;
    std::unique_ptr<Machine> machine_;
  };
  Lease lend() const;

private:
  std::unique_ptr<Machine> make() const;

  std::string cpu_, features_;
  unsigned vector_bits_ = 128;
  mutable Mutex mutex_;
  mutable std::vector<std::unique_ptr<Machine>> idle_;
};

/// Gives every function the processor and the vector width.
void set_target_attributes(llvm::Module &module, const HostTarget &host);

std::string emit_assembly(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace weft::codegen::cpu
