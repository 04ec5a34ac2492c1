"""Crawls against other libraries."""

from __future__ import annotations

import mmap
import os
import pickle
import threading
from collections.abc import Callable
from pathlib import Path

import igraph
import networkx as nx
import numpy as np
import polars as pl
import pytest
import scipy.sparse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import weft
from weft import results


def test_info(demo: weft.Crawl) -> None:
    assert len(demo) == demo.info.pages == demo.pages.select(pl.len()).collect().item()
    assert f"{demo.info.pages:,}" in repr(demo)
    assert "fetched" in demo._repr_html_()


def test_pages(demo: weft.Crawl) -> None:
    pages = demo.pages.collect()
    assert pages.columns == ["page", "url", "title", "host", "state", "status", "type", "size", "time", "digest"]
    assert pages["page"].to_list() == list(range(len(demo)))
    assert pages.filter(state="fetched").height == demo.info.fetched
    assert pages["host"].n_unique() == demo.info.hosts
    assert pages.filter(pl.col("state") == "fetched")["status"].unique().to_list() == [200]
    assert pages["time"].dtype == pl.Datetime("ms", "UTC")


def test_arcs(demo: weft.Crawl, archive: weft.Crawl) -> None:
    arcs = demo.arcs.collect()
    assert arcs.height == demo.info.arcs
    assert arcs.select("source", "target").is_unique().all()
    assert {k for kinds in arcs["kinds"].unique() for k in kinds.split("+")} == set(demo.info.kinds)
    assert arcs["anchor"].null_count() == arcs.height
    texts = archive.arcs.filter(pl.col("anchor").is_not_null()).collect()
    assert texts["anchor"].list.len().sum() == archive.info.anchor_texts > 0


def test_graph_is_the_arcs(demo: weft.Crawl) -> None:
    g = demo.graph()
    arcs = demo.arcs.collect()
    want = scipy.sparse.coo_array((np.ones(arcs.height), (arcs["source"], arcs["target"])), shape=(len(demo),) * 2).tocsr()
    assert (g != want).nnz == 0
    assert g.indices.dtype == g.indptr.dtype == np.int32
    base = g.indices
    while isinstance(base, np.ndarray):
        base = base.base
    assert isinstance(base, mmap.mmap)
    assert (g @ np.ones(len(demo))).sum() == arcs.height
    assert demo.graph(kinds="redirect").nnz < g.nnz


def measured(c: weft.Crawl) -> weft.Graph:
    """The graph of the kinds that weft measures."""
    return c.graph(kinds="link,embed,redirect,refresh")


def test_ranks_equal_those_of_networkx(demo: weft.Crawl) -> None:
    g = measured(demo).to_networkx()
    ours = demo.rank("pagerank", alpha=0.5, tolerance=1e-13)
    theirs = nx.pagerank(g, alpha=0.5, tol=1e-14, max_iter=1000)
    assert np.abs(ours - np.array([theirs[u] for u in range(len(demo))])).sum() < 1e-9
    assert isinstance(ours, np.memmap)
    assert list(demo.rank("indegree")) == [g.in_degree(u) for u in range(len(demo))]


def test_centralities_equal_those_of_networkx(demo: weft.Crawl) -> None:
    g = measured(demo).to_networkx()
    pages = range(len(demo))
    katz = demo.ranking("katz")
    theirs = nx.katz_centrality(g, alpha=katz.params["alpha"], tol=1e-14, max_iter=5000)
    assert np.allclose(katz.vectors["katz"], [theirs[u] for u in pages], rtol=1e-8)
    assert katz.params["eigenvalue_bound"] >= 0.999999 * max(abs(np.linalg.eigvals(nx.to_numpy_array(g))))
    theirs = nx.betweenness_centrality(g)
    assert np.allclose(demo.rank("betweenness"), [theirs[u] for u in pages], rtol=1e-9, atol=1e-15)
    drawn = demo.ranking("betweenness", samples=5000)
    assert max(abs(drawn.vectors["betweenness"] - np.array([theirs[u] for u in pages]))) <= drawn.params["error"]
    assert all(top.low <= theirs[top.page] <= top.high for top in drawn.top)
    theirs = nx.closeness_centrality(g)
    assert np.allclose(demo.rank("closeness"), [theirs[u] for u in pages], rtol=1e-12)


def test_core_numbers_equal_those_of_networkx_and_igraph(demo: weft.Crawl) -> None:
    g = measured(demo).to_networkx()
    g.remove_edges_from(list(nx.selfloop_edges(g)))
    directed = igraph.Graph(len(demo), list(g.edges), directed=True)
    for degree, theirs in (
        ("neighbours", nx.core_number(g.to_undirected())),
        ("arcs", nx.core_number(g)),
        ("in", directed.coreness(mode="in")),
        ("out", directed.coreness(mode="out")),
    ):
        assert list(demo.kcore(degree=degree).vectors["kcore"]) == [theirs[u] for u in range(len(demo))]


