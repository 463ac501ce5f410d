// Which build of a shared library this is, asked of its file or of what is loaded, without loading it.
#pragma once

#include <string>

namespace weft::elf {

/// The linker's build identifier (.note.gnu.build-id) of an ELF file, in hexadecimal. Where it has none, what the file
/// system says of it (size, time of change); "absent" where it cannot be read.
std::string identity_of_file(const std::string &path);

/// The same of the loaded library or program that `address` lies in.
std::string identity_of_loaded(const void *address);

/// The file that `address` was loaded from.
std::string path_of_loaded(const void *address);

} // namespace weft::elf
