"""Sphinx configuration: Markdown pages, the furo theme."""

project = "Weft"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Weft"
exclude_patterns = ["build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
