"""Betweenness of real graphs by networkx and igraph, which the tests compare with: python3 golden.py DATA > golden.json

DATA is the folder of shared data. Written with Python 3.11.7, networkx 3.6.1, igraph 1.0.0. hollins: networkx;
wb-cs-stanford: igraph, divided by (n-1)(n-2), as networkx does.
For each graph: the sum of x[u]*(u%97+1), and the first ten by score rounded to 12 significant digits, then number.
"""
import os, sys
import igraph
import networkx

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../internal/shared"))
import graphs

data = sys.argv[1]
n, arcs = graphs.hollins(data + "/hollins/hollins.dat")
x = networkx.betweenness_centrality(graphs.networkx(n, arcs))
golden = {"hollins": graphs.summary([x[u] for u in range(n)])}
n, arcs = graphs.smat(data + "/wb-cs-stanford/wb-cs.stanford.smat")
x = igraph.Graph(n, sorted(set(arcs)), directed=True).betweenness()
golden["wb-cs-stanford"] = graphs.summary([value / (n - 1) / (n - 2) for value in x])
graphs.write(golden)
