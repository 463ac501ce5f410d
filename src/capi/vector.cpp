// Vectors of references.
#include "capi/guard.hpp"
#include "dpctl/syclinterface/dpctl_vector.h"

using namespace weft::capi;

#define WEFT_DEFINE_VECTOR(EL, Type)                                                                                   \
  DPCTL##EL##VectorRef DPCTL##EL##Vector_Create(void) {                                                                \
    return guarded<DPCTL##EL##VectorRef>(__func__, nullptr, [] { return give_vector(std::vector<Type>()); });          \
  }                                                                                                                    \
  DPCTL##EL##VectorRef DPCTL##EL##Vector_CreateFromArray(size_t len, DPCTLSycl##EL##Ref *elems) {                      \
    return guarded<DPCTL##EL##VectorRef>(__func__, nullptr, [&] {                                                      \
      std::vector<Type> objects;                                                                                       \
      for (const DPCTLSycl##EL##Ref element : checked(elems, len))                                                     \
        objects.push_back(checked<Type>(element));                                                                     \
      return give_vector(objects);                                                                                     \
    });                                                                                                                \
  }                                                                                                                    \
  void DPCTL##EL##Vector_Clear(DPCTL##EL##VectorRef VRef) {                                                            \
    guarded_do(__func__, [&] {                                                                                         \
      auto &references = checked<std::vector<DPCTLSycl##EL##Ref>>(VRef);                                               \
      for (const auto reference : references)                                                                          \
        delete unwrap<Type>(reference);                                                                                \
      references.clear();                                                                                              \
    });                                                                                                                \
  }                                                                                                                    \
  void DPCTL##EL##Vector_Delete(DPCTL##EL##VectorRef VRef) {                                                           \
    if (VRef == nullptr)                                                                                               \
      return;                                                                                                          \
    DPCTL##EL##Vector_Clear(VRef);                                                                                     \
    delete unwrap<std::vector<DPCTLSycl##EL##Ref>>(VRef);                                                              \
  }                                                                                                                    \
  size_t DPCTL##EL##Vector_Size(DPCTL##EL##VectorRef VRef) {                                                           \
    return guarded<size_t>(__func__, 0, [&] { return checked<std::vector<DPCTLSycl##EL##Ref>>(VRef).size(); });        \
  }                                                                                                                    \
  DPCTLSycl##EL##Ref DPCTL##EL##Vector_GetAt(DPCTL##EL##VectorRef VRef, size_t index) {                                \
    return guarded<DPCTLSycl##EL##Ref>(__func__, nullptr, [&] {                                                        \
      return give(*unwrap<Type>(checked<std::vector<DPCTLSycl##EL##Ref>>(VRef).at(index)));                            \
    });                                                                                                                \
  }

extern "C" {
WEFT_DEFINE_VECTOR(Device, sycl::device)
WEFT_DEFINE_VECTOR(Event, sycl::event)
WEFT_DEFINE_VECTOR(Platform, sycl::platform)
}
