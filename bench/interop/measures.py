"""Computes ranks and components of a list of arcs a second time and compares them with what weft found.

    measures.py GRAPH ARCS RESULTS SCORES RUST

ARCS has a line "from<TAB>to" an arc. RESULTS is the folder weft wrote to (.npy and .parquet, and pseudo/ of the
pseudorank); SCORES may hold what webgraph-rs, called RUST in the table, found. Prints a row a check, as run.sh wants it.
"""

import os
import sys

import networkx
import numpy as np
import pyarrow
import pyarrow.parquet as parquet
import scipy
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order, connected_components

SCIPY = f"SciPy {scipy.__version__}"
NETWORKX = f"networkx {networkx.__version__}"
PYARROW = f"PyArrow {pyarrow.__version__}"
ALPHA = 0.85
TOLERANCE = 1e-9  # what weft promises by default
SMALL = 100_000  # arcs, for networkx


class Check:
    """Prints the rows of a graph."""

    def __init__(self, graph):
        self.graph = graph

    def row(self, program, what, ok, note=""):
        print(program, self.graph, what, "ok" if ok else "differs", note, sep="\t")

    def near(self, program, what, got, want, bound):
        distance = np.abs(got - want).sum()
        self.row(program, what, distance <= bound, f"L1 distance {distance:.1e}")


def read_graph(path, n):
    """The matrix with a 1 at [u, v] for an arc from u to v, in float64."""
    arcs = np.loadtxt(path, dtype=np.int64, delimiter="\t", ndmin=2)
    ones = np.ones(len(arcs))
    return csr_array((ones, (arcs[:, 0], arcs[:, 1])), shape=(n, n))


def pagerank(a, dangling_goes_anywhere=True):
    """r = alpha (P' r + mass of dangling pages / n) + (1 - alpha) / n by the power method, to the precision of float64."""
    n = a.shape[0]
    degrees = a.sum(axis=1)
    inverse = np.divide(1, degrees, out=np.zeros(n), where=degrees > 0)
    back = csr_array(a.T)
    r = np.full(n, 1 / n)
    for _ in range(1000):
        lost = r[degrees == 0].sum() / n if dangling_goes_anywhere else 0
        new = ALPHA * (back @ (r * inverse) + lost) + (1 - ALPHA) / n
        change = np.abs(new - r).sum()
        r = new
        if change < 1e-15:
            break
    return r


def hits(a, iterations=60):
    """Authorities and hubs of norm 1 in L2, authorities first, hubs from ones."""
    back = csr_array(a.T)
    hubs = np.ones(a.shape[0])
    for _ in range(iterations):
        authorities = back @ hubs
        authorities /= np.linalg.norm(authorities)
        hubs = a @ authorities
        hubs /= np.linalg.norm(hubs)
    return authorities, hubs


def same_partition(a, b):
    """Whether two labellings put the same pages together."""
    pairs = np.unique(np.stack([a.astype(np.int64), b.astype(np.int64)]), axis=1).shape[1]
    return pairs == len(np.unique(a)) == len(np.unique(b))


def sizes(labels):
    return np.sort(np.bincount(labels))[::-1]


def labels_of(components, n):
    labels = np.zeros(n, dtype=np.int64)
    for i, component in enumerate(components):
        labels[list(component)] = i
    return labels


def check_components(c, program, what, got, want):
    ok = same_partition(got, want) and np.array_equal(sizes(got), sizes(want))
    s = sizes(got)
    c.row(program, what, ok, f"{len(s)} components, the largest {s[0]}")


def check_bowtie(c, a, scc, bowtie):
    """The classes 0, 1, 2 are the largest strong component, what leads to it, and what it leads to."""
    core = scc == 0
    start = int(np.flatnonzero(core)[0])
    ahead, behind = np.zeros_like(core), np.zeros_like(core)
    ahead[breadth_first_order(a, start, return_predecessors=False)] = True
    behind[breadth_first_order(csr_array(a.T), start, return_predecessors=False)] = True
    wants = [core, behind & ~core, ahead & ~core]
    ok = np.array_equal(core, ahead & behind) and all(np.array_equal(bowtie == i, w) for i, w in enumerate(wants))
    c.row(SCIPY, "bow tie: SCC, IN, OUT", ok, ", ".join(str(w.sum()) for w in wants))


def check_tables(c, results, load):
    """The Parquet tables hold the scores of the .npy files, a row a page."""
    ok = True
    for table, columns in {"pagerank": {"score": "pagerank"}, "hits": {"authority": "hits-authorities", "hub": "hits-hubs"}}.items():
        t = parquet.read_table(os.path.join(results, table + ".parquet"))
        pages = t["page"].to_numpy()
        ok = ok and np.array_equal(np.sort(pages), np.arange(len(pages)))
        for column, name in columns.items():
            ok = ok and np.array_equal(t[column].to_numpy(), load(name)[pages])
    c.row(PYARROW, "tables of ranks equal .npy", ok, f"{len(pages)} rows")


def check_rust(c, program, scores, rank, scc):
    path = os.path.join(scores, "rank")
    if os.path.exists(path):
        c.near(program, "PageRank, its own against weft's", rank, np.loadtxt(path), TOLERANCE)
    path = os.path.join(scores, "sccs")
    if os.path.exists(path):
        check_components(c, program, "SCC, its own against weft's", scc, np.loadtxt(path, dtype=np.int64))


def check_networkx(c, a, rank, scc, wcc):
    g = networkx.from_scipy_sparse_array(a, create_using=networkx.DiGraph)
    other = networkx.pagerank(g, alpha=ALPHA, tol=1e-15, max_iter=1000)
    c.near(NETWORKX, "PageRank", rank, np.array([other[u] for u in range(len(rank))]), TOLERANCE)
    check_components(c, NETWORKX, "SCC", scc, labels_of(networkx.strongly_connected_components(g), len(scc)))
    check_components(c, NETWORKX, "WCC", wcc, labels_of(networkx.weakly_connected_components(g), len(wcc)))


def main():
    graph, arcs, results, scores, rust = sys.argv[1:]

    def load(name):
        return np.load(os.path.join(results, name + ".npy"))

    c = Check(graph)
    rank, scc, wcc = load("pagerank"), load("scc"), load("wcc")
    a = read_graph(arcs, len(rank))
    c.near(SCIPY, "PageRank, strong", rank, pagerank(a), TOLERANCE)
    c.near(SCIPY, "PageRank, pseudo, power method", load("pseudo/pagerank"), pagerank(a, False), TOLERANCE)
    authorities, hubs = hits(a)
    c.near(SCIPY, "HITS authorities, 60 iterations", load("hits-authorities"), authorities, TOLERANCE)
    c.near(SCIPY, "HITS hubs, 60 iterations", load("hits-hubs"), hubs, TOLERANCE)
    check_components(c, SCIPY, "SCC", scc, connected_components(a, connection="strong")[1])
    check_components(c, SCIPY, "WCC", wcc, connected_components(a, connection="weak")[1])
    check_bowtie(c, a, scc, load("bowtie"))
    check_tables(c, results, load)
    check_rust(c, rust, scores, rank, scc)
    if a.nnz <= SMALL:
        check_networkx(c, a, rank, scc, wcc)


main()
