// typeid(sycl::half): libstdc++ before version 13 has no run-time type information of _Float16, which programs that
// print types ask for. Weak, so that a library which has it wins.
#include <cstdint>

extern "C" {
extern const std::intptr_t fundamental_vtable[] asm("_ZTVN10__cxxabiv123__fundamental_type_infoE");

__attribute__((weak, visibility("default"))) extern const char half_name[] asm("_ZTSDF16_");
const char half_name[] = "DF16_";

struct TypeInformation {
  const std::intptr_t *vtable; ///< past offset to top and the vtable's own type
  const char *name;
};
__attribute__((weak, visibility("default"))) extern const TypeInformation half_information asm("_ZTIDF16_");
const TypeInformation half_information = {fundamental_vtable + 2, half_name};
}
