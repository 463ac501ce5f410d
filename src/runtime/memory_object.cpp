// Splits a buffer's bytes by their history, copies what a task needs to where it runs, and leaves events behind.
#include "runtime/memory_object.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <mutex>

#include "runtime/host_threads.hpp"
#include "runtime/memory.hpp"
#include "runtime/platform.hpp"
#include "runtime/task.hpp"
#include "support/error.hpp"
#include "support/explain.hpp"
#include "support/lock.hpp"

namespace weft::runtime {

namespace {

constexpr std::size_t host = 0; ///< the first place
/// A copy of less from or to pageable memory never waits for other tasks (CudaQueue keeps the rest on its way).
constexpr std::size_t small_copy = std::size_t(256) << 10;
constexpr std::size_t most_places = 32;

/// One lock for all objects: a command takes its place in the order of several of them at once.
constinit BasicMutex<Section::outer> objects_mutex;

Device *root_of(Device *device) {
  while (const auto parent = device->parent())
    device = parent.get();
  return device;
}

/// Queues of a device that no program knows: order with them is by events alone.
struct DeviceQueues {
  std::shared_ptr<Queue> memory; ///< what its memory is allocated by; has markers only
  std::shared_ptr<Queue> copies;
};

/// Called with the lock held.
const DeviceQueues &queues_of(Device &device) {
  static constinit Lazy<std::map<const Device *, DeviceQueues>> all;
  DeviceQueues &queues = all.get()[&device];
  if (queues.copies == nullptr) {
    const auto shared = device.shared_from_this();
    const auto context = device.platform()->default_context();
    queues = {make_queue(context, shared), make_queue(context, shared)};
  }
  return queues;
}

/// A use by the host: complete when the host says so.
class HostUse final : public Task {
public:
  static std::shared_ptr<HostUse> begin() {
    static constinit Lazy<std::shared_ptr<TaskLine>> line;
    auto use = std::make_shared<HostUse>();
    line.get([] {
          return std::make_shared<TaskLine>(nullptr, /*in_order=*/false, /*profiling=*/false, /*helper=*/nullptr);
        })
        ->submit(use, {}, {});
    return use;
  }
  void end() noexcept { finish(); }
  std::string name() const override { return "host access"; }

private:
  void start() noexcept override { mark_running(); }
};

bool is_host_use(const Event &event) {
  return event.state() != nullptr && dynamic_cast<const HostUse *>(event.state().get()) != nullptr;
}

void append(std::vector<Event> &to, const std::vector<Event> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Forgets what is done before it makes room for more.
void add(std::vector<Event> &events, const Event &event) {
  if (events.size() == events.capacity() && events.size() >= 8)
    std::erase_if(events, [](const Event &e) { return e.done(); });
  events.push_back(event);
}

bool all_done(const std::vector<Event> &events) {
  return std::ranges::all_of(events, [](const Event &e) { return e.done(); });
}

} // namespace

MemoryObject::MemoryObject(std::size_t bytes, const HostMemory &memory, HostAllocator allocate_host)
    : bytes_(bytes), allocate_host_(std::move(allocate_host)), host_(memory), places_(1), segments_(1) {
  host_.constant |= host_.unusable;
  places_[host].base = static_cast<std::byte *>(host_.pointer);
  segments_[0] = {0, bytes, host_.pointer != nullptr ? 1u : 0u, std::vector<Uses>(1)};
}

MemoryObject::~MemoryObject() {
  for (std::size_t place = 0; place < places_.size(); ++place) {
    if (places_[place].memory == nullptr)
      continue;
    std::vector<Event> unfinished;
    for (const Segment &s : segments_)
      for (const auto *events : {&s.uses[place].writers, &s.uses[place].readers})
        std::ranges::copy_if(*events, std::back_inserter(unfinished), [](const Event &e) { return !e.done(); });
    if (!unfinished.empty())
      leave(places_[place], unfinished);
  }
}

/// Keeps the memory of a place until these tasks are done.
void MemoryObject::leave(Place &place, const std::vector<Event> &unfinished) {
  if (place.queue != nullptr)
    place.queue->marker_internal(unfinished); // what the queue had allocated waits for the marker
  else
    post_to_host_thread([memory = std::move(place.memory), unfinished] {
      for (const Event &event : unfinished)
        event.wait();
    });
}

bool MemoryObject::written() const {
  const std::lock_guard lock(objects_mutex);
  return written_;
}

std::size_t MemoryObject::place_of(Device *device) {
  if (device == nullptr || device->shares_host_memory())
    return host;
  Device *const root = root_of(device);
  const auto found = std::ranges::find(places_, root, &Place::device);
  if (found != places_.end())
    return std::size_t(found - places_.begin());
  if (places_.size() == most_places)
    throw Error(Errc::feature_not_supported, "buffer: used on more than {} devices", most_places - 1);
  places_.push_back({root, nullptr, nullptr, nullptr});
  for (Segment &s : segments_)
    s.uses.resize(places_.size());
  return places_.size() - 1;
}

void MemoryObject::make_memory(std::size_t index, Device *device) {
  Place &place = places_[index];
  if (place.base != nullptr)
    return;
  const std::size_t bytes = std::max<std::size_t>(bytes_, 1);
  if (index == host && allocate_host_) {
    place.memory = allocate_host_(bytes);
  } else {
    const AllocationKind kind = index == host ? AllocationKind::host : AllocationKind::device;
    Device &owner = index != host ? *place.device : *root_of(device != nullptr ? device : default_device().get());
    const std::shared_ptr<Queue> &queue = queues_of(owner).memory;
    place.memory = allocate_shared(bytes, kind, queue);
    place.queue = queue;
    if (!owner.host_accessible(kind)) // tasks of its last owner may still use it
      for (Segment &s : segments_)
        s.uses[index].writers.push_back(queue->barrier_internal());
  }
  place.base = static_cast<std::byte *>(place.memory.get());
}

/// Moves the host's copy out of memory that must not be written; gives where it was.
const void *MemoryObject::leave_host_memory() {
  Place &place = places_[host];
  const std::byte *const before = place.base;
  place.base = nullptr;
  host_.constant = false;
  make_memory(host, nullptr);
  for (const Segment &s : segments_)
    if (on_host(s)) // nobody writes there, so there is nothing to wait for
      std::memcpy(place.base + s.begin, before + s.begin, s.end - s.begin);
  explain("buffer", "{} bytes copied from host memory that must not be written", bytes_);
  return before;
}

MemoryObject::Address MemoryObject::reserve(Device *device, AccessKind kind) {
  const std::lock_guard lock(objects_mutex);
  const std::size_t place = place_of(device);
  const void *instead = nullptr;
  if (place == host && host_.constant &&
      (host_.unusable || kind != AccessKind::read ||
       !std::ranges::all_of(segments_, [this](const Segment &s) { return on_host(s); })))
    instead = leave_host_memory();
  make_memory(place, device);
  return {places_[place].base, instead};
}

void *MemoryObject::start_on_host() {
  const std::lock_guard lock(objects_mutex);
  make_memory(host, nullptr);
  segments_.front().valid = 1;
  return places_[host].base;
}

void MemoryObject::keep_host_memory() {
  const std::lock_guard lock(objects_mutex);
  if (host_.pointer != nullptr && places_[host].base == host_.pointer && !written_)
    host_.constant = true;
}

void MemoryObject::split(std::size_t at) {
  const auto found = std::ranges::find_if(segments_, [=](const Segment &s) { return s.begin < at && at < s.end; });
  if (found == segments_.end())
    return;
  Segment rest = *found;
  found->end = rest.begin = at;
  segments_.insert(found + 1, std::move(rest));
}

/// The segments that make up [begin, end).
std::span<MemoryObject::Segment> MemoryObject::segments(std::size_t begin, std::size_t end) {
  if (segments_.size() == 1 && begin == 0 && end == bytes_)
    return segments_;
  split(begin);
  split(end);
  const auto first = std::ranges::find_if(segments_, [=](const Segment &s) { return s.begin >= begin; });
  const auto last = std::find_if(first, segments_.end(), [=](const Segment &s) { return s.begin >= end; });
  return {first, last};
}

/// Copies a segment's content to a place, unless it is there or was never written.
void MemoryObject::bring(Segment &s, std::size_t to) {
  if (s.valid == 0 || (s.valid >> to & 1) != 0)
    return;
  if (to == host && host_.constant)
    leave_host_memory();
  const std::size_t from = std::size_t(std::countr_zero(s.valid));
  if (to != host && from != host && places_[to].device->platform() != places_[from].device->platform()) {
    make_memory(host, places_[from].device);
    bring(s, host);
    return bring(s, to);
  }
  std::vector<Event> before = s.uses[from].writers;
  append(before, s.uses[to].writers);
  append(before, s.uses[to].readers);
  const Event done = transfer(to, from, s.begin, s.end - s.begin, before);
  add(s.uses[from].readers, done);
  s.uses[to] = {{done}, {}};
  s.valid |= 1u << to;
}

/// Without waiting for other tasks: a queue's copy of pageable memory may wait, so that one that has to comes later, on
/// a thread of its own.
Event MemoryObject::transfer(std::size_t to, std::size_t from, std::size_t at, std::size_t bytes,
                             const std::vector<Event> &before) {
  Device &device = *places_[to == host ? from : to].device;
  const std::shared_ptr<Queue> queue = queues_of(device).copies;
  std::byte *const target = places_[to].base + at;
  const std::byte *const source = places_[from].base + at;
  const std::shared_ptr<Queue> &owner = places_[host].queue; // another driver's memory is as the program's own
  const bool pageable =
      (to == host || from == host) && (owner == nullptr || owner->device()->platform() != device.platform());
  const bool waits = from == host ? !all_done(before) : bytes > small_copy;
  explain("buffer", "{} bytes copied {} {}", bytes, to == host ? "from" : "to", device.info().name);
  if (pageable && waits)
    return queue->host_task([=] { queue->copy(target, source, bytes).wait(); }, before);
  return queue->copy(target, source, bytes, before);
}

/// A command's or the host's way into the objects that it uses. Called with the lock held.
class Access {
public:
  explicit Access(const Requirement &r, Device *device)
      : object_(*r.object), begin_(r.begin), end_(r.end), kind_(r.kind),
        place_(object_.place_of(r.on_host ? nullptr : device)) {
    object_.make_memory(place_, device);
  }

