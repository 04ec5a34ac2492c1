"""Times SciPy on a raw graph, on one processor: peer.py GRAPH.csr OPERATION RUNS

Prints the milliseconds of the processor that each run took. power is the iteration of PageRank until its true L1 error is 1e-9, which
an untimed run of 400 steps tells; power20 is 20 steps, product20 20 times the product of matrix and vector alone.
"""

import json
import sys
import time

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import breadth_first_order, connected_components

path, operation, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
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


k = needed() if operation in ("power", "gauss") else 0
jobs = {"power": lambda: steps(k), "gauss": lambda: steps(k), "power20": lambda: steps(20), "gauss20": lambda: steps(20), "product20": product20,
        "hits": hits, "scc": lambda: connected_components(a, connection="strong")[0], "both": lambda: connected_components(a, connection="strong")[0],
        "bfs": lambda: len(breadth_first_order(a, source)[0])}
jobs["bfsboth"] = jobs["bfs"]
took = []
for _ in range(runs):
    before = time.process_time()
    result = jobs[operation]()
    took.append((time.process_time() - before) * 1e3)
print(json.dumps({"operation": operation, "ms": took, "result": str(k or (result if operation in ("scc", "both", "bfs", "bfsboth") else ""))}))