def test_hits_equal_those_of_scipy(demo: weft.Crawl) -> None:
    got = demo.rank("hits", tolerance=1e-12, iterations=5000)
    a = measured(demo)
    a.setdiag(0)  # weft drops links of pages to themselves
    for ours, of in ((got.hubs, a @ a.T), (got.authorities, a.T @ a)):
        # One more step changes nothing but the length.
        step = of @ np.asarray(ours)
        cosine = step @ ours / np.linalg.norm(step) / np.linalg.norm(ours)
        assert cosine == pytest.approx(1, abs=1e-9)


def test_components_equal_those_of_igraph(demo: weft.Crawl) -> None:
    c = demo.components(samples=-1)
    g = measured(demo).to_igraph()
    for name, mode in (("wcc", "weak"), ("scc", "strong")):
        ours, theirs = np.asarray(c.vectors[name]), np.array(g.connected_components(mode).membership)
        assert len(np.unique(ours)) == len(np.unique(theirs)) == len(np.unique(np.column_stack((ours, theirs)), axis=0))
    assert c.wcc.count == len(np.unique(c.vectors["wcc"]))


def test_results_do_not_mix(demo: weft.Crawl) -> None:
    half, most = demo.rank(alpha=0.5), demo.rank(alpha=0.85)
    assert np.abs(half - most).sum() > 1e-3
    assert np.array_equal(half, demo.rank(alpha=0.5))
    links = demo.rank(alpha=0.5, kinds="link")
    assert np.abs(half - links).sum() > 0


@pytest.mark.parametrize("name", ["components", "degrees", "distances", "sites", "seeds", "fidelity", "clusters", "missing", "contents", "inequality"])
def test_measures(demo: weft.Crawl, name: str) -> None:
    r = getattr(demo, name)()
    assert isinstance(r, results.__dict__["Result"])
    assert r._repr_html_().startswith("<table")
    for v in r.vectors.values():
        assert len(v) == len(demo)
    for t in r.tables():
        assert r.table(t).height > 0


@pytest.mark.parametrize("name", ["components", "degrees", "ranking", "fidelity", "missing", "inequality"])
def test_plots(demo: weft.Crawl, name: str, tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    ax = getattr(demo, name)().plot()
    ax.figure.savefig(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").stat().st_size > 5000
    matplotlib.pyplot.close(ax.figure)


def test_find_and_numbers(demo: weft.Crawl) -> None:
    found = demo.find(state="fetched", top=5, sort="indegree")
    assert found.height == 5
    urls = found["url"].to_list()
    assert demo.urls(demo.numbers(urls)) == urls
    assert demo.numbers(["nowhere"]) == [None]
    assert demo.urls([10**9]) == [None]
    assert demo.numbers([]) == []
    with pytest.raises(ValueError, match="line break"):
        demo.numbers(["a\nb"])


def test_texts(demo: weft.Crawl) -> None:
    built = demo.index_texts()
    assert built.pages > 0
    assert built.left.missing == 0
    found = demo.find(text="page*", top=5)
    assert found.height == 5
    assert found["score"].is_sorted(descending=True)
    assert all("page" in text.lower() for text in found["snippet"])
    with pytest.raises(weft.WeftError, match="stands alone"):
        demo.find(text="*")


def test_words_that_begin_with_a_dash(demo: weft.Crawl) -> None:
    assert demo.find("--help").height == 0


def test_things_that_are_no_lists_of_pages(demo: weft.Crawl) -> None:
    assert demo.urls([0, None, np.int64(1)])[1] is None
    with pytest.raises(TypeError, match="'float' object"):
        demo.urls([0.0])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="expected a list"):
        demo.numbers("http://example.org/")


def test_options_that_are_set_here(demo: weft.Crawl, tmp_path: Path) -> None:
    for ask in (demo.rank, demo.components, demo.graph, demo.find, demo.missing_urls):
        with pytest.raises(TypeError, match="output cannot be set here"):
            ask(output=tmp_path / "elsewhere")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("theirs", "ours"), [("tol", "tolerance"), ("max_iter", "iterations"), ("personalization", "preference")])
def test_names_of_networkx_are_explained(demo: weft.Crawl, theirs: str, ours: str) -> None:
    with pytest.raises(weft.WeftError, match=f"no option '{theirs}'") as e:
        demo.rank("pagerank", **{theirs: 1})
    assert f"is here {ours}" in str(e.value.hint)


