// Neighbouring accesses of each lane (fields of a record, coordinates of a point) as short vectors that are transposed
// in registers, or, where the records of the lanes adjoin, as whole vectors whose elements are sorted. Narrow fields of
// such records are parts of words: a lane's pixel is one.
#include "codegen/cpu/vectorize/assemble.hpp"
#include "codegen/cpu/vectorize/emitter.hpp"

#include <llvm/Analysis/ValueTracking.h>

namespace weft::codegen::cpu::spmd {

using namespace llvm;

namespace {

bool is_field_type(Type *type) {
  return type->isFloatTy() || type->isDoubleTy() || type->isIntegerTy(32) || type->isIntegerTy(64);
}

bool is_narrow_type(Type *type) {
  return type->isIntegerTy(8) || type->isIntegerTy(16) || type->is16bitFPTy();
}

/// One access of a record, `offset` bytes from what all of them start at.
struct Field {
  std::int64_t offset;
  Instruction *access;
};

/// Accesses of one size side by side, in order of offset; each place is taken once at least.
struct Record {
  const Value *start = nullptr;
  std::int64_t size = 0;
  SmallVector<Field, 16> fields = {};

  std::int64_t first() const { return fields.front().offset; }
  unsigned count() const { return unsigned((fields.back().offset - first()) / size) + 1; }
  Align align() const {
    Align least(16);
    for (const Field &field : fields)
      least = std::min(least, getLoadStoreAlignment(field.access));
    return std::min(least, Align(std::uint64_t(size)));
  }
  bool all_fields(bool (*are)(Type *)) const {
    return all_of(fields, [=](const Field &field) { return are(getLoadStoreType(field.access)); });
  }
  unsigned column(const Field &field) const { return unsigned((field.offset - first()) / size); }
};

struct Place {
  const Value *start;
  std::int64_t offset;
};

Place place_of(const Instruction &access, const DataLayout &layout) {
  APInt offset(64, 0);
  const Value *start = getLoadStorePointerOperand(&access)->stripAndAccumulateConstantOffsets(layout, offset, true);
  return {start, offset.getSExtValue()};
}

bool is_simple_access(const Instruction &inst, unsigned opcode) {
  if (inst.getOpcode() != opcode)
    return false;
  return opcode == Instruction::Load ? cast<LoadInst>(inst).isSimple() : cast<StoreInst>(inst).isSimple();
}

/// Keeps the run of neighbours that `access` belongs to.
void keep_neighbours(Record &record, const Instruction &access) {
  stable_sort(record.fields, [](const Field &a, const Field &b) { return a.offset < b.offset; });
  SmallVector<Field, 16> run;
  bool found = false;
  for (const Field &field : record.fields) {
    const bool adjoins =
        run.empty() || field.offset == run.back().offset || field.offset == run.back().offset + record.size;
    if (!adjoins) {
      if (found)
        break;
      run.clear();
    }
    run.push_back(field);
    found |= field.access == &access;
  }
  record.fields = run;
}

constexpr unsigned look_ahead = 256; ///< instructions searched for neighbours

/// The loads that may run together with `load`, which is the first of them.
Record record_of_load(LoadInst &load, const DataLayout &layout) {
  Record record{place_of(load, layout).start, std::int64_t(layout.getTypeStoreSize(load.getType()).getFixedValue())};
  unsigned left = look_ahead;
  for (Instruction *inst = &load; inst && left--; inst = inst->getNextNode()) {
    if (inst->mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(inst))
      break;
    if (!is_simple_access(*inst, Instruction::Load) || inst->getType()->getScalarSizeInBits() != 8 * record.size)
      continue;
    if (const Place place = place_of(*inst, layout); place.start == record.start)
      record.fields.push_back({place.offset, inst});
  }
  keep_neighbours(record, load);
  return record;
}

/// The stores that may wait for the last of them: nothing between them reads or writes memory.
Record record_of_store(StoreInst &store, const DataLayout &layout) {
  Type *type = store.getValueOperand()->getType();
  Record record{place_of(store, layout).start, std::int64_t(layout.getTypeStoreSize(type).getFixedValue())};
  unsigned left = look_ahead;
  for (Instruction *inst = &store; inst && left--; inst = inst->getNextNode()) {
    if (is_simple_access(*inst, Instruction::Store) &&
        layout.getTypeStoreSize(cast<StoreInst>(inst)->getValueOperand()->getType()) == std::uint64_t(record.size)) {
      if (const Place place = place_of(*inst, layout); place.start == record.start) {
        record.fields.push_back({place.offset, inst});
        continue;
      }
    }
    if (inst->mayReadOrWriteMemory() || !isGuaranteedToTransferExecutionToSuccessor(inst))
      break;
  }
  keep_neighbours(record, store);
  return record;
}

/// What writes all of a record's stores is done in the place of the last.
std::function<void()> &wait_for_last(DenseMap<const Instruction *, std::function<void()>> &at,
                                     DenseSet<const Instruction *> &waiting, const Record &record) {
  const Instruction *last = record.fields.front().access;
  for (const Field &field : record.fields) {
    waiting.insert(field.access);
    last = last->comesBefore(field.access) ? field.access : last;
  }
  return at[last];
}

Value *concatenate(IRBuilder<> &builder, SmallVector<Value *, 32> parts) {
  while (parts.size() > 1) {
    SmallVector<Value *, 32> longer;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      const unsigned length = cast<FixedVectorType>(parts[i]->getType())->getNumElements();
      SmallVector<int, 64> mask;
      for (unsigned k = 0; k < 2 * length; ++k)
        mask.push_back(int(k));
      longer.push_back(builder.CreateShuffleVector(parts[i], parts[i + 1], mask));
    }
    parts = longer;
  }
  return parts.front();
}

/// Applies one pattern of a two-source shuffle in every group of `group` lanes.
Value *shuffle_groups(IRBuilder<> &builder, Value *a, Value *b, unsigned group, ArrayRef<int> pattern) {
  const int width = int(cast<FixedVectorType>(a->getType())->getNumElements());
  SmallVector<int, 64> mask;
  for (int start = 0; start < width; start += int(group))
    for (int k : pattern)
      mask.push_back(k < int(group) ? start + k : width + start + k - int(group));
  return builder.CreateShuffleVector(a, b, mask);
}

/// Transposes 4x4 (2x2) blocks: row r of a block holds lane r's values, column c of it the lanes' c-th values.
void transpose(IRBuilder<> &builder, ArrayRef<Value *> rows, MutableArrayRef<Value *> columns) {
  if (rows.size() == 2) {
    columns[0] = shuffle_groups(builder, rows[0], rows[1], 2, {0, 2});
    columns[1] = shuffle_groups(builder, rows[0], rows[1], 2, {1, 3});
    return;
  }
  auto mix = [&](Value *a, Value *b, ArrayRef<int> pattern) { return shuffle_groups(builder, a, b, 4, pattern); };
  Value *low01 = mix(rows[0], rows[1], {0, 4, 1, 5}), *high01 = mix(rows[0], rows[1], {2, 6, 3, 7});
  Value *low23 = mix(rows[2], rows[3], {0, 4, 1, 5}), *high23 = mix(rows[2], rows[3], {2, 6, 3, 7});
  columns[0] = mix(low01, low23, {0, 1, 4, 5});
  columns[1] = mix(low01, low23, {2, 3, 6, 7});
  columns[2] = mix(high01, high23, {0, 1, 4, 5});
  columns[3] = mix(high01, high23, {2, 3, 6, 7});
}

/// The bits of a word that narrow fields fill, where the lanes' words adjoin, or 0.
unsigned bits_of_word(const Record &record, const Shape &its) {
  const std::uint64_t bytes = std::uint64_t(record.count()) * record.size;
  const bool adjoin = its.is_linear() && its.stride == std::int64_t(bytes);
  return record.count() > 1 && isPowerOf2_64(bytes) && bytes <= 8 && adjoin && record.all_fields(is_narrow_type)
             ? unsigned(8 * bytes)
             : 0;
}

/// Fields that a 128-bit load brings.
unsigned fields_per_row(std::int64_t size) {
  return 16 / unsigned(size);
}

} // namespace

