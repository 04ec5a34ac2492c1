"""Wheels: what they hold, and how they are called."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import weft
from weft import _run

PACKAGE = Path(__file__).parent.parent


def build(to: Path, **env: str) -> subprocess.CompletedProcess[str]:
    # The build makes files beside the sources: a copy keeps them clean.
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", os.fspath(to), os.fspath(PACKAGE)]
    return subprocess.run(command, env={**os.environ, **env}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("platform", "tags", "name"),
    [
        ("linux/amd64", {"py3-none-manylinux_2_17_x86_64", "py3-none-manylinux2014_x86_64", "py3-none-musllinux_1_1_x86_64"}, "weft"),
        ("darwin/arm64", {"py3-none-macosx_12_0_arm64"}, "weft"),
        ("windows/arm64", {"py3-none-win_arm64"}, "weft.exe"),
    ],
)
def test_wheels(tmp_path: Path, platform: str, tags: set[str], name: str) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"the binary")
    binary.chmod(0o755)
    made = build(tmp_path, WEFT_WHEEL=platform, WEFT_WHEEL_BINARY=os.fspath(binary))
    assert made.returncode == 0, made.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as z:
        names = set(z.namelist())
        assert z.read(f"weft/bin/{name}") == b"the binary"
        assert z.getinfo(f"weft/bin/{name}").external_attr >> 16 & 0o111
        head = next(n for n in names if n.endswith("/WHEEL"))
        lines = z.read(head).decode().splitlines()
    assert {line.removeprefix("Tag: ") for line in lines if line.startswith("Tag: ")} == tags
    assert "Root-Is-Purelib: false" in lines
    assert {"weft/py.typed", "weft/results.py", "weft/__init__.py"} <= names


def test_half_a_wheel_is_refused(tmp_path: Path) -> None:
    made = build(tmp_path, WEFT_WHEEL="linux/riscv", WEFT_WHEEL_BINARY="/nothing")
    assert made.returncode != 0
    assert "set both" in made.stdout + made.stderr


def test_an_installed_wheel_works(tmp_path: Path) -> None:
    """The wheel with the binary, installed in a folder, needs nothing of the sources and no weft on the path."""
    made = build(tmp_path, WEFT_WHEEL="linux/amd64", WEFT_WHEEL_BINARY=os.fspath(_run.binary().resolve()))
    assert made.returncode == 0, made.stderr
    (wheel,) = tmp_path.glob("*.whl")
    to = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as z:
        z.extractall(to)
    (to / "weft" / "bin" / "weft").chmod(0o755)
    env = {k: v for k, v in os.environ.items() if k not in ("WEFT_BINARY", "PYTHONPATH")}
    code = "import weft; c = weft.demo(pages=200, progress=False); print(weft.__file__, len(c), len(c.rank()))"
    out = subprocess.run(
        [sys.executable, "-c", code], env={**env, "PYTHONPATH": os.fspath(to), "PATH": ""}, capture_output=True, text=True, check=True, cwd=tmp_path
    ).stdout
    file, pages, ranks = out.split()
    assert Path(file).is_relative_to(to)
    assert pages == ranks > "0"
    assert weft.__version__ in wheel.name