def test_a_file_that_changes_is_read_again(demo: weft.Crawl, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.write_text("0\n")
    first = demo.rank("pagerank", preference=pages)
    assert demo.rank("pagerank", preference=pages).filename == first.filename
    pages.write_text("0\n100\n")
    assert not np.array_equal(demo.rank("pagerank", preference=pages), first)


def test_graphs_are_copied_without_the_crawl(demo: weft.Crawl) -> None:
    g = demo.graph()
    h = pickle.loads(pickle.dumps(g))
    assert isinstance(h, weft.Graph)
    assert np.array_equal(g.indices, h.indices)
    assert h.to_networkx().number_of_edges() == g.nnz
    assert "url" in g.to_igraph().vs.attributes()


def test_missing_urls(demo: weft.Crawl) -> None:
    lost = demo.missing_urls()
    assert lost.height == sum(c.urls for c in demo.missing().classes if not c.no_pages)
    assert demo.missing_urls("waiting").height == 0


def test_other_crawls(demo: weft.Crawl, tmp_path: Path) -> None:
    with demo.quotient("host") as hosts, demo.extract(top=50) as part:
        assert len(hosts) == demo.info.hosts
        assert len(part) == 50
        path = part.path
        c = demo.compare(part)
        assert c.pages.kept == 50
    assert not path.exists()
    with weft.union(demo, demo, output=tmp_path / "both") as both:
        assert len(both) == len(demo)


def test_report_and_server(demo: weft.Crawl, tmp_path: Path) -> None:
    r = demo.report()
    assert r.html.startswith("<!")
    assert "<iframe" in r._repr_html_()
    r.save(tmp_path / "r.html")
    import urllib.request

    with demo.serve() as s:
        with urllib.request.urlopen(s.url) as page:
            assert page.status == 200
            assert "frame-ancestors 'self' http://localhost:*" in page.headers["Content-Security-Policy"]
        near = s.url.replace("127.0.0.1", "localhost")
        assert f'src="{near}"' in s._repr_html_()
        with urllib.request.urlopen(near) as page:
            assert page.status == 200
    with demo.serve(frames=False) as s:
        assert "<iframe" not in s._repr_html_()
        with urllib.request.urlopen(s.url) as page:
            assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(s.url)


def test_threads(demo: weft.Crawl) -> None:
    """Threads that ask for the same get the same; the work is done once."""
    got: list[object] = []
    threads = [threading.Thread(target=lambda: got.append(demo.rank("pagerank", alpha=0.7))) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(got) == 8
    assert len({g.filename for g in got}) == 1  # type: ignore[attr-defined]


def test_close_removes_temporary_files(demo: weft.Crawl) -> None:
    c = weft.open(demo.path)
    c.rank("indegree")
    folder = Path(c._temporary.name)
    assert folder.exists()
    before = sorted(p.name for p in demo.path.rglob("*"))
    c.close()
    c.close()
    assert not folder.exists()
    assert sorted(p.name for p in demo.path.rglob("*")) == before


@pytest.mark.skipif(os.name == "nt", reason="open files cannot be removed there")
def test_tables_outlive_the_crawl(archive: weft.Crawl) -> None:
    """A table holds its file, also that of a crawl without a name."""
    assert weft.open(archive.path).pages.collect().height == len(archive)
    c = weft.open(archive.path)
    arcs = c.arcs
    folder = Path(c._temporary.name)
    c.close()
    assert not folder.exists()
    assert arcs.collect().equals(archive.arcs.collect())
    query = arcs.filter(pl.col("source") == 0).select("target").explain()
    assert "SELECTION" in query


def test_a_closed_crawl_says_so(demo: weft.Crawl) -> None:
    c = weft.open(demo.path)
    assert c.pages.collect().height == len(c)
    c.close()
    asks: list[Callable[[], object]] = [lambda: c.pages, lambda: c.arcs, c.rank, c.components, c.graph, c.find, c.missing_urls, c.report, lambda: c.urls([0])]
    for ask in asks:
        with pytest.raises(weft.WeftError, match="the crawl is closed"):
            ask()


graphs = st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), min_size=1, max_size=30)))


@given(graphs)
@settings(max_examples=12, deadline=None, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_graphs_come_back(tmp_path: Path, drawn: tuple[int, set[tuple[int, int]]]) -> None:
    """A drawn graph is the same after weft, and in SciPy, networkx, igraph and Polars."""
    n, arcs = drawn
    (tmp_path / "g.tsv").write_text("".join(f"{u}\t{v}\n" for u, v in sorted(arcs)) + f"{n - 1}\t{n - 1}\n")
    arcs = arcs | {(n - 1, n - 1)}
    with weft.import_(tmp_path / "g.tsv", format="edges", keep_numbers=True) as c:
        g = c.graph()
        assert set(zip(*(x.tolist() for x in g.nonzero()), strict=True)) == arcs
        assert set(g.to_networkx().edges) == arcs
        assert set(g.to_igraph().get_edgelist()) == arcs
        assert set(c.arcs.select("source", "target").collect().rows()) == arcs
        back = nx.DiGraph(sorted(arcs))
        ranks = c.rank(tolerance=1e-13)
        theirs = nx.pagerank(igraph.Graph(n, sorted(arcs), directed=True).to_networkx(create_using=nx.DiGraph), tol=1e-13, max_iter=500)
        assert back.number_of_edges() == len(arcs)
        assert np.abs(ranks - [theirs[u] for u in range(len(c))]).max() < 1e-8
