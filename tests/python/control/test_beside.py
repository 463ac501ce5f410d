"""Intel's packages beside Weft are refused, Weft's own metadata is not."""

import pytest
from dpctl._beside import refuse_intels


@pytest.mark.parametrize("name", ["dpctl", "dpnp", "numba-dpex"])
@pytest.mark.parametrize(
    ("summary", "refused"),
    [("Weft's implementation of dpctl", False), ("A lightweight Python wrapper", True)],
)
def test_metadata_of_another_distribution_is_refused(tmp_path, name, summary, refused):
    package = tmp_path / f"{name.replace('-', '_')}-0.20.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text(f"Name: {name}\nSummary: {summary}\n")
    if refused:
        with pytest.raises(ImportError, match=f"uninstall {name}"):
            refuse_intels(tmp_path)
    else:
        refuse_intels(tmp_path)
