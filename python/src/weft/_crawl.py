"""A crawl, and what weft says of it."""

from __future__ import annotations

import contextlib
import html
import json
import operator
import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, SupportsIndex, TypeVar

import numpy as np

from . import _run, results
from ._errors import WeftError
from ._graph import Graph
from ._result import Result
from ._run import Value
from ._views import Report, Server

if TYPE_CHECKING:
    import polars as pl
    from typing_extensions import Self

    Vector = np.memmap[Any, np.dtype[Any]]

R = TypeVar("R", bound=Result)

PathLike = str | os.PathLike[str]


_RANKINGS = ("pagerank", "hits", "salsa", "indegree", "katz", "closeness", "betweenness")

# Names of options in networkx, and here.
_NETWORKX = {"tol": "tolerance", "max_iter": "iterations", "personalization": "preference", "k": "samples"}

# What "weft pages" says of a crawl that it reads page by page.
_NO_INDEX = "the crawl has no index of words"


class Hubs(NamedTuple):
    """Scores of pages as hubs and as authorities, mapped from files: float64, one per page."""

    hubs: Vector
    authorities: Vector


class Crawl:
    """A crawl on disk: pages, links, and what weft measures of them.

    Make one with :func:`weft.open`, :func:`weft.crawl`, :func:`weft.import_` or :func:`weft.demo`. Tables and vectors that weft computes for
    it lie in a temporary folder, which goes when the crawl is closed, or is no longer used. The crawl itself stays as it is.

    Several crawls may be open, and several threads may ask one. Long work shows its progress; an interrupt stops it.
    """

    def __init__(self, path: PathLike, *, progress: bool = True, _temporary: tempfile.TemporaryDirectory[str] | None = None) -> None:
        self._path = Path(path)
        self._progress = progress
        self._temporary = _temporary or tempfile.TemporaryDirectory(prefix="weft-")
        self._end = weakref.finalize(self, self._temporary.cleanup)
        self._lock = threading.RLock()
        self._made: dict[str, Path] = {}
        self._servers: list[Server] = []
        self._info = self.ask(results.Info, "info")

    # What it is.

    @property
    def path(self) -> Path:
        """The folder of the crawl."""
        return self._path

    @property
    def info(self) -> results.Info:
        """Pages by state, links, hosts and origin, as ``weft info`` says them."""
        return self._info

    def __len__(self) -> int:
        """The number of pages."""
        return self._info.pages

    def __repr__(self) -> str:
        return f"<weft.Crawl {self._path.name}: {self._info.pages:,} pages, {self._info.arcs:,} arcs>"

    def _repr_html_(self) -> str:
        i = self._info
        figures = {
            "pages": i.pages,
            "fetched": i.fetched,
            "redirected": i.redirected,
            "failed": i.failed,
            "excluded": i.excluded,
            "never requested": i.ghosts,
            "unknown": i.unknown,
            "arcs": i.arcs,
            "hosts": i.hosts,
        }
        rows = "".join(f"<tr><th style='text-align:left'>{k}</th><td style='text-align:right'>{v:,}</td></tr>" for k, v in figures.items() if v)
        return f"<table><caption>{html.escape(self._path.name)}</caption><tbody>{rows}</tbody></table>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Stop the servers of the crawl, and remove its temporary files. Tables and mapped vectors stay readable where the system allows."""
        for s in self._servers:
            s.close()
        with contextlib.suppress(OSError):
            self._end()

    # Asking.

    def ask(self, result: type[R], command: str, /, *args: str, **options: Value) -> R:
        """Run a command of weft on this crawl and return its result.

        Args:
            result: the class of the result, such as ``weft.results.Reciprocity``.
            command: the command, such as ``"reciprocity"`` or ``"site all"``.
            args: further arguments.
            options: its flags: ``min_core="3x3"`` is ``--min-core 3x3``.

        Raises:
            WeftError: the command failed.
        """
        answer = _run.ask(*command.split(), os.fspath(self._path), *args, *_run.flags(options), progress=self._progress)
        found: R = result.from_json(answer)
        return found

    @property
    def _folder(self) -> str:
        """The folder of temporary files."""
        if not self._end.alive:
            raise WeftError("the crawl is closed", kind="usage", hint="open it again, or make it again if it was temporary", status=2)
        return self._temporary.name

    def _kept(self, command: str, options: Mapping[str, Value], make: Any) -> Path:
        """Return the folder that a command has filled, once for the same options."""
        key = repr((command, sorted((name, value, _written(value)) for name, value in options.items())))
        with self._lock:
            within = self._folder
            if key not in self._made:
                folder = Path(tempfile.mkdtemp(prefix=command.split()[-1] + "-", dir=within))
                try:
                    make(folder)
                except BaseException:
                    shutil.rmtree(folder, ignore_errors=True)
                    raise
                self._made[key] = folder
            return self._made[key]

    def _vectors(self, result: type[R], command: str, *args: str, **options: Value) -> R:
        """Run a command that writes a value for each page, and attach the vectors to its result."""
        _leave_out(options, "output")
        folder = self._kept(" ".join((command, *args)), options, lambda folder: self._write(folder, result, command, args, options))
        answer: R = result.from_json(_json(folder / "answer.json"))
        vectors = {p.stem.split("+")[0].split("@")[0]: p for p in sorted((folder / "results").glob("*.npy"))}
        object.__setattr__(answer, "_vectors", {name: np.load(p, mmap_mode="r") for name, p in vectors.items()})
        return answer

    def _write(self, folder: Path, result: type[R], command: str, args: Sequence[str], options: Mapping[str, Value]) -> None:
        answer = _run.ask(*command.split(), os.fspath(self._path), *args, *_run.flags({**options, "output": folder / "results"}), progress=self._progress)
        result.from_json(answer)
        (folder / "answer.json").write_text(json.dumps(answer), encoding="utf-8")

    # Tables.

    @property
    def _tables(self) -> Path:
        return self._kept("export parquet", {}, lambda folder: self._export(folder / "tables", "parquet", kinds_column=True)) / "tables"

    def _export(self, to: Path, form: str, **options: Value) -> None:
        _run.ask("export", os.fspath(self._path), *_run.flags({"format": form, "output": to, **options}), progress=self._progress)

    @property
    def pages(self) -> pl.LazyFrame:
        """All pages in the order of their numbers.

        Columns: ``page`` (number, from 0), ``url``, ``title``, ``host``, ``state`` (fetched, redirected, failed, excluded, ghost, unknown),
        ``status`` (of HTTP),
        ``type`` (media type), ``size`` (bytes), ``time`` (UTC), ``digest``. What is not known is null.
        """
        import polars as pl

        table = _scanned(pl.scan_parquet, self._tables / "pages.parquet")
        have = table.collect_schema()
        kinds: dict[str, Any] = {
            "url": pl.String,
            "title": pl.String,
            "state": pl.String,
            "status": pl.Int64,
            "type": pl.String,
            "size": pl.Int64,
            "time": pl.Datetime("ms", "UTC"),
            "digest": pl.String,
        }
        known = [pl.col(c) if c in have else pl.lit(None, dtype=kind).alias(c) for c, kind in kinds.items()]
        host = pl.col("url").str.extract(r"^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)")
        return (
            table.select(pl.col("page"), *known)
            .with_columns(host=host)
            .select("page", "url", "title", "host", "state", "status", "type", "size", "time", "digest")
        )

    @property
    def arcs(self) -> pl.LazyFrame:
        """All links between different pages and the links of pages to themselves, each pair once, by source and target.

        Columns: ``source``, ``target`` (numbers of pages), ``kinds`` (such as ``link+nofollow``), ``anchor`` (the texts of the links, a list;
        null if the crawl has none).
        """
        import polars as pl

        table = _scanned(pl.scan_parquet, self._tables / "arcs.parquet")
        if "kinds" not in table.collect_schema():
            table = table.with_columns(kinds=pl.lit("link"))
        if not self._info.anchor_texts:
            return table.with_columns(anchor=pl.lit(None, dtype=pl.List(pl.String)))
        schema = {"source": pl.Int64, "target": pl.Int64, "anchor": pl.String}
        texts = _scanned(pl.scan_csv, self._anchors, separator="\t", has_header=False, schema=schema)
        return table.join(texts.group_by("source", "target").agg("anchor"), on=["source", "target"], how="left", maintain_order="left")

    @property
    def _anchors(self) -> Path:
        return self._kept("export anchors", {}, lambda folder: self._export(folder / "anchors.tsv", "anchors")) / "anchors.tsv"

    def index_texts(self, **options: Value) -> results.IndexOfTexts:
        """Build the index of the texts of pages that ``find(text=...)`` uses, and keep it in the crawl, as ``weft pages --index-texts``.

        Args:
            options: the flags of ``weft pages --index-texts``, such as ``archive="pages.warc.gz"`` or ``memory="1GiB"``.
        """
        return self.ask(results.IndexOfTexts, "pages", index_texts=True, **options)

    def find(self, words: str = "", *, text: str | None = None, top: int = 100, **options: Value) -> pl.DataFrame:
        """Find pages, as ``weft pages``: by words of URLs and titles, and by ``state``, ``status``, ``type``, ``site``, ``since``, ``until``, ``links``.

        With ``text``, find pages by their texts, the best first; the column ``snippet`` shows a part of each. Call :meth:`index_texts` once before.

        Args:
            words: all must occur in a page.
            text: words, "phrases", beginnings of words such as ``crawl*``, and ``title:word``; all must occur in the text of a page.
            top: the number of rows; 0 for all.
            options: the flags of ``weft pages``, such as ``sort="indegree"``.
        """
        import polars as pl

        _leave_out(options, "output", "format")
        if text is not None:
            options["text"] = text
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            to = Path(folder) / "found.parquet"
            _run.ask(
                "pages",
                *_run.flags({"top": top, "format": "parquet", "output": to, **options}),
                "--",
                os.fspath(self._path),
                *words.split(),
                progress=self._progress,
                prints=False,
                expected=_NO_INDEX,
            )
            return pl.read_parquet(to)

    def numbers(self, urls: Iterable[str]) -> list[int | None]:
        """Return the numbers of pages, in the order of the URLs; None where there is no such page."""
        if isinstance(urls, str):
            raise TypeError("one URL, expected a list of them")
        return [None if row.row is None else row.row.page for row in self._listed(urls)]

    def urls(self, numbers: Iterable[SupportsIndex | None]) -> list[str | None]:
        """Return the URLs of pages, in the order of the numbers; None where there is no such page.

        Raises:
            TypeError: a number is no integer.
        """
        lines = (str(n if n is None else operator.index(n)) for n in numbers)
        return [None if row.row is None else row.row.url for row in self._listed(lines)]

    def _listed(self, things: Iterable[str]) -> list[results.PageOfAList]:
        lines = list(things)
        if any("\n" in line or not line.strip() for line in lines):
            raise ValueError("an empty URL, or one with a line break")
        if not lines:
            return []
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            to = Path(folder) / "list.txt"
            to.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
            answer = _run.ask("pages", os.fspath(self._path), f"--list={to}", progress=self._progress, expected="")
            return results.PagesOfAList.from_json(answer).rows

    # The graph.

    def graph(self, *, dtype: Any = np.float64, **options: Value) -> Graph:
        """Return the graph as a SciPy matrix in CSR form: row u has a 1 at each page that u links to.

        It has all kinds of arcs. Rankings and measures use fewer by default: ``kinds="link,embed,redirect,refresh"`` returns their graph.

        The columns are mapped from a file, int32 below 2³¹ pages, and SciPy shares their memory. The ones take the memory of ``dtype`` for each arc.

        Args:
            dtype: of the ones.
            options: the flags of ``weft export``, such as ``kinds="link"``.
        """
        _leave_out(options, "output", "format")
        folder = self._kept("export csr", options, lambda folder: self._export(folder / "csr", "csr", **options)) / "csr"
        indptr, indices = (np.load(folder / name, mmap_mode="r") for name in ("indptr.npy", "indices.npy"))
        return Graph.of(indptr, indices, dtype, self)

    # Rankings.

    def rank(self, name: Literal["pagerank", "hits", "salsa", "indegree", "katz", "closeness", "betweenness"] = "pagerank", **options: Value) -> Any:
        """Score pages.

        Args:
            name: the ranking.
            options: the flags of ``weft rank``: ``alpha``, ``tolerance``, ``kinds``, ``view``, ``preference``, …

        Returns:
            The scores, mapped from a file, one per page in the order of their numbers: float64 that sum to 1 for PageRank, uint32 for ``indegree``;
            for ``hits`` and ``salsa`` :class:`Hubs`, a pair of them.

        Raises:
            WeftError: there is no such ranking, or an option is wrong.
        """
        vectors = self.ranking(name, **options).vectors
        if name in ("hits", "salsa"):
            return Hubs(vectors[f"{name}-hubs"], vectors[f"{name}-authorities"])
        return vectors[name]

    def ranking(self, name: str = "pagerank", **options: Value) -> results.Rank:
        """Score pages, and return the best of them with how the scores were found. The scores are in ``vectors``."""
        if name not in _RANKINGS:
            raise WeftError(f"there is no ranking {name!r}: expected one of {', '.join(_RANKINGS)}", kind="usage", status=2)
        for theirs, ours in _NETWORKX.items():
            if theirs in options:
                hint = f"{theirs} of networkx is here {ours}; help(weft.Crawl.rank) and weft rank {name} --help explain"
                raise WeftError(f"there is no option {theirs!r}", kind="usage", hint=hint, status=2)
        return self._vectors(results.Rank, f"rank {name}", **options)

    # Measures.

    def components(self, **options: Value) -> results.Components:
        """Find weak and strong components, and the bow tie. ``vectors``: wcc, scc (uint32, from the largest), bowtie (uint8)."""
        return self._vectors(results.Components, "components", **options)

    def degrees(self, **options: Value) -> results.Degrees:
        """Fit power laws to the degrees of pages and hosts (Clauset, Shalizi, Newman 2009). ``vectors``: indegree, outdegree (uint32)."""
        return self._vectors(results.Degrees, "degrees", **options)

    def distances(self, **options: Value) -> results.Distances:
        """Measure distances between pages along links. ``vectors``: harmonic (float64)."""
        return self._vectors(results.Distances, "distances", **options)

    def sites(self, **options: Value) -> results.SiteAll:
        """Find the logical sites of all pages. ``vectors``: sites (uint32, the page that stands for the site of each page)."""
        return self._vectors(results.SiteAll, "site all", **options)

    def site(self, page: str | int, **options: Value) -> results.Site:
        """Find the logical site of a page, and its boundary."""
        return self.ask(results.Site, "site", str(page), **options)

    def seeds(self, k: int = 10, **options: Value) -> results.Seeds:
        """Find k good start pages for the next crawl."""
        return self.ask(results.Seeds, "seeds", count=k, **options)

    def fidelity(self, **options: Value) -> results.Fidelity:
        """Estimate how far the ranking of the crawl can be trusted. ``vectors``: fidelity (float32, γ of each page)."""
        return self._vectors(results.Fidelity, "fidelity", **options)

    def clusters(self, **options: Value) -> results.Clusters:
        """Divide the crawl into clusters. ``vectors``: clusters (uint32)."""
        return self._vectors(results.Clusters, "clusters", **options)

    def missing(self, **options: Value) -> results.Missing:
        """Say what the crawl does not hold, and why."""
        return self.ask(results.Missing, "missing", **options)

    def links(self, page: str | int | None = None, **options: Value) -> results.Links:
        """List who links to what: all links, or those on a page (``into=True``: those to it).

        Args:
            page: URL or number of a page; all pages without it.
            options: the flags of ``weft links``: ``broken``, ``redirected``, ``top``, ``sources``, ``kinds``. As ``in`` is a
                word of Python, ``into`` stands for ``--in``.
        """
        if "into" in options:
            options["in"] = options.pop("into")
        return self.ask(results.Links, "links", *([] if page is None else [str(page)]), **options)

    def missing_urls(self, classes: str = "all", **options: Value) -> pl.DataFrame:
        """List the URLs that the crawl does not hold: url, why, links (to it), source (a page that links to it).

        Args:
            classes: all, or some of failed, waiting, held, never, limit, robots, nofollow, scope, … with commas between.
            options: the flags of ``weft missing``.
        """
        import polars as pl

        schema = {"url": pl.String, "why": pl.String, "links": pl.Int64, "source": pl.String}
        _leave_out(options, "output", "list")
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            to = Path(folder) / "missing.tsv"
            _run.ask("missing", os.fspath(self._path), *_run.flags({"list": classes, "output": to, **options}), progress=self._progress)
            if not to.exists() or to.stat().st_size == 0:
                return pl.DataFrame(schema=schema)
            return pl.read_csv(to, separator="\t", has_header=False, quote_char=None, schema=schema, truncate_ragged_lines=True)

    def contents(self, **options: Value) -> results.Contents:
        """Count pages by host, and responses by status, type, size, depth and time."""
        return self.ask(results.Contents, "contents", **options)

    def chance(self, **options: Value) -> results.Chance:
        """Compare the crawl with random graphs of the same degrees."""
        return self._vectors(results.Chance, "chance", **options)

    def kcore(self, **options: Value) -> results.Kcore:
        """Find the k-cores. ``vectors``: kcore (uint32, the core number of each page)."""
        return self._vectors(results.Kcore, "kcore", **options)

    def inequality(self, **options: Value) -> results.Inequality:
        """Measure how unequal degrees and scores are: Gini index and Lorenz curve."""
        return self.ask(results.Inequality, "inequality", **options)

    def compare(self, other: Crawl, **options: Value) -> results.Compare:
        """Say what changed from this crawl to another, which is newer."""
        return self.ask(results.Compare, "compare", os.fspath(other.path), **options)

    # Other crawls.

    def quotient(self, by: Literal["host", "domain", "site"] = "host", output: PathLike | None = None, **options: Value) -> Crawl:
        """Make the graph of the hosts, domains or sites of the crawl.

        Args:
            by: what becomes one page.
            output: the folder of the new crawl; without it, a temporary one.
        """
        return self._derived("quotient", output, {"by": by, **options})

    def extract(self, output: PathLike | None = None, **options: Value) -> Crawl:
        """Cut a part out of the crawl, as ``weft extract``: ``top=1000``, ``host="example.org"``, …"""
        return self._derived("extract", output, options)

    def _derived(self, command: str, output: PathLike | None, options: Mapping[str, Value]) -> Crawl:
        return made(command, [self._path], output, self._progress, options)

    # Looking.

    def report(self, output: PathLike | None = None, **options: Value) -> Report:
        """Measure everything, and return a page that shows itself in a notebook.

        Args:
            output: where the page is written; without it, a temporary file.
            options: the flags of ``weft report``.
        """
        to = Path(output) if output is not None else Path(tempfile.mkdtemp(dir=self._folder)) / "report.html"
        _run.ask("report", os.fspath(self._path), *_run.flags({"output": to, **options}), progress=self._progress)
        return Report(to)

    def serve(self, **options: Value) -> Server:
        """Start the browser view of the crawl on a free port of this machine.

        A notebook on this machine shows it below the cell; elsewhere its link is shown. ``close()`` stops it.

        Args:
            options: the flags of ``weft serve``.
        """
        server = Server(self._path, options)
        self._servers.append(server)
        return server


