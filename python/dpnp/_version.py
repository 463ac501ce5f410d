"""The version of dpnp's interface that this package provides."""

__version__ = "0.19.1"
