// Writes the trace: a file that is whole JSON after every flush.
#include "runtime/trace.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <pthread.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "support/env.hpp"
#include "support/fork.hpp"
#include "support/lock.hpp"

namespace weft::runtime::trace {

namespace detail {
constinit std::atomic<bool> on{false};
}

namespace {

constexpr std::size_t flush_size = 64 << 10;
constexpr std::uint64_t flush_every = 200'000'000; // ns: what a killed process loses
constexpr std::string_view closing = "\n]}\n";

// The format's processes are groups of rows.
constexpr int threads_group = 1, queues_group = 2;
constexpr int first_row = 1'000'000; // rows of queues are no threads

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      result += fmt::format("\\u{:04x}", c);
    else
      result += c;
  }
  return result;
}

std::string microseconds(std::uint64_t ns) {
  return fmt::format("{}.{:03}", ns / 1000, ns % 1000);
}

std::string metadata(std::string_view what, int group, int row, std::string_view name) {
  return fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":"{}"}}}})", what, group, row,
                     escaped(name));
}

class Writer {
public:
  /// False, and said so, where the file cannot be written.
  bool open(const std::string &path) {
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file_ < 0) {
      std::fprintf(stderr, "weft: WEFT_TRACE=%s cannot be written (%s); no trace is kept\n", path.c_str(),
                   std::strerror(errno));
      return false;
    }
    buffer_ = R"({"displayTimeUnit":"ns","traceEvents":[)"
              "\n";
    buffer_ += metadata("process_name", threads_group, 0, program_invocation_short_name);
    add(metadata("process_name", queues_group, 0, "queues"));
    flush();
    return true;
  }

  void thread_slice(std::string_view category, std::string_view name, Interval when, Details details, Flow out) {
    const std::lock_guard lock(mutex_);
    const int row = this_thread();
    add_slice(category, name, when, threads_group, row, details);
    if (out != 0)
      add_flow('s', out, when.begin, threads_group, row);
    flush_if_due();
  }

  Track new_track(std::string name) {
    const std::lock_guard lock(mutex_);
    tracks_.push_back({std::move(name), {}});
    return Track(tracks_.size());
  }

  void task_slice(Track track, std::string_view name, Interval when, Flow in) {
    const std::lock_guard lock(mutex_);
    const int row = row_for(tracks_.at(track - 1), when);
    add_slice("task", name, when, queues_group, row, {});
    if (in != 0)
      add_flow('f', in, when.begin, queues_group, row);
    flush_if_due();
  }

  void flush_at_exit() {
    const std::lock_guard lock(mutex_);
    flush();
  }

private:
  struct Row {
    int number;
    std::uint64_t busy_until;
  };
  struct TrackRows {
    std::string name;
    std::vector<Row> rows;
  };

  void add(std::string_view event) {
    buffer_ += ",\n";
    buffer_ += event;
  }

  void add_slice(std::string_view category, std::string_view name, Interval when, int group, int row, Details details) {
    std::string args;
    for (const auto &[key, value] : details)
      args += fmt::format(R"({}"{}":"{}")", args.empty() ? "" : ",", escaped(key), escaped(value));
    add(fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","ts":{},"dur":{},"pid":{},"tid":{},"args":{{{}}}}})", category,
                    escaped(name), microseconds(when.begin), microseconds(when.end - when.begin), group, row, args));
  }

  void add_flow(char phase, Flow flow, std::uint64_t when, int group, int row) {
    add(fmt::format(R"({{"ph":"{}","cat":"submit","name":"submit","id":{},"ts":{},"pid":{},"tid":{}{}}})", phase, flow,
                    microseconds(when), group, row, phase == 'f' ? R"(,"bp":"e")" : ""));
  }

  int this_thread() {
    static thread_local int thread = 0;
    if (thread == 0) {
      thread = ::gettid();
      char name[16] = "";
      pthread_getname_np(pthread_self(), name, sizeof(name));
      add(metadata("thread_name", threads_group, thread, fmt::format("{} {}", name, thread)));
    }
    return thread;
  }

  /// Tasks are written in the order in which they end, so that what starts after a row's last end is free of it.
  int row_for(TrackRows &track, Interval when) {
    for (Row &row : track.rows)
      if (row.busy_until <= when.begin) {
        row.busy_until = when.end;
        return row.number;
      }
    const int number = first_row + ++rows_;
    track.rows.push_back({number, when.end});
    add(metadata("thread_name", queues_group, number, track.name));
    return number;
  }

  void flush_if_due() {
    if (buffer_.size() >= flush_size || now_ns() - flushed_ >= flush_every)
      flush();
  }

  /// The next flush overwrites the closing brackets of this one.
  void flush() {
    const std::string text = buffer_ + std::string(closing);
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t put = ::pwrite(file_, text.data() + done, text.size() - done, off_t(end_ + done));
      if (put < 0 && errno == EINTR)
        continue;
      if (put <= 0) {
        std::fprintf(stderr, "weft: WEFT_TRACE: writing failed (%s); the trace ends here\n", std::strerror(errno));
        detail::on = false;
        return;
      }
      done += std::size_t(put);
    }
    end_ += buffer_.size();
    buffer_.clear();
    flushed_ = now_ns();
  }

  Mutex mutex_;
  int file_ = -1;
  std::uint64_t end_ = 0; ///< of what is in the file, without the closing brackets
  std::uint64_t flushed_ = 0;
  std::string buffer_;
  std::vector<TrackRows> tracks_;
  int rows_ = 0;
};

Writer &writer() {
  static constinit Lazy<Writer> instance;
  return instance.get();
}

/// A child of fork() does not write into its parent's file.
bool start() {
  const auto path = env::text("WEFT_TRACE");
  if (!path || !writer().open(*path))
    return false;
  at_fork([] {}, [] { detail::on = false; });
  std::atexit([] { writer().flush_at_exit(); });
  detail::on = true;
  return true;
}

[[maybe_unused]] const bool started = start();

} // namespace

Flow new_flow() noexcept {
  static constinit std::atomic<Flow> last{0};
  return ++last;
}

void thread_slice(std::string_view category, std::string_view name, Interval when, Details details, Flow out) {
  writer().thread_slice(category, name, when, details, out);
}

Track new_track(std::string name) {
  return writer().new_track(std::move(name));
}

void task_slice(Track track, std::string_view name, Interval when, Flow in) {
  if (track != 0)
    writer().task_slice(track, name, when, in);
}

} // namespace weft::runtime::trace