def made(command: str, inputs: Iterable[PathLike], output: PathLike | None, progress: bool, options: Mapping[str, Value]) -> Crawl:
    """Run a command that makes a crawl of its inputs, and open the crawl. Without an output it is temporary."""
    temporary = tempfile.TemporaryDirectory(prefix="weft-")
    to = Path(output) if output is not None else Path(temporary.name) / "crawl"
    _run.ask(command, *[os.fspath(i) for i in inputs], *_run.flags({"output": to, **options}), progress=progress)
    return Crawl(to, progress=progress, _temporary=temporary)


def _scanned(scan: Callable[..., pl.LazyFrame], path: Path, **options: Any) -> pl.LazyFrame:
    """Return a table that is read when it is needed. It holds its file open, so that it can be read after the crawl is gone, where the system allows."""
    import polars as pl

    if os.name == "nt" or tuple(int(part) for part in pl.__version__.split(".")[:2]) < (1, 20):
        return scan(path, **options)
    with path.open("rb") as file:
        return scan(file, **options)


def _leave_out(options: Mapping[str, Value], *names: str) -> None:
    """Refuse options that are set here, as the result is returned."""
    for name in names:
        if name in options:
            raise TypeError(f"{name} cannot be set here: the result is returned")


def _written(value: Value) -> tuple[int, int] | None:
    """Return when the file was written that an option names, and its size; None if it names none."""
    if not isinstance(value, str | os.PathLike):
        return None
    try:
        found = os.stat(value)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