bool Emitter::emit_record_load(LoadInst &load) {
  Type *type = load.getType();
  const Value *address = load.getPointerOperand();
  if (!options_.tuning.transposes || !is_field_type(type) || memory_.interleaved(address) ||
      shape(address).stride == std::int64_t(layout_.getTypeStoreSize(type)))
    return false;
  const Record record = record_of_load(load, layout_);
  const Shape its = shape(record.start);
  const unsigned row = fields_per_row(record.size), count = record.count();
  const bool adjoin = its.is_linear() && its.stride == std::int64_t(count) * record.size;
  if (its.is_uniform() || count < 2 || width_ % row || !record.all_fields(is_field_type) || (count < row && !adjoin))
    return false;
  // Any two vectors of 512 bits are sorted by one instruction.
  const bool whole = count < row || (adjoin && count == row && options_.tuning.vector_bits == 512);
  SmallVector<Value *, 16> columns(count, nullptr);
  auto read = [&](Type *part, Value *start, std::int64_t offset) {
    return builder_.CreateAlignedLoad(part, builder_.CreatePtrAdd(start, builder_.getInt64(offset)), record.align());
  };
  if (whole) {
    SmallVector<Value *, 16> parts;
    for (unsigned i = 0; i < count; ++i)
      parts.push_back(
          read(lanes_type(type), uniform(record.start), record.first() + std::int64_t(i) * width_ * record.size));
    for (unsigned i = 0; i < count; ++i)
      columns[i] = assemble(builder_, parts, width_, [&](unsigned lane) { return i + lane * count; });
  } else {
    SmallVector<Value *, 64> starts;
    for (unsigned i = 0; i < width_; ++i)
      starts.push_back(lane_address(record.start, i));
    for (unsigned i = 0; i < count; i += row) {
      const unsigned column = std::min(i, count - row);
      SmallVector<Value *, 4> rows;
      for (unsigned r = 0; r < row; ++r) {
        SmallVector<Value *, 32> blocks;
        for (unsigned l = r; l < width_; l += row)
          blocks.push_back(read(FixedVectorType::get(type, row), starts[l], record.first() + column * record.size));
        rows.push_back(concatenate(builder_, blocks));
      }
      transpose(builder_, rows, MutableArrayRef(columns).slice(column, row));
    }
  }
  for (const Field &field : record.fields)
    record_parts_[field.access] =
        builder_.CreateBitCast(columns[record.column(field)], lanes_type(getLoadStoreType(field.access)));
  return true;
}

