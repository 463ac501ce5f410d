// Makes, checks and drops the entries of the cache of precompiled headers.
//
// KEY.pch is clang's file. KEY.record says in lines what it depends on: "= SIZE TIME PATH" of a file or folder as it
// has to be, "# NAME" for a name that no folder of the user's may hold. KEY.asked says that somebody asked for it once,
// and the folder KEY.making that somebody is making it.
#include "precompiled.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "dependencies.hpp"
#include "process.hpp"

namespace weft::driver {
namespace {

using namespace std::literals;
namespace fs = std::filesystem;

constexpr std::size_t most_entries = 12; // of some 16 MB each
constexpr long most_seconds = 600;       ///< after which nobody is making it any more
constexpr long hour = 3600, week = 7 * 24 * hour;

std::uint64_t hash(std::string_view text) {
  std::uint64_t h = 1469598103934665603u; // FNV-1a
  for (const unsigned char c : text)
    h = (h ^ c) * 1099511628211u;
  return h;
}

/// Size and time of a file or folder in words; empty where there is none.
std::string state(const std::string &path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0)
    return {};
  return fmt::format("{} {}.{:09}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

long age(const std::string &path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) != 0 ? 0 : std::time(nullptr) - status.st_mtim.tv_sec;
}

bool is_newer(const std::string &path, const timespec &than) {
  struct stat status{};
  const bool there = ::stat(path.c_str(), &status) == 0;
  return !there || std::pair(status.st_mtim.tv_sec, status.st_mtim.tv_nsec) >= std::pair(than.tv_sec, than.tv_nsec);
}

std::optional<std::string> variable(const char *name) {
  const char *const value = std::getenv(name);
  return value == nullptr || *value == 0 ? std::nullopt : std::optional<std::string>(value);
}

/// The folder, made where it is not there; empty where it is not the user's alone or caches are turned off.
std::string cache_folder() {
  for (const char *const searched : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    if (variable(searched))
      return {};
  const std::string wanted = variable("WEFT_CACHE").value_or("1");
  if (wanted == "0" || wanted == "false" || wanted == "off" || wanted == "no")
    return {};
  const auto named = variable("WEFT_CACHE_DIR"), home = variable("HOME");
  if (!named && !home)
    return {};
  const std::string parent = named ? *named : *home + "/.cache/weft", folder = parent + "/headers";
  std::error_code ignored;
  const mode_t before = ::umask(077);
  fs::create_directories(folder, ignored);
  ::umask(before);
  for (const std::string &each : {parent, folder}) {
    struct stat status{};
    if (::lstat(each.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() ||
        (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
      return {};
  }
  return folder;
}

struct Sorted {
  Arguments meaningful; ///< flags that may change what the header means
  Arguments folders;    ///< where the user's headers are
};

constexpr std::array output_flags = {"-MF"sv, "-MT"sv, "-MQ"sv, "-MJ"sv};
constexpr std::array output_switches = {"-MD"sv, "-MMD"sv, "-MP"sv, "-MG"sv, "-MV"sv};
/// What is compiled before the source, or not by clang as the driver knows it.
constexpr std::array foreign_flags = {"-include"sv,     "-imacros"sv,     "-X"sv,       "-Wp,"sv,     "-iprefix"sv,
                                      "-iwithprefix"sv, "-nostdinc"sv,    "-fmodule"sv, "-fpch"sv,    "-gmodules"sv,
                                      "-save-temps"sv,  "--save-temps"sv, "-ftime-"sv,  "-fplugin"sv, "-H"sv,
                                      "-v"sv,           "--include"sv,    "-M"sv};

template <std::size_t N> std::string_view match(const std::array<std::string_view, N> &names, std::string_view word) {
  const auto found = std::ranges::find_if(names, [&](std::string_view name) { return word.starts_with(name); });
  return found == names.end() ? std::string_view() : *found;
}

/// Nothing where a flag rules precompiled headers out.
std::optional<Sorted> sort(const Arguments &user) {
  Sorted sorted;
  for (std::size_t i = 0; i < user.size(); ++i) {
    const std::string &word = user[i];
    if (const std::string_view flag = match(folder_flags, word); !flag.empty())
      sorted.folders.push_back(word != flag ? word.substr(flag.size()) : i + 1 < user.size() ? user[++i] : ".");
    else if (const std::string_view output = match(output_flags, word); !output.empty())
      i += word == output ? 1 : 0;
    else if (std::ranges::find(output_switches, word) != output_switches.end())
      continue;
    else if (!match(foreign_flags, word).empty())
      return std::nullopt;
    else
      sorted.meaningful.push_back(word);
  }
  return sorted;
}

/// What `clang -v` says of where it looks for headers.
struct Searched {
  std::vector<std::string> folders;
  std::string gcc; ///< Whose installations clang chose one of.
};

Searched read_searched(const std::string &file) {
  Searched searched;
  std::ifstream in(file);
  bool in_list = false;
  for (std::string line; std::getline(in, line);) {
    constexpr std::string_view selected = "Selected GCC installation: ";
    if (line.starts_with(selected))
      searched.gcc = fs::path(line.substr(selected.size())).parent_path().string();
    else if (line == "#include <...> search starts here:")
      in_list = true;
    else if (line == "End of search list.")
      in_list = false;
    else if (in_list && line.starts_with(' '))
      searched.folders.push_back(fs::path(line.substr(1)).lexically_normal().string());
  }
  return searched;
}

/// The first part of the name by which the file is found in one of the folders.
std::string first_part(const std::string &file, const std::vector<std::string> &folders) {
  std::string name;
  for (const std::string &folder : folders)
    if (file.size() > folder.size() && file.starts_with(folder) && file[folder.size()] == '/')
      if (const std::string rest = file.substr(folder.size() + 1); name.empty() || rest.size() < name.size())
        name = rest;
  return name.substr(0, name.find('/'));
}

void remove_entry(const std::string &entry) {
  for (const char *const end : {".record", ".pch"})
    ::unlink((entry + end).c_str());
}

/// Leaves those that were used last.
void evict(const std::string &folder) {
  std::vector<std::pair<long, std::string>> by_age;
  std::error_code ignored;
  for (const fs::directory_entry &file : fs::directory_iterator(folder, ignored)) {
    const std::string path = file.path().string(), entry = file.path().parent_path() / file.path().stem();
    if (path.ends_with(".record"))
      by_age.emplace_back(age(path), entry);
    else if (path.ends_with(".asked") && age(path) > week)
      ::unlink(path.c_str());
    else if (path.ends_with(".making") && age(path) > most_seconds)
      fs::remove_all(path, ignored);
  }
  std::ranges::sort(by_age);
  for (std::size_t i = most_entries; i < by_age.size(); ++i)
    remove_entry(by_age[i].second);
}

} // namespace

struct PrecompiledHeader::Making {
  Making(const std::string &e, const std::string &f) : entry(e), folder(f), process(nullptr) {}
  ~Making() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }

  void start(Arguments command) {
    ::clock_gettime(CLOCK_REALTIME, &started);
    for (const std::string &word : {"-v"s, "-o"s, folder + "/pch", "-MD"s, "-MF"s, folder + "/inputs", "-MT"s, "pch"s})
      command.push_back(word);
    process = std::make_unique<Process>(command, folder + "/said");
  }

  /// Publishes what was made, unless it may be of files that changed meanwhile.
  void finish() {
    if (process->wait() != 0)
      return;
    const Searched searched = read_searched(folder + "/said");
    std::set<std::string> names;
    std::vector<std::string> depends = searched.folders;
    depends.push_back(searched.gcc);
    for (const std::string &input : prerequisites(folder + "/inputs")) {
      depends.push_back(input);
      names.insert(first_part(fs::path(input).lexically_normal().string(), searched.folders));
    }
    std::string record = fmt::format("= {} {}\n", state(folder + "/pch"), entry + ".pch");
    for (const std::string &path : depends) {
      if (is_newer(path, started))
        return;
      record += fmt::format("= {} {}\n", state(path), path);
    }
    for (const std::string &name : names)
      record += fmt::format("# {}\n", name);
    std::ofstream(folder + "/record", std::ios::binary) << record;
    ::rename((folder + "/pch").c_str(), (entry + ".pch").c_str());
    ::rename((folder + "/record").c_str(), (entry + ".record").c_str());
  }

  std::string entry, folder;
  timespec started{};
  std::unique_ptr<Process> process;
};

PrecompiledHeader::PrecompiledHeader(const Toolchain &tools, const Arguments &before, const Arguments &user,
                                     const Arguments &after) {
  const std::optional<Sorted> sorted = sort(user);
  if (!sorted)
    return;
  folder_ = cache_folder();
  if (folder_.empty())
    return;
  std::error_code failed;
  const std::string clang = fs::canonical(tools.clang, failed).string();
  if (failed)
    return;
  command_ = before;
  for (const Arguments &more : {sorted->meaningful, after})
    command_.insert(command_.end(), more.begin(), more.end());
  command_.insert(command_.end(), {"-x", "c++-header", tools.prefix + "/include/sycl/sycl.hpp"});
  std::string all = clang + ' ' + state(clang) + '\n';
  for (const std::string &word : command_)
    all += word + '\n';
  entry_ = fmt::format("{}/{:016x}{:016x}", folder_, hash(all), hash("2" + all));
  user_folders_ = sorted->folders;
}

/// Does what a line of the record says hold still?
bool PrecompiledHeader::holds(std::string_view line, const std::set<std::string> &users) const {
  if (line.starts_with("# "))
    return !users.contains(std::string(line.substr(2)));
  const std::size_t size_end = line.find(' ', 2), time_end = line.find(' ', size_end + 1);
  if (!line.starts_with("= ") || time_end == line.npos)
    return false;
  return state(std::string(line.substr(time_end + 1))) == line.substr(2, time_end - 2);
}

bool PrecompiledHeader::is_there() const {
  std::ifstream record(entry_ + ".record", std::ios::binary);
  if (!record)
    return false;
  std::set<std::string> users; // names in the user's folders
  for (const std::string &folder : user_folders_) {
    std::error_code ignored;
    for (const fs::directory_entry &file : fs::directory_iterator(folder, ignored))
      users.insert(file.path().filename().string());
  }
  for (std::string line; std::getline(record, line);)
    if (!holds(line, users)) {
      if (line.starts_with("= "))
        remove_entry(entry_);
      return false;
    }
  if (age(entry_ + ".record") > hour)
    ::utimensat(AT_FDCWD, (entry_ + ".record").c_str(), nullptr, 0); // what is used is not old
  return true;
}

void PrecompiledHeader::begin() {
  if (entry_.empty() || ::access((entry_ + ".record").c_str(), F_OK) == 0)
    return;
  if (::access((entry_ + ".asked").c_str(), F_OK) != 0) {
    std::ofstream(entry_ + ".asked") << std::flush;
    return;
  }
  evict(folder_);
  if (::mkdir((entry_ + ".making").c_str(), 0700) != 0) // somebody is at it
    return;
  making_ = std::make_shared<Making>(entry_, entry_ + ".making");
  making_->start(command_);
}

std::string PrecompiledHeader::path() {
  if (making_)
    making_->finish();
  making_.reset();
  return !entry_.empty() && is_there() ? entry_ + ".pch" : std::string();
}

void PrecompiledHeader::drop() {
  remove_entry(entry_);
}

} // namespace weft::driver
