; RUN: %weft-ptx -local=1,1,1 %s | FileCheck %s
; Hierarchical kernels: the work-items of a block share what items refer to, the first of them alone writes what the group writes, and
; each goes through its share of the items, between barriers.
declare i64 @__weft_items_begin(ptr) convergent
declare i64 @__weft_items_step()
declare void @__weft_items_end() convergent

; CHECK: .reqntid 128, 1, 1
; CHECK: .shared .align 4 .u32 [[SHARED:group_memory[_$0-9]*]];
; CHECK: mov.u32 [[OWN:%r[0-9]+]], %tid.x;
; CHECK: setp.ne.b32 [[OTHERS:%p[0-9]+]], [[OWN]], 0;
; CHECK: @[[OTHERS]] bra
; CHECK: st.shared.b32 {{\[}}[[SHARED]]], 5;
; CHECK: bar.sync 0;
; CHECK: ld.shared.b32 [[VALUE:%r[0-9]+]], {{\[}}[[SHARED]]];
; CHECK: st.global.b32 {{.*}}, [[VALUE]];
; CHECK: add.s64 {{.*}}, 128;
; CHECK: bra
; CHECK: st.shared.b32
; CHECK: bar.sync 0;
; CHECK: ld.shared.b32 [[LAST:%r[0-9]+]], {{\[}}[[SHARED]]];
; CHECK: @[[OTHERS]] bra
; CHECK: st.global.b32 {{.*}}, [[LAST]];
; CHECK: bar.sync 0;
; CHECK: ret;
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %shared = alloca i32
  %function = alloca ptr
  %out = load ptr, ptr %args
  store ptr %shared, ptr %function
  store i32 5, ptr %shared
  %first = call i64 @__weft_items_begin(ptr %function)
  br label %items

items:
  %i = phi i64 [ %first, %0 ], [ %next, %item ]
  %more = icmp ult i64 %i, 300
  br i1 %more, label %item, label %done

item:
  %variable = load ptr, ptr %function
  %value = load i32, ptr %variable
  %to = getelementptr inbounds i32, ptr %out, i64 %i
  store i32 %value, ptr %to
  %lower = trunc i64 %i to i32
  store i32 %lower, ptr %variable
  %step = call i64 @__weft_items_step()
  %next = add nuw i64 %i, %step
  br label %items

done:
  call void @__weft_items_end()
  %last = load i32, ptr %shared
  store i32 %last, ptr %out
  ret void
}
