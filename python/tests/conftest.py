from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import weft

# In the gate, which sets a seed, the same cases are drawn each time.
settings.register_profile("gate", derandomize=True)
if "WEFT_SEED" in os.environ:
    settings.load_profile("gate")


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[weft.Crawl]:
    """A live crawl of the demo's Web."""
    with weft.demo(tmp_path_factory.mktemp("demo") / "web", pages=300) as c:
        yield c


@pytest.fixture(scope="session")
def archive(demo: weft.Crawl, tmp_path_factory: pytest.TempPathFactory) -> Iterator[weft.Crawl]:
    """The archive of the demo, imported: with texts of links."""
    files = sorted((demo.path / "warc").glob("*.warc.gz"))
    with weft.import_(*files, output=tmp_path_factory.mktemp("import") / "crawl") as c:
        yield c


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A script in place of the binary, which tests fill."""
    if os.name == "nt":
        pytest.skip("scripts are no binaries on Windows")
    path = tmp_path / "weft"
    monkeypatch.setenv("WEFT_BINARY", os.fspath(path))
    return path
