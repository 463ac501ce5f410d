// Ids, barriers, groups and atomics (OpenCL C 3.0, 6.15.1, 6.15.8, 6.15.12, 6.15.16).
#include "codegen/opencl/builtin_call.hpp"

namespace weft::codegen::opencl {

using namespace llvm;
using ir::Builtin;

namespace {

enum Scope { scope_work_item, scope_sub_group, scope_work_group, scope_device, scope_system };
enum Order { relaxed, acquire, release, acq_rel, seq_cst };

// --- ids ---

/// Dimensions that a launch does not have give `beyond`.
Value *of_dimension(const BuiltinCall &c, Builtin builtin, unsigned beyond) {
  Value *value = c.builtin(builtin, {c[0]});
  Value *has = c.ir.CreateICmpULT(c[0], c.ir.getInt32(3));
  return c.ir.CreateSelect(has, value, c.ir.getInt64(beyond));
}

Value *linear(const BuiltinCall &c, Builtin id, Builtin range, bool offset) {
  Value *result = nullptr;
  for (unsigned d = 3; d-- > 0;) {
    Value *one = c.of_dimension(id, d);
    if (offset)
      one = c.ir.CreateSub(one, c.of_dimension(Builtin::global_offset, d));
    result = result == nullptr ? one : c.ir.CreateAdd(c.ir.CreateMul(result, c.of_dimension(range, d)), one);
  }
  return result;
}

void add_ids(Definitions &all) {
  all["get_global_id"] = [](const BuiltinCall &c) { return of_dimension(c, Builtin::global_id, 0); };
  all["get_local_id"] = [](const BuiltinCall &c) { return of_dimension(c, Builtin::local_id, 0); };
  all["get_group_id"] = [](const BuiltinCall &c) { return of_dimension(c, Builtin::group_id, 0); };
  all["get_global_size"] = [](const BuiltinCall &c) { return of_dimension(c, Builtin::global_range, 1); };
  all["get_local_size"] =
      all["get_enqueued_local_size"] = [](const BuiltinCall &c) { return of_dimension(c, Builtin::local_range, 1); };
  all["get_num_groups"] = [](const BuiltinCall &c) { return of_dimension(c, Builtin::group_range, 1); };
  all["get_global_offset"] = [](const BuiltinCall &c) { return of_dimension(c, Builtin::global_offset, 0); };
  all["get_global_linear_id"] = [](const BuiltinCall &c) {
    return linear(c, Builtin::global_id, Builtin::global_range, true);
  };
  all["get_local_linear_id"] = [](const BuiltinCall &c) {
    return linear(c, Builtin::local_id, Builtin::local_range, false);
  };
  all["get_sub_group_size"] = [](const BuiltinCall &c) { return c.builtin(Builtin::sub_group_range, {}); };
  all["get_max_sub_group_size"] = [](const BuiltinCall &c) { return c.builtin(Builtin::sub_group_max_range, {}); };
  all["get_num_sub_groups"] =
      all["get_enqueued_num_sub_groups"] = [](const BuiltinCall &c) { return c.builtin(Builtin::sub_groups, {}); };
  all["get_sub_group_id"] = [](const BuiltinCall &c) { return c.builtin(Builtin::sub_group_id, {}); };
  all["get_sub_group_local_id"] = [](const BuiltinCall &c) { return c.builtin(Builtin::sub_group_local_id, {}); };
}

// --- synchronisation and groups ---

template <Scope scope> Value *barrier(const BuiltinCall &c) {
  return c.builtin(Builtin::barrier, {c.ir.getInt32(scope)});
}

template <Order order> Value *fence(const BuiltinCall &c) {
  return c.builtin(Builtin::fence, {c.ir.getInt32(order), c.ir.getInt32(scope_device)});
}

/// The suffix of builtins for a type: i32, u32, i64, u64, f32, f64.
std::string suffix(const Type *type, bool is_signed) {
  const unsigned bits = static_cast<unsigned>(type->getPrimitiveSizeInBits());
  return (type->isFloatingPointTy() ? "f" : is_signed ? "i" : "u") + std::to_string(bits);
}

/// Group operations exist for 32 and 64 bits.
struct Widened {
  const BuiltinCall &c;
  Value *value;
  Type *type;