  /// Brings the content and adds what has to be waited for.
  void prepare(std::vector<Event> &depends) const {
    for (MemoryObject::Segment &s : object_.segments(begin_, end_)) {
      if (kind_ != AccessKind::overwrite)
        object_.bring(s, place_);
      append(depends, s.uses[place_].writers);
      if (kind_ != AccessKind::read)
        append(depends, s.uses[place_].readers);
    }
  }

  /// Has later accesses come after `event`.
  void record(const Event &event) const {
    const std::span<MemoryObject::Segment> part = object_.segments(begin_, end_);
    if (part.empty())
      return;
    if (kind_ == AccessKind::read) {
      for (MemoryObject::Segment &s : part)
        add(s.uses[place_].readers, event);
      return;
    }
    object_.written_ = true;
    MemoryObject::Segment &whole = part.front();
    for (const MemoryObject::Segment &s : part.subspan(1)) // one history from here on
      for (std::size_t p = 0; p < s.uses.size(); ++p) {
        append(whole.uses[p].writers, s.uses[p].writers);
        append(whole.uses[p].readers, s.uses[p].readers);
      }
    whole.end = part.back().end;
    whole.valid = 1u << place_;
    whole.uses[place_].readers.clear();
    whole.uses[place_].writers.assign(1, event);
    const auto first = object_.segments_.begin() + (&whole - object_.segments_.data());
    object_.segments_.erase(first + 1, first + std::ptrdiff_t(part.size()));
  }

private:
  MemoryObject &object_;
  std::size_t begin_, end_;
  AccessKind kind_;
  std::size_t place_;
};

Event submit_with(std::span<const Requirement> requirements, Queue &queue, Events events,
                  const std::function<Event(Events)> &submit) {
  queue.flush();
  std::vector<Event> depends(events.begin(), events.end());
  const std::lock_guard lock(objects_mutex);
  for (const Requirement &r : requirements)
    Access(r, queue.device().get()).prepare(depends);
  const Event done = submit(depends);
  for (const Requirement &r : requirements)
    Access(r, queue.device().get()).record(done);
  return done;
}

std::shared_ptr<Queue> copy_queue(Device &device) {
  const std::lock_guard lock(objects_mutex);
  return queues_of(*root_of(&device)).copies;
}

std::shared_ptr<void> use_on_host(const Requirement &requirement) {
  std::vector<Event> depends;
  std::shared_ptr<HostUse> use;
  {
    const std::lock_guard lock(objects_mutex);
    Requirement r = requirement;
    r.on_host = true;
    const Access access(r, nullptr);
    access.prepare(depends);
    use = HostUse::begin();
    access.record(Event(use));
  }
  const std::shared_ptr<void> held(use.get(), [use](void *) { use->end(); });
  for (const Event &event : depends)
    if (!is_host_use(event)) // uses of the host are the program's own to order: waiting here would be for ever
      event.wait();
  return held;
}

void MemoryObject::wait() {
  std::vector<Event> events;
  {
    const std::lock_guard lock(objects_mutex);
    for (const Segment &s : segments_)
      for (const Uses &uses : s.uses) {
        append(events, uses.writers);
        append(events, uses.readers);
      }
  }
  for (const Event &event : events)
    if (!is_host_use(event))
      event.wait();
}

const void *MemoryObject::read_on_host() {
  {
    const std::lock_guard lock(objects_mutex);
    if (std::ranges::all_of(segments_, [](const Segment &s) { return s.valid == 0; }))
      return nullptr;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      Device *const device = places_.back().device;
      if (host_.constant && !on_host(segments_[i]))
        leave_host_memory();
      make_memory(host, device);
      bring(segments_[i], host);
    }
  }
  wait();
  return places_[host].base;
}

} // namespace weft::runtime
