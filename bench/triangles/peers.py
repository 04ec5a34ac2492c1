"""Triangles and clustering by igraph, NetworKit and (with --scipy) SciPy, of a list of arcs: a line each, CPU seconds of the count alone."""
import sys
import time

import igraph
import networkit as nk
import numpy as np
import scipy.sparse as sp

arcs = np.loadtxt(sys.argv[1], dtype=np.int64)
n = int(sys.argv[2])
rounds = int(sys.argv[3])
arcs = arcs[arcs[:, 0] != arcs[:, 1]]
a = sp.csr_matrix((np.ones(len(arcs), dtype=np.int64), (arcs[:, 0], arcs[:, 1])), shape=(n, n))
u = ((a + a.T) > 0).astype(np.int64).tocsr()
upper = sp.triu(u, 1).tocoo()
ig = igraph.Graph(n=n, edges=np.stack([upper.row, upper.col], 1))
nk.setNumberOfThreads(1)
kit = nk.GraphFromCoo((upper.row.astype(np.uint64), upper.col.astype(np.uint64)), n=n, directed=False)
kit.sortEdges()
kit.indexEdges()


def timed(name, f):
    best = []
    for _ in range(rounds):
        begin = time.process_time()
        value = f()
        best.append(time.process_time() - begin)
    print(f"{name}\t{value}\t{sorted(best)[len(best) // 2]:.3f}", flush=True)


timed("igraph, mean local", lambda: float(np.mean(ig.transitivity_local_undirected(mode="zero"))))
timed("igraph, transitivity", lambda: ig.transitivity_undirected())
timed("NetworKit, triangles", lambda: sum(nk.sparsification.TriangleEdgeScore(kit).run().scores()) // 3)
timed("NetworKit, mean local", lambda: float(np.mean(nk.centrality.LocalClusteringCoefficient(kit, True).run().scores())))
if "--scipy" in sys.argv:
    timed("SciPy, triangles", lambda: int((u @ u).multiply(u).sum()) // 6)
