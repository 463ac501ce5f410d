; RUN: %weft-ptx -local=32,1,1 %s | FileCheck %s
; A group's memory of its own that variables cannot have lies in front of what the launch asks for.
declare ptr @__weft_group_memory(i32, i32) convergent
declare ptr @__weft_local_mem()

; CHECK: .extern .shared .align 64 .b8 __weft_nvptx_local[];
; CHECK-NOT: group_memory
; CHECK-DAG: st.volatile.shared.b32 [__weft_nvptx_local], 1;
; CHECK-DAG: st.volatile.shared.b32 [__weft_nvptx_local+40000], 2;
; CHECK-DAG: st.volatile.shared.b32 [__weft_nvptx_local+60032], 3;
define void @kernel(ptr byval([8 x i8]) align 8 %args) {
  %first = call ptr @__weft_group_memory(i32 39999, i32 4)
  %second = call ptr @__weft_group_memory(i32 20000, i32 16)
  %third = call ptr @__weft_local_mem()
  store volatile i32 1, ptr %first
  store volatile i32 2, ptr %second
  store volatile i32 3, ptr %third
  ret void
}