  Widened(const BuiltinCall &call, Value *v) : c(call), value(v), type(v->getType()) {
    if (type->isHalfTy())
      value = c.ir.CreateFPExt(v, c.ir.getFloatTy());
    else if (type->isIntegerTy() && type->getIntegerBitWidth() < 32)
      value = c.ir.CreateIntCast(v, c.ir.getInt32Ty(), c.is_signed());
  }
  Value *back(Value *wide) const {
    return type->isHalfTy()                 ? c.ir.CreateFPTrunc(wide, type)
           : wide->getType()->isIntegerTy() ? c.ir.CreateTrunc(wide, type)
                                            : wide;
  }
};

Value *reduce(const BuiltinCall &c, StringRef family) {
  const StringRef operation = c.name.rsplit('_').second;
  const Widened w(c, c[0]);
  Type *type = w.value->getType();
  return w.back(c.builtin(ir::builtin_with(family, operation), {w.value}, suffix(type, c.is_signed())));
}

Value *broadcast_in_group(const BuiltinCall &c) {
  Value *from = c[1];
  const Builtin ranges = Builtin::local_range;
  if (c.arguments.size() > 2)
    from = c.ir.CreateAdd(from, c.ir.CreateMul(c[2], c.of_dimension(ranges, 0)));
  if (c.arguments.size() > 3)
    from = c.ir.CreateAdd(from,
                          c.ir.CreateMul(c[3], c.ir.CreateMul(c.of_dimension(ranges, 0), c.of_dimension(ranges, 1))));
  const Widened w(c, c[0]);
  Type *type = w.value->getType();
  return w.back(c.builtin(Builtin::group_broadcast, {w.value, from}, suffix(type, c.is_signed())));
}

Value *shuffle_in_sub_group(const BuiltinCall &c) {
  const Widened w(c, c[0]);
  Type *type = w.value->getType();
  return w.back(c.builtin(Builtin::sub_group_shuffle, {w.value, c[1]}, suffix(type, c.is_signed())));
}

Value *vote(const BuiltinCall &c, Builtin builtin) {
  Value *holds = c.ir.CreateICmpNE(c[0], ConstantInt::get(c[0]->getType(), 0));
  return c.ir.CreateZExt(c.builtin(builtin, {holds}), c.result);
}

void add_groups(Definitions &all) {
  all["barrier"] = all["work_group_barrier"] = barrier<scope_work_group>;
  all["sub_group_barrier"] = barrier<scope_sub_group>;
  all["mem_fence"] = all["atomic_work_item_fence"] = fence<acq_rel>;
  all["read_mem_fence"] = fence<acquire>;
  all["write_mem_fence"] = fence<release>;
  all["work_group_any"] = [](const BuiltinCall &c) { return vote(c, Builtin::group_any); };
  all["work_group_all"] = [](const BuiltinCall &c) { return vote(c, Builtin::group_all); };
  all["sub_group_any"] = [](const BuiltinCall &c) { return vote(c, Builtin::sub_group_any); };
  all["sub_group_all"] = [](const BuiltinCall &c) { return vote(c, Builtin::sub_group_all); };
  all["work_group_broadcast"] = broadcast_in_group;
  all["sub_group_broadcast"] = all["sub_group_shuffle"] = all["intel_sub_group_shuffle"] = shuffle_in_sub_group;
  for (const char *operation : {"add", "min", "max"}) {
    all["work_group_reduce_" + std::string(operation)] = [](const BuiltinCall &c) {
      return reduce(c, "group_reduce_");
    };
    all["sub_group_reduce_" + std::string(operation)] = [](const BuiltinCall &c) {
      return reduce(c, "sub_group_reduce_");
    };
  }
}

// --- atomics ---

/// OpenCL's memory_order (C11's numbers) and memory_scope in ours; constants once everything is inlined.
Value *order_of(const BuiltinCall &c, Value *order) {
  Value *is_relaxed = c.ir.CreateICmpEQ(order, c.ir.getInt32(0));
  return c.ir.CreateSelect(is_relaxed, c.ir.getInt32(relaxed), c.ir.CreateSub(order, c.ir.getInt32(1)));
}
Value *scope_of(const BuiltinCall &c, Value *scope) {
  static constexpr Scope scopes[] = {scope_work_item, scope_work_group, scope_device, scope_system, scope_sub_group};
  Value *result = c.ir.getInt32(scope_device);
  for (unsigned i = 0; i < std::size(scopes); ++i)
    result = c.ir.CreateSelect(c.ir.CreateICmpEQ(scope, c.ir.getInt32(i)), c.ir.getInt32(scopes[i]), result);
  return result;
}

/// What OpenCL 1's functions do is relaxed; C11's are sequentially consistent where they do not say.
struct Atomic {
  const BuiltinCall &c;
  unsigned operands; ///< pointer and values, before order and scope

