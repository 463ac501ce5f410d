// Kernels with the CPU's entry signature (codegen/cpu/abi.hpp), and symbols that the loader has to get right.
#include <math.h>
#include <stdint.h>
#include <string.h>

struct launch_info {
  uint64_t global[3], local[3], groups[3], offset[3];
};

void empty(const void *args, const struct launch_info *info, uint64_t first, uint64_t last, void *local,
           void *context) {}

struct add_args {
  uint64_t *data;
  uint64_t value;
};

// Range kernel: each unit covers local[0] work-items.
void add(const struct add_args *args, const struct launch_info *info, uint64_t first, uint64_t last, void *local,
         void *context) {
  for (uint64_t unit = first; unit < last; ++unit)
    for (uint64_t i = unit * info->local[0]; i < (unit + 1) * info->local[0] && i < info->global[0]; ++i)
      args->data[i] += args->value + info->offset[0];
}

// Nd-range kernel: the sum of a group's linear ids through local memory, and a check that context is there.
void group_sum(uint64_t *const *args, const struct launch_info *info, uint64_t first, uint64_t last, uint64_t *local,
               uint64_t *context) {
  const uint64_t size = info->local[0] * info->local[1] * info->local[2];
  for (uint64_t group = first; group < last; ++group) {
    for (uint64_t i = 0; i < size; ++i) {
      local[i] = group * size + i;
      context[i] = i;
    }
    uint64_t sum = 0;
    for (uint64_t i = 0; i < size; ++i)
      sum += local[i] + context[i] - i;
    (*args)[group] = sum;
  }
}

// Where its arguments lie.
void address_of_arguments(uint64_t *const *args, const struct launch_info *info, uint64_t first, uint64_t last,
                          void *local, void *context) {
  **args = (uint64_t)args;
}

// Halves the smallest normal number: 0 where denormals are flushed.
void denormal(float *const *args, const struct launch_info *info, uint64_t first, uint64_t last, void *local,
              void *context) {
  volatile float smallest = 1.17549435e-38f;
  for (uint64_t unit = first; unit < last; ++unit)
    (*args)[unit] = smallest * 0.5f;
}

// Says which thread runs a unit. The first quarter of them does nothing, the others take long.
struct thread_args {
  void **threads;
  uint64_t units, ticks;
};

void late_work(const struct thread_args *args, const struct launch_info *info, uint64_t first, uint64_t last,
               void *local, void *context) {
  for (uint64_t unit = first; unit < last; ++unit) {
    args->threads[unit] = __builtin_thread_pointer();
    const uint64_t end = __builtin_ia32_rdtsc() + args->ticks;
    while (unit >= args->units / 4 && __builtin_ia32_rdtsc() < end)
      ;
  }
}

// Waits until another kernel has raised the flag, and raises its own.
struct meet_args {
  uint64_t *mine, *other;
};

void meet(const struct meet_args *args, const struct launch_info *info, uint64_t first, uint64_t last, void *local,
          void *context) {
  __atomic_store_n(args->mine, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(args->other, __ATOMIC_SEQ_CST) == 0)
    __builtin_ia32_pause();
}

// Writes to the address that it is given, in the last unit only.
void store_at(uint64_t *const *args, const struct launch_info *info, uint64_t first, uint64_t last, void *local,
              void *context) {
  if (last == info->groups[0])
    **args = 1;
}

void divide(const uint64_t *args, const struct launch_info *info, uint64_t first, uint64_t last, void *local,
            void *context) {
  volatile int zero = (int)*args, quotient = 7;
  quotient = quotient / zero;
}

// Spins for so many ticks in each unit.
void spin(const uint64_t *args, const struct launch_info *info, uint64_t first, uint64_t last, void *local,
          void *context) {
  for (uint64_t unit = first; unit < last; ++unit)
    for (const uint64_t start = __builtin_ia32_rdtsc(); __builtin_ia32_rdtsc() - start < *args;)
      __builtin_ia32_pause();
}

// Ends only once the word is set.
void until_set(const volatile uint64_t *const *args, const struct launch_info *info, uint64_t first, uint64_t last,
               void *local, void *context) {
  while (**args == 0)
    __builtin_ia32_pause();
}

static uint64_t counter = 40;
uint64_t exported = 2;
static uint64_t *const table[] = {&counter, &exported};
static const char *const words[] = {"zero", "one", "two"};
uint64_t zeroed[100];
extern int not_there(void) __attribute__((weak));

uint64_t use_data(void) {
  return ++*table[0] + *table[1];
}
const char *use_string(uint64_t i) {
  return words[i];
}
double use_libm(double x) {
  return sin(x) + fmod(x, 2.0);
}
uint64_t use_bss(void) {
  return ++zeroed[99];
}
int use_weak(void) {
  return not_there ? not_there() : -1;
}
void *use_libc(void *to, const void *from, uint64_t size) {
  return memmove(to, from, size);
}

uint64_t use_switch(uint64_t i) {
  switch (i) {
  case 0:
    return 11;
  case 1:
    return 22;
  case 2:
    return use_data();
  case 3:
    return 44;
  case 4:
    return use_bss();
  case 5:
    return 66;
  default:
    return 0;
  }
}
