// Loads and stores: contiguous, reversed, gathered, private. Addresses of inactive lanes are never touched.
#include "codegen/cpu/vectorize/assemble.hpp"
#include "codegen/cpu/vectorize/emitter.hpp"
#include "codegen/cpu/vectorize/names.hpp"

#include <bit>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

constexpr unsigned private_align = 64;
constexpr unsigned spare_align = 64, spare_bytes = 512; ///< no element, no vector is larger
constexpr unsigned most_step = 4; ///< between elements that are loaded with what lies between them

/// The type whose vectors lie in memory as the scalars do: a whole number of bytes.
Type *memory_type(Type *type, const DataLayout &layout) {
  return type->isIntegerTy() ? IntegerType::get(type->getContext(), 8 * layout.getTypeStoreSize(type)) : type;
}

/// Of addresses that take every second to fourth element, which of these; else 0.
unsigned step_of(const Shape &addresses, std::int64_t size) {
  if (!addresses.is_linear() || !addresses.stride || *addresses.stride % size != 0)
    return 0;
  const std::int64_t step = *addresses.stride / size;
  return step >= 2 && step <= most_step ? unsigned(step) : 0;
}

} // namespace

void Emitter::emit_alloca(AllocaInst &array) {
  IRBuilder<>::InsertPointGuard guard(builder_);
  builder_.SetInsertPoint(prologue_, prologue_->begin());
  const std::uint64_t bytes = private_size(array);
  AllocaInst *all =
      builder_.CreateAlloca(ArrayType::get(builder_.getInt8Ty(), bytes * width_), nullptr, array.getName());
  all->setAlignment(std::max(array.getAlign(), Align(private_align)));
  Lanes lanes{.base = all};
  if (!memory_.interleaved(&array))
    lanes.stride = builder_.getInt64(bytes);
  values_[&array] = lanes;
}

void Emitter::emit_load(LoadInst &load, Value *mask) {
  if (auto it = record_parts_.find(&load); it != record_parts_.end())
    return define_vector(load, it->second);
  if (!load.isSimple() || !is_element(load.getType()))
    return emit_per_lane(load, mask);
  if ((!mask && emit_record_load(load)) || emit_packed_load(load, mask))
    return define_vector(load, record_parts_.lookup(&load));
  Type *type = memory_type(load.getType(), layout_);
  Value *value = load_from(load, type, mask);
  if (type != load.getType())
    value = builder_.CreateTrunc(value, lanes_type(load.getType()));
  if (auto *made = dyn_cast<Instruction>(value); made && !made->hasName())
    made->setName(load.getName());
  define_vector(load, value);
}

void Emitter::emit_store(StoreInst &store, Value *mask) {
  if (auto it = record_stores_.find(&store); it != record_stores_.end())
    return it->second();
  if (waiting_stores_.contains(&store))
    return;
  const Value *stored = store.getValueOperand();
  if (!store.isSimple() || !is_element(stored->getType()))
    return emit_per_lane(store, mask);
  if ((!mask && emit_record_store(store)) || emit_packed_store(store, mask))
    return;
  Value *value = vector(stored);
  Type *type = memory_type(stored->getType(), layout_);
  if (type != stored->getType())
    value = builder_.CreateZExt(value, lanes_type(type));
  store_to(store, value, mask);
}

