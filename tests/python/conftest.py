"""A test run starts with a cold cache of its own, which all its workers and child processes share, verifies what it
compiles, and gives examples as long as they need: the first of a test may compile a kernel."""

import atexit
import os
import shutil
import tempfile

from hypothesis import settings

if "PYTEST_XDIST_WORKER" not in os.environ:
    _folder = tempfile.mkdtemp(prefix="weft-tests-")
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    os.environ["WEFT_CACHE_DIR"] = _folder
os.environ.setdefault("WEFT_VERIFY", "1")
os.environ["SCIPY_ARRAY_API"] = "1"  # asked for by scikit-learn, read when SciPy is first imported
settings.register_profile("weft", deadline=None)
settings.load_profile("weft")
