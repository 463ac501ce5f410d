"""Refuses to run where Intel's dpctl, dpnp or numba-dpex is installed over the same folder: half of each would be there."""

from __future__ import annotations

import os


def refuse_intels(site: str | os.PathLike[str]) -> None:
    """Raises ImportError if one of them that is not Weft's is installed in a folder of packages."""
    for name in os.listdir(site):
        package = name.partition("-")[0].replace("_", "-")
        if package not in ("dpctl", "dpnp", "numba-dpex") or not name.endswith(".dist-info"):
            continue
        if not _is_wefts(site, name):
            raise ImportError(
                f"Intel's {package} is installed beside Weft, in {os.path.join(site, name)}; both can not share an "
                f"environment: uninstall {package} and install weft again"
            )


def _is_wefts(site: str | os.PathLike[str], name: str) -> bool:
    try:
        with open(os.path.join(site, name, "METADATA"), errors="replace") as metadata:
            return "weft" in metadata.read().lower()
    except FileNotFoundError:  # what an interrupted uninstallation leaves
        return True


refuse_intels(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
