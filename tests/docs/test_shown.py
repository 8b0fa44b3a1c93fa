"""Everything that README and docs show is executed, and shows what they say."""

import contextlib
import io
import re
import shlex
import sys
import types
from pathlib import Path

import pytest

from montmort.interfaces.cli import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.S | re.M)


def blocks(kind):
    found = []
    for page in PAGES:
        for at, match in enumerate(BLOCK.finditer(page.read_text())):
            if match[1] == kind:
                found.append(pytest.param(match[2], id=f"{page.name}-{at}"))
    return found


def words(line):
    return " ".join(line.split())


def command_of(text):
    """Split a console block into commands with the lines that are shown after them."""
    commands = []
    for line in text.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif line.strip():
            commands[-1][1].append(line)
    return commands


def run(line, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "120")  # as wide as the pages were written
    tokens = shlex.split(line, comments=True)
    assert tokens[0] == "montmort", f"only montmort is run here, not {line!r}"
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.raises(SystemExit) as ended:
        main(tokens[1:])
    assert ended.value.code == 0, f"{line}: exit {ended.value.code}\n{out.getvalue()[-2000:]}"
    return out.getvalue()


@pytest.mark.parametrize("text", blocks("console"))
def test_commands_show_what_the_page_shows(text, monkeypatch, tmp_path):
    for line, shown in command_of(text):
        line = line.replace("/tmp/", f"{tmp_path}/")
        output = [words(part) for part in run(line, monkeypatch).splitlines()]
        at = 0
        for expected in shown:
            if expected.strip() == "...":
                continue
            pattern = re.escape(words(expected)).replace(re.escape("..."), ".*")
            for found in range(at, len(output)):
                if re.fullmatch(pattern, output[found]):
                    at = found + 1
                    break
            else:
                pytest.fail(f"{line} does not show {expected!r}; it shows:\n" + "\n".join(output))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_blocks_run(page, monkeypatch):
    """The blocks of one page are one program, as one reads them."""
    monkeypatch.chdir(ROOT)
    module = types.ModuleType(f"page_{page.stem}")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for match in BLOCK.finditer(page.read_text()):
        if match[1] == "python":
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(match[2], page.name, "exec", dont_inherit=True), vars(module))


def test_there_is_something_to_run():
    assert len(blocks("console")) >= 3


def test_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