Value *Emitter::load_from(LoadInst &load, Type *type, Value *mask) {
  Value *address = load.getPointerOperand();
  if (const Value *memory = memory_.interleaved(address))
    return load_private(*memory, address, type, mask);
  const Lanes lanes = lanes_of(address);
  const Shape its = shape(address);
  const auto size = std::int64_t(layout_.getTypeStoreSize(type).getFixedValue());
  const bool whole_vectors = mask && stores_whole_vectors(*address, std::uint64_t(size) * width_);
  auto contiguous = [&](Value *start, Value *lanes_mask) -> Instruction * {
    Type *vector_type = lanes_type(type);
    if (whole_vectors)
      return builder_.CreateAlignedLoad(vector_type, some_lane(start, mask), load.getAlign());
    return lanes_mask ? builder_.CreateMaskedLoad(vector_type, start, load.getAlign(), lanes_mask)
                      : (Instruction *)builder_.CreateAlignedLoad(vector_type, start, load.getAlign());
  };
  const bool vector_mask = !mask || whole_vectors || masks_in_memory(size);
  if (its.is_linear() && its.stride == size && vector_mask) {
    Instruction *value = contiguous(lanes.base, mask);
    if (whole_vectors)
      return value;
    value->setAAMetadata(load.getAAMetadata());
    if (MDNode *invariant = load.getMetadata(LLVMContext::MD_invariant_load))
      value->setMetadata(LLVMContext::MD_invariant_load, invariant);
    return value;
  }
  if (its.is_linear() && its.stride == -size && vector_mask) {
    Value *last = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), lanes.base, -size * std::int64_t(width_ - 1));
    Instruction *value = contiguous(last, mask ? builder_.CreateVectorReverse(mask) : nullptr);
    if (!whole_vectors)
      value->setAAMetadata(load.getAAMetadata());
    return builder_.CreateVectorReverse(value);
  }
  if (const unsigned step = mask ? 0 : step_of(its, size))
    return load_every(step, type, lanes.base, load.getAlign());
  const auto each = [&]() -> Value * {
    return !mask && !gathers(size) ? load_each_lane(*address, type, load.getAlign())
                                   : gather(type, vector(address), load.getAlign(), mask);
  };
  const std::optional<Scattered> at = vector_mask ? scattered_at(address, size) : std::nullopt;
  if (const auto exchange = at ? exchange_at(*at) : std::nullopt) {
    const auto partners = [&] {
      return exchange_lanes(contiguous(exchange->start, exchange_mask(mask, exchange->d, size)), exchange->d);
    };
    return either(exchange->in_block, partners, each);
  }
  if (const auto neighbours = at ? neighbours_at(*at, mask) : std::nullopt)
    return either(neighbours->hold, [&] { return contiguous(neighbours->start, mask); }, each);
  return each();
}

/// Has the processor instructions for vectors from and to any addresses that are worth it?
bool Emitter::gathers(std::uint64_t size) const {
  return size >= 4 && std::has_single_bit(size) && options_.tuning.gathers;
}

/// Has it masked accesses to neighbouring elements? Integers of 3, 5, 6 or 7 bytes, which LLVM makes of small
/// structures, would be widened.
bool Emitter::masks_in_memory(std::uint64_t size) const {
  return std::has_single_bit(size) && (size >= 4 || options_.tuning.narrow_masks);
}

/// Addresses that all lanes may access: those that do not take part go to memory of the function's own, which costs
/// less than a branch for each.
Value *Emitter::harmless(Value *addresses, Value *mask) {
  return mask ? builder_.CreateSelect(mask, addresses, splat(spare())) : addresses;
}

AllocaInst *Emitter::spare() {
  if (!spare_) {
    const IRBuilder<>::InsertPointGuard guard(builder_);
    builder_.SetInsertPoint(prologue_, prologue_->begin());
    spare_ = builder_.CreateAlloca(ArrayType::get(builder_.getInt8Ty(), spare_bytes), nullptr, "spare");
    spare_->setAlignment(Align(spare_align));
  }
  return spare_;
}

Value *Emitter::gather(Type *type, Value *addresses, Align align, Value *mask) {
  if (gathers(layout_.getTypeStoreSize(type)))
    return builder_.CreateMaskedGather(lanes_type(type), addresses, align, full(mask));
  addresses = harmless(addresses, mask);
  Value *result = PoisonValue::get(lanes_type(type));
  for (unsigned i = 0; i < width_; ++i) {
    Value *address = builder_.CreateExtractElement(addresses, i);
    Value *element = builder_.CreateAlignedLoad(type, address, std::min(align, Align(spare_align)));
    result = builder_.CreateInsertElement(result, element, i);
  }
  return result;
}

