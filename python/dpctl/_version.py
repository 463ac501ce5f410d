"""The version of dpctl's interface that this package provides."""

__version__ = "0.21.1"


def get_versions() -> dict[str, object]:
    """The version, in the form that versioneer's packages give it."""
    return {
        "version": __version__,
        "full-revisionid": None,
        "dirty": False,
        "error": None,
        "date": None,
    }
