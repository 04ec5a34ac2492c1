"""Times SciPy, or igraph, on a raw graph, on one processor: peer.py GRAPH.csr OPERATION <REQUESTS

igraph takes wcc, wccboth, kcore and triangles, where it is the faster of the two. Runs once for each line that it reads, and prints the milliseconds of the processor that the run took. power is the iteration of PageRank until its true L1 error is 1e-9, which
an untimed run of 400 steps tells; power20 is 20 steps, product20 20 times the product of matrix and vector alone.
"""

import json
import sys
import time

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import breadth_first_order, connected_components

path, operation = sys.argv[1], sys.argv[2]
head = np.fromfile(path, dtype=np.uint64, count=2)
n, m = int(head[0]), int(head[1])
offsets = np.fromfile(path, dtype=np.uint64, count=n + 1, offset=16).astype(np.int32)
succ = np.fromfile(path, dtype=np.uint32, count=m, offset=16 + 8 * (n + 1)).astype(np.int32)
degrees = np.diff(offsets)
source = int(np.argmax(degrees))
ALPHA = 0.85
a = sp.csr_matrix((np.ones(m, np.float64), succ, offsets), shape=(n, n))
at = a.T.tocsr()
scale = np.where(degrees > 0, ALPHA / np.maximum(degrees, 1), 0.0)
dangling = np.flatnonzero(degrees == 0)


def step(r):
    return at @ (r * scale) + (ALPHA * r[dangling].sum() + 1 - ALPHA) / n


def steps(k):
    r = np.full(n, 1.0 / n)
    for _ in range(k):
        r = step(r)
    return r


def needed():
    truth, r, k = steps(400), np.full(n, 1.0 / n), 0
    while np.abs(r - truth).sum() > 1e-9:
        r, k = step(r), k + 1
    return k


def product20():
    r = np.full(n, 1.0 / n)
    for _ in range(20):
        r = at @ r


def hits():
    h = np.ones(n)
    for _ in range(20):
        v = at @ h
        v /= np.linalg.norm(v)
        h = a @ v
        h /= np.linalg.norm(h)


def by_igraph():
    import igraph

    src = np.repeat(np.arange(n, dtype=np.int64), degrees)
    if operation in ("triangles", "kcore"):  # each pair once
        u = sp.triu((a + a.T) > 0, 1).tocoo()
        g = igraph.Graph(n=n, edges=np.column_stack([u.row, u.col]).astype(np.int64))
        if operation == "kcore":
            return lambda: max(g.coreness())
        return lambda: int(np.nan_to_num(np.multiply(g.transitivity_local_undirected(), pairs(np.array(g.degree())))).sum().round()) // 3
    g = igraph.Graph(n=n, edges=np.column_stack([src, succ.astype(np.int64)]), directed=True)
    return lambda: len(g.connected_components(mode="weak"))


def pairs(d):
    return d * (d - 1) / 2


k = needed() if operation in ("power", "gauss") else 0
jobs = {"power": lambda: steps(k), "gauss": lambda: steps(k), "power20": lambda: steps(20), "gauss20": lambda: steps(20), "product20": product20,
        "hits": hits, "scc": lambda: connected_components(a, connection="strong")[0], "both": lambda: connected_components(a, connection="strong")[0],
        "bfs": lambda: len(breadth_first_order(a, source)[0])}
jobs["bfsboth"] = jobs["bfs"]
if operation in ("wcc", "wccboth", "kcore", "triangles"):
    jobs[operation] = by_igraph()
unsaid = ("power20", "gauss20", "product20", "hits")
for _ in sys.stdin:
    before = time.process_time()
    result = jobs[operation]()
    took = (time.process_time() - before) * 1e3
    print(json.dumps({"ms": took, "result": str(k or ("" if operation in unsaid else result))}), flush=True)
