"""Random numbers on devices, from streams that seeds choose: Philox2x32-10. Values differ from those of Intel's package and NumPy's."""

from .._public import public as _public
from . import _continuous, _discrete, _global, _sequences, _state

_own = _public(__name__, _continuous, _discrete, _global, _sequences, _state)
globals().update(_own)
__all__ = sorted(_own)