  bool is_c11() const {
    return c.name.starts_with("atomic_fetch") || c.name.contains("load") || c.name.contains("store") ||
           c.name.contains("exchange") || c.name.contains("flag");
  }
  Value *order(unsigned number = 0) const {
    if (c.arguments.size() > operands + number)
      return order_of(c, c[operands + number]);
    return c.ir.getInt32(is_c11() ? seq_cst : relaxed);
  }
  Value *scope(unsigned orders = 1) const {
    return c.arguments.size() > operands + orders ? scope_of(c, c[operands + orders])
                                                  : static_cast<Value *>(c.ir.getInt32(scope_device));
  }
  Value *operator()(Builtin builtin, const Type *element, ArrayRef<Value *> values) const {
    return c.builtin(builtin, values, suffix(element, c.types[0].is_signed()));
  }
};

Value *read_modify_write(const BuiltinCall &c, Builtin builtin) {
  const Atomic atomic{c, 2};
  Value *operand = c[1];
  if (operand->getType() != c.result) // a difference of pointers
    operand = c.ir.CreateIntCast(operand, c.result, true);
  return atomic(builtin, c.result, {c[0], operand, atomic.order(), atomic.scope()});
}

Value *step_by_one(const BuiltinCall &c, Builtin builtin) {
  const Atomic atomic{c, 1};
  return atomic(builtin, c.result, {c[0], ConstantInt::get(c.result, 1), atomic.order(), atomic.scope()});
}

Value *load(const BuiltinCall &c) {
  const Atomic atomic{c, 1};
  return atomic(Builtin::atomic_load, c.result, {c[0], atomic.order(), atomic.scope()});
}

Value *store(const BuiltinCall &c) {
  const Atomic atomic{c, 2};
  return atomic(Builtin::atomic_store, c[1]->getType(), {c[0], c[1], atomic.order(), atomic.scope()});
}

Value *compare_and_exchange(const BuiltinCall &c) {
  const Atomic atomic{c, 3};
  Value *order = c.ir.getInt32(relaxed);
  return atomic(Builtin::atomic_compare_exchange, c.result,
                {c[0], c[1], c[2], order, order, c.ir.getInt32(scope_device)});
}

/// C11's: tells whether it exchanged, and writes what it found where the expected value stands.
Value *compare_exchange(const BuiltinCall &c) {
  const Atomic atomic{c, 3};
  const bool explicit_orders = c.arguments.size() > 4;
  Value *expected = c.ir.CreateLoad(c[2]->getType(), c[1]);
  Value *found = atomic(
      Builtin::atomic_compare_exchange, c[2]->getType(),
      {c[0], expected, c[2], atomic.order(), explicit_orders ? atomic.order(1) : atomic.order(), atomic.scope(2)});
  c.ir.CreateStore(found, c[1]);
  return c.ir.CreateICmpEQ(found, expected);
}

Value *set_flag(const BuiltinCall &c) {
  const Atomic atomic{c, 1};
  Value *before = c.builtin(Builtin::atomic_exchange, {c[0], c.ir.getInt32(1), atomic.order(), atomic.scope()}, "i32");
  return c.ir.CreateICmpNE(before, c.ir.getInt32(0));
}
Value *clear_flag(const BuiltinCall &c) {
  const Atomic atomic{c, 1};
  return c.builtin(Builtin::atomic_store, {c[0], c.ir.getInt32(0), atomic.order(), atomic.scope()}, "i32");
}

template <Builtin builtin> Value *modifies(const BuiltinCall &c) {
  return read_modify_write(c, builtin);
}
template <Builtin builtin> void add_operation(Definitions &all, const std::string &name) {
  const Definition definition = modifies<builtin>;
  all["atomic_" + name] = all["atom_" + name] = definition;
  all["atomic_fetch_" + name] = all["atomic_fetch_" + name + "_explicit"] = definition;
}

void add_atomics(Definitions &all) {
  add_operation<Builtin::atomic_fetch_add>(all, "add");
  add_operation<Builtin::atomic_fetch_sub>(all, "sub");
  add_operation<Builtin::atomic_fetch_min>(all, "min");
  add_operation<Builtin::atomic_fetch_max>(all, "max");
  add_operation<Builtin::atomic_fetch_and>(all, "and");
  add_operation<Builtin::atomic_fetch_or>(all, "or");
  add_operation<Builtin::atomic_fetch_xor>(all, "xor");
  for (const char *name : {"atomic_xchg", "atom_xchg", "atomic_exchange", "atomic_exchange_explicit"})
    all[name] = modifies<Builtin::atomic_exchange>;
  for (const std::string prefix : {"atomic_", "atom_"}) {
    all[prefix + "inc"] = [](const BuiltinCall &c) { return step_by_one(c, Builtin::atomic_fetch_add); };
    all[prefix + "dec"] = [](const BuiltinCall &c) { return step_by_one(c, Builtin::atomic_fetch_sub); };
    all[prefix + "cmpxchg"] = compare_and_exchange;
  }
  for (const std::string suffix : {"", "_explicit"}) {
    all["atomic_load" + suffix] = load;
    all["atomic_store" + suffix] = store;
    all["atomic_compare_exchange_strong" + suffix] = all["atomic_compare_exchange_weak" + suffix] = compare_exchange;
    all["atomic_flag_test_and_set" + suffix] = set_flag;
    all["atomic_flag_clear" + suffix] = clear_flag;
  }
  all["atomic_init"] = [](const BuiltinCall &c) -> Value * { return c.ir.CreateStore(c[1], c[0]); };
}

} // namespace

void add_work_item(Definitions &all) {
  add_ids(all);
  add_groups(all);
  add_atomics(all);
}

} // namespace weft::codegen::opencl
