"""Every block of code in the documentation runs, and every link leads somewhere.

A comment right above a block says what it needs or is: `<!-- needs: cupy -->` names a module, `<!-- a part -->` marks a block that is no program.
"""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import dpctl
import pytest

_ROOT = Path(__file__).resolve().parents[2]
_PAGES = [_ROOT / "README.md", *sorted((_ROOT / "docs").glob("*.md"))]
_BIN = Path(dpctl.__file__).resolve().parents[1] / "weft" / "bin"


def _blocks(page, language):
    """(line, comment above, text) of each block in a language."""
    pattern = rf"(?:<!-- (?P<above>.*) -->\n)?^```{re.escape(language)}\n(?P<text>.*?)^```$"
    text = page.read_text()
    for found in re.finditer(pattern, text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, found.start("text")) + 1
        yield line, found["above"] or "", found["text"]


def _pages_with(language):
    return [page for page in _PAGES if any(_blocks(page, language))]


def _name(page):
    return page.name


@pytest.mark.parametrize("page", _pages_with("python"), ids=_name)
def test_python_blocks_run_one_after_the_other(page, tmp_path):
    program, left_out = [], []
    for line, above, text in _blocks(page, "python"):
        needs = above.removeprefix("needs: ") if above.startswith("needs: ") else None
        if above == "a part" or (needs and find_spec(needs) is None):
            left_out.append(f"{page.name}:{line} ({above})")
            continue
        blank = line - 1 - sum(part.count("\n") for part in program)
        program.append("\n" * blank + text)
    if not program:
        pytest.skip(f"no block can run here: {', '.join(left_out)}")
    path = (
        tmp_path / f"page_{page.stem}.py"
    )  # kernels are read from their file; a package may have the page's name
    path.write_text("".join(program))
    ran = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, cwd=tmp_path, timeout=300
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("page", _pages_with("cpp"), ids=_name)
def test_cpp_programs_compile_and_run(page, tmp_path):
    for line, above, text in _blocks(page, "cpp"):
        if above == "a part":
            continue
        source = tmp_path / f"line_{line}.cpp"
        source.write_text(text)
        program = source.with_suffix("")
        subprocess.run(
            [_BIN / "weft-clang++", "-fsycl", "-O1", source, "-o", program],
            check=True,
            timeout=300,
        )
        subprocess.run([program], check=True, cwd=tmp_path, timeout=300, env=os.environ)


@pytest.mark.parametrize("page", _PAGES, ids=_name)
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"`[^`]*`", "", text)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", target):
            continue
        file, _, anchor = target.partition("#")
        path = page.parent / file if file else page
        assert path.exists(), target
        headings = re.findall(r"^#+ +(.*)$", path.read_text(), re.MULTILINE) if anchor else []
        anchors = {re.sub(r"[^\w\- ]", "", h).strip().lower().replace(" ", "-") for h in headings}
        assert not anchor or anchor in anchors, target


def test_every_page_is_in_the_table_of_contents():
    listed = re.findall(r"^(\w[\w-]*)$", (_ROOT / "docs" / "index.md").read_text(), re.MULTILINE)
    assert {page.stem for page in _PAGES[1:]} - {"index"} == set(listed)
