"""Times a library on a raw graph: peers.py LIBRARY GRAPH.csr THREADS TRUTH.npy

Prints a JSON line for each operation: name, passes, seconds of processor and clock, growth of the resident memory in
MiB. PageRank is iterated until its true L1 distance from TRUTH, which is computed to 1e-13, is 1e-6 and then 1e-9;
looking at the distance is not timed.
"""

import json
import resource
import sys
import time

import numpy as np

library, path, threads, truth = sys.argv[1], sys.argv[2], int(sys.argv[3]), np.load(sys.argv[4])
head = np.fromfile(path, dtype=np.uint64, count=2)
n, m = int(head[0]), int(head[1])
offsets = np.fromfile(path, dtype=np.uint64, count=n + 1, offset=16).astype(np.int64)
succ = np.fromfile(path, dtype=np.uint32, count=m, offset=16 + 8 * (n + 1))
outdegree = np.diff(offsets)
source = int(np.argmax(outdegree))
ALPHA = 0.85


def resident():
    with open("/proc/self/status") as f:
        return next(int(line.split()[1]) for line in f if line.startswith("VmRSS")) / 1024


def tell(operation, passes, cpu, wall, result=""):
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"who": library, "threads": threads, "operation": operation, "passes": passes, "cpu_ns": cpu * 1e9 / m / passes,
                      "wall_ns": wall * 1e9 / m / passes, "seconds": wall, "process_mib": peak, "result": str(result)}), flush=True)


def timed(operation, f, passes=1, result=lambda r: ""):
    """Times f; a short one several times, of which the median counts, as in weft bench."""
    runs = []
    while not runs or len(runs) < 9 and sum(wall for wall, _ in runs) < 0.5:
        wall, cpu = time.perf_counter(), time.process_time()
        r = f()
        runs.append((time.perf_counter() - wall, time.process_time() - cpu))
    if len(runs) > 2:
        runs = runs[1:]
    wall, cpu = sorted(runs)[len(runs) // 2]
    tell(operation, passes, cpu, wall, result(r))


def pagerank(step, value):
    """Iterates step, which is timed, until value(), which is not, is near the truth."""
    cpu = wall = passes = 0
    for tolerance in (1e-6, 1e-9):
        while np.abs(value() - truth).sum() > tolerance and passes < 500:
            w, c = time.perf_counter(), time.process_time()
            step()
            cpu += time.process_time() - c
            wall += time.perf_counter() - w
            passes += 1
        tell("pagerank %.0e" % tolerance, passes, cpu, wall, "true error %.2g" % np.abs(value() - truth).sum())


def scipy():
    import scipy.sparse as sp
    from scipy.sparse.csgraph import breadth_first_order, connected_components

    a = sp.csr_matrix((np.ones(m, np.float64), succ.astype(np.int32), offsets.astype(np.int32)), shape=(n, n))
    at = a.T.tocsr()
    scale = np.where(outdegree > 0, ALPHA / np.maximum(outdegree, 1), 0.0)
    dangling = outdegree == 0
    state = {"r": np.full(n, 1.0 / n)}

    def step():
        r = state["r"]
        state["r"] = at @ (r * scale) + (ALPHA * r[dangling].sum() + 1 - ALPHA) / n

    pagerank(step, lambda: state["r"])
    s = {"h": np.ones(n)}

    def hits():
        for _ in range(20):
            s["a"] = at @ s["h"]
            s["a"] /= np.linalg.norm(s["a"])
            s["h"] = a @ s["a"]
            s["h"] /= np.linalg.norm(s["h"])

    timed("hits", hits, 20)
    timed("scc", lambda: connected_components(a, connection="strong")[0], result=str)
    timed("wcc", lambda: connected_components(a, connection="weak")[0], result=str)
    timed("bfs", lambda: len(breadth_first_order(a, source)[0]), result=str)


def graphblas():
    import graphblas as gb
    from graphblas import Matrix, Vector, binary, monoid, semiring

    gb.ss.config["nthreads"] = threads
    a = Matrix.ss.import_csr(nrows=n, ncols=n, indptr=offsets.astype(np.uint64), col_indices=succ.astype(np.uint64),
                             values=np.ones(1, np.float64), is_iso=True, sorted_cols=True)
    at = a.T.new()
    at.wait()
    scale = Vector.from_dense(np.where(outdegree > 0, ALPHA / np.maximum(outdegree, 1), 0.0))
    lost = Vector.from_dense(np.where(outdegree == 0, ALPHA, 0.0))
    state = {"r": Vector.from_scalar(1.0 / n, n, dtype=gb.dtypes.FP64)}

    def step():
        r = state["r"]
        w = r.ewise_mult(scale, binary.times).new()
        base = (float(r.ewise_mult(lost, binary.times).reduce(monoid.plus).new().value) + 1 - ALPHA) / n
        t = Vector.from_scalar(base, n, dtype=gb.dtypes.FP64)
        t(binary.plus) << semiring.plus_second(at @ w)
        state["r"] = t

    pagerank(step, lambda: state["r"].to_dense())

    def hits():
        h = Vector.from_scalar(1.0, n, dtype=gb.dtypes.FP64)
        for _ in range(20):
            v = semiring.plus_second(at @ h).new()
            v = (v * (1 / float(v.reduce(monoid.max).new().value))).new()
            h = semiring.plus_second(a @ v).new()
            h = (h * (1 / float(h.reduce(monoid.max).new().value))).new()
        h.wait()

    timed("hits", hits, 20)


def networkit():
    import networkit as nk

    nk.setNumberOfThreads(threads)
    src = np.repeat(np.arange(n, dtype=np.uint64), outdegree)
    g = nk.GraphFromCoo((np.ones(m), (src, succ.astype(np.uint64))), n=n, directed=True, weighted=False)
    del src

    def run(c):
        c.run()
        return c.numberOfComponents()

    timed("scc", lambda: run(nk.components.StronglyConnectedComponents(g)), result=str)
    timed("wcc", lambda: run(nk.components.WeaklyConnectedComponents(g)), result=str)
    timed("bfs", lambda: nk.distance.BFS(g, source, False).run())


def igraph():
    import igraph as ig

    src = np.repeat(np.arange(n, dtype=np.int64), outdegree)
    edges = np.column_stack([src, succ.astype(np.int64)])
    del src
    g = ig.Graph(n=n, edges=edges, directed=True)
    del edges
    timed("scc", lambda: len(g.connected_components(mode="strong")), result=str)
    timed("wcc", lambda: len(g.connected_components(mode="weak")), result=str)
    timed("bfs", lambda: g.bfs(source, mode="out")[1][-1], result=str)


{"scipy": scipy, "graphblas": graphblas, "networkit": networkit, "igraph": igraph}[library]()
