"""Reads graphs of the shared data for the scripts in testdata that compute golden scores, and sums scores up.

A reader returns the number of nodes and the arcs as pairs.
"""
import gzip
import json
import sys


def smat(path):
    rows = [line.split() for line in open(path)]
    return int(rows[0][0]), [(int(r[0]), int(r[1])) for r in rows[1:] if r]


def hollins(path):
    lines = open(path, errors="replace").read().split("\n")
    n, m, _ = map(int, lines[0].split())
    return n, [tuple(int(x) - 1 for x in line.split()) for line in lines[1 + n:1 + n + m]]


def text(path):
    with gzip.open(path, "rt") as f:
        n = int(f.readline())
        return n, [(u, int(v)) for u, line in enumerate(f) for v in line.split()]


def networkx(n, arcs):
    import networkx

    g = networkx.DiGraph()
    g.add_nodes_from(range(n))
    g.add_edges_from(arcs)
    return g


def matrix(n, arcs):
    import numpy as np
    import scipy.sparse as sp

    a = np.array(arcs)
    return sp.csr_matrix((np.ones(len(a)), (a[:, 0], a[:, 1])), shape=(n, n))


def summary(x):
    """The sum of x[u]*(u%97+1), and the first ten by score rounded to 12 significant digits, then number."""
    rounded = [float("%.11e" % value) for value in x]
    top = sorted(range(len(x)), key=lambda u: (-rounded[u], u))[:10]
    return {"sum": float(sum(value * (u % 97 + 1) for u, value in enumerate(x))), "top": top, "scores": [float(x[u]) for u in top]}


def write(golden):
    json.dump(golden, sys.stdout, indent=1)
