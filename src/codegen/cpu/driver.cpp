// Emits the loops around a kernel's pieces; everything is inlined into them afterwards.
#include "codegen/cpu/driver.hpp"

#include <functional>
#include <tuple>

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "codegen/cpu/abi.hpp"
#include "codegen/cpu/privatized_updates.hpp"
#include "support/error.hpp"

namespace weft::codegen::cpu {

using namespace llvm;

namespace {
std::uint64_t chunks_in(const Code &code, const Launch &launch, unsigned dim) {
  const std::uint64_t lanes = dim == code.dim ? code.lanes : 1;
  return (launch.local(dim) + lanes - 1) / lanes;
}

std::uint64_t chunks_in_group(const Code &code, const Launch &launch) {
  return chunks_in(code, launch, 0) * chunks_in(code, launch, 1) * chunks_in(code, launch, 2);
}

/// Contexts are as far apart as they are long, but never a multiple of a page: those would share cache sets.
std::uint64_t context_stride(const Code &code) {
  const std::uint64_t bytes = std::max(code.full.context, code.masked ? code.masked->context : 0);
  return bytes != 0 && bytes % 4096 == 0 ? bytes + 64 : bytes;
}

class Driver {
public:
  Driver(Module &module, const Kernel &kernel, const Launch &launch, StringRef name)
      : kernel_(kernel), launch_(launch), ir_(module.getContext()),
        accumulators_(kernel.meetings, kernel.code.lanes, kernel.code.places(launch)) {
    Type *pointer = ir_.getPtrTy(), *number = ir_.getInt64Ty();
    auto *type = FunctionType::get(ir_.getVoidTy(), {pointer, pointer, number, number, pointer, pointer}, false);
    driver_ = Function::Create(type, GlobalValue::ExternalLinkage, name, module);
    driver_->setDoesNotThrow();
    for (const unsigned argument : {0, 1, 4, 5})
      driver_->addParamAttr(argument, Attribute::NoAlias);
    driver_->addParamAttr(0, Attribute::ReadOnly);
    driver_->addParamAttr(1, Attribute::ReadOnly);
    const KernelInfo &called = launch.kernel;
    driver_->addParamAttr(0, Attribute::getWithAlignment(module.getContext(), Align(called.args_align)));
    driver_->addParamAttr(0, Attribute::getWithDereferenceableBytes(module.getContext(), called.args_size));
    for (const unsigned argument : {4, 5})
      driver_->addParamAttr(argument, Attribute::getWithAlignment(module.getContext(), Align(64)));
    entry_ = block("entry");
    ir_.SetInsertPoint(entry_);
  }

  Function *run() {
    state_ = ir_.CreateAlloca(ir_.getInt32Ty());
    for (unsigned dim = 0; dim < 3; ++dim) {
      const bool used = dim < launch_.kernel.dims;
      groups_[dim] = used ? field(offsetof(LaunchInfo, groups) + 8 * dim) : number(1);
      global_[dim] = used ? field(offsetof(LaunchInfo, global) + 8 * dim) : number(1);
      offset_[dim] = launch_.spec.has_offset && used ? field(offsetof(LaunchInfo, offset) + 8 * dim) : number(0);
    }
    const bool has_copies = (kernel_.jammed && launch_.nd()) || kernel_.local_copies > 1;
    local_stride_ = has_copies ? field(offsetof(LaunchInfo, local_stride)) : number(0);
    if (kernel_.privatized)
      begin_privatized(ir_, driver_->getArg(5));
    if (launch_.nd())
      run_groups();
    else
      run_range();
    if (kernel_.privatized)
      end_privatized(ir_, driver_->getArg(5), kernel_.privatized);
    if (kernel_.streams)
      ir_.CreateIntrinsic(ir_.getVoidTy(), Intrinsic::x86_sse_sfence, {});
    ir_.CreateRetVoid();
    return driver_;
  }

private:
  using Body = std::function<void(Value *)>;