void Emitter::scatter(Value *value, Value *addresses, Align align, Value *mask) {
  if (gathers(layout_.getTypeStoreSize(value->getType()->getScalarType()))) {
    builder_.CreateMaskedScatter(value, addresses, align, full(mask));
    return;
  }
  addresses = harmless(addresses, mask);
  for (unsigned i = 0; i < width_; ++i)
    builder_.CreateAlignedStore(builder_.CreateExtractElement(value, i), builder_.CreateExtractElement(addresses, i),
                                std::min(align, Align(spare_align)));
}

/// May whole vectors of so many bytes be loaded and stored where one lane has an element, and is that cheaper than a
/// mask? AMD's processors without AVX-512 take some twenty cycles for a store under one.
bool Emitter::stores_whole_vectors(const Value &address, std::uint64_t bytes) const {
  if (options_.tuning.narrow_masks || bytes > spare_bytes || !std::has_single_bit(bytes))
    return false;
  const auto *argument = dyn_cast<Argument>(getUnderlyingObject(&address, 0));
  std::uint64_t margin = 0;
  return argument &&
         !argument->getParent()
              ->getAttributes()
              .getParamAttr(argument->getArgNo(), own_memory_attribute)
              .getValueAsString()
              .getAsInteger(10, margin) &&
         bytes <= margin;
}

/// `start` where any lane takes part. Elsewhere it may lie anywhere.
Value *Emitter::some_lane(Value *start, Value *mask) {
  return builder_.CreateSelect(any(mask), start, spare());
}

/// Lanes that do not take part store what is there. Without tags: what lies apart from the elements is stored, too.
void Emitter::store_in_part(Value *value, Value *start, Align align, Value *mask) {
  if (options_.tuning.narrow_masks) {
    builder_.CreateMaskedStore(value, start, align, mask);
    return;
  }
  Value *before = builder_.CreateFreeze(builder_.CreateAlignedLoad(value->getType(), start, align));
  builder_.CreateAlignedStore(builder_.CreateSelect(mask, value, before), start, align);
}

/// Every `step`-th element from `start` on. What lies between the lanes' elements is loaded, too, and nothing beyond
/// them: the last vector ends where the last lane's element does.
Value *Emitter::load_every(unsigned step, Type *type, Value *start, Align align) {
  const std::uint64_t size = layout_.getTypeStoreSize(type);
  const unsigned last = (step - 1) * width_, back = step - 1;
  SmallVector<Value *, most_step> parts;
  for (unsigned first = 0; first <= last; first += width_) {
    const std::uint64_t offset = size * (first == last ? last - back : first);
    parts.push_back(builder_.CreateAlignedLoad(lanes_type(type),
                                               builder_.CreateConstGEP1_64(builder_.getInt8Ty(), start, offset),
                                               commonAlignment(align, offset)));
  }
  return assemble(builder_, parts, width_, [&](unsigned lane) {
    const unsigned place = lane * step;
    return place < last ? place : place + back;
  });
}

/// The same the other way round: what lies between the lanes' elements is left as it is.
void Emitter::store_every(unsigned step, Value *value, Value *start, Align align) {
  Type *type = cast<VectorType>(value->getType())->getElementType();
  const std::uint64_t size = layout_.getTypeStoreSize(type);
  for (unsigned first = 0; first < step * width_; first += width_) {
    SmallVector<int, 64> lanes;
    SmallVector<Constant *, 64> written;
    for (unsigned place = first; place < first + width_; ++place) {
      const bool is_written = place % step == 0;
      lanes.push_back(is_written ? int(place / step) : PoisonMaskElem);
      written.push_back(builder_.getInt1(is_written));
    }
    Value *at = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), start, size * first);
    builder_.CreateMaskedStore(builder_.CreateShuffleVector(value, lanes), at, commonAlignment(align, size * first),
                               ConstantVector::get(written));
  }
}

