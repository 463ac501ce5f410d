// WEFT_DUMP=dir: the IR after each stage and the assembly, one file each.
#pragma once

#include <chrono>
#include <span>
#include <string>

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

namespace weft::codegen::ir {

/// Keeps one stage, or the text with one extension, of what this thread compiles while it lives.
class Capture {
public:
  explicit Capture(std::string_view wanted);
  ~Capture();
  Capture(const Capture &) = delete;
  Capture &operator=(const Capture &) = delete;

  const std::string &text() const { return text_; }

private:
  friend class Dump;
  std::string wanted_, text_;
};

/// Bitcode as text.
std::string disassemble(std::span<const std::byte> bitcode);

/// The stages of one compilation. Does nothing where WEFT_DUMP is unset; debug builds and WEFT_VERIFY=1 verify the
/// module at each stage.
class Dump {
public:
  explicit Dump(llvm::StringRef kernel);

  bool wanted() const; ///< Does anybody want text()?
  void stage(const llvm::Module &module, const char *name);
  void explain_times() const; ///< Under WEFT_EXPLAIN: how long each stage took.
  void text(const std::string &content, const char *extension);

private:
  bool to_files() const { return !prefix_.empty(); }

  std::string kernel_, prefix_;
  int stage_ = 0;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::string times_;
};

} // namespace weft::codegen::ir
