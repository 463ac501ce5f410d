"""Settings of Intel's package that programs assign. Nothing here falls back to NumPy, so that none is read."""

__DPNP_RAISE_EXCEPION_ON_NUMPY_FALLBACK__ = 1