Value *Emitter::load_each_lane(const Value &address, Type *type, Align align) {
  Value *result = PoisonValue::get(lanes_type(type));
  for (unsigned i = 0; i < width_; ++i)
    result =
        builder_.CreateInsertElement(result, builder_.CreateAlignedLoad(type, lane_address(&address, i), align), i);
  return result;
}

void Emitter::store_each_lane(const Value &address, Value *vector, Align align) {
  for (unsigned i = 0; i < width_; ++i)
    builder_.CreateAlignedStore(builder_.CreateExtractElement(vector, i), lane_address(&address, i), align);
}

/// Address of one lane, `offset` bytes on.
Value *Emitter::lane_address(const Value *address, unsigned index, std::int64_t offset) {
  const Lanes lanes = lanes_of(address);
  if (!lanes.base)
    return builder_.CreatePtrAdd(builder_.CreateExtractElement(lanes.vector, index), builder_.getInt64(offset));
  if (!lanes.stride)
    return builder_.CreatePtrAdd(lanes.base, builder_.getInt64(offset));
  Value *distance = builder_.CreateMul(lanes.stride, builder_.getInt64(index));
  return builder_.CreatePtrAdd(lanes.base, builder_.CreateAdd(distance, builder_.getInt64(offset)));
}

void Emitter::store_to(StoreInst &store, Value *value, Value *mask) {
  Value *address = store.getPointerOperand();
  if (const Value *memory = memory_.interleaved(address))
    return store_private(*memory, address, value, mask);
  Type *type = cast<VectorType>(value->getType())->getElementType();
  const Lanes lanes = lanes_of(address);
  const Shape its = shape(address);
  const auto size = std::int64_t(layout_.getTypeStoreSize(type).getFixedValue());
  const bool whole_vectors = mask && stores_whole_vectors(*address, std::uint64_t(size) * width_);
  auto contiguous = [&](Value *start, Value *what, Value *lanes_mask) {
    if (whole_vectors)
      return store_in_part(what, some_lane(start, mask), store.getAlign(), lanes_mask);
    Instruction *made = lanes_mask ? builder_.CreateMaskedStore(what, start, store.getAlign(), lanes_mask)
                                   : (Instruction *)builder_.CreateAlignedStore(what, start, store.getAlign());
    made->setAAMetadata(store.getAAMetadata());
  };
  const bool vector_mask = !mask || whole_vectors || masks_in_memory(size);
  if (its.is_linear() && its.stride == size && vector_mask) {
    MDNode *const streams = store.getMetadata(LLVMContext::MD_nontemporal);
    const Align whole = commonAlignment(Align(64), std::uint64_t(size) * width_); // streaming.hpp: a promise
    if (!streams || mask || whole < 16)
      return contiguous(lanes.base, value, mask);
    auto *made = builder_.CreateAlignedStore(value, lanes.base, whole);
    made->setMetadata(LLVMContext::MD_nontemporal, streams);
    return;
  }
  if (its.is_linear() && its.stride == -size && vector_mask) {
    Value *last = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), lanes.base, -size * std::int64_t(width_ - 1));
    return contiguous(last, builder_.CreateVectorReverse(value), mask ? builder_.CreateVectorReverse(mask) : nullptr);
  }
  if (!mask && options_.tuning.narrow_masks && std::has_single_bit(std::uint64_t(size)))
    if (const unsigned step = step_of(its, size))
      return store_every(step, value, lanes.base, store.getAlign());
  if (its.is_uniform()) { // lanes store one after the other: the last one's value stays
    Value *last = builder_.getInt64(width_ - 1);
    if (mask) {
      Value *bits = builder_.CreateZExtOrTrunc(mask_bits(mask), builder_.getInt64Ty());
      Value *leading = builder_.CreateBinaryIntrinsic(Intrinsic::ctlz, bits, builder_.getTrue());
      last = builder_.CreateSub(builder_.getInt64(63), leading);
    }
    builder_.CreateAlignedStore(builder_.CreateExtractElement(value, last), lanes.base, store.getAlign());
    return;
  }
  const auto each = [&]() -> Value * {
    if (!mask && !gathers(size))
      store_each_lane(*address, value, store.getAlign());
    else
      scatter(value, vector(address), store.getAlign(), mask);
    return nullptr;
  };
  const std::optional<Scattered> at = vector_mask ? scattered_at(address, size) : std::nullopt;
  const std::optional<Exchange> exchange = at ? exchange_at(*at) : std::nullopt;
  if (!exchange)
    return void(each());
  const auto partners = [&]() -> Value * {
    contiguous(exchange->start, exchange_lanes(value, exchange->d), exchange_mask(mask, exchange->d, size));
    return nullptr;
  };
  either(exchange->in_block, partners, each);
}

