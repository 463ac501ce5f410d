"""Compiler behaviour, one small file each: weft-opt prints what becomes of the IR, FileCheck compares."""
# ruff: noqa: F821 (lit defines config and lit_config)

import shutil

import lit.formats

config.name = "weft"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll"]
config.test_source_root = __file__.rsplit("/", 1)[0]
config.test_exec_root = lit_config.params.get("exec_root", config.test_source_root)
config.substitutions.append(("%weft-opt", lit_config.params["weft_opt"]))
config.substitutions.append(("%weft-ptx", lit_config.params["weft_ptx"]))
config.substitutions.append(("%weft-pass", lit_config.params["weft_pass"]))
config.substitutions.append(("FileCheck", lit_config.params.get("filecheck", "FileCheck-22")))
if shutil.which("spirv-val") and shutil.which("spirv-dis"):
    config.available_features.add("spirv-val")
