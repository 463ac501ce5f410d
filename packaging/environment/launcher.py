#!python
"""Stands in a virtual environment's bin/ for the program of the same name in Weft's own prefix."""

import os
import sys
import sysconfig

name = os.path.basename(sys.argv[0])
program = os.path.join(sysconfig.get_path("platlib"), "weft", "bin", name)
os.execv(program, [program, *sys.argv[1:]])