/// Where the lanes' elements of interleaved memory lie: the first of W neighbours (`side_by_side`) or a vector of
/// addresses.
Value *Emitter::private_place(const Value &memory, Value *address, bool &side_by_side) {
  Type *number = builder_.getInt64Ty();
  Value *uniform_offset = builder_.getInt64(0);
  Value *lane_offset = nullptr;
  for (Value *at = address; at != &memory;) {
    auto *step = cast<GetElementPtrInst>(at);
    SmallMapVector<Value *, APInt, 4> variable;
    APInt constant(64, 0);
    [[maybe_unused]] const bool collected = step->collectOffset(layout_, 64, variable, constant);
    assert(collected && "the access scan has collected it before");
    uniform_offset = builder_.CreateAdd(uniform_offset, builder_.getInt(constant));
    for (auto &[index, scale] : variable) {
      Value *factor = builder_.getInt(scale);
      if (shape(index).is_uniform()) {
        Value *wide = builder_.CreateSExtOrTrunc(uniform(index), number);
        uniform_offset = builder_.CreateAdd(uniform_offset, builder_.CreateMul(wide, factor));
      } else {
        Value *wide = builder_.CreateSExtOrTrunc(vector(index), lanes_type(number));
        wide = builder_.CreateMul(wide, splat(factor));
        lane_offset = lane_offset ? builder_.CreateAdd(lane_offset, wide) : wide;
      }
    }
    at = step->getPointerOperand();
  }
  Value *row = builder_.CreateMul(uniform_offset, builder_.getInt64(width_));
  Value *start = builder_.CreatePtrAdd(values_.lookup(&memory).base, row);
  side_by_side = !lane_offset;
  if (side_by_side)
    return start;
  Value *rows = builder_.CreateMul(lane_offset, splat(builder_.getInt64(width_)));
  Value *columns = lane_numbers(number, std::int64_t(memory_.element_size(&memory)));
  return builder_.CreateGEP(builder_.getInt8Ty(), start, builder_.CreateAdd(rows, columns));
}

Value *Emitter::load_private(const Value &memory, Value *address, Type *type, Value *mask) {
  const std::uint64_t size = memory_.element_size(&memory);
  bool side_by_side = false;
  Value *place = private_place(memory, address, side_by_side);
  if (side_by_side)
    return builder_.CreateAlignedLoad(lanes_type(type), place, commonAlignment(Align(private_align), size * width_));
  return gather(type, place, Align(size), mask);
}

void Emitter::store_private(const Value &memory, Value *address, Value *value, Value *mask) {
  const std::uint64_t size = memory_.element_size(&memory);
  bool side_by_side = false;
  Value *place = private_place(memory, address, side_by_side);
  if (!side_by_side)
    return scatter(value, place, Align(size), mask);
  const Align align = commonAlignment(Align(private_align), size * width_);
  if (mask)
    store_in_part(value, place, align, mask);
  else
    builder_.CreateAlignedStore(value, place, align);
}

} // namespace weft::codegen::cpu::spmd
