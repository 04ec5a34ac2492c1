"""Katz centrality of real graphs, which the tests compare with: python3 katz.py DATA > katz.json

DATA is the folder of shared data. Written with Python 3.11.7, numpy 2.4.6, scipy 1.17.1, networkx 3.6.1.
hollins: networkx.katz_centrality; the others: (I - alpha A') x = 1 by scipy.sparse.linalg.spsolve, or for cnr-2000 by 3000
iterations, divided by the root of the sum of squares. The largest eigenvalue is the greatest absolute value that
scipy.sparse.linalg.eigs finds for the largest strong components, or by networkx for small ones.
"""
import os, sys
import networkx as nx
import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import eigs, spsolve

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../internal/shared"))
import graphs

data = sys.argv[1]


def eigenvalue(A):
    k, labels = connected_components(A, directed=True, connection="strong")
    sizes = np.bincount(labels)
    most = 0.0
    for c in np.argsort(-sizes):
        if sizes[c] <= most or sizes[c] < 2:  # an eigenvalue is at most the largest degree
            break
        nodes = np.flatnonzero(labels == c)
        B = A[nodes][:, nodes]
        if sizes[c] < 500:
            most = max(most, np.abs(np.linalg.eigvals(B.toarray())).max())
        else:
            most = max(most, np.abs(eigs(B, k=1, which="LM", return_eigenvectors=False, tol=1e-8)).max())
    return float(most)


golden = {}
for name, (n, arcs) in {
    "hollins": graphs.hollins(data + "/hollins/hollins.dat"),
    "wb-cs-stanford": graphs.smat(data + "/wb-cs-stanford/wb-cs.stanford.smat"),
    "cnr-2000": graphs.text(data + "/cnr-2000/cnr-2000.graph-txt.gz"),
}.items():
    A = graphs.matrix(n, arcs)
    most = eigenvalue(A)
    alpha = float("%.3g" % (0.8 / most))
    if name == "hollins":
        x = nx.katz_centrality(nx.from_scipy_sparse_array(A, create_using=nx.DiGraph), alpha=alpha, tol=1e-15, max_iter=5000)
        x = np.array([x[u] for u in range(n)])
    elif name == "cnr-2000":
        x, T = np.ones(n), A.T.tocsr()
        for _ in range(3000):
            x = 1 + alpha * (T @ x)
        x /= np.sqrt(x @ x)
    else:
        x = spsolve((sp.eye(n) - alpha * A.T).tocsc(), np.ones(n))
        x /= np.sqrt(x @ x)
    golden[name] = {"eigenvalue": most, "alpha": alpha, "katz": graphs.summary(x)}
graphs.write(golden)
