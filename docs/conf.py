"""Sphinx configuration: Markdown pages, the furo theme, and a reference from the docstrings of the installed package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Weft"
extensions = ["myst_parser", "_reference"]
html_theme = "furo"
html_title = "Weft"
exclude_patterns = ["build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
