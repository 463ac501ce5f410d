"""The meeting of a group's work-items."""

from .memory_enums import MemoryScope


def group_barrier(group, fence_scope: MemoryScope = MemoryScope.WORK_GROUP):
    """Waits until all work-items of ``group`` (a Group or a SubGroup) have come here; what they wrote is seen by all."""
    MemoryScope(fence_scope)
    if getattr(group, "_member", None) is None:
        raise RuntimeError(
            "group_barrier takes the group that NdItem.get_group() gives inside of a kernel"
        )
    group._member.meet(group, "group_barrier", None)
