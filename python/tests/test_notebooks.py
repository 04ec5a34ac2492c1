"""The notebooks run from start to end."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
@pytest.mark.filterwarnings("ignore")
def test_notebook(path: Path, tmp_path: Path) -> None:
    book = nbformat.read(path, as_version=4)
    kept = [{o["output_type"] for o in c.get("outputs", [])} for c in book.cells]
    assert not any("error" in k for k in kept)
    NotebookClient(book, timeout=240, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert [{o["output_type"] for o in c.get("outputs", [])} for c in book.cells] == kept


def test_there_are_notebooks() -> None:
    assert [p.stem for p in NOTEBOOKS] == ["archivist", "corpus", "science"]
