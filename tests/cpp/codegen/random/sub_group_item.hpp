// What the work-items of a group or sub-group compute together in random kernels, and code in which whole sub-groups go
// ways of their own.
#pragma once

#include <string>

#include "group_item.hpp"

namespace weft::test {

class SubGroupItem : protected GroupItem {
protected:
  using GroupItem::GroupItem;

  struct Operation {
    std::string name;
    Type *type;
    bool exact; ///< does its result depend on the order, unless the values are chosen well?
  };

  Operation random_operation();
  Value *reduce(const char *prefix, const Operation &operation);
  Value *sub_group_operation(); ///< null where it has no result, or there are no sub-groups
  void keep_own(Value *result);
  void sub_group_control(unsigned depth);

private:
  Value *operand(const Operation &operation);
  Value *shuffled();
  Value *sub_group_number();
  Value *sub_group_condition();
  void sub_group_statements(unsigned depth);
  void sub_group_branch(unsigned depth);
  void sub_group_loop(unsigned depth);
  void sub_group_turns(unsigned depth);
  void sub_group_jump();

  llvm::SmallVector<LoopTargets, 4> sub_group_loops_; ///< which whole sub-groups may leave
};

} // namespace weft::test
