# What people type. Each target sets up what it needs; a second run starts at once.
.PHONY: demo test build install setup lint sanitize bench wheel docs format clean
.DEFAULT_GOAL := help

build_dir := build/release
jobs := $(shell nproc)
python := .venv/bin/python

help:
	@echo "make demo      build Weft and run kernel density estimation every way it can"
	@echo "make install   build Weft and install it into .venv"
	@echo "make test      build Weft and run all tests"
	@echo "make bench     run the benchmarks against NumPy, numexpr, Numba and JAX"
	@echo "make lint      check formats, layers and clang-tidy on changed files"
	@echo "make sanitize  run the C++ tests under AddressSanitizer, UBSan and ThreadSanitizer"
	@echo "make wheel     build a self-contained wheel into dist/ (PYTHON=python3.12 picks the interpreter)"
	@echo "make docs      build the documentation into build/docs"

setup:
	@tools/setup.sh

install: setup
	@tools/build.sh

build: setup
	@tools/build.sh all

demo: install
	@$(python) examples/kde/demo.py

test: build
	@tools/test.sh

lint: setup
	@tools/lint.sh

sanitize: setup
	@tools/sanitize.sh

bench: build
	@tools/setup.sh requirements-peers.txt
	@tools/bench.sh

wheel: setup
	@tools/wheel.sh $(PYTHON)

docs: install
	@tools/setup.sh requirements-docs.txt
	@$(python) -m sphinx -W -q -b html docs build/docs
	@echo "docs: build/docs/index.html"

format:
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format-22 -i
	@.venv/bin/ruff format -q python tests tools bench examples

clean:
	@rm -rf build stage