bool Emitter::emit_packed_load(LoadInst &load, Value *mask) {
  if (!is_narrow_type(load.getType()) || memory_.interleaved(load.getPointerOperand()))
    return false;
  const Record record = record_of_load(load, layout_);
  const unsigned bits = bits_of_word(record, shape(record.start));
  if (bits == 0 || (mask && !masks_in_memory(bits / 8)))
    return false;
  Type *words = lanes_type(builder_.getIntNTy(bits));
  Value *start = builder_.CreatePtrAdd(uniform(record.start), builder_.getInt64(record.first()));
  Value *all = mask ? (Value *)builder_.CreateMaskedLoad(words, start, record.align(), mask)
                    : builder_.CreateAlignedLoad(words, start, record.align());
  Type *part = lanes_type(builder_.getIntNTy(8 * record.size));
  for (const Field &field : record.fields) {
    Value *moved = builder_.CreateLShr(all, 8 * record.size * record.column(field));
    record_parts_[field.access] =
        builder_.CreateBitCast(builder_.CreateTrunc(moved, part), lanes_type(getLoadStoreType(field.access)));
  }
  return true;
}

/// Records of narrow fields are written as words, once the last of them is known.
bool Emitter::emit_packed_store(StoreInst &store, Value *mask) {
  if (!is_narrow_type(store.getValueOperand()->getType()) || memory_.interleaved(store.getPointerOperand()))
    return false;
  const Record record = record_of_store(store, layout_);
  const unsigned bits = bits_of_word(record, shape(record.start));
  if (bits == 0 || record.fields.size() != record.count() || (mask && !masks_in_memory(bits / 8)))
    return false;
  wait_for_last(record_stores_, waiting_stores_, record) = [this, record, bits, mask] {
    Type *words = lanes_type(builder_.getIntNTy(bits)), *part = lanes_type(builder_.getIntNTy(8 * record.size));
    Value *all = nullptr;
    for (const Field &field : record.fields) {
      Value *stored = vector(cast<StoreInst>(field.access)->getValueOperand());
      Value *moved = builder_.CreateShl(builder_.CreateZExt(builder_.CreateBitCast(stored, part), words),
                                        8 * record.size * record.column(field));
      all = all == nullptr ? moved : builder_.CreateOr(all, moved);
    }
    Value *start = builder_.CreatePtrAdd(uniform(record.start), builder_.getInt64(record.first()));
    if (mask)
      builder_.CreateMaskedStore(all, start, record.align(), mask);
    else
      builder_.CreateAlignedStore(all, start, record.align());
  };
  return true;
}

/// Records that adjoin are written as whole vectors, once the last of their fields is known.
bool Emitter::emit_record_store(StoreInst &store) {
  Type *type = store.getValueOperand()->getType();
  const Value *address = store.getPointerOperand();
  if (!options_.tuning.transposes || !is_field_type(type) || memory_.interleaved(address) ||
      shape(address).stride == std::int64_t(layout_.getTypeStoreSize(type)))
    return false;
  const Record record = record_of_store(store, layout_);
  const unsigned count = record.count();
  const Shape its = shape(record.start);
  constexpr unsigned most_fields = 8;
  const bool adjoin = its.is_linear() && its.stride == std::int64_t(count) * record.size;
  if (count < 2 || count > most_fields || !adjoin || record.fields.size() != count || !record.all_fields(is_field_type))
    return false;
  wait_for_last(record_stores_, waiting_stores_, record) = [this, record, count, type] {
    SmallVector<Value *, 8> columns;
    for (const Field &field : record.fields)
      columns.push_back(
          builder_.CreateBitCast(vector(cast<StoreInst>(field.access)->getValueOperand()), lanes_type(type)));
    for (unsigned part = 0; part < count; ++part) {
      Value *values = assemble(builder_, columns, width_, [&](unsigned lane) {
        const unsigned place = part * width_ + lane;
        return place % count * width_ + place / count;
      });
      const std::int64_t offset = record.first() + std::int64_t(part) * width_ * record.size;
      Value *at = builder_.CreatePtrAdd(uniform(record.start), builder_.getInt64(offset));
      builder_.CreateAlignedStore(values, at, record.align());
    }
  };
  return true;
}

} // namespace weft::codegen::cpu::spmd
