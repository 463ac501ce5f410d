"""Refuses to run where Intel's dpctl is installed over the same folder: half of each would be there."""

from __future__ import annotations

from pathlib import Path


def refuse_intels(site: Path) -> None:
    """Raises ImportError if a ``dpctl`` that is not Weft's is installed in a folder of packages."""
    for metadata in site.glob("dpctl-*.dist-info/METADATA"):
        if "weft" not in metadata.read_text(errors="replace").lower():
            raise ImportError(
                f"Intel's dpctl is installed beside Weft, in {metadata.parent}; both can not share an environment: "
                "uninstall dpctl and install weft again"
            )


refuse_intels(Path(__file__).resolve().parents[1])
