"""Scores of real graphs by SciPy and NetworkX, which the tests compare with: python3 golden.py DATA > golden.json

DATA is the folder of shared data. Written with Python 3.11.7, numpy 2.4.6, scipy 1.17.1, networkx 3.6.1.
PageRank: (I - alpha P') x = (1 - alpha) v by scipy.sparse.linalg.spsolve, or for cnr-2000 by 400 power iterations in
numpy, divided by the sum; for hollins networkx.pagerank must agree. HITS: 60 iterations with scipy sparse products; networkx.hits
(singular vectors) is kept for hollins. SALSA: the stationary distribution of the random
walk in each component, by spsolve (20,000 steps of the walk are too few on wb-cs-stanford).
For each vector: the sum of x[u]*(u%97+1), and the first ten by score rounded to 12 significant digits, then number.
"""
import json, os, sys
import networkx as nx
import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import spsolve

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../internal/shared"))
import graphs
from graphs import summary

data = sys.argv[1]


def pagerank(A, alpha, v, mode, direct):
    n = A.shape[0]
    d = np.asarray(A.sum(axis=1)).ravel()
    PT = (sp.diags(np.where(d > 0, 1 / np.maximum(d, 1), 0)) @ A).T.tocsr()
    if mode == "weak" or not direct:
        w = np.full(n, 1 / n) if mode == "weak" else v
        x = v.copy()
        for _ in range(400):
            x = alpha * (PT @ x + x[d == 0].sum() * w) + (1 - alpha) * v
        return x
    x = spsolve((sp.identity(n) - alpha * PT).tocsc(), (1 - alpha) * v)
    return x if mode == "pseudo" else x / x.sum()


def hits(A, ord):
    h = np.ones(A.shape[0])
    AT = A.T.tocsr()
    for _ in range(60):
        a = AT @ h
        a /= np.linalg.norm(a, ord)
        h = A @ a
        h /= np.linalg.norm(h, ord)
    return a, h


def salsa(A):
    out, ind = (np.asarray(A.sum(axis=axis)).ravel() for axis in (1, 0))
    back = (sp.diags(np.where(ind > 0, 1 / np.maximum(ind, 1), 0)) @ A.T).tocsr()
    forth = (sp.diags(np.where(out > 0, 1 / np.maximum(out, 1), 0)) @ A).tocsr()
    walk = (back @ forth).T.tocsr(), (forth @ back).T.tocsr()
    labels = connected_components(sp.bmat([[None, A], [A.T, None]]), directed=False)[1]
    sides = labels[A.shape[0]:], labels[:A.shape[0]]
    return [stationary(M, degree > 0, side) for M, degree, side in zip(walk, (ind, out), sides)]


def stationary(M, present, side):
    """x = M x, where each component of present pages has the share of its pages."""
    x = np.zeros(len(present))
    for label in np.unique(side[present]):
        pages = np.where(present & (side == label))[0]
        S = (sp.identity(len(pages)) - M[pages][:, pages]).tolil()
        S[0, :] = 1
        share = np.zeros(len(pages))
        share[0] = len(pages) / present.sum()
        x[pages] = spsolve(S.tocsc(), share)
    return x


def main():
    read = {
        "hollins": graphs.matrix(*graphs.hollins(data + "/hollins/hollins.dat")),
        "wb-cs-stanford": graphs.matrix(*graphs.smat(data + "/wb-cs-stanford/wb-cs.stanford.smat")),
        "cnr-2000": graphs.matrix(*graphs.text(data + "/cnr-2000/cnr-2000.graph-txt.gz")),
    }
    golden = {}
    for name, A in read.items():
        n = A.shape[0]
        uniform, some = np.full(n, 1 / n), np.zeros(n)
        some[[3, 50, 700]] = 1 / 3
        direct = n < 100000
        g = golden[name] = {
            "uniform": summary(pagerank(A, 0.85, uniform, "strong", direct)),
            "strong": summary(pagerank(A, 0.85, some, "strong", direct)),
            "weak": summary(pagerank(A, 0.85, some, "weak", direct)),
        }
        if direct:
            g["pseudo"] = summary(pagerank(A, 0.5, uniform, "pseudo", True))
        for norm, ord in ("l2", 2), ("l1", 1):
            a, h = hits(A, ord)
            g["hits-authorities-" + norm], g["hits-hubs-" + norm] = summary(a), summary(h)
        if direct:
            a, h = salsa(A)
            g["salsa-authorities"], g["salsa-hubs"] = summary(a), summary(h)
    G = nx.from_scipy_sparse_array(read["hollins"], create_using=nx.DiGraph)
    x = nx.pagerank(G, 0.85, tol=1e-16, max_iter=1000)
    golden["hollins"]["networkx-pagerank"] = summary(np.array([x[u] for u in range(len(x))]))
    hubs, authorities = nx.hits(G, tol=1e-15, max_iter=1000)
    golden["hollins"]["networkx-hubs"] = summary(np.array([hubs[u] for u in range(len(hubs))]))
    golden["hollins"]["networkx-authorities"] = summary(np.array([authorities[u] for u in range(len(hubs))]))
    json.dump(golden, sys.stdout)


main()
