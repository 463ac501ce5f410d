// Writes what WEFT_DUMP asks for, and verifies modules at stage borders.
#include "codegen/ir/dump.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "support/env.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"
#include "support/hash.hpp"
#include "support/lock.hpp"

namespace weft::codegen::ir {

namespace {
constexpr std::size_t longest_name = 80;

std::string file_name(llvm::StringRef kernel) {
  std::string name = kernel.substr(0, longest_name).str();
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_')
      c = '_';
  return kernel.size() > longest_name ? name + hash_text({kernel.data(), kernel.size()}).hex().substr(0, 8) : name;
}

/// Always in debug builds, with WEFT_VERIFY=1 in others.
bool verifies() {
#ifdef NDEBUG
  static constinit Lazy<bool> on;
  return on.get([] { return env::flag("WEFT_VERIFY"); });
#else
  return true;
#endif
}

void write(const std::string &path, const std::string &content) {
  std::ofstream file(path);
  file << content;
  if (!file)
    throw Error(Errc::invalid, "WEFT_DUMP: cannot write {}; name a writable directory", path);
}

std::string text_of(const llvm::Module &module) {
  std::string content;
  llvm::raw_string_ostream stream(content);
  module.print(stream, nullptr);
  return content;
}

thread_local Capture *capturing = nullptr;
} // namespace

Capture::Capture(std::string_view wanted) : wanted_(wanted) {
  WEFT_CHECK(capturing == nullptr, "dump: {} is captured already", capturing->wanted_);
  capturing = this;
}

Capture::~Capture() {
  capturing = nullptr;
}

std::string disassemble(std::span<const std::byte> bitcode) {
  llvm::LLVMContext context;
  const llvm::StringRef bytes(reinterpret_cast<const char *>(bitcode.data()), bitcode.size());
  auto module = llvm::parseBitcodeFile({bytes, "kernel"}, context);
  WEFT_CHECK(bool(module), "dump: bitcode cannot be read: {}", llvm::toString(module.takeError()));
  return text_of(**module);
}

bool Dump::wanted() const {
  return to_files() || capturing != nullptr;
}

Dump::Dump(llvm::StringRef kernel) : kernel_(kernel) {
  const auto directory = env::text("WEFT_DUMP");
  if (!directory)
    return;
  static constinit std::atomic<int> compilation = 0;
  std::error_code ignored;
  std::filesystem::create_directories(*directory, ignored);
  prefix_ = fmt::format("{}/{:03}_{}", *directory, compilation++, file_name(kernel));
}

void Dump::stage(const llvm::Module &module, const char *name) {
  const auto now = std::chrono::steady_clock::now();
  if (explaining())
    times_ += fmt::format("{}{} {:.1f}", times_.empty() ? "" : ", ", name,
                          std::chrono::duration<double, std::milli>(now - last_).count());
  last_ = now;
  if (verifies()) {
    std::string broken;
    llvm::raw_string_ostream report(broken);
    WEFT_CHECK(!llvm::verifyModule(module, &report), "kernel {}: broken IR after {}: {}", kernel_, name, broken);
  }
  if (capturing != nullptr && capturing->wanted_ == name)
    capturing->text_ = text_of(module);
  if (to_files())
    write(fmt::format("{}.{}_{}.ll", prefix_, stage_++, name), text_of(module));
}

void Dump::explain_times() const {
  explain("compile", "{}: ms by stage: {}", kernel_, times_);
}

void Dump::text(const std::string &content, const char *extension) {
  if (capturing != nullptr && capturing->wanted_ == extension)
    capturing->text_ = content;
  if (to_files())
    write(fmt::format("{}.{}", prefix_, extension), content);
}

} // namespace weft::codegen::ir
