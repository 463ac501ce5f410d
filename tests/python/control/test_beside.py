"""Intel's dpctl beside Weft is refused, Weft's own metadata is not."""

import pytest
from dpctl._beside import refuse_intels


@pytest.mark.parametrize(
    ("summary", "refused"),
    [("Weft's implementation of dpctl", False), ("A lightweight Python wrapper", True)],
)
def test_metadata_of_another_dpctl_is_refused(tmp_path, summary, refused):
    package = tmp_path / "dpctl-0.20.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text(f"Name: dpctl\nSummary: {summary}\n")
    if refused:
        with pytest.raises(ImportError, match="uninstall dpctl"):
            refuse_intels(tmp_path)
    else:
        refuse_intels(tmp_path)
