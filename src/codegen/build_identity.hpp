// Names the build of Weft that makes kernels, without loading the code generator.
#pragma once

#include <string>

#include "support/hash.hpp"

namespace weft::codegen {

/// Part of the name of every entry on disk: the linkers' build identifiers of libweft, of libweft-codegen and of the
/// LLVM that it will load. A linker takes its identifier from all that it writes, so that no source, table, flag or
/// compiler that shapes kernels is missing from it.
const Hash &build_identity();

/// The libweft-codegen that stands beside libweft.
std::string codegen_path();

/// False where the loader, once libweft-codegen was loaded, has chosen another LLVM than build_identity() names: what
/// is compiled then must not be kept under that name.
bool identity_holds();

/// The libLLVM that the loader will find for libweft-codegen: in LD_LIBRARY_PATH, beside it, or where the system has
/// it. Empty where LLVM is a part of libweft-codegen.
std::string llvm_path();

} // namespace weft::codegen