  BasicBlock *block(const char *name) { return BasicBlock::Create(ir_.getContext(), name, driver_); }
  Value *number(std::uint64_t value) { return ir_.getInt64(value); }
  Value *field(std::uint64_t at) {
    Value *address = ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), driver_->getArg(1), at);
    auto *load = ir_.CreateAlignedLoad(ir_.getInt64Ty(), address, Align(8));
    load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(ir_.getContext(), {}));
    return load;
  }
  Value *plus(Value *a, Value *b) { return ir_.CreateAdd(a, b, "", true, true); }
  Value *times(Value *a, Value *b) { return ir_.CreateMul(a, b, "", true, true); }
  Value *lesser(Value *a, Value *b) { return ir_.CreateBinaryIntrinsic(Intrinsic::umin, a, b); }

  /// for (i = low; i < high; i += step); high - low is a multiple of step.
  void loop(Value *low, Value *high, std::uint64_t step, const Body &body) {
    const auto *first = dyn_cast<ConstantInt>(low), *last = dyn_cast<ConstantInt>(high);
    if (first && last && first->getZExtValue() + step == last->getZExtValue())
      return body(low);
    BasicBlock *before = ir_.GetInsertBlock(), *head = block("loop"), *inside = block("body"), *after = block("end");
    ir_.CreateBr(head);
    ir_.SetInsertPoint(head);
    PHINode *counter = ir_.CreatePHI(ir_.getInt64Ty(), 2);
    counter->addIncoming(low, before);
    ir_.CreateCondBr(ir_.CreateICmpULT(counter, high), inside, after);
    ir_.SetInsertPoint(inside);
    body(counter);
    counter->addIncoming(plus(counter, number(step)), ir_.GetInsertBlock());
    ir_.CreateBr(head);
    ir_.SetInsertPoint(after);
  }

  void when(Value *condition, const std::function<void()> &then) {
    if (const auto *known = dyn_cast<ConstantInt>(condition)) {
      if (known->isOne())
        then();
      return;
    }
    BasicBlock *inside = block("then"), *after = block("endif");
    ir_.CreateCondBr(condition, inside, after);
    ir_.SetInsertPoint(inside);
    then();
    ir_.CreateBr(after);
    ir_.SetInsertPoint(after);
  }

  /// Lanes below `count` take part.
  Value *mask(unsigned lanes, Value *count) {
    SmallVector<Constant *, 64> numbers;
    for (unsigned lane = 0; lane < lanes; ++lane)
      numbers.push_back(ir_.getInt64(lane));
    return ir_.CreateICmpULT(ConstantVector::get(numbers), ir_.CreateVectorSplat(lanes, count));
  }

  SmallVector<Value *, 20> arguments(const std::array<Value *, 3> &item, const std::array<Value *, 3> &group,
                                     Value *chunk, const Code &code) {
    Value *context = driver_->getArg(5);
    const std::uint64_t stride = context_stride(code), before = accumulators_.bytes() + 2 * code.kept;
    if (stride != 0)
      context = ir_.CreateInBoundsGEP(ir_.getInt8Ty(), context, plus(times(chunk, number(stride)), number(before)));
    SmallVector<Value *, 20> given{driver_->getArg(0), driver_->getArg(4), driver_->getArg(5), context};
    given.append(item.begin(), item.end());
    given.append(group.begin(), group.end());
    const auto &ranges = launch_.nd() ? groups_ : global_;
    given.append(ranges.begin(), ranges.end());
    given.append(offset_.begin(), offset_.end());
    given.push_back(chunk);
    given.push_back(number(launch_.nd() ? chunks_in_group(code, launch_) : 1));
    given.push_back(local_stride_);
    return given;
  }

  void call(Function *piece, const std::array<Value *, 3> &item, const std::array<Value *, 3> &group, Value *chunk,
            const Code &code, Value *lanes_mask) {
    auto given = arguments(item, group, chunk, code);
    if (lanes_mask != nullptr)
      given.push_back(lanes_mask);
    Value *next = ir_.CreateCall(piece, given);
    if (kernel_.meetings.lets_off) // those that have left say nothing
      next = ir_.CreateBinaryIntrinsic(Intrinsic::umax, next, ir_.CreateLoad(ir_.getInt32Ty(), state_));
    ir_.CreateStore(next, state_);
  }

  /// The items at the start of a row that a piece has to run: whole vectors, at least one.
  Value *items_with_work(const Code &code, unsigned piece, const std::array<Value *, 3> &group) {
    Value *all = number(launch_.local(code.dim));
    if (piece >= code.extents.size() || code.extents[piece] == nullptr)
      return all;
    const std::array<Value *, 3> first{number(0), number(0), number(0)};
    Value *count = ir_.CreateCall(code.extents[piece], arguments(first, group, number(0), code));
    count = plus(ir_.CreateZExt(count, ir_.getInt64Ty()), number(code.lanes - 1));
    return lesser(ir_.CreateAnd(count, ~std::uint64_t{code.lanes - 1}), all);
  }

  /// The items of one row from low to high: whole vectors, then the masked rest.
  void row(const Code &code, unsigned piece, Value *low, Value *high, const std::function<Value *(Value *)> &chunk,
           const std::function<std::array<Value *, 3>(Value *)> &items, const std::array<Value *, 3> &group) {
    Value *length = ir_.CreateSub(high, low, "", true, true);
    Value *rest = ir_.CreateURem(length, number(code.lanes));
    Value *whole = ir_.CreateSub(high, rest, "", true, true);
    loop(low, whole, code.lanes,
         [&](Value *at) { call(code.full.functions[piece], items(at), group, chunk(at), code, nullptr); });
    if (code.masked)
      when(ir_.CreateIsNotNull(rest), [&] {
        call(code.masked->functions[piece], items(whole), group, chunk(whole), code, mask(code.lanes, rest));
      });
  }

  /// Each vector of a group's items runs one piece when it has its turn.
  void run_piece_by_turns(const Code &code, unsigned piece, const std::array<Value *, 3> &group) {
    const std::array<Value *, 3> first{number(0), number(0), number(0)};
    const auto given = arguments(first, group, number(0), code);
    SmallVector<Type *, 20> types;
    for (const Value *value : given)
      types.push_back(value->getType());
    types.push_back(state_->getType());
    auto *frame_type = StructType::get(ir_.getContext(), types);
    IRBuilder<> at_entry(&driver_->getEntryBlock(), driver_->getEntryBlock().begin());
    Value *frame = at_entry.CreateAlloca(frame_type);
    for (unsigned i = 0; i < types.size(); ++i)
      ir_.CreateStore(i < given.size() ? given[i] : state_, ir_.CreateStructGEP(frame_type, frame, i));
    auto share = driver_->getParent()->getOrInsertFunction(share_name, ir_.getVoidTy(), ir_.getInt64Ty(),
                                                           ir_.getPtrTy(), ir_.getPtrTy());
    cast<Function>(share.getCallee())->setDoesNotThrow();
    ir_.CreateCall(share, {number(chunks_in_group(code, launch_)), turn(code, piece, frame_type), frame});
  }

  /// void(frame, number of the vector)
  Function *turn(const Code &code, unsigned piece, StructType *frame_type) {
    auto *type = FunctionType::get(ir_.getVoidTy(), {ir_.getPtrTy(), ir_.getInt64Ty()}, false);
    auto *turn = Function::Create(type, GlobalValue::InternalLinkage, "turn", driver_->getParent());
    turn->setDoesNotThrow();
    const IRBuilderBase::InsertPointGuard here(ir_);
    ir_.SetInsertPoint(BasicBlock::Create(ir_.getContext(), "entry", turn));
    SmallVector<Value *, 20> given;
    for (unsigned i = 0; i < frame_type->getNumElements(); ++i) {
      Value *field = ir_.CreateStructGEP(frame_type, turn->getArg(0), i);
      given.push_back(ir_.CreateLoad(frame_type->getElementType(i), field));
    }
    Value *state = given.pop_back_val(), *chunk = turn->getArg(1);
    const unsigned lane = code.dim, inner = lane == 0 ? 1 : 0, outer = 3 - lane - inner;
    Value *chunks = number(chunks_in(code, launch_, lane)), *rows = ir_.CreateUDiv(chunk, chunks);
    Value *first = times(ir_.CreateURem(chunk, chunks), number(code.lanes));
    given[arg_item + lane] = first;
    given[arg_item + inner] = ir_.CreateURem(rows, number(launch_.local(inner)));
    given[arg_item + outer] = ir_.CreateUDiv(rows, number(launch_.local(inner)));
    given[arg_sub_group] = chunk;
    given[arg_context] =
        ir_.CreateInBoundsGEP(ir_.getInt8Ty(), given[arg_context], times(chunk, number(context_stride(code))));
    Value *next = call_vector(turn, code, piece, given, first);
    if (kernel_.meetings.lets_off)
      next = ir_.CreateBinaryIntrinsic(Intrinsic::umax, next, ir_.CreateLoad(ir_.getInt32Ty(), state));
    ir_.CreateStore(next, state);
    ir_.CreateRetVoid();
    return turn;
  }

  /// Calls the piece for lanes that follow on `first`, which may be fewer than a vector at the end of a row.
  Value *call_vector(Function *turn, const Code &code, unsigned piece, SmallVector<Value *, 20> &given, Value *first) {
    const std::uint64_t row = launch_.local(code.dim), rest = row % code.lanes;
    if (!code.masked)
      return ir_.CreateCall(code.full.functions[piece], given);
    const auto block_here = [&](const char *name) { return BasicBlock::Create(ir_.getContext(), name, turn); };
    BasicBlock *whole = block_here("whole"), *part = block_here("part"), *after = block_here("after");
    ir_.CreateCondBr(ir_.CreateICmpULT(first, number(row - rest)), whole, part);
    ir_.SetInsertPoint(whole);
    Value *of_whole = ir_.CreateCall(code.full.functions[piece], given);
    ir_.CreateBr(after);
    ir_.SetInsertPoint(part);
    given.push_back(mask(code.lanes, number(rest)));
    Value *of_part = ir_.CreateCall(code.masked->functions[piece], given);
    ir_.CreateBr(after);
    ir_.SetInsertPoint(after);
    PHINode *next = ir_.CreatePHI(ir_.getInt32Ty(), 2);
    next->addIncoming(of_whole, whole);
    next->addIncoming(of_part, part);
    return next;
  }

  /// All items of a group run one piece.
  void run_piece(const Code &code, unsigned piece, const std::array<Value *, 3> &group) {
    const unsigned lane = code.dim, inner = lane == 0 ? 1 : 0, outer = 3 - lane - inner;
    if (kernel_.meetings.lets_off)
      ir_.CreateStore(ir_.getInt32(Pieces::finished), state_);
    if (kernel_.takes_turns) {
      run_piece_by_turns(code, piece, group);
      return keep_group_values(code);
    }
    Value *items_in_row = items_with_work(code, piece, group);
    loop(number(0), number(launch_.local(outer)), 1, [&](Value *z) {
      loop(number(0), number(launch_.local(inner)), 1, [&](Value *y) {
        const auto items = [&](Value *x) {
          std::array<Value *, 3> item{};
          item[lane] = x;
          item[inner] = y;
          item[outer] = z;
          return item;
        };
        const auto chunk = [&](Value *x) {
          Value *rows = plus(times(z, number(launch_.local(inner))), y);
          return plus(times(rows, number(chunks_in(code, launch_, lane))), ir_.CreateUDiv(x, number(code.lanes)));
        };
        row(code, piece, number(0), items_in_row, chunk, items, group);
      });
    });
    keep_group_values(code);
  }

  /// What the piece wrote is what the next one reads.
  void keep_group_values(const Code &code) {
    if (code.kept == 0)
      return;
    const auto at = [&](std::uint64_t bytes) {
      return ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), driver_->getArg(5), accumulators_.bytes() + bytes);
    };
    ir_.CreateMemCpy(at(0), Align(64), at(code.kept), Align(64), code.kept);
  }

  /// One group: pieces in the order that the kernel's control flow asks for.
  void run_group(const Code &code, const std::array<Value *, 3> &group) {
    if (code.is_whole_group(launch_))
      return run_piece(code, 0, group);
    accumulators_.reset(ir_, driver_->getArg(5));
    run_piece(code, 0, group);
    const auto &pieces = code.full.functions;
    if (none_of(drop_begin(pieces), [](Function *piece) { return piece != nullptr; }))
      return;
    BasicBlock *next = block("next.piece"), *done = block("group.end");
    ir_.CreateBr(next);
    ir_.SetInsertPoint(next);
    auto *choice = ir_.CreateSwitch(ir_.CreateLoad(ir_.getInt32Ty(), state_), done, pieces.size());
    for (unsigned piece = 1; piece < pieces.size(); ++piece) {
      if (pieces[piece] == nullptr)
        continue;
      BasicBlock *run = block("piece");
      choice->addCase(ir_.getInt32(piece), run);
      ir_.SetInsertPoint(run);
      accumulators_.complete(ir_, driver_->getArg(5), kernel_.meetings.barriers[piece - 1]);
      run_piece(code, piece, group);
      ir_.CreateBr(next);
    }
    ir_.SetInsertPoint(done);
  }

  std::array<Value *, 3> unit_position(Value *unit, const std::array<Value *, 3> &counts) {
    if (launch_.kernel.dims == 1)
      return {unit, number(0), number(0)};
    Value *x = ir_.CreateURem(unit, counts[0]), *rest = ir_.CreateUDiv(unit, counts[0]);
    if (launch_.kernel.dims == 2)
      return {x, rest, number(0)};
    return {x, ir_.CreateURem(rest, counts[1]), ir_.CreateUDiv(rest, counts[1])};
  }

  std::array<Value *, 3> units_of(const std::array<Value *, 3> &ids) {
    std::array<Value *, 3> counts{};
    for (unsigned dim = 0; dim < 3; ++dim)
      counts[dim] = ir_.CreateUDiv(plus(ids[dim], number(kernel_.unit[dim] - 1)), number(kernel_.unit[dim]));
    return counts;
  }

  /// The part of a dimension's `count` ids that a unit covers.
  std::pair<Value *, Value *> covered(unsigned dim, Value *at, Value *count) {
    const auto edge = [&](Value *unit) { return lesser(times(unit, number(kernel_.unit[dim])), count); };
    if (dim >= launch_.kernel.dims)
      return {number(0), number(1)};
    return {edge(at), edge(plus(at, number(1)))};
  }

  /// Runs of `jam` ids by the jammed code, the rest one by one.
  void jammed_loop(Value *low, Value *high, const std::function<void(const Code &, Value *)> &body) {
    if (kernel_.jammed) {
      Value *rest = ir_.CreateURem(ir_.CreateSub(high, low, "", true, true), number(kernel_.jam));
      Value *whole = ir_.CreateSub(high, rest, "", true, true);
      loop(low, whole, kernel_.jam, [&](Value *at) { body(*kernel_.jammed, at); });
      low = whole;
    }
    loop(low, high, 1, [&](Value *at) { body(kernel_.code, at); });
  }

  void run_groups() {
    if (!kernel_.jammed)
      return loop(driver_->getArg(2), driver_->getArg(3), 1,
                  [&](Value *unit) { run_group(kernel_.code, unit_position(unit, groups_)); });
    const auto counts = units_of(groups_);
    const unsigned jam = kernel_.jam_dim;
    loop(driver_->getArg(2), driver_->getArg(3), 1, [&](Value *unit) {
      const auto at = unit_position(unit, counts);
      const auto [low, high] = covered(jam, at[jam], groups_[jam]);
      jammed_loop(low, high, [&](const Code &code, Value *id) {
        std::array<Value *, 3> group = at; // units are one group long in the other dimensions
        group[jam] = id;
        run_group(code, group);
      });
    });
  }

  /// Items low to high of a range kernel.
  void run_block(const std::array<Value *, 3> &low, const std::array<Value *, 3> &high) {
    const unsigned lane = kernel_.code.dim, inner = kernel_.jammed ? kernel_.jam_dim : lane == 0 ? 1 : 0;
    const unsigned outer = 3 - lane - inner;
    const std::array<Value *, 3> group{number(0), number(0), number(0)};
    loop(low[outer], high[outer], 1, [&](Value *z) {
      jammed_loop(low[inner], high[inner], [&](const Code &code, Value *y) {
        const auto items = [&](Value *x) {
          std::array<Value *, 3> item{};
          item[lane] = x;
          item[inner] = y;
          item[outer] = z;
          return item;
        };
        row(code, 0, low[lane], high[lane], [&](Value *) { return number(0); }, items, group);
      });
    });
  }

  void run_range() {
    if (kernel_.task)
      return run_block({number(0), number(0), number(0)}, {number(1), number(1), number(1)});
    if (launch_.kernel.dims == 1)
      return run_block({covered(0, driver_->getArg(2), global_[0]).first, number(0), number(0)},
                       {covered(0, driver_->getArg(3), global_[0]).first, number(1), number(1)});
    const auto counts = launch_.in_groups ? groups_ : units_of(global_);
    loop(driver_->getArg(2), driver_->getArg(3), 1, [&](Value *unit) {
      const auto at = unit_position(unit, counts);
      std::array<Value *, 3> low{}, high{};
      for (unsigned dim = 0; dim < 3; ++dim)
        std::tie(low[dim], high[dim]) = covered(dim, at[dim], global_[dim]);
      run_block(low, high);
    });
  }

  const Kernel &kernel_;
  const Launch &launch_;
  IRBuilder<> ir_;
  Accumulators accumulators_;
  Function *driver_ = nullptr;
  BasicBlock *entry_ = nullptr;
  AllocaInst *state_ = nullptr;
  std::array<Value *, 3> groups_{}, global_{}, offset_{};
  Value *local_stride_ = nullptr;
};
} // namespace

std::uint64_t context_bytes(const Kernel &kernel, const Launch &launch) {
  const auto bytes = [&](const Code &code) {
    const std::uint64_t chunks = launch.nd() ? chunks_in_group(code, launch) : 1;
    return Accumulators(kernel.meetings, code.lanes, code.places(launch)).bytes() + 2 * code.kept +
           chunks * context_stride(code);
  };
  const std::uint64_t most = std::max(bytes(kernel.code), kernel.jammed ? bytes(*kernel.jammed) : 0);
  WEFT_CHECK(most == 0 || !kernel.privatized, "a kernel without barriers keeps {} bytes", most);
  return kernel.privatized ? privatized_bytes : most;
}

Function *make_driver(Module &module, const Kernel &kernel, const Launch &launch, StringRef name) {
  return Driver(module, kernel, launch, name).run();
}

} // namespace weft::codegen::cpu
