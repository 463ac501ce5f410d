"""The index space of a launch: how many work-items, and in groups of which size."""

from collections.abc import Iterable

from ..core.exceptions import UnmatchedNumberOfRangeDimsError, UnsupportedGroupWorkItemSizeError


class Range(tuple):
    """One to three extents. The last dimension varies fastest, as in SYCL and in C-ordered arrays."""

    __slots__ = ()
    _UNDEFINED_DIMENSION = -1

    def __new__(cls, dim0, dim1=None, dim2=None):
        extents = [dim0]
        if dim1 is not None:
            extents.append(dim1)
            if dim2 is not None:
                extents.append(dim2)
        elif dim2 is not None:
            raise TypeError("dim2 of a Range was given without dim1")
        for number, extent in enumerate(extents):
            if not isinstance(extent, int) or isinstance(extent, bool):
                raise TypeError(
                    f"dim{number} of a Range must be an int, not {extent!r} of type {type(extent).__name__}"
                )
            if not 0 <= extent < 1 << 63:
                what = "must not be negative" if extent < 0 else "is at most 2**63 - 1"
                raise ValueError(f"dim{number} of a Range {what}, and was {extent}")
        return super().__new__(cls, extents)

    def get(self, index):
        """The extent of dimension ``index``."""
        return self[index]

    def size(self):
        """The product of the extents."""
        product = 1
        for extent in self:
            product *= extent
        return product

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self)

    @property
    def dim0(self) -> int:
        """The first extent."""
        return self[0]

    @property
    def dim1(self) -> int:
        """The second extent, -1 where there is none."""
        return self[1] if len(self) > 1 else Range._UNDEFINED_DIMENSION

    @property
    def dim2(self) -> int:
        """The third extent, -1 where there is none."""
        return self[2] if len(self) > 2 else Range._UNDEFINED_DIMENSION


def _as_range(size, what: str) -> Range:
    if isinstance(size, Range):
        return size
    if isinstance(size, Iterable):
        return Range(*size)
    raise TypeError(
        f"{what} of an NdRange must be a Range or an iterable of ints, not {type(size).__name__}"
    )


class NdRange:
    """A global range cut into groups of a local range."""

    __slots__ = ("_global_range", "_local_range")

    def __init__(self, global_size, local_size):
        self._global_range = _as_range(global_size, "global_size")
        self._local_range = _as_range(local_size, "local_size")
        if len(self._local_range) != len(self._global_range):
            raise UnmatchedNumberOfRangeDimsError(
                "", len(self._global_range), len(self._local_range)
            )
        for dim, (items, local) in enumerate(
            zip(self._global_range, self._local_range, strict=True)
        ):
            if local == 0 or items % local != 0:
                raise UnsupportedGroupWorkItemSizeError("", dim, items, local)

    @property
    def global_range(self) -> Range:
        """The extents of the whole index space."""
        return self._global_range

    @property
    def local_range(self) -> Range:
        """The extents of each group."""
        return self._local_range

    def get_global_range(self) -> Range:
        """The extents of the whole index space."""
        return self._global_range

    def get_local_range(self) -> Range:
        """The extents of each group."""
        return self._local_range

    def __str__(self):
        return f"({self._global_range}, {self._local_range})"

    __repr__ = __str__

    def __eq__(self, other):
        if not isinstance(other, NdRange):
            return False
        return self._global_range == other._global_range and self._local_range == other._local_range

    def __hash__(self):
        return hash((self._global_range, self._local_range))
