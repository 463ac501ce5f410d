from ._sycl_context import SyclContext
from ._sycl_device import SyclDevice
from ._sycl_queue import SyclQueue

def get_device_cached_queue(
    key: SyclDevice | str | tuple[SyclContext, SyclDevice],
) -> SyclQueue: ...
def default_queue() -> SyclQueue: ...
