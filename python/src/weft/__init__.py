"""Crawls as graphs that can be measured.

::

    import weft

    c = weft.demo()
    c.pages.filter(state="fetched").collect()
    c.rank("pagerank")
    c.degrees().plot()
    c.report()

A crawl is a folder. The program ``weft``, which this package carries, does the work; nothing is computed a second time in Python.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from . import _run, results
from ._crawl import Crawl, Hubs, PathLike, made
from ._errors import IncompleteWarning, WeftError
from ._graph import Graph
from ._run import Value
from ._version import __version__
from ._views import Report, Server

__all__ = [
    "Crawl",
    "Graph",
    "Hubs",
    "IncompleteWarning",
    "Report",
    "Server",
    "WeftError",
    "__version__",
    "crawl",
    "demo",
    "import_",
    "open",
    "results",
    "union",
]


def open(path: PathLike, *, progress: bool = True) -> Crawl:
    """Open a crawl: a folder of ``weft crawl`` or ``weft import``, or the basename of a BVGraph.

    Args:
        path: the folder.
        progress: show how far long commands are.

    Raises:
        WeftError: there is no crawl, or it is damaged.
    """
    return Crawl(path, progress=progress)


def crawl(
    *urls: str,
    output: PathLike | None = None,
    contact: str | None = None,
    pages: int | None = None,
    resume: PathLike | None = None,
    progress: bool = True,
    **options: Value,
) -> Crawl:
    """Crawl the Web politely from some URLs, and return the crawl.

    Args:
        urls: where it begins.
        output: the folder of the crawl; without it a new folder here, named by host and time.
        contact: an address of mail or of a page, by which site owners can contact you; sites beyond this machine need it.
        pages: stop after this number of fetched pages.
        resume: the folder of a crawl, which is continued with its settings; without ``urls`` and ``output``.
        progress: show how far it is.
        options: the flags of ``weft crawl``.

    An interrupt stops the crawl in order; ``resume`` continues it.

    Raises:
        WeftError: no page could be fetched, or an option is wrong.
    """
    if resume is not None:
        to = Path(resume)
        folder: dict[str, Value] = {"resume": to, "output": output}
    else:
        to = Path(output) if output is not None else _new_folder(urls[0] if urls else "crawl")
        folder = {"output": to}
    _run.ask("crawl", *urls, *_run.flags({**folder, "contact": contact, "pages": pages, **options}), progress=progress)
    return Crawl(to, progress=progress)


def _new_folder(url: str) -> Path:
    host = urlsplit(url).hostname or "crawl"
    return Path(f"{''.join(c if c.isalnum() or c in '.-' else '_' for c in host)}-{time.strftime('%Y%m%d-%H%M%S')}")


def import_(*inputs: PathLike, output: PathLike | None = None, progress: bool = True, **options: Value) -> Crawl:
    """Convert archives, lists of links or graphs into a crawl: all formats of ``weft import``, from files and addresses.

    Args:
        inputs: files and addresses.
        output: the folder of the crawl; without it a temporary one, which goes when the crawl is closed.
        progress: show how far it is.
        options: the flags of ``weft import``, such as ``format="edges"``.

    Raises:
        WeftError: an input cannot be read.
    """
    return made("import", inputs, output, progress, options)


def union(*crawls: Crawl, output: PathLike | None = None, progress: bool = True, **options: Value) -> Crawl:
    """Merge crawls into one."""
    return made("union", [c.path for c in crawls], output, progress, options)


def demo(output: PathLike | None = None, *, pages: int = 3000, progress: bool = True) -> Crawl:
    """Crawl a small Web that weft makes itself, and return the crawl.

    Args:
        output: its folder; without it a temporary one.
        pages: about how many pages the Web has.
    """
    temporary = tempfile.TemporaryDirectory(prefix="weft-")
    to = Path(output) if output is not None else Path(temporary.name) / "demo"
    _run.ask("demo", *_run.flags({"output": to, "pages": pages}), progress=progress)
    return Crawl(to / "crawl", progress=progress, _temporary=temporary)
