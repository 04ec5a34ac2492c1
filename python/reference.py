"""Write docs/python-reference.md from the docstrings of the package: ``python reference.py [--check]``."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import weft

PAGE = Path(__file__).parent.parent / "docs" / "python-reference.md"

HEAD = """# Python reference

All public names of the package `weft`, generated from its docstrings by `python/reference.py`.
Each object of [--json](json.md) is a class: `bow tie` is `weft.results.BowTie`.
Its keys are attributes; `from` is `from_`.
[weft for Python](python.md) is the introduction.
"""


def functions() -> list[str]:
    """Return the names of the public functions."""
    return [n for n in weft.__all__ if inspect.isfunction(getattr(weft, n))]


def classes() -> list[str]:
    """Return the names of the public classes."""
    return [n for n in weft.__all__ if inspect.isclass(getattr(weft, n))]


def signature(f: Any) -> str:
    """Return a signature without the quotes and modules of its annotations."""
    text = str(inspect.signature(f)).replace("self, ", "").replace("(self)", "()").replace("'", "")
    return re.sub(r"\b(?:results|pl|np|typing|collections\.abc|weft\._\w+)\.(?=[A-Z])", "", text)


def text(doc: str | None) -> str:
    """Return a docstring as Markdown: sections become lists, and roles of Sphinx plain code."""
    lines = inspect.cleandoc(doc or "").splitlines()
    out: list[str] = []
    section = False
    for line in lines:
        if re.fullmatch(r"(Args|Returns|Raises|Attributes):", line):
            section = True
            out += ["", f"*{line.removesuffix(':')}*", ""]
        elif section and line.startswith("    ") and not line.startswith("     "):
            name, colon, rest = line.strip().partition(": ")
            out.append(f"- `{name}`: {rest}" if colon and " " not in name else f"- {line.strip()}")
        elif section and line.startswith("     "):
            out[-1] += " " + line.strip()
        else:
            section = section and not line
            out.append(line)
    joined = "\n".join(sentences(line) for line in out).replace("``", "`")
    joined = re.sub(r":\w+:`([^`]+)`", r"`\1`", joined)
    return re.sub(r"::\n\n((?:    .*\n?|\n)+)", lambda m: ":\n\n```python\n" + inspect.cleandoc(m[1]) + "\n```\n", joined)


def sentences(line: str) -> str:
    """Begin a new line for each sentence."""
    indent = "  " if line.startswith("- ") else ""
    return re.sub(r"(?<=[a-z)`'\"]\.) (?=[A-Z`])", "\n" + indent, line)


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """Yield the public members that a class defines itself, in order."""
    for name, value in vars(cls).items():
        if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, property | classmethod)):
            yield name, value


def function(member: Any) -> Any:
    """Return the function of a method or a property."""
    if isinstance(member, property):
        return member.fget
    return member.__func__ if isinstance(member, classmethod) else member


def page() -> str:
    """Return the page."""
    out = [HEAD]
    for name in functions():
        f = getattr(weft, name)
        out.append(f"## weft.{name}\n\n```python\nweft.{name}{signature(f)}\n```\n\n{text(f.__doc__)}\n")
    for name in classes():
        cls = getattr(weft, name)
        out.append(f"## weft.{name}\n\n{text(cls.__doc__)}\n")
        for member, value in members(cls):
            f = function(value)
            shown = f"{name}.{member}" + ("" if isinstance(value, property) else signature(f))
            out.append(f"### {name}.{member}\n\n```python\n{shown}\n```\n\n{text(f.__doc__)}\n")
    out.append(f"## weft.results.Result\n\n{text(weft.results.Result.__doc__)}\n")
    for member, value in members(weft.results.Result):
        f = function(value)
        out.append(f"### Result.{member}\n\n{text(f.__doc__)}\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).rstrip() + "\n"


if __name__ == "__main__":
    made = page()
    if "--check" not in sys.argv:
        PAGE.write_text(made, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != made:
        sys.exit(f"{PAGE} is stale: python python/reference.py")
